"""TRUST.md: how far the verdicts can be trusted, as measured by the engine's own test."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ntpcheck.engine.trials import ACCEPTED, EXACTLY
from ntpcheck.report.templates import part
from ntpcheck.report.trust.aims import aims_section
from ntpcheck.report.trust.books import books_section, falsehood_figures
from ntpcheck.report.trust.kernel import kernel_section
from ntpcheck.report.trust.power import (
    ablation_section,
    alarmed,
    caught,
    interval,
    power_section,
    share,
    sure,
    true_section,
)
from ntpcheck.report.trust.recorded import record

_part = partial(part, "trust/trust.md.j2")
Entry = Mapping[str, Any]


def headline(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The figures of most weight, each with what it counts."""
    true, planted, false = (_of(report, role) for role in ("true", "planted", "false"))
    alarms = len(false_alarms(report))
    found, certain = sum(map(caught, planted)), sum(sure(e) in (ACCEPTED, EXACTLY) for e in planted)
    return [
        ("false alarms: true claims that fail, are undefined, or break their checker", str(alarms)),
        ("planted falsehoods detected", share(found, len(planted))),
        ("planted falsehoods judged exactly, the others in floats only", share(certain, len(planted))),
        (
            "claims expected to fail that fail again, without a stored witness",
            share(sum(map(caught, false)), len(false)),
        ),
        ("true claims left open, or vacuous", _left_open(true)),
        *falsehood_figures(report),
    ]


def _left_open(true: Sequence[Entry]) -> str:
    first = sum(entry["outcome"] in OPEN for entry in true)
    seeds = ([entry, *entry.get("again", {}).values()] for entry in true)
    some = sum(any(one["outcome"] in OPEN for one in each) for each in seeds)
    return str(first) if some == first else f"{first} under the first seed, {some} under some seed"


def trust(report: Mapping[str, Any]) -> str:
    """The report as Markdown, beside other records as they are now. Of two runs with one seed only seconds
    differ.
    """
    true, planted, false = (_of(report, role) for role in ("true", "planted", "false"))
    missed, standing = ([entry for entry in some if not caught(entry)] for some in (planted, false))
    tried, mutants = record("robustness")["tried"], record("mutants")
    parts = [
        _head(report),
        _part("headline", rows=headline(report)),
        aims_section(report, tried, mutants),
        _named("False alarms", false_alarms(report)),
        power_section(report),
        _part("footnote"),
        ablation_section(report),
        true_section(report),
        _part("detection", rows=_power(report)),
        _named("Planted falsehoods that were not detected", missed),
        _named("Claims expected to fail that did not", standing),
        _named("Claims without an accepted verdict, and what was found", _of(report, "unlisted")),
        _conditioning(report["conditioning"], true),
        books_section(report),
        kernel_section(record("kernel")),
        robustness_section(tried),
        mutants_section(mutants),
        _part("unchecked", papers=report["unchecked"]),
        _part("trusted"),
    ]
    return "".join(parts).rstrip() + "\n"


def _head(report: Mapping[str, Any]) -> str:
    """What was examined, how hard, and where; what is told as found or held is so under each seed."""
    chosen = {role: len(_of(report, role)) for role in ("true", "planted", "false")}
    whole = report["population"]
    told = {role: str(n) if n == whole[role] else f"{n} of {whole[role]}" for role, n in chosen.items()}
    return _part("head", report=report, seeds=report.get("seeds", [report["seed"]]), examined=told)


OPEN = ("UNDECIDED", "VACUOUS")


def false_alarms(report: Mapping[str, Any]) -> list[Entry]:
    """True claims that the engine speaks against."""
    return [e for e in _of(report, "true") if alarmed(e)]


def _of(report: Mapping[str, Any], role: str) -> list[Entry]:
    return [entry for entry in report["trials"] if entry["role"] == role]


def power_curve(report: Mapping[str, Any]) -> list[tuple[int, float]]:
    """Share of the planted falsehoods detected within so many examples, at every number where it grows."""
    planted = _of(report, "planted")
    found = sorted(entry["examples"] for entry in planted if caught(entry))
    return [(n, bisect_right(found, n) / len(planted)) for n in sorted(set(found))]


def _power(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The curve at powers of two, up to where it stops growing."""
    curve = power_curve(report)
    steps = [2**k for k in range(curve[-1][0].bit_length() + 1)] if curve else []
    within = {n: max((share for at, share in curve if at <= n), default=0.0) for n in steps}
    return [(f"{n:,}", f"{100 * share:.1f}%") for n, share in within.items()]


def _named(title: str, entries: Sequence[Entry]) -> str:
    return _part("named", title=title, entries=entries)


def _conditioning(classes: Sequence[Entry], true: Sequence[Entry]) -> str:
    inside, undecided = (sum(entry[name] for entry in true) for name in ("inside", "undecided"))
    rows = [(c["condition"], f"{c['inside']:,}", share(c["open"], c["inside"])) for c in classes]
    return _part("open", rows=rows, whole=share(undecided, inside))


def robustness_section(tried: Mapping[str, Any]) -> str:
    """What tests did to runs and files, how often, and what failed, as Markdown."""
    if not tried:
        return ""
    rows = [
        (what, f"{told['times']:,}", told["tests"], len(told["failed"]), told["skipped"], told["date"])
        for what, told in sorted(tried.items())
    ]
    where = sorted({f"{told['machine']}, --faults={told['faults']}" for told in tried.values()})
    failed = [name for told in tried.values() for name in told["failed"]]
    return _part("robustness", rows=rows, where=where, failed=failed)


def mutants_section(known: Mapping[str, Any]) -> str:
    """How many small changes of our own code were noticed, by file, and every survivor with its reason."""
    killed, whole = known["killed"], known["mutants"]
    if not whole:
        return ""
    rows = [(f"`{room}`", one, of) for room, (one, of) in known["rooms"].items()]
    return _part(
        "mutants", known=known, rows=rows, share=share(killed, whole), interval=interval(killed, whole)
    )
