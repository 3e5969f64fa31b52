"""Instances beside what a claim assumes, lines without a value, and where a limit says nothing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest

from ntpcheck.claim import Paper
from ntpcheck.dynamics.flow import flows
from ntpcheck.engine.proofreading.compared.checking import assumed
from ntpcheck.engine.proofreading.compared.differences import differs, untold
from ntpcheck.engine.proofreading.compared.glancing import apart, settled
from ntpcheck.engine.proofreading.compared.lax import laxer
from ntpcheck.engine.proofreading.compared.observing import loaded, truth
from ntpcheck.engine.proofreading.compared.seeking import PUT, at_once, excluded, widened
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.sought.bent import Bend, bent
from ntpcheck.engine.proofreading.sought.courses import Course, beside, courses
from ntpcheck.engine.proofreading.sought.nearby import nearby
from ntpcheck.engine.proofreading.sought.plain import stated
from ntpcheck.engine.proofreading.sought.states import State, averaging, scalar, stepping
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck.verifier.language.book import Book
from ntpcheck_papers import li2024, thrampoulidis2024

LINEAR, ATTENTION = thrampoulidis2024.PAPER, li2024.PAPER
FIGURE = "linear/figures/separating-row"
OTHER = "linear/figures/svm-from-supports"
CASE = "linear/theorem-1/proof/case-ii-in-F-perp"
SPLIT = "linear/section-3/minimizers-split/amended"
REGROUPED = "linear/lemma-5/equality-true/amended"
ROOMY = "linear/figures/fig-4-direction"
SOME = 6  # cases of a claim
reading = cache(partial(Proofreader, number=SOME))  # what is looked at for one test serves others


def one(reader: Proofreader, place: str, old: str, new: str) -> Misprint:
    (found, *_) = [m for m in misprints(reader.book, [place]) if (m.old, m.new) == (old, new)]
    return found


def test_beside_an_instance_of_a_figure_are_some_of_other_sizes() -> None:
    claim, reader = LINEAR.by_id[FIGURE], reading(LINEAR)
    inside = {True: 0, False: 0}
    for instance in nearby(claim, 0):
        world = loaded(reader.book, reader.book.claims[FIGURE], instance.to_json())
        said = truth(world, "as-in-figure-1")
        assert said is not None
        inside[said] += 1
    assert all(inside.values())


def test_a_line_that_has_no_value_any_longer_is_noticed_by_that() -> None:
    reader = reading(LINEAR)
    lost = one(reader, f"{OTHER}:other", "l(D)[j,v]", "softmax(D)[j,v]")
    cases = list(reader.cases(OTHER))
    assert [untold(lost.book, OTHER, case, [""]) for case in cases].count(True) >= 2
    assert True not in [untold(reader.book, OTHER, case, ["", *case.truths]) for case in cases]
    assert reader.noticed(lost) in ("outcome", "value")


def test_a_limit_that_is_asked_of_less_is_noticed_and_one_that_is_asked_of_more_is_not() -> None:
    reader = reading(LINEAR)
    assert excluded(reader, one(reader, CASE, "0", "1"), CASE)
    assert not excluded(reader, one(reader, CASE, "0 < gamma < 1", "gamma < 1"), CASE)


def test_a_setting_of_one_size_is_not_one_of_others() -> None:
    """All that the domain draws has four inputs; near it are some with three, on the sphere as well."""
    reader = reading(ATTENTION)
    sizes = one(reader, "figure3", "K = 8 and d = 8 and n = 4 and (forall i. T[i] = 6) and unit", "unit")
    assert widened(reader, sizes, "attention/figures/fig-3")
    assert not widened(reading(LINEAR), one(reading(LINEAR), CASE, "0 < gamma < 1", "gamma < 1"), CASE)


def test_each_condition_has_to_be_met_by_something() -> None:
    """CE is above H everywhere, so that what the misprint says is said of no decoder."""
    reader = reading(LINEAR)
    none = one(reader, SPLIT, "H + delta", "H - delta")
    cases = [case for case in reader.cases(SPLIT) if case.met]
    assert cases
    assert any(differs(none.book, SPLIT, case, [""]) for case in cases)
    assert not any(differs(reader.book, SPLIT, case, [""]) for case in cases)


ALONG: list[tuple[Paper, str, str, str]] = [
    (LINEAR, "linear/sharper/residual-rate", "0 <= rate <= 1", "0 <= rate or rate <= 1"),
    (LINEAR, "linear/theorem-1/direction@short", "Wmm = 0", "Wmm != 0"),
    (LINEAR, "linear/lemma-2/loss", "tends(CE(W_k), H)", "tends(CE(W_k), s_k)"),
    (
        LINEAR,
        "linear/sharper/path-zero-duals",
        "norm(perp(W_B) - rho * Wmm - Wt - nested(Wt, rho)) <= c * log(rho)^2 / rho",
        "norm(perp(W_B) - rho * Wmm - Wt - nested(Wt, rho)) >= c * log(rho)^2 / rho",
    ),
    (
        ATTENTION,
        "attention/sharper/offset",
        "tends(clear(W_tau - log(tau) * Wmm)[i,t], clear(Wt)[i,t])",
        "tends(clear(W_tau - log(squares_tau) * Wmm)[i,t], clear(Wt)[i,t])",
    ),
    (ATTENTION, "attention/sharper/path-direction", "offset(1, Wcyc, Wt)", "offset(1, Wmm, Wt)"),
    # Two constants: the norm grows with tau, and no number bounds it; and a bound by 0 says nothing.
    (ATTENTION, "attention/figures/normalised-faster@rate/amended", "high * tau", "high"),
    (ATTENTION, "attention/figures/normalised-faster@rate/amended", "low > 0", "low >= 0"),
    # The run of half the step size is as long in the end: but the line is not about that run.
    (
        ATTENTION,
        "attention/theorem-4/norm",
        "tends(norm(W_tau), infinity)",
        "tends(norm(Whalf_tau), infinity)",
    ),
]


@pytest.mark.share(2)
@pytest.mark.parametrize(("paper", "place", "old", "new"), ALONG)
def test_a_limit_is_another_along_what_is_exhibited(paper: Paper, place: str, old: str, new: str) -> None:
    reader = reading(paper)
    assert reader.along(one(reader, place, old, new), [place]) is True


HALVED = """book toy "A toy"
axes V: v
given Data: w
trajectory x_k along k from w by x_k / 2
claim toy/halved "(1)" on Data
    says      words
    limit     every e | e > 0. eventually x_k < e
"""


def test_a_condition_that_lets_in_0_is_noticed_where_the_rest_fails_of_it() -> None:
    book, run = Book(HALVED), {"type": "Data", "w": 1}
    early, late = (State({"x_k": scalar(2.0**-k), "k": scalar(k)}) for k in (5, 50))
    course = Course(run, (early, late), says=True)
    told = {m.new: laxer(book, m, "toy/halved", [course]) for m in misprints(book, ["toy/halved"])}
    assert told["e >= 0"]
    assert not any(told[new] for new in told if new != "e >= 0" and "e > 0" in new)
    assert not laxer(book, Misprint("toy/halved", "limit", "none", "", "", book), "toy/halved", [course])


def test_what_no_loss_sees_is_let_in_by_a_condition_that_is_not_about_it_any_more() -> None:
    book, place = LINEAR.shelf, "linear/sharper/path-direction"
    assert book is not None
    (weaker,) = [
        m for m in misprints(book, ["offset"]) if m.old == "level(D) and rest(D) = 0" and m.new == "level(D)"
    ]
    assert laxer(book, weaker, place, reading(LINEAR).courses(place))


def test_what_a_line_does_not_speak_of_stands_still_or_runs_away() -> None:
    runs = {"W_k": scalar(1.0)}
    course = Course({}, (State(runs), State(runs)), says=True)
    assert list(beside(course, (), ())) == [course]
    own, any_point = beside(course, (), {"Fmin"})
    assert own == course
    assert any_point.states[0].runs["Fmin"][(0, 0)] == any_point.states[1].runs["Fmin"][(0, 0)]
    still, away = beside(course, {"NGD_k"}, ())
    for other in (still, away):
        assert all(state.runs["W_k"][()] == 1 for state in other.states)
    (one, two), (early, late) = ([state.runs["NGD_k"][(0, 1)] for state in x.states] for x in (still, away))
    assert one == two == early
    assert late > 2**90 * early > 0


def test_a_truth_that_only_one_glance_is_sure_of_is_put_to_the_checker() -> None:
    assert settled((None, True), (False, True))
    assert not settled((False, None), (None, None))
    assert not settled((None,), ("TooMuch",))
    assert not apart((None, True), (False, True))


def test_some_of_the_instances_differ_in_what_holds_there() -> None:
    reader, name = reading(ATTENTION), "attention/lemma-3/proof/eq-26"
    (acyclic,) = [a for a in ATTENTION.assumptions if a.name == "acyclic"]
    for pool in (reader.probes(name), reader.various(name)):
        assert sum(assumed(acyclic, one.exact()) is False for one in pool) >= 3
    inside = [assumed(a, one.exact()) for a in ATTENTION.by_id[name].assumes for one in reader.various(name)]
    assert all(inside)


def test_what_a_book_only_records_is_not_looked_for_among_what_holds() -> None:
    left = {a.name for a in ATTENTION.assumptions if a not in stated(ATTENTION)}
    assert left == {"one-token", "settled-squared", "settled-crossed"}
    assert stated(LINEAR) == list(LINEAR.assumptions)


def test_a_checker_is_asked_first_where_the_books_differ() -> None:
    reader = Proofreader(LINEAR)
    other = one(reader, REGROUPED, "pi[j]", "square[j]")
    assert at_once(reader, other, [REGROUPED])
    assert 0 < len(reader.cases(REGROUPED).made) <= PUT
    assert not at_once(reader, replace(other, book=reader.book), [REGROUPED])
    assert reader.planted.cache_info().currsize == 0


def test_some_courses_have_a_limit_on_f_that_is_not_0() -> None:
    claim = ATTENTION.by_id["attention/theorem-3/proof/loss-comparison"]
    frames = [course.states[0].frame for course in courses(claim, {"W_tau"}, 0) if not course.swapped]
    assert any(frame is not None and len(frame.F) and frame.centre.any() for frame in frames)


def test_a_limit_about_data_of_a_figures_size_is_followed_at_what_its_domain_names() -> None:
    """The cosine without one norm or both: at the figure's size the verifier finds no value of it in time."""
    reader = reading(LINEAR)
    claim = LINEAR.by_id[ROOMY]
    assert claim.domain.plain is not None
    small = [one.to_json() for one in claim.domain.plain()]
    first = next(iter(reader.courses(ROOMY)))
    assert first.instance in small
    found = [m for m in misprints(reader.book, [ROOMY]) if (m.clause, m.kind) == ("limit", "a part left out")]
    assert len(found) == 3
    assert all(reader.along(m, [ROOMY]) for m in found)


def test_a_claim_that_falls_near_a_paths_start_is_followed_there_where_it_is_asked() -> None:
    """Its stored file is one of the instances: of those drawn few are asked, and none falls."""
    reader = reading(LINEAR)
    true = [course for course in reader.courses(CASE) if not course.bent]
    assert {course.says for course in true} == {True, False}
    assert all(0 < Fraction(course.instance["gamma"]) < 1 for course in true)
    assert reader.along(one(reader, CASE, "W_B != Wstar and case-ii", "W_B != Wstar"), [CASE]) is True
    assert reader.along(one(reader, CASE, "0 < gamma", "0 <= gamma"), [CASE]) is False


def test_of_a_bent_run_the_steps_of_gradient_descent_are_bent_and_no_others() -> None:
    claim = LINEAR.by_id["linear/lemma-4/4"]
    run = impose(claim.assumes, claim.domain.sampler(generator("bent steps"), 4))
    flows(run)
    other = bent(run, Bend(longer=-1.0))
    assert other is not None
    told = [(a, b) for a, b in zip(stepping(run), stepping(other), strict=True) if a and b]
    assert told
    cell = (0, 0)
    for plain, changed in told:
        late = plain[0][1], changed[0][1]
        assert late[0].runs["NGD_k"][cell] == late[1].runs["NGD_k"][cell]
    assert any(abs(float(a[0][1].runs["W_k"][cell] - b[0][1].runs["W_k"][cell])) > 1e-3 for a, b in told)
    assert np.isclose(float(told[0][0][0][0].runs["f_k"][()]), 0.9**65)


def test_the_means_that_adam_keeps_stand_beside_its_steps() -> None:
    claim = LINEAR.by_id["linear/lemma-4/4"]
    run = impose(claim.assumes, claim.domain.sampler(generator("means"), 2))
    (first, *_) = [pairs[0] for pairs in averaging(run) if pairs]
    mean, square = (first[0].runs[name][(0, 0)] for name in ("eps-mean_k", "eps-square_k"))
    assert 0 <= float(mean) ** 2 <= 0.1 / 0.01 * 64 * float(square) + 1e-12


def test_where_the_book_is_open_an_assumption_is_what_its_check_says() -> None:
    reader, name = reading(ATTENTION), "attention/definition-3/unique/amended"
    cases = [case for case in reader.cases(name) if "sole-minimiser" in case.alone]
    assert cases
    assert all(differs(reader.book, name, case, ["sole-minimiser"]) == "" for case in cases)
    assert all(untold(reader.book, name, case, ["sole-minimiser"]) is None for case in cases)


SOLE, LEFT = "sole-minimiser", "attention/definition-3/unique/amended"


def test_an_assumption_about_unknowns_is_told_at_what_its_check_has_found() -> None:
    reader = reading(ATTENTION)
    cases = [case for case in reader.cases(LEFT) if SOLE in case.offers]
    assert cases
    for case in cases:
        assert case.truths[SOLE]
        assert SOLE in case.alone
    found = (("off(U)", "G(U)"), ("gain > 0", "gain < 0"), ("off(M) = 0 and M != U", "off(M) = 0"))
    for old, new in found:
        told = {differs(one(reader, SOLE, old, new).book, LEFT, case, [SOLE]) for case in cases}
        assert told == {"assumption"}
    told = {
        differs(one(reader, SOLE, "norm(M) >= rho", "norm(M) > rho").book, LEFT, case, [SOLE])
        for case in cases
    }
    assert told == {""}
