"""RUNS: a dataset, an initial point and a step size: everything that fixes a run of gradient descent."""

from torch import Generator

from ntpcheck.claim import Domain
from ntpcheck.domains import corners, pieces, plain, strategies
from ntpcheck.domains.datasets import datasets, sampled_datasets
from ntpcheck.domains.imposed import resting_start, small_step
from ntpcheck.domains.imposed.decoders import curvature
from ntpcheck.instances.dataset import Run


@strategies.built_once
def runs(draw: strategies.Draw) -> Run:
    """One run, any start, any positive step size."""
    data = draw(datasets())
    W0 = draw(strategies.decoders(V=data.size("V"), d=data.size("d")))
    run = Run(data.embeddings, data.counts, W0, draw(strategies.steps()))
    return draw(strategies.altered(run, (small_step, resting_start)))


def sampled_runs(generator: Generator, batch: int) -> Run:
    """A batch of runs; steps from far below to far above 2 / L."""
    data = sampled_datasets(generator, batch)
    W0 = pieces.decoders(generator, batch, data.size("V"), data.size("d"))
    run = Run(data.embeddings, data.counts, W0, pieces.dyadic_steps(generator, curvature(data)))
    return pieces.mixture(generator, run, ((resting_start, 2),))


RUNS = Domain("runs", runs, sampled_runs, None, corners.named(corners.RUN), costly=True, plain=plain.runs)
