"""Whether a counterexample file shows what it says, decided once more by other means.

`fmpq_mat`, logits, prime factors and `arb` for rows, coprime bases and intervals; malformed shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import flint
from flint import arb, fmpq, fmpq_mat, fmpz, fmpz_mat

from tests.verifier.oracle_trees import count, number, value

FIELDS = {
    "Dataset": "embeddings counts",
    "Decoding": "embeddings counts W",
    "Scaled": "embeddings counts W gamma",
    "Offset": "embeddings counts W gamma U",
    "Pair": "embeddings counts W W2",
    "Run": "embeddings counts W0 eta",
    "Samples": "table W contexts labels",
    "Sequences": "W tokens",
    **{
        name: f"embeddings head counts last labels loss knee {more}".strip()
        for name, more in {
            "Attention": "", "Attending": "W", "AttendingPair": "W W2", "AttendingScaled": "W W2 R",
            "AttentionRun": "W0 eta",
        }.items()
    },
}  # fmt: skip


def shows(document: Any) -> bool:
    """Every assumption holds and the conclusion's certificate is right, on a valid instance."""
    try:
        assert document["schema_version"] == 1
        assert all(isinstance(name, str) for name in document["dropped"])
        assert isinstance(document["claim"], str)
        assert isinstance(document["statement"], str)
        data = Data(document["instance"])
        assumed = all(assumption(data, n, c) for n, c in document["assumptions"].items())
        return bool(assumed and conclusion(data, document["certificate"]))
    except (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False


def matrix(value: Any, rows: int, columns: int, read: Callable[[Any], Any] = number) -> list[list[Any]]:
    assert isinstance(value, list)
    assert len(value) == rows > 0
    assert all(isinstance(row, list) and len(row) == columns > 0 for row in value)
    return [[read(x) for x in row] for row in value]


def shape_of(value: Any) -> tuple[int, int]:
    assert isinstance(value, list)
    return len(value), len(value[0])


class Data:
    def __init__(self, document: Any) -> None:
        names = FIELDS[document["type"]].split()
        assert set(document) == {"type", *names}
        self.names = names
        self.fields: dict[str, Any] = {}
        if "head" in names:
            self.read_attention(document)
        elif "tokens" in names:
            V, d, (n, T) = len(document["W"]), len(document["W"][0]), shape_of(document["tokens"])
            self.fields["W"] = matrix(document["W"], V, d)
            self.fields["tokens"] = matrix(document["tokens"], n, T, lambda x: count(x, V))
            self.sizes = {"V": V, "d": d, "n": n, "T": T}
        else:
            self.read_linear(document)

    def read_attention(self, document: Any) -> None:
        (K, d), n = shape_of(document["embeddings"]), len(document["counts"])
        for name in self.names:
            value = document[name]
            if name in ("embeddings", "head"):
                self.fields[name] = matrix(value, K, d)
            elif name == "counts":
                self.fields[name] = matrix(value, n, K, count)
            elif name in ("last", "labels"):
                assert isinstance(value, list)
                assert len(value) == n
                self.fields[name] = [count(x, K) for x in value]
            elif name in ("W", "W2", "W0"):
                self.fields[name] = matrix(value, d, d)
            else:
                self.fields[name] = count(value) if name == "loss" else number(value)
        rows = zip(self.fields["counts"], self.fields["last"], strict=True)
        assert all(row[k] > 0 for row, k in rows)
        self.sizes = {"K": K, "d": d, "n": n}

    def read_linear(self, document: Any) -> None:
        names = self.names
        self.V = len(document["W"] if "W" in names else document["counts"][0])
        table = document["table" if "table" in names else "embeddings"]
        self.m, self.d = len(table), len(table[0])
        self.sizes = {"V": self.V, "d": self.d, "M" if "table" in names else "m": self.m}
        for name in names:
            value = document[name]
            if name in ("contexts", "labels"):
                assert isinstance(value, list)
                assert len(value) == len(document["contexts"]) > 0
                self.sizes["n"] = len(value)
                self.fields[name] = [count(x, self.m if name == "contexts" else self.V) for x in value]
            elif name in ("gamma", "eta"):
                self.fields[name] = number(value)
            elif name == "counts":
                self.fields[name] = matrix(value, self.m, self.V, count)
            else:
                shape = (self.m if name in ("embeddings", "table") else self.V, self.d)
                self.fields[name] = matrix(value, *shape)
        if "counts" in names:
            self.H, self.counts = self.fields["embeddings"], self.fields["counts"]
            assert all(map(any, self.counts))
            self.S = [{v for v, c in enumerate(row) if c} for row in self.counts]
            self.n = sum(map(sum, self.counts))

    def logits(self, W: list[list[Any]]) -> list[list[Any]]:
        return [[sum((w * x for w, x in zip(row, h, strict=True)), fmpq(0)) for row in W] for h in self.H]

    def ties(self, W: list[list[Any]]) -> bool:
        return all(len({str(x[z]) for z in S}) == 1 for x, S in zip(self.logits(W), self.S, strict=True))

    def margins(self, W: list[list[Any]]) -> dict[tuple[int, int], Any]:
        rows = enumerate(zip(self.logits(W), self.S, strict=True))
        return {
            (j, v): min(x[z] for z in S) - x[v] for j, (x, S) in rows for v in range(self.V) if v not in S
        }

    def separates(self, W: list[list[Any]]) -> bool:
        return self.ties(W) and all(gap >= 1 for gap in self.margins(W).values())

    def matches(self, W: list[list[Any]]) -> bool:
        flat = all(len(set(map(str, x))) == 1 for x in self.logits(W))
        return flat and all(len(set(row)) == 1 for row in self.counts)

    def decoder(self, value: Any) -> list[list[Any]]:
        return matrix(value, self.V, self.d)

    def weights(self, value: Any, inside: bool) -> fmpq_mat:  # noqa: FBT001
        """The matrix sum c (e_{z_j} - e_v) h_j^T, each weight on its side of the support."""
        total = [[fmpq(0)] * self.d for _ in range(self.V)]
        for j, v, c in value:
            assert (count(v, self.V) in self.S[count(j, self.m)]) == inside
            for k in range(self.d):
                total[min(self.S[j])][k] += number(c) * self.H[j][k]
                total[v][k] -= number(c) * self.H[j][k]
        return fmpq_mat(total)

    def compatible(self) -> bool:
        pairs = [(j, z) for j, S in enumerate(self.S) for z in sorted(S)[1:]]
        if not pairs:
            return True
        rows = [[x for r in self.weights([[j, z, 1]], inside=True).tolist() for x in r] for j, z in pairs]
        scale = fmpz(1)
        for x in (x for r in rows for x in r):
            scale = scale.lcm(x.q)
        kernel, nullity = fmpz_mat([[int((x * scale).p) for x in r] for r in rows]).transpose().nullspace()
        columns = [[kernel[i, k] for i in range(len(pairs))] for k in range(nullity)]
        return all(self.product_is_one([(*jz, y) for jz, y in zip(pairs, c, strict=True)]) for c in columns)

    def product_is_one(self, weights: list[Any]) -> bool:
        powers: dict[Any, Any] = {}
        for j, z, y in weights:
            for token, sign in ((min(self.S[j]), 1), (z, -1)):
                for prime, power in fmpz(self.counts[j][token]).factor():
                    powers[int(prime)] = powers.get(int(prime), fmpq(0)) + sign * fmpq(power) * y
        return all(power == 0 for power in powers.values())


def assumption(data: Data, name: str, certificate: Any) -> bool:
    if name == "separable":
        assert certificate.keys() == {"kind", "W"}
        return certificate["kind"] == "decoder" and data.separates(data.decoder(certificate["W"]))
    if name == "obstructed":
        return certificate["kind"] in ("farkas", "kernel") and conclusion(data, certificate)
    assert certificate in ({}, {"kind": name})
    get, least = data.fields.__getitem__, min(data.m, data.d)
    return {
        "full-rank": lambda: fmpq_mat(data.H).rank() == least,
        "general-position": lambda: all(
            fmpq_mat(list(h)).rank() == least for h in combinations(data.H, least)
        ),
        "overparameterized": lambda: data.d > len(data.H),
        "some-token-out-of-support": lambda: any(len(S) < data.V for S in data.S),
        "one-hot": lambda: {len(S) for S in data.S} == {1},
        "binary": lambda: data.V == 2,
        "nonzero-embeddings": lambda: all(any(x != 0 for x in h) for h in data.H),
        "small-step": lambda: get("eta") > 0 and positive_semidefinite(data, get("eta")),
        "compatible": data.compatible,
        "separates": lambda: data.separates(get("W")),
        "separates-2": lambda: data.separates(get("W2")),
        "in-orthogonal-complement": lambda: data.ties(get("U")),
        "nonnegative-scale": lambda: get("gamma") >= 0,
        "matching": lambda: data.matches(get("W")),
        "mismatched": lambda: not data.matches(get("W")),
    }[name]()


def positive_semidefinite(data: Data, eta: Any) -> bool:
    """Every principal minor of I - eta sum_j pi_j h_j h_j^T is at least 0."""
    A = fmpq_mat(data.d, data.d)
    for a in range(data.d):
        for b in range(data.d):
            total = sum((sum(c) * h[a] * h[b] for c, h in zip(data.counts, data.H, strict=True)), fmpq(0))
            A[a, b] = (a == b) - eta * total / data.n
    picks = (some for size in range(1, data.d + 1) for some in combinations(range(data.d), size))
    return all(fmpq_mat([[A[a, b] for b in some] for a in some]).det() >= 0 for some in picks)


def conclusion(data: Data, certificate: Any) -> bool:
    given = dict(certificate)
    return globals()["show_" + given.pop("kind").replace("-", "_")](data, **given)


def show_positivity(data: Data, context: Any, token: Any) -> bool:
    return data.counts[count(context)][count(token)] == 0 and data.compatible()


def show_empty(data: Data) -> bool:
    return all(c > 0 for row in data.counts for c in row)


def show_farkas(data: Data, u: Any, beta: Any) -> bool:
    numbers = [number(c) for *_, c in u]
    zero = fmpq_mat(data.V, data.d)
    convex = all(c >= 0 for c in numbers) and sum(numbers, fmpq(0)) == 1
    return convex and data.weights(u, inside=False) + data.weights(beta, inside=True) == zero


def show_kernel(data: Data, y: Any) -> bool:
    vanishes = data.weights(y, inside=True) == fmpq_mat(data.V, data.d)
    return vanishes and not data.product_is_one([(j, z, number(c)) for j, z, c in y])


def show_kkt(data: Data, W: Any, alpha: Any, beta: Any) -> bool:
    W, numbers = data.decoder(W), [number(c) for *_, c in alpha]
    right = data.weights(alpha, inside=False) + data.weights(beta, inside=True) == fmpq_mat(W)
    # Complementary slackness where the verifier compares sum alpha with ||W||^2.
    tight = all(number(c) == 0 or data.margins(W)[j, v] == 1 for j, v, c in alpha)
    return data.separates(W) and right and tight and all(c >= 0 for c in numbers)


def show_rank(data: Data, context: Any, rows: Any, claimed: Any) -> bool:
    tokens = {"in-support": data.S[count(context)], "all": set(range(data.V))}[rows]
    independent = len(tokens) - 1 if any(x != 0 for x in data.H[context]) else 0
    return count(claimed) == len(tokens) - 1 != independent


def show_trap(data: Data, why: Any) -> bool:
    W, pull = data.fields["W0"], fmpq_mat(data.V, data.d)
    tied = all(len(set(map(str, x))) == 1 for x in data.logits(W))
    for h, counts in zip(data.H, data.counts, strict=True):
        rest = [[fmpq(sum(counts), data.V) - c for c in counts]]
        pull += fmpq_mat(rest).transpose() * fmpq_mat([h])
    return why == "critical-point" and tied and pull == fmpq_mat(data.V, data.d)


def show_member(data: Data, set: Any, element: Any) -> bool:
    return "m" in data.sizes and (set, element) == ("F", "zero")


def show_path(data: Data, W: Any, U: Any, token: Any) -> bool:
    U, (j, v) = data.decoder(U), token
    gaps = data.margins(U)
    cone = data.ties(U) and all(gap >= 0 for gap in gaps.values()) and gaps[count(j), count(v)] == 0
    return cone and fmpq_mat(U).rank() > 0 and data.separates(data.decoder(W)) and data.compatible()


def show_gap(data: Data, q: Any) -> bool:
    q = matrix(q, data.m, data.V)
    assert all(min(r) >= 0 and sum(r, fmpq(0)) == 1 for r in q)
    p = [[fmpq(c, sum(row)) for c in row] for row in data.counts]
    pi = [fmpq(sum(row), data.n) for row in data.counts]
    shift = fmpq_mat(
        [[w * (a - b) for a, b in zip(x, y, strict=True)] for w, x, y in zip(pi, q, p, strict=True)]
    )
    assert shift.transpose() * fmpq_mat(data.H) == fmpq_mat(data.V, data.d)
    with flint.ctx.workprec(2000):
        entropy = [
            sum((-w * arb(x) * arb(x).log() for w, r in zip(pi, t, strict=True) for x in r if x != 0), arb(0))
            for t in (q, p)
        ]
        return bool(entropy[0] > entropy[1])


def show_inequality(data: Data, says: Any, nodes: Any) -> bool:
    with flint.ctx.workprec(2000):
        values: list[Any] = []
        assert isinstance(nodes, list)
        for name, *rest in nodes:
            values.append(value(data, name, rest, values))
        last = values[-1]
    return {"slack < 0": last < 0, "slack <= 0": last <= 0, "premise <= 0": last <= 0}[says]
