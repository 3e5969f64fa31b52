"""summary.md and annotations.txt: a run for the pages of a GitHub job, within what these take."""

from ntpcheck.report import words
from ntpcheck.report.formats.markdown import markdown
from ntpcheck.report.gate import State, compared
from ntpcheck.report.record import Record

LARGEST_SUMMARY = 900_000  # bytes; GitHub drops a summary of more than 1 MiB altogether
MOST_ANNOTATIONS = 10  # of one kind that GitHub shows for a step


def job_summary(record: Record) -> str:
    """What differs, then the verdict table, cut where it gets too long to be shown."""
    tally = compared(record)
    counts = ", ".join(f"{count} {word}" for word, count in words.tally(record).items())
    differs = tally.differing
    head = [f"## ntpcheck: {tally}", "", f"{counts}. {len(differs)} differ from the baseline.", ""]
    fails = {row.id: words.witness_line(row) for row in record.rows}
    head += [f"- `{c.id}`{_and(str(c).removeprefix(c.id), fails[c.id])}" for c in differs]
    table = "\n".join(markdown(record).splitlines()[2:-2])
    whole = _page(head, table.splitlines())
    rows = table.splitlines()
    while len(whole.encode()) > LARGEST_SUMMARY and len(rows) > 2:
        rows = rows[: max(2, len(rows) * 9 // 10)]
        whole = _page(head, rows, f"{len(record.rows) - len(rows) + 2} more claims are in index.html.")
    if len(whole.encode()) > LARGEST_SUMMARY:
        whole = f"{head[0]}\n\n{head[2]}\n"
    return whole


def _and(said: str, witness: str) -> str:
    return f"{said}; {witness}" if witness else said


def _page(head: list[str], table: list[str], note: str = "") -> str:
    folded = [
        "<details><summary>All verdicts</summary>",
        "",
        *table,
        "",
        *([note, ""] if note else []),
        "</details>",
    ]
    return "\n".join([*head, "", *folded, ""])


def job_annotations(record: Record) -> str:
    """Workflow commands that mark what differs where it is stated; the last one counts those left out."""
    differs = compared(record).differing
    fits = len(differs) <= MOST_ANNOTATIONS
    shown = differs if fits else differs[: MOST_ANNOTATIONS - 1]
    fails = {row.id: words.witness_line(row) for row in record.rows}
    lines = [
        f"::{'warning' if c.state is State.UNDECIDED else 'error'} {_place(record, c.id)}"
        f"title={_property(c.id)}::{_data(_and(str(c), fails[c.id]))}"
        for c in shown
    ]
    if not fits:
        lines.append(f"::error title=ntpcheck::and {len(differs) - len(shown)} more verdicts differ")
    return "".join(f"{line}\n" for line in lines)


def _place(record: Record, claim: str) -> str:
    """File and line of the claim, where its journal names a file below the folder that the run began in."""
    file, line = record.selection.get("places", {}).get(claim, ("", 0))
    return f"file={_property(file)},line={line}," if file else ""


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
