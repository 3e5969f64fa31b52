"""What a misprint leaves as it was inside of `some`, `every` and `solvable`, and lines without an instance.

Constraints that are homogeneous in D but for positive constants, `<D, x> >= c` among them, have a solution
exactly if `<D, x> > 0` has in the place of each such one: a large multiple of any solution does. Equations
that are combinations of other equations, and these of them, have the same solutions.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.editing.spans import span
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.instance.tensors import Core, Env, Tensor
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book, Claim
from ntpcheck.verifier.terms.symbols import CONSTANT, Quotient

if TYPE_CHECKING:
    from ntpcheck.statement.editing.misprints import Misprint
    from ntpcheck.statement.editing.sameness import Form, Terms

OPENED = ("some", "every", "solvable")
ALLOWANCE = 400_000  # units of work for a line that no instance enters


def opened(world: Terms, e: Core, env: Env) -> Form:
    """A form of `some`, `every` or `solvable` in which the numbers that it is about are unknowns."""
    if e[0] == "solvable":
        label = (e[0], len(env), e[2:-1])
        form = world.form(e[-1], {**env, e[1]: _unknown(world, label)})
        return form if isinstance(form, bool) else ("solvable", _solved(form, world, label))
    there = {**env, **{name: _unknown(world, (e[0], len(env), name)) for name, _ in e[1]}}
    guard: Form = True if e[2] is None else world.form(e[2], there)
    return (e[0], tuple(axes for _, axes in e[1]), guard, world.form(e[3], there))


def _unknown(world: Terms, label: tuple[Any, ...]) -> Tensor:
    return Tensor(lambda where: world.ops.unknown((label, where)), str(label[0]))


def _solved(form: Form, world: Terms, label: tuple[Any, ...]) -> Form:
    """Constraints up to scale, where multiples of solutions are solutions; else of equations what they span.

    Raises Undecided where a term may be more than products of plain unknowns.
    """
    try:
        return _scaled(form, world, label)
    except Undecided:
        _speaks(form, world, set())
        if isinstance(form, bool) or form[0] != "and":
            return form
    others = [part for part in form[1:] if isinstance(part, bool) or part[0] != "="]
    basis = span([part[1]] for part in form[1:] if part not in others)
    terms = (Quotient({key: c for (_, key), c in row}, {CONSTANT: Fraction(1)}) for row in basis)
    return ("and", *others, *(("=", term) for term in terms))


def _scaled(form: Form, world: Terms, label: tuple[Any, ...]) -> Form:
    """Constraints with 0 in the place of positive constants.

    Raises Undecided where that may be another set: where more than products with plain unknowns stands there,
    such as a power of e, or a function, which may be one of D.
    """
    if isinstance(form, bool):
        return form
    if form[0] in ("and", "or"):
        return (form[0], *(_scaled(part, world, label) for part in form[1:]))
    own = {number for name, number in world.ops.numbers.items() if name[0] == label}
    if not _speaks(form, world, own):
        return form
    if form[0] not in ("<", "<=", "=", "!=") or not isinstance(form[1], Quotient):
        raise Undecided("what is to be solved is more than comparisons")
    sign, term = form
    constant = term.p.get(CONSTANT, Fraction(0))
    rest = [key for key in term.p if key != CONSTANT]
    if any(_degree(key, own) != 1 for key in rest) or any(_degree(key, own) for key in term.q):
        raise Undecided("a constraint is not linear in what it is solved for")
    if constant == 0:
        return form
    if not isinstance(constant, Fraction) or constant < 0 or sign not in ("<", "<="):
        raise Undecided("a constraint is not one that multiples of its solutions satisfy")
    return "<", Quotient({key: term.p[key] for key in rest}, term.q)


def _degree(key: Any, own: set[int]) -> int:
    return sum(power for number, power in key[0] if number in own)


def _speaks(form: Any, world: Terms, own: set[int]) -> bool:
    """Whether a form is about what is solved for. Raises Undecided where that does not show."""
    if not isinstance(form, Quotient):
        return isinstance(form, tuple) and any(_speaks(part, world, own) for part in form)
    names = {number: name for name, number in world.ops.numbers.items()}
    keys = [key for part in (form.p, form.q) for key in part]
    numbers = {number for powers, _ in keys for number, _ in powers}
    if any(exponent for _, exponent in keys) or not all(_plain(names[number]) for number in numbers):
        raise Undecided("a term may be a function of what is solved for")
    return bool(numbers & own)


def _plain(name: Any) -> bool:
    """Whether an unknown is an entry of a field, or of what `some`, `every` or `solvable` is about."""
    return (
        len(name) == 2
        and isinstance(name[1], tuple)
        and all(isinstance(i, int) for i in name[1])
        and (isinstance(name[0], str) or (isinstance(name[0], tuple) and name[0][0] in OPENED))
    )


# ---- lines that no instance enters ----
def settled(book: Book, misprint: Misprint) -> bool:
    """Whether line and misprint are both true or both false of everything that they are asked for.

    They read nothing of an instance but sizes of axes, and the claim is asked for one size of each alone.
    """
    if misprint.clause != "formula":
        return False
    said = [_truth(text, text.claims[misprint.place]) for text in (book, misprint.book)]
    return said[0] is not None and said[0] is said[1]


def _truth(book: Book, claim: Claim) -> bool | None:
    """Whether a formula holds at every instance that it is asked for; None where it reads any."""
    allow(ALLOWANCE)
    try:
        return World(book, claim.given, _sizes(claim.asked), {}, {}).ask(claim.core)
    except (LookupError, Undecided, Undefined, TooMuch, Nonlinear):  # a field or another size is looked up
        return None


def _sizes(e: Core) -> dict[str, int]:
    """The sizes of axes that a condition names as such."""
    if e[:1] == ("and",):
        return _sizes(e[1]) | _sizes(e[2])
    if e[:2] == ("cmp", "=") and e[2][0] == "size" and e[3][0] == "q" and e[3][1].denominator == 1:
        return {e[2][1]: int(e[3][1])}
    return {}
