"""Conditions that let in what they did not: of that the rest of a limit is seen to fail.

A limit says something of all numbers, or of some matrix, that meet a condition. A weaker condition of `some`
leaves the limit true, and what it then says is true of more than the object that the law exhibits: of another
one, along which the run does not go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING

from ntpcheck.engine.proofreading.compared.nearly import doubles, loaded
from ntpcheck.engine.proofreading.compared.trends import ALLOWANCE, ANY, FINER, UNSAID, Envs, Trend
from ntpcheck.engine.proofreading.sought.bent import Bend, unseen
from ntpcheck.engine.proofreading.sought.states import BITS, scalar, tensor
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.knowing.cores import same
from ntpcheck.statement.printing.reading import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ntpcheck.engine.proofreading.sought.courses import Course
    from ntpcheck.statement.editing.misprints import Misprint
    from ntpcheck.verifier.instance.tensors import Core, Env, Tensor
    from ntpcheck.verifier.language.book import Book

FEW, MORE = 4, 16  # true courses: of matrices, and of numbers, which are soon asked
NUMBERS = (0.0, -1.0)  # what else is tried for a number
# Displacements of a matrix: on F, off it, and off it and all support vectors.
BESIDE = (Bend(inside=0.5), Bend(beside=0.5), Bend(outside=0.5))


def laxer(book: Book, misprint: Misprint, claim_id: str, courses: Iterable[Course]) -> bool:
    """Whether a limit's condition now lets in what it did not, of which its rest is seen to fail."""
    cores = book.claims[claim_id].core, misprint.book.claims[claim_id].core
    if not _conditions_differ(book, cores, misprint.place):
        return False
    true = (course for course in courses if course.says and not course.bent)
    most = FEW if any(axes for _, axes in cores[0][1]) else MORE
    return any(_lets_in(book, misprint, claim_id, course) for course in islice(true, most))


def _lets_in(book: Book, misprint: Misprint, claim_id: str, course: Course) -> bool:
    cores = book.claims[claim_id].core, misprint.book.claims[claim_id].core
    allow(ALLOWANCE * course.states[1].bits // BITS)
    try:
        old, new = (_trend(one, claim_id, course) for one in (book, misprint.book))
        for usual, other in _others(old, cores[0]):
            if _met(new, cores[1], other[1]) is not True or _met(old, cores[0], other[1]) is not False:
                continue
            if _fails(new, cores[1][3], usual, other):
                return True
    except UNSAID:
        pass
    return False


def _conditions_differ(book: Book, cores: tuple[Core, Core], place: str) -> bool:
    one, other = cores
    if one[0] not in ("some", "every") or one[:2] != other[:2] or None in (one[2], other[2]):
        return False
    return not same(one[2], other[2]) or place in names(book, one[2])


def _trend(book: Book, claim_id: str, course: Course) -> Trend:
    world, points = loaded(book, book.claims[claim_id], course.instance)
    return Trend(world, course.states, (), points)


def _met(trend: Trend, core: Core, env: Env) -> bool | None:
    trend.late.reset(trend.late.state.bits - FINER)
    return trend.late.guard(core[2], env)


def _fails(trend: Trend, body: Core, usual: Envs, other: Envs) -> bool:
    """Whether a limit is seen to fail of that, also by what is equal up to rounding, and is not as usual."""
    if trend.form(body, other) is False:
        return True
    trend.late.guarding = True
    try:
        return [trend.form(body, envs) for envs in (usual, other)] == [True, False]
    finally:
        trend.late.guarding = False


def _others(trend: Trend, core: Core) -> Iterator[tuple[Envs, Envs]]:
    """What the laws exhibit for the unknowns, and the same with another one for one of them."""
    offers = {name: _offered(trend, name, axes) for name, axes in core[1]}
    for choice in product(*offers.values()):
        chosen = dict(zip(offers, choice, strict=True))
        for name, axes in core[1]:
            for other in _instead(trend, chosen[name], axes):
                yield _at_both(chosen), _at_both({**chosen, name: other})


def _at_both(chosen: dict[str, tuple[Tensor, Tensor]]) -> Envs:
    early, late = ({name: both[i] for name, both in chosen.items()} for i in (0, 1))
    return early, late


def _offered(trend: Trend, name: str, axes: tuple[str, ...]) -> Sequence[tuple[Tensor, Tensor]]:
    shown = list(zip(*(world.offered(name) for world in trend.worlds), strict=True))
    return shown or ([] if axes else [(scalar(ANY[0]), scalar(ANY[0]))])


def _instead(
    trend: Trend, true: tuple[Tensor, Tensor], axes: tuple[str, ...]
) -> Iterator[tuple[Tensor, Tensor]]:
    if not axes:
        yield from ((scalar(x), scalar(x)) for x in NUMBERS)
        return
    shape, frame = tuple(trend.late.sizes[axis] for axis in axes), trend.late.state.frame
    if frame is None or shape != frame.W.shape:
        return
    here = [doubles(x, shape) for x in true]
    displaced = (frame.matrix(one.on_f(frame), one.off_f(frame)) for one in BESIDE)
    for added in (None, *displaced, unseen(frame)):
        one, two = (tensor(x + (x if added is None else added)) for x in here)
        yield one, two
