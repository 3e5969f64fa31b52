"""What adds up along trajectories what these are at each step: a sum of losses so far, or of iterates."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..arithmetic.kinds import Nonlinear
from ..asymptotics.growth import INFINITY
from ..asymptotics.limits import GROWTH
from ..asymptotics.orders import UNIT, Grown, Settled, grown
from ..asymptotics.placed import Placed
from ..asymptotics.spoken import names_sequences
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..language.book import Let
from ..terms.functions import Functions
from ..terms.symbols import POSITIVE
from .premises import Cell, all_of, entries, scalar, sequences, table, unknowns


def moving(world: World, core: Core) -> dict[str, Let]:
    """The trajectories that a formula names, without those that only add up what others are."""
    found = all_of(world, core, "trajectory")
    left = {name: let for name, let in found.items() if added(world, name, let) is None}
    if not left:
        raise Undecided("the formula names sums alone")
    return left


def added(world: World, name: str, let: Let) -> Core | None:
    """What each step adds to a number, or to a tensor what others are, if it does not hang on the sum itself;
    else None.
    """
    rest = beside(let.core[3], ("sequence", name, tuple(("v", letter) for letter, _ in let.indices)))
    if rest is None or (let.indices and not any(True for _ in sequences(world, rest))):
        return None
    return None if name in sequences(world, rest) else rest


def beside(e: Core, own: Core) -> Core | None:
    """x where a sum is own + x."""
    if e[0] not in ("+", "-"):
        return None
    if e[1] == own:
        return e[2] if e[0] == "+" else ("neg", e[2])
    if e[0] == "+" and e[2] == own:
        return e[1]
    for i, other in ((1, 2), (2, 1)) if e[0] == "+" else ((1, 2),):
        if (rest := beside(e[i], own)) is not None:
            return (e[0], rest, e[other])
    return None


def with_sums(world: World, core: Core, known: dict[str, Any], k: Any, ops: Any) -> dict[str, Any]:
    """What is known of trajectories, and of the sums of what they are that a formula names."""
    found = all_of(world, core, "trajectory")
    wanted = {name: rest for name, let in found.items() if (rest := added(world, name, let)) is not None}
    known, left = dict(known), [name for name in wanted if name not in known]
    Steps(world, found, wanted).check()
    for _ in range(len(left)):  # a sum may add up another one
        for name in [name for name in left if name not in known]:
            with suppress(Undecided), world.under(ops, known):
                totals = summed(world, found[name], wanted[name], k, ops)
                known[name] = table(totals, "sum")
    return known


def summed(world: World, let: Let, rest: Core, k: Any, ops: Any) -> dict[Cell, Any]:
    """A sum for all large k, entry by entry."""
    steps = entries(world, rest, let)
    if names_sequences(world, rest):
        return {cell: sum_of(step, k, ops) for cell, step in steps.items()}
    with world.under(exact):  # the same from the first step on
        start = entries(world, let.core[2], let)
    return {cell: ops.add(start[cell], ops.mul(step, k)) for cell, step in steps.items()}


def with_means(world: World, core: Core, known: dict[str, Any], k: Any, ops: Placed) -> dict[str, Any]:
    """The same where sums add up what is linear in symbols: k is one too, and a sum is k times a mean, linear
    in the symbols' means. So what cancels between the entries of a mean, or beside k, does.
    """
    found = all_of(world, core, "trajectory")
    wanted = {name: rest for name, let in found.items() if (rest := added(world, name, let)) is not None}
    if not wanted:
        raise Undecided("nothing is added up")
    Steps(world, found, wanted).check()
    symbols, names = ops.symbols, {atom: name for name, atom in ops.symbols.numbers.items()}
    steps_made, means = symbols.unknown("steps made", POSITIVE), dict[Any, Any]()
    ops.at[symbols.numbers["steps made"]] = k
    for atom in filter(names.__contains__, list(ops.at)):
        with suppress(Undecided):
            mean = mean_of(ops.at[atom], k)
            means[names[atom]] = symbols.unknown(("mean", names[atom]))
            ops.at[symbols.numbers["mean", names[atom]]] = mean
    known = known | {let.core[1]: scalar(steps_made) for let in found.values()}
    for name, rest in wanted.items():
        with world.under(exact):
            sums = entries(world, found[name].core[2], found[name])
        with world.under(ops, known):
            for cell, step in entries(world, rest, found[name]).items():
                mean, slopes = symbols.linear(step)
                for one, c in slopes.items():
                    if one not in means:
                        raise Undecided("of what is added up no mean is known")
                    mean = symbols.add(mean, symbols.mul(c, means[one]))
                sums[cell] = symbols.add(sums[cell], symbols.mul(steps_made, mean))
        known[name] = table(sums, "sum")
    return known


def sum_of(step: Any, k: Any, ops: Any) -> Any:
    """A sum for all large k: each step adds one number, or (c + o(1)) times 1, 1 / sqrt k or 1 / k, or what
    is O(k^(-3/2)): then it tends to a number. Or what is known but for o(1) by logs of k. What tends to c
    adds up to c k and what the rest adds up to.
    """
    with suppress(Undecided):
        end = ops.limit(ops.mul(step, ops.mul(k, ops.sqrt(k))))
        if not (isinstance(end, tuple) and end[0] == INFINITY):
            return Settled()
    for pace, times, total in (
        (k, Fraction(1), ops.log),
        (ops.sqrt(k), Fraction(2), ops.sqrt),
        (Fraction(1), Fraction(1), lambda x: x),
    ):
        end = ops.limit(ops.mul(step, pace))
        if isinstance(end, tuple) and end[0] == INFINITY:
            continue
        if pace == 1 and exact.sign(end):
            with suppress(Undecided):
                return ops.add(ops.mul(end, k), sum_of(ops.subtract(step, end), k, ops))
        c, order = grown(total(k)).lead()
        return Grown([(exact.mul(exact.mul(times, end), c), order)], order)
    return sum_of_logs(step, k, ops)


def sum_of_logs(step: Any, k: Any, ops: Any) -> Any:
    """k (a (log k - 1) + b log log k + c) + o(k), where each step adds a log k + b log log k + c + o(1)."""
    return ops.add(ops.mul(k, mean_of_logs(step, k, ops)), Grown([], grown(k).lead()[1]))


def mean_of_logs(step: Any, k: Any, ops: Any) -> Any:
    """The same divided by k, without what is o(1)."""
    left, mean, log_k = step, Fraction(0), ops.log(k)
    for part, less in ((log_k, Fraction(1)), (ops.log(log_k), Fraction(0)), (Fraction(1), Fraction(0))):
        c = ops.limit(ops.divide(left, part))
        if isinstance(c, tuple) and c[0] == INFINITY:
            raise Undecided("what is added up grows, and not like logs")
        left = ops.subtract(left, ops.mul(c, part))
        mean = ops.add(mean, ops.mul(c, ops.subtract(part, less)))
    return mean


def mean_of(step: Any, k: Any) -> Any:
    """The mean of a number over k steps: what it tends to, and a kth of what the rest adds up to."""
    end = GROWTH.limit(step)
    if isinstance(end, tuple) and end[0] == INFINITY:
        return GROWTH.add(mean_of_logs(step, k, GROWTH), Grown([], UNIT))
    left = sum_of(GROWTH.subtract(step, end), k, GROWTH)
    if isinstance(left, Settled):  # a number: divided by k it is below each power of k above -1
        return GROWTH.add(end, Grown([], GROWTH.sqrt(GROWTH.divide(Fraction(1), k)).lead()[1]))
    return GROWTH.add(end, GROWTH.divide(left, k))


class Steps:
    """What sums add up in each step, which has to have a value wherever the trajectories are."""

    def __init__(self, world: World, found: dict[str, Let], wanted: dict[str, Core]) -> None:
        self.world, self.found, self.wanted, self.ops = world, found, wanted, Functions()
        k = self.ops.unknown("k", (0, 1))
        self.known = {let.core[1]: scalar(k) for let in found.values()}
        for name, let in found.items():
            rest = wanted.get(name)
            if rest is not None and not names_sequences(world, rest):  # a counter; no tensor is one
                with world.under(exact):
                    start, pace = entries(world, let.core[2], let)[()], world.number(rest, {})
                self.known[name] = scalar(self.ops.add(start, self.ops.mul(pace, k)))
            else:
                self.known[name] = unknowns(self.ops, name)

    def check(self) -> None:
        with self.world.under(self.ops, self.known):
            for name, rest in self.wanted.items():
                indices = self.found[name].indices
                if not all(self.valued(rest, env) for env in self.world.every(indices, {})):
                    raise Undecided(f"a step of {name} is not seen to have a value everywhere")

    def valued(self, e: Core, env: Env) -> bool:
        """Whether a number, or a comparison, has a value whatever the trajectories are."""
        with suppress(Undecided):
            if e[0] not in ("if", "cmp"):
                self.world.number(e, env)
                return True
        if e[0] in ("if", "cmp", "+", "-", "*", "neg"):
            return all(self.valued(part, env) for part in (e[2:] if e[0] == "cmp" else e[1:]))
        return False


def run_on(world: World, named: dict[str, Let]) -> Steps:
    """The steps of trajectories, each of which has a value wherever it is made, and so have their starts."""
    wanted = {name: rest for name, let in named.items() if (rest := added(world, name, let)) is not None}
    steps = Steps(world, named, wanted)
    steps.check()
    for name, let in named.items():
        with world.under(exact):
            entries(world, let.core[2], let)
        if name not in wanted:
            with world.under(steps.ops, steps.known):
                entries(world, let.core[3], let)
    return steps


# ---- Whether a sequence runs on, as what is said of it needs ----
RUNS = "runs on"


def runs(found: frozenset[Any]) -> frozenset[Any]:
    """Of needs those that sequences run on."""
    return frozenset(one for one in found if one[0] == RUNS)


def unmet(world: World, found: frozenset[Any]) -> bool:
    """Whether some needs are not seen to be met, as that a trajectory runs on may be."""
    awaited = runs(found)
    return awaited != found or not all(runs_on(world, one) for one in awaited)


def runs_on(world: World, key: Any) -> bool:
    """Whether each step of a trajectory, and of those that it names, has a value wherever it is made; or a
    path's goal everywhere in closed balls, in which it has a least point then.
    """
    if key in world.surely:
        return world.surely[key]
    world.surely[key], core = False, ("sequence", key[1], ())
    with suppress(KeyError, Nonlinear, Undecided, Undefined):
        if world.book.lets[key[1]].core[0] == "trajectory":
            run_on(world, all_of(world, core, "trajectory"))
        else:
            from .paths import Path

            path = Path(world, core)
            with world.under(path.ops):
                world.number(path.goal, {path.unknown: path.point.tensor})
        world.surely[key] = True
    return world.surely[key]
