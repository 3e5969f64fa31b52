"""Counts of roundings have names, and the names' lemmas (docs/rounding.md) hold on hard numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import flint
import numpy as np
import pytest
import torch
from flint import arb, fmpq

from ntpcheck import ulps
from ntpcheck.arithmetic import BALL, UNIT_ROUNDOFF, exact_array
from ntpcheck.checks.decoders import surprisal
from ntpcheck.engine.hard import hardened
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference import subspace
from ntpcheck.reference.entropy import log_p
from tests.test_rooms import nodes, of_each

ROOT = Path(__file__).parent.parent
SOURCES = [
    path
    for folder in ("ntpcheck", "properties/ntpcheck_papers")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "blind" not in path.parts
]
COMPARISONS = {"equal", "at_most", "below"}
FEW = 32  # operations counted one by one; more have a name
SEEDS = range(12)


@cache
def functions(path: Path) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in nodes(path) if isinstance(node, ast.FunctionDef)}


@cache
def named() -> set[str]:
    """Functions anywhere that return a count made of names."""
    return {
        name
        for path in SOURCES
        for name, body in functions(path).items()
        if name.endswith(("terms", "_powers"))
        and any(
            isinstance(node, ast.Return) and node.value and "ulps." in ast.unparse(body)
            for node in ast.walk(body)
        )
    }


def counts(body: ast.FunctionDef) -> Iterator[tuple[int, ast.expr]]:
    """The line and the count of each call of `rounding`, and of each comparison's `terms`."""
    for node in ast.walk(body):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "rounding" and len(node.args) == 2:
            yield node.lineno, node.args[1]
        elif name in COMPARISONS:
            yield from ((node.lineno, word.value) for word in node.keywords if word.arg == "terms")


def assigned(body: ast.FunctionDef, name: str) -> list[ast.expr]:
    """What the function gives to a name, alone or among others."""
    found: list[ast.expr] = []
    for node in ast.walk(body):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            found += [value for at, value in pairs if isinstance(at, ast.Name) and at.id == name]
    return found


def is_size(factor: ast.expr) -> bool:
    """Whether a factor is a number of the instance or a constant by name, and not a count of its axes."""
    text = ast.unparse(factor)
    name = isinstance(factor, ast.Name) and (factor.id.isupper() or factor.id in {"size", "reach"})
    return name or ("(" in text and "ulps." not in text and ".size(" not in text)


def derived(count: ast.expr, body: ast.FunctionDef, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a count is made of names, of few further operations, and of nothing else."""
    match count:
        case ast.Constant(value=0):
            return True  # nothing is rounded
        case ast.Constant(value=value):
            return isinstance(value, int) and value <= FEW and bool(seen)
        case ast.Attribute(value=ast.Name(id="ulps")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="ulps"))):
            return True
        case ast.Call(func=ast.Name(id="sum"), args=[first, *_]):
            return derived(first, body, seen)
        case ast.Call(func=ast.Name(id=name)):
            return name in named()
        case ast.GeneratorExp(elt=each) | ast.ListComp(elt=each):
            return derived(each, body, seen)
        case ast.Subscript(value=whole):
            return derived(whole, body, seen)
        case ast.BinOp(left=left, op=ast.Mult(), right=right) if any(
            is_size(a) and not isinstance(b, ast.Constant) and derived(b, body, seen)
            for a, b in ((left, right), (right, left))
        ):
            return True
        case ast.BinOp(left=left, right=right):
            inside = seen | {"+"}
            parts = [derived(part, body, inside) for part in (left, right)]
            numbers = [isinstance(part, ast.Constant) for part in (left, right)]
            return all(parts) and not all(numbers)
        case ast.Name(id=name) if name not in seen:
            values = assigned(body, name)
            return bool(values) and all(derived(value, body, seen | {name}) for value in values)
        case ast.Name(id=name):
            return name in seen
        case _:
            return False


GIVEN = {"_compared"}  # its count is its caller's


@of_each(SOURCES)
def test_every_count_is_made_of_names(path: Path) -> None:
    bare = [
        f"{name}, line {line}: {ast.unparse(count)}"
        for name, body in functions(path).items()
        for line, count in counts(body)
        if name not in GIVEN and not derived(count, body)
    ]
    assert not bare


def test_a_bare_number_is_seen() -> None:
    source = "def f(data, xp, size):\n    terms = {}\n    return xp.rounding(size, terms)"
    for text, fine in (
        ("ulps.dot(4) + 8", True),
        ("2 * (ulps.dot(4) + 2)", True),
        ("0", True),
        ("256", False),
        ("8 * data.size('V')", False),
        ("ulps.dot(4) + 8 * data.size('V')", False),
        ("ulps.dot(4) + 256", False),
    ):
        (body,) = ast.parse(source.format(text)).body
        assert isinstance(body, ast.FunctionDef)
        ((_, count),) = counts(body)
        assert derived(count, body) is fine, text


def off(found: torch.Tensor, wanted: Any, size: Any) -> float:
    """The largest error of a float result, in units of 2^-52 of its size."""
    errors = [
        abs(arb(fmpq(*float(f).as_integer_ratio())) - arb(w)) / arb(s)
        for f, w, s in zip(found.ravel(), np.ravel(wanted), np.ravel(size), strict=True)
    ]
    return max(float(e.mid()) for e in errors) / UNIT_ROUNDOFF


def numbers(seed: int, *shape: int, spread: float = 8.0) -> torch.Tensor:
    """Signed numbers of very different sizes, in rows that mostly cancel."""
    source = torch.Generator().manual_seed(seed)
    x = torch.randn(shape, generator=source, dtype=torch.float64)
    x = x * 2.0 ** (spread * torch.randn(shape, generator=source, dtype=torch.float64))
    half = shape[-1] // 2
    x[..., :half] = -x[..., half : 2 * half] * (
        1 + 2.0**-40 * torch.randn(half, generator=source, dtype=torch.float64)
    )
    return x


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n", [2, 5, 40, 300])
def test_sums_and_products_stay_within_their_counts(seed: int, n: int) -> None:
    x, y = numbers(seed, 4, n), numbers(seed + 100, 4, n)
    X, Y = exact_array(x), exact_array(y)
    assert off(x.sum(-1), X.sum(-1), abs(X).sum(-1)) <= ulps.total(n)
    assert off((x * y).sum(-1), (X * Y).sum(-1), abs(X * Y).sum(-1)) <= ulps.dot(n)
    assert off((x[:, None] @ y[..., None]).ravel(), (X * Y).sum(-1), abs(X * Y).sum(-1)) <= ulps.dot(n)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reach", [1e-12, 1.0, 30.0, 600.0])
def test_exponentials_of_given_logits_stay_within_their_counts(seed: int, reach: float) -> None:
    n = (2, 3, 7, 50)[seed % 4]
    x = torch.randn((4, n), generator=torch.Generator().manual_seed(seed), dtype=torch.float64) * reach
    with flint.ctx.workprec(400):
        X = exact_array(x)
        size = 1 + abs(X).max(-1)
        total = BALL.logsumexp(X, -1)
        assert off(torch.logsumexp(x, -1), total, size) <= ulps.log_sum_exp(n)
        shares = BALL.exp(X - total[..., None])
        given = torch.exp(x - torch.logsumexp(x, -1)[..., None])
        seen = (given > 1e-290).numpy()  # below it numbers lose digits to underflow
        wide = shares * size[..., None]
        assert off(given[seen], shares[seen], wide[seen]) <= ulps.softmax(n)
        assert off(surprisal(x), total[..., None] - X, size[..., None] + 0 * X) <= ulps.softmax(n)


@pytest.mark.parametrize("seed", SEEDS)
def test_logs_of_quotients_of_counts_stay_within_their_count(seed: int) -> None:
    counts = torch.randint(0, 2**40, (3, 5), generator=torch.Generator().manual_seed(seed))
    counts[:, 0], counts[0] = 1, torch.tensor([2**45, 1, 0, 0, 0])
    data = Dataset([[1.0], [2.0], [3.0]], counts.tolist())
    with flint.ctx.workprec(400):
        wanted = log_p(data.exact())
        most = abs(wanted).max(-1, keepdims=True)
        assert off(log_p(data), wanted, most + 0 * wanted) <= ulps.LOG_P


@pytest.mark.parametrize("seed", SEEDS)
def test_singular_values_stay_within_what_is_counted_for_them(seed: int) -> None:
    """Of A with A^T A = diag of known squares, turned by exact reflections: its singular values are known."""
    source = torch.Generator().manual_seed(seed)
    sizes = 2.0 ** -torch.randint(0, 47, (4,), generator=source).to(torch.float64)
    v = torch.randint(-3, 4, (6,), generator=source).to(torch.float64)
    v[0] = 4.0
    A = torch.diag(sizes).new_zeros((6, 4))
    A[:4] = torch.diag(sizes)
    square = float((v * v).sum())
    turned = square * A - 2 * v[:, None] * (v @ A)[None]  # exact where all numbers are short
    assert torch.equal(turned, torch.as_tensor(np.vectorize(float)(_turned(v, A, square))))
    found = torch.linalg.svdvals(turned)
    wanted = square * sizes.sort(descending=True).values
    assert float((found - wanted).abs().max() / wanted[0]) <= ulps.spectrum(6, 4) * UNIT_ROUNDOFF


def _turned(v: torch.Tensor, A: torch.Tensor, square: float) -> np.ndarray:
    V, X = exact_array(v), exact_array(A)
    whole = exact_array([square])[0] * X - 2 * V[:, None] * (V @ X)[None]
    return np.vectorize(lambda x: int(x.p) / int(x.q), otypes=[float])(whole)


@pytest.mark.parametrize("seed", SEEDS)
def test_projections_stay_within_what_is_counted_for_them(seed: int) -> None:
    source = torch.Generator().manual_seed(seed)
    draw = torch.randint(-2, 3, (1, 3, 3), generator=source).to(torch.float64)
    counts = torch.tensor([[[3, 1, 0, 2], [1, 1, 1, 0], [0, 2, 1, 0]]])
    batch = hardened(Dataset(embeddings=draw, counts=counts), source)
    row = batch.row(0).replace()
    W = torch.randn((4, 3), generator=source, dtype=torch.float64)
    wanted = np.vectorize(float)(subspace.project(row.exact(), exact_array(W)).astype(object))
    gap = float(np.linalg.norm(subspace.project(row, W).numpy() - wanted))
    steady = float(subspace.steadiness(row))
    if steady > 0:
        assert gap <= ulps.projected(W) * UNIT_ROUNDOFF * float(W.norm()) / steady
