"""The panels of a training figure as charts: as the paper shows them, and beyond its last step."""

from __future__ import annotations

import numpy as np

from ntpcheck.dynamics.panels import Panels, Training
from ntpcheck.reference.frame import Floats
from ntpcheck.target import Axis, Chart, Line
from thrampoulidis2024.experiments import STEPS

FAR = 12  # the panels over k end at k = 10^12
K = Axis("iteration $k$", log=True, bounds=(1, STEPS))
FURTHER = Axis("iteration $k$", log=True, bounds=(1, 10**FAR))
LOG_K = Axis(r"$\log k$", log=True, bounds=(1, 1e4))
CORRELATION = r"correlation with $W^{\mathrm{mm}}$"
MISALIGNED = r"$1-$ correlation with $W^{\mathrm{mm}}$"
NORM, LOSS, FINITE = r"norm of $W_k$", "training loss", r"$\|P_F(W_k)-W^\star\|$"


def k(panels: Panels) -> Floats:
    """Steps, at most e^600: later ones are in no panel over k."""
    return np.exp(np.minimum(panels.s, 600.0))


def as_shown(run: Training, H: float) -> tuple[Chart, Chart, Chart, Chart]:
    """The paper's four panels, to its last step."""
    done, theory = run.steps, run.theory
    entropy = Line(f"$H = {H:.3f}$", [1, STEPS], [H, H], "level", at=0.2, below=True)
    return (
        Chart(LOSS, K, Axis("nats"), [
            entropy, Line(r"$\mathrm{CE}(W_k)$", k(done), H + done.loss, at=0.3),
            Line("", k(theory), H + theory.loss, "theory"),
        ]),
        Chart(NORM, K, Axis(), [
            Line(r"$\|W_k\|$", k(done), done.norm, at=0.6), Line("theory", k(theory), theory.norm, "theory", at=0.5, below=True),
        ]),
        Chart(CORRELATION, K, Axis(bounds=(_least(done), 1.04)), [
            Line(r"$W_k$", k(done), 1 - done.apart, hue=0, at=0.6, below=True),
            Line(r"$W_k-W^\star$", k(done), 1 - done.corrected, hue=1, at=0.5),
            Line("", k(theory), 1 - theory.apart, "theory"), Line("", k(theory), 1 - theory.corrected, "theory"),
        ]),
        Chart(FINITE, K, Axis(), [
            Line("gradient descent", k(done), done.distance, at=0.3), Line("theory", k(theory), theory.distance, "theory", at=0.5),
        ]),
    )  # fmt: skip


def _least(done: Panels) -> float:
    lowest = float(min((1 - done.apart).min(), (1 - done.corrected).min()))
    return lowest - 0.05


def beyond(run: Training) -> tuple[Chart, Chart, Chart, Chart]:
    """The same quantities as distances from their limits, from the first step to where the limits show."""
    done, flow, theory, end = run.steps, run.flow, run.theory, (STEPS, "$10^4$ steps")
    in_log = (float(np.log(STEPS)), "$10^4$ steps")

    def over_k(title: str, name: str, y: str) -> Chart:
        lines = [Line("gradient descent", k(done), getattr(done, name), at=0.05, below=True)]
        lines += [Line("flow", k(flow), getattr(flow, name), "flow", at=0.3)]
        lines += [Line(r"theory, $\propto 1/k$", k(theory), getattr(theory, name), "theory", at=0.62)]
        return Chart(title, FURTHER, Axis(y, log=True, bounds=_to_far(done, theory, name)), lines, end)

    def over_log_k(name: str, hue: int) -> list[Line]:
        return [
            Line("", done.s, getattr(done, name), hue=hue),
            Line("", flow.s, getattr(flow, name), "flow", hue=hue),
        ]

    slope = Line(r"theory, $\|W^{\mathrm{mm}}\|\,\log k$", theory.s, theory.norm, "theory", at=0.5, below=True)
    square = Line(r"theory, $\propto 1/\log^2 k$", theory.s, theory.apart, "theory", at=0.72)
    both = [
        *over_log_k("apart", 0), *over_log_k("corrected", 1), square,
        Line("", theory.s, theory.corrected, "theory"),
    ]  # fmt: skip
    return (
        over_k("loss minus entropy", "loss", "nats"),
        Chart(NORM, LOG_K, Axis(log=True), [*over_log_k("norm", 0), slope], in_log),
        Chart(MISALIGNED, LOG_K, Axis(log=True, bounds=_aligned(run)), both, in_log),
        over_k(FINITE, "distance", ""),
    )


def _to_far(done: Panels, theory: Panels, name: str) -> tuple[float, float]:
    """From the law at k = 10^12 to the largest value seen."""
    return float(theory.at(np.log(10.0**FAR))[name]), 3 * float(getattr(done, name).max())


def _aligned(run: Training) -> tuple[float, float]:
    return float(min(run.theory.at(1e4)["corrected"], run.flow.at(1e4)["corrected"])) / 2, 3.0
