"""Maps that pull a wild instance inside an assumption, by structure alone.

Each map is a deterministic function of the instance or batch, keeps its type and its other fields, and is
never believed: the assumption's own check runs afterwards. Where several are applied, the order that surely
keeps the earlier ones true is: shape (overparameterized, binary_vocabulary, nonfull_support), embeddings
(independent_contexts, general_position, nonzero_embeddings), supports (argmax_supports, one_hot_supports),
counts (power_of_two_counts), then decoders, scales and steps. The maps that claims combine most often
(overparameterized with independent contexts, separable or separating with compatible) commute with truth:
they work in either order.
"""

from ntpcheck.domains.imposed.decoders import (
    nonnegative_gamma,
    resting_start,
    separating_decoder,
    separating_second_decoder,
    small_step,
    tied_offset,
    uniform_full_support_with_equal_rows,
)
from ntpcheck.domains.imposed.embeddings import (
    general_position,
    independent_contexts,
    nonzero_embeddings,
    overparameterized,
)
from ntpcheck.domains.imposed.supports import (
    argmax_supports,
    binary_vocabulary,
    nonfull_support,
    obstructed,
    one_hot_supports,
    power_of_two_counts,
    tight_margins,
    uniform_supports,
)

__all__ = [
    "argmax_supports", "binary_vocabulary", "general_position", "independent_contexts", "nonfull_support",
    "nonnegative_gamma", "nonzero_embeddings", "obstructed", "one_hot_supports", "overparameterized",
    "power_of_two_counts", "resting_start", "separating_decoder", "separating_second_decoder", "small_step",
    "tied_offset", "tight_margins", "uniform_full_support_with_equal_rows", "uniform_supports",
]  # fmt: skip
