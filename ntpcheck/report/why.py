"""Why a claim falls, and whose statement it is: what the screen and the page say beside a verdict."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ntpcheck.report.reasons import read_reasons
from ntpcheck.report.record import Row
from ntpcheck.report.typography import hedged, paragraphs
from ntpcheck.report.words import AMENDED, CERTIFIED, MAIN, OURS

# An id whose part ends so belongs to another version of the paper: `theorem-1/direction@short`.
OTHER_VERSION = re.compile(r"@(?:short|[a-z]+-v\d+)(?:/|$)")
GROUPS = ("the paper", "other versions", "ours")


class Why(NamedTuple):
    """kind: the class of the failure, in a word or two. says: one sentence, "fails because ..."."""

    kind: str
    says: str


Reasons = Mapping[str, Why]


def reasons(folders: Iterable[Path | None]) -> dict[str, Why]:
    """The authored reasons that lie in the papers' folders, by claim; none where nobody has written any."""
    found = {name: reason for folder in folders for name, reason in read_reasons(folder).items()}
    return {name: Why(reason.kind, f"fails because {reason.because}") for name, reason in found.items()}


def group(claim_id: str) -> str:
    """Whose statement it is. An amended or sharper one is ours, whatever version it starts from."""
    if claim_id.endswith(AMENDED) or OURS in claim_id:
        return GROUPS[2]
    return GROUPS[1] if OTHER_VERSION.search(claim_id) else GROUPS[0]


def fallen(row: Row) -> bool:
    """Whether the claim has an accepted counterexample, or is undefined somewhere."""
    return row.word in CERTIFIED


def is_main(claim_id: str, text: str) -> bool:
    """Whether it is a main result as its paper writes it. text: its docstring, which may call it a hedge."""
    return bool(MAIN.match(claim_id)) and not claim_id.endswith(AMENDED) and not hedged(paragraphs(text))
