"""Domains of attention data: alone, with one or two weights, with a scale, or with a start and a step.

GRAPHS, SUBSPACES and ATTENTION draw the same data, and so do WEIGHED and ATTENDING; ATTENTION and ATTENDING
have no finite scope. A scope says everything about the sequences and nothing about embeddings: GRAPHS is for
statements that have none, SUBSPACES and WEIGHED for those about spans and orders, of which E = I is the case
of interest, WEIGHED for those that are linear in W. ATTENTION_STEPS draws what ATTENTION_RUNS draws, for
statements about a single step, which cost no training run.
"""

from collections.abc import Callable

from hypothesis import strategies as st
from torch import Generator

from ntpcheck.claim import Domain
from ntpcheck.domains import attention_corners as corners
from ntpcheck.domains import attention_strategies, pieces, plain, strategies
from ntpcheck.domains.attention_pieces import sampled
from ntpcheck.domains.attention_scopes import small_datasets, small_units
from ntpcheck.domains.corners import named
from ntpcheck.domains.imposed.attention import descending_step, smoothness
from ntpcheck.domains.imposed.attention_pairs import cyclic_pair, rival_minima, short_step
from ntpcheck.domains.imposed.attention_steps import overshooting, unequal_edges
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, Attention, AttentionRun


@strategies.built_once
def attending(draw: strategies.Draw) -> Attending:
    """One dataset with weights, any structure."""
    data = draw(attention_strategies.datasets())
    d = data.size("d")
    return Attending(**data.arrays(), W=draw(strategies.decoders(V=d, d=d)))


@strategies.built_once
def cyclic_pairs(draw: strategies.Draw) -> Attending:
    """The same; half of them with a cyclic subset of one pair of tokens."""
    return draw(strategies.altered(draw(attending()), (cyclic_pair, rival_minima)))


@strategies.built_once
def attending_pairs(draw: strategies.Draw) -> AttendingPair:
    """One dataset with two weights: unrelated, equal, opposite or doubled, or a short step apart."""
    data = draw(attending())
    d, factor = data.size("d"), draw(st.sampled_from((None, 1.0, -1.0, 2.0)))
    second = draw(strategies.decoders(V=d, d=d)) if factor is None else factor * data.W
    return draw(strategies.altered(AttendingPair(**data.arrays(), W2=second), (short_step,)))


@strategies.built_once
def attending_scaled(draw: strategies.Draw) -> AttendingScaled:
    """The same with a scale."""
    data = draw(attending_pairs())
    return AttendingScaled(**data.arrays(), R=draw(strategies.scales()))


@strategies.built_once
def runs(draw: strategies.Draw) -> AttentionRun:
    """One run, any start, any positive step size."""
    data = draw(attention_strategies.datasets())
    d = data.size("d")
    run = AttentionRun(**data.arrays(), W0=draw(strategies.decoders(V=d, d=d)), eta=draw(strategies.steps()))
    return draw(strategies.altered(run, (descending_step, overshooting, unequal_edges)))


def sampled_attending(
    generator: Generator, batch: int, drawn: Callable[[Generator, int], Attention] = sampled
) -> Attending:
    """A batch of datasets with weights."""
    data = drawn(generator, batch)
    d = data.size("d")
    return Attending(**data.arrays(), W=pieces.decoders(generator, batch, d, d))


def sampled_cyclic_pairs(generator: Generator, batch: int) -> Attending:
    """The same; half of them with a cyclic subset of one pair of tokens."""
    return pieces.mixture(
        generator, sampled_attending(generator, batch), ((cyclic_pair, 16), (rival_minima, 4))
    )


def sampled_pairs(generator: Generator, batch: int) -> AttendingPair:
    """A batch with two weights: unrelated, equal, opposite or doubled, or a short step apart."""
    return pieces.mixture(generator, _sampled_pairs(generator, batch), ((short_step, 2),))


def _sampled_pairs(generator: Generator, batch: int) -> AttendingPair:
    data = sampled_attending(generator, batch)
    d = data.size("d")
    related = (pieces.decoders(generator, batch, d, d), data.W, -data.W, 2 * data.W)
    W2 = pieces.pick(pieces.choice(generator, batch, (26, 5, 5, 4)), related)
    return AttendingPair(**data.arrays(), W2=W2)


def sampled_scaled(generator: Generator, batch: int) -> AttendingScaled:
    """The same with a scale."""
    data = _sampled_pairs(generator, batch)
    return AttendingScaled(**data.arrays(), R=pieces.scales(generator, batch))


def sampled_runs(generator: Generator, batch: int) -> AttentionRun:
    """A batch of runs; steps from far below to far above 2 / L."""
    data = sampled(generator, batch)
    d = data.size("d")
    run = AttentionRun(
        **data.arrays(),
        W0=pieces.decoders(generator, batch, d, d),
        eta=pieces.dyadic_steps(generator, smoothness(data)),
    )
    mixed = pieces.mixture(generator, run, ((overshooting, 6), (unequal_edges, 1)))
    # Stacked components are drawn seldom enough: they stay.
    rare = corners.RUN["stacked-components"](run).long()
    return run.replace(**{n: pieces.pick(rare, (getattr(mixed, n), getattr(run, n))) for n in run.AXES})


GRAPHS = Domain(
    "token-priority graphs", attention_strategies.datasets, sampled, small_datasets, named(corners.DATASET)
)
SUBSPACES = Domain(
    "attention subspaces", attention_strategies.datasets, sampled, small_datasets, named(corners.DATASET)
)
ATTENTION = Domain(
    "attention", attention_strategies.datasets, sampled, None, named(corners.DATASET), plain=plain.attentions
)
ATTENDING = Domain("attending", attending, sampled_attending, None, named(corners.ATTENDING))
WEIGHED = Domain("weighed subspaces", attending, sampled_attending, small_units, named(corners.ATTENDING))
CYCLIC_PAIRS = Domain(
    "cyclic-pairs", cyclic_pairs, sampled_cyclic_pairs, None, named(corners.ATTENDING), weight=8
)
ATTENDING_PAIRS = Domain("attending-pairs", attending_pairs, sampled_pairs, None, named(corners.PAIR))
ATTENDING_SCALED = Domain("attending-scaled", attending_scaled, sampled_scaled, None, named(corners.SCALED))
ATTENTION_RUNS = Domain(
    "attention-runs", runs, sampled_runs, None, named(corners.RUN), costly=True, plain=plain.attention_runs
)
ATTENTION_STEPS = Domain(
    "attention-steps", runs, sampled_runs, None, named(corners.RUN), plain=plain.all_attention_runs
)
