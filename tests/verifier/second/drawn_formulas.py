"""Formulas at random, as text."""

from __future__ import annotations

from tests.verifier.second.drawn import Scope
from tests.verifier.second.drawn_numbers import Numbers

KINDS = ("atom", "atom", "joined", "joined", "joined", "not", "for", "for", "for", "choice", "called")
KINDS = (*KINDS, "square", "closure", "solvable", "sets", "some")
ATOMS = ("number", "number", "number", "number", "index", "index", "array", "word", "name", "set", "chain")
WORDS = ("and", "or", "implies", "iff", "and", "or")
GREEDY = ("forall", "exists", "some", "every", "not", "if")


class Formulas(Numbers):
    """Formulas of all kinds but limits. guard: where others follow, so that it may not take all of them."""

    def formula(self, scope: Scope, depth: int, *, guard: bool = False) -> str:
        kind = self.rng.choice(KINDS) if depth > 0 else "atom"
        found: str | None = getattr(self, f"formula_{kind}")(scope, max(depth - 1, 0))
        found = found or self.formula_atom(scope, depth)
        return f"({found})" if guard and found.startswith(GREEDY) else found

    def formula_joined(self, scope: Scope, depth: int) -> str:
        parts = [self.formula(scope, depth) for _ in range(self.rng.choice((2, 2, 3)))]
        parts = [f"({p})" if p.startswith(GREEDY) and self.chance(0.8) else p for p in parts]
        said = parts[0] + "".join(f" {self.rng.choice(WORDS)} {part}" for part in parts[1:])
        return said if self.chance(0.4) else f"({said})"

    def formula_not(self, scope: Scope, depth: int) -> str:
        inside = self.formula(scope, depth)
        return f"not {inside}" if self.chance(0.5) else f"(not ({inside}))"

    def formula_for(self, scope: Scope, depth: int) -> str:
        letters = self.some_letters(scope)
        inner = scope.more(letters=letters)
        guard = f" | {self.formula(inner, depth - 1, guard=True)}" if self.chance(0.35) else ""
        kind = self.rng.choice(("forall", "exists"))
        said = f"{kind} {' '.join(letters)}{guard}. {self.formula(inner, depth)}"
        return f"({said})" if self.chance(0.7) else said

    def formula_choice(self, scope: Scope, depth: int) -> str:
        one, other = self.formula_atom(scope, depth), self.formula_atom(scope, depth)
        return f"(if {self.formula(scope, depth)} then {one} else {other})"

    def formula_called(self, scope: Scope, depth: int) -> str | None:
        return self.called(scope, "formula", depth)

    def formula_square(self, scope: Scope, depth: int) -> str:
        del depth
        return self.square("psd", scope)

    def formula_closure(self, scope: Scope, depth: int) -> str | None:
        axis = self.axis()
        x = self.letter(axis, scope)
        y = self.letter(axis, scope.more(letters={x: axis}))
        one, other = self.index(axis, scope), self.index(axis, scope)
        edge = self.formula(scope.more(letters={x: axis, y: axis}), depth, guard=True)
        return f"closure({x}; {y}. {edge})[{one},{other}]" if one and other else None

    def formula_solvable(self, scope: Scope, depth: int) -> str:
        del depth
        axes, name = (self.axis(),), self.name("X")
        return f"(solvable {name}{self.brackets(axes)}. {self.linear(name, axes, scope, ('=', '<=', '>='))})"

    def formula_sets(self, scope: Scope, depth: int) -> str:
        axis, name = self.axis(), self.name("T")
        said = self.formula(scope.more(sets={name: axis}), depth)
        return f"(forall set {name} of {self.letter(axis, scope)} | size {self.number(scope, 0)}. {said})"

    def formula_some(self, scope: Scope, depth: int) -> str:
        axes = (self.axis(),) if self.chance(0.3) else ()
        name = self.name("r")
        self.chosen[name] = self.array(axes, "number")
        inner = scope.more(arrays={name: axes})
        guard = f" | {self.formula(inner, 0, guard=True)}" if self.chance(0.3) else ""
        kind = self.rng.choice(("some", "every"))
        return f"({kind} {name}{self.brackets(axes)}{guard}. {self.formula(inner, depth)})"

    # ---- atoms ----
    def formula_atom(self, scope: Scope, depth: int) -> str:
        found: str | None = getattr(self, f"atom_{self.rng.choice(ATOMS)}")(scope, max(depth - 1, 0))
        return found or self.atom_number(scope, depth)

    def atom_number(self, scope: Scope, depth: int) -> str:
        return f"{self.number(scope, depth)} {self.sign()} {self.number(scope, depth)}"

    def atom_chain(self, scope: Scope, depth: int) -> str:
        return f"{self.atom_number(scope, depth)} {self.sign()} {self.number(scope, depth)}"

    def atom_index(self, scope: Scope, depth: int) -> str | None:
        del depth
        axis = self.axis()
        one, other = self.index(axis, scope), self.index(axis, scope)
        return f"{one} {self.sign()} {other}" if one and other else None

    def atom_array(self, scope: Scope, depth: int) -> str | None:
        known = [(n, axes) for n, axes in self.arrays(scope).items() if axes]
        name, axes = self.rng.choice(known or [("", ())])
        return f"{name} {self.sign()} {self.whole(axes, scope, depth)}" if name else None

    def atom_word(self, scope: Scope, depth: int) -> str | None:
        del depth
        return f"loss is {self.rng.choice(('linear', 'log'))}" if "loss" not in scope.arrays else None

    def atom_name(self, scope: Scope, depth: int) -> str | None:
        del depth
        known = [(n, let) for n, let in self.lets.items() if let.kind == "formula" and not let.parameters]
        known = [(n, let.axes) for n, let in known if n not in scope.arrays]
        name, axes = self.rng.choice(known or [("", ())])
        at = self.where(axes, scope)
        return name + at if name and at is not None else None

    def atom_set(self, scope: Scope, depth: int) -> str | None:
        del depth
        name, axis = self.rng.choice(tuple(scope.sets.items()) or (("", "m"),))
        at = self.index(axis, scope)
        return f"{name}[{at}]" if name and at else None

    # ---- constraints ----
    def linear(self, name: str, axes: tuple[str, ...], scope: Scope, signs: tuple[str, ...]) -> str:
        """Some constraints that are linear in an unknown, under conditions that do not hang on it."""
        return " and ".join(
            self.constraint(name, axes, scope, signs) for _ in range(self.rng.choice((1, 1, 2, 3)))
        )

    def constraint(self, name: str, axes: tuple[str, ...], scope: Scope, signs: tuple[str, ...]) -> str:
        letters: dict[str, str] = {}
        for axis in axes:
            letters[self.letter(axis, scope.more(letters=letters))] = axis
        inner, here, sign = (
            scope.more(letters=letters),
            f"{name}[{','.join(letters)}]",
            self.rng.choice(signs),
        )
        each = f"forall {' '.join(letters)}"
        more = self.rng.choice(("", f" + {self.number(inner, 0)}", " * 2", " * (-1)"))
        form = f"{here}{more} {sign} {self.number(inner, 1)}"
        kind = self.rng.choice(("all", "all", "sum", "guard", "plain", "if", "order"))
        if kind == "sum":
            return f"(sum {' '.join(letters)}. {here}) {sign} {self.number(scope, 1)}"
        if kind == "guard":
            return f"({each} | {self.formula(inner, 1, guard=True)}. {form})"
        if kind == "plain":
            return f"{self.number(scope, 1)} {sign} {self.number(scope, 1)}"
        if kind == "if":
            return f"({each}. {self.formula_atom(inner, 1)} implies {form})"
        return f"{name} {sign} {self.number(scope, 1)}" if kind == "order" else f"({each}. {form})"
