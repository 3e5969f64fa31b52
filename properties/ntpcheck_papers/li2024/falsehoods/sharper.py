"""False neighbours of our own claims on invariances, where an orthogonal matrix has to be at hand."""

from __future__ import annotations

from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.beyond import invariance as checks
from ntpcheck_papers.li2024.falsehoods.planting import neighbours

__all__ = ["PLANTED_SHARPER"]


def _one_side(data: Attending) -> Evidence:
    return checks.rotated(data, checks.rotation(data).mT @ data.W)


def _svm_on_one_side(data: Attention) -> Evidence:
    return checks.rotated_svm(data, checks.rotation(data).mT @ graph_svm(data).W)


PLANTED_SHARPER = (
    *neighbours(
        ("sharper/rotation",),
        ("omitted-term/one-side", "So do the weights Q^T W.", checked(_one_side)),
        (
            "omitted-term/both-sides",
            "So do the weights W themselves.",
            checked(lambda data: checks.rotated(data, data.W)),
        ),
    ),
    *neighbours(
        ("sharper/rotation-svm",),
        ("omitted-term/one-side", "It is solved by Q^T W^mm.", checked(_svm_on_one_side)),
        (
            "omitted-term/both-sides",
            "It is solved by W^mm itself.",
            checked(lambda data: checks.rotated_svm(data, graph_svm(data).W)),
        ),
    ),
    *neighbours(
        ("sharper/shift",),
        ("dropped-assumption", "So it is for any head.", {"assumes": ()}),
    ),
)
