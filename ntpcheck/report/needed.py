"""Which assumption of which claim is needed: the table that `hunt --all-drops --needed` keeps for a paper.

Only claims that stand with all their assumptions are in it, amended ones where the originals fall. "Needed"
means that putting the assumption back restores the claim on the witness: the witness violates it, so that the
whole claim does not speak of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck import __version__, reading, writing
from ntpcheck.errors import UnknownOption
from ntpcheck.evidence import Verdict
from ntpcheck.instances.base import Instance

if TYPE_CHECKING:
    from ntpcheck.claim import Claim, Paper
    from ntpcheck.engine.hunt import Hunt

FILE = "needed.json"
NEEDED, TO_STATE, UNSEEN, OPEN = "needed", "needed to state it", "not seen to be needed", "not looked at"


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
    return {
        "claim": target.claim.id,
        "assumption": target.dropped[0],
        "need": need,
        "verdict": verdict.value,
        "inside": inside,
        "undecided": int(sum(n for said, n in target.tally.outcomes.items() if said == "UNDECIDED")),
        "suspects": [judged.instance.to_json() for judged in target.tally.suspects] if need == UNSEEN else [],
        "excluded": list(dict.fromkeys(target.excluded)),
        "document": target.settled.document if need != UNSEEN else None,
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


def documents(paper: Paper) -> Iterator[dict[str, Any]]:
    """The counterexamples in a paper's table."""
    yield from (found["document"] for found in stored(paper) if found["document"])


def needed_rows(paper: Paper, claims: Sequence[Claim] = ()) -> list[dict[str, Any]]:
    """The table for readers: one row per claim and assumption, in the paper's order.

    claims: those that must appear, with "not looked at" where nothing is stored; by default the stored ones.
    Each row has claim, assumption, cite, need, detail (one sentence), witness (code, or ""), accepted
    (whether the verifier accepts it), and replay (a command, or "").
    """
    known = {(r["claim"], r["assumption"]): r for r in stored(paper)}
    wanted = claims or [c for c in paper.claims if any(c.id == claim for claim, _ in known)]
    return [_shown(claim, a, known.get((claim.id, a.name))) for claim in wanted for a in claim.assumes]


def _shown(claim: Claim, assumption: Any, found: Mapping[str, Any] | None) -> dict[str, Any]:
    document = (found or {}).get("document")
    return {
        "claim": claim.id,
        "assumption": assumption.name,
        "cite": assumption.cite,
        "need": found["need"] if found else OPEN,
        "detail": _detail(found) if found else "no hunt without it has been kept",
        "witness": repr(Instance.from_json(document["instance"])) if document else "",
        "accepted": bool(document) and not (found or {}).get("reason"),
        "replay": f"python -m ntpcheck hunt {claim.id} --drop {assumption.name}" if document else "",
    }


def _detail(found: Mapping[str, Any]) -> str:
    """One sentence: what fails, or how much was looked at."""
    document, inside = found["document"], found["inside"]
    shapes = f"; nothing so small as {', '.join(found['excluded'][:3])}" if found["excluded"] else ""
    if document:
        instance = Instance.from_json(document["instance"])
        axes = dict.fromkeys(axis for text in instance.AXES.values() for axis in text.split())
        size = " ".join(f"{axis}={instance.size(axis)}" for axis in axes)
        return f"{'fails' if found['need'] == NEEDED else 'is undefined'} at {size}{shapes}"
    if found["verdict"] == "SUPPORTED" and found["reason"]:
        return f"the other assumptions imply it: {found['reason']}"
    if not inside:
        return "no instance without it, and with the others, was met"
    undecided = f", {found['undecided']:,} of them undecided" if found["undecided"] else ""
    suspects = f"; {len(found['suspects'])} suspects without an exact witness" if found["suspects"] else ""
    raised = f"; the checker raised {found['reason']}" if found["verdict"] == "BROKEN" else ""
    return f"no counterexample in {inside:,} instances{undecided}{suspects}{raised}"
