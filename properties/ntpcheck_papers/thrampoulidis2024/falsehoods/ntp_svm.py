"""False neighbours of Definition 3."""

from __future__ import annotations

from ntpcheck.checks.convexity import norm_midpoint, shortest, square_midpoint, widest
from ntpcheck.claim import Planted
from ntpcheck_papers.thrampoulidis2024.section_4.program import constraint_count
from ntpcheck_papers.thrampoulidis2024.setting import SEPARABLE, SEPARATES, SOME_TOKEN_OUT

NTP_SVM = (
    Planted(
        "linear/ntp-svm/strongly-convex",
        "flipped-inequality",
        "The norm of the midpoint of two different feasible decoders exceeds the mean of their norms",
        {"conclude": lambda data, effort: norm_midpoint(data, flipped=True)},
    ),
    Planted(
        "linear/ntp-svm/strongly-convex",
        "dropped-assumption",
        "The norm is strictly convex between any decoder and a feasible one",
        {"assumes": (SOME_TOKEN_OUT, SEPARATES)},
    ),
    Planted(
        "linear/ntp-svm/strongly-convex/amended",
        "tightened-bound",
        "||W||^2 / 2 is strongly convex of modulus 65/64",
        {"conclude": lambda data, effort: square_midpoint(data, parts=65)},
    ),
    Planted(
        "linear/ntp-svm/strongly-convex/amended",
        "tightened-bound/twice",
        "||W||^2 / 2 is strongly convex of modulus 2",
        {"conclude": lambda data, effort: square_midpoint(data, parts=128)},
    ),
    Planted(
        "linear/ntp-svm/constraint-count",
        "omitted-term",
        "(6) as displayed has mV - sum S_j inequalities and sum S_j - m equations",
        {"conclude": lambda data, effort: constraint_count(data, anchored=False)},
    ),
    Planted(
        "linear/ntp-svm/constraint-count",
        "wrong-constant",
        "NTP-SVM has sum S_j - m + 1 equality constraints",
        {"conclude": lambda data, effort: constraint_count(data, equations=1)},
    ),
    Planted(
        "linear/ntp-svm/unique",
        "tightened-bound",
        "Feasible W have ||W||^2 >= ||W^mm||^2 + 65/64 ||W - W^mm||^2",
        {"conclude": lambda data, effort: shortest(data, parts=65)},
    ),
    Planted(
        "linear/ntp-svm/unique",
        "dropped-assumption",
        "No decoder is shorter than W^mm, feasible or not",
        {"assumes": (SEPARABLE,)},
    ),
    *(
        planted
        for of in ("max-margin", "max-margin@short", "max-margin@short/amended")
        for planted in (
            Planted(
                f"linear/ntp-svm/{of}",
                "wrong-subspace",
                "The direction of W^mm has the largest margin among all unit matrices",
                {"conclude": lambda data, effort: widest(data, off_F=False)},
            ),
            Planted(
                f"linear/ntp-svm/{of}",
                "wrong-quantity",
                "Unit matrices orthogonal to F have margins of at most 1/||W^mm||^2",
                {"conclude": lambda data, effort: widest(data, power=2)},
            ),
        )
    ),
)
