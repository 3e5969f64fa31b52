"""Cases of `ntpcheck bench` for (Graph-SVM): K = d = 8, singly and in batches, against cvxpy."""

from functools import partial
from typing import Any

from ntpcheck.commands._bench_case import ONE_THREAD, Case, modelled, residual

BATCH = 4096


def cases() -> list[Case]:
    """The sizes of the paper's Fig. 3, on acyclic data and on data with cycles."""
    sizes = (("single", 7, 1, 60.0), ("batch", 1, BATCH, 500.0))
    return [
        Case(
            f"graph-svm/{kind}/{size}",
            partial(_drawn, kind, count, rows),
            lambda pair: ours(pair[0]),
            lambda pair: clarabel(pair[1]),
            "dataset",
            ONE_THREAD,
            target,
            ours_units=lambda _, rows=rows: rows,
            apart=_apart,
            residual=residual,
        )
        for kind in ("acyclic", "general")
        for size, count, rows, target in sizes
    ]


def _apart(found: Any, theirs: Any) -> float:
    """||W - W'|| / (1 + ||W||), Frobenius, of the first dataset."""
    import numpy as np

    W = found.W.numpy().reshape(-1, *theirs.shape)[0]
    return float(np.linalg.norm(theirs - W) / (1 + np.linalg.norm(W)))


def _drawn(kind: str, count: int, rows: int) -> list[tuple[Any, Any]]:
    """K = d = 8, n = 4, T = 6: datasets for both sides, or a batch and a few of its rows in turn."""
    from ntpcheck.domains import attention_recipes as recipes
    from ntpcheck.engine.sweep import generator

    recipe = recipes.ACYCLIC if kind == "acyclic" else recipes.Recipe(n=4, T=6, K=8, d=8)
    source, batch = generator("bench"), rows if rows > 1 else None
    drawn = [recipes.runs(recipe, source, batch) for _ in range(count)]
    if batch is None:
        return [(data, data) for data in drawn]
    return [(data, data.row((k,))) for data in drawn for k in range(7)]


def ours(data: Any) -> Any:
    """`graph_svm` of a dataset or a batch, computed anew, graphs included."""
    from ntpcheck.reference.graph_svm import graph_svm

    data.cache.clear()
    return graph_svm(data)


def clarabel(data: Any) -> Any:
    """W^mm `[d, d]` as one writes it in cvxpy: a row on vec(W) for each tie and each strict edge."""
    import numpy as np

    from ntpcheck.instances import graph

    E, K = data.embeddings.numpy(), data.size("K")
    rows = {}
    for name, pairs in (("tied", graph.same_component(data)), ("apart", graph.strict(data))):
        found = [np.outer(E[i] - E[j], E[k]).ravel() for k, i, j in pairs.nonzero().tolist()]
        rows[name] = np.array(found).reshape(-1, E.shape[1] ** 2)
    return modelled(rows["tied"], rows["apart"], max_threads=1).reshape(K, -1)
