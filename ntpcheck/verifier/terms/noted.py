"""Arithmetic with unknowns that goes on where a number may have no value, and notes what that hangs on."""

from typing import Any

from ..arithmetic.intervals import Undecided
from .functions import Functions
from .symbols import Quotient, marked


class Noted(Functions):
    """Arithmetic with unknowns that notes what has to hold for a number to have a value, and goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.noted = set[Any]()

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
