"""`hunt --also` and `--all-also`: which further assumption keeps the counterexamples away."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import torch

from ntpcheck.claim import Effort
from ntpcheck.commands import hunt as hunting
from ntpcheck.engine.hunt import Hunt, hunt
from ntpcheck.evidence import judge
from ntpcheck.formulas.paper import assumed, assumptions, further, paper_of
from ntpcheck.formulas.spaces import space_of
from ntpcheck.report.catalogue import papers, vocabulary
from ntpcheck.report.hunted import entry, saved
from ntpcheck.verifier.command import main as verifier
from tests.commands.conftest import Type

BOOK = """book own "Squares"
given Number: x from x, rate from rate
trajectory y_k along k from x by y_k - rate * y_k
assume positive "1" = x > 0
    says  the number is positive
assume below-one "1" = x <= 1
    says  it is at most 1
assume above-two "1" = x > 2
    says  it is above 2
assume negative "1" = x < 0
    says  it is negative
assume short "1" = 0 < rate <= 1
    says  the rate is between 0 and 1
assume long "1" = rate > 2
    says  the rate is above 2
claim own/square "1" on Number
    says      a positive number is at least its square
    assuming  positive
    formula   x ^ 2 <= x
claim own/decays "2" on Number
    says      it decays
    limit     tends(y_k, 0)
"""
TINY = Effort(examples=10, batch=32, trajectories=2)


@pytest.fixture
def book(folder: Path) -> Path:
    path = folder / "own.book"
    path.write_text(BOOK)
    return path


def hunts(book: Path, claim_id: str, folder: Path) -> dict[str, dict[str, Any]]:
    """What hunts with each further assumption end with, looked for until the effort is used up."""
    paper = paper_of(book, vocabulary)
    claim = paper[claim_id]
    made = further(paper, claim, vocabulary)
    targets = {name: Hunt.of(claim, (), TINY, 0, (one,)) for name, one in made.items()}
    never, quiet = (lambda: False), (lambda *_: None)
    return {name: entry(hunt(one, never, quiet), folder, seconds=1) for name, one in targets.items()}


def test_each_further_assumption_in_turn(book: Path, folder: Path) -> None:
    found = hunts(book, "own/square", folder)
    assert saved([*found.values()], folder).splitlines() == [
        "No counterexample was found also assuming:",
        "  below-one: it is at most 1",
        "There still is one also assuming: above-two, long, short.",
        "No instance was met also assuming: negative.",
        f"The counterexamples are in {folder / 'counterexamples'}.",
    ]
    rest = [one for one in found.values() if one["also"] != ["below-one"]]
    assert saved(rest, folder).startswith("There still is one also assuming: above-two, long, short.\n")
    assert found["below-one"]["meaning"].startswith("also assuming below-one: no counterexample in ")
    assert found["above-two"]["meaning"] == "also assuming above-two the statement is false"


def test_of_a_limit_plain_instances_have_to_satisfy_it_too(book: Path, folder: Path) -> None:
    found = hunts(book, "own/decays", folder)
    assert {name: one["verdict"] for name, one in found.items()} == {
        "above-two": "REFUTED",
        "below-one": "REFUTED",
        "long": "REFUTED",
        "negative": "REFUTED",
        "positive": "REFUTED",
        "short": "UNDECIDED",
    }
    file = Path(found["long"]["witness"])
    assert Fraction(str(json.loads(file.read_text())["instance"]["rate"])) > 2


def test_what_is_said_where_a_book_has_no_further_assumption(typed: Type, folder: Path) -> None:
    bare = folder / "bare.book"
    bare.write_text(BOOK.partition("assume")[0] + BOOK[BOOK.index("claim own/decays") :])
    said = typed("hunt", "own/decays", "--paper", str(bare), "--all-also")
    assert (said.code, said.out) == (4, "")
    assert said.err.startswith("ntpcheck: The book has no further assumption on this type. Write one")


def test_a_limit_that_was_argued_at_plain_instances_alone_is_undecided(book: Path, folder: Path) -> None:
    paper = paper_of(book, vocabulary)
    claim = paper["own/decays"]
    short = (further(paper, claim, vocabulary)["short"],)
    target = Hunt.of(claim, (), TINY, 0, short)
    hunt(target, lambda: bool(target.claim.plain_first and target.tried), lambda *_: None)
    assert target.plain.tried
    assert entry(target, folder, seconds=1)["verdict"] == "UNDECIDED"


def test_a_hunt_that_misses_a_known_counterexample_names_its_file(typed: Type, book: Path) -> None:
    assert typed("verify", "own/square", str(book)).code == 1
    missed = typed("hunt", "own/square", "--paper", str(book), "--budget", "0.001s")
    assert "  a counterexample is known, reports/runs/" in missed.out
    assert "own--square.json: this search missed it" in " ".join(missed.out.split())
    more = typed("hunt", "own/square", "--paper", str(book), "--budget", "0.001s", "--also", "below-one")
    assert "is known" not in more.out  # it need not satisfy what is also assumed
    book.write_text(BOOK.replace("x ^ 2 <= x", "x ^ 2 <= x + x"))
    other = typed("hunt", "own/square", "--paper", str(book), "--budget", "0.001s")
    assert "is known" not in other.out  # it is one to another statement


def test_show_prints_the_counterexample_of_a_run(typed: Type, book: Path) -> None:
    assert "counterexample" not in typed("show", "own/square", "--paper", str(book)).out
    typed("verify", "own/square", str(book))
    told = typed("show", "own/square", "--paper", str(book)).out
    assert re.search(r"counterexample: Number: .*x \S+.*; \S+ <= \S+ is false\n", told)
    assert "its file:       reports/runs/" in told
    (path,) = Path().glob("reports/runs/*/summary.json")
    path.write_text(path.read_text().replace("REFUTED", "SUSPECT"))
    assert "counterexample: " not in typed("show", "own/square", "--paper", str(book)).out  # a candidate


def test_several_hunts_say_how_many_and_what_is_done_is_summed_up(
    typed: Type, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, real = list[str](), hunting._hunted  # pyright: ignore[reportPrivateUsage]

    def twice(home: Any, target: Any, *rest: Any) -> None:
        if len(looked) == 2:
            raise KeyboardInterrupt
        looked.append(*target.also)
        real(home, target, *rest)

    monkeypatch.setattr(hunting, "_hunted", twice)
    said = typed("hunt", "own/square", "--paper", str(book), "--all-also", "--budget", "0.001s")
    assert (said.code, len(looked)) == (2, 2)
    assert "ntpcheck: 5 hunts, up to 0.001 s each; --budget says how long" in said.err
    summed = said.out[said.out.rindex(f"also assuming {looked[1]}") + 20 :]
    assert all(name in summed for name in looked)


def test_what_fails_with_more_refutes_the_claim_as_it_is(typed: Type, book: Path, folder: Path) -> None:
    said = typed("hunt", "own/square", "--paper", str(book), "--also", "above-two", "--json")
    (found,) = json.loads(said.out)["hunts"]
    assert (found["verdict"], found["also"], found["dropped"]) == ("REFUTED", ["above-two"], [])
    (file,) = folder.glob("reports/runs/*/counterexamples/own--square--also-above-two.json")
    document = json.loads(file.read_text())
    assert document["dropped"] == []
    assert float(document["instance"]["x"]) > 2
    assert verifier([str(file), f"--book={book}"]) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--also", "belowone"), "own/square can assume no further 'belowone'. Did you mean below-one?"),
        (("--also", "positive"), "own/square can assume no further 'positive'. "),  # it does already
        (("--also", "long", "--all-also"), "--also and --all-also exclude each other."),
        (("--all-drops", "--all-also", "--needed"), "--needed keeps what --all-drops finds."),
    ],
)
def test_what_cannot_be_assumed_is_told_before_anything_is_looked_for(
    typed: Type, book: Path, options: tuple[str, ...], said: str
) -> None:
    found = typed("hunt", "own/square", "--paper", str(book), *options)
    assert (found.code, found.out, found.err.startswith(f"ntpcheck: {said}")) == (4, "", True), found.err


def test_a_shipped_claim_takes_the_assumptions_of_its_paper(typed: Type) -> None:
    claim = "linear/remark-1/F-empty"
    said = typed("hunt", claim, "--also", "twin-contexts", "--budget", "20s", "--json")
    (found,) = json.loads(said.out)["hunts"]
    assert (found["verdict"], found["reason"]) == ("REFUTED", "")


def test_a_run_in_which_a_statement_falls_says_what_to_type_next(typed: Type, book: Path) -> None:
    said = typed("verify", "own/square", book.name)
    again = "python -m ntpcheck hunt own/square --paper own.book --all-also"
    assert said.code == 1
    told = " ".join(said.out.split())
    assert f"`{again}` looks, 15 s each, whether a further assumption of the book keeps it away." in told
    assert "`python -m ntpcheck show own/square --paper own.book` prints the counterexample;" in told


def test_of_many_hunts_each_is_told_in_a_line(typed: Type, book: Path) -> None:
    said = typed("hunt", "own/square", "--paper", str(book), "--all-also", "--budget", "2s")
    lines = said.out.replace("\n    ", " ").splitlines()
    assert lines[:2] == ["own/square", "  A positive number is at least its square"]
    assert lines[2].startswith("  also assuming above-two: it fails on Number: ")
    assert lines[3].startswith("  also assuming below-one: no counterexample in ")
    assert len([line for line in lines if "also assuming long" in line and " on Number: " in line]) == 1
    both = typed("hunt", "own/*", "--paper", str(book), "--all-also", "--budget", "1s")
    assert "  own/square also assuming long: it fails on Number: " in both.out.replace("\n    ", " ")


@pytest.mark.parametrize("key", ["linear", "attention"])
def test_a_papers_assumption_answers_on_every_type_that_may_make_it(key: str) -> None:
    (paper,) = [one for one in papers() if one.key == key]
    assert paper.shelf
    known, asked = {one.name: one for one in paper.assumptions}, 0
    for given in paper.shelf.givens:
        for name in assumed(paper.shelf, given):
            space = space_of(paper.shelf, given)
            one = known.get(name) or assumptions(space, (name,), vocabulary)[0]
            batch = space.domain.sampler(torch.Generator().manual_seed(1), 4)
            for data in (batch, next(batch.rows()).exact()):
                judge(one.check(data))
                asked += 1
    assert asked > 200
