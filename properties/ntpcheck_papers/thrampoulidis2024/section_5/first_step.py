"""What the first step of gradient descent does to the norm: decided exactly."""

from ntpcheck import ulps
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.shared.slopes import slope


def norm_grows(run: Run) -> Evidence:
    """||W_1|| > ||W_0||.

    Slack: ||W_1||^2 - ||W_0||^2 = eta (eta ||G||^2 - 2 <W_0, G>), G the gradient at W_0.
    """
    xp, found, W0 = run.xp, slope(run, run.W0), run.W0
    square, inner = (found.matrix * found.matrix).sum((-2, -1)), (W0 * found.matrix).sum((-2, -1))
    grown = run.eta * (run.eta * square - 2 * inner)
    # |W_0|_max and the sum of the errors of G bound what they do to the inner product; likewise |G|_max.
    largest = 2 * xp.max(xp.max(xp.abs(W0), -1), -1) + 2 * run.eta * xp.max(
        xp.max(xp.abs(found.matrix), -1), -1
    )
    scale = run.eta * (run.eta * square + 2 * (xp.abs(W0) * xp.abs(found.matrix)).sum((-2, -1)))
    error = run.eta * (largest + run.eta * found.error) * found.error
    error = error + xp.rounding(scale, ulps.entries(W0) + 4)
    return Evidence(grown, error, scale, strict=True)
