"""Falsehoods beside the claims, written with the checkers in sight, and how to look for what they state."""

from ntpcheck_papers.thrampoulidis2024.falsehoods import (
    cases,
    descent,
    dynamics,
    figures_training,
    lemma_5,
    optimisers,
    section_4,
    sections,
    sharper_converses,
    sharper_laws,
    theorem_1,
)

CHECKS = {
    **cases.CHECKS,
    **descent.CHECKS,
    **dynamics.CHECKS,
    **figures_training.CHECKS,
    **lemma_5.CHECKS,
    **optimisers.CHECKS,
    **section_4.CHECKS,
    **sections.CHECKS,
    **sharper_converses.CHECKS,
    **sharper_laws.CHECKS,
    **theorem_1.CHECKS,
}
