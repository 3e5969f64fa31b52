"""The panels of a training figure as charts: as the paper shows them, and beyond its last step."""

import numpy as np

from ntpcheck.dynamics.panels import Panels, Training
from ntpcheck.reference.frame import Floats
from ntpcheck.target import Axis, Chart, Line
from ntpcheck_papers.thrampoulidis2024.experiments import STEPS

FAR = 12  # the panels over k end at k = 10^12
K = Axis("iteration $k$", log=True, bounds=(1, STEPS))
FURTHER = Axis("iteration $k$", log=True, bounds=(1, 10**FAR))
LOG_K = Axis(r"$\log k$ (natural)", log=True, bounds=(1, 1e4))
CORRELATION = r"correlation with $W^{\mathrm{mm}}$"
MISALIGNED = r"$1-$ correlation with $W^{\mathrm{mm}}$"
NORM, LOSS, FINITE = r"norm of $W_k$", "training loss CE($W_k$)", r"$\|P_F(W_k)-W^\star\|$"


def k(panels: Panels) -> Floats:
    """Steps, at most e^600: later ones are in no panel over k."""
    return np.exp(np.minimum(panels.s, 600.0))


def as_shown(run: Training, H: float) -> tuple[Chart, Chart, Chart, Chart]:
    """The paper's four panels, to its last step."""
    done, theory = run.steps, run.theory
    entropy = Line(f"$H$ = {H:.3f}", [1, STEPS], [H, H], "level", at=0.02, shift=(3, 5))
    loss = Line("", k(done), H + done.loss)
    loss_theory = Line("theory", k(theory), H + theory.loss, "theory", at=0.45, shift=(5, 4))
    norms = [
        Line(r"$\|W_k\|$", k(done), done.norm, at=0.55, shift=(-5, 4), side="left"),
        Line("", k(theory), theory.norm, "theory"),
    ]
    corrected = Line(
        r"$W_k-W^\star$", k(done), 1 - done.corrected, hue=1, at=0.62, shift=(-5, 3), side="left"
    )
    correlations = [
        Line(r"$W_k$", k(done), 1 - done.apart, at=0.3, shift=(-4, 4), side="left"),
        corrected,
        Line("", k(theory), 1 - theory.apart, "theory"),
        Line("", k(theory), 1 - theory.corrected, "theory"),
    ]
    distance = [
        Line(r"$W_k$", k(done), done.distance, at=0.3, shift=(-3, -6), side="left"),
        Line("theory", k(theory), theory.distance, "theory", at=0.1, shift=(5, 0)),
    ]
    return (
        Chart(LOSS, K, Axis("nats"), [entropy, loss, loss_theory]),
        Chart(NORM, K, Axis(), norms),
        Chart(CORRELATION, K, Axis(bounds=(_least(done), 1.04)), correlations),
        Chart(FINITE, K, Axis(), distance),
    )


def _least(done: Panels) -> float:
    lowest = float(min((1 - done.apart).min(), (1 - done.corrected).min()))
    return lowest - 0.05


def beyond(run: Training) -> tuple[Chart, Chart, Chart, Chart]:
    """The same quantities as distances from their limits, from the first step to where the limits show."""
    theory = run.theory
    slope = Line(r"$\|W^{\mathrm{mm}}\|\,\log k$", theory.s, theory.norm, "theory", at=0.5, shift=(5, -6))
    square = Line(r"$\propto 1/\log^2 k$", theory.s, theory.apart, "theory", at=0.42, shift=(5, 5))
    angles = [*_over_log_k(run, "apart", 0), *_over_log_k(run, "corrected", 1), square]
    angles.append(Line("", theory.s, theory.corrected, "theory"))
    in_log = (float(np.log(STEPS)), "")
    return (
        _over_k(run, "loss minus entropy", "loss", "nats"),
        Chart(NORM, LOG_K, Axis(log=True), [*_over_log_k(run, "norm", 0), slope], in_log),
        Chart(MISALIGNED, LOG_K, Axis(log=True, bounds=_aligned(run)), angles, in_log),
        _over_k(run, FINITE, "distance", ""),
    )


def _over_k(run: Training, title: str, name: str, y: str) -> Chart:
    """To k = 10^12, where the theory falls like 1/k."""
    done, flow, theory = run.steps, run.flow, run.theory
    lines = [
        Line("", k(done), getattr(done, name)),
        Line("flow", k(flow), getattr(flow, name), "flow", at=0.75, shift=(-5, -5), side="left"),
        Line(r"$\propto 1/k$", k(theory), getattr(theory, name), "theory", at=0.6, shift=(5, 4)),
    ]
    bounds = _to_far(done, theory, name)
    return Chart(title, FURTHER, Axis(y, log=True, bounds=bounds), lines, (STEPS, "$10^4$ steps"))


def _over_log_k(run: Training, name: str, hue: int) -> list[Line]:
    done, flow = run.steps, run.flow
    return [
        Line("", done.s, getattr(done, name), hue=hue),
        Line("", flow.s, getattr(flow, name), "flow", hue=hue),
    ]


def _to_far(done: Panels, theory: Panels, name: str) -> tuple[float, float]:
    """From the law at k = 10^12 to the largest value seen."""
    return float(theory.at(np.log(10.0**FAR))[name]), 3 * float(getattr(done, name).max())


def _aligned(run: Training) -> tuple[float, float]:
    return float(min(run.theory.at(1e4)["corrected"], run.flow.at(1e4)["corrected"])) / 2, 3.0
