"""Whether a claim without a hypothesis about a word stands by what it says of the same instance with another.

Let the hypothesis speak of a word, such as the loss, and let an instance satisfy all the others. If its word
is one that the hypothesis admits, the claim speaks of it. If not, take another word in its place, at which
all hypotheses hold: the claim stands there, F with that word is true of the instance, and the claim holds
of it if F with its own word follows. So -u in the place of u turns a limit round, and makes it no other one.
"""

from __future__ import annotations

from typing import Any

from ntpcheck.statement.following.implied import surroundings
from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import NOTHING
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.values import reads_no_more
from ntpcheck.statement.printing.reading import fields, names, presupposed
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim

TRUE, FALSE = (("cmp", sign, NOTHING, NOTHING) for sign in ("=", "!="))
JOINED = {"and": (TRUE, FALSE), "or": (FALSE, TRUE)}  # what adds nothing, and what settles it


def of_another_word(book: Book, claim: Claim, name: str) -> bool:
    """Whether a hypothesis is about one word alone, and the claim follows from what it says of others."""
    book.given, book.local = claim.given, claim.locals
    gone = ("let", book.assumed(claim)[name], (), ())
    spoken, own = fields(book, gone), book.fields()
    if len(spoken) != 1 or claim.undefined or claim.kind == "recorded":
        return False
    (field,) = spoken
    kind = own[field].kind
    if own[field].axes or not isinstance(kind, tuple) or kind[0] != "enum":
        return False
    others = [*presupposed(book, claim, name), *([claim.asked] if claim.asked else [])]
    others = [core for core in others if field in fields(book, core)]
    if _rests(book, field, (claim.core, *others)):
        return False
    known = surroundings(book, claim, name)
    words = [Word(known, field, k) for k in range(len(kind[1]))]
    admitted = [word for word in words if all(word.holds(core) for core in (gone, *others))]
    left = [word for word in words if not word.holds(gone) and all(word.may_hold(core) for core in others)]
    return bool(admitted) and all(_follows(known, claim, admitted, word) for word in left)


def _rests(book: Book, field: str, cores: tuple[Core, ...]) -> bool:
    """Whether a point or a sequence is another one with another word."""
    found = (book.lets[key] for key in names(book, cores))
    return any(let.kind not in ("num", "bool") and field in fields(book, let.core) for let in found)


def _follows(known: Known, claim: Claim, admitted: list[Word], word: Word) -> bool:
    """Whether what a claim says with a word follows from what it says with one of others."""
    after = word.put(claim.core)
    if after is None:
        return False
    for before in filter(None, (other.put(claim.core) for other in admitted)):
        known.left[0] = STEPS
        if known.follows(before, after) and reads_no_more(known, before, after):
            return True
    return False


class Word:
    """One value of a field that is a word, as what stands in its place."""

    def __init__(self, known: Known, field: str, value: int) -> None:
        self.known, self.field, self.value = known, field, value

    def put(self, e: Core) -> Core | None:
        """A core, its definitions written out, where the field is that word; None where more is said."""
        found = self._decided(self.known.written.out(e))
        return None if self.field in fields(self.known.written.book, found) else self.known.put(found, {})

    def _decided(self, e: Any) -> Any:
        if not isinstance(e, tuple) or not e:
            return e
        if e[0] == "enum" and e[1][:2] == ("field", self.field):
            return TRUE if e[2] == self.value else FALSE
        e = tuple(self._decided(part) for part in e)
        if e[0] == "if" and e[1] in (TRUE, FALSE):
            return e[2] if e[1] == TRUE else e[3]
        if e[0] == "not" and e[1] in (TRUE, FALSE):
            return FALSE if e[1] == TRUE else TRUE
        if e[0] in JOINED and set(e[1:]) & {TRUE, FALSE}:
            idle, settles = JOINED[e[0]]
            kept = [part for part in e[1:] if part != idle]
            return settles if settles in kept else (e[0], *kept) if kept[1:] else kept[0] if kept else idle
        return e

    def said(self, e: Core) -> bool | None:
        core = self.put(e)
        return None if core is None else self.known.truth(core)

    def holds(self, e: Core) -> bool:
        return self.said(e) is True

    def may_hold(self, e: Core) -> bool:
        return self.said(e) is not False
