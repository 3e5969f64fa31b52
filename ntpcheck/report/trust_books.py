"""The part of TRUST.md on the statement books: by what claims are held, and what was forged in vain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ntpcheck.categories import BECAME, NOTICED, OPEN
from ntpcheck.statement.holding import HELD

Report = Mapping[str, Any]
FORGED = {
    "files": "forged files",
    "hints": "files with perturbed hints",
    "bytes": "files with changed bytes",
}


def accepted_and_false(report: Report) -> int:
    """How many forgeries were accepted without being a counterexample."""
    counts = [_campaign(report).get(name, {}) for name in FORGED]
    return sum(n for counted in counts for what, n in counted.items() if what.endswith("ACCEPTED, false"))


def clashes(report: Report) -> int:
    """On how many instances book and checker were both sure, and differed."""
    return len(_campaign(report).get("clashes", ()))


def books_section(report: Report) -> list[str]:
    """By what claims are held, what is to be read, and the figures of the campaign, as Markdown."""
    books = report.get("books", {})
    if not books.get("held"):
        return []
    told = [*_held(books["held"]), *_reading(books["reading"]), *_loaded(books.get("loaded", {}))]
    return [*told, *_campaign_lines(report)]


def held_rows(books: Report) -> list[tuple[str, list[int]]]:
    """What holds claims, and how many of each paper: a row for each kind that some paper has."""
    rows = [(HELD[name], [held.get(name, 0) for held in books["held"].values()]) for name in HELD]
    return [row for row in rows if any(row[1])]


def _campaign(report: Report) -> Mapping[str, Any]:
    return report.get("books", {}).get("campaign", {})


def _held(held: Mapping[str, Mapping[str, int]]) -> list[str]:
    rows = [f"| {what} | {' | '.join(map(str, counts))} |" for what, counts in held_rows({"held": held})]
    return [
        "## By what claims are held",
        "",
        f"| a claim is | {' | '.join(held)} |",
        f"|---|{'---|' * len(held)}",
        *rows,
        "",
    ]


def _reading(rows: list[tuple[str, int]]) -> list[str]:
    total = sum(count for _, count in rows)
    return [
        "## What to read to trust every refutation",
        "",
        f"{total:,} lines, neither empty nor comments:",
        "",
        *[f"- {what}: {count:,}" for what, count in rows],
        "",
    ]


def _loaded(found: Mapping[str, Sequence[Sequence[int]]]) -> list[str]:
    """What of the verifier one counterexample needs, by what it refutes with."""
    rows = {by: [sorted(one) for one in zip(*counts, strict=True)] for by, counts in found.items() if counts}
    if not rows:
        return []
    return [
        "Of the verifier a bare interpreter loads, for one counterexample, what that one needs: "
        "`ntpcheck-verifier --used FILE` names the files.",
        "",
        "| refuted by | counterexamples | files | lines: fewest | median | most |",
        "|---|---|---|---|---|---|",
        *[
            f"| {by} | {len(files)} | {files[0]} to {files[-1]} | {lines[0]:,} | {lines[len(lines) // 2]:,} "
            f"| {lines[-1]:,} |"
            for by, (files, lines) in rows.items()
        ],
        "",
    ]


def _campaign_lines(report: Report) -> list[str]:
    found = _campaign(report)
    if not found:
        return []
    lines = [
        "## Forged files, and books against checkers",
        "",
        f"{_drawn(report, 'forgeries').capitalize()}. A forged file that is accepted has to be a "
        "counterexample by the claim's own checker in exact arithmetic, which does not read the book. Where "
        "that is silent, a file is counted apart if its claim is expected to fall, and as false if not.",
        "",
        "| | tried | rejected | accepted and real | accepted, oracle silent | accepted and false |",
        "|---|---|---|---|---|---|",
        *[_forged(what, found[name]) for name, what in FORGED.items()],
        "",
        "Comparisons of a book's line with its checker, each on one exact instance:",
        "",
        *[f"- {what}: {count:,}" for what, count in found["comparisons"].items()],
        "",
    ]
    lines += _misprints(found.get("misprints", {}), _drawn(report, "misprints"))
    lines += _falsehoods(found.get("falsehoods", {}), _drawn(report, "falsehoods"))
    return lines + [f"- clash: `{name}`: {what}" for name, what, *_ in found["clashes"]]


def _drawn(report: Report, part: str) -> str:
    """By what seed a part of the campaign was drawn, and when, if that was after all else."""
    anew = report["books"].get("anew", {}).get(part)
    return f"seed {anew['seed']}, on {anew['date']}" if anew else f"seed {_campaign(report)['seed']}"


def _misprints(found: Mapping[str, Any], drawn: str) -> list[str]:
    """How many mechanical misprints of each book are noticed, and by what; nothing where none was tried."""
    if not found:
        return []
    ways = [how for how in NOTICED if all(how in told for told in found.values())]  # a record may know fewer
    heads = ("paper", "drawn", *ways, "says the same", "missed", "tried by nothing", "noticed")
    rows = [
        [key, *(f"{told[how]:,}" for how in ("drawn", *ways, *OPEN)), f"{told['noticed']:.0%}"]
        for key, told in found.items()
    ]
    return [
        f"Misprints of the books, each as likely as any other, {drawn}. The share is of those that do "
        "not say the same as the line; what nothing tries counts as missed. `trust.json` names those "
        "that are not noticed.",
        "",
        *(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)),
        "",
    ]


def falsehood_figures(report: Report) -> list[tuple[str, str]]:
    """Of falsehoods made by machine, how many are refuted and how many of these by the verifier; by paper."""
    found = _campaign(report).get("falsehoods", {})
    return [
        (f"machine-made falsehoods of {key} refuted, and certified", f"{_refuted(told)}, {_certified(told)}")
        for key, told in found.items()
    ]


def _refuted(told: Mapping[str, Any]) -> str:
    return f"{told['share refuted']:.0%}"


def _certified(told: Mapping[str, Any]) -> str:
    return f"{told['share certified']:.0%}"


def _falsehoods(found: Mapping[str, Any], drawn: str) -> list[str]:
    """What became of edits of claims that stand, by kind of edit; nothing where none was tried."""
    if not found:
        return []
    heads = ("paper", "edit", *BECAME)
    rows = [
        [key, kind, *(f"{counts[how]:,}" for how in BECAME)]
        for key, told in found.items()
        for kind, counts in told["by kind"].items()
    ]
    shares = [f"{key}: {_refuted(told)} refuted, {_certified(told)} certified" for key, told in found.items()]
    return [
        f"Falsehoods made by machine, {drawn}: one edit each of a claim that stands. Certified: the "
        "verifier accepts a counterexample against the edited book. An edit that says the same, or follows "
        "from the claim by its form and by signs, makes no falsehood; an edit that happens to be true and is "
        f"not seen to be counts as missed. {'; '.join(shares)}. `trust.json` names the rest with reasons.",
        "",
        *(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)),
        "",
    ]


def _forged(what: str, counts: Mapping[str, int]) -> str:
    def ending(*words: str) -> int:
        return sum(n for name, n in counts.items() if name.endswith(words))

    whole = sum(counts.values())
    real, silent = ending("ACCEPTED, real", "ACCEPTED, unchanged"), ending("oracle silent")
    false = ending("ACCEPTED, false")
    cells = [whole, whole - real - silent - false, real, silent, false]
    return f"| {what} | {' | '.join(f'{n:,}' for n in cells)} |"
