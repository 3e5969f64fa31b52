"""W^cyc of a pair of tokens, against a fine search of the cyclic risk and constrained minimisation."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.optimize import minimize

from ntpcheck.instances.attention import Attention
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_loss import attention_loss, cyclic_part, gradient
from ntpcheck.reference.pair_correction import pair_correction

E = torch.tensor([[1.0, 0, 0], [0.5, 1, 0], [0, -1, 1]], dtype=torch.float64)


def pair(loss: str, knee: float, counts: tuple[tuple[int, ...], ...] = ((1, 2, 1), (1, 1, 0))) -> Attention:
    """Tokens 0, 1 in one component above 2; counts of two samples labelled 0 and 1."""
    return Attention(
        embeddings=E,
        head=torch.linalg.inv(E).mT.contiguous(),
        counts=torch.tensor(counts),
        last=torch.tensor([0, 0]),
        labels=torch.tensor([0, 1]),
        loss=torch.tensor(named(loss)),
        knee=torch.tensor(knee, dtype=torch.float64),
    )


EVEN, UNEVEN = ((1, 1, 1), (1, 1, 0)), ((1, 2, 1), (1, 1, 0))


@pytest.mark.parametrize(
    ("loss", "knee", "counts"),
    [("logistic", 0.0, EVEN), ("logistic", 1.0, EVEN), ("rational", -1.0, UNEVEN), ("log", 0.0, UNEVEN)],
)
def test_the_minimiser_is_that_of_the_cyclic_risk(
    loss: str, knee: float, counts: tuple[tuple[int, ...], ...]
) -> None:
    data = pair(loss, knee, counts)
    found = pair_correction(data)
    x = torch.outer(E[0] - E[1], E[0])
    grid = torch.linspace(-12, 12, 2401, dtype=torch.float64)
    risks = [float(attention_loss(cyclic_part(data), v * x)) for v in grid / float((x * x).sum())]
    at = float((found.V * x).sum())
    assert bool(found.known)
    assert abs(at - float(grid[int(np.argmin(risks))])) <= 0.011
    assert float(gradient(cyclic_part(data), found.V).norm()) < 1e-14


@pytest.mark.parametrize("counts", [((1, 1, 1), (1, 1, 0)), ((2, 3, 1), (3, 2, 0))])
def test_a_level_risk_and_one_with_two_minima_are_not_known(counts: tuple[tuple[int, ...], ...]) -> None:
    assert not bool(pair_correction(pair("cubic", 1.5, ((2, 3, 1), (3, 2, 0)))).known)
    assert not bool(pair_correction(pair("linear", 0.0, counts)).known)
    assert not bool(pair_correction(pair("logistic", 0.0, UNEVEN)).known)  # the least value is at infinity


def test_without_a_pair_it_is_zero() -> None:
    data = pair("logistic", 0.0).replace(labels=torch.tensor([0, 0]))
    found = pair_correction(data)
    assert bool(found.known)
    assert not bool(found.V.any())


def test_constrained_minimisers_of_the_risk_have_it_as_their_part_in_the_subspace() -> None:
    data = pair("rational", -1.0)
    wanted, x = pair_correction(data).V, torch.outer(E[0] - E[1], E[0])

    def objective(w: np.ndarray, R: float) -> tuple[float, np.ndarray]:
        W = torch.tensor(w.reshape(3, 3), requires_grad=True)
        on_sphere = R * W / W.norm()
        risk = 1e4 * attention_loss(data, on_sphere)
        risk.backward()
        assert W.grad is not None
        return float(risk.detach()), W.grad.numpy().ravel()

    away = []
    for R in (6.0, 12.0):
        start = np.random.default_rng(1).normal(size=9)
        found = minimize(objective, start, args=(R,), jac=True, method="BFGS", options={"gtol": 1e-10})
        W = torch.from_numpy(R * found.x.reshape(3, 3) / np.linalg.norm(found.x))
        away.append(abs(float(((W - wanted) * x).sum())) / float(x.norm()))
    assert away[1] < away[0] / 4
    assert away[1] < 0.05
