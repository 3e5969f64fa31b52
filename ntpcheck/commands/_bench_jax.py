"""Cases of `ntpcheck bench` for training: our batches against JAX, grad under jit and vmap, on one thread."""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

from ntpcheck.commands import _bench_descent
from ntpcheck.commands._bench_case import Case, farthest

ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
JAX = "JAX, grad under jit and vmap"
STEPS, ETA = 200, 0.01


def cases() -> list[Case]:
    """Descent at three sizes, its relatives at paper size, and the attention authors' recipe."""
    plain, one = _bench_descent, partial(_attention, 1)
    loop = lambda runs: attention_loop(runs, STEPS)  # noqa: E731
    return [
        _linear("tiny", plain.tiny, plain.ours, "gd", 1.2),
        _linear("paper", plain.paper, plain.ours, "gd", 2.0),
        _linear("big", plain.big, plain.ours, "gd", 1.1),
        _linear("ngd", _relatives, partial(_by_rule, "NGD"), "ngd", 1.5),
        _linear("adam", _relatives, partial(_by_rule, "ADAM"), "adam", 1.5),
        _weights("attention/hundred/jax", partial(_attention, 100), 1.5),
        _weights("attention/single/jax", one, None),
        _case("attention/single/numpy", one, attention, loop, against="a numpy loop", target=1.3),
    ]


def _linear(name: str, draw: Any, ours: Any, rule: str, target: float) -> Case:
    def fields(run: Any) -> list[Any]:
        return [run.W0, run.eta, run.embeddings, run.pi[..., None] * run.p]

    theirs = _once(lambda: _compiled(_cross_entropy, rule), fields)
    return _case(f"descent/{name}/jax", draw, ours, theirs, against=JAX, target=target, needs="jax")


def _weights(name: str, draw: Any, target: float | None) -> Case:
    def fields(run: Any) -> list[Any]:
        prior = run.counts.clamp_min(1).double().log().masked_fill(~run.present, -1e300)
        return [run.W0, run.eta, run.embeddings, run.queries, prior, run.is_label]

    theirs = _once(lambda: _compiled(_log_loss, "ngd"), fields)
    return _case(name, draw, attention, theirs, against=JAX, target=target, needs="jax")


def _case(name: str, draw: Any, ours: Any, theirs: Any, **more: Any) -> Case:
    def units(runs: Any) -> float:
        return STEPS * len(runs.W0)

    named = {"units": "step x instance", "ours_units": units, "naive_units": units, "apart": farthest}
    return Case(name, draw, lambda runs: ours(runs, STEPS), theirs, **named, **more)


def _once(compiled: Callable[[], Any], fields: Callable[[Any], list[Any]]) -> Callable[[Any], Any]:
    """What is compiled, and the arrays that it takes of a batch, are made at the first call."""
    made = list[Any]()

    def theirs(runs: Any) -> Any:
        made[:] = made or [compiled(), [value.numpy() for value in fields(runs)]]
        train, values = made
        return train(*values).block_until_ready()

    return theirs


def _compiled(loss: Callable[..., Any], rule: str) -> Any:
    """`STEPS` steps of every run of a batch, compiled; the arguments are W_0, eta and the data."""
    os.environ.setdefault("XLA_FLAGS", ONE_THREAD)
    import jax  # pyright: ignore
    import jax.numpy as jnp  # pyright: ignore

    jax.config.update("jax_enable_x64", True)  # noqa: FBT003

    def train(W: Any, eta: Any, *data: Any) -> Any:
        def step(i: Any, state: Any) -> Any:
            W, mean, square = state
            g = jax.grad(loss)(W, *data)
            if rule == "adam":
                mean, square = 0.9 * mean + 0.1 * g, 0.99 * square + 0.01 * g * g
                root = jnp.sqrt(square / (1 - 0.99 ** (i + 1.0))) + 1e-8
                return W - eta * mean / (1 - 0.9 ** (i + 1.0)) / root, mean, square
            return W - eta * (g / jnp.sqrt((g * g).sum()) if rule == "ngd" else g), mean, square

        return jax.lax.fori_loop(0, STEPS, step, (W, 0 * W, 0 * W))[0]

    return jax.jit(jax.vmap(train))


def _cross_entropy(W: Any, H: Any, joint: Any) -> Any:
    import jax  # pyright: ignore

    return -(joint * jax.nn.log_softmax(H @ W.T, -1)).sum()


def _log_loss(W: Any, E: Any, Q: Any, prior: Any, label: Any) -> Any:
    import jax  # pyright: ignore
    import jax.numpy as jnp  # pyright: ignore

    return -jnp.where(label, jax.nn.log_softmax(Q @ W.T @ E.T + prior, -1), 0).sum() / len(Q)


def attention_loop(run: Any, steps: int) -> Any:
    """W `[1, d, d]` after normalised steps of one run, as one writes it in numpy."""
    import numpy as np

    E, Q, counts, label, here, eta = (
        x[0].numpy() for x in (run.embeddings, run.queries, run.counts, run.is_label, run.W0, run.eta)
    )
    prior = np.where(counts > 0, np.log(np.maximum(counts, 1)), -np.inf)
    for _ in range(steps):
        logits = Q @ here.T @ E.T + prior
        logits -= logits.max(1, keepdims=True)
        s = np.exp(logits)
        s /= s.sum(1, keepdims=True)
        slope = E.T @ (s - label).T @ Q
        here = here - eta * slope / np.sqrt((slope * slope).sum())
    return here[None]


def attention(batch: Any, steps: int) -> Any:
    """W after `steps` normalised steps of every run."""
    from ntpcheck.dynamics.attention_descent import timed_descent

    return timed_descent(batch, [steps])[0].W[-1]


def _by_rule(rule: str, batch: Any, steps: int) -> Any:
    """W after `steps` steps of NGD or ADAM of every run."""
    from ntpcheck.dynamics import optimisers

    return optimisers.trajectory(batch, [steps], getattr(optimisers, rule)).W[-1]


def _relatives() -> list[Any]:
    (batch,) = _bench_descent.paper(24)
    return [batch.replace(eta=0 * batch.eta + ETA)]


def _attention(batch: int) -> list[Any]:
    from ntpcheck.domains import attention_recipes as recipes

    return [recipes.runs(recipes.CODE_GENERAL, 3, batch)]
