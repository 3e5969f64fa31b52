"""junit.xml: a run for tools that read test reports, one case per claim.

Python's ElementTree writes it, without a further package to install; a test holds it to Jenkins' schema.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from xml.etree import ElementTree

from ntpcheck.report import words
from ntpcheck.report.catalogue import names_paper
from ntpcheck.report.gate import Comparison, State, compared
from ntpcheck.report.record import Record, Row
from ntpcheck.statement.printing.in_words import headline, in_words

# What XML 1.0 has no way to write.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(record: Record) -> str:
    """One test suite per paper, by the schema of Jenkins; each case says its claim's verdict and witness."""
    states = {c.id: c for c in compared(record).comparisons}
    totals = _counts(record.rows, states)
    totals.pop("skipped")  # which the schema knows of a suite only
    root = ElementTree.Element("testsuites", totals)
    for paper in dict.fromkeys(row.claim["paper"] for row in record.rows):
        rows = [row for row in record.rows if row.claim["paper"] == paper]
        suite = ElementTree.SubElement(root, "testsuite", {"name": _clean(paper)} | _counts(rows, states))
        for row in rows:
            _case(suite, row, states[row.id], message(row, record))
    ElementTree.indent(root, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _counts(rows: list[Row], states: Mapping[str, Comparison]) -> dict[str, str]:
    found = [_element(row, states[row.id]) for row in rows]
    counts = {
        "failures": found.count("failure"),
        "errors": found.count("error"),
        "skipped": found.count("skipped"),
    }
    seconds = sum(_seconds(row) for row in rows)
    return {"tests": str(len(rows)), **{k: str(v) for k, v in counts.items()}, "time": f"{seconds:.3f}"}


def _element(row: Row, comparison: Comparison) -> str | None:
    if comparison.state is State.PASSED:
        return None
    if comparison.state in (State.FAILED, State.NEW):
        return "error" if row.word == "BROKEN" else "failure"
    return "skipped"


def _case(suite: ElementTree.Element, row: Row, comparison: Comparison, told: str) -> None:
    named = {"classname": _clean(row.claim["paper"]), "name": _clean(row.id), "time": f"{_seconds(row):.3f}"}
    case = ElementTree.SubElement(suite, "testcase", named)
    kind = _element(row, comparison)
    if kind is not None:
        said = {"message": _clean(str(comparison))} | ({} if kind == "skipped" else {"type": str(row.word)})
        ElementTree.SubElement(case, kind, said).text = _clean(told)
    ElementTree.SubElement(case, "system-out").text = _clean(told)


def _seconds(row: Row) -> float:
    return float(row.verdict.get("seconds", 0.0))


def _clean(text: str) -> str:
    return _UNWRITABLE.sub("\ufffd", text)


def message(row: Row, record: Record) -> str:
    """A claim in full: verdict, statement, citation, evidence, witness in words, how to repeat."""
    expected = f"expected {row.expected}" if row.expected else "nothing was expected"
    verdict = f"{row.word or 'no verdict'}, {expected}"
    lines = [verdict, f"{row.claim['statement']} ({row.claim['cite']})", words.evidence_line(row)]
    if row.witness:
        lines += [in_words(row.witness["instance"]), headline(row.witness, undefined=row.word == "ILL_POSED")]
    # A paper that is not installed is found by its book or its module alone.
    named = [pattern for pattern in record.selection.get("patterns", ()) if names_paper(pattern)]
    again = "".join(f" '{word}'" for word in (*named, row.id))
    return "\n".join([*filter(None, lines), f"python -m ntpcheck verify{again}"])


def started(run: str) -> int:
    """Milliseconds since 1970 at which the run began, from its id; 0 where that says nothing."""
    try:
        return int(datetime.strptime(run[:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC).timestamp()) * 1000
    except ValueError:
        return 0
