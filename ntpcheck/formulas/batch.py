"""A book's formulas on a batch of instances: numbers with bounds, and three-valued truth.

Words for which there is no batched form (points by a property, ranks, solvability, infima) are left to the
verifier's own arithmetic, one instance at a time, at its first precision.
"""

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ntpcheck.formulas import bounded, spectra, truth
from ntpcheck.formulas.alone import lacks
from ntpcheck.formulas.bounded import Bounds
from ntpcheck.formulas.frames import Core, Frame, Frames
from ntpcheck.formulas.projected import projected
from ntpcheck.formulas.truth import Truth
from ntpcheck.verifier.language.book import Book

BINARY = {"+": bounded.add, "-": bounded.subtract, "*": bounded.multiply, "/": bounded.divide}
UNARY = {"exp": bounded.exp, "log": bounded.log, "sqrt": bounded.sqrt, "abs": bounded.absolute}


class Batch(Frames):
    """The instances of a batch `[B]` of a type of a book, asked for numbers and truth."""

    # ---- numbers ----
    def number(self, e: Core, frame: Frame) -> Bounds:
        kind = e[0]
        if kind == "q":
            return self.constant(e[1], frame)
        if kind == "size":
            return Bounds.exactly(self.fill(self.size(e[1]), frame))
        if kind == "field":
            values = getattr(self.instance, self.fields[e[1]].source).to(torch.float64)
            return Bounds.exactly(self.gather(values, 0, e[2], frame))
        if kind == "par":
            whole = frame.wholes[e[1]]
            low = self.gather(whole.numbers.low, whole.outer, e[2], frame)
            if whole.numbers.low is whole.numbers.high:
                return Bounds.exactly(low)
            return Bounds(low, self.gather(whole.numbers.high, whole.outer, e[2], frame))
        if kind == "let":
            if self.book.lets[e[1]].kind == "point" or (e[2] and lacks(self.book, ("let", e[1]))):
                return projected(self, e, frame) or self.alone.number(e, frame)
            return self.called(e, frame, "number")
        if kind in BINARY:
            a = self.number(e[1], frame)
            if kind == "*" and e[1] == e[2]:
                return bounded.square(a)
            found = BINARY[kind](a, self.number(e[2], frame))
            return self.share(e, frame, found) if kind == "/" and _is_share(e) else found
        if kind == "neg":
            return bounded.neg(self.number(e[1], frame))
        if kind == "^":
            return self.power(e, frame)
        if kind == "fn":
            return self.function(e, frame)
        if kind == "if":
            return self.branched(e, frame)
        return self.gathered(e, frame)

    def constant(self, value: Any, frame: Frame) -> Bounds:
        near = self.fill(float(value), frame)
        if float(value) == value:
            return Bounds.exactly(near)
        return Bounds(*(torch.nextafter(near, torch.full_like(near, end)) for end in (-math.inf, math.inf)))

    def power(self, e: Core, frame: Frame) -> Bounds:
        base, k = e[1], e[2]
        if k % 2 == 0 and base[0] == "norm":
            return bounded.power(self.squares(base[1], frame), k // 2)
        return bounded.power(self.number(base, frame), k)

    def function(self, e: Core, frame: Frame) -> Bounds:
        inside = e[2]
        if e[1] == "log" and inside[0] == "sum" and inside[3][:2] == ("fn", "exp"):
            inner, dims = self.bind(frame, inside[1])
            numbers = self.wide(self.number(inside[3][2], inner), dims, inside[1])
            guard = self.formula(inside[2], inner) if inside[2] else None
            return bounded.log_total_exp(self.kept(numbers, guard, -math.inf, -math.inf), dims)
        return UNARY[e[1]](self.number(inside, frame))

    def share(self, e: Core, frame: Frame, plainly: Bounds) -> Bounds:
        """exp(x) / sum exp(y); where an exponential leaves the range of doubles, by logs."""
        if bool((plainly.low.isfinite() & plainly.high.isfinite()).all()):
            return plainly
        log = self.function(("fn", "log", e[2]), frame)
        by_logs = bounded.exp(bounded.subtract(self.number(e[1][2], frame), log))
        lost = ~(plainly.low.isfinite() & plainly.high.isfinite())
        low = torch.where(lost, by_logs.low, plainly.low)
        return Bounds(low, torch.where(lost, by_logs.high, plainly.high))

    def branched(self, e: Core, frame: Frame) -> Bounds:
        guard = self.formula(e[1], frame)
        one, other = self.number(e[2], frame), self.number(e[3], frame)

        def pick(a: Tensor, b: Tensor, either: Tensor) -> Tensor:
            said = torch.where(guard.sure, a, torch.where(guard.no, b, either))
            return torch.where(guard.missing & ~guard.sure & ~guard.no, math.nan, said)

        low = pick(one.low, other.low, torch.minimum(one.low, other.low))
        if one.low is one.high and other.low is other.high and bool((guard.sure | guard.no).all()):
            return Bounds.exactly(low)
        return Bounds(low, pick(one.high, other.high, torch.maximum(one.high, other.high)))

    def wide(self, a: Bounds, dims: tuple[int, ...], bound: Any) -> Bounds:
        """Spelled out along axes that are to be summed over."""
        shape = list(a.low.shape)
        for place, (_, axis) in zip(dims, bound, strict=True):
            shape[place] = self.size(axis)
        low = a.low.expand(shape)
        return Bounds(low, low if a.low is a.high else a.high.expand(shape))

    def kept(self, a: Bounds, guard: Truth | None, low: float, high: float) -> Bounds:
        """Entries whose guard is false become neutral; where it is open, each end takes what bounds both."""
        if guard is None:
            return a
        open_ = ~guard.sure & ~guard.no
        if not bool(open_.any()):
            left = torch.where(guard.no, low, a.low)
            return Bounds(
                left, left if a.low is a.high and low == high else torch.where(guard.no, high, a.high)
            )
        left = torch.where(guard.no, low, torch.where(open_, a.low.clamp(max=low), a.low))
        right = torch.where(guard.no, high, torch.where(open_, a.high.clamp(min=high), a.high))
        lost = guard.missing & open_
        return Bounds(torch.where(lost, math.nan, left), torch.where(lost, math.nan, right))

    def gathered(self, e: Core, frame: Frame) -> Bounds:
        kind = e[0]
        if kind in ("sum", "max", "min"):
            inner, dims = self.bind(frame, e[1])
            numbers = self.wide(self.number(e[3], inner), dims, e[1])
            guard = self.formula(e[2], inner) if e[2] else None
            if kind == "sum":
                return bounded.total(self.kept(numbers, guard, 0.0, 0.0), dims)
            numbers = numbers if kind == "max" else bounded.neg(numbers)
            found = bounded.largest(self.kept(numbers, guard, -math.inf, -math.inf), dims)
            empty = found.high == -math.inf  # the largest of nothing
            found = Bounds(*(torch.where(empty, math.nan, x) for x in (found.low, found.high)))
            return found if kind == "max" else bounded.neg(found)
        if kind in ("max2", "min2"):
            a, b = self.number(e[1], frame), self.number(e[2], frame)
            if kind == "max2":
                return bounded.larger(a, b)
            return bounded.neg(bounded.larger(bounded.neg(a), bounded.neg(b)))
        if kind == "norm":
            return bounded.sqrt(self.squares(e[1], frame))
        if kind == "dot":
            return self.dot(e, frame)
        if kind in ("largest", "smallest") and not lacks(self.book, e[4]):
            return spectra.extreme(self, e, frame)
        return self.alone.number(e, frame)

    def entries(self, lam: Core, frame: Frame) -> tuple[Bounds, tuple[int, ...]]:
        """A tensor argument's entries along new axes."""
        inner, dims = self.bind(frame, lam[1])
        return self.wide(self.number(lam[2], inner), dims, lam[1]), dims

    def squares(self, lam: Core, frame: Frame) -> Bounds:
        entries, dims = self.entries(lam, frame)
        return bounded.total(bounded.square(entries), dims)

    def dot(self, e: Core, frame: Frame) -> Bounds:
        (a, dims), (b, _) = self.entries(e[1], frame), self.entries(e[2], frame)
        same = spectra.renamed(e[1]) == spectra.renamed(e[2])
        return bounded.total(bounded.square(a) if same else bounded.multiply(a, b), dims)

    # ---- truth ----
    def formula(self, e: Core, frame: Frame) -> Truth:
        kind = e[0]
        if kind == "cmp":
            return self.compared(e, frame)
        if kind == "let":
            if e[2] and lacks(self.book, ("let", e[1])):
                return self.alone.formula(e, frame)
            return self.called(e, frame, "formula")
        if kind == "not":
            return truth.negation(self.formula(e[1], frame))
        if kind in ("and", "or", "iff"):
            join = {"and": truth.conjunction, "or": truth.disjunction, "iff": truth.equivalent}[kind]
            return join(self.formula(e[1], frame), self.formula(e[2], frame))
        if kind == "implies":
            return truth.guarded(self.formula(e[1], frame), self.formula(e[2], frame), some=False)
        if kind in ("forall", "exists"):
            return self.quantified(e, frame)
        if kind in ("ixeq", "ixlt"):
            a, b = self.index(e[1], frame), self.index(e[2], frame)
            said = a == b if kind == "ixeq" else a < b
            return truth.plain(said, ~said)
        if kind == "enum":
            said = self.index(e[1], frame) == e[2]
            return truth.plain(said, ~said)
        if kind == "if":
            parts = (self.formula(part, frame) for part in e[1:])
            return truth.chosen(*parts)
        if kind in ("closure", "psd") and not lacks(self.book, e[4]):
            return (spectra.reached if kind == "closure" else spectra.semidefinite)(self, e, frame)
        return self.alone.formula(e, frame)

    def compared(self, e: Core, frame: Frame) -> Truth:
        """A comparison; where the sides cancel, their terms say how fine the error has to be."""
        a, b = self.number(e[2], frame), self.number(e[3], frame)
        if (one := self.one_number(e, frame)) is not None:
            a, b = (
                Bounds(*(torch.where(one & x.isfinite(), 0.0, x) for x in (c.low, c.high))) for c in (a, b)
            )
        found = truth.compared(e[1], a, b)
        if e[1] not in ("=", "<=", ">=") or bool((found.sure | found.no | found.soft).all()):
            return found
        return truth.compared(e[1], a, b, torch.maximum(self.scale(e[2], frame), self.scale(e[3], frame)))

    def one_number(self, e: Core, frame: Frame) -> Tensor | None:
        """Where the sides are the same entry of one definition, as where the largest is compared with all."""
        one, other = e[2], e[3]
        if one[0] != "let" or one[:3] != other[:3] or not one[3]:
            return None
        same = [self.index(a, frame) == self.index(b, frame) for a, b in zip(one[3], other[3], strict=True)]
        return torch.stack(torch.broadcast_tensors(*same)).all(0)

    def scale(self, e: Core, frame: Frame) -> Tensor:
        """The size of the largest term of a sum or difference, also of a factor; NaN where there is none."""
        if e[0] == "let" and self.book.lets[e[1]].kind != "point" and not lacks(self.book, ("let", e[1])):
            return self.called(e, frame, "scale")
        if e[0] == "*":
            return self.scale(e[1], frame) * self.scale(e[2], frame)
        if e[0] in ("+", "-"):
            return torch.maximum(self.scale(e[1], frame), self.scale(e[2], frame))
        if e[0] == "neg":
            return self.scale(e[1], frame)
        if e[0] != "sum":
            return bounded.absolute(self.number(e, frame)).high
        inner, dims = self.bind(frame, e[1])
        sizes = self.wide(Bounds.exactly(self.scale(e[3], inner)), dims, e[1])
        guard = self.formula(e[2], inner) if e[2] else None
        return torch.amax(self.kept(sizes, guard, 0.0, 0.0).high, dims)

    def quantified(self, e: Core, frame: Frame) -> Truth:
        inner, dims = self.bind(frame, e[1])
        some = e[0] == "exists"
        found = self.formula(e[3], inner)
        if e[2] is not None:
            found = truth.guarded(self.formula(e[2], inner), found, some=some)
        shape = [1] * (inner.depth + 1)
        for place, (_, axis) in zip(dims, e[1], strict=True):
            shape[place] = self.size(axis)
        found = Truth(*(x.expand(np.broadcast_shapes(x.shape, tuple(shape))) for x in vars(found).values()))
        return (truth.any_of if some else truth.all_of)(found, dims)

    def ask(self, core: Core) -> Truth:
        """A closed formula's truth, `[B]`."""

        def whole(batch: Batch) -> Truth:
            found = batch.formula(core, Frame())
            return Truth(*(x.expand(batch.rows) for x in vars(found).values()))

        return self.in_parts(whole)


def _is_share(e: Core) -> bool:
    """Whether a quotient is one power of e over a sum of such."""
    return e[1][:2] == ("fn", "exp") and e[2][0] == "sum" and e[2][3][:2] == ("fn", "exp")


def batch_of(book: Book, given: str, instance: Any) -> Batch:
    """The batch's evaluator, kept on the instance, so that claims of one book share what they define."""
    key = ("formulas", id(book), given)
    if key not in instance.cache:
        instance.cache[key] = Batch(book, given, instance)
    return instance.cache[key]
