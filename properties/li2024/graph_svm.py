"""Section 3.2: (Graph-SVM), what it is on acyclic data, and when it is feasible."""

from __future__ import annotations

from li2024.setting import (
    ACYCLIC,
    ATTENDING,
    ATTENTION,
    HEAD_SELECTS,
    IDENTITY_HEAD,
    INDEPENDENT_TOKENS,
    SUBSPACES,
)
from ntpcheck.checks.attention_svm import same_program, solution_exists
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention


@claim("attention/graph-svm/acyclic-reduction", cite="after Def. 2", domain=ATTENDING, assumes=(ACYCLIC,))
def acyclic_reduction(data: Attending, effort: Effort) -> Evidence:
    """For an acyclic dataset no i and j share an SCC, and (Graph-SVM) reduces to (Acyc-SVM).

    Checked for any W: it misses the constraints of one program exactly as far as those of the other.
    """
    return same_program(data)


@claim("attention/graph-svm/feasible", cite="Theorem 2", domain=SUBSPACES, assumes=(IDENTITY_HEAD,))
def feasible(data: Attention, effort: Effort) -> Evidence:
    """Under Assumption 4, C E^T = I, (Graph-SVM) is feasible.

    C E^T = I makes the embeddings independent, so that E W E^T can be anything. Checked by W^mm; only a
    Farkas ray counts as failure.
    Reading: hedge. Theorems 2 and 3 suppose feasibility beside Assumption 4, and do not say that it is
    needed.
    """
    return solution_exists(data)


@claim(
    "attention/graph-svm/feasible@assumption-3", cite="Sec. 4.1", domain=ATTENTION, assumes=(HEAD_SELECTS,)
)
def feasible_selecting(data: Attention, effort: Effort) -> Evidence:
    """Under Assumption 3, argmax_k c_y^T e_k = y, (Graph-SVM) is feasible.

    Reading: hedge. The paper supposes feasibility where it assumes no more than this about the embeddings.
    """
    return solution_exists(data)


@claim(
    "attention/graph-svm/feasible@assumption-3/amended",
    cite="Sec. 4.1",
    domain=ATTENTION,
    assumes=(HEAD_SELECTS, INDEPENDENT_TOKENS),
)
def feasible_amended(data: Attention, effort: Effort) -> Evidence:
    """Under Assumption 3 and with independent embeddings, (Graph-SVM) is feasible.

    Added: that the embeddings are linearly independent.
    """
    return solution_exists(data)
