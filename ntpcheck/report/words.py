"""How verdicts are put: the same shapes, tones and sentences in the terminal, in Markdown and on the page."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ntpcheck.report.record import Record, Row
from ntpcheck.statement.printing.in_words import headline, in_words

CERTIFIED = ("REFUTED", "ILL_POSED")
SOUND = ("SUPPORTED", "EXHAUSTED")
AMENDED = "/amended"
OURS = "/sharper/"  # the part of an id that marks what goes beyond the paper
MAIN = re.compile(r"[^/]+/theorem-[^/]+/(?!proof/)")


@dataclass(frozen=True)
class Look:
    """A verdict's shape, its tone (a CSS class and, in `terminal.py`, a colour) and what it means."""

    shape: str
    tone: str
    meaning: str


LOOKS = {
    "REFUTED": Look("✕", "bad", "a counterexample is accepted"),
    "SUSPECT": Look("◆", "warn", "it fails somewhere, not accepted yet"),
    "ILL_POSED": Look("∅", "odd", "undefined on an allowed instance"),
    "BROKEN": Look("!", "bad", "the checker raised an error, or contradicts the book"),
    "VACUOUS": Look("○", "warn", "too few instances satisfy the assumptions"),
    "UNDECIDED": Look("?", "warn", "open: undecided on too many instances, or a limit"),
    "SUPPORTED": Look("●", "good", "no counterexample found"),
    "EXHAUSTED": Look("■", "good", "holds on all of a finite scope"),
}
# How planted falsehoods come out: one that the checker caught is good news.
CAUGHT = {
    word: Look("✓", "good", "caught") for word in ("REFUTED", "FAILS", "ILL_POSED", "UNDEFINED", "SUSPECT")
}
# By the weakest arithmetic that some instance was judged with.
JUDGED = {"EXACT": "exactly", "BALL": "in intervals", "FLOAT": "in floats", "TREND": "by a trend"}
FALLS = {"REFUTED": "refuted", "ILL_POSED": "undefined"}
OPEN = "without a verdict that counts"
SURVIVED = Look("○", "warn", "not caught")
UNFINISHED = Look("…", "warn", "the run ended before there was a verdict")


def look(row: Row) -> Look:
    return LOOKS.get(row.word or "", UNFINISHED)


def caught_line(row: Row) -> str:
    """How many planted falsehoods of a claim were caught, and which not; empty if none was searched for."""
    planted = row.verdict.get("planted") or ()
    missed = [f"{one['kind']} ({one['verdict']})" for one in planted if one["verdict"] not in CAUGHT]
    if not planted:
        return ""
    count = f"{len(planted) - len(missed)} of {len(planted)} planted falsehoods caught"
    return f"{count}; not {', '.join(missed)}" if missed else count


def evidence_line(row: Row) -> str:
    """One line on what stands behind a verdict."""
    verdict = row.verdict
    n, scope = verdict.get("n", 0), verdict.get("scope")
    if row.word == "SUPPORTED":
        found = f"no counterexample in {counted(n, verdict.get('draws', 0), verdict.get('rigor'))}"
        return f"{found}, nor in {scope}" if scope else found
    if row.word == "EXHAUSTED":
        return f"no counterexample in {scope}, nor in {n:,} drawn instances"
    reason = verdict.get("reason")
    if row.word == "REFUTED":
        arithmetic = "exact" if verdict.get("rigor") == "EXACT" else "ball"
        return reason or f"a counterexample, judged in {arithmetic} arithmetic"
    return reason or look(row).meaning


def witness_line(row: Row) -> str:
    """The counterexample in words and what fails there, or has no value; empty if none was accepted."""
    if row.witness is None or not row.witness["accepted"]:
        return ""
    undefined = row.word == "ILL_POSED"
    said = f"{'undefined' if undefined else 'fails'} on {in_words(row.witness['instance'])}"
    return "; ".join(filter(None, (said, headline(row.witness, undefined=undefined))))


def counted(n: int, draws: int, rigor: str | None) -> str:
    """How many instances, and how judged. Only batches are independent draws, so the bound counts those."""
    judged = f", judged {JUDGED[rigor]}" if rigor in JUDGED else ""
    bound = f" ({draws:,} independent batches: 95% bound 3/{draws:,} for this sampler)" if draws > 3 else ""
    return f"{n:,} instance{'s' * (n != 1)}{judged}{bound}"


def number(value: float | str | Fraction | None) -> str:
    """A number for people: four digits, and a dash where there is none."""
    if value is None or not math.isfinite(float(value)):
        return "-"
    return f"{float(value) + 0.0:.4g}"


def survival(verdicts: Iterable[tuple[str | None, str | None, bool]]) -> str:
    """How many main results hold up.

    verdicts: of each, as written and as amended, and whether it is of a version that a later one replaces.
    """
    judged = [each for each in verdicts if each[0]]
    rest = [each for each in judged if each[0] not in SOUND]
    stand, fall = len(judged) - len(rest), len(rest)
    said = f"Of {len(judged)} assertion{'s' * (len(judged) != 1)} of main results, {stand} "
    said += "stands as written" if stand == 1 else "stand as written"
    if not rest:
        return f"{said}."
    found = Counter(FALLS.get(written or "", OPEN) for written, _, _ in rest)
    kinds = {kind: found[kind] for kind in (*FALLS.values(), OPEN) if found[kind]}
    parts = [f"{number} {'is' if number == 1 else 'are'} {kind}" for kind, number in kinds.items()]
    repaired, older = sum(amended in SOUND for _, amended, _ in rest), sum(old for _, _, old in rest)
    many = f"All {fall}" if repaired == fall else f"{repaired} of these {fall}"
    alone = sum(amended is None for _, amended, _ in rest)
    one = "No repair of it was checked" if alone else "No repair of it stands"
    one = "It stands once repaired" if repaired else one
    end = one if fall == 1 else f"{many} stand once repaired"
    end += f" (of {alone} no repair was checked)" if alone and fall > 1 else ""
    end += f"; {older} of {fall} {'is' if older == 1 else 'are'} of an older version" if older else ""
    return f"{said}; {' and '.join(parts)}. {end}."


def tally(record: Record) -> dict[str, int]:
    """How many claims got each verdict, worst first, verdicts that none got left out."""
    words = [row.word for row in record.rows]
    counts = {word: words.count(word) for word in LOOKS}
    counts["unfinished"] = words.count(None)
    return {word: count for word, count in counts.items() if count}
