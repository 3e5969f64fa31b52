"""Displayed identities and bounds of the softmax, the entropy and the losses, each side from its own form."""

from __future__ import annotations

from typing import Any

from ntpcheck import ulps
from ntpcheck.checks.compare import equal
from ntpcheck.checks.decoders import log_total, scores
from ntpcheck.checks.loss import context_sums, loss, loss_terms
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding
from ntpcheck.reference.entropy import entropy, log_p


def softmax_entries(data: Decoding) -> Evidence:
    """-log S_z(W h_j) = log(1 + sum over z' != z of e^((e_z' - e_z)^T W h_j)) at every token, in nats.

    The left side as log-sum-exp minus the logit.
    """
    xp: Any = data.xp
    found = scores(data, data.W)
    shown = log_total(found.logits[..., None, :] - found.logits[..., :, None])
    left = xp.logsumexp(found.logits, -1)[..., None] - found.logits
    gap = xp.max(xp.abs(left - shown), -1)
    error = 4 * found.error + xp.rounding(2 * found.size + 1, 2 * ulps.softmax(data.size("V")))
    return Evidence(xp.min(0 - gap, -1), xp.max(error, -1), 1 + xp.max(found.size, -1))


def kl_display(data: Decoding) -> Evidence:
    """CE(W) - H = sum_j pi_j sum_z p_jz log(p_jz (sum over all tokens v of e^(l_jv - l_jz)))."""
    xp, W = data.xp, data.W
    found = scores(data, W)
    ahead = found.logits[..., None, :] - found.logits[..., :, None]
    gap = xp.where(data.support, data.p * (log_p(data) + log_total(ahead)), 0)
    shown = context_sums(data, gap)
    return equal(loss(data, W), entropy(data) + shown, terms=2 * loss_terms(data, W), scale=1 + loss(data, W))
