"""False neighbours of what attention does not depend on: half a rotation, other shifts, uneven copies."""

from __future__ import annotations

from li2024.planting import checked, neighbours
from ntpcheck.checks import attention_invariance as checks

__all__ = ["PLANTED_SHARPER"]

PLANTED_SHARPER = (
    *neighbours(
        ("sharper/rotation",),
        ("wrong-subspace", "So do the weights Q^T W.", checked(checks.rotated, weights_too=False)),
        ("omitted-factor", "So do the weights W themselves.", checked(checks.rotated, weights_too=None)),
    ),
    *neighbours(
        ("sharper/rotation-svm",),
        ("wrong-subspace", "It is solved by Q^T W^mm.", checked(checks.rotated_svm, both_sides=False)),
        ("omitted-factor", "It is solved by W^mm itself.", checked(checks.rotated_svm, both_sides=None)),
    ),
    *neighbours(
        ("sharper/shift",),
        ("omitted-terms", "So it is at W + c_0 w^T.", checked(checks.shifted, one_token=True)),
        ("transposed", "So it is at W + w (sum_y c_y)^T.", checked(checks.shifted, right=True)),
        ("assumption-dropped", "So it is for any head.", {"assumes": ()}),
    ),
    *neighbours(
        ("sharper/copies",),
        ("wrong-set", "So it is if only the label is repeated.", checked(checks.copied, only="label")),
        ("wrong-query", "So it is if only the last token is.", checked(checks.copied, only="last")),
    ),
)
