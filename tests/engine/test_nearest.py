"""What is said of a limit that stays undecided: of lemmas and of first steps, and no more than is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.nearest import nearest
from ntpcheck.engine.settle import settle
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.report.catalogue import load

TEXT = """book mine "Mine"
given Start: s from start, e from step
demand s > 0 and e > 0
trajectory up_k along k from s by up_k + 1 + exp(-up_k)
trajectory flip_k along k from 1/2 by if flip_k > 0 then flip_k - 1 else flip_k + 1
trajectory wild_k along k from 1/3 by 1 - 2 * wild_k^2
trajectory half_k along k from s by half_k / 2
trajectory x_k along k from s by x_k + e * y_k
trajectory y_k along k from e by y_k - e * x_k
trajectory sum_k along k from 0 by sum_k + half_k
claim mine/it "it" on Start
    says  it
    limit {}
"""
RUN = """book mine "Mine"
use ntpcheck.linear
given Run
trajectory Slow_k[v,i] along k from W0 by Slow_k - eta / (k + 1)^2 * grad(Slow_k)
claim mine/it "it" on Run
    says     it
    assuming one-hot, separable, some-token-out-of-support, small-step
    limit    {}
"""


def claim(limit: str, folder: Path, text: str = TEXT) -> Claim:
    book = folder / "mine.book"
    book.write_text(text.format(limit), encoding="utf-8")
    return load(str(book))["mine/it"]


@pytest.mark.parametrize(
    ("limit", "says"),
    [
        ("tends(flip_k, 0)", "the sides differ by 0.5, 0.5 and 0.5 after 16, 32 and 64 steps in doubles"),
        ("tends(up_k / log(k), 1)", "the sides differ by 5.32, 8.67 and 14.8 after 16, 32 and 64 steps"),
        ("bounded(x_k^2 + y_k^2)", "what is bounded is 1.31e+05, 8.59e+09 and 3.69e+19 after 16, 32 and"),
        ("tends(half_k, infinity)", "what grows is 1.53e-05, 2.33e-10 and 5.42e-20 after 16, 32 and 64"),
        ("tends(sum_k, -infinity)", "what grows is -2, -2 and -2 after 16, 32 and 64 steps in doubles"),
    ],
)
def test_first_steps_that_speak_against_a_limit_are_told(limit: str, says: str, tmp_path: Path) -> None:
    assert says in nearest(claim(limit, tmp_path))


@pytest.mark.parametrize(
    "limit",
    [
        "tends(half_k, 0)",
        "tends(up_k / k, 1)",
        "tends(up_k, infinity)",
        "bounded(sum_k)",
        "tends(sum_k, 2 * s)",
        "always half_k > 0",
        "some c. tends(flip_k, c)",
        "tends(flip_k / flip_k, 1)",
    ],
)
def test_nothing_is_told_of_first_steps_that_do_not(limit: str, tmp_path: Path) -> None:
    assert "steps in doubles" not in nearest(claim(limit, tmp_path))


@pytest.mark.parametrize(
    ("limit", "says"),
    [
        ("tends(norm(Slow_k), infinity)", "nearest comes the lemma paced: a premise fails, the sum of the"),
        ("tends(k * (CE(W_k) - H), norm(Wmm)^2 / eta)", ": its premises hold, but the formula is not seen"),
    ],
)
def test_the_lemma_that_came_nearest_is_told_with_what_it_lacked(
    limit: str, says: str, tmp_path: Path
) -> None:
    assert says in nearest(claim(limit, tmp_path, RUN))


def test_the_reason_of_an_undecided_limit_says_it(tmp_path: Path) -> None:
    it = claim("tends(wild_k, 1 / 2)", tmp_path)
    tally = Tally(it, Effort())
    tally.outcomes[Outcome.UNDECIDED] += 99
    settled = settle(tally, 0)
    assert settled.verdict is Verdict.UNDECIDED
    assert settled.reason.startswith(f"{it.silent}; at Start: start 1; step 1: ")


def test_of_a_formula_nothing_is_said(tmp_path: Path) -> None:
    assert not nearest(claim("s > 1", tmp_path, TEXT.replace("limit", "formula")))


def test_instances_that_are_not_asked_for_say_nothing(tmp_path: Path) -> None:
    one = claim("tends(flip_k, 0)", tmp_path)
    assert nearest(one, lambda _: True) == nearest(one) != ""
    assert nearest(one, lambda _: False) == ""
