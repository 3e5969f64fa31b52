"""False neighbours of the limits of gradient descent: other directions, other finite parts, other paces."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.formulas.rivals import along, checked
from ntpcheck.instances.attention import Attention
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.shared import limit as limits

__all__ = ["PLANTED_THEOREM_3"]


def _scaled(factor: float) -> Callable[[Attention], Array]:
    return lambda data: factor * limits.cyclic_correction(data)


def paced(factor: float, **options: bool) -> dict[str, Any]:
    """||W(tau)|| grows like a multiple of ||W^mm|| log tau."""

    def judged(one: limits.Length) -> limits.Row:
        return limits.keeps_pace(one._replace(pace=factor * one.pace))

    return checked(limits.by_length, judged, **options)


def _turned(limit: str) -> str:
    return f"Along gradient descent with the log-loss, W(tau) / ||W(tau)|| tends to {limit}."


def _projected(limit: str) -> str:
    return f"Along gradient descent with the log-loss, the projection of W(tau) on S_cyc tends to {limit}."


def _long(length: str) -> str:
    run = "Along gradient descent with the log-loss and eta <= 1/L"
    return f"{run}, ||W(tau)|| differs from {length} ||W^mm|| log tau by O(1)."


_toward = partial(along, limits.attention_direction)
_cyclic = partial(along, limits.cyclic_limit)

PLANTED_THEOREM_3 = (
    *neighbours(
        ("theorem-3/direction",),
        (
            "swapped-roles",
            _turned("the direction of the transpose of W^mm"),
            _toward(rivals.transposed),
        ),
        (
            "wrong-program/no-ties",
            _turned("the direction of the solution of (Acyc-SVM), the program without ties"),
            _toward(rivals.without_ties),
        ),
        (
            "wrong-program/dropped-sample",
            _turned("the direction of the W^mm of all samples but the first"),
            _toward(rivals.without_first_row),
        ),
        (
            "wrong-limit/with-correction",
            _turned("the direction of W^mm + W^cyc"),
            _toward(rivals.with_fitted_correction),
        ),
    ),
    *neighbours(
        ("theorem-3/cyclic-part", "theorem-3/cyclic-part/amended"),
        ("wrong-limit/zero", _projected("0"), _cyclic(_scaled(0.0))),
        ("wrong-constant", _projected("(65/64) W^cyc"), _cyclic(_scaled(65 / 64))),
        ("wrong-sign", _projected("-W^cyc"), _cyclic(_scaled(-1.0))),
    ),
    *neighbours(
        ("theorem-4/norm",),
        ("wrong-rate", _long("(65/64)"), paced(65 / 64)),
        ("wrong-rate/twice", _long("2"), paced(2.0)),
    ),
)
