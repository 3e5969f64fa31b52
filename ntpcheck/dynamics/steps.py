"""Constant-step gradient descent on plain arrays: one batch in, its iterates at chosen steps out.

Everything is stored token first, `[V, B, m]`, so that a sum over tokens and a product with a number per
context run along memory. Three forms of one step, chosen by size:

logit space, `m < 2 d`. With residual R_vj = pi_j (softmax_vj - p_jv) a step is W <- W - eta R H, so
    W_k = W_0 - eta A_k H,  L_k = W_k H^T = L_0 - eta A_k G,  A_k = R_0 + ... + R_{k-1},  G = H H^T,
    and the state is A alone: logits and weights stay consistent to the last bit, and a step costs V m^2.
short contexts, m <= 6. The same with the batch innermost, `[V, m, B]`: the Gram product is m x m
    multiply-adds of long rows, because a batched product of 3 x 3 matrices is all overhead.
weight space, otherwise. State W, a step costs 2 V m d.

Columns of R sum to zero, so the logits of a context keep their mean over tokens. They start at mean 0
(softmax does not see the shift), hence sum exp(L) >= V: nothing underflows, and exp overflows only past
709. Blocks of steps therefore run without subtracting the maximum, and are run again with it if a block
ends non-finite.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ntpcheck.dynamics.residual import einsum

SHORT = 6
CHUNK_BYTES = 1 << 20
LONG = 1024  # entries from which torch's exp takes less time than numpy's


@dataclass(frozen=True)
class Problem:
    """One chunk, plain: H `[B, m, d]`, pi `[B, m]`, p `[B, m, V]`, W0 `[B, V, d]`, eta `[B]`.

    absent: `[B, V]` bool, tokens that take no part, where contexts are short; never the last one.
    """

    embeddings: Tensor
    pi: Tensor
    p: Tensor
    start: Tensor
    eta: Tensor
    absent: Tensor | None = None

    def rows(self, rows: slice) -> Problem:
        """The sub-batch `rows`."""
        absent = None if self.absent is None else self.absent[rows]
        H, pi, p, W0, eta = (x[rows] for x in (self.embeddings, self.pi, self.p, self.start, self.eta))
        return Problem(H, pi, p, W0, eta, absent)


def iterates(problem: Problem, steps: Sequence[int]) -> Tensor:
    """W_k at each k of `steps` (increasing, 0 allowed): `[len(steps), B, V, d]`."""
    batch, tokens, width = problem.start.shape
    chunk = chunk_size(problem)
    out = problem.start.new_empty((len(steps), batch, tokens, width))
    for first in range(0, batch, chunk):
        rows = slice(first, first + chunk)
        for i, weights in enumerate(_chunk_iterates(problem.rows(rows), steps)):
            out[i, rows] = weights
    return out


def chunk_size(problem: Problem) -> int:
    """How many instances fit in the second-level cache together; on a device other than the CPU, all."""
    batch, m, d = problem.embeddings.shape
    if problem.start.device.type != "cpu":
        return max(1, batch)
    tokens = problem.start.shape[1]
    state = 4 * tokens * m + 2 * m
    shared = m * m if m < 2 * d else 2 * m * d + tokens * d
    return max(1, CHUNK_BYTES // (8 * (state + shared)))


def _chunk_iterates(problem: Problem, steps: Sequence[int]) -> Iterator[Tensor]:
    machine = _machine(problem)
    done = 0
    for k in steps:
        machine.advance(k - done)
        done = k
        yield machine.weights()


def _machine(problem: Problem) -> _Machine:
    m, d = problem.embeddings.shape[-2:]
    if m <= SHORT:
        return _Short(problem)
    return _Logits(problem) if m < 2 * d else _Weights(problem)


class _Machine(ABC):
    """Buffers, and the loop with its overflow guard. A subclass says what its state is and how it moves.

    `ops` is numpy for CPU tensors (shared memory, no copy) and torch elsewhere; both know `exp`, `matmul`
    and `multiply` with `out=`.
    """

    def __init__(self, problem: Problem, state: Tensor, logits: Tensor, per_context: Tensor) -> None:
        self.problem = problem
        self.host = problem.start.device.type == "cpu"
        self.ops: Any = np if self.host else torch
        self.state = self.plain(state)
        self.logits = self.plain(logits)
        self.residual = self.plain(torch.empty_like(logits))
        self.total = self.plain(torch.empty_like(per_context, memory_format=torch.contiguous_format))
        self.long = self.host and logits.numel() >= LONG
        self.overflows = False  # whether exp did, of logits that were not shifted
        self.shared = torch.as_tensor(self.logits), torch.as_tensor(self.residual)  # the same memory

    def plain(self, tensor: Tensor) -> Any:
        """The array the loop works on, contiguous."""
        tensor = tensor.contiguous()
        return tensor.numpy() if self.host else tensor

    def advance(self, count: int) -> None:
        """Take `count` steps; the state is restored and the block repeated shifted if it overflowed.

        What follows it is shifted at once: logits seldom come back from there.
        """
        if count == 0:
            return
        before = self.state.copy() if self.host else self.state.clone()
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            self.block(count, shifted=self.overflows)
            if not self.overflows and not bool(self.ops.isfinite(self.state).all()):
                self.state[...], self.overflows = before, True
                self.block(count, shifted=True)

    def block(self, count: int, *, shifted: bool) -> None:
        """`count` steps in place."""
        self.last = 1.0
        for _ in range(count):
            self.set_logits()
            if shifted:
                self.shift()
            self.set_residual()
            self.move()

    def top(self) -> Any:
        return self.logits.max(0) if self.host else self.logits.amax(0)

    def shift(self) -> None:
        """Lowers each context's logits until the largest is 0."""
        self.logits -= self.top()

    def exp_sum(self) -> None:
        """residual = exp(logits), total = its sum over tokens."""
        if self.long:
            torch.exp(self.shared[0], out=self.shared[1])
        else:
            self.ops.exp(self.logits, out=self.residual)
        if self.host:
            np.add.reduce(self.residual, axis=0, out=self.total)
        else:
            torch.sum(self.residual, 0, out=self.total)

    def set_residual(self) -> None:
        """residual = pi softmax - pi p, in place."""
        self.exp_sum()
        self.ops.divide(self.pi, self.total, out=self.total)
        self.ops.multiply(self.residual, self.total, out=self.residual)
        self.residual -= self.target

    state: Any
    logits: Any
    residual: Any
    total: Any
    pi: Any
    target: Any
    last: Any  # exp(0), of the reference token's logit, as far as it has been shifted

    @abstractmethod
    def set_logits(self) -> None:
        """Logits of the state, in place."""

    @abstractmethod
    def move(self) -> None:
        """One step of the state along the residual, in place."""

    @abstractmethod
    def weights(self) -> Tensor:
        """`[B, V, d]` W at the state."""


def _centred(logits: Tensor) -> Tensor:
    return logits - logits.mean(dim=-2, keepdim=True)


class _Logits(_Machine):
    """State A `[V, B, m]`; logits = L_0 - A (eta G)."""

    def __init__(self, problem: Problem) -> None:
        H, W = problem.embeddings, problem.start
        logits = _centred(W @ H.mT).transpose(0, 1).contiguous()
        super().__init__(problem, torch.zeros_like(logits), logits, problem.pi)
        self.origin = self.plain(logits.clone())
        self.gram = self.plain(-problem.eta[:, None, None] * (H @ H.mT))
        self.pi = self.plain(problem.pi)
        self.target = self.plain((problem.pi[..., None] * problem.p).permute(2, 0, 1))
        self.state_by_row = self.state.swapaxes(0, 1)
        self.logits_by_row = self.logits.swapaxes(0, 1)

    def set_logits(self) -> None:
        self.ops.matmul(self.state_by_row, self.gram, out=self.logits_by_row)
        self.logits += self.origin

    def move(self) -> None:
        self.state += self.residual

    def weights(self) -> Tensor:
        total = torch.as_tensor(self.state).transpose(0, 1)
        return self.problem.start - self.problem.eta[:, None, None] * (total @ self.problem.embeddings)


class _Short(_Machine):
    """State A_v - A_V `[V - 1, m, B]`, and logits relative to the last token's: one exp and one product
    fewer.

    With E_v = exp(L_v - L_V) and sigma = pi / (1 + sum E), R_v - R_V = sigma (E_v - 1) - pi (p_v - p_V),
    and R_V follows from the columns summing to zero. 1 + sum E cannot underflow.
    """

    def __init__(self, problem: Problem) -> None:
        H, W = problem.embeddings, problem.start
        logits = ((W[:, :-1] - W[:, -1:]) @ H.mT).permute(1, 2, 0).contiguous()
        if problem.absent is not None:
            logits = torch.where(problem.absent[:, :-1].mT[:, None], -torch.inf, logits)
        super().__init__(problem, torch.zeros_like(logits), logits, problem.pi.mT)
        self.origin = self.plain(logits.clone())
        self.gram = self.plain((-problem.eta[:, None, None] * (H @ H.mT)).permute(1, 2, 0))
        self.pi = self.plain(problem.pi.mT)
        joint = (problem.pi[..., None] * problem.p).permute(2, 1, 0)
        self.target = self.plain(joint[:-1] - joint[-1:])

    def set_logits(self) -> None:
        if self.host:
            einsum("vib,ijb->vjb", self.state, self.gram, out=self.logits)
            self.logits += self.origin
            return
        self.logits.copy_(self.origin)
        for i in range(self.gram.shape[0]):
            self.logits.addcmul_(self.state[:, i : i + 1], self.gram[i])

    def shift(self) -> None:
        top = self.top() if self.logits.shape[0] else self.total * 0
        top = top.clip(0)
        self.last = self.ops.exp(-top)
        self.logits -= top

    def set_residual(self) -> None:
        residual, total = self.residual, self.total
        self.exp_sum()
        total += self.last
        self.ops.divide(self.pi, total, out=total)
        residual -= self.last
        self.ops.multiply(residual, total, out=residual)
        residual -= self.target

    def move(self) -> None:
        self.state += self.residual

    def weights(self) -> Tensor:
        partial = torch.as_tensor(self.state).permute(2, 0, 1)
        last = -partial.sum(1, keepdim=True) / self.problem.start.shape[1]
        total = torch.cat([partial + last, last], 1)
        return self.problem.start - self.problem.eta[:, None, None] * (total @ self.problem.embeddings)


class _Weights(_Machine):
    """State W `[V, B, d]`."""

    def __init__(self, problem: Problem) -> None:
        H = problem.embeddings
        state = problem.start.transpose(0, 1).clone().contiguous()
        super().__init__(problem, state, state.new_empty((state.shape[0], *H.shape[:2])), problem.pi)
        self.forward = self.plain(H.mT)
        self.back = self.plain(problem.eta[:, None, None] * H)
        self.change = self.plain(torch.empty_like(state))
        self.pi = self.plain(problem.pi)
        self.target = self.plain((problem.pi[..., None] * problem.p).permute(2, 0, 1))

    def set_logits(self) -> None:
        self.ops.matmul(self.state.swapaxes(0, 1), self.forward, out=self.logits.swapaxes(0, 1))

    def move(self) -> None:
        self.ops.matmul(self.residual.swapaxes(0, 1), self.back, out=self.change.swapaxes(0, 1))
        self.state -= self.change

    def weights(self) -> Tensor:
        return torch.as_tensor(self.state).transpose(0, 1).clone()
