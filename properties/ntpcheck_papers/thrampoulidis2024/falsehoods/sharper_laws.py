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
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of, under


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


STRICT = "If every support vector has a positive multiplier in some dual solution, "
ZERO = "Where some support vector's multiplier is 0 in every dual solution, "
DUAL = "alpha a dual solution of NTP-SVM."
W2 = (
    "W2 the least matrix with <W2, x_n> = 0 on the support vectors that have a positive multiplier in some "
    "dual solution and >= 1 on those that have none."
)
H_AND_G = (
    "where H_F is the Hessian of CE_F at W* on F and G = P_F sum over SV of alpha_n (p_j - e_v) h_j^T, alpha "
    "the dual solution eta c_n exp(-<W~, x_n>)"
)
TURN = "||D||^2 / (2 ||W^mm||^2), D the part orthogonal to W^mm of"
RESIDUAL = "On span(SV) W_k - W^mm log k - W~ = "
R = (
    "r = min(lambda_min(A), theta - 1, 1), where A = sum over SV of alpha_n x_n x_n^T on span(SV), and theta "
    "is the smallest margin above 1."
)

LAWS = (
    *of(
        "sharper/loss-law",
        (
            "wrong-constant",
            "eta k (CE(W_k) - H) / ||W^mm||^2 tends to 64/65.",
            checked(loss_law, lambda _: np.log(MORE)),
        ),
        ("wrong-rate/faster", "k^2 (CE(W_k) - H) stays bounded.", checked(loss_law, at_power(2.0))),
        (
            "wrong-rate/slower",
            "sqrt(eta k) (CE(W_k) - H) / ||W^mm||^2 tends to 1.",
            checked(loss_law, at_power(0.5)),
        ),
    ),
    *of(
        "sharper/offset",
        *under(
            f"{STRICT}on span(SV) W_k - W^mm log k tends to ",
            (
                "omitted-term",
                f"the W~ with c_n exp(-<W~, x_n>) = alpha_n on SV, whatever eta is, {DUAL}",
                checked(span_limit, _without_step),
            ),
            ("wrong-limit/zero", "0.", checked(span_limit, _zero)),
            (
                "wrong-sign",
                f"the W~ with eta c_n exp(<W~, x_n>) = alpha_n on SV, {DUAL}",
                checked(span_limit, _opposite),
            ),
        ),
    ),
    *of(
        "sharper/settles",
        (
            "wrong-limit/zero",
            f"{STRICT}W_k - W^mm log k tends to 0 on span(SV).",
            checked(span_limit, _zero),
        ),
    ),
    *of(
        "sharper/log-log-drift",
        (
            "wrong-constant",
            f"{ZERO}(W_k - W^mm log k) / log log k tends to 65/64 W2, {W2}",
            checked(drifts, times(MORE, balanced_drift)),
        ),
        ("wrong-limit/bounded", f"{ZERO}W_k - W^mm log k stays bounded.", checked(settles)),
        (
            "wrong-sign",
            f"{ZERO}(W_k - W^mm log k) / log log k tends to -W2, {W2}",
            checked(drifts, times(-1.0, balanced_drift)),
        ),
    ),
    *of(
        "sharper/finite-part-rate",
        (
            "wrong-constant",
            f"eta k (P_F(W_k) - W*) tends to 65/64 H_F^-1 G, {H_AND_G}.",
            checked(finite_rate, times(MORE, balanced_rate)),
        ),
        ("wrong-rate", "k (P_F(W_k) - W*) tends to 0.", checked(finite_rate, times(0.0, balanced_rate))),
        (
            "wrong-sign",
            f"eta k (P_F(W_k) - W*) tends to -H_F^-1 G, {H_AND_G}.",
            checked(finite_rate, times(-1.0, balanced_rate)),
        ),
        (
            "wrong-weights",
            f"eta k (P_F(W_k) - W*) tends to H_F^-1 G, {H_AND_G}, with p_j uniform on S_j in both.",
            checked(finite_rate, _uniform),
        ),
    ),
    *of(
        "sharper/direction-rate",
        (
            "wrong-constant",
            f"(log k)^2 (1 - cos(W_k, W^mm)) tends to 65/64 {TURN} the limit of W_k - W^mm log k.",
            checked(direction_rate, times(MORE, seen_turn)),
        ),
        (
            "omitted-term/half",
            "(log k)^2 (1 - cos(W_k, W^mm)) tends to ||D||^2 / ||W^mm||^2, D the part orthogonal to W^mm of "
            "the limit of W_k - W^mm log k.",
            checked(direction_rate, times(2.0, seen_turn)),
        ),
        (
            "wrong-rate/slower",
            f"log k (1 - cos(W_k, W^mm)) tends to {TURN} the limit of W_k - W^mm log k.",
            checked(direction_rate, slower_turn),
        ),
        (
            "omitted-term/offset",
            f"(log k)^2 (1 - cos(W_k, W^mm)) tends to {TURN} W*.",
            checked(direction_rate, _star_only),
        ),
        (
            "omitted-term/off-span",
            f"(log k)^2 (1 - cos(W_k, W^mm)) tends to {TURN} the sum of W* and the limit of W_k - W^mm log k "
            "on span(SV).",
            checked(direction_rate, _on_span_only),
        ),
    ),
    *of(
        "sharper/residual-rate",
        (
            "wrong-rate/twice",
            f"{RESIDUAL}O(k^-2r log k), {R}",
            checked(residual_rate, lambda end: 2 * end.law.rate),
        ),
        ("wrong-rate/one-over-k", f"{RESIDUAL}O(log k / k).", checked(residual_rate, lambda end: 1.0)),
        (
            "wrong-rate/faster",
            f"{RESIDUAL}O(k^(-3 r / 2) log k), {R}",
            checked(residual_rate, lambda end: 1.5 * end.law.rate),
        ),
    ),
    *of(
        "sharper/step-shift",
        (
            "wrong-constant/twice",
            "On span(SV), halving eta moves the limit of W_k - W^mm log k by -2 W^mm log 2.",
            checked(step_shift, times(2.0, log_two)),
        ),
        (
            "omitted-term",
            "On span(SV), the limit of W_k - W^mm log k does not depend on eta.",
            checked(step_shift, times(0.0, log_two)),
        ),
        (
            "wrong-constant",
            "On span(SV), halving eta moves the limit of W_k - W^mm log k by -65/64 W^mm log 2.",
            checked(step_shift, times(MORE, log_two)),
        ),
    ),
)

ONE = (
    *of(
        "sharper/one-context/offset",
        *under(
            "For one context, W_k - W^mm log k tends on span(SV) to ",
            ("omitted-term", "W^mm log(||h||^2 (V / S) exp(mean over S of log p)), whatever eta is.",
             checked(span_limit, lambda end: one.closed_offset(end._replace(eta=1.0)))),
            ("wrong-limit/zero", "0.", checked(span_limit, _zero)),
            ("wrong-sign", "-W^mm log(eta ||h||^2 (V / S) exp(mean over S of log p)).",
             checked(span_limit, lambda end: -balanced_offset(end))),
        ),
    ),
    *of(
        "sharper/one-context/rate",
        *under(
            "For one context, W_k - W^mm log k reaches its limit on span(SV) at the rate ",
            ("wrong-rate/one-over-k", "O(log k / k), whatever S and V are.",
             checked(residual_rate, lambda end: 1.0)),
            ("wrong-rate/twice", "O(k^-2r log k), where r = S / V, or 1 if V - S = 1.",
             checked(residual_rate, lambda end: 2 * one.closed_rate(end))),
        ),
    ),
    *of(
        "sharper/one-context/direction",
        *under(
            "For one context, (log k)^2 (1 - cos(W_k, W^mm)) tends to ",
            ("wrong-constant",
             "65/64 (||W*||^2 + ||R||^2) V ||h||^2 / (2 S (V - S)), where R is W_0 less the part of "
             "W_0 h h^T / ||h||^2 whose columns have mean 0.",
             checked(direction_rate, lambda end: MORE * turn(end, one.closed_side(end)))),
            ("omitted-term", "||W*||^2 V ||h||^2 / (2 S (V - S)), whatever W_0 is.",
             checked(direction_rate,
                     lambda end: turn(end, one.closed_side(end._replace(start=0 * end.start))))),
        ),
    ),
)  # fmt: skip

PLANTED_SHARPER_LAWS = (*LAWS, *ONE)
