"""The nouns of a paper refuse what they cannot mean."""

from __future__ import annotations

import json

import pytest

from ntpcheck.claim import Effort, Paper, Planted, claim
from ntpcheck.errors import InvalidClaim, UnknownAssumption, UnknownClaim
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Decoding
from tests.engine.toys import CLAIMS, PAPER, SQUARE, TOYS, identity, small_corner


def test_dropping_an_assumption_leaves_the_rest_alone():
    dropped = small_corner.dropping("nonnegative-corner")
    assert dropped.assumes == ()
    assert dropped.conclude is small_corner.conclude


def test_dropping_what_is_not_assumed_names_what_is():
    with pytest.raises(UnknownAssumption, match=r"'full-rank'\. It assumes nonnegative-corner"):
        small_corner.dropping("full-rank")
    with pytest.raises(UnknownAssumption, match="It assumes nothing"):
        identity.dropping("full-rank")


def test_a_claim_checks_one_instance():
    assert judge(identity.check(Decoding([[1]], [[1, 1]], [[0], [1]])))[()] is Outcome.HOLDS
    assert judge(small_corner.check(Decoding([[1]], [[1]], [[1]]), Effort()))[()] is Outcome.FAILS


def test_a_claim_needs_a_statement():
    with pytest.raises(InvalidClaim, match="no docstring"):
        claim("toy/mute", cite="", domain=TOYS)(lambda data, effort: None)


def test_a_paper_lists_each_id_once_and_knows_its_claims():
    with pytest.raises(InvalidClaim, match="twice"):
        Paper("toy", "A toy paper", (*CLAIMS, CLAIMS[0]))
    assert PAPER["toy/identity"] is identity
    with pytest.raises(UnknownClaim, match="toy/missing"):
        PAPER["toy/missing"]


def test_a_planted_falsehood_is_a_patch_of_its_claim():
    planted = Planted(
        "toy/identity", "wrong-set/sum", "every logit exceeds the sum", {"conclude": small_corner.conclude}
    )
    paper = Paper("toy", "A toy paper", CLAIMS, (planted,))
    false = planted.claim(paper)
    assert (false.id, false.statement) == ("toy/identity#wrong-set/sum", "every logit exceeds the sum")
    assert planted.category == "wrong-set"
    assert false.conclude is small_corner.conclude
    assert false.domain is identity.domain
    assert paper.false_neighbours("toy/identity") == [planted]


def test_expected_verdicts_come_from_the_papers_folder(tmp_path):
    assert PAPER.expected == {}
    (tmp_path / "expected.json").write_text(json.dumps({"toy/identity": "SUPPORTED"}))
    assert Paper("toy", "A toy paper", CLAIMS, folder=tmp_path).expected == {"toy/identity": "SUPPORTED"}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: claim("toy/new", cite="", domain=None), "the domain None, which is no Domain"),
        (lambda: claim("toy/new", cite="", domain=TOYS, assumes=SQUARE), "a single Assumption as assumes"),
        (lambda: claim("toy/new", cite="", domain=TOYS, assumes=(1,)), "an entry of type int in assumes"),
        (lambda: Paper("toy", "A toy paper", identity), "a single Claim as claims"),
        (lambda: Paper("toy", "A toy paper", (None,)), "an entry of type NoneType in claims"),
        (lambda: Paper("toy", "A toy paper", CLAIMS, (identity,)), "an entry of type Claim in planted"),
        (
            lambda: Paper("toy", "A toy paper", CLAIMS, (Planted("toy/identty", "", "", {}),)),
            "'toy/identty', which is no claim of it. Did you mean toy/identity?",
        ),
    ],
)
def test_wrong_arguments_are_named_on_one_line(make, said):
    with pytest.raises(InvalidClaim) as caught:
        make()
    assert said in str(caught.value)
    assert len(str(caught.value)) < 160
