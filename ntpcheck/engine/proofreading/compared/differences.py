"""How a book differs from what book and checker agreed on, and from what a stored file says."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, Any

from ntpcheck.engine.proofreading.compared.objects import TOLD
from ntpcheck.engine.proofreading.compared.observing import (
    ALLOWANCE,
    SIZE,
    UNSURE,
    Case,
    concluded,
    loaded,
    missed,
    same,
    sides,
    truth,
)
from ntpcheck.engine.proofreading.compared.offered import told
from ntpcheck.engine.proofreading.compared.parts import asserted
from ntpcheck.engine.proofreading.sought.planted import anything, freed, matrices, slot
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.search import hints
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ntpcheck.verifier.instance.tensors import Core
    from ntpcheck.verifier.language.book import Book

ASKED = 6  # cases of which the verifier still tells a line, before it is asked no more


def differs(book: Book, claim_id: str, case: Case, parts: list[str]) -> str:
    """How a book differs from what was agreed on a case; empty where it does not."""
    if not parts:
        return ""
    stated = book.claims[claim_id]
    try:
        world = loaded(freed(book, case.planted), stated, case.instance)
    except judge.Rejected:
        return "instance"
    except (Undefined, *UNSURE):
        return ""
    for name in parts:
        said = truth(world, name) if name else None
        said = told(world, name, case.offers[name]) if said is None and name in case.offers else said
        if said is not None and said is not case.truths[name]:
            return "assumption"
    if "" not in parts:
        return ""
    says = concluded(world, stated)
    if says and case.says and says != case.says:
        return "outcome"
    if case.met and not says and case.met & missed(world, stated):
        return "outcome"
    if says in ("UNDEFINED", "not asked"):
        return ""
    for form, agreed in ((case.form, case.slack), (SIZE, case.size)):
        value = sides(world, stated, form) if agreed is not None else None
        if agreed is not None and value is not None and same(value, agreed) is False:
            return "value"
    return ""


def loosened(old: Book, new: Book, claim_id: str, cases: Iterable[Case]) -> bool:
    """Whether a line lets sides be equal, and checker and the line before it both take that for a failure.

    The contrary says nothing: the checkers of 12 of the 53 strict lines of the two books let sides be equal
    too, where theirs never are. Of the 197 other lines no checker takes equal sides for a failure.
    """
    if old.claims[claim_id].kind != "formula":
        return False
    before, after = (_strictness(book.claims[claim_id].core) for book in (old, new))
    if before != {True} or before == after:
        return False
    said = [case.strict for case in islice((case for case in cases if case.slack), TOLD)]
    return len(said) == TOLD and set(said) == before


def _strictness(core: Core) -> set[bool]:
    """Whether equal sides are a failure, of the comparisons that a line asserts."""
    signs = (reduce(lambda e, step: e[step[0]], path, core)[1] for path in asserted(core))
    return {sign in ("<", ">", "!=") for sign in signs}


def untold(book: Book, claim_id: str, case: Case, parts: list[str]) -> bool | None:
    """Whether a line that book and checker agreed on is one of which the verifier can find no value.

    None where that is not the question: no case tells what a line that is not decided says.
    """
    parts = [part for part in parts if part not in case.alone]
    if not parts or ("" in parts and (case.left or case.says not in ("HOLDS", "FAILS"))):
        return None
    stated = book.claims[claim_id]
    try:
        world = loaded(freed(book, case.planted), stated, case.instance)
        for core in (stated.core if part == "" else ("let", part, (), ()) for part in parts):
            world.ask(core)
    except (Undecided, Nonlinear):
        return True
    except (judge.Rejected, Undefined, *UNSURE):
        return None
    return False


def told_apart(book: Book, claim_id: str, asked: Iterable[tuple[Case, list[str]]]) -> str:
    """How a book differs on a claim from what was agreed on some cases, each with what is asked of it there.

    A line that is told no longer, at several, differs by its value.
    """
    lost = list[bool | None]()
    for case, parts in asked:
        if how := differs(book, claim_id, case, parts):
            return how
        if lost.count(False) < ASKED:
            lost.append(untold(book, claim_id, case, parts))
    return "value" if lost.count(True) >= TOLD else ""


def clashes(book: Book, claim_id: str, cases: Iterable[Case], place: str) -> str:
    """The same of what a claim says where something is planted, but not at that place."""
    return told_apart(book, claim_id, ((case, [""]) for case in cases if case.planted != place))


def beside_strangers(old: Book, new: Book, claim_id: str, cases: Iterable[Case]) -> Iterator[Case]:
    """Cases of a claim with anything in the place of points of which it speaks in a new book alone.

    What book and checker say there rests on none of them.
    """
    before, after = (matrices(book, book.claims[claim_id]) for book in (old, new))
    strangers = [name for name in after if name not in before]
    for k, case in enumerate(cases if strangers else ()):
        for name in strangers:
            world = loaded(old, old.claims[claim_id], case.instance)
            planted = {**case.instance, slot(name): anything(world, name, (claim_id, name, k))}
            yield replace(case, instance=planted, planted=name)


def shows(book: Book, document: dict[str, Any]) -> bool:
    """Whether a book bears out a stored file's verdict, whatever the hints have to be."""
    claim, given = book.claims[document["claim"]], dict(document["hints"])
    allow(4 * ALLOWANCE)
    for searched in ({}, given):
        try:
            world = judge.load(book, claim, document["instance"], searched, hints)
            judge.admitted(world, claim, tuple(document["dropped"]))
            judge.shown(world, claim, judge.SAYS[document["says"]], document.get("lemma"))
        except (judge.Rejected, Undefined, *UNSURE):
            continue
        return True
    return False
