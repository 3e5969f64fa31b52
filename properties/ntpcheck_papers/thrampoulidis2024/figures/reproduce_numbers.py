"""The paper's statements about its runs, beside what ours do."""

from collections.abc import Sequence

import numpy as np
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.dynamics.panels import Panels, Training
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.frame import Floats
from ntpcheck.target import Comparison, inferred
from ntpcheck_papers.thrampoulidis2024.experiments import STEPS

STEP_SIZES = (1, 16, 128)  # the run's own step size and these fractions of it
LEVELS = (0.99, 0.999)
SAME = 2.0**-30  # 1 - cos of programs with one direction
PROGRAMS = {
    neighbours.without_one_margin: "W^mm less one margin",
    neighbours.with_one_more_token: "W^mm with one token more in a support",
    neighbours.with_one_token_less: "W^mm with one token less in a support",
    neighbours.without_ties: "W^mm without ties",
}


def run_numbers(data: Run, run: Training, *, rises: bool | None = None) -> tuple[Comparison, ...]:
    """Each panel's course from the first step to the last; the graphs' captions give no values.

    A course agrees if it goes the way the caption says, no more: whether the limit is right is not for 10^4
    steps to tell, see `inferences`. rises: whether the norm is known to grow at every step.
    """
    first, last, law = run.steps.at(0.0), run.steps.at(np.log(STEPS)), run.theory.at(np.log(STEPS))

    def course(what: str, name: str, paper: str = "to 0", *, up: bool = False) -> Comparison:
        start, end = first[name], last[name]
        ours = f"{start:.3g} to {end:.3g}; theory for the end {law[name]:.3g}"
        return Comparison(what, paper, ours, agrees=end > start if up else end < start)

    return (
        course("loss minus H", "loss"),
        course("norm", "norm", "grows", up=True),
        _rising(run.steps, known=rises),
        course("1 - correlation of W_k with W^mm", "apart"),
        course("1 - correlation of W_k - W* with W^mm", "corrected"),
        course("distance of P_F(W_k) to W*", "distance"),
        _rival(data, run),
        *(_reached(run, level) for level in LEVELS),
    )


def _rival(data: Run, run: Training) -> Comparison:
    """The wrong program whose direction is nearest to the last iterate: what 10^4 steps cannot tell apart."""
    own, found = run.frame.W, []
    for program, words in PROGRAMS.items():
        C = program(data).numpy()
        if _apart(C, own) > SAME:
            found.append((_apart(run.last, C), words))
    nearest, words = min(found)
    ours = f"{_apart(run.last, own):.4f} to W^mm, {nearest:.4f} to {words}"
    return Comparison("1 - correlation at the last step", "", ours, why="why no finite run decides the limit")


def _apart(A: Floats, B: Floats) -> float:
    return float(1 - (A * B).sum() / np.linalg.norm(A) / np.linalg.norm(B))


def _rising(steps: Panels, *, known: bool | None) -> Comparison:
    """Norm growth at every recorded step."""
    lowest = int(np.argmin(steps.norm))
    k = round(float(np.exp(steps.s[lowest])))
    ours = f"falls from {steps.norm[0]:.2f} to {steps.norm[lowest]:.2f} at k = {k}, then rises"
    rises = bool((np.diff(steps.norm) > 0).all())
    return Comparison(
        "norm at every step",
        "increases",
        "rises from the first step on" if rises else ours,
        agrees=None if known is None else rises,
        expected=bool(known),
        why="linear/figures/fig-4-norm-increases",
    )


def _reached(run: Training, level: float) -> Comparison:
    """Where the correlation passes a level."""
    for panels in (run.steps, run.flow):
        above = np.flatnonzero(1 - panels.apart >= level)
        if len(above):
            s = float(panels.s[above[0]])
            said = f"k = 10^{s / np.log(10):.0f}"
            return Comparison(f"correlation reaches {level:g}", "", said)
    return Comparison(f"correlation reaches {level:g}", "", "not reached")


def inferences(
    run: Run, claims: Sequence[Claim], fractions: Sequence[int] = STEP_SIZES
) -> tuple[Comparison, ...]:
    """What each panel is taken to show, held against laws at log k = 10^4 and beyond, at several step sizes.

    Refuted claims hold or fail as expected: their expected outcome is FAILS.
    """
    etas = [float(run.eta) / fraction for fraction in fractions]
    several = _copies(run, etas)
    told = []
    for claim in claims:
        outcomes = [Outcome(o) for o in judge(claim.check(several, Effort())).tolist()]
        said = ", ".join(f"{o.value} at eta = {eta:.2g}" for o, eta in zip(outcomes, etas, strict=True))
        refuted = claim.id.endswith("norm-increases")
        told.append(inferred(claim, outcomes, said, expected=not refuted))
    return tuple(told)


def _copies(run: Run, etas: Sequence[float]) -> Run:
    size = len(etas)
    fields = {name: getattr(run, name).expand(size, *getattr(run, name).shape) for name in run.AXES}
    return Run(**(fields | {"eta": torch.tensor(etas, dtype=torch.float64)}))
