"""Section 5 and Appendix A: the instances behind the figures, drawn from the paper's description.

The paper's own draws are not published. What it says of them is their entropy, H = 0.8811 and 1.445, so each
figure shows, of many draws, the one whose entropy is nearest to that; the spread over all draws tells how
usual the paper's value is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ntpcheck.domains import plain
from ntpcheck.domains.recipes import by_recipe, paper_size, planar, scaled
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.frame import frames
from ntpcheck.target import Comparison
from ntpcheck_papers.thrampoulidis2024.figures.reproduce_caption import caption

STEPS = 10_000
DRAWS = 400
# Of Figure 1: word 3 follows A alone and the others two contexts each; words 1 and 5 follow B and C, and word
# 2 follows A and C (the arXiv version's caption). By counting, word 4 follows A and B.
SUPPORTS = ((0, 1, 1, 1, 0), (1, 0, 0, 1, 1), (1, 1, 0, 0, 1))
H_PLANE, H_LARGE = 0.8811, 1.445
STEP_SIZES = 8
PAPER_SIZE, SIZES = 50, (*[5] * 14, *[10] * 5, 50)  # m
FEW = 2  # runs at a time: each figure has one setting, of which some dozens of draws say enough
USUAL = 2.0  # standard deviations


@dataclass(frozen=True)
class Drawn:
    """The instance that a figure shows, and what it was chosen from."""

    run: Run
    H: float
    mean: float
    spread: float
    admitted: int
    excluded: Mapping[str, int]
    told: Mapping[str, int]  # on how many of the draws each sentence of the caption holds

    def entropy(self, paper: float) -> Comparison:
        """The paper's entropy against the spread of ours."""
        away = abs(paper - self.mean) / self.spread
        return Comparison(
            "entropy H (nats)",
            f"{paper:g}",
            f"{self.H:.4f}; {self.mean:.3f} +- {self.spread:.3f} over {self.admitted} draws",
            agrees=bool(away < USUAL),
            why=f"the paper's value is {away:.1f} standard deviations from our mean",
        )

    @property
    def data(self) -> dict[str, Any]:
        return {"instance": self.run.to_json(), "H": self.H, "draws": self.admitted}


def in_the_plane(seed: int) -> Drawn:
    """Figures 1 and 2: m = 3, d = 2, V = 5, S_j = 3, supports as the captions have them.

    Reading: supports of Figure 1, since those of Figure 2 contradict it. Data in the plane need not be
    separable: draws that are not are left out and counted. Shown is a draw on which the caption's words on
    the geometry hold, where there is one; how many do is counted too.
    """
    batch = planar(seed, DRAWS, SUPPORTS)
    found = frames(batch)
    reasons = {
        "not NTP-compatible": [not f.compatible for f in found],
        "not NTP-separable": [f.compatible and f.separable is False for f in found],
        "separable or not: undecided": [f.compatible and f.separable is None for f in found],
    }
    kept = [f.compatible and f.moves for f in found]
    counts = {reason: sum(out) for reason, out in reasons.items() if any(out)}
    read = [caption(f) for f in found if f.compatible and f.moves]
    told = {name: sum(r[name] for r in read) for name in read[0]} if read else {}
    as_told = [all(r.values()) for r in read]
    return _nearest(batch.select(torch.tensor(kept)), H_PLANE, counts, told, as_told)


def overparameterized(seed: int) -> Drawn:
    """Figures 3 to 5: n = 5000, m = 50, d = 60, V = 10, S_j = 6; separable and compatible since m <= d."""
    return _nearest(paper_size(seed, DRAWS), H_LARGE, {})


def _nearest(
    batch: Run,
    wanted: float,
    excluded: Mapping[str, int],
    told: Mapping[str, int] | None = None,
    preferred: Sequence[bool] = (),
) -> Drawn:
    values = entropy(batch).numpy()
    away = np.abs(values - wanted)
    if any(preferred):
        away = np.where(preferred, away, np.inf)
    chosen = int(np.argmin(away))
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    return Drawn(batch.row(chosen), float(values[chosen]), mean, spread, len(values), excluded, told or {})


def _with_steps(generator: torch.Generator, run: Run) -> Run:
    """The same runs with step sizes 0.5 / 2^j, j = 0 .. 7."""
    power = torch.randint(STEP_SIZES, run.batch, generator=generator)
    return run.replace(eta=0.5 * 2.0 ** -power.double())


def _planar_runs(generator: torch.Generator, batch: int) -> Run:
    found = planar(generator, 24 * min(batch, FEW), SUPPORTS)
    kept = torch.tensor([f.compatible and f.moves for f in frames(found)])
    return _with_steps(generator, found.select(kept & (kept.cumsum(0) <= min(batch, FEW))))


def _overparameterized_runs(generator: torch.Generator, batch: int) -> Run:
    """Sizes m = 5, 10 and now and then the paper's own 50, one run at a time; always d = 6m/5."""
    m = SIZES[int(torch.randint(len(SIZES), (), generator=generator))]
    return _with_steps(generator, scaled(generator, min(batch, FEW) if m < PAPER_SIZE else 1, m))


def _planar_data(generator: torch.Generator, batch: int) -> Dataset:
    """Embeddings and counts of Figure 1, separable or not."""
    found = planar(generator, batch, SUPPORTS)
    return Dataset(found.embeddings, found.counts)


# About a quarter of these data are separable.
PLANAR_DATA = by_recipe("data of Figure 1", _planar_data, costly=False)
PLANAR = by_recipe("runs of Figure 1", _planar_runs, rows=2, plain=plain.planar_runs)
LARGE = by_recipe("runs of Figure 4", _overparameterized_runs, rows=2, plain=plain.roomy_runs)
