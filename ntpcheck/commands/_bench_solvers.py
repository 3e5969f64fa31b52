"""Cases of `ntpcheck bench` for W^mm: against cvxpy with Clarabel, and against solvers on their own."""

from dataclasses import replace
from functools import partial
from typing import Any

from ntpcheck.commands import _bench_descent
from ntpcheck.commands._bench_case import BY_DEFAULT, ONE_THREAD, Case, modelled, residual


def cases() -> list[Case]:
    """W^mm at three sizes against cvxpy, and against solvers called directly."""
    sizes = (
        ("tiny", _planar_datasets, 100.0, None, False),
        ("paper", _paper_datasets, 300.0, 600.0, False),
        ("big", _big_datasets, 700.0, None, True),
    )
    threads: tuple[tuple[str, str, dict[str, int]], ...] = (
        ("one-thread", ONE_THREAD, {"max_threads": 1}),
        ("default", BY_DEFAULT, {}),
    )
    alone = "{}, one row per constraint"
    found = [
        _case(f"paper/{name}", _paper_datasets, solve, alone.format(name), 1.0, apart=apart, needs=name)
        for name, solve in (("quadprog", quadprog), ("piqp", piqp))
    ]
    found += [_batch_case(), _growth_case()]
    svc = "LinearSVC, Crammer and Singer's, C = 1e6, to 1e-8"
    found.append(
        _case("digits/scikit-learn", _digits, crammer_singer, svc, 1.0, apart=apart, needs="sklearn")
    )
    for size, draw, *targets, slow in sizes:
        for (label, against, options), target in zip(threads, targets, strict=True):
            solve = partial(clarabel, dense=not slow, **options)
            found.append(_case(f"{size}/{label}", draw, solve, against, target, slow=slow, apart=apart))
    return found


def _case(name: str, draw: Any, solve: Any, against: str, target: float | None, **more: Any) -> Case:
    made = Case(f"max-margin/{name}", draw, ours, solve, "dataset", against, target, residual=residual)
    return replace(made, **more)


def _batch_case() -> Case:
    """A batch at once, against a few of its rows in turn."""

    def drawn() -> list[Any]:
        (batch,) = _planar_batch()
        return [(batch, batch.row((k,))) for k in range(7)]

    case = _case("tiny/batch", drawn, lambda pair: clarabel(pair[1], max_threads=1), ONE_THREAD, 700.0)
    return replace(case, ours=lambda pair: ours(pair[0]), ours_units=lambda pair: len(pair[0].embeddings))


def _growth_case() -> Case:
    """The cost of four times the tokens: at most 16 times as much, which is a ratio of 1 / 16."""

    def drawn() -> list[Any]:
        large = _drawn(50, 60, 40, 24, count=3)
        return [(large[k % 3], small) for k, small in enumerate(_paper_datasets())]

    against = "itself with 10 tokens instead of 40"
    case = _case("paper/forty-tokens", drawn, lambda pair: ours(pair[1]), against, 1 / 16)
    return replace(case, ours=lambda pair: ours(pair[0]))


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
    return list(_bench_descent.paper(7)[0].rows())


def _planar_datasets() -> list[Any]:
    """Separable ones only: planar data need not be."""
    from ntpcheck.reference.max_margin import max_margin

    (batch,) = _bench_descent.tiny(400)
    return list(batch.select(max_margin(batch).feasible).rows())[:7]


def _planar_batch() -> list[Any]:
    """4,096 separable datasets; of planar ones about one in twenty is."""
    import numpy as np

    from ntpcheck.reference.solvers.batch_margin import batch_margin
    from ntpcheck.reference.solvers.float_margin import CLEAN

    (batch,) = _bench_descent.tiny(20 * 4096)
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


def _dense(data: Any) -> tuple[Any, Any, int]:
    """The constraints on vec(W) as dense rows, and how many unknowns there are."""
    H, support = data.embeddings.numpy(), data.support.numpy()
    return *rows_of(H, support, dense=True), H.shape[1] * support.shape[1]


def quadprog(data: Any) -> Any:
    """W^mm by Goldfarb and Idnani's dual method."""
    import numpy as np
    from quadprog import solve_qp  # pyright: ignore

    tied, over, size = _dense(data)
    bounds = np.r_[np.zeros(len(tied)), np.ones(len(over))]
    found = solve_qp(np.eye(size), np.zeros(size), np.r_[tied, over].T, bounds, len(tied))
    return found[0].reshape(-1, data.size("d"))


def piqp(data: Any) -> Any:
    """W^mm by a proximal interior-point method."""
    import numpy as np
    import piqp as library  # pyright: ignore

    tied, over, size = _dense(data)
    solver = library.DenseSolver()
    solver.setup(np.eye(size), np.zeros(size), tied, np.zeros(len(tied)), over, np.ones(len(over)))
    solver.solve()
    return solver.result.x.reshape(-1, data.size("d"))
