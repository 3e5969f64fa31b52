"""Why a claim falls, and whose statement it is: what the screen and the page say beside a verdict."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ntpcheck.report.reasons import perturbed_says, position_word, read_positions, read_reasons
from ntpcheck.report.record import Record, Row
from ntpcheck.report.typography import hedged, paragraphs
from ntpcheck.report.words import AMENDED, CERTIFIED, MAIN, OURS

# Whose statement a claim is, and the group that it counts with: what the paper states; what it only suggests,
# or a lost glyph makes of it.
GROUPS = ("the paper", "suggested", "other versions", "ours")
STATED, LOST, HINTED, OLDER, SHARPER, LEAST = KINDS = (
    "stated",
    "one glyph, perhaps lost by our text",
    "suggested, made precise by us",
    "in an older version only",
    "ours, sharper",
    "ours, amended",
)
GROUP: dict[str, str] = dict(zip(KINDS, (GROUPS[i] for i in (0, 1, 1, 2, 3, 3)), strict=True))


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


def kind(claim: Mapping[str, Any], paper: Mapping[str, Any]) -> str:
    """Whose statement a claim is, one of KINDS; an amended or sharper one is ours whatever its version.

    claim: its `id` and `text`. paper: `older` has the marks of versions that a later one replaces, `ours` the
    ids that its book marks so.
    """
    name = claim["id"]
    if name.endswith(AMENDED):
        return LEAST
    if OURS in name or name in paper.get("ours", ()):
        return SHARPER
    if name.partition("@")[2].partition("/")[0] in paper.get("older", ()):
        return OLDER
    notes = paragraphs(claim["text"])
    if hedged(notes):
        return HINTED
    return LOST if any(label == "Transcription" for label, _ in notes) else STATED


def stated_by(row: Row, record: Record) -> str:
    """One of GROUPS, of a claim of a run."""
    marks = {key: {m for paper in record.papers for m in paper.get(key, ())} for key in ("ours", "older")}
    return GROUP[kind({"id": row.id, "text": record.texts.get(row.id, "")}, marks)]


def fallen(row: Row) -> bool:
    """Whether the claim has an accepted counterexample, or is undefined somewhere."""
    return row.word in CERTIFIED


def is_main(claim_id: str, text: str) -> bool:
    """Whether it is a main result as its paper writes it. text: its docstring, which may call it a hedge."""
    return bool(MAIN.match(claim_id)) and not claim_id.endswith(AMENDED) and not hedged(paragraphs(text))
