"""The parts of a flow by hand: when it is mixed and faded, when it rests, what it is compared with."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ntpcheck.dynamics import flow
from ntpcheck.dynamics.flow import ATOL_F, ATOL_U, EARLY, LATE, LATEST, MARGINS, MIXED, REST


def made(**changes: Any) -> Any:
    """A frame with two coordinates on F and one beside; W is its own list of parts."""
    parts = {
        "F": np.eye(2, 3), "wmm": np.array([2.0]), "moves": True, "centre": np.array([3.0]),
        "parts": lambda W: (np.array(W[:2]), np.array(W[2:]), None),
        "context": np.array([0, 1, 1]), "alpha": np.array([1.0, 2.0, 3.0]), "pi": np.array([0.25, 0.75]),
    }  # fmt: skip
    return SimpleNamespace(**(parts | changes))


def test_the_pulls_have_faded_once_the_largest_is_below_rest() -> None:
    """Of 1 / 0.25 and 5 / 0.75 the second; and never before k = 1."""
    assert flow._faded(made(), 0.5) == pytest.approx(math.log(20 / 3 / (0.5 * REST)), rel=1e-14)
    assert flow._faded(made(alpha=np.zeros(3)), 0.5) == 0.0
    assert flow._faded(made(alpha=np.full(3, 1e-12)), 1.0) == 0.0
    assert flow._faded(made(context=np.zeros(0, int), alpha=np.zeros(0), pi=np.ones(2)), 1.0) == 0.0


@pytest.mark.parametrize(("slowest", "eta", "at"), [
    (0.5, 4.0, math.log(MIXED / 2)), (2.0, 0.25, math.log(2 * MIXED)),
    (0.0, 1.0, LATEST), (1e-30, 1.0, LATEST),
])  # fmt: skip
def test_the_f_part_has_mixed_by_its_slowest_rate_or_late(slowest, eta, at) -> None:
    frame = made(curvatures=lambda: np.array([slowest, 7.0]))
    assert flow._mixed(frame, eta) == pytest.approx(at, rel=1e-14)
    assert flow._mixed(made(F=np.zeros((0, 3))), eta) == 0.0


def test_a_decoder_is_put_together_of_all_its_parts() -> None:
    frame = SimpleNamespace(centre=100, matrix=lambda f, w: 10 * f + w, wmm=3)
    run: Any = SimpleNamespace(frame=frame, f=[1, 2], u=[4, 5], s=[6, 7], rest=0.5)
    assert flow.Flow.bounded_part(run, 1) == 100 + 20 + 5 + 0.5
    assert flow.Flow.decoder(run, 1) == 100 + 20 + 5 + 7 * 3 + 0.5


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("reached", [True, False])
def test_a_flow_is_complete_where_it_settled_and_reached_its_horizon(monkeypatch, settled, reached) -> None:
    rows, none = np.zeros((2, 3)), np.zeros((1, 1))
    stub = SimpleNamespace(velocity=lambda state, s: state, lead=0.0)
    for name, found in {
        "Field": stub, "LateField": stub, "_mixed": 0.0, "_faded": 0.0, "_horizon": 9.0, "_late_enough": 3.0,
        "_settle": (np.array([0.0, 1.0]), rows, settled), "_mismatch": (0.5, 0.25),
        "_late": (np.array([9.0]), none, reached), "law": None,
    }.items():  # fmt: skip
        monkeypatch.setattr(flow, name, lambda *_, found=found: found)
    made_flow = flow._flow(made(), 0.5, 1.0, np.array([1.0, 2.0, 3.0]), (2.0, np.zeros(3)), 7.0)
    assert made_flow.completed is (settled and reached)
    assert made_flow.s.tolist() == ([0.0, 1.0, 9.0] if settled else [0.0, 1.0])
    assert (made_flow.early, made_flow.mismatch, made_flow.stray) == (2, 0.5, 0.25)
    assert made_flow.error == pytest.approx(1.0 + made_flow.step_error)


def test_a_run_is_continued_from_a_quarter_of_its_steps_and_compared_at_the_last(monkeypatch) -> None:
    monkeypatch.setattr(flow, "flow", lambda *given: given)
    run: Any = SimpleNamespace(
        steps=np.array([0, 1, 2, 5, 8, 20]), at=lambda k: SimpleNamespace(cpu=lambda: np_of(10 * k))
    )
    assert flow.continued("frame", 0.5, run, 7.0) == ("frame", 0.5, 5, 50, (20, 200), 7.0)  # type: ignore[arg-type]
    brief: Any = SimpleNamespace(steps=np.array([0, 1, 3]), at=run.at)
    assert flow.continued("frame", 0.5, brief)[2:] == (1, 10, (3, 30), flow.HORIZON)  # type: ignore[index, arg-type]


def np_of(value: Any) -> Any:
    return SimpleNamespace(numpy=lambda: value)


def test_a_flow_is_compared_at_its_second_record() -> None:
    """There W has parts (3, 4) on F and 9 beside, of which s W^mm is 2; the flow is at (3, 7) and 4."""
    states = np.array([[0.0, 0.0, 0.0], [3.0, 7.0, 4.0], [9.0, 9.0, 9.0]])
    times = np.array([0.0, 1.0, 2.0])
    mismatch, stray = flow._mismatch(made(), times, states, (2.0, [3.0, 4.0, 10.0]))
    assert mismatch == pytest.approx(5.0)  # 3 on F, 4 - 8 beside
    assert stray == pytest.approx(3 / math.sqrt(58))  # of the larger of the two F-parts
    assert flow._mismatch(made(), times, states, (2.0, [30.0, 40.0, 10.0]))[1] == pytest.approx(
        math.hypot(27, 33) / 50
    )
    nothing = np.zeros((2, 3))
    assert flow._mismatch(made(), times, nothing, (2.0, [REST / 4, 0.0, 2.0])) == pytest.approx(
        (REST / 4, 0.25)
    )
    assert flow._mismatch(made(), times[:1], states[:1], (2.0, [0.0] * 3)) == (np.inf, np.inf)


def test_the_horizon_grows_with_the_bounded_part_and_never_shrinks() -> None:
    states = np.array([[9.0, 9.0, 9.0], [5.0, 5.0, 4.0]])
    assert flow._horizon(made(), states, np.array([3.0]), 100.0) == 500.0  # (4 + ||3 + 3||) / 2
    assert flow._horizon(made(), states, np.array([-3.0]), 100.0) == 200.0
    assert flow._horizon(made(centre=np.array([0.0])), 0 * states, np.array([0.5]), 100.0) == 100.0
    assert flow._horizon(made(moves=False), states, np.array([3.0]), 100.0) == 100.0


class Rests:
    """A field whose unrest is the time that is left until `at`; its states stand still."""

    free = 1

    def __init__(self, at: float) -> None:
        self.at = at

    def velocity(self, state: Any, s: float) -> Any:
        return 0 * state

    def jacobian(self, state: Any, s: float) -> Any:
        return np.zeros((len(state), len(state)))

    def unrest(self, state: Any, s: float) -> float:
        return REST if s >= self.at else 1.0


def settle(monkeypatch, at: float, mixed: float, faded: float, reach: int | None = None) -> Any:
    asked = []

    def integrate(velocity, jacobian, state, times, atol):
        asked.append((times, atol))
        return np.tile(state, (len(times), 1)), len(times) if reach is None else reach

    monkeypatch.setattr(flow, "_integrate", integrate)
    monkeypatch.setattr(flow, "collocated", lambda *_: (None, 1))
    return flow._settle(Rests(at), np.ones(3), (1.0, 2.0, mixed, faded)), asked


def test_a_flow_is_followed_until_all_but_u_is_at_rest(monkeypatch) -> None:
    (times, states, settled), asked = settle(monkeypatch, at=0.0, mixed=5.0, faded=4.0)
    grid = np.concatenate([[1.0], np.linspace(2.0, 5.0 + MARGINS[0], EARLY)])
    assert [len(asked), settled] == [1, True]
    assert asked[0][0].tolist() == grid.tolist()
    assert asked[0][1].tolist() == [ATOL_F, ATOL_F, ATOL_U]
    assert times.tolist() == [s for s in grid if s < 5.0] + [min(s for s in grid if s >= 5.0)]
    assert len(states) == len(times)


def test_at_rest_at_once_it_has_a_record_after_the_one_compared(monkeypatch) -> None:
    (times, _, settled), _ = settle(monkeypatch, at=0.0, mixed=0.0, faded=0.0)
    assert (settled, len(times)) == (True, 3)


def test_a_flow_is_given_more_time_once(monkeypatch) -> None:
    """One that rests 10 later than the longest of the three spans needs the second margin."""
    for mixed, faded in ((3.0, 4.0), (4.0, 3.0)):
        (times, _, settled), asked = settle(monkeypatch, at=14.0, mixed=mixed, faded=faded)
        assert [len(asked), settled] == [2, True]
        assert [round(a[0][-1], 12) for a in asked] == [4 + MARGINS[0], 4 + MARGINS[1]]
        assert times[-2] < 14.0 <= times[-1]
    (times, states, settled), asked = settle(monkeypatch, at=1e9, mixed=3.0, faded=4.0)
    assert [len(asked), settled, len(times), len(states)] == [2, False, EARLY + 1, EARLY + 1]
    (times, _, settled), _ = settle(monkeypatch, at=0.0, mixed=0.0, faded=0.0, reach=2)
    assert (settled, len(times)) == (False, 2)  # what was not reached is no rest


def test_a_late_flow_leaves_out_its_start_and_says_whether_it_arrived(monkeypatch) -> None:
    for reach, arrived in ((LATE + 1, True), (5, False)):
        monkeypatch.setattr(
            flow, "_integrate", lambda v, j, u, t, atol, n=reach: (np.tile(u, (len(t), 1)), n)
        )
        times, states, said = flow._late(Rests(0.0), np.ones(2), 2.0, 200.0)
        assert (said, len(times), len(states)) == (arrived, reach - 1, reach - 1)
        assert times[0] == pytest.approx(2.0 * 100 ** (1 / LATE))
    assert flow._late(Rests(0.0), np.ones(2), 2.0, 200.0)[0][-1] < 200.0


def test_looser_tolerances_are_tried_in_turn_and_the_longest_is_kept(monkeypatch) -> None:
    reached, asked = {1e-10: 3, 1e-9: 5, 1e-8: 4}, []

    def lsoda(velocity, jacobian, state, times, tolerance):
        asked.append(tolerance)
        return f"by {tolerance[0]}", reached[tolerance[0]]

    monkeypatch.setattr(flow, "_lsoda", lsoda)
    times = np.arange(9.0)
    assert flow._integrate(None, None, np.ones(2), times, "atol") == ("by 1e-09", 5)
    assert asked == [(1e-10, "atol"), (1e-09, "atol"), (1e-08, "atol")]
    reached[1e-9] = 9
    assert flow._integrate(None, None, np.ones(2), times, "atol") == ("by 1e-09", 9)
    assert len(asked) == 5
    reached.update({1e-10: 0, 1e-9: 1, 1e-8: 1})
    states, count = flow._integrate(None, None, np.ones(2), times, "atol")
    assert (states.tolist(), count) == ([[1.0, 1.0]], 1)
    states, count = flow._integrate(None, None, np.ones(0), times, "atol")
    assert (states.shape, count) == ((9, 0), 9)


def test_records_end_where_one_coordinate_is_no_number(monkeypatch) -> None:
    def odeint(velocity, state, times, **options):
        states = np.ones((len(times), 2))
        states[3:, 1] = np.nan
        return states, {"tcur": times[1:]}

    monkeypatch.setattr("scipy.integrate.odeint", odeint)
    states, count = flow._lsoda(None, None, np.ones(2), np.arange(6.0), (1e-10, 0.0))
    assert (states.shape, count) == ((6, 2), 3)
