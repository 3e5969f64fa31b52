"""False neighbours of the limits of gradient descent: other directions, other finite parts, other paces."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.formulas.rivals import along, beside, checked
from ntpcheck.instances.attention import Attention
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.shared import limit as limits


def _scaled(factor: float) -> Callable[[Attention], Array]:
    return lambda data: factor * limits.cyclic_correction(data)


def paced(factor: float, **options: bool) -> dict[str, Any]:
    """||W(tau)|| grows like a multiple of ||W^mm|| log tau."""

    def judged(one: limits.Length) -> limits.Row:
        return limits.keeps_pace(one._replace(pace=factor * one.pace))

    return checked(limits.by_length, judged, **options)


_toward = partial(along, limits.attention_direction)
_cyclic = partial(along, limits.cyclic_limit)

CHECKS = {
    "attention/theorem-3/direction#swapped-roles": _toward(rivals.transposed),
    "attention/theorem-3/direction#wrong-program/no-ties": _toward(rivals.without_ties),
    "attention/theorem-3/direction#wrong-program/dropped-sample": _toward(rivals.without_first_row),
    "attention/theorem-3/direction#wrong-limit/with-correction": _toward(rivals.with_fitted_correction),
    **beside(
        {
            "wrong-limit/zero": _cyclic(_scaled(0.0)),
            "wrong-constant": _cyclic(_scaled(65 / 64)),
            "wrong-sign": _cyclic(_scaled(-1.0)),
        },
        "attention/theorem-3/cyclic-part",
        "attention/theorem-3/cyclic-part/amended",
    ),
    "attention/theorem-4/norm#wrong-rate": paced(65 / 64),
    "attention/theorem-4/norm#wrong-rate/twice": paced(2.0),
}
