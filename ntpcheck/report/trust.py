"""TRUST.md: how far the verdicts can be trusted, as measured by the engine's own test."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from ntpcheck.engine.trials import ACCEPTED, EXACTLY
from ntpcheck.report.kernel import kernel_section
from ntpcheck.report.mutants import mutants_section
from ntpcheck.report.robustness import robustness_section
from ntpcheck.report.trust_aims import aims_section
from ntpcheck.report.trust_books import books_section, falsehood_figures
from ntpcheck.report.trust_power import (
    ablation_section,
    alarmed,
    caught,
    power_section,
    share,
    sure,
    true_section,
)

Entry = Mapping[str, Any]

GIVEN = (
    "The statement books: that each line says what the paper says. A book is what the verifier reads and "
    "what a human compares with the paper; `ntpcheck book show CLAIM` prints a claim with all that it "
    "uses.",
    "The verifier: a folder of Python that imports nothing but the standard library, and Python itself. "
    "It takes nothing from a counterexample file but an instance, and hints that it checks.",
    "The lemmas, where a refutation names one: each is a short argument about limits, or about all real "
    "numbers. The verifier prints it beside the verdict and checks its premises, not the argument.",
    "The checkers, for what is SUPPORTED or EXHAUSTED: a checker and its line in the book encode one "
    "statement apart from each other, and `conformance` compares the two on instances, not once and for "
    "all.",
    "Error bounds of floats, where a verdict's rigor is FLOAT: they are derived in the checkers and "
    "compared with exact arithmetic by `conformance`, instance by instance, not once and for all.",
    "Laws of training runs, where the rigor is TREND: a law is held against a flow integrated numerically.",
    "The sampler. SUPPORTED means that no counterexample was drawn; EXHAUSTED speaks of its scope alone.",
    "python-flint for ball arithmetic during the search. A refutation does not rest on it: the verifier "
    "has its own arithmetic.",
    "The transcription of the papers. Lines `reading` and `transcription` of the books record each choice.",
)


def headline(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The figures of most weight, each with what it counts."""
    true, planted, false = (_of(report, role) for role in ("true", "planted", "false"))
    alarms = len(false_alarms(report))
    found, certain = sum(map(caught, planted)), sum(sure(e) in (ACCEPTED, EXACTLY) for e in planted)
    return [
        ("false alarms: true claims that fail, are undefined, or break their checker", str(alarms)),
        ("planted falsehoods detected", share(found, len(planted))),
        ("planted falsehoods judged exactly, the others in floats only", share(certain, len(planted))),
        ("claims expected to fail that fail again, without a stored witness", share(*_again(false))),
        ("true claims left open, or vacuous", _left_open(true)),
        *falsehood_figures(report),
    ]


def _left_open(true: Sequence[Entry]) -> str:
    first = sum(entry["outcome"] in OPEN for entry in true)
    seeds = ([entry, *entry.get("again", {}).values()] for entry in true)
    some = sum(any(one["outcome"] in OPEN for one in each) for each in seeds)
    return str(first) if some == first else f"{first} under the first seed, {some} under some seed"


def trust(report: Mapping[str, Any]) -> str:
    """The report as Markdown. Only seconds differ between two runs with one seed."""
    true, planted, false = (_of(report, role) for role in ("true", "planted", "false"))
    alarms, missed = false_alarms(report), [entry for entry in planted if not caught(entry)]
    lines = [
        *_head(report),
        "| | |",
        "|---|---|",
        *(f"| {what} | {figure} |" for what, figure in headline(report)),
        "",
        *aims_section(report),
        *_named("## False alarms", alarms, "None."),
        *power_section(report),
        "Instances: inside the assumptions, up to and including the first that tells the falsehood from its "
        "original. Seconds: in its own checker; shared work is charged to the first that asks.",
        "",
        *ablation_section(report),
        *true_section(report),
        "## Detection by examples",
        "",
        *_power(report),
        "",
        *_named("## Planted falsehoods that were not detected", missed, "None."),
        *_named("## Claims expected to fail that did not", [e for e in false if not caught(e)], "None."),
        *_named(
            "## Claims without an accepted verdict, and what was found", _of(report, "unlisted"), "None."
        ),
        *_conditioning(report["conditioning"], true),
        *books_section(report),
        *kernel_section(),
        *robustness_section(),
        *mutants_section(),
        *_unchecked(report["unchecked"]),
        "## What is trusted",
        "",
        *[f"- {sentence}" for sentence in GIVEN],
        "",
    ]
    return "\n".join(lines).rstrip() + "\n"


def _head(report: Mapping[str, Any]) -> list[str]:
    """What was examined, and how hard."""
    true, planted, false = (_of(report, role) for role in ("true", "planted", "false"))
    effort = report["effort"]
    return [
        "# How far to trust the verdicts",
        "",
        f"ntpcheck {report['version']}, papers {', '.join(report['papers'])}, profile {report['profile']}, "
        f"{_seeds(report)}. {_of_all(report, 'true', true)} claims taken to be true, "
        f"{_of_all(report, 'false', false)} that are expected to fail and "
        f"{_of_all(report, 'planted', planted)} planted falsehoods were numbered, shuffled and examined "
        "together by the engine that gives the verdicts. `python -m ntpcheck selftest` writes this page.",
        "",
        f"The profile draws {effort['examples']} Hypothesis examples and sweeps {effort['batch']} instances, "
        f"or {effort['trajectories']} training runs, per domain. Examining took "
        f"{report['timing']['cpu']:.0f} s of processor time, {report['timing']['wall']:.0f} s in all."
        f"{_where(report)}",
        "",
    ]


def _where(report: Mapping[str, Any]) -> str:
    """When and on what; empty for a record that does not say."""
    return f" Finished on {report['date']}, on {report['machine']}." if "date" in report else ""


def _seeds(report: Mapping[str, Any]) -> str:
    """The seeds that everything was examined under; what is told as found or held is so under each."""
    seeds = report.get("seeds", [report["seed"]])
    return f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {', '.join(map(str, seeds))}"


OPEN = ("UNDECIDED", "VACUOUS")


def false_alarms(report: Mapping[str, Any]) -> list[Entry]:
    """True claims that the engine speaks against."""
    return [e for e in _of(report, "true") if alarmed(e)]


def _of(report: Mapping[str, Any], role: str) -> list[Entry]:
    return [entry for entry in report["trials"] if entry["role"] == role]


def _of_all(report: Mapping[str, Any], role: str, chosen: Sequence[Entry]) -> str:
    """How many of a role were examined, and out of how many where that is not all."""
    whole = report["population"][role]
    return str(len(chosen)) if len(chosen) == whole else f"{len(chosen)} of {whole}"


def power_curve(report: Mapping[str, Any]) -> list[tuple[int, float]]:
    """Share of the planted falsehoods detected within so many examples, at every number where it grows."""
    planted = _of(report, "planted")
    found = sorted(entry["examples"] for entry in planted if caught(entry))
    return [(n, bisect_right(found, n) / len(planted)) for n in sorted(set(found))]


def _power(report: Mapping[str, Any]) -> list[str]:
    """The curve at powers of two, up to where it stops growing."""
    curve = power_curve(report)
    if not curve:
        return ["Nothing was detected."]
    steps = [2**k for k in range(curve[-1][0].bit_length() + 1)]
    within = {n: max((share for at, share in curve if at <= n), default=0.0) for n in steps}
    rows = [f"| {n:,} | {100 * share:.1f}% |" for n, share in within.items()]
    return ["| examples | detected by then |", "|---|---|", *rows]


def _again(false: Sequence[Entry]) -> tuple[int, int]:
    return sum(map(caught, false)), len(false)


def _named(title: str, entries: Sequence[Entry], otherwise: str) -> list[str]:
    found = [f"- `{e['id']}`: {e['outcome']}{': ' + e['reason'] if e['reason'] else ''}" for e in entries]
    return [title, "", *(found or [otherwise]), ""]


def _conditioning(classes: Sequence[Entry], true: Sequence[Entry]) -> list[str]:
    inside, undecided = (sum(entry[name] for entry in true) for name in ("inside", "undecided"))
    lines = [
        "## What stays open",
        "",
        "Instances of true claims that floats leave open, by the condition number of their contexts. After "
        f"exact arithmetic {share(undecided, inside)} of all instances stay open.",
        "",
        "| condition number | instances | open in floats |",
        "|---|---|---|",
    ]
    rows = [f"| {c['condition']} | {c['inside']:,} | {share(c['open'], c['inside'])} |" for c in classes]
    return [*lines, *rows, ""]


def _unchecked(papers: Mapping[str, Mapping[str, str]]) -> list[str]:
    rows = [f"- {key}: {what}: {why}" for key, sentences in papers.items() for what, why in sentences.items()]
    return ["## What is not checked", "", *(rows or ["Nothing is listed."]), ""]
