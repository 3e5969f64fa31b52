"""Beyond Theorem 2: the path's laws hold along the attention frame, and their neighbours fail."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.domains import plain
from ntpcheck.domains.attention_paths import PATHS
from ntpcheck.engine.sweep import standing
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.attention import Attention
from ntpcheck.statement.document import finding
from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import judge as verifier
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.command import WORK_LIMIT
from ntpcheck.verifier.lemmas import by_name as lemmas
from ntpcheck_papers.li2024 import PAPER
from tests.falsehoods.ordinary import ordinary

LAWS = [claim for claim in PAPER.claims if claim.id.startswith("attention/sharper/path-")]
PLANTED = [one for one in PAPER.planted if one.of in {claim.id for claim in LAWS}]
UNEVEN = {"counts": [[1, 2, 1]] * 3, "last": [0] * 3, "labels": [0, 1, 1]}  # W^cyc = 0, between uneven labels
ALONG = [[[1, 0, 0], [1, 0, 0], [-2, 0, 0]], [[1, 0, 0], [-1, 0, 0], [0, 0, 0]]]


def inside(claim: Claim, batches: int = 12) -> list[Attention]:
    """Rows of drawn batches in which all that the claim assumes was imposed."""
    source, found = torch.Generator().manual_seed(3), []
    for _ in range(batches):
        data = PATHS.sampler(source, 12)
        for assumption in claim.assumes:
            data = assumption.impose(data) if assumption.impose else data
        kept, _, _ = standing(claim.assumes, data)
        if kept.any():
            found.append(data.select(torch.as_tensor(kept)))
    assert found
    return found


def outcomes(claim: Any, data: Attention) -> set[Outcome]:
    return set(judge(claim.conclude(data, Effort())).ravel().tolist())


@pytest.mark.parametrize("claim", LAWS, ids=lambda claim: claim.id)
def test_a_law_of_the_path_holds_where_it_speaks(claim: Claim) -> None:
    found = [outcomes(claim, data) for data in inside(claim)]
    assert Outcome.HOLDS in set().union(*found)
    assert Outcome.FAILS not in set().union(*found)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda one: f"{one.of}#{one.kind}")
def test_its_neighbours_fail(planted: Any) -> None:
    claim = planted.claim(PAPER)
    assert any(Outcome.FAILS in outcomes(claim, data) for data in inside(claim))


def test_another_loss_or_one_exact_instance_is_left_open() -> None:
    data = inside(LAWS[0])[0]
    assert outcomes(LAWS[0], data.replace(loss=data.loss * 0 + 1)) == {Outcome.UNDECIDED}
    assert outcomes(LAWS[0], data.row(0).exact()) == {Outcome.UNDECIDED}


def instance(data: dict[str, Any], **how: Any) -> Attention:
    run = plain.attention_run(data, Fraction(1), **how)
    return Attention(**{name: getattr(run, name) for name in Attention.AXES})


SLANTED = instance(plain.ASLANT, tokens=plain.NEARER, head=plain.FACING)
COUNTED = instance(plain.COUNTED)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("path-direction#omitted-term/offset", COUNTED),
        ("path-offset#omitted-term/orthogonal-part", COUNTED),
        ("path-offset-rate#omitted-term", SLANTED),
        ("path-loss#wrong-rate/remainder", COUNTED),
        ("path-direction#wrong-rate/remainder", COUNTED),
    ],
)
def test_a_false_law_falls_and_the_true_one_stands(name: str, data: Attention) -> None:
    (false,) = (claim for claim in ordinary(PAPER) if claim.id == f"attention/sharper/{name}")
    true = PAPER[false.id.partition("#")[0]]
    said = [
        finding(one, data, "fails", found={"seed": 0, "version": ""}, brief=True) for one in (false, true)
    ]
    assert not said[0].objections
    assert said[0].document is not None
    assert said[0].document["lemma"] == "balanced"
    assert said[1].objections


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "name", ["path-cyclic-part#wrong-rate", "path-cyclic-part", "path-cyclic-part#wrong-constant"]
)
def test_the_cyclic_part_s_rate_is_told_apart_along_directions_that_are_shown(name: str) -> None:
    claims = {claim.id: claim for claim in (*ordinary(PAPER), *LAWS)}
    claim = claims[f"attention/sharper/{name}"]
    assert claim.book is not None
    assert claim.stated is not None
    shown = {f"claim.W_R.{i}": way for i, way in enumerate(ALONG)}
    allow(WORK_LIMIT)
    world = verifier.load(claim.book, claim.stated, instance(UNEVEN).to_json(), shown, search)
    verifier.admitted(world, claim.stated, ())
    if "#" in name:
        assert lemmas.refute(world, claim.stated.core, "balanced")
    else:
        with pytest.raises(Undecided, match="is not seen to fail"):
            lemmas.refute(world, claim.stated.core, "balanced")
