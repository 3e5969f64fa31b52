"""Descents of problems that differ in size, as one: on small arrays a step costs by the call."""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import pad

from ntpcheck.dynamics.steps import Problem, iterates


def joint(problems: Sequence[Problem]) -> Problem:
    """Problems of short contexts and several sizes as one.

    Dimensions, and contexts of no weight, are added after those that there are, absent tokens before.
    """
    V, d = (max(problem.start.shape[axis] for problem in problems) for axis in (1, 2))
    m = max(problem.pi.shape[1] for problem in problems)

    def widened(one: Problem) -> Sequence[Tensor]:
        contexts, first, across = m - one.pi.shape[1], V - one.start.shape[1], d - one.start.shape[2]
        return (
            pad(one.embeddings, (0, across, 0, contexts)), pad(one.pi, (0, contexts)),
            pad(one.p, (first, 0, 0, contexts)), pad(one.start, (0, across, first, 0)), one.eta,
            (torch.arange(V, device=one.eta.device) < first).expand(len(one.eta), V),
        )  # fmt: skip

    return Problem(*map(torch.cat, zip(*map(widened, problems), strict=True)))


def iterates_of(problems: Sequence[Problem], steps: Sequence[int]) -> list[Tensor]:
    """`iterates` of each; where all contexts are short, at the cost of a few calls for all of them."""
    if len(problems) == 1:
        return [iterates(problems[0], steps)]
    rows = torch.split(iterates(joint(problems), steps), [len(problem.eta) for problem in problems], 1)
    sizes = (problem.start.shape[1:] for problem in problems)
    return [W[:, :, -V:, :d] for W, (V, d) in zip(rows, sizes, strict=True)]
