"""What the proof of Theorem 1 says of large B, and the softmax limits of Lemma 4, against numbers by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp, log, sqrt
from pathlib import Path

import numpy as np
import pytest

from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.evidence import Outcome
from ntpcheck.instances.dataset import Decoding, Scaled
from ntpcheck.stated import Origin, Source
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.section_4.closings import kept_apart, second_closing

EFFORT = Effort(examples=10, batch=64)
# p = (1/3, 2/3, 0): W* = (-s, s, 0) with s = log(2) / 2, and W^mm = (1, 1, -2) / 3.
ASKED = Decoding([[1]], [[1, 2, 0]], [[36], [44], [-80]])  # 40 (1, 1, -2) + about 11 W*
GENIE = Decoding([[1]], [[1, 2, 0]], [["5/8"], ["11/8"], [-2]])  # about W* + 3 W^mm
HALF = Scaled([[1]], [[1, 2, 0]], [[0], [0], [0]], "1/2")
ALONG = Decoding([[1]], [[1, 2, 0]], [["1/3"], ["1/3"], ["-2/3"]])  # W^mm
WITNESSES = {
    ("theorem-1/proof/distance", "tightened-bound"): ASKED,
    ("theorem-1/proof/distance", "wrong-quantifier/any-B"): GENIE,
    ("theorem-1/proof/case-i-closing", "wrong-sign"): HALF,
    ("theorem-1/proof/case-i-closing", "wrong-quantifier/any-B"): HALF,
    ("theorem-1/proof/case-ii-closing", "omitted-term"): HALF,
    ("theorem-1/proof/case-ii-closing", "wrong-sign"): HALF,
    ("theorem-1/proof/case-ii-closing", "wrong-quantifier/any-B"): HALF,
    ("lemma-4/proof/softmax-limits", "wrong-sign"): ALONG,
    ("lemma-4/proof/softmax-limits", "wrong-constant"): ALONG,
}
PLANTED = [p for p in PAPER.planted if p.of in {f"linear/{name}" for name, _ in WITNESSES}]


def test_every_claim_has_two_false_neighbours_and_each_has_a_witness():
    assert {(p.of.removeprefix("linear/"), p.kind) for p in PLANTED} == set(WITNESSES)
    assert min(Counter(planted.of for planted in PLANTED).values()) >= 2


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p.of}#{p.kind}")
def test_a_planted_falsehood_fails_on_its_witness_where_its_original_holds(planted):
    witness = WITNESSES[planted.of.removeprefix("linear/"), planted.kind].exact()
    assert decide(planted.claim(PAPER), witness, EFFORT).outcome is Outcome.FAILS
    assert decide(PAPER[planted.of], witness, EFFORT).outcome is Outcome.HOLDS


LINES = """
claim linear/theorem-1/proof/case-i-closing#wrong-sign "planted" as linear/theorem-1/proof/case-i-closing
    says      for large enough B, pi_j p_jz log(p_jz c e^(-R' delta)) > C e^(-R)
    limit     growing B. eventually forall j z z' | S[j,z] and S[j,z'].
        pi[j] * p[j,z] * log(p[j,z'] * exp(-((B - norm(Wstar)) / norm(Wmm) * gamma)))
        > C * exp(-(sqrt(B^2 - norm(Wstar)^2) / norm(Wmm)))

claim linear/theorem-1/proof/case-ii-closing#omitted-term "planted" as linear/theorem-1/proof/case-ii-closing
    says      for large enough B, c' e^(-R') / (2 n^2) > C e^(-R)
    limit     growing B. eventually c' * exp(-((B + norm(Wstar)) / norm(Wmm))) / (2 * N^2)
        > C * exp(-(sqrt(B^2 - norm(Wstar)^2) / norm(Wmm)))

claim linear/theorem-1/proof/case-ii-closing#wrong-sign "planted" as linear/theorem-1/proof/case-ii-closing
    says      for large enough B, c' e^(-R' (1 + delta)) / (2 n^2) > C e^(-R)
    limit     growing B. eventually
        c' * exp(-((B + norm(Wstar)) / norm(Wmm) * (1 + gamma))) / (2 * N^2)
        > C * exp(-(sqrt(B^2 - norm(Wstar)^2) / norm(Wmm)))

claim linear/lemma-4/proof/softmax-limits#wrong-sign "planted" as linear/lemma-4/proof/softmax-limits
    says      along W* - R W^d the softmax of every context j tends to p_jz in S_j and to 0 out of it
    limit     growing R. forall j v. tends(softmax(Wstar - R * W)[j,v], p[j,v])

claim linear/lemma-4/proof/softmax-limits#wrong-constant "planted" as linear/lemma-4/proof/softmax-limits
    says      along 65/64 W* + R W^d the softmax of every context j tends to p_jz in S_j and to 0 out of it
    limit     growing R. forall j v. tends(softmax(65 / 64 * Wstar + R * W)[j,v], p[j,v])
"""


def test_the_verifier_itself_rejects_the_false_limits_and_none_of_the_true_ones():
    own = PAPER.claims[0].origin
    source = Source(Path("planted.book"), f"{own.source.text}\n{LINES}")
    stated = [p for p in PLANTED if f"{p.of}#{p.kind}" in source.headings]
    assert len(stated) == 5
    for planted in stated:
        name = f"{planted.of}#{planted.kind}"
        claim = replace(planted.claim(PAPER), id=name, origin=Origin(source, name))
        witness = WITNESSES[planted.of.removeprefix("linear/"), planted.kind].exact()
        judged = decide(claim, witness, EFFORT)
        assert certify(claim, judged, seed=0, version="test").objections == [], name
        true = certify(PAPER[planted.of], judged, seed=0, version="test")
        assert true.objections, name


@pytest.mark.parametrize("data", [ASKED, GENIE], ids=["asked", "genie"])
def test_the_distance_is_that_of_the_unit_vectors(data):
    s, best = log(2) / 2, np.array([1, 1, -2]) / 3
    W = np.array([float(x) for x in data.exact().floats().W[:, 0]])
    size = np.linalg.norm(best)
    eps = np.linalg.norm(size * W / np.linalg.norm(W) - best)
    moved = W - np.array([-s, s, 0])
    left = np.linalg.norm(size * moved / np.linalg.norm(moved) - best)
    assert (np.linalg.norm(W) * eps >= 4 * size * s * sqrt(2)) == (data is ASKED)
    said = kept_apart(data.exact().floats()).slack.item()
    assert said == pytest.approx(left - eps / 2 if data is ASKED else 1, abs=1e-12)  # 1: not asked


def test_the_second_comparison_holds_from_that_radius_on_and_not_at_the_first():
    s, h, wide, n, delta = log(2) / 2, sqrt(2 / 3), log(2), 3, 1 / 2  # ||W*|| M = s sqrt(2) sqrt(2) = log 2
    a = s * sqrt(2)

    def apart(B):
        first = exp(-wide) * exp(-(B + a) / h * (1 - delta)) / (2 * n**2)
        return log(first) - log(3 * exp(wide)) + sqrt(B**2 - a**2) / h

    t = (1 + 2 * wide + log(2 * 3 * n**2) + 2 * a / h) / delta
    assert second_closing(HALF.exact().floats()).slack.item() == pytest.approx(apart(a + t * h), abs=1e-9)
    assert apart(a) < 0 < apart(a + t * h) < apart(2 * (a + t * h))
