"""The proof kernel itself: where coqc is, six files, planted true claims and misprints."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.kernel import coqc
from ntpcheck.kernel.files import ALLOWANCE, coq, imported
from ntpcheck.kernel.statement import Statement, printed, statement
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.instance.world import World
from tests.kernel.test_printing import books, stored

pytestmark = pytest.mark.skipif(bool(coqc.missing()), reason=coqc.missing())
QUICK = (  # of each kind the two that are quickest: formulas, limits, ill-posed statements
    "linear/definition-2/anchor",
    "linear/appendix/floor-display",
    "linear/lemma-2/norm@short",
    "linear/section-5/decomposition",
    "linear/ntp-svm/max-margin@short",
    "linear/theorem-1/direction@short",
)
MISPRINTED = (  # quick files whose statements can be misprinted in many places
    "attention/definition-1/acyclic-iff-empty",
    "attention/definition-2/realizable",
    "attention/lemma-1/proof/positive",
    "attention/lemma-3/proof/hessian",
    "linear/appendix/floor-display",
    "linear/autoregressive/shannon",
    "linear/definition-1/anchor",
    "linear/definition-2/anchor",
    "linear/equation-7/equality@short",
    "linear/theorem-2/proof/alpha",
)
MISPRINTS = 20
IMPORT = imported("Objects")


@pytest.fixture(scope="module")
def prelude(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernel")
    coqc.prepare(folder)
    return folder


def said(prelude: Path, text: str) -> coqc.Compiled:
    (prelude / "tried.v").write_text(text)
    return coqc.compiled(prelude, prelude / "tried.v")


def text_of(claim: str) -> str:
    return coq(books()[claim.partition("/")[0]], stored(claim)).alone


def failed_at(text: str, lemma: str, found: coqc.Compiled) -> bool:
    """Whether a file was rejected in the proof of a lemma, and not because it could not be read."""
    line = re.search(r"line (\d+), ", found.reason)
    return line is not None and text.splitlines()[int(line[1]) - 2].startswith(f"Lemma {lemma} ")


ARGUED = (  # of what they rest on: an infimum, logarithms in linear arithmetic, several ranks, shared numbers
    "linear/section-5/bounded-away",
    "linear/theorem-1/proof/case-i-bound",
    "linear/section-3.1/equivalent-system",
    "linear/remark-1/cover-sufficient",
    "attention/equation-20",
)


@pytest.mark.parametrize("claim", [*QUICK, *ARGUED])
def test_the_kernel_accepts_a_refutation_from_the_four_axioms(prelude: Path, claim: str) -> None:
    found = said(prelude, text_of(claim))
    assert found.accepted, found.reason
    assert found.axioms
    assert set(found.axioms) <= coqc.AXIOMS


TRUE = {  # a claim, its conclusion, and one in the place of that which holds at the same instance
    "linear/proposition-1/above-entropy@short": ("CE W > H", "CE W >= H"),
    "linear/lemma-2/norm@short": (
        "grows (fun k => norm2 V d (W_k k))",
        "tends (fun k => norm2 V d (W_k k)) 0",
    ),
    "linear/theorem-1/proof/boundary@short": ("norm2 V d (W_B B) = B", "norm2 V d (W_B B) <= B"),
    "linear/theorem-1/direction@short": (" = 0)))", " = 1)))"),
}


@pytest.mark.parametrize("claim", TRUE)
def test_a_claim_that_holds_is_not_refuted(prelude: Path, claim: str) -> None:
    text, (false, true) = text_of(claim), TRUE[claim]
    before, statement, after = text.partition("Definition conclusion")
    assert false in statement + after
    changed = before + statement + after.replace(false, true, 1)
    found = said(prelude, changed)
    assert not found.accepted
    assert failed_at(changed, "fails", found), found.reason


def test_a_trajectory_that_moves_is_not_one_that_stays(prelude: Path) -> None:
    """From W0 = [[1], [0]] the first step is not 0, so that the exhibited constant is not the trajectory."""
    document = stored("linear/lemma-2/norm@short")
    moved = document | {"instance": document["instance"] | {"W0": [[1], [0]]}}
    text = coq(books()["linear"], moved).text
    found = said(prelude, text)
    assert not found.accepted
    assert failed_at(text, "W_k_is_holds", found), found.reason


@pytest.mark.parametrize("axiom", ["Axiom absurd : False.", "Module Own. Axiom absurd : False. End Own."])
def test_a_file_with_an_axiom_of_its_own_is_not_accepted(prelude: Path, axiom: str) -> None:
    name = "Own.absurd" if "Own" in axiom else "absurd"
    found = said(
        prelude, f"{IMPORT}\n{axiom}\nLemma any : 0 = 1. destruct {name}. Qed.\nPrint Assumptions any.\n"
    )
    assert not found.accepted
    assert "absurd" in found.reason


def test_one_look_at_all_files_finds_the_axiom_of_one(prelude: Path) -> None:
    for name, text in {
        "sound": "Definition accepted := eq_refl 0.",
        "unsound": "Axiom absurd : False. Definition accepted := absurd.",
    }.items():
        (prelude / f"{name}.v").write_text(f"{IMPORT}\n{text}\n")
        assert coqc.compiled(prelude, prelude / f"{name}.v").accepted
    found = coqc.rest_on(prelude, ["sound", "unsound"])
    assert not found.accepted
    assert "absurd" in found.reason
    assert coqc.rest_on(prelude, ["sound"]).accepted


def refuted(prelude: Path, formula: str, before: str = "") -> bool:
    lines = [IMPORT, before, f"Lemma it : ~ ({formula}).", "at_once. Qed.", "Print Assumptions it.", ""]
    return said(prelude, "\n".join(lines)).accepted


def test_a_statement_without_a_value_is_not_decided(prelude: Path) -> None:
    assert not refuted(prelude, "1 / 0 = 2")
    assert not refuted(prelude, "ln 0 = 2")
    assert refuted(prelude, "ln 1 = 2")
    assert not refuted(prelude, "~ (1 / 0 <= 1 / 0)")
    assert refuted(prelude, "~ (exp 1 <= exp 1)")


def test_a_definition_that_is_used_again_is_decided_once(prelude: Path) -> None:
    """Written out, the last of these has 2^60 terms."""
    names = [f"Definition a{i + 1} := a{i} + a{i}." for i in range(60)]
    chain = "\n".join(["Definition a0 := exp 1.", *names])
    assert refuted(prelude, "a60 < 3 * 2 ^ 59", chain)
    assert not refuted(prelude, "a60 < 3 * 2 ^ 60", chain)


# ---- misprints: another statement is printed than the book has, which the instance does not refute ----
SWAPPED = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<", "+": "-", "-": "+"}
SWAPPED_WORDS = {"forall": "exists", "exists": "forall", "and": "or", "or": "and", "max": "min", "min": "max"}
EVERY = SWAPPED | SWAPPED_WORDS


def places(core: Any, at: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Where a core can be misprinted: signs, comparisons, quantifiers, connectives and numbers."""
    if not isinstance(core, tuple):
        return []
    here = core and isinstance(core[0], str) and (core[0] in EVERY or core[0] in ("q", "cmp"))
    return ([at] if here else []) + [place for i, part in enumerate(core) for place in places(part, (*at, i))]


def misprinted(core: Any, at: tuple[int, ...]) -> Any:
    if at:
        return (*core[: at[0]], misprinted(core[at[0]], at[1:]), *core[at[0] + 1 :])
    if core[0] == "q":
        return ("q", core[1] + Fraction(1))
    return ("cmp", EVERY[core[1]], *core[2:]) if core[0] == "cmp" else (EVERY[core[0]], *core[1:])


@contextmanager
def misprint(claim: str, key: str, at: tuple[int, ...]) -> Generator[Statement]:
    """A claim's statement with a misprint in one definition, or with key "" in what it says."""
    book = books()[claim.partition("/")[0]]
    stated, lets = book.claims[claim], dict(book.lets)
    if key:
        book.lets[key] = replace(lets[key], core=misprinted(lets[key].core, at))
    else:
        book.claims[claim] = replace(stated, core=misprinted(stated.core, at))
    try:
        yield statement(book, book.claims[claim])
    finally:
        book.lets.clear()
        book.lets.update(lets)
        book.claims[claim] = stated


def stands(claim: str, made: Statement) -> bool:
    """Whether the verifier finds that the claim's stored instance does not refute a statement."""
    book, document = books()[claim.partition("/")[0]], stored(claim)
    allow(ALLOWANCE)
    sizes, fields = files.instance(book, made.claim.given, document["instance"])
    try:
        world = World(book, made.claim.given, sizes, fields, dict(document["hints"]))
        asked = [premise.core for premise in made.premises if premise.core and premise.kind != "object"]
        return not all(world.ask(core) for core in asked) or world.ask(made.conclusion) is True
    except (Undecided, Undefined):
        return False


def every_misprint() -> Iterator[tuple[str, str, tuple[int, ...]]]:
    for claim in MISPRINTED:
        book = books()[claim.partition("/")[0]]
        made = statement(book, book.claims[claim])
        for key in ("", *(key for key in made.lets if key not in made.objects)):
            for at in places(book.lets[key].core if key else made.claim.core):
                with misprint(claim, key, at) as changed:
                    if changed.variables == made.variables and stands(claim, changed):
                        yield claim, key, at


@pytest.mark.timeout(1200)  # twenty files, one after the other
def test_misprints_of_the_printer_are_noticed(prelude: Path) -> None:
    """Twenty drawn afresh: the statement is printed otherwise, and the machine part as it should be."""
    seed = int(os.environ.get("NTPCHECK_SEED", random.randrange(1 << 30)))
    print(f"NTPCHECK_SEED={seed}")  # noqa: T201 # pytest shows it with a failure
    every = list(every_misprint())
    assert len(every) > MISPRINTS
    for claim, key, at in random.Random(seed).sample(every, k=MISPRINTS):
        right = coq(books()[claim.partition("/")[0]], stored(claim))
        with misprint(claim, key, at) as changed:
            lines = printed(changed)
        assert lines != right.statement
        text = replace(right, statement=lines).text
        found = said(prelude, text)
        assert not found.accepted, f"{claim} {key}: {lines}"
        line = re.search(r"line (\d+), ", found.reason)
        assert line is not None, found.reason
        assert int(line[1]) > text.splitlines().index("Module Inst."), f"{key}: {found.reason}"
