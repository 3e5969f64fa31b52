"""Amended statements are least: what they add is needed, by a falsehood or by a stored witness."""

from __future__ import annotations

from difflib import SequenceMatcher

import numpy as np
import pytest
import torch

from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.formulas.planted import joined
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.dataset import Decoding
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.report.needed import NEEDED, TO_STATE, stored
from ntpcheck.stated import Source
from ntpcheck.verifier.language.words import words
from ntpcheck_papers import li2024, thrampoulidis2024
from ntpcheck_papers.li2024.experiments import GENERAL_RUNS
from ntpcheck_papers.li2024.figures import normalised as steps
from ntpcheck_papers.li2024.section_4 import path_given as given

PAPERS = [thrampoulidis2024.PAPER, li2024.PAPER]
AMENDED = [(paper, claim) for paper in PAPERS for claim in paper.claims if claim.id.endswith("/amended")]
EFFORT = Effort(1, 1, 1)
EYE = torch.eye(3).double().tolist()
# Added hypotheses that no search can leave out, and why.
NOT_TRIED = {
    ("attention/section-6/pseudo-direction", "realizable"): "every draw of the figure's recipe has it",
    ("attention/section-6/pseudo-direction", "feasible"): "every draw of the figure's recipe has it",
    ("attention/section-6/pseudo-direction", "nonzero-svm"): "every draw of the figure's recipe has it",
    (
        "attention/section-6/pseudo-direction",
        "one-token",
    ): "the statement is read off runs, and has no formula",
    (
        "attention/figures/normalised-faster@rate",
        "acyclic",
    ): "its recipe draws no cycles; see the printed claim",
    ("attention/theorem-2/decomposition", "sole-minimiser"): "it implies the direction, which needs it",
    (
        "linear/theorem-2/proof/telescoped",
        "half-off-F",
    ): "the theorem's own setting, named by the printed line",
    ("linear/theorem-2/proof/telescoped", "beyond-R-of-some-alpha"): "as above",
    ("linear/theorem-2/proof/telescoped", "small-step"): "as above",
    ("linear/definition-2/in-support-intact", "in-orthogonal-complement"): "planted in other words",
}

# Kinds of falsehoods that say more than the claim that they are planted by, and not only something else.
STRONGER = (
    "dropped-assumption", "tightened-bound", "omitted-term", "wrong-constant", "wrong-rate",
    "wrong-quantifier", "wrong-set", "wrong-condition", "wrong-quantity", "wrong-program",
)  # fmt: skip
# What they change makes the printed statement, which is refuted; nothing between the two is planted.
ONE_CHANGE = {
    "linear/theorem-2/proof/telescoped/amended": "plus for minus; the chain before it has 2 eta",
    "attention/section-6/global-under-identity/amended": "the log-loss, which needed.json has too",
    "attention/theorem-2/proof/eq-14/amended": "the difference for the limit",
}
CLAUSES = ("formula", "limit", "where", "asked when", "undefined when")
# Numbers that an amendment adds and no line of a book changes, and why.
NO_CONSTANT = {
    ("linear/ntp-svm/strongly-convex", "2"): "the halves of the objective ||W||^2 / 2 itself",
    ("linear/theorem-2/proof/telescoped", "2"): "2 eta, and the radius, of the displays before it",
    ("linear/figures/wider-cone", "4"): "an identity; in Python a falsehood is planted without the factor",
    ("linear/figures/fig-4-norm-increases", "2"): "the step size of the other claims of Figure 4",
}


def read(paper: Paper) -> Source:
    """The paper's book, and all falsehoods that are lines of books."""
    origin, folder = paper.claims[0].origin, paper.folder
    assert origin is not None
    assert folder is not None
    return joined(origin.source.path, sorted(folder.glob("falsehoods/*.book")))


def said(source: Source, name: str) -> list[str]:
    """What a claim states, word by word."""
    clauses = source.headings[name].clauses
    return [word.text for key, text, line in clauses if key in CLAUSES for word in words(text, line)[:-1]]


def changed(old: list[str], new: list[str]) -> set[int]:
    """The places of `new` that differ from `old`; where words are left out, the two beside them."""
    found: set[int] = set()
    for kind, _, _, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            found |= {*range(start, end)} or {start - 1, start}
    return found


def constants(source: Source, name: str) -> dict[int, str]:
    """The numbers that an amendment adds to what is printed, by place: all but 0, 1 and exponents."""
    new = said(source, name)
    added = changed(said(source, name.removesuffix("/amended")), new)
    numbers = {at: new[at] for at in added if 0 <= at < len(new) and new[at][0].isdigit()}
    return {at: word for at, word in numbers.items() if word not in ("0", "1") and new[at - 1] != "^"}


def shown(paper: Paper, claim: Claim) -> set[str]:
    """The hypotheses that some planted falsehood leaves out, or that needed.json has a witness for."""
    planted = [
        one.claim(paper) for one in paper.planted if one.of == claim.id and "conclude" not in one.replaces
    ]
    names = {assumption.name for assumption in claim.assumes}
    left_out = {name for false in planted for name in names - {a.name for a in false.assumes}}
    rows = [row for row in stored(paper) if row["claim"] == claim.id and row["need"] in (NEEDED, TO_STATE)]
    return left_out | {row["assumption"] for row in rows}


@pytest.mark.parametrize(("paper", "claim"), AMENDED, ids=[claim.id for _, claim in AMENDED])
def test_each_added_hypothesis_is_known_to_be_needed(paper: Paper, claim: Claim) -> None:
    original = claim.id.removesuffix("/amended")
    before = {assumption.name for assumption in paper[original].assumes}
    added = {assumption.name for assumption in claim.assumes} - before
    excused = {name for of, name in NOT_TRIED if of == original}
    assert added - shown(paper, claim) - excused == set()
    assert excused <= added


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_each_constant_that_an_amendment_adds_is_another_in_some_falsehood(paper: Paper) -> None:
    source = read(paper)
    amended = [name for name in source.headings if name.endswith("/amended")]
    assert amended == [claim.id for claim in paper.claims if claim.id.endswith("/amended")]
    excused, seen = {key for key in NO_CONSTANT if key[0] in paper.by_id}, set[tuple[str, str]]()
    for name in amended:
        of, old = name.removesuffix("/amended"), said(source, name)
        lines = [said(source, line) for line in source.headings if line.startswith(f"{name}#")]
        touched = set[int]().union(*(changed(line, old) for line in lines))
        left = {(of, word) for at, word in constants(source, name).items() if at not in touched}
        assert left <= excused, name
        seen |= left
    assert seen == excused  # an excuse that is no longer needed goes


@pytest.mark.parametrize(("paper", "claim"), AMENDED, ids=[claim.id for _, claim in AMENDED])
def test_each_amendment_has_a_falsehood_that_says_more(paper: Paper, claim: Claim) -> None:
    kinds = {planted.kind.partition("/")[0] for planted in paper.planted if planted.of == claim.id}
    assert bool(kinds & set(STRONGER)) is (claim.id not in ONE_CHANGE)


def test_a_constant_is_found_in_what_a_falsehood_changes() -> None:
    assert changed(list("2*V+1"), list("3*V^2+1")) == {0, 3, 4}
    assert changed(list("3*V^2+1"), list("3*V+1")) == {2, 3}


def flat() -> Attention:
    """A component that is steep, and a label alone at whose score the cubic loss is flat."""
    return Attention(EYE, EYE, [[1, 1, 0], [1, 1, 1], [0, 1, 1]], [0, 0, 1], [0, 1, 2], named("cubic"), 1)


def test_theorem_2_needs_its_second_condition_for_the_direction_and_not_for_the_cyclic_part() -> None:
    direction = li2024.PAPER["attention/theorem-2/direction/amended"]
    part = li2024.PAPER["attention/theorem-2/cyclic-part/amended"]
    missing = [a.name for a in direction.assumes if outcome_of(a.check(flat())) is not Outcome.HOLDS]
    assert missing == ["steep-at-correction"]
    assert outcome_of(direction.conclude(flat(), EFFORT)) is Outcome.FAILS
    assert [a.name for a in part.assumes if outcome_of(a.check(flat())) is not Outcome.HOLDS] == []
    assert outcome_of(part.conclude(flat(), EFFORT)) is Outcome.HOLDS


@pytest.mark.parametrize(
    ("loss", "labels", "exists", "sole"),
    [
        ("log", [0, 1], Outcome.HOLDS, Outcome.HOLDS),
        ("logistic", [0, 1], Outcome.HOLDS, Outcome.HOLDS),  # another loss with one minimiser
        ("linear", [0, 1, 0], Outcome.FAILS, Outcome.FAILS),  # runs away
    ],
)
def test_definition_3_needs_no_log_loss(loss: str, labels: list[int], exists: Outcome, sole: Outcome) -> None:
    samples = len(labels)
    data = Attending(
        [[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 1]] * samples, [0] * samples, labels, named(loss), 0,
        [[0, 0], [0, 0]],
    )  # fmt: skip
    assert outcome_of(given.no_lower_far_away(data)) is exists
    assert outcome_of(given.sole_minimiser(data)) is sole


def test_normalised_steps_can_end_almost_eta_away() -> None:
    """A large step first leaves the plane of S_cyc, and then crosses W^cyc off its middle for ever."""
    runs = GENERAL_RUNS.sampler(torch.Generator().manual_seed(1), 48)
    lines = runs.select(torch.tensor([len(frame.F) == 1 for frame in attention_frames(runs)]))
    found = steps.within(lines.replace(eta=torch.full_like(lines.eta, 64.0)), EFFORT)
    assert 31 / 32 < np.nanmax(np.asarray(found.measured["distance_over_eta"])) <= 1


def test_the_bound_of_case_i_falls_for_two_samples_and_stands_with_4_for_n() -> None:
    data = Decoding([[1]], [[1, 1, 0]], [[-1], [1], [-3]])
    bound = thrampoulidis2024.PAPER["linear/theorem-1/proof/case-i-bound"]
    amended = thrampoulidis2024.PAPER["linear/theorem-1/proof/case-i-bound/amended"]
    assert all(outcome_of(a.check(data)) is Outcome.HOLDS for a in bound.assumes)
    assert outcome_of(bound.conclude(data.exact(), EFFORT)) is Outcome.FAILS
    assert outcome_of(amended.conclude(data.exact(), EFFORT)) is Outcome.HOLDS
