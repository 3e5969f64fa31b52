"""Arithmetic with unknowns in which continuous functions of terms are atoms, where they are nothing else."""

from collections.abc import Iterator
from typing import Any

from ..arithmetic.intervals import Undecided
from .symbols import ANY, POSITIVE, Quotient, Signs, Symbols, marked

NAMED = ("exp", "log", "sqrt", "abs", "max", "min")


class Functions(Symbols):
    """Symbols with e to the power of any term, and with |x|, max and min of terms whose order is open.

    All of its functions are continuous wherever they have a value.
    """

    def hanging(self, word: str, x: Any, signs: Signs = ANY) -> Quotient:
        """A number that hangs on x alone."""
        if not isinstance(x, Quotient):
            raise Undecided(f"bounds of a number leave its {word} open")
        return self._function(word, x, signs)

    def exp(self, x: Any) -> Any:
        try:
            return super().exp(x)
        except Undecided:
            return self.hanging("exp", x, POSITIVE)

    def absolute(self, x: Any) -> Any:
        try:
            return super().absolute(x)
        except Undecided:
            return self.hanging("abs", x, (0, 1))

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        """Its sign is bounded by theirs."""
        try:
            return super().extreme(x, y, largest=largest)
        except Undecided:
            ends = zip(self.sign_bounds(x), self.sign_bounds(y), strict=True)
            low, high = (max(pair) if largest else min(pair) for pair in ends)
            sides = (marked(p) for z in (x, y) for p in self._parts(z))
            return self.unknown(("max" if largest else "min", *sides), (low, high))

    def reached(self, x: Any) -> set[Any]:
        """The names of the unknown numbers that a term hangs on, those inside of functions too."""
        names = {number: name for name, number in self.numbers.items()}
        found, seen = set[Any](), set[int]()
        left = [*_atoms(x.p), *_atoms(x.q)] if isinstance(x, Quotient) else []
        while left:
            if (atom := left.pop()) in seen:
                continue
            seen.add(atom)
            name = names[atom]
            if isinstance(name, tuple) and name[0] in NAMED:
                left += [inner for half in name[1:] for inner in _atoms(dict(half))]
            else:
                found.add(name)
        return found


def _atoms(p: Any) -> Iterator[int]:
    for powers, exponent in p:
        yield from (atom for atom, _ in powers)
        for key, _ in exponent:
            yield from _atoms([key])
