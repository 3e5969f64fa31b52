"""Implicit objects at an instance: their values, and why these have the property that is asked for."""

from fractions import Fraction
from typing import Any

from ntpcheck.kernel.names import Unprintable, spelled
from ntpcheck.kernel.numerals import array, real, table
from ntpcheck.kernel.printer import rational
from ntpcheck.kernel.statement import Statement
from ntpcheck.kernel.tracing import Tracing
from ntpcheck.verifier.arithmetic.algebra import independent
from ntpcheck.verifier.arithmetic.kinds import Log
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.language.book import Let

Lines = tuple[list[str], list[str]]  # the value's definition, and its proof


def object_lines(made: Statement, world: Tracing, name: str) -> Lines:
    core, let = made.objects[name]
    if core[0] == "closest":
        if let.parameters:
            return projection(made, world, name, let)
        cells = world.point(core, {}, let.name)
        return nearest(made, world, name, cells, core[2])
    if core[0] in ("largest", "smallest"):
        return eigenvalue(made, world, name)
    return infimum(made, world, name)


def nearest(made: Statement, world: Tracing, name: str, cells: Any, axes: tuple[str, ...]) -> Lines:
    text = array(table(cells, [world.sizes[axis] for axis in axes]))
    head = f"Lemma {name}_is_holds : {made.head(f'{name}_is')}."
    value = [f"Definition {name} : tensor2 := {text}."]
    if not any(isinstance(x, Log) for x in cells.values()):
        return value, [head, f"Proof. unfold {name}_is, shortest. nearest. Qed."]
    start = f"  unfold {name}_is, shortest. near. apply kkt; [decide_it|]."
    return value, [head, "Proof.", start, *combined(name, of_logs(cells)), "Qed."]


def of_logs(cells: Any) -> list[tuple[str, str]]:
    """The point is a sum of logarithms times arrays: each array, times the step to another point Z."""
    weights: dict[Any, list[str]] = {}
    for (i, j), x in cells.items():
        of = {**x.c, 1: x.r} if isinstance(x, Log) else {1: x}
        for n, c in of.items():
            if c:
                step = f"{rational(c)} * (Z {i}%nat {j}%nat - X {i}%nat {j}%nat)"
                weights.setdefault(n, []).append(step)
    return [("1" if n == 1 else f"ln {n}", " + ".join(terms)) for n, terms in weights.items()]


def projection(made: Statement, world: Tracing, name: str, let: Let) -> Lines:
    """The nearest point of a subspace to an argument: a linear map, by the images of the unit arrays."""
    core = let.core
    if list(let.parameters.values()) != [core[2]]:
        raise Unprintable("an object with several arguments")
    (parameter,) = let.parameters
    images: dict[Any, Any] = {}
    for unit in world.cells(core[2]):
        one = Tensor(lambda where, unit=unit: Fraction(int(where == unit)), "unit")
        images[unit] = world.point(core, {parameter: one}, let.name)
    letter = spelled(parameter)

    def entry(cell: Any) -> str:
        terms = [
            f"{rational(images[unit][cell])} * {letter} {unit[0]}%nat {unit[1]}%nat"
            for unit in images
            if images[unit][cell]
        ]
        return " + ".join(terms) or "0"

    sizes = [world.sizes[axis] for axis in core[2]]
    rows = [[entry((i, j)) for j in range(sizes[1])] for i in range(sizes[0])]
    text = "[" + "; ".join(f"[{'; '.join(row)}]" for row in rows) + "]"
    value = f"Definition {name} : {made.variables[name]} := fun {letter} => tab2 0 {text}."
    proof = [
        f"Lemma {name}_is_holds : {made.head(f'{name}_is')}.",
        "Proof.",
        f"  unfold {name}_is. intro {letter}. near. apply kkt; [shown|].",
        *combined(f"{name} {letter}", moves(images, letter)),
    ]
    return [value], [*proof, "Qed."]


def moves(images: dict[Any, Any], letter: str) -> list[tuple[str, str]]:
    """By how much each entry of the argument moves the point, times the step to another point Z."""
    sums: list[tuple[str, str]] = []
    for unit in images:
        moved = [
            f"{rational(images[unit][cell] - (cell == unit))} * (Z {cell[0]}%nat {cell[1]}%nat - "
            f"X {cell[0]}%nat {cell[1]}%nat)"
            for cell in images
            if images[unit][cell] != (cell == unit)
        ]
        if moved:
            sums.append((f"{letter} {unit[0]}%nat {unit[1]}%nat", " + ".join(moved)))
    return sums


def combined(point: str, sums: list[tuple[str, str]]) -> list[str]:
    """The product of the step to a point with the step to any other is a sum of terms that are 0."""
    lines = [f"  intros Z HZ. set (X := {point}). known HZ. open."]
    for i, (_, terms) in enumerate(sums):
        lines.append(f"  assert (E{i} : {terms} = 0) by (unfold X; open; logs_in_goal; linear).")
    total = " + ".join(f"{weight} * ({terms})" for weight, terms in sums) or "0"
    lines.append(f"  match goal with |- 0 <= ?g => replace g with ({total}) by (unfold X; open; same) end.")
    rewrites = "".join(f"rewrite E{i}; " for i in range(len(sums)))
    lines.append(f"  {rewrites}lra.")
    return lines


def eigenvalue(made: Statement, world: Tracing, name: str) -> Lines:
    core, _ = made.objects[name]
    sign = 1 if core[0] == "largest" else -1
    value = world.number(core, {})
    if not isinstance(value, Fraction):
        raise Unprintable("an irrational eigenvalue")
    matrix = [[sign * x for x in row] for row in world.matrix(core, {})]
    shifted = [
        [(sign * value if i == j else 0) - x for j, x in enumerate(row)] for i, row in enumerate(matrix)
    ]
    _, relations = independent(shifted)
    text = array(relations[0])
    proof = [
        f"Lemma {name}_is_holds : {made.head(f'{name}_is')}.",
        "Proof.",
        f"  unfold {name}_is, smallest_eigenvalue, largest_eigenvalue. split; [semidefinite|].",
        f"  intros f H. specialize (H {text}). revert H. unfold quad. open. facts. intro H. chosen H. lra.",
        "Qed.",
    ]
    return [f"Definition {name} : R := {real(value)}."], proof


def infimum(made: Statement, world: Tracing, name: str) -> Lines:
    """An infimum of 0, which is approached along the ray of the file's hint."""
    core, let = made.objects[name]
    before, world.owner = world.owner, let.name
    try:
        value = world.number(core, {})
    finally:
        world.owner = before
    ray = world.hints.get(f"{let.name}.{core[1]}", {}).get("ray")
    if value != 0 or ray is None:
        raise Unprintable("an infimum that is not 0, or is attained")
    text = array([[Fraction(x) for x in row] for row in ray])
    proof = f"Proof. unfold {name}_is. nothing_below {text} {len(ray)}. Qed."
    return [f"Definition {name} : R := 0."], [f"Lemma {name}_is_holds : {made.head(f'{name}_is')}.", proof]
