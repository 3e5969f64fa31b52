"""Section 5, 6 and Appendix D: the runs behind the figures, drawn from the paper's description.

The paper's own instances are not published. A run starts at W(0) = 0 and takes the recipe's step size 0.01
or a larger one within two orders of magnitude, up to 1.28.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from hypothesis import strategies as st

from ntpcheck.claim import Domain
from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.instances.attention import AttentionRun

ITERATIONS, INSTANCES = 4000, 100
POWERS = (0, 7)  # of two, by which a step size differs from 0.01

Recipe = Callable[[torch.Generator, int], AttentionRun]


def with_steps(generator: torch.Generator, run: AttentionRun) -> AttentionRun:
    """The same runs with step sizes 0.01 * 2^j, j = 0 .. 7."""
    power = torch.randint(POWERS[0], POWERS[1] + 1, run.batch, generator=generator)
    return run.replace(eta=run.eta * 2.0 ** power.double())


def _domain(name: str, recipe: Recipe) -> Domain:
    def sampler(generator: torch.Generator, batch: int) -> AttentionRun:
        return with_steps(generator, recipe(generator, batch))

    def one(seed: int) -> AttentionRun:
        return sampler(torch.Generator().manual_seed(seed), 1).row(0)

    return Domain(name, lambda: st.builds(one, st.integers(0, 2**31)), sampler, costly=True)


ACYCLIC_RUNS = _domain("runs of Figure 3", recipes.acyclic)
GENERAL_RUNS = _domain("runs of Figure 4", recipes.general)
