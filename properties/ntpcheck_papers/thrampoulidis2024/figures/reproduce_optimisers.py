"""Figure 5 made again: normalised gradient descent and Adam on the data of Figure 4, ten times further."""

import numpy as np
import torch

from ntpcheck.domains.recipes import paper_size
from ntpcheck.dynamics.gradient_descent import log_spaced
from ntpcheck.dynamics.optimisers import ADAM, GD, NGD, Optimiser, trajectory
from ntpcheck.dynamics.panels import Panels, measured
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.target import Axis, Chart, Comparison, Figure, Line, Reproduction
from ntpcheck_papers.thrampoulidis2024.experiments import H_LARGE, STEPS, overparameterized
from ntpcheck_papers.thrampoulidis2024.figures.figures_optimisers import normalised, normalised_finite
from ntpcheck_papers.thrampoulidis2024.figures.reproduce_numbers import inferences

ETA, FURTHER = 0.01, 10 * STEPS
DRAWS = 6  # over which speeds are compared
GREY = 6
SHOWN = Axis("iteration $k$", log=True, bounds=(1, STEPS))
BEYOND = Axis("iteration $k$", log=True, bounds=(1, FURTHER))
NAMES = {"gd": "GD", "ngd": "NGD", "adam": "Adam"}


def figure_5(seed: int) -> Reproduction:
    """Normalised gradient descent and Adam, eta = 0.01, beside gradient descent, eta = 0.5."""
    drawn = overparameterized(seed)
    frame = frames(drawn.run)[0]
    slow = drawn.run.replace(eta=torch.tensor(ETA, dtype=torch.float64))
    runs = {
        "gd": _panels(drawn.run, frame, GD, STEPS),
        "ngd": _panels(slow, frame, NGD, FURTHER),
        "adam": _panels(slow, frame, ADAM, FURTHER),
    }
    parts: dict[str, Chart] = {}
    for name, shown, further in (("ngd", "abcd", "ij"), ("adam", "efgh", "kl")):
        charts = (
            *_shown(runs[name], runs["gd"], drawn.H),
            *_beyond(runs[name], runs["gd"], cycles=name == "ngd"),
        )
        parts |= dict(zip(shown + further, charts, strict=True))
    figure = Figure(
        "Figure 5: normalised gradient descent and Adam, m = 50, d = 60, V = 10", (6.75, 5.3),
        ("abef", "cdgh", "ijkl"), parts,
        headings=(("a", r"normalised GD, $\eta = 0.01$"), ("e", r"Adam, $\eta = 0.01$"),
                  ("i", "continued to $10^5$ steps"), ("k", "continued to $10^5$ steps")),
    )  # fmt: skip
    compared = (
        drawn.entropy(H_LARGE),
        *_courses(runs),
        *_faster(paper_size(seed + 1, DRAWS)),
        *_ends(runs),
        *inferences(slow, (normalised, normalised_finite), (1,)),
    )
    return Reproduction(figure, compared, drawn.excluded, drawn.data)


def _panels(run: Run, frame: Frame, optimiser: Optimiser, last: int) -> Panels:
    path = trajectory(run, log_spaced(last, 24), optimiser)
    return measured(run, frame, np.log(path.steps[1:]), list(path.W[1:].cpu().numpy()))


def _k(panels: Panels) -> Floats:
    return np.exp(panels.s)


def _shown(run: Panels, descent: Panels, H: float) -> tuple[Chart, Chart, Chart, Chart]:
    """The paper's panels, gradient descent in grey."""
    k, other = _k(run), _k(descent)
    entropy = Line(f"$H$ = {H:.3f}", [1, STEPS], [H, H], "level", at=0.02, shift=(3, 5))
    return (
        Chart("training loss", SHOWN, Axis("nats"), [
            entropy, Line("GD", other, H + descent.loss, hue=GREY, at=0.3, shift=(4, 5)),
            Line("", k, H + run.loss),
        ]),
        Chart(r"norm of $W_k$", SHOWN, Axis(), [
            Line("GD", other, descent.norm, hue=GREY, at=0.6, shift=(5, -5)), Line("", k, run.norm),
        ]),
        Chart(r"correlation with $W^{\mathrm{mm}}$", SHOWN, Axis(bounds=(-0.05, 1.04)), [
            Line("", other, 1 - descent.apart, hue=GREY),
            Line(r"$W_k$", k, 1 - run.apart, at=0.55, shift=(5, -5)),
            Line(r"$W_k-W^\star$", k, 1 - run.corrected, hue=1, at=0.6, shift=(-4, 5), side="left"),
        ]),
        Chart(r"$\|P_F(W_k)-W^\star\|$", SHOWN, Axis(), [
            Line("GD", other, descent.distance, hue=GREY, at=0.4, shift=(-4, -5), side="left"),
            Line("", k, run.distance),
        ]),
    )  # fmt: skip


def _beyond(run: Panels, descent: Panels, *, cycles: bool) -> tuple[Chart, Chart]:
    """What is left of the two limits, on logarithmic axes.

    cycles: every step has length eta, so that near W* iterates on F step to and fro across it, eta / 2 away.
    """
    k, other, end = _k(run), _k(descent), (STEPS, "$10^4$")
    width = [ETA / 2] * 2 if cycles else []
    cycle = Line(r"$\eta/2$", [1, FURTHER][: len(width)], width, "theory", at=0.03, shift=(2, 5))
    return (
        Chart(r"$1-$ correlation", BEYOND, Axis(log=True), [
            Line("GD", other, descent.apart, hue=GREY, at=0.72, shift=(4, 5)),
            Line("", k, run.apart), Line("", k, run.corrected, hue=1),
        ], end),
        Chart(r"$\|P_F(W_k)-W^\star\|$", BEYOND, Axis(log=True), [
            Line("GD", other, descent.distance, hue=GREY, at=0.72, shift=(4, 5)),
            Line("", k, run.distance), cycle,
        ], end),
    )  # fmt: skip


def _courses(runs: dict[str, Panels]) -> tuple[Comparison, ...]:
    """Whether each panel goes the way the caption says over the run."""
    told = []
    for name in ("ngd", "adam"):
        first, last = runs[name].at(0.0), runs[name].at(np.log(STEPS))
        rows = (
            ("loss minus H", "loss", "to 0"), ("norm", "norm", "grows"),
            ("1 - correlation of W_k with W^mm", "apart", "to 0"),
            ("1 - correlation of W_k - W* with W^mm", "corrected", "to 0"),
            ("distance of P_F(W_k) to W*", "distance", "to 0"),
        )  # fmt: skip
        for what, key, paper in rows:
            down = last[key] < first[key]
            said = f"{first[key]:.3g} to {last[key]:.3g}"
            told.append(
                Comparison(f"{NAMES[name]}: {what}", paper, said, agrees=bool(down != (key == "norm")))
            )
    return tuple(told)


def _after(batch: Run) -> dict[str, list[dict[str, float]]]:
    """The quantities of each optimiser on each draw after 10^4 steps."""
    slow = batch.replace(eta=torch.full(batch.batch, ETA, dtype=torch.float64))
    found: dict[str, list[dict[str, float]]] = {}
    for optimiser, runs in ((GD, batch), (NGD, slow), (ADAM, slow)):
        last = trajectory(runs, [0, STEPS], optimiser).W[-1].cpu().numpy()
        s = np.array([np.log(STEPS)])
        found[optimiser.name] = [
            measured(row, frame, s, [W]).at(s[0])
            for row, frame, W in zip(batch.rows(), frames(batch), last, strict=True)
        ]
    return found


def _faster(batch: Run) -> tuple[Comparison, ...]:
    """Which is nearer to its limits after 10^4 steps; the caption's order counts if every draw has it."""
    last, told = _after(batch), []
    keys = {"loss": "loss minus H", "apart": "1 - correlation", "distance": "distance to W*"}
    for fast, slow, paper in (
        ("ngd", "gd", "faster"),
        ("adam", "gd", "faster"),
        ("adam", "ngd", "slightly faster"),
    ):
        for key, what in keys.items():
            pairs = [(a[key], b[key]) for a, b in zip(last[fast], last[slow], strict=True)]
            wins = sum(a < b for a, b in pairs)
            means = [float(np.exp(np.mean(np.log(column)))) for column in zip(*pairs, strict=True)]
            ours = f"on {wins} of {len(pairs)} draws; mean {means[0]:.2g} against {means[1]:.2g}"
            # Adam is ahead in loss and on F, and behind in direction.
            known = not (fast == "adam" and slow == "ngd" and key == "apart")
            name = f"{NAMES[fast]} against {NAMES[slow]} after 10^4 steps: {what}"
            told.append(Comparison(name, paper, ours, agrees=wins == len(pairs), expected=known))
    return tuple(told)


def _ends(runs: dict[str, Panels]) -> tuple[Comparison, ...]:
    """What ten times as many steps change."""
    told = []
    for name in ("ngd", "adam"):
        now, then = runs[name].at(np.log(STEPS)), runs[name].at(np.log(FURTHER))
        for key, what in (("apart", "1 - correlation"), ("distance", "distance to W*")):
            said = f"{now[key]:.3g} at 10^4, {then[key]:.3g} at 10^5"
            told.append(Comparison(f"{NAMES[name]}, continued: {what}", "", said))
    return tuple(told)
