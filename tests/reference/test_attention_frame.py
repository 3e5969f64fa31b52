"""An attention dataset as a frame: its velocities, weights and limits against the risk itself."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.dynamics.field import Field
from ntpcheck.dynamics.flow import flow
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import attention_loss, cyclic_part, gradient
from ntpcheck.reference.frame import Frame
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.path import path


def drawn(seed: int, *, K: int = 5, n: int = 5, T: int = 4, exact: bool = True) -> Attention:
    """Realizable data with CE^T = I, exactly so for E = I."""
    source = torch.Generator().manual_seed(seed)
    tokens = torch.randint(0, K, (n, T), generator=source)
    labels = tokens[torch.arange(n), torch.randint(0, T, (n,), generator=source)]
    normal = torch.randn(K, K + 1, generator=source, dtype=torch.float64)
    E = torch.eye(K, dtype=torch.float64) if exact else normal
    counts = torch.nn.functional.one_hot(tokens, K).sum(1)
    head = torch.linalg.pinv(E).T
    return Attention(E, head, counts, tokens[:, -1], labels, torch.tensor(0), torch.tensor(0.0))


def framed(data: Attention) -> Frame:
    (frame,) = attention_frames(data)
    return frame


@pytest.mark.parametrize("seed", range(8))
def test_velocities_are_those_of_the_risk(seed: int) -> None:
    data, eta, s = drawn(seed), 0.5, 1.5
    frame = framed(data)
    state = np.random.default_rng(seed).normal(size=frame.T.shape[1])
    f, u = state[: len(frame.F)], state[len(frame.F) :]
    W = frame.centre + frame.matrix(f, u + s * frame.wmm)
    slope = -eta * np.exp(s) * gradient(data, torch.from_numpy(W)).numpy().ravel()
    found = Field(frame, eta).velocity(state, s) + Field(frame, eta).lead
    # The risk of the cyclic part at W^cyc pulls along F alone, and not at all there.
    assert found == pytest.approx(np.concatenate([frame.F @ slope, frame.X @ slope]), abs=1e-10)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_else_moves(seed: int) -> None:
    data = drawn(seed, exact=False)
    frame = framed(data)
    W = torch.randn(data.size("d"), data.size("d"), dtype=torch.float64)
    slope = gradient(data, W).numpy().ravel()
    for basis in (frame.F, frame.X):
        slope = slope - basis.T @ (basis @ slope)
    assert np.linalg.norm(slope) < 1e-9


@pytest.mark.parametrize("seed", range(8))
def test_the_centre_is_the_cyclic_correction(seed: int) -> None:
    data = drawn(seed)
    centre = torch.from_numpy(framed(data).centre)
    assert float(gradient(cyclic_part(data), centre).norm()) < 1e-12


def test_rounding_of_the_risk_does_not_stop_newton_short_of_the_centre() -> None:
    """Its third step takes 1e-21 off: a search along it found what rounding gave, and left 2.5e-11."""
    E = torch.tensor([[1, 1, 0, -1, 0], [1, 2, -1, 1, -1]], dtype=torch.float64)
    head = torch.tensor([[2, -1, 0, 0, 0], [-1, 1, 0, 0, 0]], dtype=torch.float64)
    counts = torch.tensor([[2, 2], [2, 2], [2, 2], [3, 1]])
    last, labels = torch.tensor([1, 0, 0, 0]), torch.tensor([0, 0, 1, 0])
    data = Attention(E, head, counts, last, labels, torch.tensor(0), torch.tensor(0.0))
    centre = torch.from_numpy(framed(data).centre)
    assert float(gradient(cyclic_part(data), centre).norm()) < 1e-15


@pytest.mark.parametrize("seed", range(4))
def test_descent_goes_where_the_flow_goes(seed: int) -> None:
    data = drawn(seed)
    frame, eta = framed(data), 0.5
    assert frame.moves  # else W^mm is zero or does not exist, and nothing is compared
    records = [torch.zeros(5, 5, dtype=torch.float64)]
    for _ in range(2048):
        records.append(records[-1] - eta * gradient(data, records[-1]))
    found = flow(frame, eta, 512, records[512].numpy(), (2048, records[2048].numpy()))
    assert found.completed
    assert found.mismatch < 5e-3
    end = found.decoder(-1)
    cos = (end * frame.W).sum() / np.linalg.norm(end) / np.linalg.norm(frame.W)
    assert 1 - cos < 1e-6
    assert np.linalg.norm(frame.F @ (end - frame.centre).ravel()) < 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_points_of_the_path_minimise_the_ridged_risk(seed: int) -> None:
    data = drawn(seed)
    frame = framed(data)
    assert frame.moves  # else W^mm is zero or does not exist, and nothing is compared
    found = path(frame, [2.0, 5.0])
    for i in range(2):
        W = torch.from_numpy(found.decoder(i))
        slope = gradient(data, W) + float(np.exp(found.log_multiplier[i])) * W
        assert float(slope.norm()) < 1e-10
        assert float(attention_loss(data, W)) < float(attention_loss(data, 0.99 * W))


def test_the_weights_of_shared_edges_add_up() -> None:
    """Two sequences with the same edge: two cells, one row, one multiplier."""
    counts = torch.tensor([[1, 1], [2, 1]])
    data = Attention(torch.eye(2), torch.eye(2), counts, [1, 1], [0, 0], torch.tensor(0), torch.tensor(0.0))
    frame = framed(data)
    assert len(frame.context) == 2
    assert frame.cells.T @ frame.alpha == pytest.approx(frame.wmm)
    assert frame.alpha.sum() == pytest.approx(float(graph_svm(data).alpha.sum()))
