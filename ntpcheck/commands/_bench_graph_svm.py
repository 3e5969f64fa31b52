"""Cases of `ntpcheck bench` for (Graph-SVM): K = d = 8, singly and in batches, against cvxpy."""

from __future__ import annotations

from typing import Any

from ntpcheck.commands._bench_case import ONE_THREAD, Case, Inputs, modelled

BATCH = 4096


def cases() -> list[Case]:
    """The sizes of the paper's Fig. 3, on acyclic data and on data with cycles."""
    kinds = (("acyclic", "acyclic"), ("general", "general"))
    sizes = (("single", 7, 1, 60.0), ("batch", 1, BATCH, 500.0))
    return [
        _case(f"graph-svm/{kind}/{size}", Inputs(_drawn(recipe, count, rows)), rows, target)
        for kind, recipe in kinds
        for size, count, rows, target in sizes
    ]


def _case(name: str, inputs: Inputs, rows: int, target: float) -> Case:
    return Case(
        name,
        ours=lambda k: ours(inputs[k]),
        naive=lambda k: clarabel(inputs[k].row((k % rows,)) if rows > 1 else inputs[k]),
        units="dataset",
        against=ONE_THREAD,
        target=target,
        ours_units=lambda k: rows,
        apart=_apart,
        residual=lambda found: float(found.residual.max()),
    )


def _apart(found: Any, theirs: Any) -> float:
    """||W - W'|| / (1 + ||W||), Frobenius, of the first dataset."""
    import numpy as np

    W = found.W.numpy().reshape(-1, *theirs.shape)[0]
    return float(np.linalg.norm(theirs - W) / (1 + np.linalg.norm(W)))


def _drawn(kind: str, count: int, rows: int) -> Any:
    def inputs() -> list[Any]:
        """K = d = 8, n = 4, T = 6."""
        from ntpcheck.domains import attention_recipes as recipes
        from ntpcheck.engine.sweep import generator

        source = generator("bench")
        return [
            recipes.eight(source, rows if rows > 1 else None, ordered=kind == "acyclic") for _ in range(count)
        ]

    return inputs


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
