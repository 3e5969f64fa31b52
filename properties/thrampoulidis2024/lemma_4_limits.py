"""Lemma 4, items 3 to 6: what gradient descent and the regularisation path tend to on F and off it."""

from __future__ import annotations

from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.infimum import off_norm_limit
from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.checks.path_bounds import off_f_grows, on_f_tends
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run, Scaled
from thrampoulidis2024.lemma_2_norm_growth import SHORT, STANDING
from thrampoulidis2024.setting import (
    COMPATIBLE,
    NONNEGATIVE_SCALE,
    RUNS,
    SCALED,
    SEPARABLE,
    SOME_TOKEN_OUT,
)

PATH = (SEPARABLE, COMPATIBLE, NONNEGATIVE_SCALE)
PATH_OUT = (SOME_TOKEN_OUT, *PATH)


@claim("linear/lemma-4/3", cite="Lemma 4", domain=RUNS, assumes=SHORT)
def on_f(run: Run, effort: Effort) -> Evidence:
    """P_F(W_k) tends to W*, W_k the iterates of gradient descent.

    Checked where the run's gradient flow has long settled on F, against the balance of pulls that puts
    P_F(W_k) - W* at 1/(eta k) times a constant. Full supports included.
    """
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)


@claim("linear/lemma-4/4", cite="Lemma 4", domain=RUNS, assumes=STANDING)
def off_f(run: Run, effort: Effort) -> Evidence:
    """||P_perp(W_k)|| tends to infinity.

    Checked by ||P_perp(W_k)|| >= N_k - ||P_F(W_k)||, N_k the norm that the bound on the loss forces.
    """
    return off_norm_limit(run, effort)


@claim("linear/lemma-4/4@short", cite="Lemma F.2", domain=RUNS, assumes=SHORT)
def off_f_short(run: Run, effort: Effort) -> Evidence:
    """||P_perp(W_k)|| tends to infinity.

    Checked like the other versions' item.
    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports. With them P_perp(W_k) never moves.
    """
    return off_norm_limit(run, effort)


@claim("linear/lemma-4/4@short/amended", cite="Lemma F.2", domain=RUNS, assumes=STANDING)
def off_f_short_amended(run: Run, effort: Effort) -> Evidence:
    """||P_perp(W_k)|| tends to infinity if some token is out of support.

    Added: that some token is out of support, as the longer versions assume.
    """
    return off_norm_limit(run, effort)


@claim("linear/lemma-4/5", cite="Lemma 4", domain=SCALED, assumes=PATH)
def path_on_f(data: Scaled, effort: Effort) -> Evidence:
    """P_F(W_B) tends to W*, W_B the minimiser of CE over ||W|| <= B.

    Checked by CE(W* + R W^mm) - H <= C e^(-R), and by how near W* a loss near H forces P_F(W) for any W.
    Reading: where several W_B minimise, any of them.
    """
    return on_f_tends(data)


@claim("linear/lemma-4/6", cite="Lemma 4", domain=SCALED, assumes=PATH_OUT)
def path_off_f(data: Scaled, effort: Effort) -> Evidence:
    """||P_perp(W_B)|| tends to infinity.

    Checked by CE(W* + R W^mm) - H <= C e^(-R), and by how large a P_perp(W) a loss near H forces for any W.
    """
    return off_f_grows(data)


@claim("linear/lemma-4/6@short", cite="Lemma F.2", domain=SCALED, assumes=PATH)
def path_off_f_short(data: Scaled, effort: Effort) -> Evidence:
    """||P_perp(W_B)|| tends to infinity.

    Checked like the other versions' item.
    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports. With them a decoder with a zero gradient is a W_B for all large B, where several W_B minimise.
    """
    return off_f_grows(data)


@claim("linear/lemma-4/6@short/amended", cite="Lemma F.2", domain=SCALED, assumes=PATH_OUT)
def path_off_f_short_amended(data: Scaled, effort: Effort) -> Evidence:
    """||P_perp(W_B)|| tends to infinity if some token is out of support.

    Added: that some token is out of support, as the longer versions assume.
    """
    return off_f_grows(data)
