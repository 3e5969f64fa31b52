"""How the attention risk approaches its floor: against the risk, mpmath and constrained minimisation."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import torch
from scipy.optimize import minimize

from ntpcheck.arithmetic import midpoint
from ntpcheck.exact import exact_array
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.loss import LOSSES, named, value
from ntpcheck.reference.attention_loss import attention_loss
from ntpcheck.reference.attention_path import approaches, approaches_at, inner_scores
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.secants import mean_steepness

BOUNDED = ("linear", "logistic", "rational", "cubic")


def acyclic(loss: str, knee: float = 0.25) -> Attention:
    """Two queries, a general head that selects, tokens with different scores and counts."""
    E = torch.tensor([[-1.0, 1, 0], [0, 0, 1], [1, 1, 0.5], [0.5, -1, 1]])
    return Attention(
        embeddings=E.double(),
        head=2 * E.double() + torch.tensor([0.0, 0.25, -0.25]),
        counts=torch.tensor([[1, 2, 0, 0], [3, 0, 1, 1], [0, 1, 0, 2]]),
        last=torch.tensor([0, 0, 3]),
        labels=torch.tensor([1, 0, 1]),
        loss=torch.tensor(named(loss)),
        knee=torch.tensor(knee).double(),
    )


def cyclic(loss: str, knee: float = 0.25) -> Attending:
    """Tokens 0, 1 in one component above 2 and 3, with C E^T = I and weights with a part in S_cyc."""
    E = torch.tensor([[1.0, 0, 0, 0], [0, 1, 0, 0], [1, -1, 1, 0], [0, 1, 0, 1]]).double()
    return Attending(
        embeddings=E,
        head=torch.linalg.inv(E).mT.contiguous(),
        counts=torch.tensor([[1, 1, 2, 0], [2, 1, 0, 1]]),
        last=torch.tensor([0, 0]),
        labels=torch.tensor([0, 1]),
        loss=torch.tensor(named(loss)),
        knee=torch.tensor(knee).double(),
        W=torch.arange(16).reshape(4, 4).double() / 16,
    )


def excess(data: Attention, V: torch.Tensor, W: torch.Tensor) -> float:
    """L(V + W) less its floor at V."""
    floor = value(data.loss, data.knee, inner_scores(data, V)).mean()
    return float(attention_loss(data, V + W) - floor)


@pytest.mark.parametrize("loss", BOUNDED)
def test_the_coefficients_are_those_of_the_risk_at_large_margins(loss: str) -> None:
    for data, V, way in (
        (acyclic(loss), torch.zeros(3, 3).double(), approaches(acyclic(loss))[0]),
        (cyclic(loss), project(cyclic(loss), cyclic(loss).W), approaches_at(cyclic(loss))[0]),
    ):
        W = 9 * graph_svm(data).W
        margins = way.frame.cells @ (way.frame.X @ W.numpy().ravel())
        predicted = float(np.exp(way.frame.log_c - margins).sum())
        assert way.steep
        assert excess(data, V, W) == pytest.approx(predicted, rel=2e-2)


def test_a_flat_loss_has_the_third_order_where_it_is_flat() -> None:
    data = acyclic("cubic")
    own = float((data.head[1] * data.embeddings[1]).sum())
    way = approaches(data.replace(knee=torch.tensor(own).double()))[0]
    of_label_1 = np.isin(way.frame.context, (0, 2))
    np.testing.assert_array_equal(way.order, np.where(of_label_1, 3.0, 1.0))


@pytest.mark.parametrize("loss", BOUNDED)
def test_a_path_found_by_constrained_minimisation_approaches_the_direction(loss: str) -> None:
    data = acyclic(loss)
    way, R = approaches(data)[0], 30.0
    S = way.direction
    W = _shortest_risk(data, R * S / np.linalg.norm(S))
    cosine = float((W * S).sum()) / np.linalg.norm(W) / np.linalg.norm(S)
    assert cosine > 0.99


def test_samples_at_which_the_loss_is_flat_ask_for_a_third_of_the_margin() -> None:
    data = acyclic("cubic")
    own = float((data.head[1] * data.embeddings[1]).sum())
    data = data.replace(knee=torch.tensor(own).double())
    S, mm = approaches(data)[0].direction, graph_svm(data).W.numpy()
    W = _shortest_risk(data, 12 * S / np.linalg.norm(S))
    cosines = [float((W * C).sum()) / np.linalg.norm(W) / np.linalg.norm(C) for C in (S, mm)]
    assert cosines[0] > cosines[1] + 0.01


def _shortest_risk(data: Attention, start: np.ndarray) -> np.ndarray:
    """The minimiser of the risk on the sphere of the start's norm, by its logarithm above the floor."""
    norm, shape = np.linalg.norm(start), start.shape
    zero = torch.zeros_like(torch.from_numpy(start))

    def objective(x: np.ndarray) -> tuple[float, np.ndarray]:
        W = torch.tensor(x.reshape(shape), requires_grad=True)
        on_sphere = norm * W / W.norm()
        risk = _excess_on(data, on_sphere)
        value = risk.log()
        value.backward()
        assert W.grad is not None
        return float(value.detach()), W.grad.numpy().ravel()

    assert excess(data, zero, torch.from_numpy(start)) > 0
    rng = np.random.default_rng(0)
    starts = [start, *(start + norm * rng.normal(size=shape) / 4 for _ in range(3))]
    found = [
        minimize(objective, x.ravel() / norm, jac=True, method="BFGS", options={"gtol": 1e-9}) for x in starts
    ]
    best = min(found, key=lambda one: one.fun).x.reshape(shape)
    return norm * best / np.linalg.norm(best)


def _excess_on(data: Attention, W: torch.Tensor) -> torch.Tensor:
    """The risk above its floor in double precision without cancellation, for V = 0 on acyclic data."""
    v = data.queries @ W.mT @ data.embeddings.mT
    own = torch.where(data.is_label, v, 0.0).sum(-1, keepdim=True)
    copies = torch.where(data.is_label, data.counts, 0).sum(-1)
    others = torch.where(data.is_label, 0.0, data.counts * torch.exp(v - own))
    u = torch.where(data.is_label, data.scores, 0.0).sum(-1)
    gap = (others * (u[:, None] - data.scores)).sum(-1) / (copies + others.sum(-1))
    return (gap * mean_steepness(data, u, gap)).mean()


@pytest.mark.parametrize("loss", BOUNDED)
@pytest.mark.parametrize(
    ("u", "g"), [(0.3, 1e-12), (0.25, 1e-3), (1.5, 2.5), (-2.0, 0.5), (0.25, 0.0), (3.0, 1.0), (3.0, 1e-30)]
)
def test_mean_slopes_agree_with_mpmath(loss: str, u: float, g: float) -> None:
    data = acyclic(loss)
    found = float(
        mean_steepness(data, torch.tensor([u], dtype=torch.float64), torch.tensor([g], dtype=torch.float64))[
            0
        ]
    )
    with mpmath.workdps(60):
        x, h = mpmath.mpf(u) - mpmath.mpf("0.25"), mpmath.mpf(g) if g else mpmath.mpf("1e-25")
        wanted = (_value(loss, x - h) - _value(loss, x)) / h
    assert found == pytest.approx(float(wanted), rel=1e-12, abs=1e-24)


def _value(loss: str, x: mpmath.mpf) -> mpmath.mpf:
    inner = max(min(x, mpmath.mpf(1)), mpmath.mpf(-1))
    return {
        "linear": lambda: -x,
        "logistic": lambda: mpmath.log1p(mpmath.exp(-x)),
        "rational": lambda: -x / (1 + abs(x)),
        "cubic": lambda: -(inner**3) - 3 * (x - inner),
    }[loss]()


def test_inner_scores_agree_in_both_number_systems() -> None:
    data = cyclic("linear")
    exact = data.exact()
    floats = inner_scores(data, project(data, data.W)).numpy()
    balls = inner_scores(exact, project(exact, exact.W))
    np.testing.assert_allclose(floats, [midpoint(x) for x in balls], rtol=1e-12)


def test_every_bounded_decreasing_loss_has_a_mean_slope() -> None:
    assert {loss.name for loss in LOSSES if loss.bounded and loss.decreasing} == set(BOUNDED)


def test_the_inner_score_of_an_absent_label_is_that_of_its_component_or_of_nothing() -> None:
    """Input 1 has no label of its own, and token 1 of the label's component; input 2 has neither."""
    data = Attention([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[1, 0, 0], [2, 0, 3], [0, 0, 0]],
                     [[1, 2, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1, 2], [0, 1, 0, 0],
                     named("linear"), 0)  # fmt: skip
    V = torch.zeros(3, 3, dtype=torch.float64)
    floats, exact = (
        inner_scores(data, V),
        inner_scores(data.exact(), exact_array(np.zeros((3, 3), dtype=int))),
    )
    assert floats.tolist() == pytest.approx([1 / 3, 1.0, 0.0, 0.0])
    assert [str(x) for x in exact] == ["1/3", "1", "0", "0"]
