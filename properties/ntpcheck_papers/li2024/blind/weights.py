"""False neighbours, written from the paper's text alone: softmax, the program (Graph-SVM), risk and steps."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.compare import at_most, below, decided, equal
from ntpcheck.claim import Planted
from ntpcheck.instances import cyclic, graph, loss
from ntpcheck.reference.cyclic import project
from ntpcheck_papers.li2024.blind.frame import (
    above,
    at_label,
    each,
    everywhere,
    gradient,
    inner,
    logits,
    mean,
    risk,
    sample_risks,
    shares,
    size,
    square,
    svm,
    tied,
)

Data = Any


def lower_priority_wins(data: Data, effort: Any):
    s, low = each(data, data.W), above(data)
    both = low & (data.present & data.is_label).any(-1)[..., None]
    left = data.xp.where(both, at_label(data, s)[..., None] + 0 * s, 0)
    return at_most(left, data.xp.where(both, s, 0), terms=512, axes=2, scale=1)


def realizable_flat(data: Data, effort: Any):
    xp, s = data.xp, shares(data, data.W)
    u = xp.sum(s * data.scores, -1)
    weight = loss.slope(data.loss, data.knee, u)[..., None] * s * (data.scores - u[..., None])
    x = (weight @ data.embeddings)[..., :, None] * data.queries[..., None, :]  # `[..., n, d, d]`
    has = (data.present & data.is_label).any(-1)[..., None, None]
    return equal(xp.where(has, x, 0), 0 * x, terms=512, axes=3, scale=size(data)[..., None, None, None])


def head_suppresses(data: Data, effort: Any):
    own = data.xp.stack([(data.head @ data.embeddings.mT)[..., i, i] for i in range(data.size("K"))])
    return at_most(own[..., None], data.head @ data.embeddings.mT, terms=64, axes=2)


def above_the_worst(data: Data, effort: Any):
    xp = data.xp
    lowest = xp.min(xp.where(data.present, data.scores, xp.max(data.scores, -1)[..., None]), -1)
    floor = mean(data, loss.value(data.loss, data.knee, lowest))
    u = xp.sum(shares(data, data.W) * data.scores, -1)
    value = mean(data, loss.value(data.loss, data.knee, u))
    wide = 1 + xp.max(xp.abs(lowest), -1) + xp.abs(floor) + xp.abs(value)
    return below(floor, value, terms=1024, scale=wide)


def decay(data: Data, optimum: Any, rest: Any):
    """1 / s_it at the label for R W^mm is at most |O_i| + rest."""
    xp, m = data.xp, data.number("counts")
    v = logits(data, svm(data))
    gap = xp.where(data.present, v - at_label(data, v)[..., None], 0) * data.R[..., None, None]
    total = xp.sum(xp.where(data.present, m * xp.exp(gap), 0), -1)
    return at_most(total, optimum + rest, terms=4096, axes=1, scale=xp.sum(m, -1))


def twice_the_decay(data: Data, effort: Any):
    m = data.number("counts")
    own = at_label(data, m)
    return decay(data, own, (data.xp.sum(m, -1) - own) * data.xp.exp(-2 * data.R)[..., None])


def length_forgotten(data: Data, effort: Any):
    own = at_label(data, data.number("counts"))
    return decay(data, own, own * data.xp.exp(-data.R)[..., None])


def margin_tensor(data: Data, W: Any):
    """`[..., K, K, K]` entry k, i, j: (e_i - e_j)^T W e_k."""
    v = data.embeddings @ W.mT @ data.embeddings.mT  # k, token
    return v[..., :, None] - v[..., None, :]


def strict_pairs_tied(data: Data, effort: Any):
    gaps = data.xp.where(graph.strict(data), margin_tensor(data, svm(data)), 0)
    return equal(gaps, 0 * gaps, terms=512, axes=3)


def components_at_zero(data: Data, effort: Any):
    v = data.embeddings @ svm(data).mT @ data.embeddings.mT
    v = data.xp.where(graph.same_component(data).any(-1), v, 0)
    return equal(v, 0 * v, terms=512, axes=2, scale=size(data)[..., None, None])


def any_graph(data: Data, effort: Any):
    """(e_i - e_j) e_k^T lies in S_cyc if i and j share a component of some graph, whatever k is."""
    E, K, same = data.embeddings, data.size("K"), graph.same_component(data).any(-3)
    off = 0 * data.xp.sum(E, (-2, -1))
    for k in range(K):
        for i in range(K):
            for j in range(i):
                apart = (E[..., i, :] - E[..., j, :])[..., :, None] * E[..., k, None, :]
                tied = data.xp.where(same[..., i, j][..., None, None], apart, 0)
                off = off + square(data, tied - project(data, tied))
    return equal(off, 0 * off, terms=2.0**20, scale=size(data) ** 2)


def strictly_convex_everywhere(data: Data, effort: Any):
    middle = (data.W + data.W2) / 2
    ends = (risk(data, data.W) + risk(data, data.W2)) / 2
    moved = square(data, data.W - data.W2)
    scale = size(data, data.W, data.W2)
    same = below(risk(data, middle), ends, terms=1024, scale=scale)
    return type(same)(same.slack, same.error, same.scale, strict=True, defined=moved > 0)


def square_forgotten(data: Data, effort: Any):
    xp, s, u = data.xp, shares(data, data.W), logits(data, data.W2)
    z = xp.where(data.present, data.number("counts") * xp.exp(logits(data, data.W)), 0)
    curved = xp.sum(s * u * u, -1) - xp.sum(s * u, -1) ** 2
    total = xp.sum(z, -1)
    return equal(curved, curved * total, terms=4096, axes=1, scale=(1 + total) * (1 + xp.max(u * u, -1)))


def compared_gradient(data: Data, other: Any):
    return equal(gradient(data, data.W), other, terms=1024, axes=2, scale=size(data)[..., None, None])


def transposed(data: Data, effort: Any):
    return compared_gradient(data, gradient(data, data.W).mT)


def tied_tokens_left_out(data: Data, effort: Any):
    kept = data.xp.where(tied(data), 0, shares(data, data.W) + 0 * logits(data, data.W))
    return compared_gradient(data, gradient(data, data.W, kept))


def one_per_token(data: Data, effort: Any):
    return compared_gradient(data, gradient(data, data.W, each(data, data.W)))


def moves(data: Data):
    """`[..., n, K]` |s_it - s_it'|, summed over the copies of a token."""
    return data.xp.abs(shares(data, data.W) - shares(data, data.W2))


def half_of_the_norm(data: Data, effort: Any):
    change = moves(data)
    others = data.xp.where(data.is_label, 0, change)
    left, right = (data.xp.sum(x, (-2, -1)) for x in (2 * others, change))
    return at_most(left, right, terms=1024, scale=data.sized("n"))


def softmax_moves(data: Data, square_of_constant: int):
    """||S(..) - S(..)|| <= ||X W xbar - X W' xbar|| / constant, squared, for every sequence."""
    xp, m = data.xp, data.number("counts")
    s = each(data, data.W) - each(data, data.W2)
    h = logits(data, data.W) - logits(data, data.W2)
    left, right = xp.sum(m * s * s, -1), xp.sum(m * h * h, -1)
    wide = size(data, data.W, data.W2)[..., None] ** 2 * xp.sum(m, -1)
    return at_most(square_of_constant * left, right, terms=1024, axes=1, scale=wide)


def logits_bounded_by_softmax(data: Data, effort: Any):
    xp, m = data.xp, data.number("counts")
    s = each(data, data.W) - each(data, data.W2)
    h = logits(data, data.W) - logits(data, data.W2)
    wide = size(data, data.W, data.W2)[..., None] ** 2 * xp.sum(m, -1)
    return at_most(xp.sum(m * h * h, -1), xp.sum(m * s * s, -1), terms=1024, axes=1, scale=wide)


def first_power(data: Data, effort: Any):
    xp, E = data.xp, data.embeddings
    h = xp.where(data.present, logits(data, data.W) - logits(data, data.W2), 0)
    bound = xp.sum(E * E, (-2, -1)) * square(data, data.W - data.W2)
    left = xp.sum(h * h, -1)
    wide = size(data, data.W, data.W2) ** 2 + bound
    return at_most(left, bound[..., None] + 0 * left, terms=1024, axes=1, scale=wide[..., None])


def half_the_constant(data: Data, effort: Any):
    xp, E = data.xp, data.embeddings
    apart = E[..., :, None, :] - E[..., None, :, :]
    apart = xp.sum(apart * apart, -1)[..., None, :, :]
    pair = data.present[..., :, None] & data.present[..., None, :]
    diameter = xp.max(xp.max(xp.where(pair, apart, 0), -1), -1)
    constant = mean(data, diameter * xp.sum(data.queries * data.queries, -1)) / 8
    left = square(data, gradient(data, data.W) - gradient(data, data.W2))
    right = constant * constant * square(data, data.W - data.W2)
    return at_most(left, right, terms=4096, scale=size(data, data.W, data.W2) ** 2 + right)


def first_step(data: Data):
    G = gradient(data, data.W0)
    step = data.eta[..., None, None] * G
    return G, risk(data, data.W0 - step) - risk(data, data.W0), size(data, data.W0, data.W0 - step)


def full_decrease(data: Data, effort: Any):
    G, change, scale = first_step(data)
    return at_most(change, -data.eta * square(data, G), terms=2048, scale=scale)


def two_forgotten(data: Data, effort: Any):
    G, change, scale = first_step(data)
    moved = data.eta * data.eta * square(data, G)
    return at_most(data.eta * change, -moved, terms=2048, scale=data.eta * scale)


def uphill(data: Data, effort: Any):
    slope = inner(data, gradient(data, data.W), svm(data))
    return below(0 * slope, slope, terms=2048, scale=size(data) * (1 + data.xp.abs(slope)))


def margins_at_most_one(data: Data, effort: Any):
    v = logits(data, svm(data))
    gap = data.xp.where(data.present & ~tied(data), at_label(data, v)[..., None] - v, 0)
    return at_most(gap, 0 * gap + 1, terms=2.0**16, axes=2, scale=1 + data.xp.abs(gap))


def unweighted_floor(data: Data, effort: Any):
    xp, chosen = data.xp, cyclic.samples(data)
    mask = tied(data) | ~(tied(data).any(-1)[..., None])  # realizable data have no empty row
    part = xp.where(chosen, sample_risks(data, data.W, mask), 0)
    how_many = xp.sum(xp.where(chosen, 1 + 0 * part, 0), -1)
    floor = xp.sum(part, -1) / xp.maximum(how_many, 1 + 0 * how_many)
    return at_most(floor, risk(data, data.W), terms=2048, scale=size(data, data.W))


def norms(data: Data):
    return (data.xp.sqrt(square(data, W)) for W in (data.W, data.W2))


def squares_below(data: Data, effort: Any):
    a, b = norms(data)
    return at_most((a * a - b * b) / (2 * b), a - b, terms=256, scale=(a * a + b * b) / b)


def wrong_denominator(data: Data, effort: Any):
    a, b = norms(data)
    return at_most(a - b, (a * a - b * b) / (2 * a), terms=256, scale=(a * a + b * b) / a)


def one_more_copy(data: Data, effort: Any):
    xp = data.xp
    z = xp.where(data.present, shares(data, data.W) + each(data, data.W), 0)
    return equal(shares(data, data.W), z / xp.sum(z, -1)[..., None], terms=1024, axes=2, scale=1)


def transposed_shift(data: Data, effort: Any):
    xp = data.xp
    move = data.W2[..., :, 0][..., :, None] * xp.sum(data.head, -2)[..., None, :]
    return equal(shares(data, data.W + move), shares(data, data.W), terms=2.0**16, axes=2, scale=1)


def same_everywhere(data: Data, mask: Any, other: Any):
    return decided(everywhere(mask == other, 2), data.embeddings)


def planted(
    name: str, kind: str, statement: str, conclude: Any = None, *, drops: tuple[str, ...] = (), **more: Any
) -> Planted:
    replaces = ({"conclude": conclude} if conclude else {}) | more
    return Planted("attention/" + name, kind, statement, replaces, drops=drops)
