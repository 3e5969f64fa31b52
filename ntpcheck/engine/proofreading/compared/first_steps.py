"""The first steps of a book's trajectories, in doubles, against those of the project's own dynamics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ntpcheck.dynamics.attention_descent import attention_trajectory
from ntpcheck.dynamics.optimisers import ADAM, ADAM_WITHOUT_EPSILON, GD, NGD, Optimiser, trajectory
from ntpcheck.engine.proofreading.compared.objects import ALLOWANCE, UNSAID
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.reference.attention_loss import gradient
from ntpcheck.statement.allowance import allow, aside
from ntpcheck.statement.hints.numeric import double, filled, stepped
from ntpcheck.statement.hints.search import hints
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier import judge as judging
from ntpcheck.verifier.arithmetic.intervals import Undefined
from ntpcheck.verifier.shared.premises import clocks

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.reference.frame import Floats
    from ntpcheck.verifier.language.book import Book

STEPS, ROWS, WANTED = 3, 4, 4
SAME, OTHER = 1e-8, 1e-6  # of the largest entry; a step is short, and so is what a misprint makes of it
Walked = dict[str, "Floats"]


def _linear(optimiser: Optimiser, share: float = 1.0) -> Callable[[Any], Any]:
    return lambda run: trajectory(run.replace(eta=share * run.eta), (STEPS,), optimiser).W[0]


def _attention(share: float = 1.0, *, normalised: bool = False) -> Callable[[Any], Any]:
    def at(run: Any) -> Any:
        return attention_trajectory(run.replace(eta=share * run.eta), (STEPS,), normalised=normalised).W[0]

    return at


def _squares(run: Any) -> Any:
    """The squared norms of the gradients at the first steps, summed."""
    W = attention_trajectory(run, range(STEPS)).W
    return sum(gradient(run, here).flatten(-2).norm(dim=-1) ** 2 for here in W)


# The type of instances, what a claim about them has to assume, and how the dynamics walk.
WALKS: list[tuple[str, set[str], Mapping[str, Callable[[Any], Any]]]] = [
    ("Run", {"small-step"}, {
        "W_k": _linear(GD), "Whalf_k": _linear(GD, 0.5), "NGD_k": _linear(NGD),
        "Adam_k": _linear(ADAM_WITHOUT_EPSILON), "eps-Adam_k": _linear(ADAM),
    }),
    ("AttentionRun", {"realizable", "identity-head", "log-loss"}, {
        "W_tau": _attention(), "Whalf_tau": _attention(0.5), "N_tau": _attention(normalised=True),
        "squares_tau": _squares,
    }),
]  # fmt: skip


class FirstSteps:
    """A book's trajectories on a few runs, and where the dynamics go from there."""

    def __init__(self, book: Book, claims: Iterable[Claim], seed: object) -> None:
        self.book, self.seed = book, seed
        self.claim: Claim | None = None
        self.walks: Mapping[str, Callable[[Any], Any]] = {}
        for claim in claims:
            stated = book.claims[claim.id]
            for given, assumed, walks in WALKS:
                if self.claim is None and stated.given == given and assumed <= set(stated.assumes):
                    self.claim, self.walks = claim, walks

    @cached_property
    def runs(self) -> list[tuple[Mapping[str, Any], Walked]]:
        """Runs, and the ends of their walks by the dynamics, as far as the book's agree."""
        with aside():
            return self._runs()

    def _runs(self) -> list[tuple[Mapping[str, Any], Walked]]:
        if self.claim is None:
            return []
        source, found = generator(self.seed, "first steps"), list[tuple[Mapping[str, Any], Walked]]()
        wild = [self.claim.domain.sampler(source, ROWS) for _ in range(WANTED)]
        for batch in sorted(wild, key=lambda one: sum(x.numel() for x in one.arrays().values()))[:2]:
            run = impose(self.claim.assumes, batch)
            try:
                ends = {name: np.asarray(walk(run)) for name, walk in self.walks.items()}
            except UNANSWERED:
                continue
            for row in range(2):
                document = run.row(row).exact().to_json()
                try:
                    walked = self.walked(self.book, document)
                except Undefined:  # a normalised step from a point of rest
                    continue
                told = {name: end[row] for name, end in ends.items() if name in walked}
                found.append((document, {n: end for n, end in told.items() if apart(walked[n], end) <= SAME}))
        return found

    def differ(self, book: Book, place: str) -> bool | None:
        """Whether a misprinted book's walks end elsewhere; None where none rests on the misprint."""
        resting = {
            n for n in self.walks if n in self.book.lets and place in names(self.book, ("sequence", n))
        }
        tried: bool | None = None
        for document, ends in self.runs if resting else ():
            try:
                walked = self.walked(book, document)
            except Undefined:  # the dynamics do have a step there
                return True
            for name in resting & set(ends) & set(walked):
                tried = False
                if apart(walked[name], ends[name]) >= OTHER:
                    return True
        return tried

    def walked(self, book: Book, document: Mapping[str, Any]) -> Walked:
        """Where the book's trajectories are after `STEPS` steps; none where a step is not told.

        Raises Undefined where one has no value.
        """
        assert self.claim is not None
        stated = book.claims[self.claim.id]
        chain = set(book.chain(stated.given))
        lets = {
            n: let for n, let in book.lets.items() if let.core[:1] == ("trajectory",) and let.given in chain
        }
        allow(4 * ALLOWANCE)
        try:
            world = judging.load(book, stated, dict(document), {}, hints)
            cells = {n: list(world.cells(tuple(axis for _, axis in let.indices))) for n, let in lets.items()}
            here: dict[str, Any] = {}
            for name, let in lets.items():
                letters = [x for x, _ in let.indices]
                at = [dict(zip(letters, cell, strict=True)) for cell in cells[name]]
                here[name] = np.array([double(world.number(let.core[2], env)) for env in at])
            for k in range(STEPS):
                known = {name: filled(cells[name], x) for name, x in here.items()} | clocks(lets, k)
                here = {name: stepped(world, let, known, cells[name]) for name, let in lets.items()}
        except Undefined:
            raise
        except UNSAID:
            return {}
        return here


def apart(walked: Floats, end: Floats) -> float:
    wanted = np.ravel(end)
    return float(np.abs(walked - wanted).max() / max(1.0, float(np.abs(wanted).max())))
