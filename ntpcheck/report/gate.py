"""Whether a run's verdicts are the expected ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from ntpcheck.errors import UnreadableFile

if TYPE_CHECKING:
    from ntpcheck.report.record import Record

BASELINE = Path("reports") / "baseline.json"
SOUND = frozenset({"SUPPORTED", "EXHAUSTED"})  # what passes where nothing is expected
VERDICTS = SOUND | {"REFUTED", "SUSPECT", "ILL_POSED", "BROKEN", "VACUOUS", "UNDECIDED"}


class State(StrEnum):
    """What became of one claim. `UNDECIDED` is a verdict that was expected otherwise and came out open."""

    PASSED, FAILED, SKIPPED, UNDECIDED = "passed", "failed", "skipped", "undecided"


@dataclass(frozen=True)
class Comparison:
    """One claim's verdict beside the expected one; either may be missing."""

    id: str
    found: str | None
    expected: str | None
    state: State

    def __str__(self) -> str:
        expected = f"expected {self.expected}" if self.expected else "nothing was expected"
        return f"{self.id}: {self.found or 'no verdict'}, {expected}"


@dataclass(frozen=True)
class Tally:
    """How a run compares as a whole."""

    comparisons: tuple[Comparison, ...]

    def having(self, *states: State) -> list[Comparison]:
        return [c for c in self.comparisons if c.state in states]

    def exit_code(self, *, strict: bool) -> int:
        """0 all as expected, 1 a verdict differs, 7 with `strict` where verdicts are newly undecided."""
        if self.having(State.FAILED):
            return 1
        return 7 if strict and self.having(State.UNDECIDED) else 0

    def __str__(self) -> str:
        passed, failed = len(self.having(State.PASSED)), len(self.having(State.FAILED))
        skipped = len(self.having(State.SKIPPED, State.UNDECIDED))
        return f"{passed} passed, {failed} failed, {skipped} skipped"


def compare(found: Mapping[str, str | None], expected: Mapping[str, str]) -> Tally:
    """Each claim of a run against what is expected of it; a claim without a verdict is skipped."""
    return Tally(tuple(_comparison(claim, word, expected.get(claim)) for claim, word in found.items()))


def _comparison(claim: str, found: str | None, expected: str | None) -> Comparison:
    return Comparison(claim, found, expected, _state(found, expected))


def _state(found: str | None, expected: str | None) -> State:
    if found is None:
        return State.SKIPPED
    # A profile that enumerates less finds SUPPORTED where another finds EXHAUSTED.
    if found == expected or (found in SOUND and (expected is None or expected in SOUND)):
        return State.PASSED
    return State.UNDECIDED if found == "UNDECIDED" else State.FAILED


def gate(found: Mapping[str, str | None], expected: Mapping[str, str], *, whole: bool) -> Tally:
    """What a gate lets through: like `compare`, but a claim that got no verdict fails.

    whole: the run was to check everything, so an expected claim that it does not list fails too.
    """
    absent = dict.fromkeys(i for i in expected if whole and i not in found)
    judged = compare({**found, **absent}, expected).comparisons
    return Tally(tuple(replace(c, state=State.FAILED) if c.state is State.SKIPPED else c for c in judged))


def read_expected(path: Path) -> dict[str, str]:
    """The expected verdicts in a file, id -> verdict. Raises UnreadableFile if it is anything else."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFile(f"cannot read {path}: {error.strerror}. `gate --update` writes one.") from error
    except ValueError as error:
        raise UnreadableFile(f"{path} is not JSON ({error}). `gate --update` writes anew.") from error
    entries = found.items() if isinstance(found, dict) else [("the file", found)]
    for claim, word in entries:
        if not isinstance(word, str) or word not in VERDICTS:
            said = f"{path} has {str(word)[:40]!r} for {claim}, which is no verdict."
            raise UnreadableFile(f"{said} `gate --update` writes it anew.")
    return dict(entries)


def merged(folders: Iterable[Path], baseline: Path = BASELINE) -> dict[str, str]:
    """The papers' own expected.json files and the baseline as one mapping.

    Raises UnreadableFile where the two disagree: one of them is stale.
    """
    files = [folder / "expected.json" for folder in folders]
    expected: dict[str, str] = {}
    for path in [*files, baseline]:
        if not path.exists():
            continue
        for claim, word in read_expected(path).items():
            if expected.setdefault(claim, word) != word:
                said = f"{path} expects {word} of {claim}, the paper's expected.json {expected[claim]}."
                raise UnreadableFile(f"{said} `gate RUN --update` makes them agree.")
    return expected


def update(
    found: Mapping[str, Mapping[str, str | None]],
    folders: Mapping[str, Path],
    baseline: Path = BASELINE,
    *,
    whole: bool,
) -> list[Path]:
    """Rewrites the papers' expected.json and the baseline with a run's verdicts; returns what was written.

    found: paper key -> claim id -> verdict. folders: paper key -> folder. A claim without a verdict keeps
    what it had; one that the run does not list goes if the run was `whole`.
    """
    written: list[Path] = []
    everything = {claim: word for verdicts in found.values() for claim, word in verdicts.items()}
    for path, news in [*((folders[key] / "expected.json", found[key]) for key in found if key in folders),
                       (baseline, everything)]:  # fmt: skip
        old = read_expected(path) if path.exists() else {}
        kept = {claim: word for claim, word in old.items() if claim in news or not whole}
        new = {**kept, **{claim: word for claim, word in news.items() if word is not None}}
        if new != old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(new, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            written.append(path)
    return written


def keep_witnesses(record: Record, folder: Path, homes: Mapping[str, Path]) -> list[Path]:
    """Makes each paper's counterexamples/ hold the certified ones of a run in `folder`; returns what changed.

    A claim that is not refuted or ill-posed any more loses its file; one without a verdict keeps it.
    """
    from ntpcheck.certificate import file_name

    changed: list[Path] = []
    for row in record.rows:
        home = homes.get(row.claim["paper"])
        if home is None or row.word is None:
            continue
        stored = home / "counterexamples" / file_name(row.id)
        fallen = row.word in {"REFUTED", "ILL_POSED"} and row.witness
        certified = row.witness if fallen and row.witness and row.witness["certificate"] else None
        found = (folder / certified["file"]).read_bytes() if certified else None
        if found == (stored.read_bytes() if stored.exists() else None):
            continue
        if found is None:
            stored.unlink()
        else:
            stored.parent.mkdir(exist_ok=True)
            stored.write_bytes(found)
        changed.append(stored)
    return changed
