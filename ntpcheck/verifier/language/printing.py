"""Trees back to the book's own spelling, with the parentheses that they need and no others."""

from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from ..arithmetic.intervals import length

Tree = tuple[Any, ...]
JOINING = {"iff": 1, "implies": 2, "or": 3, "and": 4, "not": 5, "cmp": 6, "is": 6}
LEVELS = {**JOINING, "+": 7, "-": 7, "*": 8, "/": 8, "neg": 9}
GREEDY = ("forall", "exists", "some", "every", "sets", "solvable", "eventually", "always", "growing", "if")


def text(tree: Tree) -> str:
    """One line that reads back to the same tree."""
    return _text(tree, 0)


def number(value: Fraction) -> str:
    """A natural or decimal fraction as it is written; any other number as a quotient."""
    places = next((k for k in range(value.denominator.bit_length()) if not 10**k % value.denominator), None)
    if places is None:
        return f"({value})"
    digits = f"{value.numerator * 10**places // value.denominator:0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def _text(e: Tree, level: int) -> str:
    kind = e[0]
    own = LEVELS.get(kind, 10 if kind not in GREEDY else 0)
    said = _plain(e, own)
    tight = kind in ("sum", "max", "min", "infimum") and level >= 7
    return f"({said})" if own < level or tight else said


def chained(e: Tree) -> bool:
    """Whether an `and` joins comparisons that were written as a chain, a <= b <= c: they share b itself."""
    if e[0] != "and" or e[2][0] != "cmp":
        return False
    last = e[1][2] if chained(e[1]) else e[1]
    return last[0] == "cmp" and last[3] is e[2][2]


def _unknown(unknown: tuple[str, tuple[str, ...]]) -> str:
    name, letters = unknown
    return name + (f"[{','.join(letters)}]" if letters else "")


def _given(condition: Tree | None) -> str:
    """A condition; one with a full stop of its own stands in parentheses."""
    if not condition:
        return ""
    stops = condition[0] in ("forall", "exists", "some", "every", "sets", "solvable", "growing")
    return f" | ({text(condition)})" if stops else f" | {text(condition)}"


def _plain(e: Tree, own: int) -> str:
    kind = e[0]
    if kind == "number":
        return number(e[1])
    if kind == "infinity":
        return kind
    if kind == "name":
        arguments = f"({', '.join(map(text, e[2]))})" if e[2] else ""
        return e[1] + arguments + (f"[{','.join(map(text, e[3]))}]" if e[3] else "")
    if kind in ("+", "-", "*", "/"):
        return f"{_text(e[1], own)} {kind} {_text(e[2], own + 1)}"
    if chained(e):
        return f"{_plain(e[1], own)} {e[2][1]} {_text(e[2][3], 7)}"
    if kind in ("iff", "implies", "or", "and"):
        return f"{_text(e[1], own + (kind == 'implies'))} {kind} {_text(e[2], own + (kind != 'implies'))}"
    if kind in ("not", "neg"):
        return ("not " if kind == "not" else "-") + _text(e[1], own)
    if kind == "^":
        return f"{_text(e[1], 10)}^{e[2]}" if e[1][0] != "^" else f"({text(e[1])})^{e[2]}"
    if kind == "cmp":
        return f"{_text(e[2], 7)} {e[1]} {_text(e[3], 7)}"
    if kind == "is":
        return f"{_text(e[1], 7)} is {e[2]}"
    if kind == "call":
        return f"{e[1]}({', '.join(map(text, e[2]))})"
    if kind == "if":
        return f"if {text(e[1])} then {text(e[2])} else {_text(e[3], 6)}"
    if kind in ("sum", "max", "min", "forall", "exists"):
        body = _text(e[3], 8) if kind in ("sum", "max", "min") else text(e[3])
        return f"{kind} {' '.join(e[1])}{_given(e[2])}. {body}"
    if kind in ("eventually", "always"):
        return f"{kind} {text(e[1])}"
    return _rare(e)


def _rare(e: Tree) -> str:
    kind = e[0]
    if kind in ("some", "every"):
        return f"{kind} {' '.join(map(_unknown, e[1]))}{_given(e[2])}. {text(e[3])}"
    if kind == "sets":
        return f"forall set {e[1]} of {e[2]} | size {_text(e[3], 7)}. {text(e[4])}"
    if kind == "growing":
        return f"growing {e[1]}. {text(e[2])}"
    if kind == "solvable":
        return f"solvable {_unknown(e[1])}. {text(e[2])}"
    if kind == "infimum":
        return f"infimum {_unknown(e[1])}{_given(e[2])}. {_text(e[3], 8)}"
    if kind == "closest":
        to = f"closest {_unknown(e[1])} to {_text(e[2], 7)}" if e[2] else f"shortest {_unknown(e[1])}"
        return f"{to} with {text(e[3])}"
    if kind == "minimiser":
        return f"minimiser {_unknown(e[1])} of {_text(e[2], 7)}" + (f" with {text(e[3])}" if e[3] else "")
    ends = f"[{','.join(map(text, e[5]))}]" if e[5] else ""
    return f"{kind}({' '.join(e[1])}; {' '.join(e[2])}{_given(e[3])}. {text(e[4])}){ends}"


def decimal(bounds: tuple[Fraction, Fraction]) -> str:
    """A number as far as its bounds agree."""
    low, high = bounds
    if low == high and length(low) <= 40 and len(str(low)) <= 12:
        return str(low)
    a, b = (Context(prec=8).divide(Decimal(x.numerator), Decimal(x.denominator)) for x in bounds)
    return f"{a:.6g}" if f"{a:.6g}" == f"{b:.6g}" else f"[{a:.8g}, {b:.8g}]"
