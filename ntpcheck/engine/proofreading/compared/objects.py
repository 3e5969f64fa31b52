"""Definitions of the shipped books against the checkers' own objects, value by value.

Most of these definitions only limits use, and a limit tells little of them: W~, its weights, the projections,
the systems for rates. The reference objects are found by other means: the frame of an instance, and its law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ntpcheck.engine.proofreading.compared.nearly import Nearly
from ntpcheck.engine.proofreading.sought.growing import kept
from ntpcheck.engine.proofreading.sought.states import State, of_law, tensor
from ntpcheck.engine.sweep import generator, impose, sifted
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.law import Law, law
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.search import hints
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier import judge as judging
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.instance.tensors import Core, Env
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.meaning import Scope
from ntpcheck.verifier.language.words import BookError

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.verifier.language.book import Book

SAME, OTHER = 1e-6, 1e-4  # of the largest entry: one number, and another
ALLOWANCE, ROWS, DRAWN, WANTED = 400_000, 16, 32, 3
BITS = 128
UNTOLD, TOLD = "untold", 2  # instances on which the verifier no longer finds a term's value
UNSAID = (
    Undecided, Undefined, TooMuch, judging.Rejected, Unreadable, Nonlinear, BookError,
    ArithmeticError, LookupError, ValueError,
)  # fmt: skip


@dataclass(frozen=True)
class Known:
    """An instance with a decoder W, its frame and its law at step size 1."""

    document: Mapping[str, Any]
    W: Floats
    frame: Frame
    law: Law

    def cells(self, values: Floats, elsewhere: float = np.nan) -> Floats:
        """`[m, V]` numbers of the cells, and NaN where nothing is said of others: a set has none of them."""
        found = np.full(self.frame.support.shape, elsewhere, dtype=float)
        found[self.frame.context, self.frame.token] = values
        return found

    def off(self, M: Floats) -> Floats:
        """M without its part in F."""
        F = self.frame.F
        return M - (F.T @ (F @ M.ravel())).reshape(M.shape)

    def rest(self, M: Floats) -> Floats:
        """M without its parts in F and in span(SV+)."""
        moving = self.law.span @ self.frame.X
        left = self.off(M)
        return left - (moving.T @ (moving @ left.ravel())).reshape(M.shape)

    def along(self, M: Floats) -> float:
        return float((M * self.frame.W).sum()) / self.law.square

    def tilted(self, X: Floats) -> Floats:
        """A X, A = sum of alpha_n x_n x_n^T."""
        frame = self.frame
        pulled = frame.cells.T @ (self.law.alpha * (frame.cells @ (frame.X @ X.ravel())))
        return frame.matrix(np.zeros(len(frame.F)), pulled)


Value = Callable[[Known], Floats | float | bool]
COMMON: dict[str, Value] = {
    "Wmm": lambda one: one.frame.W,
    "rest(W)": lambda one: one.rest(one.W),
    "beside(W)": lambda one: one.W - one.along(one.W) * one.frame.W,
}
LINEAR: dict[str, Value] = COMMON | {
    "Fmin": lambda one: one.frame.centre,
    "perp(W)": lambda one: one.off(one.W),
    "PF(W)": lambda one: one.W - one.off(one.W),
    "multiple(W)": lambda one: one.along(one.W),
    "gap(W)": lambda one: one.cells(one.frame.cells @ (one.frame.X @ one.W.ravel())),
    "below(perp(W))": lambda one: one.cells(one.frame.cells @ (one.frame.X @ one.W.ravel())),
    "odds(Fmin)": lambda one: one.cells(np.exp(one.frame.log_c)),
    "within(Fmin)": lambda one: np.where(one.frame.support, one.frame.p, 0.0),
    "alpha(1, Fmin, Wt)": lambda one: one.cells(one.law.alpha, 0),
    "perp(push(Fmin, alpha(1, Fmin, Wt)))": lambda one: one.frame.W,
    "tilt(1, Fmin, Wt, U)": lambda one: one.tilted(one.W),
    "support-vector": lambda one: one.cells(one.frame.tight, 0),
    "lasting": lambda one: one.cells(one.law.positive, 0),
    "offset(1, Fmin, Wt)": lambda one: True,
    "offset(1, Fmin, Wt + W)": lambda one: False,
    "offset(1, Fmin, Wt + perp(W))": lambda one: False,
    "answers(1, Fmin, Wt, X)": lambda one: True,
    "answers(1, Fmin, Wt, X + PF(W))": lambda one: not len(one.frame.F),
}
ATTENTION: dict[str, Value] = COMMON | {
    "Wcyc": lambda one: one.frame.centre,
    "off(W)": lambda one: one.off(one.W),
    "par(W)": lambda one: one.W - one.off(one.W),
    "clear(W)": lambda one: one.cells(one.frame.cells @ (one.frame.X @ one.W.ravel())),
    "below(off(W))": lambda one: one.cells(one.frame.cells @ (one.frame.X @ one.W.ravel())),
    "odds(Wcyc)": lambda one: one.cells(np.exp(one.frame.log_c)),
    "share(Wcyc)": lambda one: np.where(one.frame.support, one.frame.p, np.nan),
    "alpha(1, Wcyc, Wt)": lambda one: one.cells(one.law.alpha, 0),
    "off(push(Wcyc, alpha(1, Wcyc, Wt)))": lambda one: one.frame.W,
    "tilt(1, Wcyc, Wt, U)": lambda one: one.tilted(one.W),
    "tight": lambda one: one.cells(one.frame.tight, 0),
    "lasting": lambda one: one.cells(one.law.positive, 0),
    "offset(1, Wcyc, Wt)": lambda one: True,
    "offset(1, Wcyc, Wt + W)": lambda one: False,
    "answers(1, Wcyc, Wt, X)": lambda one: True,
    "answers(1, Wcyc, Wt, X + par(W))": lambda one: not len(one.frame.F),
}


# The type of instances, what one claim about it has to assume, and the terms.
TABLES: list[tuple[str, set[str], dict[str, Value]]] = [
    ("Decoding", {"some-token-out-of-support", "separable", "compatible"}, LINEAR),
    ("Attending", {"realizable", "identity-head", "log-loss", "feasible", "nonzero-svm"}, ATTENTION),
]


class Objects:
    """A book's terms with what the checkers have for them, on instances that one of its claims speaks of."""

    def __init__(self, book: Book, claims: Iterable[Claim], seed: object) -> None:
        self.book, self.seed = book, seed
        self.claim: Claim | None = None
        self.terms: dict[str, Value] = {}
        for claim in claims:
            stated = book.claims[claim.id]
            for given, assumed, terms in TABLES:
                if self.claim is None and stated.given == given and assumed <= set(stated.assumes):
                    self.claim, self.terms = claim, terms
        self.agreed, self.parsed = kept(self._agreed), cache(self._parsed)

    @cached_property
    def instances(self) -> list[Known]:
        """Some of the lightest, and the first of the others that have what none of those has."""
        found, shown = list[Known](), set[str]()
        if self.claim is None:
            return found
        source = generator(self.seed, "objects")
        wild = [self.claim.domain.sampler(source, ROWS) for _ in range(DRAWN)]
        for batch in sorted(wild, key=lambda one: sum(x.numel() for x in one.arrays().values())):
            inside = impose(self.claim.assumes, batch)
            fits = sifted(self.claim.assumes, inside)[0]
            if not fits.any():
                continue
            kept = inside.select(fits)
            for row, frame in enumerate(
                attention_frames(kept) if isinstance(kept, Attention) else frames(kept)
            ):
                if frame.moves and (len(found) < WANTED or features(frame, law(frame, 1.0)) - shown):
                    one: Any = kept.row(row)
                    found.append(Known(one.exact().to_json(), one.W.cpu().numpy(), frame, law(frame, 1.0)))
                    shown |= features(frame, found[-1].law)
        return found

    def _agreed(self, term: str) -> list[Known]:
        """The instances on which the book's value of a term is the checkers'."""
        return [one for one in self.instances if self.same(self.book, term, one) is True]

    def differ(self, book: Book, place: str) -> bool | None:
        """Whether a misprinted book gives a term another value; None where no term rests on the misprint."""
        tried: bool | None = None
        for term in self.terms:
            if (read := self.parsed(term)) is None or place not in names(self.book, read[0]):
                continue
            said = [self.same(book, term, one) for one in self.agreed(term)]
            tried = False if said else tried
            if False in said or (len(said) >= TOLD and all(x is UNTOLD for x in said)):
                return True
        return tried

    def _parsed(self, term: str) -> tuple[Core, str, dict[str, str]] | None:
        """A term's core and kind, and letters for its indices; None where it has no meaning."""
        assert self.claim is not None
        book = self.book
        book.given, book.local = book.claims[self.claim.id].given, {}
        axes = book.fields()["W"].axes
        scope = Scope({}, dict.fromkeys(("Wt", "X", "U"), axes))
        try:
            tree = Parser(term).whole()
            letters = book.meaning.new(book.meaning.axes(tree, scope))
            core, kind = book.meaning.check(tree, scope.with_letters(letters), tuple(letters))
        except BookError:
            return None
        return core, kind, letters

    def same(self, book: Book, term: str, one: Known) -> bool | str | None:
        """Whether a book's value of a term is the checkers'.

        UNTOLD where the verifier finds none, None where that takes too long or is too close to call.
        """
        assert self.claim is not None
        read = self.parsed(term)
        if read is None:
            return None
        stated, wanted = book.claims[self.claim.id], np.asarray(self.terms[term](one), dtype=float)
        law_of = of_law(one.frame, one.law)
        env: Env = {name: law_of[name][0] for name in ("Wt", "X")} | {"U": tensor(one.W)}
        allow(ALLOWANCE)
        try:
            world = Nearly(judging.load(book, stated, dict(one.document), {}, hints), State({}))
            found = np.array([_number(world, read, {**env, **at}) for at in world.every(read[2].items(), {})])
        except Undefined:  # the checkers have a value
            return False
        except (Undecided, Nonlinear):
            return UNTOLD
        except UNSAID:
            return None
        wanted = wanted.ravel()
        told = ~np.isnan(wanted)
        size = max(1.0, float(np.abs(wanted[told]).max(initial=0.0)))
        apart = float(np.abs(found - wanted)[told].max(initial=0.0)) / size
        return True if apart <= SAME else False if apart >= OTHER else None


def features(frame: Frame, law: Law) -> set[str]:
    """What only some instances have: a part on F, a limit there that is not 0, a multiplier that is 0."""
    has = {
        "F": bool(len(frame.F)),
        "centre": bool(frame.centre.any()),
        "idle": not law.strict,
        "loose": not frame.tight.all(),
    }
    return {name for name, there in has.items() if there}


def _number(world: Nearly, read: tuple[Core, str, dict[str, str]], env: Env) -> float:
    world.reset(BITS)
    if read[1] == "bool":
        said = world.guard(read[0], env)
        if said is None:
            raise Undecided("it is not told")
        return float(said)
    low, high = exact.enclose(world.number(read[0], env))
    return float((low + high) / 2)
