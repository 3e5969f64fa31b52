"""Proof of Theorem 2: the chain of inequalities for one step, and what telescoping it gives."""

from __future__ import annotations

from dataclasses import replace

import torch

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Run, Scaled
from ntpcheck_papers.thrampoulidis2024.section_5.lemma_5_setting import widened
from ntpcheck_papers.thrampoulidis2024.section_5.one_step import (
    aligned_gain,
    fraction_range,
    half_off,
    last_line,
    tangent_chain,
    telescoped_start,
    telescoped_step,
)
from ntpcheck_papers.thrampoulidis2024.section_5.step_chain import beyond_radius, step_chain, triangle
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, RUNS, SCALED

# One step of descent is no training run: as many instances are affordable as elsewhere.
STEPS = replace(RUNS, name="steps", costly=False, weight=8)


def _below_half(data: Scaled) -> Evidence:
    """gamma < 1/2."""
    slack = 1 - 2 * data.gamma
    return Evidence(slack, 0 * slack, 1 + data.xp.abs(data.gamma), strict=True)


def _halved(data: Scaled) -> Scaled:
    return data.replace(gamma=data.gamma / 2)


def obtuse_pulls(run: Run) -> Run:
    """Where W_0 has a positive sum, for V > 1: two contexts that pull off F at an obtuse angle.

    The second context is sixteen times as frequent as the third, and the part of W_0 on F makes the third
    one's odds of leaving its support e^16 times the other's.
    """
    run, V = widened(run), run.size("V")
    if V < 2:
        return run
    H, counts, W = (torch.zeros_like(x) for x in (run.embeddings, run.counts, run.W0))
    H[..., :3, :3] = torch.tensor([[0, 0, 1.0], [1, 2, 1], [1, -2, -1]])
    H[..., 3:, :] = H[..., 2:3, :]
    counts[..., 0, :], counts[..., 1:, 0], counts[..., 1, 0] = 1, 1, 16
    W[..., 0, :3] = torch.tensor([1.0, 0, 8])
    table = (run.W0.sum((-2, -1)) > 0)[..., None, None]
    pairs = {"embeddings": H, "counts": counts, "W0": W}
    return run.replace(**{name: torch.where(table, new, getattr(run, name)) for name, new in pairs.items()})


def far_start(run: Run) -> Run:
    """W_0 beyond the radius: else a power of two is added to its first column, which moves no difference."""
    short = -torch.nan_to_num(beyond_radius(run).slack, 0.0, 0.0, 0.0)
    power = torch.exp2(torch.ceil(torch.log2(2 + short.clamp_min(0) + 2 * run.W0.norm(dim=(-2, -1)))))
    W0 = run.W0.clone()
    W0[..., 0] += torch.where(short >= 0, power, 0.0)[..., None]
    return run.replace(W0=W0)


HALF = Assumption("half-off-F", half_off, obtuse_pulls)
BEYOND = Assumption("beyond-R-of-some-alpha", beyond_radius, far_start)
BELOW_HALF = Assumption("below-half", _below_half, _halved)


@claim("linear/theorem-2/proof/alpha", domain=SCALED)
def alpha(data: Scaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return fraction_range(data)


@claim("linear/theorem-2/proof/chain", domain=STEPS)
def chain(run: Run, effort: Effort) -> Evidence:
    """u is W^mm at length 1, a = ||W_k+1,perp||, b = ||W_k,perp|| >= max{R(alpha), 1/2}. Checked as `chain-a`
    and `chain-b` together, at the first step from any W_0, with the least alpha that has R(alpha) <= b for
    the radius that holds, and not the displayed one.
    """
    return step_chain(run)


@claim("linear/theorem-2/proof/chain/amended", domain=STEPS)
def chain_amended(run: Run, effort: Effort) -> Evidence:
    """The losses are those of the iterates, as in `chain-b/amended`."""
    return step_chain(run, whole=True)


@claim("linear/theorem-2/proof/chain-tangent", domain=SCALED)
def chain_tangent(data: Scaled, effort: Effort) -> Evidence:
    """u is W^mm at length 1, alpha = eps / (1 - eps). Checked for any W along W_perp, from ||W_perp|| =
    ||W^mm|| log(n V e^(2 M ||W_F||)) / alpha on.
    """
    return tangent_chain(data)


@claim("linear/theorem-2/proof/chain-a", domain=SCALED)
def chain_a(data: Scaled, effort: Effort) -> Evidence:
    """a = ||W_k+1,perp||, b = ||W_k,perp||. Checked line by line: the second along W_perp where the first
    display holds, the equalities at W, where a step size only scales them.
    """
    return aligned_gain(data)


@claim("linear/theorem-2/proof/chain-b", domain=STEPS)
def chain_b(run: Run, effort: Effort) -> Evidence:
    """On the left a and b are W_k+1,perp and W_k,perp, on the right their norms. Checked at the first step,
    from any W_0 for which some alpha in (0, 1) has R(alpha) <= ||W_0,perp||, R(alpha) = ||W^mm|| log(2 n V
    e^(4 ||W*||)) / alpha as displayed.
    """
    return last_line(run)


@claim("linear/theorem-2/proof/chain-b/amended", domain=STEPS)
def chain_b_amended(run: Run, effort: Effort) -> Evidence:
    """Checked as stated."""
    return last_line(run, whole=True)


@claim("linear/theorem-2/proof/telescoped", domain=SCALED)
def telescoped(data: Scaled, effort: Effort) -> Evidence:
    """u is W^mm at length 1. Checked at k = k0 for any W_k0, as eta tends to 0, which helps; if that fails,
    some multiple of W_perp has ||W_perp|| >= R(alpha) and fails too.
    """
    return telescoped_start(data)


@claim("linear/theorem-2/proof/telescoped/amended", domain=STEPS)
def telescoped_amended(run: Run, effort: Effort) -> Evidence:
    """Checked at k = k0 + 1 from any W_k0; for more steps such bounds add up. The changes: plus for minus,
    and 2 eta for eta, as the chain has it.
    """
    return telescoped_step(run)


@claim("linear/theorem-2/proof/telescoped-norms", domain=DECODINGS)
def telescoped_norms(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return triangle(data)
