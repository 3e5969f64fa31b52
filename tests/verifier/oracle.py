"""What a tree of the toy book means, read off the tree itself: rationals, and else 60 digits of mpmath."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import numpy as np

from tests.verifier.toys import DECODING

Tree = tuple[Any, ...]
SIZES = {"m": 2, "V": 3, "d": 2}
AXES = {"j": "m", "k": "m", "u": "V", "v": "V", "z": "V", "i": "d", "a": "d", "b": "d"}
TIE = mpmath.mpf(10) ** -35


class Nothing(Exception):
    """A part that has no value: 1/0, the log of 0, the largest of nothing."""


def lists(value: Any) -> Any:
    return [lists(one) for one in value] if isinstance(value, list) else Fraction(value)


FIELDS = {
    "h": lists(DECODING["embeddings"]),
    "n": lists(DECODING["counts"]),
    "W": lists(DECODING["W"]),
    "c": Fraction(DECODING["scale"]),
    "next": DECODING["next"],
}
TENSORS = {"W": ("V", "d"), "h": ("m", "d"), "n": ("m", "V")}


def real(x: Any) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def sign(x: Any) -> int:
    """-1, 0 or 1; what is closer to 0 than any number that is not would be is 0."""
    if not isinstance(x, Fraction) and abs(x) < TIE:
        return 0
    return (x > 0) - (x < 0)


class Oracle:
    """Trees to truth values and numbers; an environment gives letters their numbers."""

    def every(self, letters: tuple[str, ...], env: dict[str, int]) -> Iterator[dict[str, int]]:
        axes = [AXES[x.rstrip("0123456789")] for x in letters]
        for where in product(*(range(SIZES[axis]) for axis in axes)):
            yield {**env, **dict(zip(letters, where, strict=True))}

    def guarded(self, e: Tree, env: dict[str, int]) -> Iterator[dict[str, int]]:
        return (inner for inner in self.every(e[1], env) if e[2] is None or self.truth(e[2], inner))

    # ---- formulas ----
    def truth(self, e: Tree, env: dict[str, int]) -> bool:
        kind = e[0]
        if kind == "cmp":
            return self.compared(e[1], e[2], e[3], env)
        if kind == "and":
            return self.truth(e[1], env) and self.truth(e[2], env)
        if kind == "or":
            return self.truth(e[1], env) or self.truth(e[2], env)
        if kind == "implies":
            return not self.truth(e[1], env) or self.truth(e[2], env)
        if kind == "iff":
            return self.truth(e[1], env) is self.truth(e[2], env)
        if kind == "not":
            return not self.truth(e[1], env)
        if kind in ("forall", "exists"):
            found = (self.truth(e[3], inner) for inner in self.guarded(e, env))
            return all(found) if kind == "forall" else any(found)
        if kind == "if":
            return self.truth(e[2] if self.truth(e[1], env) else e[3], env)
        if kind == "is":
            return e[2] == ("linear", "log")[DECODING["loss"]]
        assert (kind, e[1]) == ("name", "S")
        j, v = (self.index(i, env) for i in e[3])
        return FIELDS["n"][j][v] > 0

    def compared(self, how: str, a: Tree, b: Tree, env: dict[str, int]) -> bool:
        if a[0] == "name" and a[1] in env:
            s = env[a[1]] - env[b[1]]
        else:
            x, y = self.number(a, env), self.number(b, env)
            s = sign(x - y if isinstance(x, Fraction) and isinstance(y, Fraction) else real(x) - real(y))
        return {"=": s == 0, "!=": s != 0, "<": s < 0, "<=": s <= 0, ">": s > 0, ">=": s >= 0}[how]

    def index(self, e: Tree, env: dict[str, int]) -> int:
        return FIELDS["next"][self.index(e[3][0], env)] if e[1] == "next" else env[e[1]]

    # ---- numbers ----
    def number(self, e: Tree, env: dict[str, int]) -> Any:
        kind = e[0]
        if kind == "number":
            return e[1]
        if kind == "name":
            return self.named(e, env)
        if kind in ("+", "-", "*", "/"):
            return self.operation(kind, self.number(e[1], env), self.number(e[2], env))
        if kind == "neg":
            return -self.number(e[1], env)
        if kind == "^":
            return self.number(e[1], env) ** e[2]
        if kind == "call":
            return self.called(e[1], e[2], env)
        if kind in ("sum", "max", "min"):
            return self.gathered(kind, [self.number(e[3], inner) for inner in self.guarded(e, env)])
        if kind == "if":
            return self.number(e[2] if self.truth(e[1], env) else e[3], env)
        assert kind == "rank"
        return Fraction(int(np.linalg.matrix_rank(np.array(FIELDS["h"], dtype=float))))

    def operation(self, kind: str, x: Any, y: Any) -> Any:
        if not (isinstance(x, Fraction) and isinstance(y, Fraction)):
            x, y = real(x), real(y)
        if kind == "/" and sign(y) == 0:
            raise Nothing
        return x + y if kind == "+" else x - y if kind == "-" else x * y if kind == "*" else x / y

    def gathered(self, kind: str, found: list[Any]) -> Any:
        if kind == "sum":
            whole = all(isinstance(x, Fraction) for x in found)
            return sum(found, Fraction(0)) if whole else mpmath.fsum(map(real, found))
        if not found:
            raise Nothing
        return (max if kind == "max" else min)(found, key=real)

    def named(self, e: Tree, env: dict[str, int]) -> Any:
        _, text, arguments, indices = e
        where = [self.index(i, env) for i in indices]
        if text in SIZES:
            return Fraction(SIZES[text])
        if text == "l":
            j, v = where
            return self.gathered(
                "sum", [self.entry(arguments[0], (v, i)) * FIELDS["h"][j][i] for i in range(2)]
            )
        if text == "lifted":
            return self.number(arguments[0], env) + sum(FIELDS["h"][where[0]])
        found = FIELDS[text]
        for i in where:
            found = found[i]
        return found

    def entry(self, e: Tree, where: tuple[int, int]) -> Any:
        """An entry of a whole tensor along V and d."""
        kind = e[0]
        if kind == "number":
            return e[1]
        if kind == "name":
            return FIELDS["c"] if e[1] == "c" else FIELDS[e[1]][where[0]][where[1]]
        if kind == "neg":
            return -self.entry(e[1], where)
        if kind == "^":
            return self.entry(e[1], where) ** e[2]
        return self.operation(kind, self.entry(e[1], where), self.entry(e[2], where))

    def called(self, name: str, arguments: tuple[Tree, ...], env: dict[str, int]) -> Any:
        if name in ("dot", "norm"):
            one, other = arguments[0], arguments[-1]
            cells = list(product(range(3), range(2)))
            total = sum((self.entry(one, w) * self.entry(other, w) for w in cells), Fraction(0))
            return total if name == "dot" else mpmath.sqrt(real(total))
        found = [self.number(a, env) for a in arguments]
        if name in ("max", "min"):
            return self.gathered(name, found)
        x = found[0]
        if name == "abs":
            return abs(x)
        if (name == "log" and sign(x) <= 0) or (name == "sqrt" and sign(x) < 0):
            raise Nothing
        if name == "sqrt":
            return mpmath.sqrt(abs(real(x)))
        return mpmath.exp(real(x)) if name == "exp" else mpmath.log(real(x))
