"""Cases of `ntpcheck bench` for training: our batches against JAX, grad under jit and vmap, on one thread."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ntpcheck.commands import _bench_descent
from ntpcheck.commands._bench_case import Case, Inputs

ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
JAX = "JAX, grad under jit and vmap"
STEPS, ETA = 200, 0.01
Maps = tuple[Any, ...]


def cases() -> list[Case]:
    """Descent at three sizes, its relatives at paper size, and the attention authors' recipe."""
    sizes = (
        ("tiny", _bench_descent.tiny, 1.2),
        ("paper", _bench_descent.paper, 2.0),
        ("big", _bench_descent.big, 1.1),
    )
    plain = [_linear(f"descent/{n}/jax", Inputs(draw), _bench_descent.ours, "gd", t) for n, draw, t in sizes]
    relatives = [
        _linear(f"descent/{name}/jax", Inputs(_relatives), ours, name, 1.5)
        for name, ours in (("ngd", _normalised), ("adam", _adam))
    ]
    one = Inputs(lambda: _attention(1))
    loop = Case(
        "attention/single/numpy",
        ours=lambda k: attention(one[k], STEPS),
        naive=lambda k: attention_loop(one[k], STEPS),
        units="step x instance",
        against="a numpy loop",
        target=1.3,
        ours_units=lambda k: STEPS,
        naive_units=lambda k: STEPS,
        apart=_apart,
    )
    return [
        *plain,
        *relatives,
        _attention_case("hundred", 100, 1.5),
        _attention_case("single", 1, None),
        loop,
    ]


def _linear(name: str, inputs: Inputs, ours: Callable[[Any, int], Any], rule: str, target: float) -> Case:
    def fields(run: Any) -> list[Any]:
        return [run.W0, run.eta, run.embeddings, run.pi[..., None] * run.p]

    return _case(name, inputs, ours, lambda: _compiled(_cross_entropy, rule, 4), fields, target)


def _attention_case(name: str, batch: int, target: float | None) -> Case:
    def fields(run: Any) -> list[Any]:
        prior = run.counts.clamp_min(1).double().log().masked_fill(~run.present, -1e300)
        return [run.W0, run.eta, run.embeddings, run.queries, prior, run.is_label]

    inputs = Inputs(lambda: _attention(batch))
    made = lambda: _compiled(_log_loss, "ngd", 6)  # noqa: E731
    return _case(f"attention/{name}/jax", inputs, attention, made, fields, target)


def _case(
    name: str,
    inputs: Inputs,
    ours: Callable[[Any, int], Any],
    compiled: Any,
    fields: Any,
    target: float | None,
) -> Case:
    made = dict[int, Any]()

    def theirs(k: int) -> Any:
        if not made:
            made[0] = compiled(), [value.numpy() for value in fields(inputs[0])]
        train, values = made[0]
        return train(*values).block_until_ready()

    def units(k: int) -> float:
        return STEPS * len(inputs[k].W0)

    return Case(
        name, lambda k: ours(inputs[k], STEPS), theirs, "step x instance", JAX, target, units, units,
        apart=_apart, needs="jax",
    )  # fmt: skip


def _apart(found: Any, theirs: Any) -> float:
    import numpy as np

    return float(np.abs(np.asarray(found) - np.asarray(theirs)).max())


def _compiled(loss: Callable[..., Any], rule: str, arguments: int) -> Any:
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
    from ntpcheck.dynamics.attention_normalised import timed_descent

    return timed_descent(batch, [steps])[0].W[-1]


def _normalised(batch: Any, steps: int) -> Any:
    from ntpcheck.dynamics.optimisers import NGD, trajectory

    return trajectory(batch, [steps], NGD).W[-1]


def _adam(batch: Any, steps: int) -> Any:
    from ntpcheck.dynamics.optimisers import ADAM, trajectory

    return trajectory(batch, [steps], ADAM).W[-1]


def _relatives() -> list[Any]:
    from ntpcheck.domains.recipes import paper_size
    from ntpcheck.engine.sweep import generator

    batch = paper_size(generator("bench"), 24)
    return [batch.replace(eta=0 * batch.eta + ETA)]


def _attention(batch: int) -> list[Any]:
    from ntpcheck.domains import attention_recipes as recipes

    return [recipes.runs(recipes.CODE_GENERAL, 3, batch)]
