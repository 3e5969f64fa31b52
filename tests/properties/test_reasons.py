"""Every fallen claim has an authored reason and a class, and counts of perturbations that are not stale."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ntpcheck.claim import Paper
from ntpcheck.engine import general_position as module
from ntpcheck.engine.general_position import STEPS, Position, checked, perturbed, position, standing
from ntpcheck.errors import UnreadableFile
from ntpcheck.report.reasons import CLASSES, FALLEN, fallen, mark, measure, read_positions, read_reasons
from ntpcheck_papers import li2024, thrampoulidis2024

PAPERS = [thrampoulidis2024.PAPER, li2024.PAPER]
LONGEST = 160  # characters of a reason: a line or two
by_key = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
# What a reader who has only the sentence cannot know: names of fields, of lemmas of the verifier, of files.
UNNAMED = re.compile(r"\bloss(es)? [=#]? ?\d|\bknee\b|outrun|kept-off|\.json|REFUTED|ILL_POSED")


@by_key
def test_every_fallen_claim_has_a_reason_and_no_other_has(paper: Paper) -> None:
    down = {name for name, verdict in paper.expected.items() if verdict in FALLEN}
    assert set(read_reasons(paper.folder)) == down


@by_key
def test_every_reason_has_a_class_and_is_one_plain_sentence(paper: Paper) -> None:
    for name, reason in read_reasons(paper.folder).items():
        assert reason.kind in CLASSES, name
        assert 10 < len(reason.because) <= LONGEST, name
        assert not reason.because.endswith("."), name
        assert not UNNAMED.search(reason.because), name
        assert "forget" not in reason.because, name


@by_key
def test_fallen_main_results_say_their_repair_in_few_words(paper: Paper) -> None:
    main = re.compile(r"\w+/theorem-[^/]+/(?!proof/)")
    reasons = read_reasons(paper.folder)
    found = {name: reason for name, reason in reasons.items() if main.match(name)}
    assert found
    assert [name for name, reason in found.items() if not 10 < len(reason.repair) < 130] == []
    assert [name for name, reason in reasons.items() if reason.repair and name not in found] == []


@by_key
def test_every_stored_witness_was_perturbed(paper: Paper) -> None:
    kept = read_positions(paper.folder)
    marks = {claim.id: mark(document) for claim, document in fallen(paper)}
    assert {name: entry["witness"] for name, entry in kept.items()}.items() <= marks.items()
    assert len({entry["word"] for entry in kept.values()}) >= 3


AGAIN = {
    "attention/lemma-1/proof/softmax-bound": "generic",
    "attention/equation-20": "generic",
    "attention/lemma-3/proof/equality-condition": "degenerate",
    "attention/lemma-1/proof/positive": "mixed",
    "linear/definition-1/anchor": "degenerate",
    "linear/autoregressive/context-counts": "generic",
    "linear/lemma-5/sufficient-radius": "generic",
    "linear/figures/follower-row@arxiv-v1": "generic",
    "linear/theorem-1/direction@short": "generic",
}


@pytest.mark.parametrize("name", AGAIN)
def test_perturbing_again_gives_what_is_stored(name: str) -> None:
    paper = next(paper for paper in PAPERS if name in paper.by_id)
    document = next(document for claim, document in fallen(paper) if claim.id == name)
    found = position(paper[name], document)
    stored = read_positions(paper.folder)[name]
    assert found.word == stored["word"] == AGAIN[name]
    assert found.to_json() == {key: stored[key] for key in found.to_json()}


def test_a_tie_that_moves_together_counts_less_than_a_generic_witness() -> None:
    generic = Position(6, 0, 0, 0, free=False, wide=True)
    assert generic.word == "generic"  # each entry by itself leaves the hypotheses
    assert replace(generic, apart=3).word == "tied"
    assert replace(generic, holds=1, apart=3).word == "mixed"
    assert Position(0, 0, 3, 3, free=False, wide=False, apart=3).word == "open"


@pytest.mark.parametrize(
    ("name", "answers", "word"),
    [
        ("all", {}, "open"),
        ("ties", {(False, True): "fails"}, "tied"),
        ("narrow ties", {(False, True): "holds", (False, False): "fails"}, "tied"),
        ("narrow", {(True, False): "fails", (False, True): "holds"}, "generic"),
        ("wide only", {(True, True): "holds", (True, False): "not decided"}, "degenerate"),
    ],
)
def test_what_is_not_decided_is_tried_narrower_and_then_with_ties(
    name: str, answers: dict[tuple[bool, bool], str], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[bool, bool]] = []

    def moved(_: object, __: object, step: Fraction, *, free: bool) -> dict[str, Any]:
        asked.append((free, step == STEPS[0]))
        return {"at": asked[-1]}

    def judged(_: object, instance: dict[str, Any], __: str) -> str:
        return answers.get(instance["at"], "not decided")

    monkeypatch.setattr(module, "perturbed", moved)
    monkeypatch.setattr(module, "standing", judged)
    monkeypatch.setattr(module, "patient", lambda *_: "not decided")
    monkeypatch.setattr(module, "checked", lambda *_: "not decided")
    document = {"instance": {}, "says": "fails", "lemma": "any"}
    found = position(li2024.PAPER["attention/equation-20"], document)
    assert (found.word, found.floats) == (word, False), name
    assert asked[0] == (True, True)
    monkeypatch.setattr(module, "standing", lambda *_: "not decided")
    monkeypatch.setattr(module, "patient", judged)
    late = position(li2024.PAPER["attention/equation-20"], document)
    assert late.word == ("degenerate" if name == "narrow" else word)
    monkeypatch.setattr(module, "standing", judged)
    monkeypatch.setattr(module, "checked", lambda *_: "holds")
    again = position(li2024.PAPER["attention/equation-20"], document)
    assert (again.word, again.floats) == (("degenerate", True) if word == "open" else (word, False))


def test_the_checker_is_asked_in_the_same_words() -> None:
    claim = thrampoulidis2024.PAPER["linear/lemma-5/rescaled"]
    instance = document(claim.id)["instance"]
    assert checked(claim, instance, "fails") == "fails"
    assert checked(claim, instance | {"gamma": "2"}, "fails") == "outside"
    assert checked(claim, instance | {"gamma": "x"}, "fails") == "not decided"


def document(name: str) -> dict[str, Any]:
    return next(d for paper in PAPERS for claim, d in fallen(paper) if claim.id == name)


def test_a_head_that_was_inverse_to_the_embeddings_stays_so() -> None:
    name = "attention/theorem-2/direction"
    moved = perturbed(document(name)["instance"], Random(0), STEPS[0], free=True)
    assert moved["head"] != document(name)["instance"]["head"]
    assert moved["counts"] == document(name)["instance"]["counts"]
    claim = li2024.PAPER["attention/equation-20"]
    pair = perturbed(document(claim.id)["instance"], Random(1), STEPS[0], free=True)
    assert standing(claim, pair, "fails") == "fails"


def test_what_leaves_the_hypotheses_says_nothing() -> None:
    claim = thrampoulidis2024.PAPER["linear/lemma-5/rescaled"]
    instance = document(claim.id)["instance"]
    assert standing(claim, instance, "fails") == "fails"
    assert standing(claim, instance | {"gamma": "2"}, "fails") == "outside"


@by_key
def test_only_new_witnesses_are_perturbed(
    paper: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Position(1, 0, 0, 0, free=True, wide=True)
    monkeypatch.setattr("ntpcheck.engine.general_position.position", lambda *_: seen)
    asked: list[str] = []
    path = measure(paper, lambda name, _: asked.append(name), tmp_path)
    kept, found = read_positions(paper.folder), read_positions(path.parent)
    assert {*asked} == {claim.id for claim, _ in fallen(paper)} - set(kept)
    assert kept.items() <= found.items()
    assert {found[name]["word"] for name in asked} <= {"generic"}


def test_a_file_of_reasons_with_another_class_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reasons.toml").write_text('["toy/a"]\nclass = "sloth"\nbecause = "of that"\n')
    with pytest.raises(UnreadableFile, match=r"'sloth', which is none of slip"):
        read_reasons(tmp_path)
    assert read_reasons(None) == {}
    (tmp_path / "general-position.json").write_text("{")
    with pytest.raises(UnreadableFile, match="general-position"):
        read_positions(tmp_path)
