"""Tables of supports for three contexts and five words: how many of a caption's statements one can meet."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset

Patterns = tuple[tuple[str, str], ...]  # (word, the contexts it follows), as in ("3", "A")
CONTEXTS, WORDS = "ABC", 5


@cache
def _tables() -> np.ndarray:
    """`[2^15, 3, 5]` bool: every table of three contexts and five words."""
    return np.array(list(product((False, True), repeat=len(CONTEXTS) * WORDS))).reshape(-1, 3, WORDS)


@cache
def fewest_misses(patterns: Patterns) -> int:
    """The least number of unmet statements over all tables.

    The statements: three words follow each context; word 3 follows A alone; every other word follows two
    contexts; and for each (word, contexts) in `patterns`, the word follows these and no others.
    """
    tables = _tables()
    unmet = (tables.sum(-1) != 3).sum(-1) + (np.delete(tables.sum(-2), 2, -1) != 2).sum(-1)
    for word, contexts in (("3", "A"), *patterns):
        wanted = np.array([context in contexts for context in CONTEXTS])
        unmet = unmet + (tables[:, :, int(word) - 1] != wanted).any(-1)
    return int(unmet.min())


def agree(data: Dataset, *patterns: tuple[str, str]) -> Evidence:
    """Some table meets all statements. Slack: minus the least number of unmet ones; data play no part."""
    zero = 0 * data.sized("m")
    slack = zero - fewest_misses(patterns)
    return Evidence(slack, 0 * zero, 1 + zero)
