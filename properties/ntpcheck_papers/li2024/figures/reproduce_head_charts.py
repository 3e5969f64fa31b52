"""The charts of Figures 5 and 6, and what they show."""

from typing import NamedTuple

import numpy as np
import torch

from ntpcheck.dynamics.gradient_descent import Trajectory, log_spaced
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.law import least_point
from ntpcheck.reference.pseudo_graph import above, relabelled
from ntpcheck.target import Axis, Chart, Line
from ntpcheck_papers.li2024.experiments import CODE, HEAD_ITERATIONS, PAPER, Setting
from ntpcheck_papers.li2024.figures import reproduce_series as series
from ntpcheck_papers.li2024.section_6.heads import correlation

FURTHER = 4 * HEAD_ITERATIONS
STEPS = sorted({*log_spaced(FURTHER, 16), *range(0, HEAD_ITERATIONS + 1, 50)})
LEAST = 1e-9
THRESHOLDS = np.geomspace(1e-6, 0.45, 24)
SHOWN = Axis(r"iteration $\tau$", bounds=(0, HEAD_ITERATIONS))
OVER_K = Axis(r"iteration $\tau$", log=True, bounds=(10, FURTHER))
WORLD, LOCAL = r"$W^{\mathrm{mm}}$", r"$\widetilde{W}^{\mathrm{mm}}$"


class Programs(NamedTuple):
    """W^mm `[B, d, d]` of the labels or of what is selected, W^cyc, and a basis of S_cyc `[B, d^2, r]`."""

    W: torch.Tensor
    correction: torch.Tensor  # [1 or R, B, d, d]
    basis: torch.Tensor
    single: Floats  # [B] bool: every component is one token

    def distance(self, path: torch.Tensor) -> Floats:
        """`[R, B]` of the projections of W `[R, B, d, d]` from W^cyc."""
        gap = (path - self.correction).flatten(-2)[..., None]
        return (self.basis.mT @ gap)[..., 0].norm(dim=-1).numpy()


class Looked(NamedTuple):
    """Runs of one setting beside the programs of their labels and of what they select."""

    setting: Setting
    run: AttentionRun
    path: Trajectory
    world: Programs
    local: Programs
    left_out: int

    @property
    def at(self) -> int:
        """The record of the last iteration that the figure shows."""
        return int(np.flatnonzero(self.path.steps == HEAD_ITERATIONS)[0])


def both(path: Trajectory, programs: Programs) -> Floats:
    """`[R, B]` the correlations with the program's W^mm."""
    return correlation(path.W, programs.W).numpy()


def correlations(found: Looked) -> Chart:
    lines = []
    for name, programs, hue, shift in ((WORLD, found.world, 0, (0, -8)), (LOCAL, found.local, 1, (0, 8))):
        mean, low, high = series.spread(both(found.path, programs)[1:])
        band = (low, np.minimum(high, 1))
        line = Line(name, found.path.steps[1:], mean, hue=hue, band=band, at=0.97, shift=shift, side="left")
        lines.append(line)
    level = Line("0.99 (paper)", [0, HEAD_ITERATIONS], [0.99, 0.99], "level", at=0.02, shift=(2, 6))
    title = rf"correlation with {WORLD} and {LOCAL}, mean and s.d."
    return Chart(title, SHOWN, Axis(bounds=(0.2, 1.12)), [*lines, level])


def distances(found: Looked) -> Chart:
    """Means, as in the paper, which a few runs dominate."""
    lines, even = [], found.path.steps % 2 == 0  # runs that cross W^cyc do so at every step
    own = r"(\tau)" if found.setting.alongside else ""
    names = (rf"to $W^{{\mathrm{{cyc}}}}{own}$", rf"to $\widetilde{{W}}^{{\mathrm{{cyc}}}}{own}$")
    for name, programs, hue in zip(names, (found.world, found.local), (0, 1), strict=True):
        mean = programs.distance(found.path.W).mean(-1)[even]
        line = Line(name, found.path.steps[even], mean, hue=hue, at=0.75, shift=(-2, 8), side="left")
        lines.append(line)
    seen = found.path.steps[even] <= HEAD_ITERATIONS
    top = 1.2 * max(float(np.asarray(line.y)[seen].max()) for line in lines)
    return Chart("distance of the projection on its cyclic span, mean", SHOWN, Axis(bounds=(0, top)), lines)


def beyond(found: Looked) -> Chart:
    """1 - correlation with the pseudo W^mm, by what the runs select; under the squared loss with ours too.

    Where every input selects one token, W_k is a multiple t_k of W^mm and a bounded rest, and t_k grows like
    k since all steps have one length: 1 - corr falls like k^-2.
    """
    path, steps, W = found.path, found.path.steps[1:], found.path.W[found.at]
    off, lines = 1 - both(path, found.local)[1:], list[Line]()
    chosen = above(found.run, W, found.setting.threshold)
    attended = ((chosen == found.run.is_label) | ~found.run.present).flatten(-2).all(-1).numpy()
    plain, mixed = attended & found.local.single, ~attended & found.local.single
    groups = (
        ("labels only", plain, 2, 0.35, (-6, -12)),
        ("one token each", mixed, 3, 0.33, (12, 14)),
        ("several", ~found.local.single, 1, 0.97, (0, 8)),
    )
    for name, mask, hue, at, shift in groups:
        if mask.sum() > 1:
            centre, low, high = series.middle(np.maximum(off[:, mask], LEAST))
            label, side = f"{name} ({int(mask.sum())})", "right" if shift[0] > 0 else "left"
            lines.append(Line(label, steps, centre, hue=hue, band=(low, high), at=at, shift=shift, side=side))
    if found.setting.loss == "squared" and mixed.sum() > 1:
        ours = 1 - correlation(path.W[1:][:, mixed], half_margins(found, W)[mixed]).numpy()
        centre = series.middle(np.maximum(ours, LEAST))[0]
        lines.append(Line("with half margins", steps, centre, "theory", at=0.6, shift=(-4, -6), side="left"))
    if plain.any():
        late = steps[steps >= HEAD_ITERATIONS / 4]
        slope = np.median(off[-1, plain]) * (late / late[-1]) ** -2.0
        lines.append(Line(r"$\propto\tau^{-2}$", late, slope, "theory", at=0.7, shift=(-14, -7), side="left"))
    title = rf"$1-$ correlation with {LOCAL} ({PAPER}), middle 80%"
    mark = (HEAD_ITERATIONS, rf"$\tau={HEAD_ITERATIONS}$")
    return Chart(title, OVER_K, Axis(log=True), lines, mark)


def half_margins(found: Looked, W: torch.Tensor) -> torch.Tensor:
    """`[B, d, d]` the pseudo program with margin 1/2 for inputs that attend to their label, where none ties.

    There 1 - u and with it the slope of the squared loss vanish like the other weights, so that the pull
    falls like their squares: such inputs keep up with the others at half the margin.
    """
    K, out = found.run.size("K"), torch.zeros_like(W)
    chosen = above(found.run, W, found.setting.threshold)
    labelled = (chosen & found.run.is_label).any(-1)
    for i, frame in enumerate(attention_frames(relabelled(found.run, chosen))):
        if found.local.single[i]:
            factor = 1 + labelled[i].numpy()[frame.context // K]
            x = least_point(frame.cells * factor[:, None])
            out[i] = torch.from_numpy(frame.matrix(np.zeros(len(frame.F)), x))
    return out


def thresholds(paper: Looked, code: Looked) -> Chart:
    """The correlation at the last step against the threshold in the place of s_t > 0; 0 where W^mm is."""
    lines = list[Line]()
    for found, name, hue, shift in ((code, CODE, 4, (0, -24)), (paper, PAPER, 1, (0, -12))):
        W, values = found.path.W[found.at], []
        for threshold in THRESHOLDS:
            local = graph_svm(relabelled(found.run, above(found.run, W, float(threshold)))).W
            values.append(np.nan_to_num(correlation(W, local).numpy()))
        mean, low, high = series.spread(np.array(values))
        band, words = (low, np.minimum(high, 1)), f"{name}, used: {found.setting.threshold:g}"
        lines.append(Line(words, THRESHOLDS, mean, hue=hue, band=band, at=0.95, shift=shift, side="left"))
    title = rf"correlation at $\tau={HEAD_ITERATIONS}$, edges where $s_t>\epsilon$"
    over = Axis(r"threshold $\epsilon$", log=True, bounds=(1e-6, 0.5))
    return Chart(title, over, Axis(bounds=(0, 1.16)), lines)
