"""What a page shows beside its own run: hunts for needed assumptions, the self-test, measured speed.

Each comes from a file that another command wrote. A missing file leaves its section out; a damaged one is
named on the page. Nothing here changes a verdict.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ntpcheck import reading
from ntpcheck.errors import AbsentFile, UnreadableFile
from ntpcheck.report.about import About, read_about
from ntpcheck.report.why import Reasons, reasons
from ntpcheck.statement.printing.in_words import in_words

NEEDED = "needed.json"  # beside expected.json
TRUST = (Path("reports") / "trust.json", Path("trust.json"))
BENCH = (Path("reports") / "bench.json", Path("bench.json"))


@dataclass(frozen=True)
class Need:
    """What a hunt without one assumption found. need: the word for it, as `hunt` puts it."""

    need: str
    says: str = ""


@dataclass(frozen=True)
class Extras:
    """needed: claim id -> assumption -> what became of dropping it. trust, bench: whole documents.

    reasons: claim id -> why it falls. about: paper's key -> what is written of the paper as a whole.
    """

    needed: Mapping[str, Mapping[str, Need]] = field(default_factory=dict)
    trust: Mapping[str, Any] = field(default_factory=dict)
    bench: Mapping[str, Any] = field(default_factory=dict)
    damaged: tuple[str, ...] = ()
    reasons: Reasons = field(default_factory=dict)
    about: Mapping[str, About] = field(default_factory=dict)


def read_extras(folders: Iterable[Path]) -> Extras:
    """What lies in the papers' folders, in the current folder and under reports."""
    folders = list(folders)
    damaged: list[str] = []
    needed: dict[str, dict[str, Need]] = {}
    for folder in folders:
        for claim, row in _needs(_document(folder / NEEDED, damaged)).items():
            needed.setdefault(claim, {}).update(row)
    trust, bench = _first(TRUST, "trials", damaged), _first(BENCH, "cases", damaged)
    about = {told.key: told for told in map(read_about, folders) if told}
    return Extras(needed, trust, bench, tuple(damaged), reasons(folders), about)


def _first(paths: Iterable[Path], wanted: str, damaged: list[str]) -> Mapping[str, Any]:
    for path in paths:
        document = _document(path, damaged)
        if isinstance(document.get(wanted), list):
            return document
        if document:
            damaged.append(f"{path}: it has no {wanted}")
    return {}


def _document(path: Path, damaged: list[str]) -> Mapping[str, Any]:
    try:
        found = reading.document(path, reading.LARGEST)
    except AbsentFile:
        return {}
    except UnreadableFile as problem:
        damaged.append(str(problem).rstrip("."))
        return {}
    return found if isinstance(found, dict) else {}


def _needs(document: Mapping[str, Any]) -> dict[str, dict[str, Need]]:
    """The rows of a paper's table, as `ntpcheck.report.needed` keeps them: claim -> assumption -> need."""
    found: dict[str, dict[str, Need]] = {}
    for row in document.get("rows", ()):
        word, inside = str(row["need"]), row.get("inside")
        # "Not seen to be needed" says nothing without the number of instances.
        tried = "tried on one instance only" if inside == 1 else f"{word} in {inside:,}" if inside else word
        counted = tried if word.startswith("not seen") else word
        found.setdefault(str(row["claim"]), {})[str(row["assumption"])] = Need(counted, _witness(row))
    return found


def _witness(row: Mapping[str, Any]) -> str:
    """The instance that needs the assumption, in words."""
    instance = (row.get("document") or {}).get("instance", {})
    return in_words(instance) if instance else ""
