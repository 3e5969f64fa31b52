"""Section 5, 6 and Appendix D: the runs behind the figures, drawn from the paper's description.

The paper's own instances are not published. A run starts at W(0) = 0 and takes a step size within two orders
of magnitude that include the recipe's: from 0.01 to 1.28, or from 0.025 to 0.8.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from hypothesis import strategies as st

from ntpcheck.claim import Domain
from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.instances.attention import AttentionRun

ITERATIONS, INSTANCES = 4000, 100
POWERS, ABOUT = (0, 7), (-2, 3)  # of two, by which step sizes differ from the recipe's

Recipe = Callable[[torch.Generator, int], AttentionRun]


def with_steps(
    generator: torch.Generator, run: AttentionRun, powers: tuple[int, int] = POWERS
) -> AttentionRun:
    """The same runs with step sizes eta 2^j, j from the first of the powers to the last."""
    power = torch.randint(powers[0], powers[1] + 1, run.batch, generator=generator)
    return run.replace(eta=run.eta * 2.0 ** power.double())


def _domain(name: str, recipe: Recipe, powers: tuple[int, int] = POWERS) -> Domain:
    def sampler(generator: torch.Generator, batch: int) -> AttentionRun:
        return with_steps(generator, recipe(generator, batch), powers)

    def one(seed: int) -> AttentionRun:
        return sampler(torch.Generator().manual_seed(seed), 1).row(0)

    return Domain(name, lambda: st.builds(one, st.integers(0, 2**31)), sampler, costly=True)


ACYCLIC_RUNS = _domain("runs of Figure 3", recipes.acyclic)
GENERAL_RUNS = _domain("runs of Figure 4", recipes.general)
# 1024 of these steps go from 0.13 to 4 times as far as 2000 of length 0.1.
HEAD_RUNS = _domain("runs of Figures 5 and 6", recipes.general_head, ABOUT)
