"""What a book says of an exact instance, with hints searched for. It decides where balls cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ntpcheck.statement.allowance import allow
from ntpcheck.statement.document import finding
from ntpcheck.statement.hints.search import hints
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import PRECISIONS, TooMuch, Undecided, Undefined
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book, Claim

if TYPE_CHECKING:
    from ntpcheck.claim import Claim as Checked

FAILS, HOLDS, OUTSIDE, OPEN = "fails", "holds", "outside", "not decided"
REFUSED = (Undecided, Undefined, TooMuch, judge.Rejected)
ALLOWANCE = 4_000_000  # units of the verifier's work for one instance: what takes longer is not decided


def world_of(book: Book, stated: Claim, instance: Any) -> World:
    """The verifier's world of an exact instance. Raises judge.Rejected where a demand of the book fails."""
    allow(ALLOWANCE)
    return judge.load(book, stated, instance.to_json(), {}, hints)


def said(world: World, stated: Claim, *, level: bool = False) -> str:
    """OUTSIDE, not asked, UNDEFINED, HOLDS or FAILS. Raises Undecided or TooMuch.

    level: balls of as many bits as the last precision has do not tell the sides apart: it is not tried.
    """
    try:
        if not all(world.ask(("let", key, (), ())) for key in world.book.assumed(stated).values()):
            return "OUTSIDE"
    except Undefined:
        return "OUTSIDE"
    try:
        if stated.asked and not world.ask(stated.asked):
            return "not asked"
        if stated.undefined and world.ask(stated.undefined):
            return "UNDEFINED"
        precisions = PRECISIONS[:-1] if level else PRECISIONS
        return "HOLDS" if world.ask(stated.core, None, precisions) else "FAILS"
    except Undefined:
        return "UNDEFINED"


def ruling(book: Book, stated: Claim, instance: Any, *, level: bool = False) -> str:
    """What the book says of a formula there: HOLDS, FAILS, .. or UNDECIDED. level: as of `said`."""
    if stated.kind != "formula":
        return "UNDECIDED"
    try:
        return said(world_of(book, stated, instance), stated, level=level)
    except (Undecided, Undefined, TooMuch, judge.Rejected):
        return "UNDECIDED"


def standing(claim: Checked, instance: Any, says: str, *, brief: bool) -> str:
    """Whether a claim FAILS at an exact instance (or is undefined, as `says` has it), HOLDS, or says nothing.

    A limit fails where a lemma shows it; where none does, it is OPEN. brief: lemmas get little time.
    """
    assert claim.book is not None
    assert claim.stated is not None
    try:
        world = world_of(claim.book, claim.stated, instance)
        judge.admitted(world, claim.stated, ())
        if claim.stated.asked and not world.ask(claim.stated.asked):
            return OUTSIDE
    except judge.Contradicted:
        return OUTSIDE
    except REFUSED:
        return OPEN
    if says == "undefined":
        return _undefined(world, claim.stated)
    said = finding(claim, instance, says, found={}, brief=brief)
    if not said.objections:
        return FAILS
    return HOLDS if said.clash else OPEN


def _undefined(world: World, stated: Claim) -> str:
    try:
        judge.shown(world, stated, judge.ILL_POSED, None)
    except judge.Rejected:
        return HOLDS
    except REFUSED:
        return OPEN
    return FAILS
