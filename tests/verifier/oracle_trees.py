"""The oracle's numbers, and the value of an expression in rationals and balls."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

SYNTAX = re.compile(r"-?\d+(/0*[1-9]\d*|\.\d+)?", re.ASCII)


def number(value: Any) -> fmpq:
    if isinstance(value, str) and "0x" in value:
        return fmpq(*float.fromhex(value).as_integer_ratio())
    assert type(value) is int or SYNTAX.fullmatch(value)
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def count(value: Any, below: int = 2**63) -> int:
    assert type(value) is int
    assert 0 <= value < below
    return value


def value(data: Any, name: str, rest: list[Any], values: list[Any]) -> Any:
    """An `fmpq` while the value is rational, else a ball."""
    if name == "const":
        return number(*rest)
    if name == "size":
        (axis,) = rest
        return fmpq(data.sizes[axis])
    if name == "at":
        found = data.fields[rest[0]]
        for i in rest[1:]:
            found = found[count(i)]
        assert not isinstance(found, list)
        return fmpq(found)
    operands = [values[count(i)] for i in rest]
    if name in ("exp", "log", "sqrt", "log1p", "expm1", "abs", "neg"):
        (x,) = operands
        return (
            {"abs": abs, "neg": lambda x: -x}[name](x) if name in ("abs", "neg") else transcendental(name, x)
        )
    x, y = operands
    if name == "/":
        assert isinstance(y, fmpq) or not y.contains(0)
    if name in ("max", "min") and not (isinstance(x, fmpq) and isinstance(y, fmpq)):
        return getattr(arb(x), name)(arb(y))
    return {
        "+": lambda: x + y,
        "-": lambda: x - y,
        "*": lambda: x * y,
        "/": lambda: x / y,
        "max": lambda: max(x, y),
        "min": lambda: min(x, y),
    }[name]()


def transcendental(name: str, x: Any) -> Any:
    fixed = {"exp": (0, 1), "log": (1, 0), "log1p": (0, 0), "expm1": (0, 0)}.get(name)
    if isinstance(x, fmpq) and fixed and x == fixed[0]:
        return fmpq(fixed[1])
    if isinstance(x, fmpq) and name == "sqrt" and x >= 0 and x.p.is_square() and x.q.is_square():
        return fmpq(x.p.isqrt(), x.q.isqrt())
    found = getattr(arb(x), name)()
    assert found.is_finite()
    return found
