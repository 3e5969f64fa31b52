"""Whether a run's verdicts are the expected ones."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from ntpcheck.accepted import SOUND, Accepted, read_accepted
from ntpcheck.errors import NO_ANSWER, UnreadableFile
from ntpcheck.reading import contents
from ntpcheck.report.record import Record
from ntpcheck.report.words import CAUGHT, CERTIFIED
from ntpcheck.writing import write

BASELINE = Path("reports") / "baseline.json"


class State(StrEnum):
    """What became of one claim.

    NEW: there is a counterexample, and nothing was expected. UNDECIDED: it was expected otherwise, and came
    out open.
    """

    PASSED, FAILED, NEW = "passed", "failed", "new"
    SKIPPED, UNDECIDED = "skipped", "undecided"


@dataclass(frozen=True)
class Comparison:
    """One claim's verdict beside the expected one; either may be missing.

    restated: the expected one was accepted for a statement that has changed since.
    """

    id: str
    found: str | None
    expected: str | None
    state: State
    restated: bool = False

    @property
    def wanted(self) -> str:
        """What was expected, in words; empty where nothing was."""
        return f"{self.expected}{' of another statement' if self.restated else ''}" if self.expected else ""

    def __str__(self) -> str:
        expected = f"expected {self.wanted}" if self.wanted else "nothing was expected"
        return f"{self.id}: {self.found or 'no verdict'}, {expected}"


@dataclass(frozen=True)
class Tally:
    """How a run compares as a whole.

    missed: planted falsehoods that were not refuted, with their verdicts. They say that the search is weak,
    and nothing of the claims.
    """

    comparisons: tuple[Comparison, ...]
    missed: Mapping[str, str] = field(default_factory=dict[str, str])

    def having(self, *states: State) -> list[Comparison]:
        return [c for c in self.comparisons if c.state in states]

    @property
    def differing(self) -> list[Comparison]:
        """The claims whose verdict somebody has to look at."""
        return self.having(State.FAILED, State.NEW, State.UNDECIDED)

    def exit_code(self, *, strict: bool) -> int:
        """0 all as expected, 1 a verdict differs or is new, 7 with `strict` if something was not found out.

        That is a verdict that is newly undecided, or a planted falsehood that was missed.
        """
        if self.having(State.FAILED, State.NEW):
            return 1
        return 7 if strict and (self.having(State.UNDECIDED) or self.missed) else 0

    def __str__(self) -> str:
        passed, failed = len(self.having(State.PASSED)), len(self.having(State.FAILED))
        skipped, undecided = len(self.having(State.SKIPPED)), len(self.having(State.UNDECIDED))
        rest = {"newly undecided": undecided, "new": len(self.having(State.NEW))}
        more = "".join(f", {number} {word}" for word, number in rest.items() if number)
        return f"{passed} passed, {failed} failed, {skipped} skipped{more}"


def compare(
    found: Mapping[str, str | None], expected: Mapping[str, str], restated: Set[str] = frozenset()
) -> Tally:
    """Each claim of a run against what is expected of it; a claim without a verdict is skipped.

    restated: the claims whose statement is not the one of the expected verdict. Each differs.
    """
    return Tally(
        tuple(
            Comparison(claim, word, expected.get(claim), state, claim in restated)
            for claim, word in found.items()
            for state in [_state(word, expected.get(claim), restated=claim in restated)]
        )
    )


def compared(record: Record) -> Tally:
    """A run against what was expected when it began."""
    return replace(compare(record.verdicts, record.expected, record.restated), missed=missed(record))


def _state(found: str | None, expected: str | None, *, restated: bool) -> State:
    if found is None:
        return State.SKIPPED
    if restated:
        return State.FAILED
    # A profile that enumerates less finds SUPPORTED where another finds EXHAUSTED.
    if found == expected or (found in SOUND and (expected is None or expected in SOUND)):
        return State.PASSED
    if expected is None and found in CERTIFIED:
        return State.NEW
    return State.UNDECIDED if found == "UNDECIDED" else State.FAILED


def missed(record: Record) -> dict[str, str]:
    """The planted falsehoods that the run searched for and missed, as CLAIM#KIND, with their verdicts."""
    return {
        f"{row.id}#{one['kind']}": one["verdict"]
        for row in record.rows
        for one in row.verdict.get("planted") or ()
        if one["verdict"] not in CAUGHT
    }


def gate(
    found: Mapping[str, str | None],
    expected: Mapping[str, str],
    restated: Set[str] = frozenset(),
    *,
    whole: bool,
) -> Tally:
    """What a gate lets through: like `compare`, but a claim that got no verdict fails.

    whole: the run was to check everything, so an expected claim that it does not list fails too.
    """
    absent = dict.fromkeys(i for i in expected if whole and i not in found)
    judged = compare({**found, **absent}, expected, restated).comparisons
    return Tally(tuple(replace(c, state=State.FAILED) if c.state is State.SKIPPED else c for c in judged))


def merged(folders: Iterable[Path], baseline: Path = BASELINE) -> Accepted:
    """What the papers' own expected.json files and the baseline expect together.

    Raises UnreadableFile where two of them disagree: one is stale.
    """
    files = [folder / "expected.json" for folder in folders]
    expected = Accepted()
    for path in [*files, baseline]:
        if not path.exists():
            continue
        here = read_accepted(path)
        for claim, word in here.verdicts.items():
            known = expected.verdicts.setdefault(claim, word)
            if known != word:
                said = f"{path} expects {word} of {claim}, the paper's expected.json {known}."
                raise UnreadableFile(f"{said} `gate RUN --update` makes them agree.")
        for claim, digest in here.statements.items():
            if expected.statements.setdefault(claim, digest) != digest:
                said = f"{path} expects its verdict of another {claim} than the paper's expected.json."
                raise UnreadableFile(f"{said} `gate RUN --update` makes them agree.")
    return expected


def update(
    found: Mapping[str, Mapping[str, str | None]],
    folders: Mapping[str, Path],
    baseline: Path = BASELINE,
    *,
    whole: bool,
    statements: Mapping[str, str] = MappingProxyType({}),
) -> list[Path]:
    """Rewrites the papers' expected.json and the baseline with a run's verdicts; returns what was written.

    found: paper key -> claim id -> verdict. folders: paper key -> folder. statements: claim id -> digest of
    what was judged. A claim without a verdict keeps what it had; one that the run does not list goes if the
    run was `whole`.
    """
    written: list[Path] = []
    everything = {claim: word for verdicts in found.values() for claim, word in verdicts.items()}
    for path, news in [*((folders[key] / "expected.json", found[key]) for key in found if key in folders),
                       (baseline, everything)]:  # fmt: skip
        old = read_accepted(path) if path.exists() else Accepted()
        judged = {claim: word for claim, word in news.items() if word is not None}
        listed = [claim for claim in old.verdicts if claim not in judged and (claim in news or not whole)]
        digests = {claim: old.statements[claim] for claim in listed if claim in old.statements}
        digests |= {claim: statements[claim] for claim in judged if statements.get(claim)}
        new = Accepted({claim: old.verdicts[claim] for claim in listed} | judged, digests)
        if new != old:
            written.append(write(path, str(new)))
    return written


def timeless(record: Record) -> dict[str, dict[str, str | None]]:
    """The verdicts by paper, without those that depend on the clock: these never become expected."""
    late = {row.id for row in record.rows if str(row.verdict.get("reason")).startswith(NO_ANSWER)}
    return {
        key: {claim: None if claim in late else word for claim, word in found.items()}
        for key, found in record.by_paper.items()
    }


def keep_witnesses(record: Record, folder: Path, homes: Mapping[str, Path]) -> list[Path]:
    """Makes each paper's counterexamples/ hold the certified ones of a run in `folder`; returns what changed.

    A claim that is not refuted or ill-posed any more loses its file; one without a verdict keeps it.
    """
    from ntpcheck.statement.document import file_name

    changed: list[Path] = []
    for row in record.rows:
        home = homes.get(row.claim["paper"])
        if home is None or row.word is None:
            continue
        stored = home / "counterexamples" / file_name(row.id)
        fallen = row.word in CERTIFIED and row.witness
        certified = row.witness if fallen and row.witness and row.witness["accepted"] else None
        found = contents(folder / certified["file"]) if certified else None
        if found == (contents(stored) if stored.exists() else None):
            continue
        if found is None:
            stored.unlink()
        else:
            write(stored, found)
        changed.append(stored)
    return changed
