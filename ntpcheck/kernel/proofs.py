"""Why a part of a statement over the reals holds or fails at an instance, as a lemma of Coq."""

from fractions import Fraction
from itertools import product
from typing import Any

from ntpcheck.kernel.names import Unprintable
from ntpcheck.kernel.numerals import array, table
from ntpcheck.kernel.tracing import Seen, Tracing
from ntpcheck.verifier.arithmetic.algebra import independent, solve
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.instance import points
from ntpcheck.verifier.instance.tensors import bound_indices


def fact(world: Tracing, seen: Seen, name: str) -> list[str]:
    """The lines of the lemma. Raises Unprintable."""
    kind = seen.core[0]
    if kind == "rank":
        return rank(world, seen, name)
    sign = "" if seen.found else "~ "
    head = f"Lemma {name} : {sign}({seen.text})."
    if kind == "solvable":
        proof = f"{exhibited(world, seen)} at_once" if seen.found else "nobody"
    elif kind == "psd":
        proof = "semidefinite" if seen.found else negative(world, seen)
    elif kind == "some" and seen.found:
        proof = " ".join(f"exists {text};" for text in named(world, seen)) + " at_once"
    elif kind == "every" and not seen.found:
        proof = "let A := fresh in intro A; " + " ".join(
            f"specialize (A {text});" for text in named(world, seen)
        )
        proof += " revert A; match goal with |- ?a -> False => change (~ a) end; at_once"
    elif kind == "some":
        proof = falling(world) if "claim.direction" in world.hints else "nowhere"
    else:
        raise Unprintable(f"`{kind}` over reals that is {str(seen.found).lower()}: it rests on a lemma")
    return [head, f"Proof. {proof}. Qed."]


def falling(world: Tracing) -> str:
    """No point is least: the function falls along the direction of the file's hint, from every point."""
    direction = array([[Fraction(x) for x in row] for row in world.hints["claim.direction"]])
    layers = "; ".join(f"cbv beta delta [{name}] in G; layer G" for name in world.numbers)
    return f"falling {direction} ltac:(fun G => {layers})"


def exhibited(world: Tracing, seen: Seen) -> str:
    """A point that satisfies the constraints, found on those that the file's hint calls active."""
    _, name, axes, formula = seen.core
    found = points.rows(world, name, formula, seen.env)
    hint = world.hints.get(f"{seen.owner}.{name}" + bound_indices(seen.env), {})
    solved = points.nearest(world.ops, found, hint.get("active", []), world.zero())
    if solved is None:
        raise Unprintable("a point of the hint is not found again")
    cells = {cell: solved[0].get(cell, Fraction(0)) for cell in world.cells(axes)}
    return f"exists {tensor(world, cells, axes)};"


def tensor(world: Tracing, cells: Any, axes: tuple[str, ...]) -> str:
    return array(table(cells, [world.sizes[axis] for axis in axes]))


def named(world: Tracing, seen: Seen) -> list[str]:
    """The reals that the file names."""
    before, world.owner = world.owner, seen.owner
    try:
        return [tensor(world, world.exhibited(name, axes, seen.env), axes) for name, axes in seen.core[1]]
    except Undecided as problem:
        raise Unprintable(str(problem)) from None
    finally:
        world.owner = before


def rank(world: Tracing, seen: Seen, name: str) -> list[str]:
    """Independent rows, and every row as a combination of them."""
    _, rows, columns, condition, body, _ = seen.core
    size, matrix, kept = world.sizes[rows[0][1]], list[list[Fraction]](), list[int]()
    for i in range(size):
        env = {**seen.env, rows[0][0]: i}
        if condition is None or world.sure(condition, env):
            kept.append(i)
            matrix.append([world.rational(world.number(body, inner)) for inner in world.every(columns, env)])
    basis, _ = independent(matrix)
    combos = [[Fraction(0)] * max(len(basis), 1) for _ in range(size)]
    gram = [
        [sum((x * y for x, y in zip(matrix[a], matrix[b], strict=True)), Fraction(0)) for b in basis]
        for a in basis
    ]
    for i, row in zip(kept, matrix, strict=True):
        right = [sum((x * y for x, y in zip(row, matrix[b], strict=True)), Fraction(0)) for b in basis]
        combos[i][: len(basis)] = solve(gram, right, world.ops)
    chosen = "[" + "; ".join(f"{kept[b]}%nat" for b in basis) + "]"
    k = len(basis)
    proof = [
        f"  rewrite (rank_by _ _ {k}%nat _ _ {array(combos)} (fun i => nth i {chosen} 0%nat));",
        "  [unfold Q2R; simpl; lra | open; lia | at_once | unfold independent; independence | at_once].",
    ]
    return [f"Lemma {name} : {seen.text} = Q2R ({k} # 1).", "Proof.", *proof, "Qed."]


def negative(world: Tracing, seen: Seen) -> str:
    """A vector on which the quadratic form is negative."""
    matrix = world.matrix(seen.core, seen.env)
    for vector in product((0, 1, -1, 2, -2), repeat=len(matrix)):
        if sum(x * y * matrix[i][j] for i, x in enumerate(vector) for j, y in enumerate(vector)) < 0:
            text = array([Fraction(x) for x in vector])
            return (
                f"let A := fresh in intro A; specialize (A {text}); revert A; unfold quad; "
                "match goal with |- ?a -> False => change (~ a) end; at_once"
            )
    raise Unprintable("a matrix that is not positive semidefinite, without a small vector that shows it")
