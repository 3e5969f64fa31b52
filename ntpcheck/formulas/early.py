"""What a statement that something always holds says of the first steps: a formula about instances alone.

`always F` implies F after each number of steps, where every trajectory is written out from its start by its
own steps. So a batch of instances can be searched for one at which a first step already refutes it.
"""

from copy import copy
from fractions import Fraction
from typing import Any

from ntpcheck.verifier.asymptotics.spoken import LIMITS, mentions
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.names import Let

Core = tuple[Any, ...]
STEPS = (1, 2, 0)  # that are written out, the likeliest to tell first
ASIDE = (*LIMITS, "some", "every", "recorded")


class Unfit(Exception):
    """The statement implies no such formula that is read off it."""


def early(book: Book, core: Core) -> list[tuple[int, Book, Core]]:
    """Steps, and what the statement implies of instances after so many; nothing where it is unfit."""
    found: list[tuple[int, Book, Core]] = []
    if not mentions(book, core, ("always",)):
        return found
    written = Written(book)  # one for all steps, which share what does not depend on them
    for step in STEPS:
        try:
            found.append((step, written.book, written.implied(core, step)))
        except Unfit:
            return []
    return found


class Written:
    """A book with trajectories written out as definitions, W_k after two steps as `W_k@2`."""

    def __init__(self, book: Book) -> None:
        self.plain, self.book = book, copy(book)
        self.book.lets = dict(book.lets)

    def implied(self, e: Core, step: int) -> Core:
        """A formula without sequences that a statement implies. Raises Unfit."""
        kind = e[0]
        if kind == "always":
            return self.at(e[1], step)
        if not mentions(self.plain, e, (*ASIDE, "sequence")):
            return e
        if kind == "and":
            return self.either(e[1:], step)
        if kind == "or":
            return (kind, self.implied(e[1], step), self.implied(e[2], step))
        if kind in ("forall", "exists"):
            return (*e[:3], self.implied(e[3], step))
        if kind == "implies" and not mentions(self.plain, e[1], ASIDE):
            return (kind, e[1], self.implied(e[2], step))
        raise Unfit

    def either(self, parts: tuple[Core, ...], step: int) -> Core:
        """What a conjunction implies by the parts of which something is read off."""
        found: list[Core] = []
        for part in parts:
            try:
                found.append(self.implied(part, step))
            except Unfit:
                continue
        if not found:
            raise Unfit
        return found[0] if len(found) == 1 else ("and", *found)

    def at(self, e: Any, step: int) -> Any:
        """A core with what its sequences are after some steps."""
        if not isinstance(e, tuple):
            return e
        if e[:1] and e[0] in ASIDE:
            raise Unfit
        if e[:1] == ("sequence",):
            return self.sequence(e, step)
        inner = tuple(self.at(part, step) for part in e)
        if e[:1] == ("let",) and mentions(self.plain, self.plain.lets[e[1]].core, (*ASIDE, "sequence")):
            let = self.plain.lets[e[1]]
            return ("let", self.defined(let, let.core, step, step, let.kind), *inner[2:])
        return inner

    def sequence(self, e: Core, step: int) -> Core:
        let = self.plain.lets[e[1]]
        if let.kind == "running":
            return ("q", Fraction(step))
        if let.core[0] != "trajectory":
            raise Unfit
        _, _, start, after = let.core
        name = self.defined(let, after if step else start, step, max(step - 1, 0), "num")
        return ("let", name, (), self.at(e[2], step))

    def defined(self, let: Let, core: Core, step: int, before: int, kind: Any) -> str:
        """The name of a definition written out."""
        name = f"{let.name}@{step}"
        if name not in self.book.lets:
            self.book.lets[name] = Let(
                name, let.given, let.parameters, let.indices, self.at(core, before), kind, (), let.line
            )
        return name
