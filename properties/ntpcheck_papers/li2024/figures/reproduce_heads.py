"""Figures 5 and 6 made again: general heads, and the two programs that their runs are held against."""

from typing import NamedTuple

import torch

from ntpcheck import decompositions
from ntpcheck.claim import Claim
from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.dynamics.attention_head import head_descent, weight_descent
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck.reference.attention_loss import cyclic_part
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.pseudo_graph import above, relabelled
from ntpcheck.target import Comparison, Figure, Reproduction
from ntpcheck_papers.li2024 import experiments
from ntpcheck_papers.li2024.experiments import CODE, HEAD_ITERATIONS, INSTANCES, PAPER, Setting
from ntpcheck_papers.li2024.figures import figures_attention as claims
from ntpcheck_papers.li2024.figures import reproduce_head_charts as charts
from ntpcheck_papers.li2024.figures import reproduce_series as series
from ntpcheck_papers.li2024.figures.reproduce_head_charts import Looked, Programs, both

LEVEL = 2.0**-24  # of the largest singular value: what spans S_cyc
STOPS = 0.95  # a smaller final correlation ends the code's notebook with an error
LONGER = 0.2  # the claims take half as many steps, which go as far


class Told(NamedTuple):
    """What the paper and the notebook say of a figure."""

    single: bool  # whether the paper says that every input selects one token
    distances: str
    notebook: str


SQUARED = Told(
    single=True,
    distances="0, smaller",
    notebook="the notebook's ten runs: 0.9979 +- 0.0024 against 0.646 +- 0.233, distances 0 and about 23",
)
CROSSED = Told(single=False, distances="0.09 against 9.59", notebook="")


def figure_5(seed: int, instances: int = INSTANCES) -> Reproduction:
    """Squared loss: of the score, or in the code of the label's probability."""
    title = "Figure 5: squared loss, general head"
    return _figure(seed, instances, title, experiments.FIGURE_5, claims.squared_nearer_pseudo, SQUARED)


def figure_6(seed: int, instances: int = INSTANCES) -> Reproduction:
    """Cross-entropy of softmax(C f)."""
    title = "Figure 6: cross-entropy, general head"
    return _figure(seed, instances, title, experiments.FIGURE_6, claims.crossed_nearer_pseudo, CROSSED)


def _figure(
    seed: int, instances: int, title: str, settings: tuple[Setting, Setting], claim: Claim, said: Told
) -> Reproduction:
    paper, code = (_looked(setting, seed, instances) for setting in settings)
    parts = {
        "a": charts.correlations(paper),
        "b": charts.distances(paper),
        "c": charts.correlations(code),
        "d": charts.distances(code),
        "e": charts.beyond(paper),
        "f": charts.thresholds(paper, code),
    }
    figure = Figure(
        title, (6.75, 5.8), ("ab", "cd", "ef"), parts,
        headings=(("a", f"{PAPER}, as the paper shows it"), ("c", f"{CODE}, as its notebook shows it"),
                  ("e", "and where they lead")),
    )  # fmt: skip
    half = torch.arange(instances) < (instances + 1) // 2
    crossed = settings[0].loss == "cross-entropy"
    compared = (
        *_numbers(paper, said),
        _further(paper),
        _settled(paper.run.select(half), claim, PAPER),
        *_numbers(code, said, said.notebook),
        _stops(code),
        *([_settled(code.run.select(half), claim, CODE)] if crossed else []),
    )
    without = {f"{CODE}: {experiments.GRAPHS[True]}": code.left_out}
    return Reproduction(
        figure, compared, without, {"instances": instances}, experiments.differences(*settings)
    )


def _looked(setting: Setting, seed: int, instances: int) -> Looked:
    """The runs of a setting and both programs; Appendix D's go on for four times as long."""
    run, left_out = recipes.counted(setting.recipe, seed, instances)
    if setting.floor:
        steps = [k for k in charts.STEPS if k <= HEAD_ITERATIONS]
        path = weight_descent(run, steps, setting.loss, floor=setting.floor)
    else:
        path = head_descent(run, charts.STEPS, cross_entropy=setting.loss == "cross-entropy")
    W, steps = path.at(HEAD_ITERATIONS), path.steps.tolist()
    tied = graph.of_label(run, graph.same_component(run))
    world = _programs(setting, run, run, tied, cyclic_part(run).tokens, steps)
    return Looked(setting, run, path, world, _of_selected(setting, run, W, steps), left_out)


def _of_selected(setting: Setting, run: AttentionRun, W: torch.Tensor, steps: list[int]) -> Programs:
    """Of the tokens with s_t above the threshold; the cyclic subset keeps their components, or the label's.

    In the code no edge leads to a token whose weight is between 0.009 and 0.01; here one does.
    """
    chosen = above(run, W, setting.threshold)
    pseudo = relabelled(run, chosen)
    n, K = run.size("n"), run.size("K")
    if setting.own:
        tied = graph.of_label(run, graph.same_component(pseudo))
        tied = tied & (tied & run.present).any(-1, keepdim=True)
        return _programs(setting, run, pseudo, tied, run.present & (tied | run.is_label), steps)
    tied = graph.of_label(pseudo, graph.same_component(pseudo))
    kept = chosen | (run.present & tied.reshape(*run.batch, n, K, K).any(-2))
    return _programs(setting, run, pseudo, tied, kept, steps)


def _programs(
    setting: Setting,
    run: AttentionRun,
    data: Attention,
    tied: torch.Tensor,
    kept: torch.Tensor,
    steps: list[int],
) -> Programs:
    """The correction is what descent from zero on the cyclic subset comes to, as in Appendix D."""
    wanted = sorted({*steps, HEAD_ITERATIONS}) if setting.alongside else [HEAD_ITERATIONS]
    start = run.replace(W0=0 * run.W0)
    found = weight_descent(start, wanted, setting.loss, kept=kept, floor=setting.floor).W
    single = ~graph.same_component(data).flatten(-3).any(-1).numpy()
    source = data if tied.shape[-2] == data.size("n") else run
    return Programs(graph_svm(data).W, found, span(source, tied), single)


def span(data: Attention, tied: torch.Tensor) -> torch.Tensor:
    """`[B, d^2, r]` orthonormal columns, padded with zeros: the span of (e_j - e_y) xbar^T, j tied to y.

    tied `[B, n, K]`: of each input to its label y; xbar is the embedding of its last token.
    """
    d = data.size("d")
    own = data.is_label.to(torch.float64) @ data.embeddings
    rows = (data.embeddings[:, None] - own[:, :, None]) * tied[..., None]
    outer = rows[..., :, None] * data.queries[:, :, None, None, :]
    _, sizes, across = decompositions.svd(outer.reshape(len(outer), -1, d * d), full_matrices=False)
    kept = sizes > LEVEL * sizes.amax(-1, keepdim=True)
    return (across * kept[..., None]).mT


def _numbers(found: Looked, said: Told, notebook: str = "") -> tuple[Comparison, ...]:
    who, at, number = found.setting.who, found.at, len(found.world.single)
    first, second = (both(found.path, programs)[at] for programs in (found.world, found.local))
    ahead = int((second >= first - 1e-9).sum())
    single = int(found.local.single.sum())
    error = 2 * float(second.std(ddof=1)) * (2 / number) ** 0.5
    off, other = found.local.distance(found.path.W)[at], found.world.distance(found.path.W)[at]
    return (
        Comparison(f"{who}: correlation with the pseudo W^mm", "above 0.99", series.told(second),
                   agrees=bool(second.mean() + error > 0.99),
                   why=f"within {error:.4f}, twice the standard error between two such means"),
        Comparison(f"{who}: the same against W^mm", "larger",
                   f"{second.mean():.3f} against {series.told(first, 3)}; on {ahead} of {number}",
                   agrees=bool(second.mean() > first.mean()), why=notebook),
        Comparison(f"{who}: inputs of which one token each is selected",
                   "all" if said.single else "some have several",
                   f"all inputs of {single} of {number} instances",
                   agrees=bool((single == number) == said.single), expected=not said.single),
        Comparison(f"{who}: distance to the pseudo W^cyc against W^cyc", said.distances,
                   f"{series.told(off, 3)} against {series.told(other, 3)}",
                   agrees=bool(off.mean() < other.mean())),
    )  # fmt: skip


def _further(found: Looked) -> Comparison:
    last = both(found.path, found.local)[-1]
    what = f"{PAPER}: correlation with the pseudo W^mm after {charts.FURTHER} iterations"
    return Comparison(what, "", series.told(last, 3))


def _stops(found: Looked) -> Comparison:
    low = both(found.path, found.local)[found.at] < STOPS
    what = f"{CODE}: instances at which its notebook would stop, a correlation below {STOPS}"
    return Comparison(what, "", f"{int(low.sum())} of {len(low)}")


def _settled(run: AttentionRun, claim: Claim, who: str) -> Comparison:
    """The claim on those runs that have settled after its own number of longer steps."""
    longer = run.replace(eta=0 * run.eta + LONGER)
    inside = torch.as_tensor(claim.assumes[-1].check(longer).slack > 0)
    return series.inference(longer.select(inside), claim, (LONGER,), who=who)
