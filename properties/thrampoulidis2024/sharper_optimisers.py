"""Beyond footnote 8 and Fig. 5: what normalised descent, Adam and SGD converge to."""

from __future__ import annotations

from ntpcheck.checks.adam import sign_pattern, tied_context
from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.growth import noise_floor
from ntpcheck.checks.optimisers import sgd_direction
from ntpcheck.checks.speed import cycles, token_spread
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.optimisers import GENTLE_RUNS, OPTIMISER_RUNS, STREAMS
from ntpcheck.domains.optimisers import tied_context as one_tied_context
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Run
from ntpcheck.instances.streams import Stream
from thrampoulidis2024.lemma_2_norm_growth import STANDING
from thrampoulidis2024.setting import DECODINGS, SMALL_STEP


@claim("linear/sharper/token-noise", cite="footnote 8", domain=DECODINGS)
def floor(data: Decoding, effort: Effort) -> Evidence:
    """Sampling tokens, E ||g_jz||^2 = E ||g_j||^2 + sum_j pi_j ||h_j||^2 (1 - ||p_j||^2).

    The last sum does not depend on W: unless every context of a nonzero embedding has one next token, no
    strong growth holds over tokens, since the gradient of the mean comes near zero.
    """
    return noise_floor(data)


@claim("linear/sharper/token-sgd-direction", cite="footnote 8", domain=STREAMS, assumes=STANDING)
def token_direction(run: Stream, effort: Effort) -> Evidence:
    """cos(W_k, W^mm) tends to 1 along SGD over tokens too.

    The label moves W along F only: P_perp of a step is that of SGD over contexts.
    """
    return sgd_direction(run, margin_direction, effort, tokens=True)


@claim("linear/sharper/token-sgd-spread", cite="footnote 8", domain=GENTLE_RUNS, assumes=STANDING)
def spread(run: Stream, effort: Effort) -> Evidence:
    """SGD over tokens keeps P_F W_k about W*, with E ||P_F W_k - W*||^2 tending to eta dim F / 2 + O(eta^2).

    Checked against tr eta (2 I - eta H_F)^{-1}, on the average over the second half of one run.
    Reading: runs of small steps on orthogonal contexts, where that half is many times the mixing time.
    """
    return token_spread(run)


@claim("linear/sharper/ngd-cycle", cite="Fig. 5, left", domain=GENTLE_RUNS, assumes=STANDING)
def cycle(run: Stream, effort: Effort) -> Evidence:
    """Normalised descent ends on a 2-cycle of width eta in F; its steps are worth 2 / lambda_max(H_F).

    At least that, on average over a cycle, in the time that gradient flow takes for them. So P_F W_k has no
    limit, ||W_k|| grows like log k, and 1 - cos falls like 1 / log^2 k: as for gradient descent with a step
    size of 2 / lambda_max(H_F), the largest under which W* is stable.
    """
    return cycles(run)


TIED = Assumption("tied-context", "ours", tied_context, one_tied_context)


@claim("linear/sharper/adam-signs", cite="Fig. 5, right", domain=OPTIMISER_RUNS, assumes=(TIED, SMALL_STEP))
def signs(run: Run, effort: Effort) -> Evidence:
    """On one context with tied logits Adam moves W along (1 in support, -1 out of it) times sign(h).

    Without epsilon, for equally frequent tokens. W^mm is (1/S in support, -1/(V - S) out of it) times h.
    """
    return sign_pattern(run, effort)
