"""Figures 3 to 6 made again: a hundred runs each, as the paper shows them, and where they lead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import torch

from li2024 import figures_attention as claims
from li2024 import reproduce_series as series
from li2024.experiments import INSTANCES, ITERATIONS
from li2024.reproduce_heads import figure_5, figure_6
from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.dynamics.attention_normalised import timed_descent
from ntpcheck.dynamics.gradient_descent import log_spaced
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Floats
from ntpcheck.target import Axis, Chart, Comparison, Figure, Line, Reproduction, Target

ETA = recipes.STEP
STEPS = sorted({*log_spaced(ITERATIONS, 24), *range(0, ITERATIONS + 1, 100)})
SHOWN = Axis(r"iteration $\tau$", bounds=(0, ITERATIONS))
OVER_K = Axis(r"iteration $\tau$", log=True, bounds=(1, ITERATIONS))
OVER_T = Axis(r"$\log T$", log=True, bounds=(3, 1e4))
CORRELATION = r"correlation with $W^{\mathrm{mm}}$"
AS_SHOWN, BEYOND = "as the paper shows it", "and where it leads"
FEW, STEP_SIZES, FLOORS = 12, (0.01, 0.08, 0.64), (0.01, 0.04, 0.16)


def figure_3(seed: int) -> Reproduction:
    """Acyclic data: correlation over 4000 normalised steps; beyond; and the norm beside plain descent's."""
    run = recipes.acyclic(seed, INSTANCES)
    known = attention_frames(run)
    path, times = timed_descent(run, STEPS)
    values = 1 - series.apartness(known, path.W)
    ahead = series.further(known, path, times, ETA)
    charts = (_correlation(values, ahead, 0.99), _further(ahead), _norms(run, path.W))
    figure = Figure(
        "Figure 3: acyclic data, K = d = 8, n = 4, T = 6", (6.75, 2.15), ("abc",),
        dict(zip("abc", charts, strict=True)), headings=(("a", AS_SHOWN), ("b", BEYOND)),
    )  # fmt: skip
    last = values[-1]
    few = run.select(torch.arange(INSTANCES) < FEW)
    compared = (
        Comparison("correlation after 4000 iterations", "exceeds 0.99", series.told(last),
                   agrees=last.mean() > 0.99),
        Comparison("lowest of the correlations", "", f"{last.min():.4f}"),
        _reached(ahead),
        series.inference(few, claims.acyclic_direction, STEP_SIZES),
        series.inference(few, claims.norm_outgrows_acyclic, STEP_SIZES),
    )  # fmt: skip
    return Reproduction(figure, compared, {}, {"instances": INSTANCES, "eta": ETA})


def figure_4(seed: int) -> Reproduction:
    """General data: correlation, the part in S_cyc, and both continued."""
    run = recipes.general(seed, INSTANCES)
    known = attention_frames(run)
    cyclic = np.array([len(frame.F) > 0 for frame in known])
    path, times = timed_descent(run, STEPS)
    values, off = 1 - series.apartness(known, path.W), series.distances(known, path.W)
    ahead = series.further(known, path, times, ETA)
    charts = (
        _correlation(values, ahead, 0.987),
        _distance(path.steps, off),
        _further(ahead, cyclic),
        _floors(run.select(torch.tensor(cyclic))),
    )
    figure = Figure(
        "Figure 4: general data, K = 6, d = 8, n = 6, T = 4", (6.75, 3.9), ("ab", "cd"),
        dict(zip("abcd", charts, strict=True)), headings=(("a", AS_SHOWN), ("c", BEYOND)),
    )  # fmt: skip
    few = run.select(torch.tensor(cyclic & (np.cumsum(cyclic) <= FEW)))
    compared = (*_numbers(values[-1], off[-1], cyclic), _reached(ahead), *_inferred(few))
    without = {"none: drawn with labels inside their inputs": 0}
    return Reproduction(figure, compared, without, {"instances": INSTANCES, "eta": ETA})


def _numbers(values: Floats, off: Floats, cyclic: Floats) -> tuple[Comparison, ...]:
    spread = float(values.std(ddof=1))
    away = abs(values.mean() - 0.987) / spread
    number = int(cyclic.sum())
    return (
        Comparison(
            "correlation after 4000 iterations", "about 0.987", series.told(values),
            agrees=bool(away < 1), why=f"the paper's value is {away:.1f} standard deviations from our mean",
        ),
        Comparison(
            f"the same over the {number} instances with a component of several tokens", "about 0.987",
            series.told(values[cyclic]), agrees=bool(abs(values[cyclic].mean() - 0.987) < spread),
        ),
        Comparison(
            "distance of the projection to W^cyc", "below 0.01", series.told(off), agrees=off.mean() < ETA
        ),
        Comparison(
            f"the same over those {number}", "", f"{series.told(off[cyclic])}; eta / 2 = {ETA / 2:g}",
            why="attention/figures/fig-4b: a cycle of width eta, not a limit",
        ),
    )  # fmt: skip


def _inferred(few: AttentionRun) -> tuple[Comparison, ...]:
    return (
        series.inference(few, claims.general_direction, STEP_SIZES),
        series.inference(few, claims.cyclic_part, STEP_SIZES, expected="FAILS"),
        series.inference(few, claims.cyclic_part_within, STEP_SIZES),
        series.inference(few, claims.norm_ahead, STEP_SIZES),
    )


def _correlation(values: Floats, ahead: series.Further, paper: float) -> Chart:
    """The mean of the runs, and of their laws from where all of these speak."""
    mean, low, high = series.spread(values[1:])
    level = Line(f"{paper:g}", [0, ITERATIONS], [paper, paper], "level", at=0.06, shift=(0, -6))
    law = Line("law", STEPS, 1 - ahead.lawful.mean(-1), "theory", at=0.12, shift=(6, -3))
    words, band = "mean and one s.d.\nof 100 runs", (low, np.minimum(high, 1))
    curve = Line(words, STEPS[1:], mean, band=band, at=0.55, shift=(8, -14))
    return Chart(CORRELATION, SHOWN, Axis(bounds=(0.6, 1.01)), [level, curve, law])


def _distance(steps: Floats, off: Floats) -> Chart:
    mean, low, high = series.spread(off)
    curve = Line("", steps, mean, band=(np.maximum(low, 0), high))
    return Chart(r"$\|\Pi_{\mathcal{S}_{\mathrm{cyc}}}W(\tau)-W^{\mathrm{cyc}}\|_F$", SHOWN, Axis(), [curve])


def _further(ahead: series.Further, cyclic: Floats | None = None) -> Chart:
    """1 - correlation over log T; with cyclic, those instances and the others apart."""
    end = (float(np.median(ahead.ends)), r"$\tau=4000$")
    groups = [(np.ones(len(ahead.ends), dtype=bool), "runs, then\nflow", 0)]
    if cyclic is not None:
        groups = [(cyclic, "with ties", 1), (~cyclic, "without", 0)]
    lines: list[Line] = []
    for mask, name, hue in groups:
        centre, low, high = series.middle(ahead.along[:, mask])
        lines.append(
            Line(name, series.GRID, centre, hue=hue, band=(low, high), at=0.5, shift=(6, 8))
            if hue == groups[0][2]
            else Line(
                name, series.GRID, centre, hue=hue, band=(low, high), at=0.4, shift=(-8, -8), side="left"
            )
        )
        law = np.nanmedian(ahead.law[:, mask], axis=-1)
        lines.append(Line("", series.GRID, law, "theory", at=0.92, shift=(-6, -7), side="left"))
    lines[-1] = replace(lines[-1], label="law")
    return Chart(r"$1-$ correlation (median, middle 80%)", OVER_T, Axis(log=True), lines, end)


def _norms(run: AttentionRun, fast: torch.Tensor) -> Chart:
    slow = timed_descent(run, STEPS, normalised=False)[0].W
    lines: list[Line] = []
    for name, W, hue, at in (("normalised", fast, 0, 0.5), ("plain", slow, 6, 0.93)):
        mean, low, high = series.spread(W.flatten(-2).norm(dim=-1).numpy())
        lines.append(Line(name, STEPS, mean, hue=hue, band=(low, high), at=at, shift=(-5, 7), side="left"))
    return Chart(r"norm of $W(\tau)$, $\eta=0.01$", SHOWN, Axis(), lines)


def _floors(run: AttentionRun) -> Chart:
    """The distance from W^cyc at three step sizes, each with eta / 2."""
    known, lines = attention_frames(run), list[Line]()
    for hue, eta in enumerate(FLOORS):
        path = timed_descent(run.replace(eta=0 * run.eta + eta), STEPS)[0]
        centre = np.median(series.distances(known, path.W)[1:], axis=-1)
        label = rf"$\eta={eta:g}$"
        lines += [
            Line("", [1, ITERATIONS], [eta / 2] * 2, "theory"),
            Line(label, path.steps[1:], centre, hue=hue, at=0.97, shift=(0, 7), side="left"),
        ]
    lines[0] = replace(lines[0], label=r"$\eta/2$", at=0.02, shift=(2, 5))
    return Chart("the distance above, median, at three step sizes", OVER_K, Axis(log=True), lines)


def _reached(ahead: series.Further) -> Comparison:
    ends = ahead.along[-1]
    said = f"median 1 - corr = {np.nanmedian(ends):.1e}, law {np.nanmedian(ahead.law[-1]):.1e}"
    return Comparison(
        "the same at log T = 10^4, along the flow", "1", said, agrees=bool(np.nanmax(ends) < 1e-3),
        why=f"{sum(ahead.completed)} of {len(ends)} flows completed",
    )  # fmt: skip


def _target(number: int, title: str, minutes: float, make: Callable[[int], Reproduction]) -> Target:
    return Target(f"attention/fig-{number}", title, f"Figure {number}", minutes, make)


TARGETS = (
    _target(3, "normalised descent on acyclic data", 0.2, figure_3),
    _target(4, "normalised descent on general data, and its part in S_cyc", 0.7, figure_4),
    _target(5, "squared loss with a general head, and pseudo-graphs", 0.4, figure_5),
    _target(6, "cross-entropy with a general head, and pseudo-graphs", 0.5, figure_6),
)
