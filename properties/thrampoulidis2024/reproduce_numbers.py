"""The paper's statements about its runs, beside what ours do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.dynamics.panels import Panels, Training
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Frame
from ntpcheck.target import Comparison
from thrampoulidis2024.experiments import STEPS

STEP_SIZES = (1, 16, 128)  # the run's own step size and these fractions of it
FACTOR = 2.0
LEVELS = (0.99, 0.999)


def run_numbers(run: Training) -> tuple[Comparison, ...]:
    """Each panel's behaviour over the run, against the law that holds if its inference is right.

    A number agrees if the last step is within a factor 2 of the law: the paper's graphs give no values.
    """
    last, law = (p.at(np.log(STEPS)) for p in (run.steps, run.theory))
    cos, corrected = 1 - last["apart"], 1 - last["corrected"]
    return (
        _near("loss minus H after 10^4 steps", "to 0", last["loss"], law["loss"]),
        _near("norm after 10^4 steps", "grows", last["norm"], law["norm"]),
        _rising(run.steps),
        _near("1 - correlation of W_k, 10^4 steps", "to 0", last["apart"], law["apart"], f" (correlation {cos:.3f})"),
        _near("the same of W_k - W*", "to 0", last["corrected"], law["corrected"], f" (correlation {corrected:.3f})"),
        Comparison("corrected iterates align better", "shown beside", f"{corrected:.3f} against {cos:.3f}"),
        _near("distance of P_F(W_k) to W*", "to 0", last["distance"], law["distance"]),
        *(_reached(run, level) for level in LEVELS),
    )  # fmt: skip


def _near(what: str, paper: str, ours: float, law: float, more: str = "") -> Comparison:
    agrees = bool(1 / FACTOR <= ours / law <= FACTOR) if np.isfinite(law) else None
    return Comparison(what, paper, f"{ours:.3g}, theory {law:.3g}{more}", agrees, why="within a factor 2 of theory")


def _rising(steps: Panels) -> Comparison:
    """Norm growth at every recorded step."""
    lowest = int(np.argmin(steps.norm))
    k = round(float(np.exp(steps.s[lowest])))
    if lowest == 0:
        return Comparison("norm increases throughout", "increases", f"from step 1 on, {steps.norm[0]:.2f}", agrees=True)
    ours = f"falls until k = {k} ({steps.norm[0]:.2f} to {steps.norm[lowest]:.2f}), then rises"
    return Comparison(
        "norm increases throughout", "increases", ours, agrees=False, expected=False,
        why="a random start has a part that training shrinks (linear/figures/fig-4-norm-increases)",
    )  # fmt: skip


def _reached(run: Training, level: float) -> Comparison:
    """Where the correlation passes a level."""
    for panels in (run.steps, run.flow):
        above = np.flatnonzero(1 - panels.apart >= level)
        if len(above):
            s = float(panels.s[above[0]])
            said = f"k = 10^{s / np.log(10):.0f}"
            return Comparison(f"correlation reaches {level:g}", "not said", said)
    return Comparison(f"correlation reaches {level:g}", "not said", "not reached")


def inferences(run: Run, claims: Sequence[Claim]) -> tuple[Comparison, ...]:
    """What each panel is taken to show, held against laws at log k = 10^4 and beyond, at several step sizes.

    Refuted claims hold or fail as expected: their expected outcome is FAILS.
    """
    etas = [float(run.eta) / fraction for fraction in STEP_SIZES]
    several = _copies(run, etas)
    told = []
    for claim in claims:
        outcomes = [Outcome(o) for o in judge(claim.check(several, Effort())).tolist()]
        holds = all(o == Outcome.HOLDS for o in outcomes)
        said = ", ".join(f"{o.value} at eta = {eta:.2g}" for o, eta in zip(outcomes, etas, strict=True))
        refuted = claim.id.endswith("norm-increases")
        told.append(Comparison(claim.statement, "inferred", said, agrees=holds, expected=not refuted, why=claim.id))
    return tuple(told)


def _copies(run: Run, etas: Sequence[float]) -> Run:
    size = len(etas)
    fields = {name: getattr(run, name).expand(size, *getattr(run, name).shape) for name in run.AXES}
    return Run(**(fields | {"eta": torch.tensor(etas, dtype=torch.float64)}))


def captions(frame: Frame, supports: Sequence[Sequence[int]]) -> tuple[Comparison, ...]:
    """What the caption of Figure 1 reads off the picture, on this instance."""
    word = frame.W[2]
    sides = np.sign(frame.H @ word).astype(int).tolist()
    separates = sides == [1, -1, -1]
    cos = float(word @ frame.H[0] / np.linalg.norm(word) / np.linalg.norm(frame.H[0]))
    pairs = [v for v in range(frame.W.shape[0]) if sum(row[v] for row in supports) == 2]
    inside = sum(_in_cone(frame, v) for v in pairs)
    wider = _wider_is_longer(frame, pairs)
    return (
        Comparison("w_3 separates A from B and C", "separates", "separates" if separates else "does not",
                   why="no rule: linear/figures/separating-row"),
        Comparison("w_3 (almost) aligns with A", "almost aligned", f"cos = {cos:.3f}"),
        Comparison("words of two contexts lie in their cone", "4 of 4", f"{inside} of {len(pairs)}",
                   why="no rule: linear/figures/cone"),
        Comparison("the wider the cone, the longer the word", "yes", "yes" if wider else "no",
                   why="no rule: linear/figures/wider-cone"),
    )  # fmt: skip


def _in_cone(frame: Frame, v: int) -> bool:
    """Row v of W^mm is a nonnegative combination of its two contexts' embeddings."""
    weights = np.linalg.solve(frame.H[frame.support[:, v]].T, frame.W[v])
    return bool((weights >= -frame.error).all())


def _wider_is_longer(frame: Frame, pairs: Sequence[int]) -> bool:
    """Words with the wider cone have the longer rows, all pairs of words compared."""
    unit = frame.H / np.linalg.norm(frame.H, axis=1, keepdims=True)
    cosines = [float(np.prod(unit[frame.support[:, v]], axis=0).sum()) for v in pairs]
    lengths = [float(np.linalg.norm(frame.W[v])) for v in pairs]
    ties = 2.0**-30
    return all(
        (lengths[a] - lengths[b]) * (cosines[b] - cosines[a]) > 0
        for a in range(len(pairs))
        for b in range(a)
        if abs(cosines[a] - cosines[b]) > ties
    )
