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


_toward = partial(along, limits.attention_direction)
_cyclic = partial(along, limits.cyclic_limit)

PLANTED_THEOREM_3 = (
    *neighbours(
        ("theorem-3/direction",),
        (
            "swapped-roles",
            "W(tau) / ||W(tau)|| tends to that of the transpose of W^mm.",
            _toward(rivals.transposed),
        ),
        ("wrong-program/no-ties", "It tends to that of (Acyc-SVM)'s solution.", _toward(rivals.without_ties)),
        (
            "wrong-program/dropped-sample",
            "It tends to that of W^mm of all samples but the first.",
            _toward(rivals.without_first_row),
        ),
        (
            "wrong-limit/with-correction",
            "It tends to that of W^mm + W^cyc.",
            _toward(rivals.with_fitted_correction),
        ),
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
        ("wrong-rate/twice", "||W(tau)|| differs from 2 ||W^mm|| log tau by O(1).", paced(2.0)),
    ),
)
