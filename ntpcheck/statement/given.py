"""What is known where a term stands, how much of it is looked at, and what was found of it before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self

from ntpcheck.statement.combinations import Combinations, Terms

if TYPE_CHECKING:
    from ntpcheck.statement.cores import Written
    from ntpcheck.verifier.tensors import Core

STEPS = 20_000  # nodes looked at for one question; what takes longer is not decided


class Given(Combinations):
    """Facts: comparisons, as cores with names that are bound once."""

    def __init__(self, written: Written, facts: tuple[Core, ...] = ()) -> None:
        super().__init__(written)
        self.left, self.deep = [STEPS], 0
        self.within = [False]  # whether facts about all indices are being asked
        self.splits = [0, False]  # nodes left for cases of conditions; whether cases are being looked at
        self.sides: dict[int, tuple[Core, Terms]] = {}  # the facts' differences, by the facts' identities
        self.divisors: frozenset[Any] = frozenset()  # forms of what the assumptions divide by: it is not 0
        self.seen: set[Any] = set()  # forms of what is seen to have a value where just this is known
        self.long: Callable[[Core], bool] | None = None  # whether that is the norm of a point that is not 0
        self.facts = facts

    @property
    def facts(self) -> tuple[Core, ...]:
        return self._facts

    @facts.setter
    def facts(self, facts: tuple[Core, ...]) -> None:
        self._facts = facts
        self.forget()

    def begin(self) -> None:
        """All nodes are left, and nothing was found yet."""
        self.left[0] = STEPS
        self.forget()

    def forget(self) -> None:
        """Nothing was found yet with what is known now."""
        self.beside: dict[Any, Self] = {}  # the same where a formula holds too
        self.answers: dict[Any, Any] = {}  # what was found of numbers and formulas

    def having(self, e: Core | None) -> Self:
        """The same where a formula holds too; for no formula, one of its own."""
        if e is None:
            return self._with(())
        key = id(self.form(e)), self.deep
        found = self.beside.get(key)
        if found and found.deep == self.deep and (found.long, found.divisors) == (self.long, self.divisors):
            return found
        found = self._with(tuple(self.split(e)))
        if self.lasting():
            self.beside[key] = found
        return found

    def split(self, e: Core) -> Iterator[Core]:
        """What follows at once from a formula."""
        raise NotImplementedError

    def _with(self, facts: tuple[Core, ...]) -> Self:
        found = self.alone()
        found.facts, found.deep, found.sides = (*self.facts, *facts), self.deep, self.sides
        found.within, found.divisors, found.long = self.within, self.divisors, self.long
        found.splits = self.splits
        return found

    def alone(self) -> Self:
        """The same without facts: what is asked of a sum in one of them does not lead back to it."""
        found = type(self)(self.written)
        found.left, found.shown, found.read = self.left, self.shown, self.read
        found.forms, found.kept = self.forms, self.kept
        return found

    def lasting(self) -> bool:
        return self.left[0] >= 0

    def answer(self, find: Callable[[Core], Any], e: Core) -> Any:
        """What is found of a formula or number here, each once as long as there are nodes left."""
        key = find.__name__, id(self.form(e)), self.deep, self.within[0], *self.splits
        if key not in self.answers:
            found = find(e)
            if not self.lasting():
                return found
            self.answers[key] = found
        return self.answers[key]
