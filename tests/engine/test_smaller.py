"""A witness to which a lemma applies is made small by that lemma."""

from __future__ import annotations

from pathlib import Path

from ntpcheck.engine.judgement import Judged
from ntpcheck.engine.settle import shrunk
from ntpcheck.evidence import Outcome
from ntpcheck.formulas.paper import paper_of
from ntpcheck.instances.base import Instance
from ntpcheck.statement.document import examined, finding

UNSOLVED = """book own "Own"
axes S: s
given Point: x[s] from x, n[s] natural from n
demand forall s. n[s] > 0
claim own/it "1" on Point
    says     some number solves it
    formula  some y. exp(y) + (sum s. n[s] * x[s]^2) <= 0
"""


def test_a_witness_of_a_lemma_is_made_small_by_the_lemma(tmp_path: Path) -> None:
    """The claim's own check looks for lemmas at a few instances, and not at all that minimising tries."""
    (tmp_path / "own.book").write_text(UNSOLVED, "utf-8")
    (claim,) = paper_of(tmp_path / "own.book", lambda _: {}).claims
    large = Instance.from_json({"type": "Point", "x": ["7/3", "-5/2"], "n": [10000, 3]})
    assert claim.book is not None
    said = finding(claim, large, "fails", found={})
    assert not said.objections
    judged, smaller = shrunk(claim, Judged(large, Outcome.FAILS, None), said)
    assert judged.instance.to_json() == {"type": "Point", "x": [0], "n": [1]}
    assert smaller.document["instance"] == judged.instance.to_json()
    assert smaller.document["lemma"] == said.document["lemma"] == "everywhere"
    assert examined(smaller.document, {claim.book.key: claim.book}).outcome == "ACCEPTED"
