"""Lemma 4, items 3 to 6: what gradient descent and the regularisation path tend to on F and off it."""

from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, Outcome, both, outcome_of
from ntpcheck.instances.dataset import Run, Scaled
from ntpcheck_papers.thrampoulidis2024.section_5.infimum import off_norm_limit
from ntpcheck_papers.thrampoulidis2024.section_5.path_bounds import leak, norms, on_f_tends
from ntpcheck_papers.thrampoulidis2024.setting import RUNS, SCALED
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.genie import small_loss
from ntpcheck_papers.thrampoulidis2024.shared.slopes import steep_everywhere


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
    # ||P_perp W_B|| tends to infinity. Three facts at any W and gamma: no W with a zero gradient, so that
    # ||W_B|| = B; CE(W* + gamma W^mm) - H <= C e^-gamma; and CE(W) - H is at least what the norms of its
    # parts leave, see `leak`. On incompatible data the loss within the supports, least at some U in F, takes
    # the place of H, U that of W*, and what W loses outside the supports that of CE(W) - H. The second fact
    # holds for any U.
    steep = steep_everywhere(data, data.W)
    if data.xp is not FLOAT and outcome_of(steep) is Outcome.FAILS:
        return steep  # what fails speaks: the other two are not asked
    return both(steep, small_loss(data, anywhere=True), leak(data, *norms(data)))
