"""The cross-entropy as equation (2) writes it: what is computed without cancellation is compared with it."""

from __future__ import annotations

from ntpcheck.reference.entropy import logits


def cross_entropy(data, W):
    """`[...]` CE(W) in nats, in either number system; its distance from the entropy is noise below 1e-16."""
    scores = logits(data, W)
    logs = scores - data.xp.logsumexp(scores, -1)[..., None]
    terms = data.xp.where(data.support, -data.p * logs, 0)
    return data.xp.sum(data.pi * data.xp.sum(terms, -1), -1)
