"""False neighbours of our own claims on invariances, graphs, feasibility, convexity and slopes."""

from __future__ import annotations

from ntpcheck_papers.li2024.beyond import invariance as checks
from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours

__all__ = ["PLANTED_SHARPER"]

PLANTED_SHARPER = (
    *neighbours(
        ("sharper/rotation",),
        ("omitted-term/one-side", "So do the weights Q^T W.", checked(checks.rotated, weights_too=False)),
        (
            "omitted-term/both-sides",
            "So do the weights W themselves.",
            checked(checks.rotated, weights_too=None),
        ),
    ),
    *neighbours(
        ("sharper/rotation-svm",),
        ("omitted-term/one-side", "It is solved by Q^T W^mm.", checked(checks.rotated_svm, both_sides=False)),
        (
            "omitted-term/both-sides",
            "It is solved by W^mm itself.",
            checked(checks.rotated_svm, both_sides=None),
        ),
    ),
    *neighbours(
        ("sharper/shift",),
        ("omitted-term", "So it is at W + c_0 w^T.", checked(checks.shifted, one_token=True)),
        ("swapped-roles", "So it is at W + w (sum_y c_y)^T.", checked(checks.shifted, right=True)),
        ("dropped-assumption", "So it is for any head.", {"assumes": ()}),
    ),
    *neighbours(
        ("sharper/copies",),
        ("wrong-set/label", "So it is if only the label is repeated.", checked(checks.copied, only="label")),
        ("wrong-set/last-token", "So it is if only the last token is.", checked(checks.copied, only="last")),
    ),
)
