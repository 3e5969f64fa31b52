"""The part of TRUST.md on the statement books: by what claims are held, and what was forged in vain."""

from collections.abc import Mapping, Sequence
from typing import Any

from ntpcheck.categories import BECAME, NOTICED, OPEN
from ntpcheck.report.templates import part
from ntpcheck.statement.holding import HELD

Report = Mapping[str, Any]
FORGED = {"files": "forged files", "hints": "files with perturbed hints", "bytes": "files with changed bytes"}


def accepted_and_false(report: Report) -> int:
    """How many forgeries were accepted without being a counterexample."""
    counts = [_campaign(report).get(name, {}) for name in FORGED]
    return sum(n for counted in counts for what, n in counted.items() if what.endswith("ACCEPTED, false"))


def clashes(report: Report) -> int:
    """On how many instances book and checker were both sure, and differed."""
    return len(_campaign(report).get("clashes", ()))


def books_section(report: Report) -> str:
    """By what claims are held, what is to be read, and the figures of the campaign, as Markdown."""
    books = report.get("books", {})
    if not books.get("held"):
        return ""
    return part(
        "trust/trust.md.j2",
        "books",
        papers=list(books["held"]),
        held=[(what, *counts) for what, counts in held_rows(books)],
        reading=books["reading"],
        loaded=_loaded(books.get("loaded", {})),
        campaign=_told(report),
    )


def held_rows(books: Report) -> list[tuple[str, list[int]]]:
    """What holds claims, and how many of each paper: a row for each kind that some paper has."""
    rows = [(HELD[name], [held.get(name, 0) for held in books["held"].values()]) for name in HELD]
    return [row for row in rows if any(row[1])]


def _campaign(report: Report) -> Mapping[str, Any]:
    return report.get("books", {}).get("campaign", {})


def _loaded(found: Mapping[str, Sequence[Sequence[int]]]) -> list[tuple[object, ...]]:
    """What of the verifier one counterexample needs, by what it refutes with."""
    rows: list[tuple[object, ...]] = []
    for by, counts in found.items():
        if counts:
            files, lines = (sorted(one) for one in zip(*counts, strict=True))
            three = (f"{n:,}" for n in (lines[0], lines[len(lines) // 2], lines[-1]))
            rows.append((by, len(files), f"{files[0]} to {files[-1]}", *three))
    return rows


def _told(report: Report) -> dict[str, Any]:
    """What the campaign found, as its part of the page has it."""
    found = _campaign(report)
    if not found:
        return {}
    misprints, falsehoods = found.get("misprints", {}), found.get("falsehoods", {})
    ways = [
        how for how in NOTICED if all(how in told for told in misprints.values())
    ]  # a record may know fewer
    return {
        "drawn": {part: _drawn(report, part) for part in ("forgeries", "misprints", "falsehoods")},
        "forged": [_forged(what, found[name]) for name, what in FORGED.items()],
        "comparisons": found["comparisons"],
        "ways": ways,
        "misprints": [
            (key, *(f"{told[how]:,}" for how in ("drawn", *ways, *OPEN)), f"{told['noticed']:.0%}")
            for key, told in misprints.items()
        ],
        "became": list(BECAME),
        "falsehoods": [
            (key, kind, *(f"{counts[how]:,}" for how in BECAME))
            for key, told in falsehoods.items()
            for kind, counts in told["by kind"].items()
        ],
        "shares": [
            f"{key}: {told['share refuted']:.0%} refuted, {told['share certified']:.0%} certified"
            for key, told in falsehoods.items()
        ],
        "clashes": found["clashes"],
    }


def _drawn(report: Report, part: str) -> str:
    """By what seed a part of the campaign was drawn, and when, if that was after all else."""
    anew = report["books"].get("anew", {}).get(part)
    return f"seed {anew['seed']}, on {anew['date']}" if anew else f"seed {_campaign(report)['seed']}"


def falsehood_figures(report: Report) -> list[tuple[str, str]]:
    """Of falsehoods made by machine, how many are refuted and how many of these by the verifier; by paper."""
    return [
        (
            f"machine-made falsehoods of {key} refuted, and certified",
            f"{told['share refuted']:.0%}, {told['share certified']:.0%}",
        )
        for key, told in _campaign(report).get("falsehoods", {}).items()
    ]


def _forged(what: str, counts: Mapping[str, int]) -> list[str]:
    def ending(*words: str) -> int:
        return sum(n for name, n in counts.items() if name.endswith(words))

    whole = sum(counts.values())
    real, silent = ending("ACCEPTED, real", "ACCEPTED, unchanged"), ending("oracle silent")
    false = ending("ACCEPTED, false")
    return [what, *(f"{n:,}" for n in (whole, whole - real - silent - false, real, silent, false))]
