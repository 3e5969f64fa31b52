"""What the proof of each part of each theorem cites, by hand; every step carries what uses it."""

from __future__ import annotations

import pytest

from ntpcheck.claim import Paper
from ntpcheck.report.findings.document import rests
from ntpcheck_papers import li2024, thrampoulidis2024

LINEAR, ATTENTION = thrampoulidis2024.PAPER, li2024.PAPER
PAPERS = [LINEAR, ATTENTION]
by_key = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)

# Part of a theorem -> what its own proof names: lemmas, displays, definitions, in the proof's order.
CITED = {
    # B.2: "From Lemma 1"; (8) and (9); "Combining them together results in .. whenever".
    "attention/theorem-1/direction": {
        "lemma-1/above-minimum",
        "lemma-1/limit",
        "theorem-1/proof/eq-8",
        "theorem-1/proof/eq-9",
        "theorem-1/proof/radius",
    },
    # B.4, Step 3: "Since in Step 2, .., then the proof is done by Lemma 4."
    "attention/theorem-2/direction": {"lemma-4/direction", "theorem-2/cyclic-part"},
    # B.4, Step 2: (16); "Following Definition 3 and Lemma 2"; "returns the min-norm optimal solution".
    "attention/theorem-2/cyclic-part": {
        "definition-3/exists",
        "definition-3/unique",
        "lemma-2/in-subspace",
        "theorem-2/proof/eq-16",
        "theorem-2/proof/optimal",
    },
    # Section 5: Theorem 2, and "W^cyc following Definition 3 is finite".
    "attention/theorem-2/log-loss": {"lemma-7/unique-finite", "theorem-2/direction", "theorem-2/cyclic-part"},
    # After Theorem 2: from the constraints of (Graph-SVM) alone.
    "attention/theorem-2/svm-nonzero": set[str](),
    # C.4: "Combining (34) with the fact that lim ||W_par(tau)|| < infinity completes the proof."
    "attention/theorem-3/direction": {"theorem-3/proof/eq-34", "theorem-3/proof/bounded"},
    # C.4: "From Lemma 5"; "From (34)"; (35); the limits of L; W^cyc optimal; "strictly convex on S_cyc".
    "attention/theorem-3/cyclic-part": {
        "lemma-5/summable",
        "theorem-3/proof/eq-34",
        "theorem-3/proof/eq-35",
        "theorem-3/proof/limit-loss",
        "lemma-7/unique-finite",
        "lemma-3/strictly-convex",
    },
    # C.3: "This leads to a contradiction with Lemma 6"; "Following Lemma 5".
    "attention/theorem-4/no-critical-point": {"lemma-6/negative"},
    "attention/theorem-4/norm": {"lemma-5/summable", "theorem-4/no-critical-point"},
    # E.2.1: on the boundary; R; (25); R'; eps'; delta of (28), (29); cases (i) and (ii), each with its
    # comparison for large B.
    "linear/theorem-1/direction": {
        "theorem-1/proof/boundary",
        "theorem-1/proof/genie-radius",
        "theorem-1/proof/genie-loss",
        "theorem-1/proof/rescaling@neurips",
        "theorem-1/proof/distance",
        "theorem-1/proof/delta-exists",
        "theorem-1/proof/case-i-bound",
        "theorem-1/proof/case-i-closing",
        "theorem-1/proof/case-ii-bound",
        "theorem-1/proof/case-ii-closing",
    },
    # E.1.3: the telescoped display; "recall from Lemma 4 that ||W_k|| -> infinity and ||W_k,F|| -> ||W*||".
    "linear/theorem-2/direction": {
        "theorem-2/proof/telescoped",
        "theorem-2/proof/telescoped-norms",
        "lemma-3/norm",
        "lemma-4/3",
    },
    # E.1.3: "For the subspace component, see Lemma 4.C."
    "linear/theorem-2/finite-part": {"lemma-4/3"},
}
# Statements of the proofs that nothing uses: a remark, and another version of a step.
REMARKS = {"attention/lemma-7/proof/differs", "attention/lemma-4/proof/softmax-upper@last-step"}


def paper_of(name: str) -> Paper:
    return next(paper for paper in PAPERS if name in paper.by_id)


@pytest.mark.parametrize("name", CITED)
def test_a_theorem_rests_on_what_its_proof_cites(name: str) -> None:
    paper = paper_of(name)
    assert {used.partition("/")[2] for used in paper.rests_on.get(name, ())} == CITED[name]


@by_key
def test_each_part_of_each_theorem_is_listed(paper: Paper) -> None:
    parts = {
        claim.id
        for claim in paper.claims
        if claim.id.split("/")[1].startswith("theorem-")
        and "/proof/" not in claim.id
        and not claim.id.endswith("/amended")
        and claim.id.partition("@")[2] not in paper.older
        and "decomposition" not in claim.id
    }
    assert parts == {name for name in CITED if name in paper.by_id}


@by_key
def test_only_claims_are_named_and_nothing_rests_on_itself(paper: Paper) -> None:
    for name, used in paper.rests_on.items():
        assert {name, *used} <= set(paper.by_id)
        assert len(set(used)) == len(used), name
        assert name not in rests(name, paper.rests_on)
        for other in used:
            assert name not in rests(other, paper.rests_on), (name, other)


@by_key
def test_every_step_of_a_proof_carries_something(paper: Paper) -> None:
    carried = {used for names in paper.rests_on.values() for used in names}
    steps = {c.id for c in paper.claims if "/proof/" in c.id and not c.id.endswith("/amended")}
    steps = {name for name in steps if name.partition("@")[2] not in paper.older}
    assert steps - carried == {name for name in REMARKS if name in paper.by_id}


def test_no_proof_step_of_lemma_5_carries_the_finite_part_of_theorem_2() -> None:
    used = rests("linear/theorem-2/finite-part", LINEAR.rests_on)
    assert not {name for name in used if "/theorem-2/proof/" in name or "/lemma-5/" in name}
    assert "linear/appendix/floor-display" in used


def test_the_gap_in_the_proof_of_theorem_3_carries_both_parts() -> None:
    gap = "attention/theorem-3/proof/loss-comparison@normalised"
    assert gap in rests("attention/theorem-3/direction", ATTENTION.rests_on)
    assert gap in rests("attention/theorem-3/cyclic-part", ATTENTION.rests_on)
    assert gap not in rests("attention/theorem-4/norm", ATTENTION.rests_on)


def test_gradient_descent_on_linear_models_does_not_rest_on_the_regularisation_path() -> None:
    used = rests("linear/theorem-2/direction", LINEAR.rests_on)
    assert not {name for name in used if "/theorem-1/" in name}
