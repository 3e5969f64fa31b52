"""False limits of training, put as ordinary claims, end refuted at plain instances; true ones do not."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from ntpcheck.claim import Claim, Paper
from ntpcheck.engine.settle import Settled, plainly
from ntpcheck.evidence import Verdict
from ntpcheck.instances.base import Instance
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR
from tests.falsehoods.ordinary import ordinary

DOMAINS = {
    "attention": (
        *("attention-runs", "ordered-paths", "attention-paths", "attending-paths", "scaled-paths"),
        *("runs of Figure 3", "runs of Figure 4", "normalised attention runs", "local attention runs"),
        "normalised attention runs from near 0",
    ),
    "linear": ("runs", "paths", "runs of Figure 1", "runs of Figure 4", "optimiser-runs"),
}
SOON = (
    "attention/theorem-3/direction#swapped-roles",
    "attention/theorem-4/norm#wrong-rate",
    "attention/theorem-3/proof/eq-29#tightened-bound",
    "attention/sharper/offset#wrong-sign",
    "attention/sharper/step-shift#omitted-term",
    "attention/sharper/direction-rate#wrong-constant",
    "attention/sharper/loss-law#wrong-constant",
    "attention/theorem-3/direction#wrong-program/no-ties",
    "attention/sharper/log-log-drift#wrong-constant",
    "attention/sharper/cyclic-part-rate#wrong-constant",
    "attention/sharper/residual-rate#wrong-rate/twice",
    "attention/sharper/residual-rate#wrong-rate/one-over-k",
    "attention/sharper/normalised-direction#wrong-rate/faster",
    "attention/sharper/normalised-direction#wrong-limit/zero",
    "linear/lemma-2/loss#wrong-constant",
    "linear/lemma-4/4#tightened-bound",
    "linear/sharper/steps/loss#tightened-bound",
    "linear/theorem-2/direction#wrong-program/no-ties",
    "linear/theorem-2/direction#wrong-program/all-tight",
    "linear/theorem-2/finite-part#wrong-sign",
    "linear/sharper/log-log-drift#wrong-limit/bounded",
    "linear/sharper/finite-part-rate#wrong-weights",
    "linear/sharper/direction-rate#omitted-term/off-span",
    "linear/sharper/any-probabilities/finite-part#wrong-constant",
    "linear/sharper/residual-rate#wrong-rate/one-over-k",
)
PATHS = (  # true ones are put to the lemma in tests/verifier/test_lemma_balanced.py
    "linear/theorem-1/direction#wrong-program/dropped-margin",
    "linear/theorem-1/direction#wrong-sign",
    "linear/theorem-1/proof/loss-limit#wrong-constant",
    "linear/section-4/path-finite-part#wrong-constant",
    "linear/section-5/decomposition-path/amended#tightened-bound",
    "linear/section-1/ridge-direction#wrong-sign",
    "linear/sharper/path-offset#wrong-rate/remainder",
    "linear/sharper/path-direction#omitted-term/factor",
    "linear/sharper/path-direction#wrong-rate/remainder",
    "linear/sharper/path-loss#wrong-constant",
    "linear/sharper/path-multiplier#omitted-term",
    "attention/sharper/path-offset#wrong-rate/remainder",
    "attention/sharper/path-offset-rate#wrong-sign",
    "attention/sharper/path-multiplier#omitted-term",
    "attention/sharper/path-loss#wrong-constant",
    "attention/theorem-1/direction#wrong-sign",
    "attention/lemma-4/proof/step-1#wrong-rate",
    "attention/theorem-2/decomposition@log-loss#wrong-limit/direction",
    "attention/theorem-2/log-loss#wrong-limit/zero",
    "attention/theorem-2/proof/diverges#wrong-rate",
    "attention/theorem-2/proof/eq-16#omitted-term",
    "attention/theorem-2/proof/optimal#wrong-constant",
)
FIGURES = (  # runs of figures, and of other optimisers
    "linear/figures/fig-1-loss#wrong-rate/slower",
    "linear/figures/fig-1-norm#wrong-rate/faster",
    "linear/figures/fig-1-finite-part#wrong-constant",
    "linear/figures/fig-1#wrong-program/dropped-margin",
    "linear/figures/fig-4-loss#wrong-rate/slower",
    "linear/figures/fig-4-corrected#wrong-program/no-ties",
    "linear/figures/fig-5-ngd-direction#wrong-program/dropped-margin",
    "linear/figures/fig-5-adam-direction/default-epsilon#wrong-set",
    "linear/sharper/adam-signs#wrong-quantity",
    "attention/figures/fig-3#wrong-sign",
    "attention/figures/fig-3#wrong-program/dropped-sample",
    "attention/figures/fig-4a#swapped-roles",
    "attention/figures/normalised-faster#flipped-inequality",
    "attention/figures/normalised-faster@rate/amended#wrong-rate",
    "attention/figures/fig-4a#wrong-limit/with-correction",
    "attention/figures/fig-4b/amended#tightened-bound",
    "attention/figures/fig-4b/amended#tightened-bound/quarter",
)


def of_training(claim: Claim, paper: Paper) -> bool:
    return (
        claim.domain.name in DOMAINS[paper.key] and claim.stated is not None and claim.stated.kind == "limit"
    )


@cache
def falsehoods() -> dict[str, Claim]:
    return {claim.id: claim for paper in (ATTENTION, LINEAR) for claim in ordinary(paper)}


@pytest.mark.parametrize("paper", [ATTENTION, LINEAR], ids=lambda paper: paper.key)
def test_each_falsehood_over_training_runs_and_paths_has_a_line_of_its_own(paper: Paper) -> None:
    planted = [one for one in paper.planted if of_training(paper[one.of], paper)]
    stated = [one for one in ordinary(paper) if of_training(paper[one.id.partition("#")[0]], paper)]
    names = [f"{one.of}#{one.kind}" for one in planted]
    # One that only leaves a hypothesis out is a statement of the paper's own book already.
    own = {f"{one.of}#{one.kind}" for one in planted if one.claim(paper).origin} - set(falsehoods())
    assert [claim.id for claim in stated] == [name for name in names if name not in own]
    for one in paper.planted:
        claim = falsehoods().get(f"{one.of}#{one.kind}")
        assert claim is None or claim.digest != paper[one.of].digest


@cache
def settled(name: str) -> Settled | None:
    return plainly(falsehoods()[name], 0)


def test_a_false_limit_is_refuted_without_a_stored_file(false_limit: str) -> None:
    found = settled(false_limit)
    assert found is not None
    assert found.verdict is Verdict.REFUTED
    assert found.told["accepted"]


NEAR = (*SOON, *FIGURES[:6], *FIGURES[9:12], *FIGURES[-3:])


def tried(config: pytest.Config) -> tuple[str, ...]:
    """Every tenth false limit; with --faults=nightly all of them."""
    return (*SOON, *PATHS, *FIGURES)[:: 1 if config.getoption("--faults") == "nightly" else 10]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    chosen = tried(metafunc.config)
    names = {"false_limit": chosen, "limit": sorted({one.partition("#")[0] for one in chosen if one in NEAR})}
    for fixture, found in names.items():
        if fixture in metafunc.fixturenames:
            metafunc.parametrize(fixture, found)


def test_no_true_limit_is_refuted_where_the_false_ones_are(
    limit: str, request: pytest.FixtureRequest
) -> None:
    """Where its falsehoods are refuted, and at one more plain instance; with --faults=nightly at all."""
    paper = ATTENTION if limit.startswith("attention/") else LINEAR
    assert paper.expected[limit] == "SUPPORTED"
    assert paper[limit].domain.plain is not None
    every, seed = list(paper[limit].domain.plain()), random.SystemRandom().randrange(10**6)
    told = [found for one in tried(request.config) if one.startswith(f"{limit}#") and (found := settled(one))]
    there = [Instance.from_json(found.document["instance"]) for found in told if found.document]
    assert there
    chosen = [*there, *random.Random(seed).sample(every, 1)]
    chosen = every if request.config.getoption("--faults") == "nightly" else chosen
    where = replace(paper[limit].domain, plain=lambda: iter(chosen))
    assert plainly(replace(paper[limit], domain=where), 0) is None, f"seed {seed}"
