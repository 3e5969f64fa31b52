"""`ntpcheck bench`: ours against the naive path, interleaved in one run, as ratios."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatch
from typing import Any

import click

from ntpcheck.commands import _options

ONE_THREAD = "cvxpy + Clarabel, one thread"


@dataclass(frozen=True)
class Case:
    """One comparison. `ours(k)` and `naive(k)` do the same kind of work on the k-th of a few inputs."""

    name: str
    ours: Callable[[int], Any]
    naive: Callable[[int], Any]
    units: str  # what the times are per
    against: str  # what the naive path is
    target: float | None = None  # the ratio aimed at
    ours_units: Callable[[int], float] = lambda k: 1.0  # how many `units` one call does
    naive_units: Callable[[int], float] = lambda k: 1.0
    slow: bool = False  # run only when it is named


class Inputs:
    """A few inputs, drawn on first use and then cycled through."""

    def __init__(self, draw: Callable[[], list[Any]]) -> None:
        self._draw, self._drawn = draw, list[Any]()

    def __getitem__(self, k: int) -> Any:
        self._drawn = self._drawn or self._draw()
        return self._drawn[k % len(self._drawn)]


@dataclass(frozen=True)
class Measured:
    """Medians over the rounds; ratios are taken within a round, so that drift of the machine cancels."""

    name: str
    units: str
    against: str
    ours_seconds: float
    naive_seconds: float
    ratio: float
    low: float
    high: float
    target: float | None


@click.command("bench", short_help="Measure speed.")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
@click.option("--rounds", type=click.IntRange(min=1), default=7, show_default=True, help="Rounds per case.")
@_options.as_json
def command(patterns: tuple[str, ...], *, rounds: int, as_json: bool) -> int:
    """Measure ours against the naive path, A B A B in one run.

    PATTERN is a glob over case names; without one, every case that takes less than a minute runs. Ratios
    are what to compare between machines.
    """
    from threadpoolctl import threadpool_limits

    chosen = [case for case in cases() if _selected(case, patterns)]
    if not chosen:
        click.echo("ntpcheck: nothing selected", err=True)
        return 5
    results: list[Measured] = []
    with threadpool_limits(1):
        for case in chosen:
            click.echo(f"measuring {case.name}", err=True)
            results.append(measured(case, rounds))
            if not as_json:
                click.echo(_line(results[-1]))
    if as_json:
        _options.say_json({"schema_version": 1, "cases": [asdict(result) for result in results]})
    return 0


def _selected(case: Case, patterns: Sequence[str]) -> bool:
    return any(fnmatch(case.name, pattern) for pattern in patterns) if patterns else not case.slow


def _line(result: Measured) -> str:
    target = "" if result.target is None else f", target {result.target:g}x"
    return (
        f"{result.name:32}  {_time(result.ours_seconds):>9} against {_time(result.naive_seconds):>9}"
        f" per {result.units}: {result.ratio:8.1f}x [{result.low:.1f}, {result.high:.1f}]{target}"
        f"  ({result.against})"
    )


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def measured(case: Case, rounds: int) -> Measured:
    """Alternates the two paths; quick calls are repeated until a turn takes 20 ms."""
    from statistics import median

    for path in (case.ours, case.naive):
        path(0)  # imports and caches are not what is measured
    pairs = [
        (_turn(case.ours, k) / case.ours_units(k), _turn(case.naive, k) / case.naive_units(k))
        for k in range(rounds)
    ]
    ratios = sorted(naive / ours for ours, naive in pairs)
    return Measured(
        case.name,
        case.units,
        case.against,
        ours_seconds=median(ours for ours, _ in pairs),
        naive_seconds=median(naive for _, naive in pairs),
        ratio=median(ratios),
        low=ratios[0],
        high=ratios[-1],
        target=case.target,
    )


def _turn(path: Callable[[int], Any], k: int) -> float:
    """Seconds per call, the median over the calls of one turn."""
    from statistics import median

    times: list[float] = []
    while not times or (sum(times) < 0.02 and len(times) < 200):
        start = time.perf_counter()
        path(k)
        times.append(time.perf_counter() - start)
    return median(times)


def cases() -> list[Case]:
    """Every case, cheap to list: inputs are drawn when a case is first run."""
    from ntpcheck.commands import _bench_descent, _bench_graph_svm

    return [*_max_margin_cases(), *_bench_graph_svm.cases(), *_bench_descent.cases()]


def _max_margin_cases() -> list[Case]:
    sizes = (
        ("tiny", _planar_datasets, 50.0, None, False),
        ("paper", _paper_datasets, 200.0, 600.0, False),
        ("big", _big_datasets, 700.0, None, True),
    )
    threads: tuple[tuple[str, dict[str, int]], ...] = (("one-thread", {"max_threads": 1}), ("default", {}))
    return [
        _max_margin_case(f"{size}/{label}", Inputs(draw), options, target, slow=slow)
        for size, draw, *targets, slow in sizes
        for (label, options), target in zip(threads, targets, strict=True)
    ]


def _max_margin_case(
    name: str, inputs: Inputs, options: dict[str, int], target: float | None, *, slow: bool
) -> Case:
    return Case(
        f"max-margin/{name}",
        ours=lambda k: ours(inputs[k]),
        naive=lambda k: clarabel(inputs[k], dense=not slow, **options),
        units="dataset",
        against=ONE_THREAD if options else "cvxpy + Clarabel as called by default",
        target=target,
        slow=slow,
    )


def _paper_datasets() -> list[Any]:
    from ntpcheck.domains.recipes import paper_size
    from ntpcheck.engine.sweep import generator

    return list(paper_size(generator("bench"), 7).rows())


def _planar_datasets() -> list[Any]:
    """Separable ones only: planar data need not be."""
    from ntpcheck.domains.recipes import planar
    from ntpcheck.engine.sweep import generator
    from ntpcheck.reference.max_margin import max_margin

    batch = planar(generator("bench"), 400)
    return list(batch.select(max_margin(batch).feasible).rows())[:7]


def _big_datasets() -> list[Any]:
    """m = 200, d = 256, V = 50, half of the tokens in each support."""
    import numpy as np

    from ntpcheck.instances.dataset import Dataset

    rng = np.random.default_rng(0)
    support = rng.random((200, 50)).argsort(-1) < 25
    return [Dataset(rng.standard_normal((200, 256)), support.astype(np.int64))]


def ours(data: Any) -> Any:
    """`max_margin` of one dataset, computed anew."""
    from ntpcheck.reference.max_margin import max_margin

    return max_margin.__wrapped__(data)  # pyright: ignore[reportFunctionMemberAccess]


def clarabel(data: Any, *, dense: bool = True, **options: Any) -> Any:
    """W^mm `[V, d]` as one writes it in cvxpy: a row per constraint on vec(W). None where infeasible."""
    import numpy as np
    from scipy import sparse

    H, support = data.embeddings.numpy(), data.support.numpy()
    (m, d), tokens = H.shape, support.shape[1]
    first = support.argmax(1)
    others = np.ones(support.shape, dtype=bool)
    others[np.arange(m), first] = False
    context, token = others.nonzero()
    columns = np.stack([first[context], token], 1)[:, :, None] * d + np.arange(d)
    values = np.stack([H[context], -H[context]], 1)
    ends = np.arange(len(context) + 1) * 2 * d
    rows = sparse.csr_array((values.ravel(), columns.ravel(), ends), shape=(len(context), tokens * d))
    matrix: Any = rows.toarray() if dense else rows
    tied = support[context, token]
    w = modelled(matrix[tied], matrix[~tied], **options)
    return None if w is None else w.reshape(tokens, d)


def modelled(tied: Any, apart: Any, **options: Any) -> Any:
    """The least w with tied w = 0 and apart w >= 1, in cvxpy with Clarabel; None where infeasible."""
    import cvxpy as cp

    w = cp.Variable(tied.shape[1])
    constraints: list[Any] = [tied @ w == 0] if tied.shape[0] else []
    constraints += [apart @ w >= 1] if apart.shape[0] else []
    cp.Problem(cp.Minimize(cp.sum_squares(w)), constraints).solve(solver=cp.CLARABEL, **options)
    return w.value
