"""The charts of Figures 3 and 4."""

from dataclasses import replace

import numpy as np
import torch

from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.dynamics.attention_descent import timed_descent
from ntpcheck.dynamics.gradient_descent import log_spaced
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Floats
from ntpcheck.target import Axis, Chart, Line
from ntpcheck_papers.li2024.experiments import CODE, ITERATIONS, PAPER
from ntpcheck_papers.li2024.figures import reproduce_series as series

ETA = recipes.STEP
STEPS = sorted({*log_spaced(ITERATIONS, 24), *range(0, ITERATIONS + 1, 100)})
SHOWN = Axis(r"iteration $\tau$", bounds=(0, ITERATIONS))
OVER_K = Axis(r"iteration $\tau$", log=True, bounds=(1, ITERATIONS))
OVER_T = Axis(r"$\log T$, $T$ the time of gradient flow", log=True, bounds=(3, 1e4))
FLOORS = (0.01, 0.04, 0.16)  # step sizes


def correlation(values: Floats, ahead: series.Further, paper: float, code: Floats) -> Chart:
    """The means of both recipes, and of the laws of Appendix D's from where all of these speak."""
    level = Line(
        f"{paper:g} (paper)", [0, ITERATIONS], [paper, paper], "level", at=0.99, shift=(0, 6), side="left"
    )
    law = Line("law", STEPS, 1 - ahead.lawful.mean(-1), "theory", at=0.02, shift=(2, -6))
    lines = [level]
    for found, name, hue, at, shift in ((code, CODE, 1, 0.6, (4, -24)), (values, PAPER, 0, 0.6, (4, -15))):
        mean, low, high = series.spread(found[1:])
        band = (low, np.minimum(high, 1))
        lines.append(Line(name, STEPS[1:], mean, hue=hue, band=band, at=at, shift=shift))
    return Chart(
        r"correlation with $W^{\mathrm{mm}}$, mean and s.d.", SHOWN, Axis(bounds=(0.6, 1.03)), [*lines, law]
    )


def distance(steps: Floats, paper: Floats, code: Floats) -> Chart:
    lines = []
    for off, name, hue, at, shift in (
        (paper, rf"{PAPER}, to $W^{{\mathrm{{cyc}}}}$", 0, 0.45, (6, 10)),
        (code, rf"{CODE}, to $W^{{\mathrm{{cyc}}}}(\tau)$", 1, 0.25, (10, 4)),
    ):
        mean, low, high = series.spread(off)
        lines.append(Line(name, steps, mean, hue=hue, band=(np.maximum(low, 0), high), at=at, shift=shift))
    title = r"$\|\Pi_{\mathcal{S}_{\mathrm{cyc}}}W(\tau)-W^{\mathrm{cyc}}\|_F$, mean and s.d."
    return Chart(title, SHOWN, Axis(bounds=(0, 0.5)), lines)


def further(ahead: series.Further, cyclic: Floats | None = None) -> Chart:
    """1 - correlation over log T; with cyclic, those instances and the others apart."""
    end = (float(np.median(ahead.ends)), r"$\tau=4000$")
    groups = [(np.ones(len(ahead.ends), dtype=bool), "runs, then\nflow", 0, 0.5, (6, 8))]
    if cyclic is not None:
        groups = [(cyclic, "with ties", 3, 0.55, (6, 10)), (~cyclic, "without", 2, 0.45, (-8, -9))]
    lines: list[Line] = []
    for mask, name, hue, at, shift in groups:
        if mask.any():
            centre, low, high = series.middle(ahead.along[:, mask])
            side = "right" if shift[0] > 0 else "left"
            lines.append(
                Line(name, series.GRID, centre, hue=hue, band=(low, high), at=at, shift=shift, side=side)
            )
            law = series.middle(ahead.law[:, mask])[0]
            lines.append(Line("", series.GRID, law, "theory", at=0.9, shift=(-6, -7), side="left"))
    lines[-1] = replace(lines[-1], label=r"law, $\propto\log^{-2}T$")
    return Chart(r"$1-$ correlation, middle 80%", OVER_T, Axis(log=True), lines, end)


def norms(run: AttentionRun, fast: torch.Tensor) -> Chart:
    """Each normalised step has length eta; plain descent's norm grows like ||W^mm|| log tau."""
    slow = timed_descent(run, STEPS, normalised=False)[0].W
    lines: list[Line] = []
    for name, W, hue, at in (("normalised", fast, 0, 0.5), ("plain", slow, 6, 0.93)):
        mean, low, high = series.spread(W.flatten(-2).norm(dim=-1).numpy())
        lines.append(Line(name, STEPS, mean, hue=hue, band=(low, high), at=at, shift=(-5, 7), side="left"))
    size = float(np.mean([np.linalg.norm(frame.W) for frame in attention_frames(run)]))
    late = np.array([k for k in STEPS if k >= ITERATIONS // 16])
    law = np.asarray(lines[1].y)[-1] + size * np.log(late / ITERATIONS)
    lines += [
        Line(r"$\eta\tau$", STEPS, ETA * np.array(STEPS), "theory", at=0.75, shift=(3, -7)),
        Line(
            r"slope $\|W^{\mathrm{mm}}\|$ in $\log\tau$",
            late,
            law,
            "theory",
            at=0.5,
            shift=(0, -7),
            side="center",
        ),
    ]
    return Chart(r"norm of $W(\tau)$, $\eta=0.01$, mean", SHOWN, Axis(), lines)


def floors(run: AttentionRun) -> Chart:
    """The distance from W^cyc at three step sizes, each with eta / 2."""
    known, lines = attention_frames(run), list[Line]()
    for hue, eta in enumerate(FLOORS):
        path = timed_descent(run.replace(eta=0 * run.eta + eta), STEPS)[0]
        centre = np.median(series.distances(known, path.W)[1:], axis=-1)
        label = rf"$\eta={eta:g}$"
        lines += [
            Line("", [1, ITERATIONS], [eta / 2] * 2, "theory"),
            Line(label, path.steps[1:], centre, hue=hue, at=0.97, shift=(7, 7), side="left"),
        ]
    lines[0] = replace(lines[0], label=r"$\eta/2$", at=0.02, shift=(2, 5))
    return Chart("the distance above, median, at three step sizes", OVER_K, Axis(log=True), lines)
