"""Numbers at random, as text."""

from __future__ import annotations

import re

from tests.verifier.second.drawn import LETTERS, NUMBERS, Drawn, Scope

KINDS = ("leaf", "two", "two", "two", "function", "binder", "binder", "choice", "called", "whole", "power")
KINDS = (*KINDS, "larger", "spectral")
TIES = ("(log(6) - log(2) - log(3))", "(sqrt(8) - 2 * sqrt(2))", "(exp(1) * exp(-1))", "(exp(2) - exp(1)^2)")
TIES = (*TIES, "log(4)", "sqrt(2)")
ARRAYS = ("{0} + {1}", "2 * {0}", "{0} - {1}", "-{0}", "({0} + {1}) * {0}", "{0}^2", "abs({0})")


def tight(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def is_product(text: str) -> bool:
    """Whether no + or - stands outside parentheses."""
    depth = 0
    for i, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and text[i : i + 3] in (" + ", " - "):
            return False
    return True


class Numbers(Drawn):
    """Terms, with parts that have no value as often as `rough` says."""

    def number(self, scope: Scope, depth: int) -> str:
        kind = self.rng.choice(KINDS) if depth > 0 else "leaf"
        found: str | None = getattr(self, f"number_{kind}")(scope, depth - 1)
        return found or self.number_leaf(scope, depth)

    def arrays(self, scope: Scope) -> dict[str, tuple[str, ...]]:
        """What numbers may name, with axes; what an argument hides is hidden."""
        found = {n: axes for n, (axes, kind) in self.fields.items() if kind in ("number", "natural")}
        found |= {n: let.axes for n, let in self.lets.items() if let.kind == "number" and not let.parameters}
        hidden = (*scope.sets, *scope.letters)
        return {n: axes for n, axes in found.items() if n not in hidden} | scope.arrays

    def whole(self, axes: tuple[str, ...], scope: Scope, depth: int) -> str:
        """An array along axes, or a number for one that is the same everywhere."""
        known = [n for n, other in self.arrays(scope).items() if other == axes]
        if not axes or not known:
            return self.number(scope, depth if not axes else 0)
        return self.some_array(known, scope, depth)

    def some_array(self, known: list[str], scope: Scope, depth: int) -> str:
        one = self.rng.choice(known)
        if depth <= 0 or self.chance(0.4):
            return one
        other = self.rng.choice((self.rng.choice(known), self.number(scope, 0)))
        return self.rng.choice(ARRAYS).format(one, other)

    # ---- kinds of numbers ----
    def number_leaf(self, scope: Scope, depth: int) -> str:
        del depth
        options = [
            self.rng.choice(NUMBERS),
            self.rng.choice([x for x in LETTERS if x not in scope.arrays] or ["2"]),
        ]
        for name, axes in self.arrays(scope).items():
            at = self.where(axes, scope)
            options += [name + at] * 2 if at is not None else []
        return self.rng.choice(options)

    def number_two(self, scope: Scope, depth: int) -> str:
        sign = self.rng.choice(("+", "-", "*", "*", "/"))
        one, other = self.number(scope, depth), self.number(scope, depth)
        if sign == "/" and not self.chance(self.rough):
            other = self.rng.choice(("2", "3", f"(1 + ({other})^2)"))
        if self.chance(0.5) or (sign in "*/" and self.chance(0.3)):
            one, other = tight(one), tight(other)
        return f"{one} {sign} {other}"

    def number_function(self, scope: Scope, depth: int) -> str:
        inside = self.number(scope, depth)
        kind = self.rng.choice(("exp", "log", "sqrt", "abs", "tie")) if self.real else "abs"
        if kind == "tie":
            return self.rng.choice(TIES)
        if kind == "exp":
            return f"exp({self.number(scope, 0)})"
        if kind == "abs" or self.chance(self.rough):
            return f"{kind}({inside})"
        return f"log(1 + ({inside})^2)" if kind == "log" else f"sqrt(({inside})^2)"

    def number_binder(self, scope: Scope, depth: int) -> str:
        kind, letters = self.rng.choice(("sum", "sum", "max", "min")), self.some_letters(scope)
        inner, guard = scope.more(letters=letters), ""
        if self.chance(self.rough + 0.15 * (kind == "sum")):
            guard = f" | {self.formula(inner, depth, guard=True)}"
        body = self.number(inner, depth)
        body = body if self.chance(0.5) and is_product(body) else tight(body)
        return f"({kind} {' '.join(letters)}{guard}. {body})"

    def number_choice(self, scope: Scope, depth: int) -> str:
        one, other = self.number(scope, depth), self.number(scope, depth)
        return f"(if {self.formula(scope, depth)} then {one} else {other})"

    def number_called(self, scope: Scope, depth: int) -> str | None:
        return self.called(scope, "number", depth)

    def called(self, scope: Scope, kind: str, depth: int) -> str | None:
        """A definition with arguments."""
        known = [(n, let) for n, let in self.lets.items() if let.kind == kind and let.parameters]
        known = [(n, let) for n, let in known if n not in scope.arrays]
        name, let = self.rng.choice(known) if known else ("", None)
        at = self.where(let.axes, scope) if let else None
        if let is None or at is None:
            return None
        given = [self.whole(axes, scope, depth) for axes in let.parameters.values()]
        return f"{name}({', '.join(given)}){at}"

    def number_whole(self, scope: Scope, depth: int) -> str | None:
        axes = self.rng.choice([axes for axes in self.arrays(scope).values() if axes] or [()])
        known = [n for n, other in self.arrays(scope).items() if other == axes]
        if not axes:
            return None
        one, other = self.some_array(known, scope, depth), self.whole(axes, scope, depth)
        return f"norm({one})" if self.real and self.chance(0.5) else f"dot({one}, {other})"

    def number_power(self, scope: Scope, depth: int) -> str:
        return f"{tight(self.number(scope, depth))}^{self.rng.randrange(4)}"

    def number_larger(self, scope: Scope, depth: int) -> str:
        kind = self.rng.choice(("max", "min"))
        return f"{kind}({self.number(scope, depth)}, {self.number(scope, depth)})"

    def number_spectral(self, scope: Scope, depth: int) -> str:
        kind = self.rng.choice(("rank", "rank", "largest", "smallest"))
        return self.rank(scope, depth) if kind == "rank" else self.square(kind, scope)

    def rank(self, scope: Scope, depth: int) -> str:
        axis, other = self.axis(), self.axis()
        x = self.letter(axis, scope)
        rows = scope.more(letters={x: axis})
        y = self.letter(other, rows)
        guard = f" | {self.formula(rows, 0, guard=True)}" if self.chance(0.3) else ""
        return f"rank({x}; {y}{guard}. {self.number(rows.more(letters={y: other}), depth)})"

    def square(self, kind: str, scope: Scope) -> str:
        """psd, largest or smallest of a symmetric matrix."""
        axis = self.axis()
        x = self.letter(axis, scope)
        y = self.letter(axis, scope.more(letters={x: axis}))
        one = self.number(scope.more(letters={x: axis}), 0)
        same = re.sub(rf"(?<![\w']){re.escape(x)}(?![\w'])", y, one)
        ends = f"(if {x} = {y} then {self.number(scope, 0)} else 0)"
        return f"{kind}({x}; {y}. {tight(one)} * {tight(same)} + {ends})"

    def formula(self, scope: Scope, depth: int, *, guard: bool = False) -> str:
        raise NotImplementedError
