"""Section 2: what the paper's statements quantify over, and the hypotheses they make.

| paper | here |
|---|---|
| h_j, pi_j, p_j, S_j | `data.embeddings[j]`, `data.pi[j]`, `data.p[j]`, `data.support[j]` |
| m distinct contexts, V tokens, d dimensions | axes `m`, `V`, `d` |
| W, W^p, W^d | `W`, and in two-decoder domains `W2` or `U`; each claim says which plays which part |
| F, W*, W^mm | `ntpcheck.reference` |
| (4), (6), Prop. 1, Def. 1, ... | numbers of the NeurIPS version, which claim ids use |

A claim's hypotheses are those of its own version of the text: the NeurIPS and arXiv versions assume
throughout that some token is out of support, the short version states no such assumption. Reading:
"Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies |S_j| << |V| =
V", in the model paragraph of its introduction, sets no bound; nothing else there rules out full supports. The
longer versions print the same sentence and besides it their assumption.

"Constant step-size eta > 0 small enough to guarantee descent", in the main text, is read as eta <= 1/(2L)
wherever gradient descent runs, the appendix's condition, with the sharpest L: `small-step`.
"""

from dataclasses import replace

from ntpcheck.checks.compare import at_most, below
from ntpcheck.claim import Assumption
from ntpcheck.domains import DATASETS, DECODINGS, OFFSETS, PAIRS, RUNS, SAMPLES, SCALED, imposed, plain
from ntpcheck_papers.thrampoulidis2024.shared import assumptions as checks

__all__ = [
    "BINARY", "COMPATIBLE", "DATASETS", "DECODINGS", "FULL_RANK", "GENERAL_POSITION", "MATCHING",
    "MISMATCHED", "NONNEGATIVE_SCALE", "NONZERO_EMBEDDINGS", "OBSTRUCTED", "OFFSETS", "ONE_HOT", "ORTHOGONAL",
    "OVERPARAMETERIZED", "PAIRS", "PATHS", "RUNS", "SAMPLES", "SCALED", "SEPARABLE", "SEPARATES",
    "SEPARATES_2", "SMALL_STEP", "SOME_TOKEN_OUT",
]  # fmt: skip

# Each instance carries a whole regularisation path, with points that are solved for one by one.
PATHS = replace(DATASETS, name="paths", scope=None, costly=True, plain=plain.datasets)

FULL_RANK = Assumption("full-rank", checks.full_rank, imposed.independent_contexts)
OVERPARAMETERIZED = Assumption("overparameterized", checks.overparameterized, imposed.overparameterized)
GENERAL_POSITION = Assumption("general-position", checks.general_position, imposed.general_position)
NONZERO_EMBEDDINGS = Assumption("nonzero-embeddings", checks.nonzero_embeddings, imposed.nonzero_embeddings)

SOME_TOKEN_OUT = Assumption(
    "some-token-out-of-support", checks.some_token_out_of_support, imposed.nonfull_support
)
MORE_THAN_HALF = Assumption(
    "d-above-half-m", lambda data: below(data.sized("m"), 2 * data.sized("d"), terms=0)
)
AT_LEAST_AS_MANY = Assumption("d-at-least-m", lambda data: at_most(data.sized("m"), data.sized("d"), terms=0))
ONE_HOT = Assumption("one-hot", checks.one_hot, imposed.one_hot_supports)
BINARY = Assumption("binary", checks.binary, imposed.binary_vocabulary)

COMPATIBLE = Assumption("compatible", checks.compatible, imposed.power_of_two_counts)
SEPARABLE = Assumption("separable", checks.separable, imposed.argmax_supports)
OBSTRUCTED = Assumption("obstructed", checks.obstructed, imposed.obstructed)

SEPARATES = Assumption("separates", checks.separates, imposed.separating_decoder)
SEPARATES_2 = Assumption("separates-2", checks.separates_2, imposed.separating_second_decoder)
ORTHOGONAL = Assumption("in-orthogonal-complement", checks.in_orthogonal_complement, imposed.tied_offset)
MATCHING = Assumption("matching", checks.matching, imposed.uniform_full_support_with_equal_rows)
MISMATCHED = Assumption("mismatched", checks.mismatched)

NONNEGATIVE_SCALE = Assumption("nonnegative-scale", checks.nonnegative_scale, imposed.nonnegative_gamma)
SMALL_STEP = Assumption("small-step", checks.small_step, imposed.small_step)
