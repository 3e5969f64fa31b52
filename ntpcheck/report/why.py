"""Why a claim falls, and whose statement it is: what the screen and the page say beside a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ntpcheck.report.reasons import perturbed_says, position_word, read_positions, read_reasons
from ntpcheck.report.record import Record, Row
from ntpcheck.report.typography import hedged, paragraphs
from ntpcheck.report.words import AMENDED, CERTIFIED, MAIN, OURS

# Whose statement a claim is: what the paper states; what it only suggests, or a lost glyph makes of it.
GROUPS = ("the paper", "suggested", "other versions", "ours")


class Why(NamedTuple):
    """kind: the class of the failure, in a word or two. says: one sentence, "fails because ...".

    perturbed: what becomes of the failure when its witness is perturbed, if that is not generic. repair: what
    a main result needs to stand, in few words.
    """

    kind: str
    says: str
    perturbed: str = ""
    repair: str = ""

    def of(self, word: str | None) -> str:
        """Class and sentence beside a verdict: a statement without a value does not fail, it is undefined."""
        fails = "undefined" if word == "ILL_POSED" else "fails"
        return f"{self.kind}: {self.says.replace('fails because', f'{fails} because', 1)}"


Reasons = Mapping[str, Why]


def reasons(folders: Iterable[Path | None]) -> dict[str, Why]:
    """The authored reasons that lie in the papers' folders, by claim; none where nobody has written any."""
    found: dict[str, Why] = {}
    for folder in folders:
        positions = read_positions(folder)
        for name, reason in read_reasons(folder).items():
            word = position_word(positions[name]) if name in positions else "generic"
            perturbed = "" if word == "generic" else f"the failure {perturbed_says(word)}"
            found[name] = Why(reason.kind, f"fails because {reason.because}", perturbed, reason.repair)
    return found


def stated_by(row: Row, record: Record) -> str:
    """One of GROUPS. What its book marks so is ours, as an amended or sharper statement is of any version."""
    ours = {name for paper in record.papers for name in paper.get("ours", ())}
    if row.id.endswith(AMENDED) or OURS in row.id or row.id in ours:
        return GROUPS[3]
    older = {mark for paper in record.papers for mark in paper.get("older", ())}
    if row.id.partition("@")[2].partition("/")[0] in older:
        return GROUPS[2]
    notes = paragraphs(record.texts.get(row.id, ""))
    return GROUPS[1] if hedged(notes) or any(label == "Transcription" for label, _ in notes) else GROUPS[0]


def fallen(row: Row) -> bool:
    """Whether the claim has an accepted counterexample, or is undefined somewhere."""
    return row.word in CERTIFIED


def is_main(claim_id: str, text: str) -> bool:
    """Whether it is a main result as its paper writes it. text: its docstring, which may call it a hedge."""
    return bool(MAIN.match(claim_id)) and not claim_id.endswith(AMENDED) and not hedged(paragraphs(text))
