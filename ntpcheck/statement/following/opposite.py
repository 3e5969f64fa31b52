"""Whether an edited claim is its line with one table the other way round: of all instances, it says the same.

An instance with -X in the place of a table X of real numbers is an instance too, where nothing that the claim
assumes, is asked for or demands speaks of X. What is odd in X there becomes its negative, and what is even
stays as it is. So where the edit is the line with the sign of what is odd changed wherever it stands, it says
of the one instance what the line says of the other. The nearest point to an odd matrix in a set that has -D
with each D is odd.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ntpcheck.statement.knowing.cores import NOTHING, same
from ntpcheck.statement.knowing.written import resting, written_out
from ntpcheck.statement.printing.reading import nodes
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim

EVEN, ODD = 1, -1
JOINED = ("and", "or", "not", "implies", "iff")
Signs = Mapping[str, int]  # of what stands for parameters and for the point that is looked for


class _NoFormError(Exception):
    """What speaks of the table by itself, and is neither odd nor even."""


def opposite(old: Book, new: Book, claim: Claim, place: str) -> bool:
    """Whether a claim of one book is, in another, the same at instances with a table the other way round."""
    (before, *rest), (after, *others) = (
        written_out(book, book.claims[claim.id], place) for book in (old, new)
    )
    if not same(tuple(rest), tuple(others)) or resting(old, (before, *rest), place):
        return False
    own, bound = old.fields(), _fields(old, tuple(rest))
    free = [name for name in sorted(_fields(old, before) - bound) if own[name].kind == "num"]
    for name in (name for name in free if not own[name].natural):
        with suppress(_NoFormError):
            if same(_Turning(old, name).turned(before), after):
                return True
    return False


def _fields(book: Book, e: Any) -> set[str]:
    return {node[1] for node in nodes(book, e) if node[:1] == ("field",)}


class _Turning:
    """Cores of a book at instances with one table the other way round."""

    def __init__(self, book: Book, field: str) -> None:
        self.book, self.field = book, field

    def turned(self, e: Any) -> Any:
        """A core with the sign of what is odd changed. Raises _NoFormError where a part has no such form."""
        if not isinstance(e, tuple) or not self._speaks(e, {}):
            return e
        told = None if e[0] == "lam" else self._parity(e, {})
        if e[0] == "cmp" and self._both_ways(e, {}):
            return e
        if told is not None:
            return e if told == EVEN else e[1] if e[0] == "neg" else ("neg", e)
        if e[0] in ("let", "sequence") and self._speaks(self.book.lets[e[1]].core, {}):
            raise _NoFormError
        if e[0] in ("+", "-") and self._parity(e[2], {}) == ODD:
            return ("-" if e[0] == "+" else "+", self.turned(e[1]), e[2])
        return tuple(map(self.turned, e))

    def _speaks(self, e: Any, signs: Signs) -> bool:
        """Whether a core rests on the table, or on what stands for an odd parameter."""
        return any(
            node[:2] == ("field", self.field) or (node[:1] == ("par",) and signs.get(node[1]) == ODD)
            for node in nodes(self.book, e)
        )

    def _parity(self, e: Core, signs: Signs) -> int | None:
        """EVEN, ODD, or None where a number is seen to be neither."""
        if not self._speaks(e, signs):
            return EVEN
        kind = e[0]
        if kind in ("field", "par"):
            return ODD
        if kind in ("neg", "lam") or (kind == "sum" and not self._speaks(e[2], signs)):
            return self._parity(e[-1], signs)
        if kind == "let":
            return self._defined(e, signs)
        if kind == "^":
            told = self._parity(e[1], signs)
            return EVEN if told == EVEN or (told and e[2] % 2 == 0) else told
        if kind not in ("+", "-", "*", "/", "dot", "norm"):
            return None
        told = [self._parity(part, signs) for part in e[1:]]
        if None in told:
            return None
        if kind in ("+", "-"):
            return told[0] if told[0] == told[1] else None
        return EVEN if kind == "norm" or told[0] == told[1] else ODD

    def _defined(self, e: Core, signs: Signs) -> int | None:
        let = self.book.lets[e[1]]
        told = {name: self._parity(part, signs) for name, part in zip(let.parameters, e[2], strict=True)}
        inner = {name: sign for name, sign in told.items() if sign is not None}
        if len(inner) < len(told) or let.kind not in ("num", "point"):
            return None
        if let.kind == "num":
            return self._parity(let.core, inner)
        if let.core[0] != "closest" or let.core[3] is None or self._parity(let.core[3], inner) != ODD:
            return None
        return ODD if self._both_ways(let.core[4], {**inner, let.core[1]: ODD}) else None

    def _both_ways(self, e: Core | None, signs: Signs) -> bool:
        """Whether a condition says the same with the sign of what is odd changed."""
        if e is None or not self._speaks(e, signs):
            return True
        if e[0] in JOINED:
            return all(self._both_ways(part, signs) for part in e[1:])
        if e[0] in ("forall", "exists"):
            return self._both_ways(e[2], signs) and self._both_ways(e[3], signs)
        if e[0] == "let":
            let = self.book.lets[e[1]]
            told = {name: self._parity(part, signs) for name, part in zip(let.parameters, e[2], strict=True)}
            inner = {name: sign for name, sign in told.items() if sign is not None}
            return len(inner) == len(told) and self._both_ways(let.core, inner)
        if e[0] != "cmp":
            return False
        one, other = (self._parity(part, signs) for part in e[2:])
        if one == other == EVEN:
            return True
        return e[1] in ("=", "!=") and one is not None and (one == other or NOTHING in e[2:])
