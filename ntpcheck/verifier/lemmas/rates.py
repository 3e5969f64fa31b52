"""Lemmas on paths of the least risk in a ball, by how fast the risk falls along a direction.

The risk, or its gradient, is a quotient of sums of exponentials. Derived in the papers' `derivations.md`.
"""

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..arithmetic.kinds import Affine
from ..asymptotics import far
from ..instance import points
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.cores import within
from ..language.printing import decimal
from ..shared.paths import Path
from ..shared.premises import ONE, ZERO, inner, lemma, needs, precise, tensor
from ..terms.calculus import gradient

Bound = tuple[tuple[str, str], ...]
Cells = dict[tuple[int, ...], Any]


# ---- Paths ----


def size(world: World, axes: tuple[str, ...], shown: Any) -> Fraction:
    """The squared norm of a rational tensor."""
    return sum((shown[cell] ** 2 for cell in world.cells(axes)), ZERO)


@lemma
@precise
def outrun(world: World, core: Core) -> list[str]:
    """The risk falls to its limit along an exhibited direction at a faster rate than at any points of the
    same norm that the claim allows.

    The risk minus the limit is a quotient of sums of exponentials without negative coefficients.
    """
    path = Path(world, core)
    risk, shown = path.value(world), path.direction(world)
    toward = path.point.at(shown)
    g, c = far.far(risk, toward)
    needs(exact.sign(g) == 0 or exact.sign(g) == -1, "the risk has a limit along the direction exhibited")
    limit = c if exact.sign(g) == 0 else ZERO
    excess = path.ops.subtract(risk, limit)
    needs(far.positive(excess), "the risk minus its limit is a quotient of sums without negative terms")
    fastest = allowed(world, core, path, excess)
    if fastest is None:
        return ["premise     the limit that is claimed is off the space of the path's points"]
    fast = exact.divide(exact.neg(far.far(excess, toward)[0]), exact.sqrt(size(world, path.axes, shown)))
    needs(exact.sign(exact.subtract(fast, fastest)) == 1, "the direction exhibited is faster")
    told, most = (decimal(exact.enclose(x)) for x in (fast, fastest))
    said = f"falls by {told} per unit of norm along the direction Z in the file, and by at most {most}"
    return [f"premise     log(risk - limit) {said} where the claim holds"]


def allowed(world: World, core: Core, path: Path, excess: Any) -> Any:
    """The largest rate, per norm, at which the excess can fall on points of which the claim is true.

    None where it is true of no points, as they obey the path's equations.
    """
    bound: Bound = core[1] if core[0] == "forall" and core[2] is None else ()
    claim = core[3] if bound else core
    needs(claim[0] == "tends" and claim[2][0] != "infinity", "the claim is a finite limit")
    point = ("sequence", path.name, tuple(("v", letter) for letter, _ in bound))
    if claim[1] == ("/", point, ("sequence", path.along, ())):
        end = tensor(world, claim[2], bound)
        if any(exact.sign(x) in (1, -1) for x in path.point.misses(end)):
            return None
        return exact.neg(far.far(excess, path.point.at(end))[0])
    if not bound and claim[1][:1] == ("/",) and claim[1][2] == ("sequence", path.along, ()):
        return fastest_near(world, path, excess, ("tends", claim[1][1], claim[2]))
    return flattest(world, path, excess, kernel(world, path, claim[1], bound))


def fastest_near(world: World, path: Path, excess: Any, core: Core) -> Any:
    """The same where the points are within o(r) of c V, c any number."""
    line, _, signs = stays_near(world, core, path)
    square, best = inner(exact, line, line), ZERO
    needs(exact.sign(square) == 1, "the line has a direction")
    for sign in signs:
        toward = {atom: exact.mul(sign, line[cell]) for cell, atom in path.point.atoms.items()}
        rate = exact.divide(exact.neg(far.far(excess, toward)[0]), exact.sqrt(square))
        best = exact.extreme(best, rate, largest=True)
    return best


def kernel(world: World, path: Path, core: Core, bound: Bound) -> list[points.Constraint]:
    """The equations that say where linear forms of a point of the path, and its own equations, are 0."""
    found = [Affine(ZERO, dict(row)) for row in path.equations]
    names = [name for name, _ in bound]
    with world.under(exact, {path.name: world.unknown("M")}):
        for cell in world.cells(tuple(axis for _, axis in bound)):
            try:
                form = world.number(core, dict(zip(names, cell, strict=True)))
            except TypeError:
                raise Undecided("the claim is not about linear forms of the path's point") from None
            if isinstance(form, Affine):
                found.append(Affine(ZERO, form.a))
    return [(True, form) for form in found]


def flattest(world: World, path: Path, excess: Any, found: list[points.Constraint]) -> Any:
    """A bound on the rate at points within a bounded distance of where these forms are 0.

    There the excess is at least a constant times e^-(height |M|), height the largest over terms below the
    line of the least length, over terms above, of the difference of their exponents' parts in that space.
    """
    cells = {atom: cell for cell, atom in path.point.atoms.items()}
    above, below = far.sums(excess)
    highest = ZERO
    for form, _ in below:
        lengths: list[Fraction] = []
        for other, _ in above:
            apart = {cell: form.get(atom, ZERO) - other.get(atom, ZERO) for atom, cell in cells.items()}
            target = Tensor(lambda where, apart=apart: apart.get(where, ZERO), "apart")
            solved = points.nearest(exact, found, [], target)
            assert solved is not None  # homogeneous equations
            part = [exact.add(target[where], solved[0].get(where, ZERO)) for where in {*apart, *solved[0]}]
            lengths.append(sum((world.rational(x) ** 2 for x in part), ZERO))
        highest = max(highest, min(lengths))
    return exact.sqrt(highest)


@lemma
@precise
def multipliers(world: World, core: Core) -> list[str]:
    """Where a path stays near a line and an offset, its gradient tends in direction to a matrix that is no
    multiple of the line's, which the gradient at a least point of a ball has to be.

    No point is critical, as one exhibited derivative has the same sign at every point.
    """
    path = Path(world, core)
    line, offset, signs = stays_near(world, core, path)
    slopes = gradient(world, path.goal, path.unknown, path.point.tensor, path.axes, {}, path.ops)
    ahead = inner(path.ops, path.direction(world), slopes)
    needs(path.ops.sign_bounds(ahead)[1] < 0, "the goal falls along the direction exhibited at every point")
    needs(not path.equations, "the path is under no equations")
    for sign in signs:
        toward = {atom: exact.mul(sign, line[cell]) for cell, atom in path.point.atoms.items()}
        ends = leading(slopes, toward, path.point.at(offset))
        needs(any(exact.sign(x) for x in ends.values()), "the gradient's leading terms do not cancel")
        needs(not parallel(ends, line), "the gradient's limit in direction is no multiple of the line")
    return ["premise     in the limit the gradient is no multiple of the point, on either end of the line"]


def stays_near(world: World, core: Core, path: Path) -> tuple[Cells, Cells, list[Fraction]]:
    """V and X, which do not run, of a claim: norm(W - c V - X) tends to 0; and the signs that c may have."""
    shaped = core[0] == "tends" and core[1][0] == "norm" and core[2] == ("q", ZERO)
    needs(shaped, "the claim is: norm(..) tends to 0")
    _, bound, body = core[1][1]
    point = ("sequence", path.name, tuple(("v", letter) for letter, _ in bound))
    near = body[0] == "-" and body[1][0] == "-" and body[1][1] == point and body[1][2][0] == "*"
    needs(near, "the claim is on W - c V - X")
    _, c, V = body[1][2]
    needs(not any(within(c, letter) for letter in point[2]), "c is one number")
    signs = [ONE] if nonnegative(world, path, c) else [ONE, -ONE]
    found = (tensor(world, e, bound) for e in (V, body[2]))
    line, offset = ({cell: x[cell] for cell in world.cells(path.axes)} for x in found)
    return line, offset, signs


def nonnegative(world: World, path: Path, e: Core) -> bool:
    """Whether a number is plainly not negative: a norm, the radius, a maximum with 0 and the like."""
    kind, *parts = e
    if kind in ("+", "*", "/", "min2"):
        return all(nonnegative(world, path, part) for part in parts)
    if kind == "max2":
        return any(nonnegative(world, path, part) for part in parts)
    if kind == "let" and not e[2]:
        return nonnegative(world, path, world.book.lets[e[1]].core)
    even, root = kind == "^" and e[2] % 2 == 0, kind == "fn" and e[1] in ("exp", "sqrt", "abs")
    number = kind == "q" and e[1] >= 0
    return even or root or number or kind == "norm" or e == ("sequence", path.along, ())


def leading(slopes: dict[Any, Any], toward: dict[int, Any], offset: dict[int, Any]) -> dict[Any, Any]:
    """The coefficients at the fastest of the slopes' rates, each at R toward + offset + o(1)."""
    ends = {cell: far.far(x, toward, offset) for cell, x in slopes.items() if far.sums(x)[0]}
    needs(ends, "the gradient is not 0")
    best = next(iter(ends.values()))[0]
    for rate, _ in ends.values():
        best = rate if exact.sign(exact.subtract(rate, best)) == 1 else best
    found: dict[Any, Any] = dict.fromkeys(slopes, ZERO)
    for cell, (rate, c) in ends.items():
        if (sign := exact.sign(exact.subtract(rate, best))) is None:
            raise Undecided("two rates are not told apart")
        found[cell] = c if sign == 0 else ZERO
    return found


def parallel(one: dict[Any, Any], other: Any) -> bool:
    """Whether two tensors are not seen to differ in direction."""
    pairs = ((a, b) for a in one for b in one)
    products = ((exact.mul(one[a], other[b]), exact.mul(one[b], other[a])) for a, b in pairs)
    return not any(exact.sign(exact.subtract(*pair)) for pair in products)
