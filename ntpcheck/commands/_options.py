"""Options and output that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ntpcheck.backends import DEVICES
from ntpcheck.profiles import PROFILES
from ntpcheck.report.importing import within

if TYPE_CHECKING:
    from ntpcheck.report.gate import Tally

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
OPEN = (
    "nothing decided its line at any instance. Give it a check in Python: help('ntpcheck.formulas.planted')"
)


class Seconds(click.ParamType[float]):
    """A length of time: `90s`, `10m`, `1.5h`."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh])", value)
        if not match:
            self.fail(f"{value!r} is no length of time. Write 90s, 10m or 1.5h.", param, ctx)
        return float(match[1]) * UNITS[match[2]]


def budget(**options: Any) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """The option --budget; an import of a third party's module ends with it too."""

    def limited(ctx: click.Context, _: click.Parameter, value: float | None) -> float | None:
        ctx.with_resource(within(value))
        return value

    return click.option("--budget", type=Seconds(), callback=limited, **options)


class Bytes(click.ParamType[int]):
    """An amount of memory: `64K`, `500M`, `2G`."""

    name = "SIZE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"([1-9]\d{0,9})([KMG])", str(value))
        if not match:
            self.fail(f"{value!r} is no amount of memory. Write 64K, 500M or 2G.", param, ctx)
        return int(match[1]) << {"K": 10, "M": 20, "G": 30}[match[2]]


def whole_number(least: int) -> click.IntRange:
    """A whole number from `least` up; error messages call it a whole number."""
    kind = click.IntRange(min=least)
    kind.name = "whole number"
    return kind


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")
strict = click.option(
    "--strict",
    is_flag=True,
    help="Exit with 7 if verdicts are newly undecided, or a planted falsehood is missed.",
)
profile = click.option(
    "--profile",
    type=click.Choice(tuple(PROFILES)),
    default="quick",
    envvar="NTPCHECK_PROFILE",
    show_default=True,
    help="How much to search.",
)
device = click.option(
    "--device",
    type=click.Choice(DEVICES),
    default="auto",
    envvar="NTPCHECK_DEVICE",
    show_default=True,
    help="Where sweeps run. A GPU pays for large sweeps only.",
)
seed = click.option(
    "--seed",
    type=whole_number(0),
    default=0,
    envvar="NTPCHECK_SEED",
    show_default=True,
    metavar="N",
    help="Fixes all random choices.",
)
workers = click.option(
    "--workers",
    type=whole_number(1),
    envvar="NTPCHECK_WORKERS",
    metavar="N",
    help="Processes. Verdicts do not depend on it.  [default: one per core, at most 4; 1 for small runs]",
)


cluster = click.option(
    "--cluster", metavar="ADDRESS", help="Use the workers of this Dask scheduler, such as tcp://host:8786."
)


def _object(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and ":" not in value and not value.endswith(".book"):
        said = (
            f"{value!r} is no module:attribute and no book. Write my_paper:PAPER or my.book; installed papers"
        )
        said += " need no --paper."
        raise click.BadParameter(said, ctx, param)
    return value


paper = click.option(
    "--paper",
    metavar="PAPER",
    callback=_object,
    help="Use this paper, module:PAPER or my.book, and not the installed ones.",
)


def nothing_selected(patterns: tuple[str, ...]) -> int:
    """Says that no claim matches; returns the exit code."""
    asked = f" by {' '.join(map(repr, patterns))}" if patterns else ""
    click.echo(f"ntpcheck: nothing selected{asked}. `python -m ntpcheck claims` lists the ids.", err=True)
    return 5


def say_json(document: Any) -> None:
    """One canonical document on standard output."""
    from ntpcheck.report.formats.summary import canonical

    click.echo(canonical(document), nl=False)


def say_tally(tally: Tally, *, to_stderr: bool) -> None:
    """What differs from the expectation, then the plain last line."""
    from ntpcheck.report.gate import State

    for one in tally.differing:
        if one.found and not one.expected:
            click.echo(f"new {one.found}  {one.id}", err=True)
        else:
            click.echo(f"{'new UNDECIDED' if one.state is State.UNDECIDED else 'differs'}  {one}", err=True)
    for planted, verdict in tally.missed.items():
        found = f"{verdict}, {OPEN}" if verdict == "UNDECIDED" else verdict
        click.echo(f"missed  {planted}: a planted falsehood, and no counterexample: {found}", err=True)
    click.echo(str(tally), err=to_stderr)


def claim_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The ids of the installed papers' claims that begin so, for a shell that completes them."""
    from ntpcheck.errors import NtpcheckError
    from ntpcheck.report.catalogue import index

    try:
        ids = [claim["id"] for paper in index() for claim in paper["claims"]]
    except NtpcheckError:
        return []
    return [i for i in ids if i.startswith(incomplete)]
