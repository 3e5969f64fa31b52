"""Arithmetic with unknown numbers that are known for all large R: first as symbols, then as what grows.

What cancels between quotients of sums of exponentials cancels before anything is rounded off: softmaxes that
tend to 1 lose nothing if 1 is subtracted.
"""

from contextlib import suppress
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..terms.symbols import CONSTANT, POSITIVE, UNIT, Quotient, Sum, Symbols, marked
from . import growth
from .growth import Growth, near_zero
from .orders import ONE, ZERO, Grown, Tower, grown


def linear(key: Any) -> dict[int, Any]:
    """The exponent of a term, as a linear form of unknown numbers."""
    found: dict[int, Any] = {}
    for (atoms, inner), k in key[1]:
        if inner or len(atoms) != 1 or atoms[0][1] != 1:
            raise Undecided("an exponent is not linear in what is unknown")
        found[atoms[0][0]] = k
    return found


class Placed(Growth):
    """The functions of growth.py, where a quotient of sums stands for its value at the unknowns' own."""

    def __init__(self, symbols: Symbols, at: dict[int, Any]) -> None:
        self.symbols, self.at = symbols, at
        self.squares: dict[int, list[tuple[Any, int]]] = {}  # of atoms that are roots: powers that add up

    def grown(self, x: Any) -> Any:
        """What a quotient is for large R, without a root above the line where its terms cancel beside it."""
        if not isinstance(x, Quotient):
            return x
        found = roots = [
            atom for atom in self.squares if any(atom == a for powers, _ in x.p for a, _ in powers)
        ]
        if not roots:
            return self.value(x)
        with suppress(Undecided):
            found = self.value(x)
            if told(found):
                return found
        for atom in roots:
            with suppress(Undecided):
                if told(better := self.rational(x, atom)):
                    return better
        return self.value(x) if found is roots else found

    def rational(self, x: Quotient, atom: int) -> Any:
        """(a + b s) / q as (a^2 - b^2 S) / ((a - b s) q), where the atom s is the root of S."""
        ops, square, halves = self.symbols, ZERO, [ZERO, ZERO]
        for y, k in self.squares[atom]:
            square = ops.add(square, ops.power(y, k))
        for (powers, exponent), c in x.p.items():
            k = dict(powers).get(atom, 0)
            rest = Quotient({(tuple(pair for pair in powers if pair[0] != atom), exponent): c}, UNIT)
            halves[k % 2] = ops.add(halves[k % 2], ops.mul(rest, ops.power(square, k // 2)))
        a, b = halves
        above = ops.subtract(ops.mul(a, a), ops.mul(ops.mul(b, b), square))
        below = super().subtract(self.grown(a), super().mul(self.grown(b), self.number(atom)))
        return super().divide(self.grown(above), super().mul(below, self.sum(x.q)))

    def value(self, x: Quotient) -> Any:
        """At first as it stands; then with one term below the line as 1, which leads where others have bounds
        alone. What is known by its log alone comes last."""
        x, found, open_ones = cancelled(x), None, list[Undecided]()
        for key in (None, *x.q):
            try:
                base = None if key is None else linear(key)
                found = super().divide(self.sum(x.p, base), self.sum(x.q, base))
            except Undecided as problem:
                open_ones.append(problem)
                continue
            if not isinstance(found, Tower):
                return found
        if found is None:
            raise open_ones[0]
        return found

    def sum(self, p: Sum, base: dict[int, Any] | None = None) -> Any:
        """A sum at the unknowns' own, divided by the exponential of a linear form of theirs."""
        found: Any = ZERO
        for key, c in p.items():
            term, form, exponent = c, ZERO, linear(key)
            for atom, k in key[0]:
                term = super().mul(term, super().power(self.number(atom), k))
            for atom in {**exponent, **(base or {})}:
                k = exponent.get(atom, ZERO) - (base or {}).get(atom, ZERO)
                form = super().add(form, super().mul(k, self.number(atom))) if k else form
            found = super().add(found, super().mul(term, super().exp(form)))
        return found

    def number(self, atom: int) -> Any:
        if atom not in self.at:
            raise Undecided("a number is not known")
        return self.at[atom]

    @staticmethod
    def symbolic(*numbers: Any) -> bool:
        return any(isinstance(x, Quotient) for x in numbers) and not any(
            isinstance(x, Grown) for x in numbers
        )

    def add(self, x: Any, y: Any) -> Any:
        ops = self.symbols if self.symbolic(x, y) else None
        return ops.add(x, y) if ops else super().add(self.grown(x), self.grown(y))

    def neg(self, x: Any) -> Any:
        return self.symbols.neg(x) if self.symbolic(x) else super().neg(x)

    def mul(self, x: Any, y: Any) -> Any:
        ops = self.symbols if self.symbolic(x, y) else None
        return ops.mul(x, y) if ops else super().mul(self.grown(x), self.grown(y))

    def divide(self, x: Any, y: Any) -> Any:
        if self.symbolic(x, y):
            try:
                return self.symbols.divide(x, y)
            except Undecided:  # the divisor's sign does not show
                pass
        return super().divide(self.grown(x), self.grown(y))

    def power(self, x: Any, k: int) -> Any:
        return self.symbols.power(x, k) if self.symbolic(x) else super().power(x, k)

    def exp(self, x: Any) -> Any:
        if self.symbolic(x):
            with suppress(Undecided):
                return self.symbols.exp(x)
        return super().exp(self.grown(x))

    def log(self, x: Any) -> Any:
        """Of what tends to c > 0 it is log c + log(1 + d), d = x / c - 1, of which what cancels does."""
        if isinstance(x, Quotient):
            with suppress(Undecided):
                c = self.limit(x)
                if not isinstance(c, tuple) and exact.sign(c) == 1:
                    d = self.grown(self.symbols.subtract(self.symbols.mul(exact.inverse(c), x), ONE))
                    return super().add(exact.log(c), near_zero(grown(d)))
        return super().log(self.grown(x))

    def sqrt(self, x: Any) -> Any:
        return self.root([(x, 1)], super().sqrt(self.grown(x)))

    def length(self, entries: list[Any]) -> Any:
        """The root of a sum of squares, each of its own: as one quotient, more may cancel than is known."""
        found = super().length([self.grown(x) for x in entries])
        nothing_leads = isinstance(found, Grown) and not found.terms
        return found if nothing_leads else self.root([(x, 2) for x in entries], found)

    def root(self, square: list[tuple[Any, int]], found: Any) -> Any:
        """A root as a symbol, of which the square is kept, so that it may be cleared where terms cancel."""
        if not self.symbolic(*(x for x, _ in square)) or self.sign(found) != 1:
            return found
        parts = [(x.p, x.q) if isinstance(x, Quotient) else ({CONSTANT: x}, UNIT) for x, _ in square]
        name = (
            "root",
            tuple((marked(p), marked(q), k) for (p, q), (_, k) in zip(parts, square, strict=True)),
        )
        symbol = self.symbols.unknown(name, POSITIVE)
        atom = self.symbols.numbers[name]
        self.at[atom], self.squares[atom] = found, square
        return symbol

    def absolute(self, x: Any) -> Any:
        return super().absolute(self.grown(x))

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        return super().extreme(self.grown(x), self.grown(y), largest=largest)

    def sign_bounds(self, x: Any) -> tuple[int, int]:
        return super().sign_bounds(self.grown(x))

    def sign(self, x: Any) -> int | None:
        return super().sign(self.grown(x))

    def limit(self, x: Any) -> Any:
        return growth.limit(self.grown(x))


def cancelled(x: Quotient) -> Quotient:
    """A quotient without the powers of unknowns that all terms have, above and below the line."""
    first, *others = [dict(powers) for powers, _ in (*x.q, *x.p)]
    common = {a: min(k, *(one.get(a, 0) for one in others)) for a, k in first.items()} if others else {}
    if not any(common.values()):
        return x
    p, q = (
        {
            (tuple((a, j) for a, k in powers if (j := k - common.get(a, 0))), e): c
            for (powers, e), c in part.items()
        }
        for part in (x.p, x.q)
    )
    return Quotient(p, q)


def told(x: Any) -> bool:
    """Whether what grows is known by more than its log. Raises Undecided where it is not seen what leads."""
    if isinstance(x, Grown) and not isinstance(x, Tower):
        x.lead()
    return not isinstance(x, Tower)


class Open(Placed):
    """The same beside numbers that are left open, as symbols: what grows is a symbol too where it meets one.

    So what is left open may cancel, as in differences; where it does not, nothing is known.
    """

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(symbols, {})
        self.lifted: dict[int, tuple[Grown, Any]] = {}

    def lift(self, *numbers: Any) -> tuple[Any, ...]:
        if not any(isinstance(x, Quotient) for x in numbers):
            return numbers
        return tuple(self.symbol(x) if isinstance(x, Grown) else x for x in numbers)

    def symbol(self, x: Grown) -> Any:
        if id(x) not in self.lifted:
            found = self.symbols.unknown(("grown", len(self.lifted)))
            self.at[self.symbols.numbers["grown", len(self.lifted)]] = x
            self.lifted[id(x)] = x, found
        return self.lifted[id(x)][1]

    def add(self, x: Any, y: Any) -> Any:
        return super().add(*self.lift(x, y))

    def mul(self, x: Any, y: Any) -> Any:
        return super().mul(*self.lift(x, y))

    def divide(self, x: Any, y: Any) -> Any:
        return super().divide(*self.lift(x, y))
