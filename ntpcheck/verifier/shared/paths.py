"""The one path that a formula names, the space of its points, and its goal."""

from fractions import Fraction
from typing import Any

from ..asymptotics import far
from ..instance import points
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..terms.symbols import Symbols
from .premises import needs, same, sequences


class Path:
    """The one path that a formula names: the least points of a goal in balls, perhaps under equations."""

    def __init__(self, world: World, core: Core) -> None:
        names = list(sequences(world, core))
        needs(len(names) == 1 and world.book.lets[names[0]].core[0] == "path", "one path is named")
        self.name = names[0]
        _, self.along, self.unknown, self.axes, self.goal, guard = world.book.lets[self.name].core
        self.ops = Symbols()
        self.equations: list[dict[tuple[int, ...], Fraction]] = []
        self.balls = list[Core]()
        self.guarded(world, guard)
        needs(len(self.balls) == 1, f"the points of {self.name} are those of a ball, perhaps under equations")
        self.point = far.Point(self.ops, list(world.cells(self.axes)), self.equations)

    def guarded(self, world: World, guard: Core | None) -> None:
        """Reads the norm's bound and equations without a constant."""
        if guard and guard[0] == "and":
            self.guarded(world, guard[1])
            self.guarded(world, guard[2])
            return
        bound = tuple((f"_{i}", axis) for i, axis in enumerate(self.axes))
        whole = ("lam", bound, ("par", self.unknown, tuple(("v", letter) for letter, _ in bound)))
        if guard and same(world, guard, ("cmp", "<=", ("norm", whole), ("sequence", self.along, ()))):
            self.balls.append(guard)
            return
        for equation, form in points.rows(world, self.unknown, guard, {}):
            needs(equation and form.k == 0, "the path is under equations without constants")
            self.equations.append(form.a)

    def value(self, world: World) -> Any:
        """The goal at the unknown point, as a quotient."""
        return far.symbolic(world, self.goal, self.ops, {self.unknown: self.point.tensor})

    def direction(self, world: World) -> Tensor:
        """The direction that the file exhibits; the path may go along it."""
        shown = world.exhibited("direction", self.axes, {})
        needs(self.point.holds(shown), "the direction exhibited obeys the path's equations")
        return shown


def goal_of(world: World, let: Let) -> Core:
    """The goal of a path under a condition, such as in balls, or without its ridge |M|^2 / r."""
    goal, power = penalised(world, let)
    needs(power in (0, 2), "the path is in balls, or has a ridge")
    return goal


def penalised(world: World, let: Let) -> tuple[Core, int]:
    """The goal of a path under a condition and 0, or the goal and p where |M|^p / r stands beside it."""
    _, along, unknown, axes, goal, guard = let.core
    if guard is not None:
        return goal, 0
    bound = tuple((f"_{i}", axis) for i, axis in enumerate(axes))
    whole = ("lam", bound, ("par", unknown, tuple(("v", letter) for letter, _ in bound)))
    needs(goal[0] == "+" and goal[2][0] == "/", "the path is in balls, or has a power of the norm beside it")
    length = goal[2][1]
    length, power = (length[1], length[2]) if length[0] == "^" else (length, 1)
    ridge = ("/", ("norm", whole), ("sequence", along, ()))
    needs(
        power > 0 and same(world, ("/", length, goal[2][2]), ridge),
        "the path is in balls, or has a power of the norm beside it",
    )
    return goal[1], power
