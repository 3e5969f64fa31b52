"""Why statements fall: an authored sentence and a class each, and whether a failure is in general position.

Both lie beside expected.json. Nothing here changes a verdict or a digest, and the verifier does not read it.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck import reading
from ntpcheck.errors import UnreadableFile
from ntpcheck.statement.document import file_name
from ntpcheck.writing import write

if TYPE_CHECKING:
    from ntpcheck.claim import Claim, Paper
    from ntpcheck.engine.general_position import Position

REASONS = "reasons.toml"
POSITIONS = "general-position.json"
FALLEN = ("REFUTED", "ILL_POSED")
# From the lightest to the gravest; what each says of the statement.
CLASSES = {
    "slip": "one glyph or word, such as > for >=",
    "wording": "what is meant holds, what is written says more",
    "degenerate case": "an extreme instance was not excluded",
    "constant": "a number or a radius is too small or too large",
    "missing hypothesis": "it holds under a hypothesis that is not named",
    "gap in an argument": "a step fails, and what it is for stands otherwise",
    "false": "no such small change makes it hold",
}

# What becomes of a failure when all real numbers of its witness are perturbed: changed a little, at random.
PERTURBED = {
    "generic": "stays at every small change of its witness's numbers within the hypotheses",
    "tied": "stays while equal numbers of its witness change together: where they change apart, nothing was "
    "decided",
    "degenerate": "disappears at every small random change of its witness's numbers that was decided: "
    "every witness known needs exact numbers",
    "mixed": "stays at some small random changes of its witness's numbers, and disappears at others",
    "open": "is not decided at any small random change of its witness's numbers",
    "not perturbed": "was not tried with a perturbed witness",
}


@dataclass(frozen=True)
class Reason:
    """kind: one of CLASSES. because: completes "fails because". repair: the least change, of main results."""

    kind: str
    because: str
    repair: str = ""


def read_reasons(folder: Path | None) -> dict[str, Reason]:
    """The authored reasons of a paper, by claim; none without a file. Raises UnreadableFile."""
    path = folder / REASONS if folder else None
    if path is None or not path.exists():
        return {}
    try:
        found = tomllib.loads(reading.text(path))
        return {name: _reason(name, entry) for name, entry in found.items()}
    except (ValueError, KeyError) as error:
        said = f"{path} holds no reasons ({type(error).__name__}: {error})."
        way_out = 'An entry is ["CLAIM"] with class = ".." and because = "..".'
        raise UnreadableFile(f"{said} {way_out}") from error


def _reason(name: str, entry: Mapping[str, Any]) -> Reason:
    if entry["class"] not in CLASSES:
        raise ValueError(f"{name} has the class {entry['class']!r}, which is none of {', '.join(CLASSES)}")
    return Reason(entry["class"], str(entry["because"]), str(entry.get("repair", "")))


def read_positions(folder: Path | None) -> dict[str, dict[str, Any]]:
    """What became of each stored witness under perturbations, by claim; see `engine.general_position`."""
    path = folder / POSITIONS if folder else None
    if path is None or not path.exists():
        return {}
    return reading.document(path, way_out="`ntpcheck report --general-position` writes it anew.")


def position_word(position: Mapping[str, Any] | None) -> str:
    """The word for what becomes of a failure when its witness is perturbed, and who said so."""
    if position is None:
        return "not perturbed"
    return position["word"] + (", by the checker" if position.get("floats") else "")


def perturbed_says(word: str) -> str:
    """What that word says of a failure, as the rest of a sentence."""
    each, _, by = word.partition(", ")
    says, colon, more = PERTURBED[each].partition(":")
    return says + (", as its checker says in floating point" if by else "") + colon + more


def mark(document: Mapping[str, Any]) -> str:
    """What tells a stored witness, with its statement, from any other: twelve hex digits."""
    kept = json.dumps([document["statement"], document["instance"]], sort_keys=True)
    return hashlib.sha256(kept.encode()).hexdigest()[:12]


def fallen(paper: Paper) -> Iterable[tuple[Claim, dict[str, Any]]]:
    """The paper's fallen claims that have a stored counterexample, with its document."""
    verdicts = paper.expected
    for claim in paper.claims:
        path = paper.folder and paper.folder / "counterexamples" / file_name(claim.id)
        if verdicts.get(claim.id) in FALLEN and path and path.exists():
            yield claim, reading.document(path)


def measure(paper: Paper, told: Callable[[str, Position], None], into: Path | None = None) -> Path:
    """Perturbs each stored witness that is new since the last time, and keeps the counts in a file.

    told: is called after each. into: the folder of that file, the paper's unless another is named.
    """
    from ntpcheck.engine.general_position import position

    assert paper.folder is not None
    before, found = read_positions(paper.folder), dict[str, dict[str, Any]]()
    path = (into or paper.folder) / POSITIONS
    # What needs a lemma takes longest, and comes last.
    for claim, document in sorted(fallen(paper), key=lambda pair: "lemma" in pair[1]):
        name = mark(document)
        if before.get(claim.id, {}).get("witness") == name:
            found[claim.id] = before[claim.id]
            continue
        seen = position(claim, document)
        told(claim.id, seen)
        found[claim.id] = {"witness": name, "word": seen.word, **seen.to_json()}
        _write(path, before | found)
    _write(path, found)
    return path


def _write(path: Path, found: Mapping[str, Any]) -> None:
    lines = [f" {json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
    write(path, "{\n" + ",\n".join(lines) + "\n}\n")
