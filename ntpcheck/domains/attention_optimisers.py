"""NORMALISED_RUNS and LOCAL_RUNS: attention runs some of which have fates that can be told exactly.

Most batches have one of the few shapes on which that is so: a start between the two sides of W^cyc,
one in the basin of a wrong token, one where two tokens tie for the best score.
"""

from torch import Generator

from ntpcheck.claim import Domain
from ntpcheck.domains import attention_corners as corners
from ntpcheck.domains import attention_pieces, pieces, plain, strategies
from ntpcheck.domains.attention import runs
from ntpcheck.domains.attention_pieces import Shape
from ntpcheck.domains.corners import named
from ntpcheck.domains.imposed.attention import smoothness
from ntpcheck.domains.imposed.attention_local import local_basin, straddling_start, tied_scores
from ntpcheck.instances.attention import AttentionRun

NORMALISED_MAPS = ((straddling_start, 16),)


def known_fate(run: AttentionRun) -> AttentionRun:
    """`local_basin` or `tied_scores`, which have different shapes; other shapes stay as they are."""
    return tied_scores(local_basin(run))


def _sampled(generator: Generator, batch: int, shape: Shape | None) -> AttentionRun:
    data = attention_pieces.sampled(generator, batch, shape)
    d = data.size("d")
    W0, eta = pieces.decoders(generator, batch, d, d), pieces.dyadic_steps(generator, smoothness(data))
    return AttentionRun(**data.arrays(), W0=W0, eta=eta)


def sampled_normalised_runs(generator: Generator, batch: int) -> AttentionRun:
    """A batch of runs; half of the batches have two inputs, three tokens and three dimensions."""
    shape = Shape(2, 3, 3) if pieces.choice(generator, 1, (1, 1)).item() else None
    return pieces.mixture(generator, _sampled(generator, batch, shape), NORMALISED_MAPS)


def sampled_local_runs(generator: Generator, batch: int) -> AttentionRun:
    """A batch of runs; four batches in five have the shape of `local_basin` or of `tied_scores`."""
    kind = int(pieces.choice(generator, 1, (1, 2, 2)))
    shape = (None, Shape(2, 2, 2), Shape(1, 4, 4))[kind]
    return pieces.mixture(generator, _sampled(generator, batch, shape), ((known_fate, 24),))


@strategies.built_once
def normalised_runs(draw: strategies.Draw) -> AttentionRun:
    """One run, some straddling W^cyc."""
    return draw(strategies.altered(draw(runs()), (straddling_start,)))


@strategies.built_once
def local_runs(draw: strategies.Draw) -> AttentionRun:
    """One run, some in the basin of a local optimum."""
    return draw(strategies.altered(draw(runs()), (known_fate,)))


NORMALISED_RUNS = Domain(
    "normalised attention runs",
    normalised_runs,
    sampled_normalised_runs,
    None,
    named(corners.RUN),
    costly=True,
    plain=plain.attention_runs,
)
LOCAL_RUNS = Domain(
    "local attention runs",
    local_runs,
    sampled_local_runs,
    None,
    named(corners.RUN),
    costly=True,
    plain=plain.local_runs,
)
