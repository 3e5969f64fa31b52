"""False neighbours of the second-order laws and of the closed forms for one context."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.laws import (
    End,
    balanced_drift,
    balanced_offset,
    direction_rate,
    drifts,
    seen_turn,
    settles,
    span_limit,
    turn,
)
from ntpcheck.checks.residuals import log_two, residual_rate, step_shift
from ntpcheck.formulas.rivals import MORE, at_power, checked, loss_law, slower_turn, times
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.law import finite_part
from ntpcheck_papers.thrampoulidis2024.beyond import closed_forms as one
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of


def _zero(end: End) -> Floats:
    return 0 * end.u


def _without_step(end: End) -> Floats:
    return end.law.offset - np.log(end.eta) * end.frame.wmm


def _opposite(end: End) -> Floats:
    return -end.law.offset


def _uniform(end: End) -> Floats:
    """H_F and G of other data, in-support probabilities being equal."""
    support = end.frame.support
    return finite_part(replace(end.frame, p=support / support.sum(1, keepdims=True)), end.law.alpha)


def _star_only(end: End) -> float:
    return turn(end, end.frame.centre)


def _on_span_only(end: End) -> float:
    return turn(end, end.frame.centre + end.frame.matrix(0 * end.flow.f[-1], end.law.offset))


LAWS = (
    *of(
        "sharper/loss-law",
        (
            "wrong-constant",
            "eta k (CE(W_k) - H) / ||W^mm||^2 tends to 64/65",
            checked(loss_law, lambda _: np.log(MORE)),
        ),
        ("wrong-rate/faster", "k^2 (CE(W_k) - H) stays bounded", checked(loss_law, at_power(2.0))),
        (
            "wrong-rate/slower",
            "sqrt(eta k) (CE(W_k) - H) / ||W^mm||^2 tends to 1",
            checked(loss_law, at_power(0.5)),
        ),
    ),
    *of(
        "sharper/offset",
        ("omitted-term", "c_n exp(-<W~, x_n>) = alpha_n, without eta", checked(span_limit, _without_step)),
        ("wrong-limit/zero", "W~ = 0 on span(SV)", checked(span_limit, _zero)),
        ("wrong-sign", "eta c_n exp(<W~, x_n>) = alpha_n", checked(span_limit, _opposite)),
    ),
    *of(
        "sharper/settles",
        ("wrong-limit/zero", "W_k - W^mm log k tends to 0 on span(SV)", checked(span_limit, _zero)),
    ),
    *of(
        "sharper/log-log-drift",
        (
            "wrong-constant",
            "(W_k - W^mm log k) / log log k tends to 65/64 W2",
            checked(drifts, times(MORE, balanced_drift)),
        ),
        ("wrong-limit/bounded", "W_k - W^mm log k stays bounded where a multiplier is 0", checked(settles)),
        (
            "wrong-sign",
            "(W_k - W^mm log k) / log log k tends to -W2",
            checked(drifts, times(-1.0, balanced_drift)),
        ),
    ),
    *of(
        "sharper/finite-part-rate",
        (
            "wrong-constant",
            "eta k (P_F W_k - W*) tends to 65/64 H_F^-1 G",
            checked(finite_rate, times(MORE, balanced_rate)),
        ),
        ("wrong-rate", "k (P_F W_k - W*) tends to 0", checked(finite_rate, times(0.0, balanced_rate))),
        (
            "wrong-sign",
            "eta k (P_F W_k - W*) tends to -H_F^-1 G",
            checked(finite_rate, times(-1.0, balanced_rate)),
        ),
        ("wrong-weights", "H_F and G taken with p_j uniform on its support", checked(finite_rate, _uniform)),
    ),
    *of(
        "sharper/direction-rate",
        (
            "wrong-constant",
            "log^2 k (1 - cos) tends to 65/64 ||D||^2 / 2||W^mm||^2",
            checked(direction_rate, times(MORE, seen_turn)),
        ),
        (
            "omitted-term/half",
            "log^2 k (1 - cos) tends to ||D||^2 / ||W^mm||^2",
            checked(direction_rate, times(2.0, seen_turn)),
        ),
        ("wrong-rate/slower", "log k (1 - cos) tends to that constant", checked(direction_rate, slower_turn)),
        ("omitted-term/offset", "D is W* alone, without W~", checked(direction_rate, _star_only)),
        (
            "omitted-term/off-span",
            "D is W* and the part of W~ in span(SV)",
            checked(direction_rate, _on_span_only),
        ),
    ),
    *of(
        "sharper/residual-rate",
        (
            "wrong-rate/twice",
            "the residual is O(k^-2r log k)",
            checked(residual_rate, lambda end: 2 * end.law.rate),
        ),
        ("wrong-rate/one-over-k", "the residual is O(log k / k)", checked(residual_rate, lambda end: 1.0)),
        (
            "wrong-rate/faster",
            "the residual is O(k^-3r/2 log k)",
            checked(residual_rate, lambda end: 1.5 * end.law.rate),
        ),
    ),
    *of(
        "sharper/step-shift",
        (
            "wrong-constant/twice",
            "halving eta moves the limit by -2 W^mm log 2",
            checked(step_shift, times(2.0, log_two)),
        ),
        ("omitted-term", "the limit does not depend on eta", checked(step_shift, times(0.0, log_two))),
        (
            "wrong-constant",
            "halving eta moves the limit by -65/64 W^mm log 2",
            checked(step_shift, times(MORE, log_two)),
        ),
    ),
)

ONE = (
    *of(
        "sharper/one-context/offset",
        ("omitted-term", "the limit is W^mm log(||h||^2 (V/S) exp(mean of log p))",
         checked(span_limit, lambda end: one.closed_offset(end._replace(eta=1.0)))),
        ("wrong-limit/zero", "the limit is 0", checked(span_limit, _zero)),
        ("wrong-sign", "the limit has the opposite sign",
         checked(span_limit, lambda end: -balanced_offset(end))),
    ),
    *of(
        "sharper/one-context/rate",
        ("wrong-rate/one-over-k", "the rate is 1 whatever S and V",
         checked(residual_rate, lambda end: 1.0)),
        ("wrong-rate/twice", "the rate is twice S/V",
         checked(residual_rate, lambda end: 2 * one.closed_rate(end))),
    ),
    *of(
        "sharper/one-context/direction",
        ("wrong-constant", "the constant is 65/64 times that",
         checked(direction_rate, lambda end: MORE * turn(end, one.closed_side(end)))),
        ("omitted-term", "R is left out",
         checked(direction_rate, lambda end: turn(end, one.closed_side(end._replace(start=0 * end.start))))),
    ),
)  # fmt: skip

PLANTED_SHARPER_LAWS = (*LAWS, *ONE)
