"""Falsehoods made by machine of claims that stand: which are made, and what becomes of them."""

from __future__ import annotations

from itertools import islice

import pytest

from ntpcheck.claim import Effort, Paper
from ntpcheck.engine.proofreading import falsehoods
from ntpcheck.engine.proofreading.compared.trends import seen
from ntpcheck.engine.proofreading.falsehoods import EDITS, FOLLOWS, Trials, became, claim_id, tried
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.sought import extremes
from ntpcheck.engine.proofreading.sought.plain import plain_ones, varied
from ntpcheck.engine.proofreading.sought.states import BITS
from ntpcheck.engine.proofreading.trying import stated_anew
from ntpcheck.evidence import FAILS, HOLDS, judge
from ntpcheck.statement.editing.misprints import ASSUMING, Misprint, hypotheses, made, misprints
from ntpcheck.verifier.language.claims import digest
from ntpcheck_papers import li2024, thrampoulidis2024

ATTENTION, LINEAR = Proofreader(li2024.PAPER), Proofreader(thrampoulidis2024.PAPER)
BOOK = LINEAR.book


def edit(claim: str, kind: str, new: str = "") -> Misprint:
    found = [m for m in misprints(BOOK, [claim]) if m.kind == kind and m.clause in ("formula", "limit")]
    (first, *_) = [m for m in found if new in m.new]
    return first


@pytest.mark.parametrize("paper", [thrampoulidis2024.PAPER, li2024.PAPER], ids=["linear", "attention"])
def test_they_are_edits_of_claims_that_stand(paper: Paper) -> None:
    for misprint in islice(falsehoods.falsehoods(paper, 3), 40):
        assert misprint.kind in EDITS
        assert paper.expected[claim_id(misprint)] in ("SUPPORTED", "EXHAUSTED")
        stated = misprint.book.claims[claim_id(misprint)]
        assert digest(misprint.book, stated) != paper.by_id[stated.id].digest


@pytest.mark.parametrize(
    ("claim", "kind", "new"),
    [
        ("linear/section-2/entropy-decomposition", "a part left out", ""),
        ("linear/theorem-2/direction@short/amended", "a share", "19/20"),  # a lemma says what the run is
    ],
)
def test_a_falsehood_is_refuted_and_the_verifier_accepts_the_counterexample(
    claim: str, kind: str, new: str
) -> None:
    found = [m for m in misprints(BOOK, [claim]) if m.kind == kind and m.clause in ("formula", "limit")]
    assert "certified" in {became(LINEAR, m)[0] for m in found[:3]}, new


def test_a_weaker_statement_is_no_falsehood_and_a_stronger_one_is_judged_by_its_own_book() -> None:
    strict = next(c.id for c in LINEAR.paper.claims if c.stated and c.stated.core[:2] == ("cmp", ">"))
    (weaker,) = [m for m in misprints(BOOK, [strict]) if m.book.claims[strict].core[:2] == ("cmp", ">=")]
    assert became(LINEAR, weaker) == (FOLLOWS, "")
    trial = stated_anew(LINEAR.paper, weaker, strict)
    assert trial.book is weaker.book
    assert trial.digest != LINEAR.paper.by_id[strict].digest


def test_a_hypothesis_that_the_table_shows_to_be_needed_is_certified_by_its_stored_counterexample() -> None:
    claim = BOOK.claims["linear/lemma-1/separable"]
    left_out = [misprint for one in hypotheses(claim) if (misprint := made(BOOK, one))]
    assert {m.clause for m in left_out} == {ASSUMING}
    assert [m.book.claims[claim.id].assumes for m in left_out] == [
        tuple(n for n in claim.assumes if n != m.old) for m in left_out
    ]
    assert "certified" in {became(LINEAR, m)[0] for m in left_out}


def test_draws_in_parts_have_nothing_in_common_and_figures_add_up() -> None:
    drawn = {(m.place, m.clause, m.old, m.new) for m in islice(falsehoods.falsehoods(LINEAR.paper, 1), 6)}
    parts = [
        {(m.place, m.clause, m.old, m.new) for m in islice(falsehoods.falsehoods(LINEAR.paper, 1, (i, 2)), 3)}
        for i in range(2)
    ]
    assert parts[0] | parts[1] == drawn or not parts[0] & parts[1]
    trials = Trials()
    one = edit("linear/section-2/entropy-decomposition", "a part left out")
    for how in (falsehoods.CERTIFIED, falsehoods.MISSED, falsehoods.SAME, falsehoods.FLOATS):
        trials.add(one, how, "why")
    told = trials.record()
    assert (told["drawn"], told["share refuted"], told["share certified"]) == (4, 0.667, 0.333)
    assert list(told["names"].values()) == ["in floats only: why"]
    assert tried(LINEAR, 0).record()["drawn"] == 0


def named(reader: Proofreader, claim: str, old: str, new: str) -> Misprint:
    """The edit of a claim, or the hypothesis left out of it, that has these two texts."""
    stated = reader.book.claims[claim]
    left_out = [m for one in hypotheses(stated) if (m := made(reader.book, one))]
    (found,) = [m for m in (*misprints(reader.book, [claim]), *left_out) if (m.old, m.new) == (old, new)]
    return found


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("reader", "claim", "old", "new"),
    [
        (ATTENTION, "attention/lemma-7/proof/coercive", "log-loss", ""),  # of a cyclic instance alone
        (LINEAR, "linear/sharper/step-shift", "strict-complementarity", ""),  # by one of two runs
        (ATTENTION, "attention/lemma-7/proof/coercive", "Lbar(M) >= bound", "Lbar(M) <= bound"),
    ],
)
def test_what_is_claimed_of_limits_is_refuted_far_out_and_of_one_run(
    reader: Proofreader, claim: str, old: str, new: str
) -> None:
    assert became(reader, named(reader, claim, old, new)) == ("certified", "")


def test_a_claim_that_names_a_point_under_a_strict_constraint_is_ill_posed() -> None:
    claim = "linear/sharper/log-log-drift"
    (strict,) = [m for m in misprints(BOOK, [f"{claim}:W2"]) if m.new == "below(X)[j,v] > 1"]
    assert became(LINEAR, strict) == ("certified", "")


def test_a_limit_is_seen_to_follow_by_what_is_large() -> None:
    assert became(LINEAR, named(LINEAR, "linear/sharper/path-multiplier", "c / B", "c")) == (FOLLOWS, "")
    higher = named(ATTENTION, "attention/lemma-7/proof/coercive", "Lbar(M) >= bound", "Lbar(M) > bound")
    assert became(ATTENTION, higher) == (FOLLOWS, "")


def test_of_each_assumption_there_is_an_instance_where_it_holds_and_one_where_it_fails() -> None:
    claim = li2024.PAPER["attention/lemma-7/proof/coercive"]
    given = plain_ones(claim, 1)
    chosen = varied(li2024.PAPER.assumptions, given)
    (acyclic,) = [one for one in li2024.PAPER.assumptions if one.name == "acyclic"]
    assert {judge(acyclic.check(one)).item() for one in chosen} == {HOLDS, FAILS}
    assert len(chosen) <= 2 * len(li2024.PAPER.assumptions) < len(given)
    assert chosen[0] is given[0]


def test_a_path_near_its_start_does_not_tell_that_a_limit_fails() -> None:
    """W* / ||W_B|| vanishes in the end, and is no smaller from B = 4 to B = 13 where ||W*|| is 2."""
    claim = "linear/section-5/decomposition-path/amended"
    edits = {m.new: m for m in misprints(LINEAR.book, [claim]) if m.clause == "limit" and m.kind in EDITS}
    true = "tends((W_B - norm(perp(W_B)) * Wmm / norm(Wmm)) / norm(W_B), 0)"
    assert not LINEAR.failing(edits[true], claim)
    assert LINEAR.failing(edits["tends(W_B / norm(W_B), 0)"], claim)


def test_a_condition_that_nothing_exhibited_meets_does_not_tell_that_a_limit_fails() -> None:
    """The rates of the law are all above 0; at those below it the claim's bound grows."""
    claim = "linear/sharper/residual-rate"
    edits = {m.new: m for m in misprints(LINEAR.book, [claim]) if m.old == "0 <= rate" and m.kind in EDITS}
    assert not LINEAR.failing(edits["0 >= rate"], claim)


@pytest.mark.share(2, of="a limit followed")
def test_a_limit_is_seen_to_fail_along_true_runs_alone() -> None:
    claim = "attention/theorem-3/proof/summed"
    there = [m for m in misprints(ATTENTION.book, [claim, f"{claim}:move"]) if m.kind in EDITS]
    (flipped,) = [m for m in there if m.kind == "flipped"]
    (grows,) = [m for m in there if m.new == "off(W_tau)[a,b]" and m.place != claim]
    assert ATTENTION.along(flipped, [claim])
    assert ATTENTION.failing(flipped, claim)
    assert ATTENTION.along(grows, [claim])  # it holds where the line fails: along a run that is bent
    assert not ATTENTION.failing(grows, claim)  # what grows like log tau exceeds what tends to 0


@pytest.mark.share(2, of="a limit followed")
def test_what_grows_like_a_log_is_seen_far_out_along_a_path_with_nothing_on_f() -> None:
    claim = "attention/sharper/path-zero-duals"
    course = next(one for one in ATTENTION.courses(claim) if one.states[1].bits > BITS)
    false = {"norm(off(W_R) - rho * Wmm - Wt)", "norm(nested(Wt, rho))"}
    less = {"rho >= 0", "log(rho)^3", "c * log(rho)^2"}  # which say no more than the line
    there = [m for m in misprints(ATTENTION.book, [claim]) if m.new in false | less]
    said = {m.new: seen(m.book, claim, course)[0] for m in there}
    assert said == dict.fromkeys(false, False) | dict.fromkeys(less, True)


@pytest.mark.share(2, of="a limit followed")
def test_without_a_hypothesis_a_limit_is_followed_where_that_is_violated() -> None:
    claim = "attention/sharper/cyclic-part"
    assert ATTENTION.failing(named(ATTENTION, claim, "long-step", ""), claim)  # steps of any length go astray


def limited(during: pytest.MonkeyPatch, units: int) -> None:
    """So much work for the verifier; of batches in floats, which take none of it, as few as there can be."""
    during.setattr(falsehoods, "WORK", units)
    for name, few in (("SHAPES", 1), ("ROWS", 96), ("LONG_ROWS", 8)):
        during.setattr(extremes, name, few)


@pytest.mark.share(3)
@pytest.mark.parametrize("units", [3_000, 0, 60_000])
def test_a_search_that_has_taken_all_its_work_ends_and_says_so(
    monkeypatch: pytest.MonkeyPatch, units: int
) -> None:
    claim = "linear/theorem-2/proof/chain/amended"
    one = named(LINEAR, claim, "2 * eta * (CE(W0) - CE(W1))", "2 * eta")
    with monkeypatch.context() as during:
        limited(during, units)
        during.setattr(falsehoods, "harmless", lambda *_: "")
        effort = Effort(examples=4, batch=8)
        how, why = became(LINEAR, one, effort)
    assert how == falsehoods.MISSED
    assert falsehoods.ENDED in why


def test_what_a_search_without_work_leaves_open_is_found_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = "linear/lemma-5/sufficient-radius/amended"
    (one,) = [m for m in misprints(BOOK, [claim]) if m.kind == "flipped"]
    with monkeypatch.context() as during:
        limited(during, 0)
        assert became(LINEAR, one)[0] == falsehoods.MISSED
    assert became(LINEAR, one) == ("certified", "")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("offset(1, Wcyc, Wt) and flat(X)", "flat(X)"),
        ("offset(1, Wcyc, Wt) and flat(X) and rest(X) = 0", "rest(X) = 0"),
    ],
)
def test_what_exists_exists_under_fewer_conditions(old: str, new: str) -> None:
    claim = "attention/sharper/path-offset-rate"
    assert falsehoods.harmless(ATTENTION, named(ATTENTION, claim, old, new)) == FOLLOWS


def test_a_system_that_asks_for_more_than_0_is_refuted() -> None:
    (strict,) = [m for m in misprints(BOOK, ["linear/figures/cone/amended"]) if m.new == "B[j,v] > 0"]
    assert became(LINEAR, strict) == ("certified", "")
