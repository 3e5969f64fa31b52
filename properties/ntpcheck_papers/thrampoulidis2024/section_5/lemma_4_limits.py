"""Lemma 4, items 3 to 6: what gradient descent and the regularisation path tend to on F and off it."""

from __future__ import annotations

from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run, Scaled
from ntpcheck_papers.thrampoulidis2024.section_5.infimum import off_norm_limit
from ntpcheck_papers.thrampoulidis2024.section_5.path_bounds import off_f_grows, on_f_tends
from ntpcheck_papers.thrampoulidis2024.setting import RUNS, SCALED
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


@claim("linear/lemma-4/3", domain=RUNS)
def on_f(run: Run, effort: Effort) -> Evidence:
    """Checked where the run's gradient flow has long settled on F, against the balance of pulls that puts
    P_F(W_k) - W* at 1/(eta k) times a constant. Full supports included.
    """
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)


@claim("linear/lemma-4/4", domain=RUNS)
def off_f(run: Run, effort: Effort) -> Evidence:
    """Checked by ||P_perp(W_k)|| >= N_k - ||P_F(W_k)||, N_k the norm that the bound on the loss forces."""
    return off_norm_limit(run, effort)


@claim("linear/lemma-4/5", domain=SCALED)
def path_on_f(data: Scaled, effort: Effort) -> Evidence:
    """Checked by CE(W* + R W^mm) - H <= C e^(-R), and by how near W* a loss near H forces P_F(W) for any
    W.
    """
    return on_f_tends(data, finite_part(data).W)


@claim("linear/lemma-4/6", domain=SCALED)
def path_off_f(data: Scaled, effort: Effort) -> Evidence:
    """Checked by CE(W* + R W^mm) - H <= C e^(-R), and by how large a P_perp(W) a loss near H forces for any
    W.
    """
    return off_f_grows(data)
