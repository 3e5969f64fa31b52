"""Whether an instance tells an edited statement from its line: the edited part has another value there."""

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from fractions import Fraction
from typing import Any

from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.search import hints
from ntpcheck.statement.knowing.cores import same
from ntpcheck.statement.printing.reading import names
from ntpcheck.statement.quick import Quick
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.asymptotics import spoken
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.instance.tensors import Core, Tensor
from ntpcheck.verifier.language.book import Book, Claim
from ntpcheck.verifier.shared.unguarded import bound_outside

ALLOWANCE, BITS = 200_000, 64
PLACE = Fraction(100)  # of what runs along: where a bound that it has to exceed is mostly passed
UNSAID = (
    judge.Rejected, Undecided, Undefined, TooMuch, Unreadable,
    ArithmeticError, LookupError, TypeError, ValueError,
)  # fmt: skip
LOGIC = (
    *("cmp", "and", "or", "not", "implies", "iff", "forall", "exists", "ixeq", "ixlt", "enum"),
    *("solvable", "psd"),
)
LIMITS = ("tends", "bounded", "eventually", "always", "growing", "some", "every", "sets", "closure", "rank")


Chain = list[tuple["Core", "Core"]]
MOST = 6  # places at which two formulas differ that are told apart


def pairs(old: Book, new: Book, one: Core, other: Core, place: str) -> list[Chain]:
    """For each place at which two formulas differ, pairs of parts around it, smallest last; each part has a
    value.
    """
    own = (
        [(one, other)] if one[0] not in LIMITS and not bound_outside(one) and not bound_outside(other) else []
    )
    inner = list(dict.fromkeys(_inner(old, one, other, place)))
    if not inner or (one, other) in inner:
        return [own]
    return [own + chain for pair in inner for chain in pairs(old, new, *pair, place)][:MOST]


def _inner(book: Book, one: Core, other: Core, place: str) -> Iterator[tuple[Core, Core]]:
    """The parts of two cores at which they differ, or rest on what differs."""
    if len(one) != len(other) or one[0] != other[0]:
        return
    for a, b in zip(one, other, strict=True):
        if not isinstance(a, tuple) or not isinstance(b, tuple):
            if a != b:
                yield one, other  # a word: the part as a whole differs, and so nothing smaller does
            continue
        if same(a, b) and place not in names(book, a):
            continue
        if a and isinstance(a[0], str) and b and isinstance(b[0], str):
            yield a, b
        else:
            yield from _inner_list(book, a, b, place)


def _inner_list(book: Book, a: Any, b: Any, place: str) -> Iterator[tuple[Core, Core]]:
    for x, y in zip(a, b, strict=False):
        cores = isinstance(x, tuple) and x and isinstance(x[0], str) and isinstance(y, tuple)
        if cores and (not same(x, y) or place in names(book, x)):
            yield x, y


def tells(old: Book, new: Book, claim: Claim, parts: list[Chain], instance: Mapping[str, Any]) -> bool:
    """Whether at some place the smallest part with a value in both books has different ones; True where at
    some place none is told.
    """
    return any(_tells(old, new, claim, chain, instance) for chain in parts)


def _tells(old: Book, new: Book, claim: Claim, chain: Chain, instance: Mapping[str, Any]) -> bool:
    for one, other in reversed(chain):
        values = [_value(book, claim, core, instance) for book, core in ((old, one), (new, other))]
        if None not in values:
            return values[0] != values[1]
    return True


def _value(book: Book, claim: Claim, core: Core, instance: Mapping[str, Any]) -> Any:
    allow(ALLOWANCE)
    try:
        world = Quick(judge.load(book, claim, dict(instance), {}, hints))
        world.reset(BITS)
        along = {name: Tensor(lambda _: PLACE, name) for name in spoken.running(world, core)}
        with world.under(world.ops, along, moment=True) if along else nullcontext():
            return _told(world, book, core)
    except UNSAID:
        return None


def _told(world: Quick, book: Book, core: Core) -> Any:
    if core[0] in LOGIC or (core[0] == "let" and book.lets[core[1]].kind == "bool"):
        return world.formula(core, {})
    return exact.enclose(world.number(core, {}))
