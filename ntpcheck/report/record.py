"""A run as its journal tells it: one row per claim, and the figures."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ntpcheck.errors import UnreadableFile

Event = Mapping[str, Any]


@dataclass
class Row:
    """One claim of a run. `verdict` is empty while the claim is unfinished."""

    claim: Event
    verdict: dict[str, Any] = field(default_factory=dict)
    witness: dict[str, Any] | None = None
    outcomes: Counter[str] = field(default_factory=Counter)
    discarded: Counter[str] = field(default_factory=Counter)
    histogram: list[int] = field(default_factory=list)
    measured: dict[str, list[float]] = field(default_factory=dict)
    corners: Counter[str] = field(default_factory=Counter)  # inside instances per kind of degenerate ones
    nearest: str = ""  # the instance with the worst slack on which the claim holds

    @property
    def id(self) -> str:
        return self.claim["id"]

    @property
    def word(self) -> str | None:
        """The verdict, or None where the run ended before there was one."""
        return self.verdict.get("verdict")

    @property
    def expected(self) -> str | None:
        return self.claim.get("expected")

    def restart(self) -> None:
        """Forgets what was counted: a resumed run looks at the claim again from the beginning."""
        self.outcomes, self.discarded, self.corners = Counter(), Counter(), Counter()
        self.histogram, self.measured, self.nearest = [], {}, ""

    def add_batch(self, event: Event) -> None:
        self.outcomes.update(event.get("outcomes", {}))
        self.discarded.update(event.get("discarded", {}))
        self.corners.update(event.get("corners", {}))
        self.nearest = event.get("nearest", "")
        for name, span in event.get("measured", {}).items():
            known = self.measured.setdefault(name, span)
            self.measured[name] = [min(known[0], span[0]), max(known[1], span[1])]
        counts = event.get("histogram", [])
        width = max(len(counts), len(self.histogram))
        old, new = ([*part, *[0] * (width - len(part))] for part in (self.histogram, counts))
        self.histogram = [a + b for a, b in zip(old, new, strict=True)]


@dataclass
class Record:
    """A whole run, claims in the papers' order."""

    run: dict[str, Any]
    rows: list[Row]
    figures: list[Event]
    ended: bool
    selection: dict[str, Any] = field(default_factory=dict)

    @property
    def papers(self) -> list[dict[str, Any]]:
        """The papers' keys, titles and unchecked sentences, where the journal has them."""
        return self.selection.get("papers", [])

    @property
    def texts(self) -> dict[str, str]:
        """Each claim's full docstring: what is really checked, and how the text was read."""
        return self.selection.get("texts", {})

    @property
    def whole(self) -> bool:
        """Whether the run was to check every claim of all installed papers."""
        return not self.selection.get("patterns", [])

    @property
    def verdicts(self) -> dict[str, str | None]:
        return {row.id: row.word for row in self.rows}

    @property
    def by_paper(self) -> dict[str, dict[str, str | None]]:
        """Paper key -> claim id -> verdict."""
        keys = dict.fromkeys(row.claim["paper"] for row in self.rows)
        return {key: {row.id: row.word for row in self.rows if row.claim["paper"] == key} for key in keys}

    @property
    def statements(self) -> dict[str, str]:
        """Claim id -> digest of the statement that was judged, where a book states the claim."""
        return {row.id: row.claim["digest"] for row in self.rows if row.claim.get("digest")}

    @property
    def restated(self) -> set[str]:
        """The claims whose expected verdict was accepted for another statement."""
        accepted = {row.id: row.claim.get("expected_digest") for row in self.rows}
        return {row.id for row in self.rows if accepted[row.id] not in (None, row.claim.get("digest"))}

    @property
    def expected(self) -> dict[str, str]:
        return {row.id: row.expected for row in self.rows if row.expected is not None}


def gather(events: Iterable[Event]) -> Record:
    """The record that a stream of journal events adds up to.

    Raises UnreadableFile if there is no `run` event. Repeated `run` events (a resumed run) do not start over,
    and an event about a claim that the run does not list is an error of the file.
    """
    run: dict[str, Any] = {}
    rows: dict[str, Row] = {}
    figures: dict[str, Event] = {}
    selection: dict[str, Any] = {}
    ended = False
    for event in events:
        kind = event["event"]
        if kind == "run":
            run = run or dict(event)
            for claim in event["claims"]:
                rows.setdefault(claim["id"], Row(claim))
        elif kind == "again":
            for claim_id in event["claims"]:
                rows[claim_id].restart()
        elif kind == "selection":
            selection = dict(event)
        elif kind == "figure":
            figures[event["name"]] = event
        elif kind == "end":
            ended = True
        elif kind in {"batch", "witness", "verdict"}:
            _add(rows, event)
    if not run:
        raise UnreadableFile("the journal has no run event, so nothing says what ran. Run it again.")
    return Record(run, list(rows.values()), [figures[name] for name in sorted(figures)], ended, selection)


def _add(rows: Mapping[str, Row], event: Event) -> None:
    row = rows.get(event["claim"])
    if row is None:
        raise UnreadableFile(f"the journal speaks of claim {event['claim']!r}, which its run does not list.")
    if event["event"] == "verdict":
        row.verdict = dict(event)
    elif event["event"] == "witness":
        row.witness = dict(event)
    elif event["phase"] == "finished":
        row.add_batch(event)


def read(folder: Path) -> Record:
    """The record of the run in a folder. Raises UnreadableFile where its journal is missing or damaged."""
    from ntpcheck.engine.journal import read_journal

    return gather(read_journal(folder / "journal.ndjson"))
