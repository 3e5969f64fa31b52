"""Cases of `ntpcheck bench` for gradient descent: our batches against loops over one instance."""

from __future__ import annotations

from typing import Any

from ntpcheck.commands._bench_case import Case, Inputs


def cases() -> list[Case]:
    """Batched descent against a numpy loop and a torch autograd loop, at three sizes."""
    sizes = (
        ("tiny", tiny, 300, 150.0, 2000.0),
        ("paper", paper, 300, 8.0, 60.0),
        ("big", big, 30, 2.3, None),
    )
    naive = {
        "numpy": (numpy_loop, "a numpy loop per instance"),
        "autograd": (autograd_loop, "a torch autograd loop"),
    }
    floors = [
        _floor_case(size, Inputs(draw), steps, share)
        for (size, draw, steps, *_), share in zip(sizes, (0.4, 0.6, 0.6), strict=True)
    ]
    return floors + [
        _case(f"descent/{size}/{label}", Inputs(draw), steps, path, against, target)
        for size, draw, steps, *targets in sizes
        for (label, (path, against)), target in zip(naive.items(), targets, strict=True)
    ]


def _case(name: str, inputs: Inputs, steps: int, path: Any, against: str, target: float | None) -> Case:
    return Case(
        name,
        ours=lambda k: ours(inputs[k], steps),
        naive=lambda k: path(inputs[k].row(0), steps),
        units="step x instance",
        against=against,
        target=target,
        ours_units=lambda k: steps * inputs[k].batch[0],
        naive_units=lambda k: steps,
        apart=_apart,
    )


def _floor_case(name: str, inputs: Inputs, steps: int, share: float) -> Case:
    def theirs(k: int) -> Any:
        if not made:
            made.append(floor(inputs[0]))
        return made[0](steps)

    made = list[Any]()
    units = lambda k: steps * inputs[k].batch[0]  # noqa: E731
    return Case(
        f"descent/{name}/floor",
        ours=lambda k: ours(inputs[k], steps),
        naive=theirs,
        units="step x instance",
        against="its matrix products and exponentials alone",
        target=share,
        ours_units=units,
        naive_units=units,
    )


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


def paper() -> list[Any]:
    from ntpcheck.domains.recipes import paper_size
    from ntpcheck.engine.sweep import generator

    return [paper_size(generator("bench"), 64)]


def tiny() -> list[Any]:
    from ntpcheck.domains.recipes import planar
    from ntpcheck.engine.sweep import generator

    return [planar(generator("bench"), 4096)]


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
    """The largest difference of the batch's first run from the one run of a loop, in numpy or torch."""
    import numpy as np

    return float(np.abs(np.asarray(found[0]) - np.asarray(theirs)).max())
