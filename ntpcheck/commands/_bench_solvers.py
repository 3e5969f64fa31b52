"""Cases of `ntpcheck bench` for W^mm: against cvxpy with Clarabel, and against solvers on their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.commands._bench_case import BY_DEFAULT, ONE_THREAD, Case, Inputs, modelled


def cases() -> list[Case]:
    """W^mm at three sizes against cvxpy, and against solvers called directly."""
    sizes = (
        ("tiny", _planar_datasets, 100.0, None, False),
        ("paper", _paper_datasets, 300.0, 600.0, False),
        ("big", _big_datasets, 700.0, None, True),
    )
    threads: tuple[tuple[str, dict[str, int]], ...] = (("one-thread", {"max_threads": 1}), ("default", {}))
    alone = [_solver_case(name, solve) for name, solve in (("quadprog", quadprog), ("piqp", piqp))]
    return [*alone, _batch_case(), _growth_case(), _digits_case()] + [
        _max_margin_case(f"{size}/{label}", Inputs(draw), options, target, slow=slow)
        for size, draw, *targets, slow in sizes
        for (label, options), target in zip(threads, targets, strict=True)
    ]


def _max_margin_case(
    name: str, inputs: Inputs, options: dict[str, int], target: float | None, *, slow: bool
) -> Case:
    return Case(
        f"max-margin/{name}",
        ours=lambda k: ours(inputs[k]),
        naive=lambda k: clarabel(inputs[k], dense=not slow, **options),
        units="dataset",
        against=ONE_THREAD if options else BY_DEFAULT,
        target=target,
        slow=slow,
        apart=apart,
        residual=lambda found: found.residual.item(),
    )


def _solver_case(name: str, solve: Callable[[Any], Any]) -> Case:
    inputs = Inputs(_paper_datasets)
    return Case(
        f"max-margin/paper/{name}",
        ours=lambda k: ours(inputs[k]),
        naive=lambda k: solve(inputs[k]),
        units="dataset",
        against=f"{name}, one row per constraint",
        target=1.0,
        apart=apart,
        residual=lambda found: found.residual.item(),
        needs=name,
    )


def _batch_case() -> Case:
    inputs = Inputs(_planar_batch)
    return Case(
        "max-margin/tiny/batch",
        ours=lambda k: ours(inputs[k]),
        naive=lambda k: clarabel(inputs[k].row((k,)), max_threads=1),
        units="dataset",
        against=ONE_THREAD,
        target=700.0,
        ours_units=lambda k: len(inputs[k].embeddings),
        residual=lambda found: float(found.residual.max()),
    )


def _growth_case() -> Case:
    """The cost of four times the tokens: at most 16 times as much, which is a ratio of 1 / 16."""
    small, large = Inputs(_paper_datasets), Inputs(lambda: _drawn(50, 60, 40, 24, count=3))
    return Case(
        "max-margin/paper/forty-tokens",
        ours=lambda k: ours(large[k]),
        naive=lambda k: ours(small[k]),
        units="dataset",
        against="itself with 10 tokens instead of 40",
        target=1 / 16,
        residual=lambda found: found.residual.item(),
    )


def _digits_case() -> Case:
    inputs = Inputs(_digits)
    return Case(
        "max-margin/digits/scikit-learn",
        ours=lambda k: ours(inputs[k]),
        naive=lambda k: crammer_singer(inputs[k]),
        units="dataset",
        against="LinearSVC, Crammer and Singer's, C = 1e6, to 1e-8",
        target=1.0,
        apart=apart,
        residual=lambda found: found.residual.item(),
        needs="sklearn",
    )


def crammer_singer(data: Any) -> Any:
    """W^mm of one-hot data by scikit-learn's dual coordinate descent, less its mean over the tokens."""
    from sklearn.svm import LinearSVC  # pyright: ignore

    labels = data.support.numpy().argmax(1)
    solver = LinearSVC(
        multi_class="crammer_singer", C=1e6, tol=1e-8, fit_intercept=False, max_iter=100_000, random_state=0
    )
    W = solver.fit(data.embeddings.numpy(), labels).coef_
    return W - W.mean(0)


def _digits() -> list[Any]:
    """1,797 contexts, d = 65, V = 10."""
    import numpy as np
    from sklearn.datasets import load_digits  # pyright: ignore

    from ntpcheck.instances.dataset import Dataset

    X, y = load_digits(return_X_y=True)
    return [Dataset(np.c_[X / 16, np.ones(len(X))], np.eye(10, dtype=int)[y])]


def apart(found: Any, theirs: Any) -> float:
    """||W - W'|| / ||W||, Frobenius, of our answer and a peer's."""
    import numpy as np

    W = found.W.numpy()
    return float(np.linalg.norm(theirs - W) / np.linalg.norm(W))


def _paper_datasets() -> list[Any]:
    from ntpcheck.domains.recipes import paper_size
    from ntpcheck.engine.sweep import generator

    return list(paper_size(generator("bench"), 7).rows())


def _planar_datasets() -> list[Any]:
    """Separable ones only: planar data need not be."""
    from ntpcheck.domains.recipes import planar
    from ntpcheck.engine.sweep import generator
    from ntpcheck.reference.max_margin import max_margin

    batch = planar(generator("bench"), 400)
    return list(batch.select(max_margin(batch).feasible).rows())[:7]


def _planar_batch() -> list[Any]:
    """4,096 separable datasets; of planar ones about one in twenty is."""
    import numpy as np

    from ntpcheck.domains.recipes import planar
    from ntpcheck.engine.sweep import generator
    from ntpcheck.reference.solvers.batch_margin import batch_margin
    from ntpcheck.reference.solvers.float_margin import CLEAN

    batch = planar(generator("bench"), 20 * 4096)
    found, ended = batch_margin(batch.embeddings.numpy(), ~batch.support.numpy())
    return [batch.select(np.flatnonzero(ended & (found.residual <= CLEAN))[:4096])]


def _big_datasets() -> list[Any]:
    """m = 200, d = 256, V = 50, half of the tokens in each support."""
    return _drawn(200, 256, 50, 25)


def _drawn(m: int, d: int, tokens: int, inside: int, *, count: int = 1) -> list[Any]:
    """Normal embeddings, and supports of one size."""
    import numpy as np

    from ntpcheck.instances.dataset import Dataset

    found, rng = list[Any](), np.random.default_rng(0)
    for _ in range(count):
        support = rng.random((m, tokens)).argsort(-1) < inside
        found.append(Dataset(rng.standard_normal((m, d)), support.astype(np.int64)))
    return found


def ours(data: Any) -> Any:
    """`max_margin` of one dataset, computed anew."""
    from ntpcheck.reference.max_margin import max_margin

    return max_margin.__wrapped__(data)  # pyright: ignore[reportFunctionMemberAccess]


def clarabel(data: Any, *, dense: bool = True, **options: Any) -> Any:
    """W^mm `[V, d]` as one writes it in cvxpy: a row per constraint on vec(W). None where infeasible."""
    H, support = data.embeddings.numpy(), data.support.numpy()
    d, tokens = H.shape[1], support.shape[1]
    tied, apart_rows = rows_of(H, support, dense=dense)
    w = modelled(tied, apart_rows, **options)
    return None if w is None else w.reshape(tokens, d)


def rows_of(H: Any, support: Any, *, dense: bool) -> tuple[Any, Any]:
    """The constraints on vec(W): rows that are 0, and rows that are at least 1."""
    import numpy as np
    from scipy import sparse

    (m, d), tokens = H.shape, support.shape[1]
    first = support.argmax(1)
    others = np.ones(support.shape, dtype=bool)
    others[np.arange(m), first] = False
    context, token = others.nonzero()
    columns = np.stack([first[context], token], 1)[:, :, None] * d + np.arange(d)
    values = np.stack([H[context], -H[context]], 1)
    ends = np.arange(len(context) + 1) * 2 * d
    rows = sparse.csr_array((values.ravel(), columns.ravel(), ends), shape=(len(context), tokens * d))
    matrix: Any = rows.toarray() if dense else rows
    return matrix[support[context, token]], matrix[~support[context, token]]


def quadprog(data: Any) -> Any:
    """W^mm by Goldfarb and Idnani's dual method."""
    import numpy as np
    from quadprog import solve_qp  # pyright: ignore

    H, support = data.embeddings.numpy(), data.support.numpy()
    tied, over = rows_of(H, support, dense=True)
    size = H.shape[1] * support.shape[1]
    bounds = np.r_[np.zeros(len(tied)), np.ones(len(over))]
    found = solve_qp(np.eye(size), np.zeros(size), np.r_[tied, over].T, bounds, len(tied))
    return found[0].reshape(-1, H.shape[1])


def piqp(data: Any) -> Any:
    """W^mm by a proximal interior-point method."""
    import numpy as np
    import piqp as library  # pyright: ignore

    H, support = data.embeddings.numpy(), data.support.numpy()
    tied, over = rows_of(H, support, dense=True)
    size = H.shape[1] * support.shape[1]
    solver = library.DenseSolver()
    solver.setup(np.eye(size), np.zeros(size), tied, np.zeros(len(tied)), over, np.ones(len(over)))
    solver.solve()
    return solver.result.x.reshape(-1, H.shape[1])
