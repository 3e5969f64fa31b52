"""What corners, ascent and sweeps are worth: a sample of planted falsehoods, searched without each."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
import torch

from ntpcheck.claim import Claim, Domain, Effort
from ntpcheck.engine.explore import explore
from ntpcheck.engine.sweep import sweep
from ntpcheck.engine.tally import Tally
from ntpcheck.engine.trials import Drawn, Trial, stratified
from ntpcheck.evidence import Outcome

WHOLE, NO_CORNERS, NO_ASCENT, ALONE = "the whole engine", "no corners", "no ascent", "Hypothesis alone"
VARIANTS = (WHOLE, NO_CORNERS, NO_ASCENT, ALONE)
EFFORT = Effort()
MORE = 256  # examples where Hypothesis is all there is
TRIES = 4  # batches drawn for one of which some row is outside all corners
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
    domain = _plain_of_corners(claim.domain) if variant == NO_CORNERS else claim.domain
    tally = Tally(replace(claim, domain=domain), effort, until_first=True)
    explore(domain, [tally], effort, seed, ascent=variant != NO_ASCENT)
    if variant != ALONE:
        sweep(domain, [tally], effort, seed)
    return tally


def _plain_of_corners(domain: Domain) -> Domain:
    """The domain without the instances of its named corners, as far as they are drawn and not imposed."""

    def inside(instance: Any) -> np.ndarray:
        masks = (corner(instance) for corner in domain.corners.values())
        found = np.zeros(instance.batch, dtype=bool)
        for mask in masks:
            found |= np.asarray(mask.cpu() if isinstance(mask, torch.Tensor) else mask, dtype=bool)
        return found

    def sampler(source: torch.Generator, size: int) -> Any:
        batch = domain.sampler(source, size)
        for _ in range(TRIES):
            kept = ~inside(batch)
            if kept.any():
                return batch if kept.all() else batch.select(kept)
            batch = domain.sampler(source, size)
        return batch

    def strategy() -> Any:
        return domain.strategy().filter(lambda instance: not inside(instance).any())

    return replace(domain, sampler=sampler, strategy=strategy)
