"""True limits stay true on slow runs: nearly parallel contexts, far starts, tiny steps, zero duals."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.claim import Effort
from ntpcheck.engine.sweep import standing
from ntpcheck.evidence import FAILS, HOLDS, judge
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024 import PAPER

LIMITS = ("lemma-2/loss", "theorem-2/direction", "theorem-2/finite-part")
LAWS = ("sharper/finite-part-rate", "sharper/direction-rate", "sharper/residual-rate")
CLAIMS = {claim.id.removeprefix("linear/"): claim for claim in PAPER.claims}
PAIR, SHARED, APART = [[1, 0], [0.5, 1]], [[2, 1, 0], [1, 2, 0]], [[1, 0, 0], [0, 1, 0]]
FAR = np.random.default_rng(0).standard_normal((3, 2))
# Contexts with other next tokens, apart by so little: ||W^mm||^2 is 2e6 or 2e12, and doubles do not tell the
# least of its multipliers from zero, or lose the flow. That is left open.
OPEN = {"apart by 1e-3", "apart by 1e-6"}


def run(embeddings: object, counts: object, start: object = 0.0, eta: float = 0.5) -> Run:
    h, n = torch.tensor(embeddings, dtype=torch.float64), torch.tensor(counts)
    W0 = torch.zeros(n.shape[1], h.shape[1], dtype=torch.float64) + torch.as_tensor(start)
    return Run(h[None], n[None], W0[None], torch.tensor([eta], dtype=torch.float64))


RUNS = {
    **{f"parallel to 1e-{k}": run([[1, 0], [1, 10.0**-k]], SHARED) for k in (2, 3, 4, 6)},
    **{f"apart by 1e-{k}": run([[1, 0], [1, 10.0**-k]], APART) for k in (1, 2, 3, 6)},
    **{f"start at 1e{k}": run(PAIR, SHARED, FAR * 10.0**k) for k in (2, 4, 6)},
    **{f"step 1e-{k}": run(PAIR, SHARED, eta=10.0**-k) for k in (0, 2, 4)},
    "zero duals": run([[1, 0], [0, 1], [1, 1]], [[1, 0, 0]] * 3),
    "zero duals, shared tokens": run([[1, 0], [0, 1], [0.5, 0.5]], [[1, 1, 0]] * 3),
}


@pytest.mark.parametrize("name", RUNS)
def test_no_slow_run_speaks_against_a_true_limit(name: str) -> None:
    asked = 0
    for claim in (CLAIMS[one] for one in LIMITS + LAWS):
        inside, _, _ = standing(claim.assumes, RUNS[name])
        if inside.all():
            asked += 1
            (said,) = judge(claim.conclude(RUNS[name], Effort())).ravel()
            assert said == HOLDS or (name in OPEN and said != FAILS), claim.id
    assert asked >= len(LIMITS)
