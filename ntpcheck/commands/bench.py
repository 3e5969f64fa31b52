"""`ntpcheck bench`: our speed beside that of peers, as ratios of processor time in one run.

Caches are emptied before each call. Beside each ratio stands how far the two answers are apart.
"""

import os
import time
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from typing import Any

import click

from ntpcheck.commands import (
    _bench_descent,
    _bench_graph_svm,
    _bench_jax,
    _bench_solvers,
    _bench_whole,
    _options,
)
from ntpcheck.commands._bench_case import Case

# Medians over the rounds, None where not measured. Ratios are taken within a round, so that changes of the
# machine cancel.
MISSING = "{} is not installed: pip install 'ntpcheck[bench]'"
NUMBERS = ("ours_seconds", "naive_seconds", "ratio", "low", "high", "apart", "residual")
Measured = dict[str, Any]


@click.command("bench", short_help="Measure speed.")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
@click.option("--rounds", type=click.IntRange(min=1), default=7, show_default=True, help="Rounds per case.")
@_options.as_json
def command(patterns: tuple[str, ...], *, rounds: int, as_json: bool) -> int:
    """Compare our speed with that of peers, in turn within one run, by processor time.

    PATTERN is a glob over case names; without one, every case that takes less than a minute runs. Compare
    ratios between machines, not times. The extra `bench` installs the peers; a case without its peer is
    skipped. All of it runs on the processor.
    """
    from threadpoolctl import threadpool_limits

    from ntpcheck.backends import environment
    from ntpcheck.reference.kept import forgetting

    chosen = [case for case in cases() if _selected(case, patterns)]
    if not chosen:
        click.echo("ntpcheck: nothing selected", err=True)
        return 5
    results: list[Measured] = []
    with threadpool_limits(1), forgetting():
        for case in chosen:
            click.echo(f"measuring {case.name}", err=True)
            results.append(
                measured(case, rounds) if _present(case) else _row(case, skipped=MISSING.format(case.needs))
            )
            if not as_json:
                click.echo(_line(results[-1]))
    if as_json:
        document = {"schema_version": 2, "environment": environment() | _peers() | {"load": _load()}}
        _options.say_json(document | {"cases": results})
    return 0


def _selected(case: Case, patterns: Sequence[str]) -> bool:
    return any(fnmatch(case.name, pattern) for pattern in patterns) if patterns else not case.slow


def _present(case: Case) -> bool:
    from importlib.util import find_spec

    return not case.needs or find_spec(case.needs) is not None


def _row(case: Case, **found: Any) -> Measured:
    """What is said of a case. If it is skipped, no number is measured."""
    told = {name: getattr(case, name) for name in ("name", "units", "against", "target", "seconds")}
    return told | {"skipped": ""} | dict.fromkeys(NUMBERS) | found


def _load() -> str:
    """The load of the machine now. Processor time grows when others share the cores."""
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return f"{os.getloadavg()[2]:.1f} on {os.cpu_count()} cores, mean of 15 minutes"


def _peers() -> dict[str, str]:
    """The versions of the installed peers."""
    from importlib.metadata import PackageNotFoundError, version

    found = dict[str, str]()
    for name in ("cvxpy", "clarabel", "quadprog", "piqp", "scikit-learn", "jax", "jaxlib"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _line(row: Measured) -> str:
    if row["ours_seconds"] is None:
        return f"{row['name']:32}  skipped: {row['skipped']}"
    accuracy = "".join(f", {word} {row[word]:.1e}" for word in ("apart", "residual") if row[word] is not None)
    start = f"{row['name']:32}  {_time(row['ours_seconds']):>9}"
    if row["naive_seconds"] is None:
        aim = "" if row["seconds"] is None else f", target {_time(row['seconds'])}"
        return f"{start} per {row['units']}{aim}{accuracy}"
    target = "" if row["target"] is None else f", target {row['target']:g}x"
    return (
        f"{start} against {_time(row['naive_seconds']):>9} per {row['units']}: {row['ratio']:8.2f}x "
        f"[{row['low']:.2f}, {row['high']:.2f}]{target}{accuracy}  ({row['against']})"
    )


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def measured(case: Case, rounds: int) -> Measured:
    """Alternates the two paths; quick calls are repeated until a turn takes 20 ms."""
    from statistics import median

    first, naive = case.input(0), case.naive
    # Imports and compilation are not what is measured.
    answers = case.ours(first), naive(first) if naive else None
    ours, theirs = list[float](), list[float]()
    for given in map(case.input, range(rounds)):
        ours.append(_turn(case.ours, given) / case.ours_units(given))
        if naive:
            theirs.append(_turn(naive, given) / case.naive_units(given))
    ratios = sorted(them / us for us, them in zip(ours, theirs, strict=False))
    found = {"ours_seconds": median(ours), "residual": case.residual and case.residual(answers[0])}
    if naive:
        found |= {"naive_seconds": median(theirs), "ratio": median(ratios), "low": ratios[0],
                  "high": ratios[-1], "apart": case.apart and case.apart(*answers)}  # fmt: skip
    return _row(case, **found)


def _turn(path: Callable[[Any], Any], given: Any) -> float:
    """Processor seconds per call, the median over the calls of one turn."""
    from statistics import median

    times: list[float] = []
    while not times or (sum(times) < 0.02 and len(times) < 200):
        start = _spent()
        path(given)
        times.append(_spent() - start)
    return median(times)


def _spent() -> float:
    """Processor seconds of this process and of those that it waited for."""
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system


def cases() -> list[Case]:
    """Every case, cheap to list: inputs are drawn when a case is first run."""
    rooms = (_bench_solvers, _bench_graph_svm, _bench_descent, _bench_jax, _bench_whole)
    return [case for room in rooms for case in room.cases()]
