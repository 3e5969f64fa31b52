"""A witness as FINDINGS.md shows it: a small table where it is short, and the two sides that it compares."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ntpcheck import reading
from ntpcheck.report.reasons import perturbed_says, position_word
from ntpcheck.statement.document import file_name
from ntpcheck.statement.printing.in_words import fields, sides

Examined = Callable[[dict[str, Any]], Any]

LARGEST = 16  # entries of a table of counts
TABLED = ("counts", "labels", "last")


def document(claim_id: str, folder: str | None) -> dict[str, Any] | None:
    """The stored counterexample of a claim, if there is one."""
    path = Path(folder) / "counterexamples" / file_name(claim_id) if folder else None
    return reading.document(path) if path and path.exists() else None


def witness(names: Sequence[str], instance: Mapping[str, Any]) -> list[str]:
    """What the instance of a counterexample is, in lines of Markdown. names: the claims that it breaks."""
    return [
        f"Witness of {' and '.join(names)}: {'; '.join(fields(instance, TABLED))}.",
        "",
        *_table(instance),
    ]


def perturbed(failures: Iterable[tuple[str, Mapping[str, Any] | None]]) -> list[str]:
    """A sentence for each word: of which failures it is true. failures: name and position of each."""
    found: dict[str, list[str]] = {}
    for name, position in failures:
        found.setdefault(position_word(position), []).append(name)
    return [
        line
        for word, names in found.items()
        for line in (f"The failure of {' and '.join(names)} {perturbed_says(word)}.", "")
    ]


def told(stored: dict[str, Any] | None, examined: Examined) -> str:
    """The two sides that fail to compare, as `0.985 against 1`, or what is wrong with the counterexample."""
    if stored is None:
        return "no witness is stored; a run writes one"
    answer = examined(stored)
    if answer.outcome != "ACCEPTED":
        return f"the verifier refuses the witness: {answer.reason.rstrip('.')}"
    return sides(answer.lines)


def _table(instance: Mapping[str, Any]) -> list[str]:
    """A row per input or context: how often each token stands in it or follows, label and last token."""
    counts = instance.get("counts")
    if not counts or len(counts) * len(counts[0]) > LARGEST:
        return []
    extra = [key for key in ("labels", "last") if key in instance]
    first = "input" if extra else "context"
    heads = [
        first,
        *(f"token {v}" for v in range(len(counts[0]))),
        *({"labels": "label"}.get(k, k) for k in extra),
    ]
    rows = [[number, *row, *(instance[key][number] for key in extra)] for number, row in enumerate(counts)]
    lines = [heads, ["--:"] * len(heads), *rows]
    return ["| " + " | ".join(map(str, line)) + " |" for line in lines] + [""]
