"""A run of everything without its sweeps: each claim with its expected verdict and its stored witness."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import torch

from ntpcheck.claim import Claim, Domain, Paper
from ntpcheck.commands._runs import paper_entry
from ntpcheck.engine.examine import told
from ntpcheck.engine.run import heading, profile_named
from ntpcheck.evidence import Verdict
from ntpcheck.instances.base import Instance
from ntpcheck.reading import document
from ntpcheck.statement.document import examined, file_name

SEVERAL = 8  # instances of a batch, of which the largest that a journal tells in full is shown


def events(papers: list[Paper]) -> Iterator[dict[str, Any]]:
    """What a run of the papers would write, in as many words."""
    yield {
        "event": "selection",
        "patterns": [],
        "papers": [paper_entry(paper, [claim.id for claim in paper.claims]) for paper in papers],
        "texts": {claim.id: claim.text for paper in papers for claim in paper.claims},
    }
    yield {"event": "run", "id": "20260101-000000-0-quick"} | heading(papers, (), "quick", 0, "cpu")
    for paper in papers:
        for claim in paper.claims:
            yield from _of(paper, claim)
        for name, draw in paper.figures.items():
            yield {"event": "figure", "claim": name, **draw(profile_named("quick"))}
    yield {"event": "end"}


def _of(paper: Paper, claim: Claim) -> Iterator[dict[str, Any]]:
    corners = {name: 12 * (place % 3) for place, name in enumerate(claim.domain.corners)}
    named = {"claim": claim.id, "paper": paper.key}
    discarded = {assumption.name: 31 for assumption in claim.assumes}
    looked = {
        "inside": 512,
        "outcomes": {"HOLDS": 500, "UNDECIDED": 2},
        "measured": {"distance": [0.5, 1.25]},
    }
    shown = {"nearest": _nearest(claim.domain), "corners": corners, "discarded": discarded}
    yield {"event": "batch", "phase": "finished", "worst_slack": -1.2345e-16, **named, **looked, **shown}
    assert paper.folder is not None
    stored = paper.folder / "counterexamples" / file_name(claim.id)
    if stored.exists():
        kept = document(stored)
        yield {"event": "witness", **kept, **_judged(paper, kept), "file": f"counterexamples/{stored.name}"}
    word = paper.expected.get(claim.id, Verdict.UNDECIDED.value)
    numbers = {"n": 500, "admitted": 512, "draws": 24, "rigor": "BALL", "seconds": 0.125}
    yield {"event": "verdict", "verdict": word, **named, **numbers, "worst_slack": -1.2345e-16, "planted": []}


def _judged(paper: Paper, kept: dict[str, Any]) -> dict[str, Any]:
    """What the verifier says of a stored counterexample, beside a slack."""
    assert paper.shelf is not None
    answer = examined(kept, {paper.shelf.key: paper.shelf})
    shown = repr(Instance.from_json(kept["instance"]))
    accepted = answer.outcome == "ACCEPTED"
    return {"repr": shown, "slack": "-1/2", "rigor": "EXACT", "accepted": accepted, "lines": answer.lines}


@cache
def _nearest(domain: Domain) -> str:
    """A drawn instance, as a journal tells it."""
    batch = domain.sampler(torch.Generator().manual_seed(0), SEVERAL)
    return max((told(row) for row in batch.rows()), key=len)
