"""The proof kernel itself: where coqc is, six files, planted true claims and misprints."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from ntpcheck.kernel import coqc
from ntpcheck.kernel.files import coq
from tests.kernel.test_printing import BOOKS, stored

pytestmark = [
    pytest.mark.skipif(bool(coqc.missing()), reason=coqc.missing()),
    pytest.mark.xdist_group("coqc"),  # one at a time
]
QUICK = (
    "linear/autoregressive/context-counts",
    "linear/theorem-2/proof/alpha",
    "attention/lemma-3/proof/hessian",
    "attention/definition-2/realizable",
    "linear/definition-2/anchor",
    "linear/appendix/floor-display",
)


@pytest.fixture(scope="module")
def prelude(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernel")
    coqc.prepare(folder)
    return folder


def said(prelude: Path, text: str) -> coqc.Compiled:
    (prelude / "tried.v").write_text(text)
    return coqc.compiled(prelude, prelude / "tried.v")


def text_of(claim: str) -> str:
    return coq(BOOKS[claim.partition("/")[0]], stored(claim)).text


@pytest.mark.parametrize("claim", QUICK)
def test_the_kernel_accepts_a_refutation_from_the_four_axioms(prelude: Path, claim: str) -> None:
    found = said(prelude, text_of(claim))
    assert found.accepted, found.reason
    assert set(found.axioms) <= coqc.AXIOMS


def test_a_claim_that_holds_is_not_refuted(prelude: Path) -> None:
    """The true claim CE >= H, in the place of CE > H, at the instance that breaks the latter."""
    text = text_of("linear/proposition-1/above-entropy@short")
    assert "  CE W > H." in text
    assert not said(prelude, text.replace("  CE W > H.", "  CE W >= H.")).accepted


def test_a_file_with_an_axiom_of_its_own_is_not_accepted(prelude: Path) -> None:
    own = "Module Own. Axiom absurd : False. End Own.\nLemma any : 0 = 1. destruct Own.absurd. Qed.\n"
    found = said(prelude, f"{coqc_import()}{own}Print Assumptions any.\n")
    assert not found.accepted
    assert "absurd" in found.reason


def coqc_import() -> str:
    from ntpcheck.kernel.files import IMPORT

    return f"{IMPORT}\n"


def test_a_statement_without_a_value_has_no_second_theorem(prelude: Path) -> None:
    text = f"{coqc_import()}Goal ~ (1 / 0 = 2). open; decide_it. Qed.\n"
    assert not said(prelude, text).accepted
    assert not said(prelude, f"{coqc_import()}Goal ~ (ln 0 = 2). open; decide_it. Qed.\n").accepted
    assert said(prelude, f"{coqc_import()}Goal ~ (ln 1 = 2). open; decide_it. Qed.\n").accepted


def test_misprints_that_make_the_statement_true_are_noticed(prelude: Path) -> None:
    """A conclusion negated at random among the quick files: what held cannot be refuted."""
    seed = int(os.environ.get("NTPCHECK_SEED", random.randrange(1 << 30)))
    claim = random.Random(seed).choice(QUICK)
    text = text_of(claim)
    found = re.search(r"Definition conclusion : Prop :=\n  (.*)\.\nEnd Statement", text, re.S)
    assert found is not None
    changed = text[: found.start(1)] + f"~ ({found[1]})" + text[found.end(1) :]
    assert not said(prelude, changed).accepted, f"NTPCHECK_SEED={seed}: {claim}"
