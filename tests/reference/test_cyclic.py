"""W^cyc and S_cyc: closed forms, independent routes on a thousand datasets, the certified ball, rationals."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import midpoint
from ntpcheck.domains.attention import ATTENTION
from ntpcheck.domains.imposed import attention as imposed
from ntpcheck.domains.imposed.attention import unimodular
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_loss import cyclic_part, gradient
from ntpcheck.reference.cyclic import (
    Correction,
    cyclic_basis,
    cyclic_correction,
    cyclic_projector,
    exact_basis,
    project,
)
from tests.reference import attention_oracles as oracles
from tests.reference.oracles import complement

SIZES = ((2, 3, 4, 4, 250), (3, 3, 5, 4, 250), (4, 5, 6, 4, 250), (6, 8, 6, 4, 250))  # K, d, n, T, how many


def rivals(counts, labels, E=None, last=0):
    """Sequences of tokens 0 and 1 with the log-loss; E = C = I unless given."""
    E = np.eye(2) if E is None else E
    n = len(labels)
    return Attention(E, np.linalg.inv(E).T, counts, [last] * n, labels, 0, 0.0)


def batches():
    """Realizable batches with C E^T = I exactly, and the sequences that each row was made from."""
    rng = np.random.default_rng(1)
    for K, d, n, T, count in SIZES:
        rows = [oracles.drawn(rng, K=K, d=d, n=n, T=T) for _ in range(count)]
        E, C = unimodular(torch.tensor(np.array([row[0] for row in rows])) * 2)
        counts, last = (np.array(x) for x in zip(*(oracles.counted(r[1], K) for r in rows), strict=True))
        zero = np.zeros(count)
        data = Attention(E, C, counts, last, [row[2] for row in rows], zero.astype(int), zero)
        yield data, [(E[i].numpy(), *row[1:]) for i, row in enumerate(rows)]


@pytest.fixture(scope="module")
def solved():
    """W^cyc `[d^2]`, the embeddings and the cyclic samples of a thousand datasets."""
    found = []
    for data, rows in batches():
        at = cyclic_correction(data)
        assert (at.state == Correction.FOUND).all()
        for i, (E, words, labels) in enumerate(rows):
            found.append(
                (at.W[i].numpy().ravel(), E, oracles.cyclic_samples(words, labels), at.error[i].item())
            )
    assert len(found) == 1000
    return found


def test_two_rivals_have_the_closed_form():
    """m sequences against one: the softmax weight of the first token is m / (m + 1), so v_0 - v_1 = log m."""
    data = rivals([[1, 1]] * 4, [0, 0, 0, 1])
    found = cyclic_correction(data)
    wanted = np.outer([1, -1], [1, 0]) * np.log(3) / 2
    assert np.abs(found.W.numpy() - wanted).max() < 1e-14
    assert float(found.error) < 1e-12


def test_repeated_tokens_shift_the_closed_form():
    """Two copies of token 0 to one of token 1 take log 2 off."""
    data = rivals([[2, 1]] * 4, [0, 0, 0, 1])
    step = cyclic_correction(data).W
    assert float(step[0, 0] - step[1, 0]) == pytest.approx(np.log(3) - np.log(2), abs=1e-15)


def test_nothing_cyclic_leaves_zero():
    found = cyclic_correction(rivals([[1, 1], [2, 0]], [0, 0]))
    assert int(found.state) == Correction.FOUND
    assert not found.W.any()
    assert float(found.error) == 0


def test_a_log_loss_without_a_positive_score_has_no_minimiser():
    """Tokens 0 and 1 answer each other and neither stands in the other's input alone: label absent."""
    E = np.eye(3)
    data = Attention(E, E, [[0, 1, 1], [1, 0, 1]], [2, 2], [0, 1], 0, 0.0)
    assert int(cyclic_correction(data).state) == Correction.NOWHERE
    assert int(cyclic_correction(data.replace(loss=named("linear"))).state) == Correction.FOUND  # W = 0


def test_the_gradient_vanishes_on_a_thousand_datasets(solved):
    """By the definition, token by token; and W^cyc lies in the span of its rows."""
    several = 0
    for w, E, samples, _ in solved:
        if not samples:
            assert not w.any()
            continue
        several += 1
        rows = oracles.cyclic_rows(E, samples)
        assert np.linalg.norm(oracles.cyclic_risk(E, samples, w)[1]) < 1e-12
        assert np.linalg.norm(complement(rows).T @ w) < 1e-12 * (1 + np.linalg.norm(w))
    assert several > 400


def test_a_trust_region_method_agrees(solved):
    for w, E, samples, error in solved:
        if samples:
            assert np.linalg.norm(oracles.by_trust_region(E, samples) - w) <= error + 1e-6 * (
                1 + np.linalg.norm(w)
            )


def test_newton_in_sixty_digits_stays_within_the_certified_ball(solved):
    chosen = [row for row in solved if row[2] and len(row[1]) <= 3][:12]
    for w, E, samples, error in chosen:
        with mpmath.workdps(50):
            exactly = newton_in_digits(oracles.cyclic_rows(E, samples), samples, w)
        assert np.linalg.norm(exactly - w) <= error < 1e-9


def newton_in_digits(rows, samples, w):
    """The minimiser in the span of the rows, by Newton's method in mpmath, from a double near it."""
    _, s, right = np.linalg.svd(rows, full_matrices=False)
    Q = mpmath.matrix(right[s > 1e-10 * s.max()].T.tolist())
    A = mpmath.matrix(rows.tolist()) * Q
    c = Q.T * mpmath.matrix(w.tolist())
    for _ in range(6):
        slope, bend, at = mpmath.zeros(A.cols, 1), mpmath.zeros(A.cols), 0
        for kept, _, _ in samples:
            part = A[at : at + len(kept), :]
            at += len(kept)
            weight = [mpmath.exp(x) for x in part * c]
            s = mpmath.matrix([x / sum(weight) for x in weight])
            mean = part.T * s
            slope += mean
            bend += part.T * mpmath.diag(list(s)) * part - mean * mean.T
        c -= mpmath.lu_solve(bend, slope)
    return np.array([float(x) for x in Q * c])


def test_the_certified_ball_holds_a_disturbed_point():
    """The bound of the module's docstring at points off the minimiser, with its own gradient and Hessian."""
    data = rivals([[1, 1]] * 3, [0, 0, 1])
    best = np.log(2)  # of x = v_0 - v_1
    for x in np.linspace(-1, 2, 31):
        s = 1 / (1 + np.exp(-x))
        slope, bend, M = abs(s - 2 / 3) * np.sqrt(2), 2 * s * (1 - s), np.sqrt(2)
        if M * slope < bend:
            radius = -np.log(1 - M * slope / bend) / M
            assert abs(x - best) / np.sqrt(2) <= radius + 1e-15
    assert int(cyclic_correction(data).state) == Correction.FOUND


def drawn(count, rows):
    generator = torch.Generator().manual_seed(5)
    return [ATTENTION.sampler(generator, rows) for _ in range(count)]


def test_the_span_of_the_ties_is_that_of_the_definition():
    """Mean rows of Definition 3, read off the components, against both projections."""
    for batch in drawn(12, 4):
        d = batch.size("d")
        basis = cyclic_basis(batch)
        for i, row in enumerate(batch.rows()):
            words = [np.repeat(range(row.size("K")), c).tolist() for c in row.counts.clamp(max=2).tolist()]
            words = [[*(t for t in w if t != k), k] for w, k in zip(words, row.last.tolist(), strict=True)]
            tied, _ = oracles.constraints(row.embeddings.numpy(), words, row.labels.tolist())
            Q = complement(tied)
            P = np.eye(d * d) - Q @ Q.T if len(tied) else np.zeros((d * d, d * d))
            found = basis.columns[i] @ basis.columns[i].T
            if bool(basis.settled[i]):
                assert np.abs(found.numpy() - P).max() < 1e-9
                exactly = np.vectorize(midpoint, otypes=[float])(cyclic_projector(row.exact()))
                assert np.abs(exactly - P).max() < 1e-9
                assert exact_basis(row.exact()).rank() == int(basis.dimension[i])


def test_projecting_twice_is_projecting_once():
    for batch in drawn(6, 3):
        d = batch.size("d")
        W = torch.randn(*batch.batch, d, d, dtype=torch.float64)
        once = project(batch, W)
        assert torch.allclose(project(batch, once), once, atol=1e-12)


def test_exact_points_lie_in_the_span_and_near_the_minimiser():
    data = imposed.identity_head(imposed.realizable(imposed.log_loss(drawn(1, 24)[0])))
    for row in data.rows():
        exactly, near = cyclic_correction(row.exact()), cyclic_correction(row)
        assert int(exactly.state) == int(near.state)
        W = np.vectorize(midpoint, otypes=[float])(exactly.W)
        assert np.abs(W - near.W.numpy()).max() < 1e-14
        assert (project(row.exact(), exactly.W) == exactly.W).all()


def test_the_cyclic_gradient_of_the_package_agrees_with_autograd():
    for data, rows in batches():
        W = torch.randn(data.size("d"), data.size("d"), dtype=torch.float64).expand(*data.batch, -1, -1)
        found = gradient(cyclic_part(data), W)
        for i in range(0, len(rows), 50):
            E, words, labels = rows[i]
            samples = oracles.cyclic_samples(words, labels)
            if samples:
                wanted = by_autograd(torch.tensor(E), samples, W[i])
                assert torch.allclose(found[i], wanted, rtol=1e-11, atol=1e-13)
        assert Attending(**data.arrays(), W=W).size("n") == data.size("n")


def by_autograd(E, samples, W):
    at = W.clone().requires_grad_()
    total = torch.stack(
        [
            torch.logsumexp(E[kept] @ at @ E[k], 0)
            - torch.logsumexp(E[[t for t in kept if t == y]] @ at @ E[k], 0)
            for kept, k, y in samples
        ]
    ).mean()
    (slope,) = torch.autograd.grad(total, at)
    return slope
