"""Runs whose steps are scaled by the number of steps made so far, written with `k` itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from ntpcheck.claim import Claim
from ntpcheck.engine.settle import plainly
from ntpcheck.report.catalogue import load

RUN = """book mine "Mine"
use ntpcheck.linear
given Run
trajectory Harm_k[v,i] along k from W0 by Harm_k - eta / (k + 1) * grad(Harm_k)
trajectory t_k along k from 1 by t_k + 1
trajectory Same_k[v,i] along k from W0 by Same_k - eta / t_k * grad(Same_k)
trajectory q_k along k from 0 by k

claim mine/it "it" on Run
    says  it
    assuming one-hot, separable, some-token-out-of-support, small-step
"""
FALSE = {
    "tends(norm(Harm_k) / log(k), norm(Wmm))": "paced",
    "bounded(Harm_k)": "paced",
    "eventually norm(Harm_k) >= norm(Wmm) * log(k) / 2": "paced",
    "bounded(Same_k)": "paced",
    "tends(sum v i. Harm_k[v,i], 1 + (sum v i. W0[v,i]))": "conserved",
    "always q_k <= 2": "at-a-step",
    "always t_k <= k": "at-a-step",
    "always norm(Harm_k - W0) <= 0": "at-a-step",
}


def claim(limit: str, folder: Path) -> Claim:
    book = folder / "mine.book"
    book.write_text(f"{RUN}    limit {limit}\n", encoding="utf-8")
    return load(str(book))["mine/it"]


@pytest.mark.parametrize("limit", FALSE)
def test_what_is_false_of_them_falls(limit: str, tmp_path: Path) -> None:
    said = plainly(claim(limit, tmp_path), 0)
    assert said is not None
    assert said.verdict == "REFUTED"
    assert said.document is not None
    assert said.document["lemma"] == FALSE[limit]


@pytest.mark.parametrize("limit", ["always q_k <= k", "always norm(Harm_k - Same_k) <= 0"])
def test_what_is_true_of_them_does_not(limit: str, tmp_path: Path) -> None:
    it = claim(limit, tmp_path)
    assert it.domain.plain is not None
    some = [*islice(it.domain.plain(), 3)]
    assert plainly(replace(it, domain=replace(it.domain, plain=lambda: iter(some))), 0) is None
