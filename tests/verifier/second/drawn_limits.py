"""Limits at random, of sequences that stay where they start: each says what a formula without limits says.

Both are written at once, with signs that stand for words of the one or of the other.
"""

from __future__ import annotations

from tests.verifier.second.drawn import Scope
from tests.verifier.second.drawn_books import Books, folded

SEQUENCES = {"one_s": "1", "zero_s": "0", "y_s": "y", "x_s": "x[v]"}
LIMITS = {"<<": "tends(", "~~": ", ", ">>": ")", "%%": "bounded(", "##": ")", "{{": "(eventually ", "}}": ")"}
PLAIN = {"<<": "((", "~~": ") = (", ">>": "))", "%%": "(0 * (", "##": ") = 0)", "{{": "(", "}}": ")"}
ZERO = "(log(3 + 2 * sqrt(2)) - 2 * log(1 + sqrt(2)))"  # which does not show
NONES = (f"log{ZERO}", f"1 / {ZERO}", f"({ZERO} / {ZERO})", ZERO)


class Limits(Books):
    """Conjunctions, quantifiers and conditions of limits, most of them false, some without a value."""

    lines: list[str]
    live = False  # in a limit

    def book(self) -> str:
        super().book()
        return self.told(limits=True)

    def told(self, *, limits: bool) -> str:
        """The book with limits, or the same with formulas and definitions in their places."""
        words, out, runs = LIMITS if limits else PLAIN, list[str](), self.runs
        for line in self.lines:
            for sign, word in words.items():
                line = line.replace(sign, word)
            if line.startswith("claim") and runs:
                out += [self.sequence(name, limits=limits) for name in runs]
                runs = []
            keyword, _, rest = line.strip().partition("  ")
            out.append(f"    formula  {rest}" if keyword == "limit" and not limits else line)
        return "\n".join(map(folded, out)) + "\n"

    @staticmethod
    def sequence(name: str, *, limits: bool) -> str:
        at = "[v]" if name == "x_s" else ""
        start = SEQUENCES[name]
        return (
            f"trajectory {name}{at} along s from {start} by {name}{at}"
            if limits
            else f"let {name}{at} = {start}"
        )

    def typed(self) -> None:
        super().typed()
        self.runs = self.rng.sample(sorted(SEQUENCES), self.rng.choice((1, 1, 2, 3)))
        self.hidden = self.rng.choice((0.0, 0.0, 0.05))

    # ---- numbers ----
    def number_leaf(self, scope: Scope, depth: int) -> str:
        if self.live and self.chance(self.hidden):
            return self.rng.choice(NONES)
        if self.live and self.chance(0.5):
            name = self.rng.choice(self.runs)
            at = self.where(("V",), scope) if name == "x_s" else ""
            return self.rng.choice((f"{name}{at}", f"({name}{at} - 1)")) if at is not None else "2"
        return super().number_leaf(scope, depth)

    def number_two(self, scope: Scope, depth: int) -> str:
        if self.live and self.chance(self.rough):
            return f"{self.rng.choice(('1', '3'))} / ({self.number_leaf(scope, depth)})"
        return super().number_two(scope, depth)

    # ---- limits ----
    def limit(self, scope: Scope, depth: int) -> str:
        kind = self.rng.choice(
            ("false", "false", "one", "and", "and", "for", "for", "real", "joined", "plain")
        )
        if kind == "false":
            return self.false()
        if kind == "plain":
            return f"({self.formula(scope, 1)})"
        if kind == "one" or depth <= 0:
            return self.one(scope)
        if kind in ("and", "joined"):
            word = "and" if kind == "and" else self.rng.choice(("or", "implies", "iff"))
            return f"(({self.limit(scope, depth - 1)}) {word} {self.limit(scope, depth - 1)})"
        said, inner = self.bound(scope, real=kind == "real")
        guard = f" | ({self.limit(inner, 0)})" if self.chance(0.5) else ""
        return f"({said}{guard}. {self.limit(inner, depth - 1)})"

    def bound(self, scope: Scope, *, real: bool) -> tuple[str, Scope]:
        if real:
            name = self.name("r")
            self.chosen[name] = self.array((), "number")
            return f"{self.rng.choice(('some', 'every'))} {name}", scope.more(arrays={name: ()})
        letters = self.some_letters(scope)
        kind = self.rng.choice(("forall", "forall", "exists"))
        return f"{kind} {' '.join(letters)}", scope.more(letters=letters)

    def one(self, scope: Scope) -> str:
        self.live = True
        kind = self.rng.choice(("tends", "tends", "bounded", "far"))
        if kind == "far":
            said = "{{" + self.formula(scope, 1) + "}}"
        else:
            number, other = self.number(scope, 1), self.number(scope, 0)
            said = f"%%{number}##" if kind == "bounded" else f"<<{number}~~{other}>>"
        self.live = False
        return said

    def false(self) -> str:
        name = self.rng.choice(self.runs)
        if name == "x_s":
            return "(forall v8. <<x_s[v8]~~7>>)"
        return self.rng.choice((f"<<{name}~~5>>", f"<<2 * {name}~~5>>", "{{" + f"{name} = 5" + "}}"))

    def claim(self) -> None:
        name = f"t/c{len(self.claims)}"
        said = self.limit(Scope(), self.rng.choice((2, 3)))
        self.lines += [f'claim {name} "1" on One', "    says  words", f"    limit  {said}"]
        self.claims.append(name)
