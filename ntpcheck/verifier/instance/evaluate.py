"""Numbers at an instance: what the terms of a core come to, in exact numbers or enclosures.

`World`, in world.py, adds the formulas.
"""

from fractions import Fraction
from typing import Any

from ..arithmetic.intervals import Undecided, Undefined, spend
from .tensors import Core, Env, Setting, total


class Terms(Setting):
    """The numbers of a setting."""

    # ---- numbers ----
    def number(self, e: Core, env: Env) -> Any:
        kind = e[0]
        spend(1)
        if kind == "q":
            return e[1]
        if kind == "size":
            return Fraction(self.sizes[e[1]])
        if kind == "field":
            found = self.read(e[1], self.indices(e[2], env))
            return found if type(found) is Fraction else Fraction(found)
        if kind == "par":
            return env[e[1]][self.indices(e[2], env)]
        if kind == "let":
            return self.call(e, env, self.number)
        if kind in ("+", "-"):
            return (self.ops.add if kind == "+" else self.ops.subtract)(
                self.number(e[1], env), self.number(e[2], env)
            )
        if kind == "*":
            return self.times(e, env)
        if kind == "/":
            return self.ops.divide(self.number(e[1], env), self.number(e[2], env))
        if kind == "neg":
            return self.ops.neg(self.number(e[1], env))
        if kind == "^":
            return self.power(e, env)
        if kind == "fn":
            function = getattr(self.ops, "absolute" if e[1] == "abs" else e[1])  # exp, log and sqrt
            return function(self.number(e[2], env))
        if kind == "if":
            return self.number(e[2] if self.sure(e[1], env) else e[3], env)
        return self.gathered(e, env)

    def times(self, e: Core, env: Env) -> Any:
        first = self.number(e[1], env)
        return self.ops.mul(first, self.number(e[2], env))

    def power(self, e: Core, env: Env) -> Any:
        base, k = e[1], e[2]
        if k % 2 == 0 and base[0] == "norm":  # without the root
            return self.ops.power(self.squares(base[1], env), k // 2)
        if k % 2 == 0 and base[:2] == ("fn", "sqrt"):
            inside = self.number(base[2], env)
            self.ops.sqrt(inside)  # undefined where the root is
            return self.ops.power(inside, k // 2)
        return self.ops.power(self.number(base, env), k)

    def squares(self, lam: Core, env: Env) -> Any:
        tensor, axes = self.tensor(lam, env), tuple(axis for _, axis in lam[1])
        key = ("squares", id(tensor), axes)
        if key not in self.memo:
            found = total(self.ops, (self.ops.power(tensor[where], 2) for where in self.cells(axes)))
            self.keep(key, found, {"of": tensor})
        return self.memo[key][0]

    def norm(self, lam: Core, env: Env) -> Any:
        """The same root for every entry of what is divided by it."""
        tensor = self.tensor(lam, env)
        key = ("norm", id(tensor), tuple(axis for _, axis in lam[1]))
        if key not in self.memo:
            try:
                root = self.ops.sqrt(self.squares(lam, env))
            except Undecided:
                if not hasattr(self.ops, "length"):
                    raise
                root = self.ops.length([tensor[where] for where in self.cells(key[2])])
            self.keep(key, root, {"of": tensor})
        return self.memo[key][0]

    def gathered(self, e: Core, env: Env) -> Any:
        kind = e[0]
        if kind == "sum":
            return total(self.ops, (self.number(e[3], inner) for inner in self.each(e[1], e[2], env)))
        if kind in ("max", "min"):
            best = None
            for inner in self.each(e[1], e[2], env):
                x = self.number(e[3], inner)
                best = x if best is None else self.ops.extreme(best, x, largest=kind == "max")
            if best is None:
                raise Undefined(f"the {kind} of nothing")
            return best
        if kind in ("max2", "min2"):
            return self.ops.extreme(self.number(e[1], env), self.number(e[2], env), largest=kind == "max2")
        if kind == "norm":
            return self.norm(e[1], env)
        if kind == "dot":
            ops, one, other = self.ops, self.tensor(e[1], env), self.tensor(e[2], env)
            cells = self.cells(tuple(axis for _, axis in e[1][1]))
            if one is other:
                return total(ops, (ops.power(one[where], 2) for where in cells))
            return total(ops, (ops.mul(one[where], other[where]) for where in cells))
        if kind == "rank":
            return self.rank(self.rows(e, env))
        if kind in ("largest", "smallest"):
            return self.spectral(kind, self.matrix(e, env))
        if kind == "infimum":
            return self.optimum(e, env, self.place(e[1], env))
        if kind == "sequence":
            return self.sequence(e, env)
        raise Undecided(f"{kind} is no number")

    def sequence(self, e: Core, env: Env) -> Any:
        """An entry of what a lemma says of a sequence."""
        if e[1] not in self.sequences:
            raise Undecided(f"{e[1]} runs along a sequence: a lemma has to say what it is")
        return self.sequences[e[1]][self.indices(e[2], env)]

    def rows(self, e: Core, env: Env) -> list[list[Any]]:
        """The numbers of a matrix, row by row."""
        found: list[list[Any]] = []
        for outer in self.each(e[1], e[3], env):
            found.append([self.number(e[4], inner) for inner in self.every(e[2], outer)])
            spend(16 * len(found[-1]))
        return found

    def matrix(self, e: Core, env: Env) -> list[list[Fraction]]:
        return [[self.rational(x) for x in row] for row in self.rows(e, env)]

    def rank(self, rows: list[list[Any]]) -> Fraction:
        """By elimination, of other numbers than rational ones without division: logs and roots survive it."""
        from ..arithmetic import algebra

        if all(isinstance(x, Fraction) for row in rows for x in row):
            return Fraction(len(algebra.independent(rows)[0]))
        ops = self.ops
        for found in range(1 + len(rows)):
            signs = {(i, j): ops.sign(x) for i, row in enumerate(rows) for j, x in enumerate(row)}
            at = next((cell for cell, sign in signs.items() if sign), None)
            if at is None and None in signs.values():
                raise Undecided("whether a number of a matrix is 0 is not decided")
            if at is None:
                return Fraction(found)
            pivot = rows[at[0]]
            rows = [
                [
                    ops.subtract(ops.mul(pivot[at[1]], x), ops.mul(row[at[1]], y))
                    for x, y in zip(row, pivot, strict=True)
                ]
                for row in rows
                if row is not pivot
            ]
        raise AssertionError("a matrix has a higher rank than rows")

    def spectral(self, kind: str, matrix: list[list[Fraction]]) -> Any:
        """The largest or smallest eigenvalue."""
        from ..arithmetic import algebra

        if kind == "largest":
            return algebra.largest(matrix)
        return self.ops.neg(algebra.largest([[-x for x in row] for row in matrix]))

    def rational(self, x: Any) -> Fraction:
        if not isinstance(x, Fraction):
            raise Undecided("a rational number is needed in a matrix")
        return x

    def optimum(self, e: Core, env: Env, key: str) -> Any:
        raise NotImplementedError  # World has it
