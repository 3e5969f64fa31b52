"""The folder of runs: where a new one goes, and which one a name means."""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from shutil import rmtree

from ntpcheck.errors import UnreadableFile
from ntpcheck.reading import document, lines
from ntpcheck.writing import told_of

RUNS = Path("reports") / "runs"
PLAIN = {ord("-"): None, ord(":"): None, ord("T"): "-"}  # a time as part of a name: 20270131-235959.123
FELL = ("REFUTED", "ILL_POSED")  # by a counterexample that the verifier accepts
HEAD = 8  # lines of a journal, among which the run's own event is: it is the second


def new_run(seed: int, profile: str) -> Path:
    """A fresh run folder; its name sorts by time, to a millisecond: two runs may begin in one second."""
    stamp = datetime.now(UTC).isoformat(timespec="milliseconds")[:23].translate(PLAIN)
    for attempt in range(1000):
        suffix = f"-{attempt}" if attempt else ""
        folder = RUNS / f"{stamp}-{seed}-{profile}{suffix}"
        with told_of(folder):
            RUNS.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                folder.mkdir()
                return folder
    raise UnreadableFile(f"{RUNS} already holds 1000 runs of {stamp}. Remove some.")


def from_here(path: Path) -> Path:
    """The same path, told from the current folder where it lies below."""
    whole = path.resolve()
    return whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else path


def withdraw(folder: Path) -> None:
    """Removes the folder of a run that could not begin: without a journal nothing is lost."""
    if not (folder / "journal.ndjson").exists():
        rmtree(folder, ignore_errors=True)


def runs() -> list[Path]:
    """All runs that have a journal, oldest first."""
    return sorted(path.parent for path in RUNS.glob("*/journal.ndjson"))


def find_run(name: str) -> Path:
    """The run called `name`: a folder, an id under reports/runs, or `latest`."""
    if name == "latest":
        known = runs()
        if not known:
            raise UnreadableFile(f"there is no run in {RUNS}. Start one with `python -m ntpcheck verify`.")
        return known[-1]
    for folder in (Path(name), RUNS / name):
        if (folder / "journal.ndjson").is_file():
            return folder
    recent = ", ".join(path.name for path in runs()[-3:])
    way_out = f"The latest are {recent}." if recent else "Start one with `python -m ntpcheck verify`."
    raise UnreadableFile(f"no run {name!r} (a folder with journal.ndjson) here or in {RUNS}. {way_out}")


def last_verdicts(digests: Mapping[str, str], depth: int = 20) -> dict[str, str]:
    """Each claim's verdict in the latest of the last `depth` runs; damaged files do not count.

    digests: what the statements are now, by the claims' ids. A verdict on another statement of that id does
    not count.
    """
    found: dict[str, str] = {}
    for folder in runs()[-depth:]:
        try:
            judged = _judged(folder / "journal.ndjson")
            claims = document(folder / "summary.json", 2**24)["claims"]
            told = {claim["id"]: claim["verdict"] for claim in claims if claim["verdict"]}
        except (UnreadableFile, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue
        found |= {name: told[name] for name in told if judged.get(name) == digests.get(name)}
    return found


def counterexample(folder: Path | None, claim: str, digest: str, depth: int = 20) -> Path | None:
    """The file of a claim's accepted counterexample: beside its paper, else of the latest run that has one.

    folder: the paper's. digest: of the claim as it is now; a file on another statement does not count, nor a
    candidate of a run that the verifier has not accepted.
    """
    from ntpcheck.statement.document import file_name

    name = Path("counterexamples") / file_name(claim)
    for home in filter(None, (folder, *runs()[: -depth - 1 : -1])):
        with suppress(UnreadableFile, KeyError, TypeError):
            if not digest or document(path := home / name)["statement"] != digest:
                continue
            found = [] if home == folder else document(home / "summary.json", 2**24)["claims"]
            if home == folder or any(c["id"] == claim and c["verdict"] in FELL for c in found):
                return from_here(path)
    return None


def _judged(journal: Path) -> dict[str, str]:
    """The digests of the statements that a run judged, by the claims' ids, from the head of its journal."""
    for line in islice(lines(journal), HEAD):
        if (event := json.loads(line))["event"] == "run":
            return {claim["id"]: claim.get("digest", "") for claim in event["claims"]}
    return {}
