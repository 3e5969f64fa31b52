"""Statements that somebody wrote from the docs and the papers alone, before any of them was checked."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from ntpcheck.claim import Claim, Effort
from ntpcheck.domains.plain import COUNTED, LEFT, OUTVOTED, attentions, datasets
from ntpcheck.engine.examine import SHAPES
from ntpcheck.engine.filling import sweep
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.nearest import nearest
from ntpcheck.engine.plain import standing
from ntpcheck.engine.run import verify
from ntpcheck.engine.settle import plainly
from ntpcheck.engine.tally import LEAST_INSIDE, Tally
from ntpcheck.evidence import Outcome
from ntpcheck.formulas.spaces import space_of
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Dataset
from ntpcheck.report.catalogue import load
from ntpcheck.statement.document import finding
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.lemmas.by_name import shelf
from tests.formulas.false_limits import FALSE

BOOKS = Path(__file__).parent / "strangers"
# False limits that fall at one plain run alone, and its data.
LATE = {
    "descent/d06": ("along-a-line", OUTVOTED | {"loss": 1}),
    "descent/d19": ("coordinates", COUNTED | {"loss": 0}),
    "strides/s12": ("coordinates", {"counts": [[1, 1], [1, 3]]}),
    "strides/s13": ("caught", {"counts": [[1, 0], [0, 1]], "W0": [[-1], [1]]}),
    "outlook/o4": ("descends", LEFT),
    "ember/e16": ("coordinates", {"counts": [[1, 1, 0]]}),
    "rows/r03": ("along-a-line", {"counts": [[1, 0, 0], [0, 1, 0]], "embeddings": [[1], [-1]]}),
}
TRUE = "coin/c5"
# What is false and falls at many tokens or contexts of one pattern, and at hardly anything drawn freely.
STRUCTURED = (
    *(f"ladders/a{number:02}" for number in (1, 2, 4, 5, 6, 7, 10)),
    *(f"spans/s{number:02}" for number in (1, 2, 4, 5, 8)),
    *("hierarchy/h07", "rumour/q09"),
)
QUICKLY = ("ladders/a01", "ladders/a05", "ladders/a06", "ladders/a07", "spans/s01", "rumour/q09")
TRUE_STRUCTURED = ("ladders/a08", "spans/s03", "spans/s09")


def claim_of(name: str) -> Claim:
    return load(str(BOOKS / f"{name.partition('/')[0]}.book"))[name]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every tenth false limit; with --faults=nightly all of them."""
    if "false_limit" in metafunc.fixturenames:
        nightly = metafunc.config.getoption("--faults") == "nightly"
        metafunc.parametrize("false_limit", list(FALSE) if nightly else list(FALSE)[5::10])


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


@pytest.mark.parametrize("name", [*QUICKLY, *TRUE_STRUCTURED])
def test_what_is_false_falls_at_rare_structures_and_what_is_true_does_not(name: str) -> None:
    """The others are looked at with --faults=nightly, below."""
    claim, effort = claim_of(name), Effort(batch=128)  # as many as a quick run draws
    assert claim.domain.rare is not None
    tally = Tally(claim, effort)
    sweep(replace(claim.domain, sampler=claim.domain.rare), [tally], effort, 0, shapes=SHAPES)
    assert tally.inside >= LEAST_INSIDE
    assert (tally.outcomes[Outcome.FAILS] > 0) == (name in STRUCTURED)
    assert not tally.draws


def test_a_rate_of_shares_is_refuted_where_losses_are_nearer_than_plain_ones() -> None:
    claim = claim_of("iterate/i17")
    assert claim.domain.plain is not None
    where = next(iter(claim.domain.plain()))
    where = where.from_json({**where.to_json(), "losses": [0, "1/8"], "temper": 1})
    assert standing(claim, where) is Outcome.HOLDS
    said = finding(claim, where, "fails", found={}, brief=True)
    assert not said.objections
    assert said.document["lemma"] == "superposed"


def test_a_direction_of_positive_weights_is_refuted_where_they_start_positive() -> None:
    claim = claim_of("strides/s14")
    assert claim.domain.plain is not None
    where = next(iter(claim.domain.plain()))
    said = finding(
        claim, where.from_json({**where.to_json(), "W0": [[1], [2]]}), "fails", found={}, brief=True
    )
    assert (said.objections, said.document["lemma"]) == ([], "one-signed")


def test_ranks_of_logs_are_told() -> None:
    """Of W* and W^mm, where both have rank 2 and where W^mm has rank 1."""
    claim = claim_of("strides/s15")
    for p, h, fails in (([2, 1, 0], [0, 1], True), ([2, 3, 0], [0, 1], True), ([2, 1, 0], [2, 0], False)):
        q = p[::-1] if fails else [2, 1, 0]
        where = Dataset.from_json({"type": "Dataset", "embeddings": [[1, 0], h], "counts": [p, q]})
        said = finding(claim, where, "fails", found={}, brief=True)
        assert bool(said.objections) != fails


def test_the_nearest_lemma_is_told_where_plain_steps_are_too_long() -> None:
    assert re.search(r"eta 0\.015625: nearest comes the lemma ", nearest(claim_of("descent/d01")))


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


@pytest.mark.timeout(4 * 3600)  # goes before --timeout; one hour is too little for all on a busy machine
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
    assert ({*FALSE, *STRUCTURED} if nightly else {"finite/f2", "finite/f4", "finite/f6"}) <= set(refuted)


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
