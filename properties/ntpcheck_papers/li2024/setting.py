"""Section 3: what the paper's statements quantify over, and the hypotheses they make.

| paper | here |
|---|---|
| E, e_k; C, c_k | `data.embeddings[k]`; `data.head[k]` |
| X_i, T_i, x_it | `data.counts[i]`: how often each token stands in the i-th input; positions play no part |
| xbar_i, y_i | `data.queries[i]`, the embedding of token `data.last[i]`; `data.labels[i]` |
| DSET, n, K, d | the instance; axes `n`, `K`, `d` |
| G^(k); i => j; i ~ j in one SCC | `ntpcheck.instances.graph`: `edges`, `strict`, `same_component` |
| R_i; I, the cyclic subset | `graph.component` there; `cyclic_part` of `ntpcheck.reference.attention_loss` |
| l | row `data.loss` of `ntpcheck.instances.loss.LOSSES`, with `data.knee` |
| W, W_parallel or a second W; R | `W`, `W2`; `R` |
| W(0), eta | `W0`, `eta` |
| W^mm, S_cyc, W^cyc | `ntpcheck.reference` |

Reading: i and j are nodes of a graph if an edge touches them; the edge y -> y that a realizable sequence adds
is kept, as the text has it, and changes neither components nor priorities. Read literally, Definition 2 then
admits no realizable dataset at all (attention/definition-2/self-loops), so wherever the paper assumes an
acyclic dataset, ACYCLIC asks what the sentence before Definition 2 says: that every component is one token.
Reading: Assumption 1 is two hypotheses, so that either can be dropped; "bounded derivative" includes that l
is defined on all of R, which the log-loss of Section 5 is not.
"""

from ntpcheck.claim import Assumption
from ntpcheck.domains.attention import (
    ATTENDING,
    ATTENDING_PAIRS,
    ATTENDING_SCALED,
    ATTENTION,
    ATTENTION_RUNS,
    CYCLIC_PAIRS,
    GRAPHS,
    SUBSPACES,
    WEIGHED,
)
from ntpcheck.domains.imposed import attention as imposed
from ntpcheck.domains.imposed import attention_svm as imposed_svm
from ntpcheck_papers.li2024.shared import assumptions as checks
from ntpcheck_papers.li2024.shared import feasible as solvable
from ntpcheck_papers.li2024.shared import graph_facts, minimum, scores

__all__ = [
    "ACYCLIC", "AFFINE_TOKENS", "ANOTHER_TOKEN", "ATTENDING", "ATTENDING_PAIRS", "ATTENDING_SCALED",
    "ATTENTION", "ATTENTION_RUNS", "BOUNDED_DERIVATIVE", "CYCLIC_PAIRS", "DECREASING_LOSS", "DESCENT_STEP",
    "FEASIBLE", "GRAPHS", "HEAD_SELECTS", "IDENTITY_HEAD", "INDEPENDENT_QUERIES", "INDEPENDENT_TOKENS",
    "KEEPS_PRIORITIES", "LABEL_SCORES", "LOG_LOSS", "LOSS", "NONVANISHING_SLOPE", "NONZERO_SVM",
    "ONE_COMPONENT", "POSITIVE_SCALE", "REALIZABLE", "SUBSPACES", "WEIGHED",
]  # fmt: skip

# Order in `assumes`: labels (REALIZABLE, ACYCLIC), then the head, then the loss, then steps and solvers.
REALIZABLE = Assumption("realizable", checks.realizable, imposed.realizable)
ACYCLIC = Assumption("acyclic", checks.acyclic, imposed.acyclic_labels)

ONE_COMPONENT = Assumption("at-most-one-component", graph_facts.at_most_one_component, imposed.one_component)

ANOTHER_TOKEN = Assumption("another-token", minimum.another_token, imposed.another_token)
KEEPS_PRIORITIES = Assumption("keeps-priorities", scores.keeps_priorities, imposed.priority_weights)

POSITIVE_SCALE = Assumption("positive-scale", minimum.positive_scale, imposed.positive_scale)

INDEPENDENT_TOKENS = Assumption("independent-tokens", checks.independent_tokens, imposed.independent_tokens)
AFFINE_TOKENS = Assumption("affinely-independent-tokens", checks.affinely_independent, imposed.affine_tokens)
INDEPENDENT_QUERIES = Assumption("independent-queries", checks.independent_queries, imposed.affine_tokens)
LABEL_SCORES = Assumption("label-scores", checks.label_scores, imposed.label_scores)
HEAD_SELECTS = Assumption("head-selects", checks.head_selects, imposed.selecting_head)
IDENTITY_HEAD = Assumption("identity-head", checks.identity_head, imposed.identity_head)

DECREASING_LOSS = Assumption("decreasing-loss", checks.decreasing_loss, imposed.decreasing_loss)
BOUNDED_DERIVATIVE = Assumption("bounded-derivative", checks.bounded_derivative, imposed.bounded_loss)
NONVANISHING_SLOPE = Assumption("nonvanishing-slope", checks.nonvanishing_slope, imposed.steep_loss)
LOSS = (DECREASING_LOSS, BOUNDED_DERIVATIVE)  # Assumption 1
LOG_LOSS = Assumption("log-loss", checks.log_loss, imposed.log_loss)

DESCENT_STEP = Assumption("descent-step", checks.small_step, imposed.descending_step)

FEASIBLE = Assumption("feasible", solvable.feasible, imposed_svm.feasible)
NONZERO_SVM = Assumption("nonzero-svm", solvable.nonzero_svm, imposed_svm.some_strict_edge)
