"""Falsehoods beside the claims, written with the checkers in sight, and how to look for what they state."""

from ntpcheck_papers.li2024.falsehoods import (
    figures,
    floors,
    path,
    proof,
    sentences,
    sharper_descent,
    sharper_normalised,
    sharper_path,
    theorem_3,
)

CHECKS = {
    **theorem_3.CHECKS,
    **proof.CHECKS,
    **path.CHECKS,
    **floors.CHECKS,
    **sentences.CHECKS,
    **figures.CHECKS,
    **sharper_descent.CHECKS,
    **sharper_normalised.CHECKS,
    **sharper_path.CHECKS,
}
