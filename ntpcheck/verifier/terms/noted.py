"""Arithmetic with unknowns that goes on where a number may have no value, and notes what that hangs on."""

from typing import Any

from ..arithmetic.intervals import Undecided
from .symbols import POSITIVE, Quotient, Symbols, marked


class Noted(Symbols):
    """Arithmetic with unknowns that notes what has to hold for a number to have a value, and goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.noted = set[Any]()

    def hanging(self, word: str, x: Any, signs: Any = (-1, 1)) -> Quotient:
        """A number that hangs on x alone."""
        if not isinstance(x, Quotient):
            raise Undecided(f"bounds of a number leave its {word} open")
        return self.unknown((word, marked(x.p), marked(x.q)), signs)

    def needed(self, word: str, x: Any) -> Quotient:
        found = self.hanging(word, x)
        self.noted.add((word, marked(x.p), marked(x.q)))
        return found

    def inverse(self, x: Any) -> Any:
        try:
            return super().inverse(x)
        except Undecided:
            return self.needed("divisor", x)

    def log(self, x: Any) -> Any:
        try:
            return super().log(x)
        except Undecided:
            return self.needed("log", x)

    def sqrt(self, x: Any) -> Any:
        try:
            return super().sqrt(x)
        except Undecided:
            return self.needed("root", x)

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
        try:
            return super().extreme(x, y, largest=largest)
        except Undecided:
            sides = [marked(p) for z in (x, y) for p in self._parts(z)]
            found: Any = self.unknown(("extreme", largest, *sides))
            return found
