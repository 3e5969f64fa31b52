"""Every claim of both papers gives the processor's outcomes on the stand-in accelerator."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.engine.filling import _wild
from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.evidence import judge
from ntpcheck_papers import li2024, thrampoulidis2024
from tests.accelerator.stand_in import Accelerator

SHORT = Effort(horizon=20.0)
ROWS = 3
DOMAINS = {
    f"{paper.key}, {domain.name}": (domain, [claim for claim in paper.claims if claim.domain is domain])
    for paper in (thrampoulidis2024.PAPER, li2024.PAPER)
    for domain in dict.fromkeys(claim.domain for claim in paper.claims)
}


LENGTHS = {
    "STEPS": (4096, 2048),
    "START": (1024, 512),
    "RACE": (10_000,),
    "ITERATIONS": (4000,),
    "MIXED": (4096,),
    "LONG": (6144,),
}


@pytest.fixture(autouse=True)
def _short_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sixteenth of the steps, in every module that names their number."""
    rooms = ("ntpcheck.", "ntpcheck_papers.")
    for module in [module for name, module in sys.modules.items() if name.startswith(rooms)]:
        for name, known in LENGTHS.items():
            if getattr(module, name, None) in known:
                monkeypatch.setattr(module, name, getattr(module, name) // 16)


@pytest.mark.share(2)
@pytest.mark.parametrize("name", DOMAINS)
def test_every_claim_gives_the_processors_outcomes(name: str) -> None:
    domain, claims = DOMAINS[name]
    wild = domain.sampler(generator("accelerator", domain.name), ROWS)
    for assumes, sharing in by_assumptions(claims).values():
        for forced in (True,) if domain.costly else (False, True):
            here = outcomes_of(assumes, sharing, wild, SHORT, forced=forced)
            with Accelerator():
                moved, how = wild.to("cuda"), replace(SHORT, device="cuda")
                there = outcomes_of(assumes, sharing, moved, how, forced=forced)
            for what, outcome in here.items():
                assert np.array_equal(outcome, there[what]), what


def by_assumptions(claims: list[Claim]) -> dict[Any, tuple[tuple[Assumption, ...], list[Claim]]]:
    found: dict[Any, tuple[tuple[Assumption, ...], list[Claim]]] = {}
    for claim in claims:
        names = tuple(assumption.name for assumption in claim.assumes)
        found.setdefault(names, (claim.assumes, []))[1].append(claim)
    return found


def outcomes_of(
    assumes: tuple[Assumption, ...], claims: list[Claim], batch: Any, effort: Effort, *, forced: bool
) -> dict[str, np.ndarray]:
    """Of every claim the outcomes, in a costly domain of inside rows alone, as a sweep has them."""
    batch = impose(assumes, batch) if forced else batch
    inside, boundary, _ = standing(assumes, batch)
    found = {"inside": inside, "on the boundary": boundary}
    if claims[0].domain.costly:
        batch = batch.select(inside) if inside.any() else batch
    if not claims[0].domain.costly or inside.any():
        found |= {f"{claim.id}, forced: {forced}": judge(claim.conclude(batch, effort)) for claim in claims}
    return found


def test_every_claim_of_both_papers_is_among_them() -> None:
    assert sum(len(claims) for _, claims in DOMAINS.values()) == sum(
        len(paper.claims) for paper in (thrampoulidis2024.PAPER, li2024.PAPER)
    )


def test_a_claim_that_mixes_devices_is_found_out() -> None:
    domain, claims = next(iter(DOMAINS.values()))
    here = domain.sampler(generator("accelerator", domain.name), ROWS)

    def mixed(data: Any, effort: Effort) -> Any:
        return claims[0].conclude(data.replace(W=here.W + data.W), effort)

    with Accelerator(), pytest.raises(RuntimeError, match="on the accelerator and on the processor"):
        outcomes_of((), [replace(claims[0], conclude=mixed)], here.to("cuda"), SHORT, forced=False)


@pytest.mark.parametrize(("name", "place"), [("linear, decodings", "cuda"), ("linear, runs", "cpu")])
def test_batches_that_are_trained_stay_on_the_processor(name: str, place: str) -> None:
    drawing = _wild(DOMAINS[name][0], generator("accelerator", name), 2, replace(SHORT, device="cuda"), 1)
    with Accelerator():
        assert next(drawing).embeddings.device.type == place
