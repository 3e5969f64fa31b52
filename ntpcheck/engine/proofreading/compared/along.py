"""Where the parts of a limit are looked at: at the states of the checkers' runs and paths.

Some checkers of a path take any W for the path's point of that norm, and so is it looked at too. Where no run
or path is known, what does not run still has its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from ntpcheck.claim import Claim
from ntpcheck.engine.proofreading.compared.overheard import Overheard, overheard
from ntpcheck.engine.proofreading.sought.courses import Course
from ntpcheck.engine.proofreading.sought.looking import LARGEST, Looked, concluding, entries, looked_at
from ntpcheck.engine.proofreading.sought.states import State, scalar, tensor
from ntpcheck.instances.base import Instance
from ntpcheck.verifier.language import cores

if TYPE_CHECKING:
    from ntpcheck.verifier.language.book import Book

MOST = 3  # instances whose states are looked at: the checker runs on each anew


def looked_along(
    book: Book, claim: Claim, courses: Iterable[Course], sequences: set[str], seed: object
) -> list[Looked]:
    """Instances with a state of what a limit runs along, and what the checker computes there."""
    found, heard = list[Looked](), dict[str, Overheard]()
    for course in (course for course in courses if not course.swapped):
        key, instance = repr(course.instance), Instance.from_json(dict(course.instance))
        if entries(instance) > LARGEST or (key not in heard and len(heard) == MOST):
            continue
        if key not in heard:
            heard[key] = overheard(lambda instance=instance: concluding(claim)(instance.floats()))
        found += [Looked(course.instance, heard[key], state) for state in course.states]
    found += _standing(book, claim, sequences, seed)
    return found or looked_at(claim, concluding(claim), seed, MOST)


def _standing(book: Book, claim: Claim, sequences: set[str], seed: object) -> Iterator[Looked]:
    """Instances at which their own W stands for the points of a path; or W_0, where a line is about each
    point of a run by itself.
    """
    own, fields = book.claims[claim.id], book.givens[book.claims[claim.id].given]
    known = {name: book.lets[name].core for name in sequences if name in book.lets}
    field, points = fields.get("W"), [name for name, core in known.items() if core[0] == "path"]
    if any(e[:1] == ("always",) for e in cores.inside(own.core)) and not points:
        started = [name for name, core in known.items() if core[2][:2] == ("field", "W0")]
        field, points = fields.get("W0"), started if sequences == {*started} else []
    if not points or field is None:
        return
    for look in looked_at(claim, concluding(claim), seed):
        W = np.vectorize(_double, otypes=[float])(np.array(look.document[field.source], dtype=object))
        runs = {name: tensor(W) if name in points else scalar(float(np.linalg.norm(W))) for name in sequences}
        yield replace(look, state=State(runs))


def _double(x: Any) -> float:
    return float(Fraction(x))
