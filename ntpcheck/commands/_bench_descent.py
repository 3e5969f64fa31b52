"""Cases of `ntpcheck bench` for gradient descent: our batches against loops over one instance."""

from dataclasses import replace
from typing import Any

from ntpcheck.commands._bench_case import Case, farthest

UNITS = "step x instance"


def cases() -> list[Case]:
    """Batched descent against its own products and exponentials, a numpy loop and a torch autograd loop."""
    sizes = (
        ("tiny", tiny, 300, 0.4, 150.0, 2000.0),
        ("paper", paper, 300, 0.6, 8.0, 60.0),
        ("big", big, 30, 0.6, 2.3, None),
    )
    floors, loops = list[Case](), list[Case]()
    for size, draw, steps, share, *targets in sizes:
        floors.append(_floor_case(size, draw, steps, share))
        for (label, path, against), target in zip(LOOPS, targets, strict=True):
            name = f"descent/{size}/{label}"
            loops.append(_case(name, draw, steps, path, against=against, target=target, apart=_apart))
    return floors + loops


def _case(name: str, draw: Any, steps: int, path: Any, **more: Any) -> Case:
    return Case(
        name,
        draw,
        lambda batch: ours(batch, steps),
        lambda batch: path(batch.row(0), steps),
        UNITS,
        ours_units=lambda batch: steps * batch.batch[0],
        naive_units=lambda _: steps,
        **more,
    )


def _floor_case(size: str, draw: Any, steps: int, share: float) -> Case:
    made = list[Any]()

    def theirs(batch: Any) -> Any:
        made[:] = made or [floor(batch)]
        return made[0](steps)

    against = "its matrix products and exponentials alone"
    case = _case(f"descent/{size}/floor", draw, steps, None, against=against, target=share)
    return replace(case, naive=theirs, naive_units=case.ours_units)


def floor(batch: Any) -> Any:
    """A function of a number of steps that computes only their products and exponentials.

    In logit space a step is A G and exp(L), with A and L `[V, B, m]`; with short contexts the batch is
    innermost, as in `dynamics.steps`; so many runs at a time as fit in the cache.
    """
    import numpy as np

    from ntpcheck.dynamics.steps import SHORT, Problem, chunk_size

    (runs, m, _), tokens = batch.embeddings.shape, batch.size("V")
    size = min(chunk_size(Problem(batch.embeddings, batch.pi, batch.p, batch.W0, batch.eta)), runs)
    gram, state = np.zeros((size, m, m)), np.zeros((tokens, size, m))
    logits, out = np.zeros_like(state), np.zeros_like(state)
    short = m <= SHORT
    inner, square = np.zeros((tokens - 1, m, size)), np.zeros((m, m, size))
    moved, powers = np.zeros_like(inner), np.zeros_like(inner)

    def made(steps: int) -> None:
        for _ in range(0, runs, size):
            for _ in range(steps):
                if short:
                    np.einsum("vib,ijb->vjb", inner, square, out=moved)
                    np.exp(moved, out=powers)
                else:
                    np.matmul(state.swapaxes(0, 1), gram, out=logits.swapaxes(0, 1))
                    np.exp(logits, out=out)

    return made


def ours(batch: Any, steps: int) -> Any:
    """W after `steps` steps of every run of the batch."""
    from ntpcheck.dynamics.gradient_descent import gradient_descent

    return gradient_descent(batch, [steps]).W[-1]


def numpy_loop(run: Any, steps: int) -> Any:
    """W after `steps` steps of one run, as one writes it in numpy."""
    import numpy as np

    H, pi, p = run.embeddings.numpy(), run.pi.numpy()[:, None], run.p.numpy()
    W, eta = run.W0.numpy().copy(), run.eta.item()
    for _ in range(steps):
        logits = H @ W.T
        logits -= logits.max(1, keepdims=True)
        softmax = np.exp(logits)
        softmax /= softmax.sum(1, keepdims=True)
        W[:] -= eta * ((pi * (softmax - p)).T @ H)
    return W


def autograd_loop(run: Any, steps: int) -> Any:
    """W after `steps` steps of one run, as one writes it in torch."""
    import torch

    W = run.W0.clone().requires_grad_()
    optimiser = torch.optim.SGD([W], lr=run.eta.item())
    weights = run.pi[:, None] * run.p
    for _ in range(steps):
        optimiser.zero_grad()
        loss = -(weights * torch.log_softmax(run.embeddings @ W.T, -1)).sum()
        loss.backward()
        optimiser.step()
    return W.detach()


LOOPS = (
    ("numpy", numpy_loop, "a numpy loop per instance"),
    ("autograd", autograd_loop, "a torch autograd loop"),
)


def paper(size: int = 64) -> list[Any]:
    from ntpcheck.domains.recipes import paper_size
    from ntpcheck.engine.sweep import generator

    return [paper_size(generator("bench"), size)]


def tiny(size: int = 4096) -> list[Any]:
    from ntpcheck.domains.recipes import planar
    from ntpcheck.engine.sweep import generator

    return [planar(generator("bench"), size)]


def big() -> list[Any]:
    """m = 200, d = 256, V = 50, half of the tokens in each support; eight runs."""
    import numpy as np

    from ntpcheck.instances.dataset import Run

    rng = np.random.default_rng(0)
    support = rng.random((8, 200, 50)).argsort(-1) < 25
    counts = support * rng.integers(1, 20, support.shape)
    H = rng.standard_normal((8, 200, 256))
    return [Run(H, counts, rng.standard_normal((8, 50, 256)) / 16, np.full(8, 0.5))]


def _apart(found: Any, theirs: Any) -> float:
    """Of the batch's first run and the one run of a loop."""
    return farthest(found[0], theirs)
