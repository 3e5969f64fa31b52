"""False neighbours of the limits of gradient descent: other directions, other finite parts, other paces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.graph_svm import acyc_svm, graph_svm
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.shared import limit as limits

__all__ = ["PLANTED_THEOREM_3"]


def _toward(candidate: Callable[[Attention], Array]) -> dict[str, Any]:
    """The limit of the direction is another one."""
    return {"conclude": lambda run, effort: limits.attention_direction(run, candidate, effort)}


def _cyclic(candidate: Callable[[Attention], Array]) -> dict[str, Any]:
    """The limit on S_cyc is another one."""
    return {"conclude": lambda run, effort: limits.cyclic_limit(run, candidate, effort)}


def _scaled(factor: float) -> Callable[[Attention], Array]:
    return lambda data: factor * limits.cyclic_correction(data)


def _transposed(data: Attention) -> Array:
    return graph_svm(data).W.mT


def _without_first(data: Attention) -> Array:
    """W^mm of the data without their first sample; false where that sample alone has some strict edge."""
    short = Attention(**{name: getattr(data, name) for name in Attention.AXES})
    return graph_svm(short.drop("n", 0)).W if data.size("n") > 1 else 0 * graph_svm(data).W


def _corrected(data: Attention) -> Array:
    """W^mm + W^cyc: what a finite part adds outlasts no division by the norm."""
    return graph_svm(data).W + limits.cyclic_correction(data)


def paced(factor: float, **options: bool) -> dict[str, Any]:
    """||W(tau)|| grows like a multiple of ||W^mm|| log tau."""

    def judged(one: limits.Length) -> limits.Row:
        return limits.keeps_pace(one._replace(pace=factor * one.pace))

    return {"conclude": lambda run, _: limits.by_length(run, judged, **options)}


PLANTED_THEOREM_3 = (
    *neighbours(
        ("theorem-3/direction",),
        (
            "swapped-roles",
            "W(tau) / ||W(tau)|| tends to that of the transpose of W^mm.",
            _toward(_transposed),
        ),
        (
            "wrong-program/no-ties",
            "It tends to that of (Acyc-SVM)'s solution.",
            _toward(lambda data: acyc_svm(data).W),
        ),
        (
            "wrong-program/dropped-sample",
            "It tends to that of W^mm of all samples but the first.",
            _toward(_without_first),
        ),
        ("wrong-limit/with-correction", "It tends to that of W^mm + W^cyc.", _toward(_corrected)),
    ),
    *neighbours(
        ("theorem-3/cyclic-part", "theorem-3/cyclic-part/amended"),
        ("wrong-limit/zero", "The projection on S_cyc tends to 0.", _cyclic(_scaled(0.0))),
        ("wrong-constant", "It tends to (65/64) W^cyc.", _cyclic(_scaled(65 / 64))),
        ("wrong-sign", "It tends to -W^cyc.", _cyclic(_scaled(-1.0))),
    ),
    *neighbours(
        ("theorem-4/norm",),
        ("wrong-rate", "||W(tau)|| differs from (65/64) ||W^mm|| log tau by O(1).", paced(65 / 64)),
        (
            "wrong-rate/twice",
            "||W(tau)|| differs from 2 ||W^mm|| log tau by O(1).",
            paced(2.0),
        ),
    ),
)
