"""Beyond footnote 8 and Fig. 5: what normalised descent, Adam and SGD converge to."""

from __future__ import annotations

from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.optimisers import sgd_direction
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.optimisers import GENTLE_RUNS, OPTIMISER_RUNS, STREAMS
from ntpcheck.domains.optimisers import tied_context as one_tied_context
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Run
from ntpcheck.instances.streams import Stream
from ntpcheck_papers.thrampoulidis2024.beyond.sign_margin import largest_margin
from ntpcheck_papers.thrampoulidis2024.figures.adam import sign_pattern, tied_context
from ntpcheck_papers.thrampoulidis2024.figures.speed import cycles, floors, token_spread
from ntpcheck_papers.thrampoulidis2024.section_5.growth import noise_floor
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS


@claim("linear/sharper/token-noise", domain=DECODINGS)
def floor(data: Decoding, effort: Effort) -> Evidence:
    """The last sum does not depend on W: unless every context of a nonzero embedding has one next token, no
    strong growth holds over tokens, since the gradient of the mean comes near zero.
    """
    return noise_floor(data)


@claim("linear/sharper/token-sgd-direction", domain=STREAMS)
def token_direction(run: Stream, effort: Effort) -> Evidence:
    """The label moves W along F only: P_perp of a step is that of SGD over contexts."""
    return sgd_direction(run, margin_direction, effort, tokens=True)


@claim("linear/sharper/token-sgd-spread", domain=GENTLE_RUNS)
def spread(run: Stream, effort: Effort) -> Evidence:
    """Checked against tr eta (2 I - eta H_F)^{-1}, on the average over the second half of one run."""
    return token_spread(run)


@claim("linear/sharper/ngd-cycle", domain=GENTLE_RUNS)
def cycle(run: Stream, effort: Effort) -> Evidence:
    """At least that, on average over a cycle, in the time that gradient flow takes for them. So P_F W_k has
    no limit, ||W_k|| grows like log k, and 1 - cos falls like 1 / log^2 k: as for gradient descent with a
    step size of 2 / lambda_max(H_F), the largest under which W* is stable.
    """
    return cycles(run)


@claim("linear/sharper/ngd-floor", domain=GENTLE_RUNS)
def floor_of_cycle(run: Stream, effort: Effort) -> Evidence:
    """Checked at the end of the run that linear/sharper/ngd-cycle is checked on."""
    return floors(run)


TIED = Assumption("tied-context", tied_context, one_tied_context)


@claim("linear/sharper/adam-signs", domain=OPTIMISER_RUNS)
def signs(run: Run, effort: Effort) -> Evidence:
    """Without epsilon, for equally frequent tokens. W^mm is (1/S in support, -1/(V - S) out of it) times
    h.
    """
    return sign_pattern(run, effort)


@claim("linear/sharper/adam-max-margin", domain=DECODINGS)
def max_margin_of_signs(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return largest_margin(data)
