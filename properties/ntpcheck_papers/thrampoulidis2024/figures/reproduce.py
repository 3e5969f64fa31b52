"""Figures 1 to 5 made again: the paper's recipes and sizes, its panels, and where they lead."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ntpcheck.dynamics.panels import training
from ntpcheck.reference.frame import Frame, frames
from ntpcheck.target import Arrow, Bars, Chart, Comparison, Figure, Plane, Reproduction, Table, Target
from ntpcheck_papers.thrampoulidis2024.experiments import (
    H_LARGE,
    H_PLANE,
    STEPS,
    in_the_plane,
    overparameterized,
)
from ntpcheck_papers.thrampoulidis2024.figures import figures_training as panels
from ntpcheck_papers.thrampoulidis2024.figures import reproduce_caption, reproduce_panels
from ntpcheck_papers.thrampoulidis2024.figures.reproduce_numbers import inferences, run_numbers
from ntpcheck_papers.thrampoulidis2024.figures.reproduce_optimisers import figure_5

NAMES = "ABC"
PICKED = 8  # contexts shown in Figure 3
PANELS = "abcdefgh"
W_MM = r"$W^{\mathrm{mm}}$"
SHOWN, FURTHER = "as the paper shows it", "continued by the log-time flow"


def figure_1(seed: int) -> Reproduction:
    """The planar example: contexts, words and hyperplanes; the run; and the run continued."""
    drawn = in_the_plane(seed)
    run = training(drawn.run, STEPS)
    frame = run.frame
    charts = (*reproduce_panels.as_shown(run, drawn.H), *reproduce_panels.beyond(run))
    parts: dict[str, Any] = {"p": _plane(frame, W_MM, frame.W, contexts=True)}
    parts |= dict(zip(PANELS, charts, strict=True))
    figure = Figure(
        "Figure 1: NTP training in the plane, m = 3, d = 2, V = 5", (6.75, 5.2), ("ppab", "ppcd", "efgh"),
        parts, headings=(("a", SHOWN), ("e", FURTHER)),
    )  # fmt: skip
    claims = (panels.plane_loss, panels.plane_norm, panels.plane_direction, panels.plane_finite_part)
    said = reproduce_caption.compared(frame, drawn.told, drawn.admitted)
    compared = (drawn.entropy(H_PLANE), *said, *run_numbers(drawn.run, run), *inferences(drawn.run, claims))
    return Reproduction(figure, compared, drawn.excluded, drawn.data)


def figure_2(seed: int) -> Reproduction:
    """The same instance: P, the rows of W^mm, the rows of W*."""
    drawn = in_the_plane(seed)
    frame = frames(drawn.run)[0]
    shares = np.where(frame.support, frame.p, np.nan)
    figure = Figure(
        "Figure 2: probabilities, W^mm and W* in the plane", (6.75, 2.5), ("abc",),
        {
            "a": Table("probabilities $P$", list(NAMES), list("12345"), shares, ("context", "word")),
            "b": _plane(frame, W_MM, frame.W),
            "c": _plane(frame, r"$W^\star$", frame.centre),
        },
    )  # fmt: skip
    return Reproduction(figure, (drawn.entropy(H_PLANE), *rows_compared(frame)), drawn.excluded, drawn.data)


def rows_compared(frame: Frame) -> tuple[Comparison, ...]:
    """What the caption of Figure 2 says of words 1 and 5, and of the two subspaces."""
    no_table = "with A and B no table has the supports of Figure 1 (linear/figures/captions-agree)"
    gap, other = (float(np.linalg.norm(W[0] - W[4])) for W in (frame.W, frame.centre))
    inner = float((frame.W * frame.centre).sum())
    size = float(np.linalg.norm(frame.W) * np.linalg.norm(frame.centre))
    follow = " and ".join(NAMES[j] for j in np.flatnonzero(frame.support[:, 0]))
    same = bool((frame.support[:, 0] == frame.support[:, 4]).all())
    return (
        Comparison("words 1 and 5 follow the same contexts", "A and B", follow,
                   agrees=same and follow == "A and B", expected=False, why=no_table),
        Comparison("w_1 = w_5 in W^mm", "equal", f"|w_1 - w_5| = {gap:.1e}",
                   agrees=same and gap <= 4 * frame.error),
        Comparison("w_1 != w_5 in W*", "different", f"|w_1 - w_5| = {other:.3f}",
                   agrees=other > size * 2.0**-40),
        Comparison("W^mm and W* are orthogonal", "orthogonal", f"cos = {inner / size:.1e}",
                   agrees=abs(inner) <= 2.0**-36 * size),
    )  # fmt: skip


def figure_3(seed: int) -> Reproduction:
    """Eight contexts and their next-token probabilities."""
    drawn = overparameterized(seed)
    frame = frames(drawn.run)[0]
    picked = np.sort(np.random.default_rng(seed).choice(len(frame.H), PICKED, replace=False))
    top = 1.05 * float(frame.p[picked].max())
    parts: dict[str, Any] = {}
    for letter, j in zip(PANELS, picked, strict=True):
        tokens = np.flatnonzero(frame.support[j])
        parts[letter] = Bars(
            f"context {j + 1}", [str(v + 1) for v in tokens], frame.p[j, tokens].tolist(), top
        )
    figure = Figure(
        "Figure 3: next-token probabilities of eight contexts", (6.75, 2.6), ("abcd", "efgh"), parts
    )
    sizes = sorted(set(frame.support.sum(1).tolist()))
    support = Comparison(
        "tokens in each support", "6 of 10", f"{sizes} of {frame.support.shape[1]}", agrees=sizes == [6]
    )
    return Reproduction(figure, (drawn.entropy(H_LARGE), support), drawn.excluded, drawn.data)


def figure_4(seed: int) -> Reproduction:
    """Gradient descent at eta = 0.5 for 10^4 steps, and the run continued."""
    drawn = overparameterized(seed)
    run = training(drawn.run, STEPS)
    charts: Sequence[Chart] = (*reproduce_panels.as_shown(run, drawn.H), *reproduce_panels.beyond(run))
    figure = Figure(
        "Figure 4: gradient descent, m = 50, d = 60, V = 10", (6.75, 3.7), ("abcd", "efgh"),
        dict(zip(PANELS, charts, strict=True)), headings=(("a", SHOWN), ("e", FURTHER)),
    )  # fmt: skip
    claims = (
        panels.space_loss, panels.space_norm, panels.space_norm_increases, panels.space_direction,
        panels.space_corrected, panels.space_finite_part,
    )  # fmt: skip
    compared = (
        drawn.entropy(H_LARGE),
        *run_numbers(drawn.run, run, rises=False),
        *inferences(drawn.run, claims),
    )
    return Reproduction(figure, compared, drawn.excluded, drawn.data)


def _plane(frame: Frame, name: str, W: np.ndarray, *, contexts: bool = False) -> Plane:
    """The rows of W; with contexts, their normal lines too, and words made as long as contexts are."""
    reach = float(np.linalg.norm(frame.H, axis=1).max() / np.linalg.norm(W, axis=1).max())
    factor = float(f"{reach:.1g}") if contexts else 1.0
    arrows = [Arrow(f"$w_{v + 1}$", (float(x), float(y)), v) for v, (x, y) in enumerate(factor * W)]
    places = [
        (NAMES[j], (float(h[0]), float(h[1])), tuple(np.flatnonzero(frame.support[j]).tolist()))
        for j, h in enumerate(frame.H)
    ]
    if not contexts:
        return Plane(f"rows of {name}", arrows)
    return Plane(rf"contexts, and rows of {name} ($\times\,{factor:g}$)", arrows, places, hyperplanes=True)


def _target(number: int, title: str, minutes: float, make: Callable[[int], Reproduction]) -> Target:
    return Target(f"linear/fig-{number}", title, f"Figure {number}", minutes, make)


TARGETS = (
    _target(1, "the planar example: geometry and training", 0.1, figure_1),
    _target(2, "the planar example: P, W^mm and W*", 0.1, figure_2),
    _target(3, "probabilities of eight contexts", 0.1, figure_3),
    _target(4, "gradient descent at m = 50, d = 60", 0.3, figure_4),
    _target(5, "normalised gradient descent and Adam at m = 50, d = 60", 0.2, figure_5),
)
