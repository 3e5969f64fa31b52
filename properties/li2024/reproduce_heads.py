"""Figures 5 and 6 made again: general heads, and the two programs that their runs are held against."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from li2024 import figures_attention as claims
from li2024 import reproduce_series as series
from li2024.experiments import INSTANCES, ITERATIONS
from ntpcheck.checks.attention_heads import correlation
from ntpcheck.claim import Claim
from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.dynamics.attention_head import head_descent
from ntpcheck.dynamics.gradient_descent import Trajectory, log_spaced
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import cyclic_part, of_label
from ntpcheck.reference.cyclic import cyclic_basis
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.law import least_point
from ntpcheck.reference.pseudo_graph import above, relabelled
from ntpcheck.target import Axis, Chart, Comparison, Figure, Line, Reproduction

FURTHER = 4 * ITERATIONS
STEPS = sorted({*log_spaced(FURTHER, 16), *range(0, ITERATIONS + 1, 100)})
THRESHOLD, LEAST = 1 / 10, 1e-9
THRESHOLDS = np.geomspace(1e-6, 0.45, 24)
SHOWN = Axis(r"iteration $\tau$", bounds=(0, ITERATIONS))
OVER_K = Axis(r"iteration $\tau$", log=True, bounds=(10, FURTHER))
WORLD, LOCAL = r"$W^{\mathrm{mm}}$", r"$\widetilde{W}^{\mathrm{mm}}$"


class Programs(NamedTuple):
    """W^mm `[B, d, d]` of the labels or of what is selected, W^cyc, and a basis of S_cyc `[B, d^2, r]`."""

    W: torch.Tensor
    correction: torch.Tensor
    basis: torch.Tensor
    single: Floats  # [B] bool: every component is one token

    def distance(self, path: torch.Tensor) -> Floats:
        """`[R, B]` of the projections of W `[R, B, d, d]` from W^cyc."""
        gap = (path - self.correction).flatten(-2)[..., None]
        return (self.basis.mT @ gap)[..., 0].norm(dim=-1).numpy()


def figure_5(seed: int) -> Reproduction:
    """Squared loss, C = E."""
    return _figure(seed, "Figure 5: squared loss, general head", claims.squared_nearer_pseudo, crossed=False)


def figure_6(seed: int) -> Reproduction:
    """Cross-entropy of softmax(C f), C = E."""
    return _figure(seed, "Figure 6: cross-entropy, general head", claims.crossed_nearer_pseudo, crossed=True)


def _figure(seed: int, title: str, claim: Claim, *, crossed: bool) -> Reproduction:
    run = recipes.general_head(seed, INSTANCES)
    path = head_descent(run, STEPS, cross_entropy=crossed)
    W = path.at(ITERATIONS)
    world, local = _of_labels(run, crossed=crossed), _of_selected(run, W, crossed=crossed)
    law = None if crossed else 1 - correlation(path.W, _half_margins(run, W, local)).numpy()
    charts = {
        "a": _correlations(path, world, local),
        "b": _distances(path, world, local),
        "c": _beyond(path, local, _attended(run, W), law),
        "d": _thresholds(run, W),
    }
    figure = Figure(
        title, (6.75, 3.9), ("ab", "cd"), charts,
        headings=(("a", "as the paper shows it"), ("c", "and where it leads")),
    )  # fmt: skip
    few = run.select(torch.arange(INSTANCES) < INSTANCES // 2)
    compared = (*_numbers(path, world, local, crossed=crossed), _settled(few, claim))
    return Reproduction(figure, compared, {}, {"instances": INSTANCES, "threshold": THRESHOLD})


def _of_labels(run: AttentionRun, *, crossed: bool) -> Programs:
    return _programs(run, run, cyclic_part(run).tokens, crossed=crossed)


def _of_selected(run: AttentionRun, W: torch.Tensor, *, crossed: bool) -> Programs:
    """Of the tokens with s_t above the threshold; the cyclic subset keeps their components."""
    chosen = above(run, W, THRESHOLD)
    pseudo = relabelled(run, chosen)
    n, K = run.size("n"), run.size("K")
    tied = of_label(pseudo, graph.same_component(pseudo)).reshape(*run.batch, n, K, K)
    return _programs(run, pseudo, chosen | (run.present & tied.any(-2)), crossed=crossed)


def _programs(run: AttentionRun, data: Attention, kept: torch.Tensor, *, crossed: bool) -> Programs:
    """The correction is what descent from zero on the cyclic subset comes to, as in Appendix D."""
    found = head_descent(run, [ITERATIONS // 2], cross_entropy=crossed, kept=kept).W[-1]
    single = ~graph.same_component(data).flatten(-3).any(-1).numpy()
    return Programs(graph_svm(data).W, found, cyclic_basis(data).columns, single)


def _attended(run: AttentionRun, W: torch.Tensor) -> Floats:
    """`[B]` bool: every input gives its label all but the threshold of the weight."""
    chosen = above(run, W, THRESHOLD)
    return ((chosen == run.is_label) | ~run.present).flatten(-2).all(-1).numpy()


def _both(path: Trajectory, programs: Programs) -> Floats:
    return correlation(path.W, programs.W).numpy()


def _correlations(path: Trajectory, world: Programs, local: Programs) -> Chart:
    lines = []
    for name, programs, hue, shift in ((WORLD, world, 0, (0, -8)), (LOCAL, local, 1, (0, -6))):
        mean, low, high = series.spread(_both(path, programs)[1:])
        band = (low, np.minimum(high, 1))
        line = Line(name, path.steps[1:], mean, hue=hue, band=band, at=0.97, shift=shift, side="left")
        lines.append(line)
    return Chart("correlation with", SHOWN, Axis(bounds=(0.3, 1.03)), lines)


def _distances(path: Trajectory, world: Programs, local: Programs) -> Chart:
    """Means, as in the paper, which a few runs dominate."""
    lines = []
    names = (r"to $W^{\mathrm{cyc}}$", r"to $\widetilde{W}^{\mathrm{cyc}}$")
    for name, programs, hue in zip(names, (world, local), (0, 1), strict=True):
        mean = programs.distance(path.W).mean(-1)
        lines.append(Line(name, path.steps, mean, hue=hue, at=0.75, shift=(0, 7)))
    seen = path.steps <= ITERATIONS
    top = 1.2 * max(float(np.asarray(line.y)[seen].max()) for line in lines)
    return Chart("distance of the projection, mean", SHOWN, Axis(bounds=(0, top)), lines)


def _beyond(path: Trajectory, local: Programs, attended: Floats, law: Floats | None) -> Chart:
    """1 - correlation with the pseudo W^mm, by what the runs select; law: with ours `[R, B]` instead."""
    off, lines = 1 - _both(path, local), list[Line]()
    mixed = ~attended & local.single
    groups = (
        ("labels only", attended & local.single, 2, 0.93, (-5, -6)),
        ("one token each", mixed, 3, 0.42, (5, 6)),
        ("several", ~local.single, 1, 0.97, (0, 8)),
    )
    for name, mask, hue, at, shift in groups:
        if mask.sum() > 1:
            centre, low, high = series.middle(np.maximum(off[1:, mask], LEAST))
            label, side = f"{name} ({int(mask.sum())})", "right" if hue == 3 else "left"
            lines.append(
                Line(label, path.steps[1:], centre, hue=hue, band=(low, high), at=at, shift=shift, side=side)
            )
    if law is not None and mixed.sum() > 1:
        ours = np.median(np.maximum(law[1:, mixed], LEAST), axis=-1)
        lines.append(
            Line("with half margins", path.steps[1:], ours, "theory", at=0.9, shift=(-4, 4), side="left")
        )
    return Chart(
        rf"$1-$ correlation with {LOCAL}, median", OVER_K, Axis(log=True), lines, (ITERATIONS, "4000")
    )


def _half_margins(run: AttentionRun, W: torch.Tensor, local: Programs) -> torch.Tensor:
    """`[B, d, d]` the pseudo program with margin 1/2 for inputs that attend to their label, where none ties.

    There 1 - u and with it the slope of the squared loss vanish like the other weights, so that the pull
    falls like their squares: such inputs keep up with the others at half the margin.
    """
    K, found = run.size("K"), torch.zeros_like(W)
    chosen = above(run, W, THRESHOLD)
    labelled = (chosen & run.is_label).any(-1)
    for i, frame in enumerate(attention_frames(relabelled(run, chosen))):
        if local.single[i]:
            factor = 1 + labelled[i].numpy()[frame.context // K]
            x = least_point(frame.cells * factor[:, None])
            found[i] = torch.from_numpy(frame.matrix(np.zeros(len(frame.F)), x))
    return found


def _thresholds(run: AttentionRun, W: torch.Tensor) -> Chart:
    """The correlation at the last step against the threshold in the place of s_t > 0; 0 where W^mm is."""
    found = []
    for threshold in THRESHOLDS:
        local = graph_svm(relabelled(run, above(run, W, float(threshold)))).W
        found.append(np.nan_to_num(correlation(W, local).numpy()))
    mean, low, high = series.spread(np.array(found))
    world = float(correlation(W, graph_svm(run).W).mean())
    lines = [
        Line(WORLD, THRESHOLDS, 0 * THRESHOLDS + world, "level", at=0.03, shift=(2, 5)),
        Line(LOCAL, THRESHOLDS, mean, hue=1, band=(low, np.minimum(high, 1)), at=0.55, shift=(5, -6)),
    ]
    title = r"correlation at $\tau=4000$, edges where $s_t>\epsilon$"
    over = Axis(r"threshold $\epsilon$", log=True, bounds=(1e-6, 0.5))
    return Chart(title, over, Axis(bounds=(0, 1.16)), lines, (THRESHOLD, "used"))


def _numbers(path: Trajectory, world: Programs, local: Programs, *, crossed: bool) -> tuple[Comparison, ...]:
    at, end = int(np.flatnonzero(path.steps == ITERATIONS)[0]), -1
    first, second = _both(path, world), _both(path, local)
    ahead = int((second[at] >= first[at] - 1e-9).sum())
    said = f"{series.told(second[at], 3)} against {series.told(first[at], 3)}; on {ahead} of {INSTANCES}"
    single = int(local.single.sum())
    off, other = local.distance(path.W)[at], world.distance(path.W)[at]
    return (
        Comparison("correlation with the pseudo W^mm against W^mm", "larger", said,
                   agrees=bool(second[at].mean() > first[at].mean())),
        Comparison("inputs of which one token each is selected", "some have several" if crossed else "all",
                   f"all inputs of {single} of {INSTANCES} instances",
                   agrees=bool((single < INSTANCES) if crossed else (single == INSTANCES)), expected=crossed,
                   why="the head is not published; ours is C = E"),
        Comparison("distance to the pseudo W^cyc against W^cyc", "smaller",
                   f"{series.told(off, 3)} against {series.told(other, 3)}",
                   agrees=bool(off.mean() < other.mean())),
        Comparison(f"correlation with the pseudo W^mm after {FURTHER} iterations", "",
                   series.told(second[end], 3)),
    )  # fmt: skip


def _settled(run: AttentionRun, claim: Claim) -> Comparison:
    """The claim on those runs that have settled after its own number of longer steps."""
    longer = run.replace(eta=0 * run.eta + 0.04)
    inside = torch.as_tensor(claim.assumes[-1].check(longer).slack > 0)
    return series.inference(longer.select(inside), claim, (0.04,))
