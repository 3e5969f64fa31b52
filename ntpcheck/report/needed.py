"""Which assumption of which claim is needed: the table that `hunt --all-drops --needed` keeps for a paper.

Only claims that stand with all their assumptions are in it, amended ones where the originals fall. "Needed"
means that putting the assumption back restores the claim on the witness: the witness violates it, so that the
whole claim does not speak of it.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ntpcheck import __version__, reading, writing
from ntpcheck.claim import Claim, Paper
from ntpcheck.engine.hunt import Hunt
from ntpcheck.errors import UnknownOption
from ntpcheck.evidence import Verdict

FILE = "needed.json"
NEEDED, TO_STATE, UNSEEN = "needed", "needed to state it", "not seen to be needed"


def path_of(paper: Paper) -> Path:
    """Where a paper keeps its table. Raises UnknownOption for a paper without a folder."""
    if paper.folder is None:
        raise UnknownOption(f"paper {paper.key!r} has no folder to keep a table in. Give it one: folder=...")
    return paper.folder / FILE


def row(target: Hunt, *, profile: str) -> dict[str, Any]:
    """What one hunt says of one dropped assumption, as the file keeps it."""
    assert target.settled is not None
    verdict, inside = target.settled.verdict, target.implied or sum(target.tried.values())
    need = {Verdict.REFUTED: NEEDED, Verdict.ILL_POSED: TO_STATE}.get(verdict, UNSEEN)
    document = target.settled.document
    suspects = [judged.instance.to_json() for judged in target.tally.suspects]
    if verdict is Verdict.SUSPECT and document and not suspects:  # an enumeration ends at its first failure
        suspects = [document["instance"]]
    return {
        "claim": target.claim.id,
        "assumption": target.dropped[0],
        "need": need,
        "verdict": verdict.value,
        "inside": inside,
        "undecided": int(sum(n for said, n in target.tally.outcomes.items() if said == "UNDECIDED")),
        "suspects": suspects if need == UNSEEN else [],
        "excluded": list(dict.fromkeys(target.excluded)),
        "document": document if need != UNSEEN else None,
        "reason": target.settled.reason,
        "found": {"profile": profile, "seed": target.seed, "version": __version__},
    }


def keep(paper: Paper, rows: Sequence[Mapping[str, Any]]) -> Path:
    """Adds rows to a paper's table, in the paper's order; rows of the same pair and stale ones go."""
    pairs = [(claim.id, a.name) for claim in paper.claims for a in claim.assumes]
    known = {(r["claim"], r["assumption"]): r for r in (*stored(paper), *rows)}
    kept = [known[pair] for pair in pairs if pair in known]
    path = path_of(paper)
    lines = ",\n".join(json.dumps(found, sort_keys=True, ensure_ascii=False) for found in kept)
    head = f'{{"schema_version": 1, "paper": {json.dumps(paper.key)}, "rows": ['
    return writing.write(path, f"{head}\n{lines}\n]}}\n")


def stored(paper: Paper) -> list[dict[str, Any]]:
    """The rows of a paper's table as the file keeps them; none where there is no file."""
    if paper.folder is None or not path_of(paper).exists():
        return []
    return reading.document(path_of(paper))["rows"]


def of_original(paper: Paper, claim: Claim, assumption: str) -> dict[str, Any] | None:
    """The row that follows from the stored counterexample to the statement that `claim` repairs, if one does.

    The verifier accepts that file against the amended statement without the assumption, and not with it.
    """
    from ntpcheck.statement.document import against, file_name

    original, _, amended = claim.id.rpartition("/")
    path = (paper.folder or Path()) / "counterexamples" / file_name(original)
    if amended != "amended" or not path.is_file():
        return None
    stored_file = reading.document(path)
    document = against(claim, stored_file, (assumption,))
    if not _accepted(claim, document) or _accepted(claim, against(claim, stored_file)):
        return None
    undefined = document["says"] == "undefined"
    return {
        "claim": claim.id,
        "assumption": assumption,
        "need": TO_STATE if undefined else NEEDED,
        "verdict": (Verdict.ILL_POSED if undefined else Verdict.REFUTED).value,
        "inside": 1,
        "undecided": 0,
        "suspects": [],
        "excluded": [],
        "document": document,
        "reason": "",
        "found": document["found"],
    }


def _accepted(claim: Claim, document: Mapping[str, Any]) -> bool:
    from ntpcheck.statement.document import examined

    return claim.book is not None and examined(document, {claim.book.key: claim.book}).outcome == "ACCEPTED"
