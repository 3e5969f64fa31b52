"""Nearest points, solvability and contradictions, against all sets of active rows; and what hints can do."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import networkx
import numpy as np
import pytest
from scipy.optimize import linprog

from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.arithmetic.kinds import Affine
from ntpcheck.verifier.instance import points
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book
from tests.verifier.programs import dot, drawn, nearest, world
from tests.verifier.toys import said

LET = {name: ("let", name, (), ()) for name in ("there-is",)}


def found(asked: World, name: str) -> list[Fraction] | None:
    """The point of a definition, or None where there is none."""
    try:
        return [asked.number(("let", name, (), (("v", "i"),)), {"i": i}) for i in range(asked.sizes["d"])]
    except Undefined:
        return None


@pytest.mark.parametrize("seed", range(12))
def test_the_nearest_point_is_the_nearest(seed: int) -> None:
    for k in range(20):
        instance = drawn((seed, k))
        target = [Fraction(x) for x in instance["t"]]
        assert found(world(instance), "P") == nearest(instance, target)
        assert found(world(instance), "least") == nearest(instance, [Fraction(0)] * len(target))


@pytest.mark.parametrize("seed", range(2))
def test_under_strict_constraints_the_nearest_point_of_their_closure_is_it_or_none_is(seed: int) -> None:
    missed = 0
    for k in range(100):
        instance = drawn((seed, k))
        target = [Fraction(x) for x in instance["t"]]
        best = nearest(instance | {"strict": [0] * len(instance["strict"])}, target)
        sides = zip(instance["A"], instance["b"], instance["strict"], strict=True)
        inside = best and all(not s or dot([Fraction(x) for x in row], best) > b for row, b, s in sides)
        missed += best is not None and not inside
        assert found(world(instance), "Q") == (best if inside else None)
    assert missed


def test_a_strict_constraint_is_read_where_it_is_asked_for() -> None:
    asked = world(drawn((0, 0)))
    strict = ("cmp", ">", ("par", "X", (("q0",),)), ("q", Fraction(0)))
    with pytest.raises(Undecided, match="linear in the unknown"):
        points.rows(asked, "X", strict, {})


def test_a_point_that_is_not_there_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_ones = (drawn((0, k)) for k in range(100))
    without = next(one for one in drawn_ones if found(world(one), "least") is None)
    asked, searched = world(without), list[str]()
    point = asked.point
    monkeypatch.setattr(asked, "point", lambda *at: searched.append(at[-1]) or point(*at))
    for _ in range(2):
        for i in range(asked.sizes["d"]):
            with pytest.raises(Undefined, match="no point satisfies"):
                asked.number(("let", "least", (), (("v", "i"),)), {"i": i})
    assert searched == ["least"]


@pytest.mark.parametrize("seed", range(12))
def test_solvable_says_whether_there_is_a_point(seed: int) -> None:
    for k in range(20):
        instance = drawn((seed, k))
        kept = [j for j, s in enumerate(instance["strict"]) if s == 0]
        program = linprog(
            np.zeros(len(instance["t"])),
            A_ub=-np.array([instance["A"][j] for j in kept]) if kept else None,
            b_ub=-np.array([instance["b"][j] for j in kept]) if kept else None,
            A_eq=instance["E"],
            b_eq=instance["f"],
            bounds=(None, None),
        )
        assert program.status in (0, 2)
        assert world(instance).ask(LET["there-is"]) is (program.status == 0)


def keys(instance: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The hints that a search finds, and how many constraints there are."""
    asked = world(instance)
    found(asked, "P")
    asked.ask(LET["there-is"])
    return asked.hints, len(instance["E"]) + instance["strict"].count(0)


@pytest.mark.parametrize("seed", range(8))
def test_no_hint_changes_what_is_found(seed: int) -> None:
    rng, answers = Random(seed), 0
    for k in range(12):
        instance = drawn((seed, k))
        truth = nearest(instance, [Fraction(x) for x in instance["t"]])
        names, total = keys(instance)
        for _ in range(6):
            kind = rng.choice(("active", "active", "ray"))
            listed = rng.sample(range(total), rng.randint(0, total))
            asked = world(instance, hints={key: {kind: listed} for key in names})
            try:
                point = found(asked, "P")
                assert point == truth
                answers += 1
            except Undecided:
                pass
            try:
                assert asked.ask(LET["there-is"]) is (truth is not None)
                answers += 1
            except Undecided:
                pass
    assert answers > 20


BROKEN = [
    None,
    [],
    {},
    "active",
    {"active": None},
    {"active": [0.5]},
    {"active": [True]},
    {"active": ["0"]},
    {"active": [-1]},
    {"active": [99]},
    {"active": [0, 0]},
    {"active": [[0]]},
    {"active": [0], "ray": [0]},
    {"point": [[1]]},
    {"ray": {}},
    {"ray": [10**30]},
]


@pytest.mark.parametrize("hint", BROKEN, ids=str)
def test_a_hint_of_another_form_helps_nobody(hint: Any) -> None:
    instance = {"type": "Program", "A": [[1]], "b": [1], "E": [[0]], "f": [0], "t": [0], "strict": [0]}
    names, _ = keys(instance)
    asked = world(
        instance, hints=dict.fromkeys(names, hint) if hint is not None else {"other": {"active": []}}
    )
    with pytest.raises(Undecided):
        found(asked, "P")
    with pytest.raises(Undecided):
        asked.ask(LET["there-is"])


def test_equations_need_no_hint() -> None:
    instance = {"type": "Program", "A": [[1]], "b": [1], "E": [[2]], "f": [3], "t": [0], "strict": [1]}
    assert found(world(instance, hints={"none": 0}), "P") == [Fraction(3, 2)]
    instance |= {"E": [[0]], "f": [1]}
    assert found(world(instance, hints={"none": 0}), "P") is None


def test_a_contradiction_is_exact() -> None:
    """x >= 1 and -x >= -1 + 10^-30 contradict each other; with -1 they do not."""
    close = {
        "type": "Program",
        "A": [[1], [-1]],
        "b": [1, "-1"],
        "E": [[0]],
        "f": [0],
        "t": [5],
        "strict": [0, 0],
    }
    assert found(world(close), "P") == [1]
    close["b"] = [1, str(Fraction(-1) + Fraction(1, 10**30))]
    hints = {key: {"ray": [0, 1]} for key in ("P", "there-is.X")}
    assert found(world(close, hints=hints), "P") is None
    assert world(close, hints=hints).ask(LET["there-is"]) is False


def at_least(k: int, **row: int) -> Any:
    """x y .. is at least -k, as an inequality of cells (0,) and (1,)."""
    return False, Affine(Fraction(k), {("xy".index(name),): Fraction(c) for name, c in row.items()})


@pytest.mark.parametrize(
    ("found", "contradiction"),
    [
        ([at_least(-1, x=1), at_least(0, x=-1)], True),  # x >= 1 and x <= 0
        ([at_least(-1, x=1), at_least(0, y=1), at_least(0, x=-1)], True),  # y >= 0 has no part in it
        ([at_least(-1, x=1), at_least(1, x=-1)], False),  # x = 1
        ([at_least(-1, x=1), at_least(0, x=1)], False),
        ([at_least(-1, x=1), at_least(-1, x=-1), at_least(-9, y=1)], True),
        ([at_least(-1, x=1), at_least(0, y=1)], False),
    ],
)
def test_what_contradicts_by_weights_that_are_not_negative(found: Any, contradiction: bool) -> None:  # noqa: FBT001
    allow(1_000_000)
    ray = list(range(len(found)))
    if contradiction:
        points.refute(exact, found, ray, "key")
        return
    with pytest.raises(Undecided, match="no contradiction"):
        points.refute(exact, found, ray, "key")


def test_nearest_points_may_have_logs() -> None:
    items = "let Wlog = closest X[v,i] to W with forall v. (sum i. X[v,i]) = log(V + d)\n"
    assert said("forall v. (sum i. Wlog[v,i]) = log(5)", items=items) == "true"
    moved = "forall v i. Wlog[v,i] - W[v,i] = (log(5) - (sum a. W[v,a])) / 2"
    assert said(moved, items=items) == "true"


@pytest.mark.parametrize("seed", range(10))
def test_closure_is_reachability(seed: int) -> None:
    rng = Random(seed)
    shelf = Book('book g "Graphs"\naxes n: x y z\ngiven Graph: edge[x,y] natural\n')
    size = rng.randint(2, 6)
    edges = [[int(rng.random() < 0.25) for _ in range(size)] for _ in range(size)]
    graph = networkx.DiGraph((x, y) for x in range(size) for y in range(size) if edges[x][y])
    graph.add_nodes_from(range(size))
    reach = networkx.transitive_closure(graph, reflexive=False)
    allow(1_000_000)
    sizes, fields = files.instance(shelf, "Graph", {"type": "Graph", "edge": edges})
    shelf.given = "Graph"
    asked = World(shelf, "Graph", sizes, fields, {})
    asked.reset(64)
    inside = ("cmp", ">", ("field", "edge", (("v", "y"), ("v", "z"))), ("q", Fraction(0)))
    for a in range(size):
        for b in range(size):
            core = ("closure", (("y", "n"),), (("z", "n"),), None, inside, (("v", "a"), ("v", "b")))
            assert asked.formula(core, {"a": a, "b": b}) is reach.has_edge(a, b)


CHOSEN = """let X1 = shortest X[i] with c > 1 implies (forall i. X[i] = 3)
let X2 = shortest X[i] with c > 2 implies (forall i. X[i] = 3)
let X3 = shortest X[i] with if c > 1 then (forall i. X[i] = 2) else (forall i. X[i] = 5)
let X4 = shortest X[i] with if c > 2 then (forall i. X[i] = 2) else (forall i. X[i] = 5)
"""


@pytest.mark.parametrize(("name", "value"), [("X1", 3), ("X2", 0), ("X3", 2), ("X4", 5)])
def test_constraints_may_stand_under_a_condition_that_is_decided(name: str, value: int) -> None:
    assert said(f"forall i. {name}[i] = {value}", items=CHOSEN) == "true"


@pytest.mark.parametrize(
    "condition",
    [
        *("not (X[0] = 1)", "sum i. X[i] > 1", "X[0] = 1 or X[0] = 2", "exp(X[0]) >= 2", "X[0]^2 >= 1"),
        *("X[0] * X[0] = X[0]", "1 / X[0] <= 1", "abs(X[0]) <= 1"),
    ],
)
def test_what_is_no_linear_constraint_is_not_decided(condition: str) -> None:
    condition = condition.replace("X[0]", "(sum i. X[i])")
    items = f"let X1 = shortest X[i] with ({condition})\n"
    assert said("norm(X1) >= 0", items=items) == "undecided"


@pytest.mark.parametrize(("lower", "reads", "values"), [("c", 1, ("c", "c")), ("M[i]", 2, (4, 5))])
def test_constraints_are_read_once_for_arguments_that_they_do_not_name(
    lower: str, reads: int, values: tuple[object, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, seen = points.rows, list[object]()
    monkeypatch.setattr(points, "rows", lambda *at, **how: seen.append(at) or read(*at, **how))
    items = (
        f"let four[i] = 4\nlet five[i] = 5\nlet N(M[i]) = closest X[i] to M with forall i. X[i] = {lower}\n"
    )
    sides = " and ".join(
        f"(forall i. N({k})[i] = {x})" for k, x in zip(("four", "five"), values, strict=True)
    )
    assert said(sides, items=items) == "true"
    assert len(seen) == reads
