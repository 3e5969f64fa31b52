"""A run as a Markdown table, for pull requests and notes."""

from ntpcheck.report import words
from ntpcheck.report.gate import compared
from ntpcheck.report.record import Record
from ntpcheck.report.typography import typeset

HEAD = ("verdict", "claim", "where", "statement", "evidence", "expected")


def markdown(record: Record) -> str:
    """The verdict table and the tally."""
    lines = [
        f"# ntpcheck {record.run['version']}: profile {record.run['profile']}, seed {record.run['seed']}",
        "",
        _line(*HEAD),
        _line(*["---"] * len(HEAD)),
    ]
    for row in record.rows:
        word = f"{words.look(row).shape} {row.word or 'UNFINISHED'}"
        told = "; ".join(filter(None, (words.evidence_line(row), words.witness_line(row))))
        said, evidence = (typeset(text) for text in (row.claim["statement"], told))
        cite, expected = row.claim["cite"].replace("<", "&lt;"), row.expected or "-"
        lines.append(_line(word, f"`{row.id}`", cite, said, evidence, expected))
    return "\n".join([*lines, "", str(compared(record)), ""])


def _line(*cells: str) -> str:
    safe = (" ".join(cell.split()).replace("|", "\\|").replace("*", "\\*") for cell in cells)
    return f"| {' | '.join(safe)} |"
