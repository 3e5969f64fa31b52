"""Statements that somebody wrote from the docs and the papers alone, before any of them was checked."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from ntpcheck.claim import Claim
from ntpcheck.domains.plain import COUNTED, OUTVOTED, attentions, datasets
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.plain import standing
from ntpcheck.engine.run import verify
from ntpcheck.engine.settle import plainly
from ntpcheck.evidence import Outcome
from ntpcheck.formulas.spaces import space_of
from ntpcheck.instances.base import Instance
from ntpcheck.report.catalogue import load
from ntpcheck.statement.document import finding
from ntpcheck.verifier.book import Book
from ntpcheck.verifier.lemmas import shelf

BOOKS = Path(__file__).parent / "strangers"
# False limits, each with the lemma that refutes it on a plain instance; these take little time.
FALSE = {
    "drift/d4": "in-a-plane",
    "drift/d7": "along-a-line",
    "drift/d10": "coordinates",
    "drift/d17": "stays-above",
    "drift/d20": "at-a-step",
    "drift/d21": "at-a-step",
    "drift/d24": "swings",
    "attn/a3": "along-a-line",
    "attn/a7": "stays",
    "attn/r1": "descends",
    "coin/c2": "kept-off",
    "coin/c4": "along-a-line",
    "stranger/b12": "along-a-line",  # a limit in the place of a hypothesis
    "stranger/d05": "in-a-plane",  # with a shorter step than the plain instance's own
    "later/f13": "alternates",
    "later/f14": "alternates",
    "later/g06": "balanced",
    "later/h08": "alternates",
    "later/h09": "descends",
    "later/k02": "stays",
    "limits/t07": "coordinates",
    "limits/v09": "alternates",
    "limits/v11": "stays",
    "where/y08": "coordinates",
    "where/y10": "coordinates",
    "where/y29": "kept-off",
    "where/y34": "leads-on",
    "where/y11": "coordinates",  # two runs, one of which has twice the other's loss
    "rates/n03": "coordinates",
    "rates/n08": "paced",
    "rates/n09": "paced",
    "rates/n10": "paced",
    "rates/n11": "coordinates",  # weight decay
    "rates/n14": "balanced",  # log r and its log
    "rates/q06": "coordinates",
    "rates/q08": "in-a-wedge",
    "rates/q09": "in-a-plane",  # a rate that the statement says exists
    "rates/q10": "balanced",  # under equations
    "tails/a01": "in-a-plane",
    "tails/a05": "coordinates",  # a sum of losses
    "tails/a09": "paced",  # steps by the root of a counter
    "tails/a12": "adaptive",
    "tails/b02": "balanced",
    "nextword/w01": "descends",
    "nextword/w02": "coordinates",
    "nextword/w03": "descends",
    "nextword/w04": "coordinates",
    "nextword/w06": "along-a-line",
    "nextword/w08": "balanced",
    "nextword/w10": "balanced",
    "nextword/w12": "in-a-plane",
    "nextword/w13": "at-a-step",
    "nextword/w14": "coordinates",
    "nextword/w15": "paced",
    "nextword/w17": "paced",
    "nextword/w18": "coordinates",
    "nextword/w19": "coordinates",
    "nextword/w21": "rays",
    "nextword/w22": "descends",
    "nextword/w23": "stays",
    "nextword/w25": "paced",
    "nextword/w26": "coordinates",
    "nextword/w27": "coordinates",
    "priority/p01": "along-a-line",
    "priority/p02": "descends",
    "priority/p03": "coordinates",
    "priority/p04": "descends",
    "priority/p06": "balanced",
    "priority/p07": "coordinates",
    "priority/p09": "in-a-wedge",
    "priority/p10": "alternates",
    "priority/p11": "stays",
    "priority/p12": "coordinates",
    "priority/p13": "descends",
    "priority/p14": "coordinates",
    "priority/p15": "coordinates",
    "priority/p16": "coordinates",
    "priority/p18": "coordinates",
    "priority/p19": "coordinates",
    "priority/p21": "balanced",
    "priority/p22": "at-a-step",
    "priority/p24": "along-a-line",
    "paths/b12": "paced",  # momentum
    "paths/b19": "adaptive",  # with an epsilon
    "graphs/c19": "coordinates",  # a power of the gradient
    "graphs/c22": "flung",
    "second/d27": "swings",  # two states that swap
    "second/d28": "modes",  # momentum on a quadratic
    "referee/e06": "in-a-plane",  # log(k + 1) beside a coordinate like log log k
    "referee/e25": "stays",  # compatible and not separable
    "referee/e21": "attained",
    "appendix/a04": "passed",  # what is true of the flow
    "runs/r3": "descends",
    "runs/r5": "coordinates",
    "runs/r6": "descends",
    "runs/r8": "descends",
    "runs/r9": "balanced",  # against a root of the radius
    "runs/r12": "coordinates",  # an average by a sum
    "rec/c1": "at-a-step",
    "rec/c3": "recurrence",  # a sum divided by its number, times k^2
    "rec/c8": "cycles",  # sign descent
    "rec/c4": "coordinates",
    "rec/c5": "finite-length",
    "rec/c12": "paced",
    "rec/c13": "paced",  # steps by the number of steps itself
    "steep/s01": "superposed",  # a multiple below 0
    "steep/s06": "superposed",  # a multiple that a schedule moves
    "steep/s11": "flung",  # two factors
    "iterate/i08": "recurrence",  # beside what is geometric, on a type that extends one that extends another
    "iterate/i16": "recurrence",  # a running mean
    "iterate/i17": "superposed",  # shares
    "iterate/i20": "cycles",  # the mean of a cycle
    "iterate/i22": "coordinates",  # a power of k
    "gaze/g06": "in-a-wedge",  # the infimum of what is not convex
    "decay/d06": "flung",  # at the bound, where each two steps lead farther out
    "decay/d09": "balanced",
    "decay/d14": "descends",
    "momentum/m09": "recurrence",
    "momentum/m10": "swings",
    "momentum/m12": "finite-length",
    "outputs/o11": "along-a-line",
    "descent/d03": "coordinates",
    "descent/d04": "descends",
    "descent/d05": "coordinates",
    "descent/d08": "descends",
    "descent/d09": "along-a-line",
    "descent/d13": "descends",
    "descent/d17": "finite-length",
    "descent/d20": "coordinates",
    "tempo/t04": "enclosed",  # at one number of a ridge path
    "tempo/t08": "balanced",
    "tempo/t28": "flung",
}
# False limits that fall at one plain run alone, and its data.
LATE = {
    "descent/d06": ("along-a-line", OUTVOTED | {"loss": 1}),
    "descent/d19": ("coordinates", COUNTED | {"loss": 0}),
}
TRUE = "coin/c5"


def claim_of(name: str) -> Claim:
    return load(str(BOOKS / f"{name.partition('/')[0]}.book"))[name]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every third false limit; with --faults=nightly all of them."""
    if "false_limit" in metafunc.fixturenames:
        step = 1 if metafunc.config.getoption("--faults") == "nightly" else 3
        metafunc.parametrize("false_limit", list(FALSE)[::step])


def test_a_false_limit_is_refuted_on_a_plain_instance(false_limit: str) -> None:
    said = plainly(claim_of(false_limit), 0)
    assert said is not None
    assert said.verdict == "REFUTED"
    assert said.document is not None
    assert said.document["lemma"] == FALSE[false_limit]
    assert FALSE[false_limit] in shelf()


@pytest.mark.parametrize("name", LATE)
def test_a_false_limit_is_refuted_at_the_plain_run_that_shows_it(name: str) -> None:
    (lemma, shown), claim = LATE[name], claim_of(name)
    assert claim.domain.plain is not None
    (where,) = (one for one in claim.domain.plain() if shown.items() <= one.to_json().items())
    assert standing(claim, where) is Outcome.HOLDS
    said = finding(claim, where, "fails", found={}, brief=True)
    assert not said.objections
    assert said.document["lemma"] == lemma


def test_a_true_limit_is_not(request: pytest.FixtureRequest) -> None:
    """At a few plain instances drawn; with --faults=nightly at all."""
    claim = claim_of(TRUE)
    assert claim.domain.plain is not None
    every, seed = list(claim.domain.plain()), random.SystemRandom().randrange(10**6)
    nightly = request.config.getoption("--faults") == "nightly"
    chosen = every if nightly else random.Random(seed).sample(every, 4)
    where = replace(claim.domain, plain=lambda: iter(chosen))
    assert plainly(replace(claim, domain=where), 0) is None, f"seed {seed}"


def test_no_number_bounds_what_outgrows_along_some_direction() -> None:
    """Of a claim without a condition on the tensors: what the book names need not lead there."""
    claim = claim_of("margins/m12")
    assert claim.domain.plain is not None
    said = finding(claim, next(iter(claim.domain.plain())), "fails", found={})
    assert (said.objections, said.document["lemma"]) == ([], "outpaced")


def test_plain_instances_of_a_type_vary_what_it_extends_before_its_own_fields_have_all_their_values() -> None:
    """As tempo/t30 asks for: a run with weight decay on contexts of two frequencies."""
    domain = claim_of("tempo/t30").domain
    assert domain.plain is not None
    found: list[Instance] = list(islice(domain.plain(), 60))
    assert {float(one.arrays()["lam"]) for one in found} >= {1.0, 0.5, 12.0}
    assert any(one.arrays()["counts"].tolist() == [[1, 0], [3, 0]] for one in found)
    assert len({repr(one.to_json()) for one in found}) == len(found)


FEW = ("finite/f[1-6]",)
AGAINST = ("REFUTED", "SUSPECT", "ILL_POSED", "BROKEN")
LABEL = re.compile(r"(?<![\w/])([a-z][0-9]+) ([TF]) ")
OPENS = re.compile(r"^([a-z]+)\.book(?: and ([a-z]+)\.book)?", re.MULTILINE)


def labels(text: str) -> dict[str, str]:
    """T or F by id, as `rates/n01`: a part of truth.md opens with the book, or the two, that it is about."""
    opened = list(OPENS.finditer(text))
    ends = [after.start() for after in opened[1:]] + [len(text)]
    return {
        f"{book}/{name}": label
        for here, end in zip(opened, ends, strict=True)
        for book in filter(None, here.groups())
        for name, label in LABEL.findall(text, here.end(), end)
    }


TRUTH = labels((BOOKS / "truth.md").read_text(encoding="utf-8"))


def test_each_claim_has_a_label() -> None:
    """Of its own book: two books may have an a11."""
    asked = {claim.id for path in BOOKS.glob("*.book") for claim in load(str(path)).claims}
    assert asked <= TRUTH.keys()
    assert TRUTH["attn/a11"] != TRUTH["stranger/a11"]


@pytest.mark.timeout(3600)
def test_a_book_is_judged_as_its_writer_has_labelled_it(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    """Nothing is said against what is true; of what is false, as much as is refuted by a file is counted.

    Six finite statements in every run, and all with --faults=nightly.
    """
    nightly = request.config.getoption("--faults") == "nightly"
    books, some = [load(str(path)) for path in sorted(BOOKS.glob("*.book"))], () if nightly else FEW
    journal = Journal()
    verify(books, some, profile="quick", seed=0, device="cpu", journal=journal, progress=lambda _: None)
    told = {e["claim"]: e for e in journal.events if e["event"] == "verdict"}
    true, false = ([name for name in told if TRUTH[name] == truth] for truth in "TF")
    against = [name for name in true if told[name]["verdict"] in AGAINST]
    refuted = [name for name in false if told[name]["verdict"] == "REFUTED" and told[name]["accepted"]]
    for words, names in {
        "true": true, "true and spoken against": against, "false": false, "false and refuted": refuted,
    }.items():  # fmt: skip
        record_property(f"figure: {words}", len(names))
    record_property("times", len(told))
    asked = {claim.id for book in books for claim in book.claims}
    assert set(told) == (asked if nightly else {f"finite/f{number}" for number in range(1, 7)})
    assert not against
    assert (set(FALSE) if nightly else {"finite/f2", "finite/f4", "finite/f6"}) <= set(refuted)


OWN = """book own "Own"
axes S: s
given Point: x[s] from x, n[s] natural from n, eta from eta
claim own/it "1" on Point
    says     x is above 0
    formula  forall s. x[s] > 0
"""


def test_plain_instances_of_an_own_type_are_few_exact_and_small() -> None:
    domain = space_of(Book(OWN, "own"), "Point").domain
    assert domain.plain is not None
    found: list[Instance] = list(islice(domain.plain(), 1000))
    assert 20 < len(found) <= 240
    assert all(one.is_exact for one in found)
    seen = {repr(one.to_json()) for one in found}
    assert len(seen) == len(found)
    assert found[0].size("S") == 1


def test_plain_data_are_those_of_plain_runs_once_each() -> None:
    for made in (datasets, attentions):
        seen = [one.to_json() for one in made()]
        assert seen
        assert all(seen.count(one) == 1 for one in seen)
