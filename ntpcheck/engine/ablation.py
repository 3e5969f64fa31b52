"""What corners, ascent and sweeps are worth: a sample of planted falsehoods, searched without each."""

import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from hypothesis.strategies import just

from ntpcheck.claim import Claim, Effort
from ntpcheck.domains import pieces, strategies
from ntpcheck.engine.climb import ascend
from ntpcheck.engine.explore import explore
from ntpcheck.engine.filling import sweep
from ntpcheck.engine.tally import Tally
from ntpcheck.engine.trials import Drawn, Trial, stratified
from ntpcheck.evidence import Outcome

WHOLE, NO_CORNERS, NO_ASCENT, ALONE = "the whole engine", "no corners", "no ascent", "Hypothesis alone"
VARIANTS = (WHOLE, NO_CORNERS, NO_ASCENT, ALONE)
EFFORT = Effort()
MORE = 256  # examples where Hypothesis is all there is
NOTHING: Mapping[str, Any] = MappingProxyType({})


def sampled(drawn: Drawn, number: int) -> list[Trial]:
    """So many falsehoods over all kinds, of domains where Hypothesis draws: without training runs."""
    planted = [t for t in drawn.every if t.role == "planted" and not t.claim.domain.costly]
    return stratified(planted, number, drawn.seed)


def ablation(
    drawn: Drawn, number: int, known: Mapping[str, Any] = NOTHING
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """For each variant, what became of each falsehood of the sample; variants that are known are left out."""
    for variant in VARIANTS:
        if variant not in known:
            yield variant, [_searched(trial, variant, drawn.seed) for trial in sampled(drawn, number)]


def _searched(trial: Trial, variant: str, seed: int) -> dict[str, Any]:
    began = time.process_time()
    tally = _look(trial.claim, variant, seed)
    found = tally.outcomes[Outcome.FAILS] > 0 or bool(tally.undefined)
    seconds = time.process_time() - began
    return {"id": trial.of, "found": found, "examples": tally.first or tally.inside, "seconds": seconds}


def _look(claim: Claim, variant: str, seed: int) -> Tally:
    effort = replace(EFFORT, examples=MORE) if variant == ALONE else EFFORT
    tally = Tally(claim, effort, until_first=True)
    with _as_drawn() if variant == NO_CORNERS else nullcontext():
        explore(claim.domain, [tally], effort, seed)
        if variant != ALONE:
            sweep(claim.domain, [tally], effort, seed)
        if variant not in (ALONE, NO_ASCENT):
            ascend(claim.domain, [tally], effort, seed)
    return tally


@contextmanager
def _as_drawn() -> Generator[None]:
    """Leaves instances as they are first drawn: no map leads any of them into a corner."""
    as_it_is = patch.object(pieces, "mixture", lambda _generator, data, _maps: data)
    with as_it_is, patch.object(strategies, "altered", lambda data, _maps: just(data)):
        yield
