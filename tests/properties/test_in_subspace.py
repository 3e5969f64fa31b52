"""Error bounds of statements about F: the rounding of a part has the size of the whole."""

from __future__ import annotations

from ntpcheck.evidence import Outcome, bounds, outcome_of
from ntpcheck.instances.dataset import Dataset, Offset
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.beyond import one_context
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import (
    isolated,
    projection_error,
    shifted_solution,
    ties_by_projection,
)
from tests.properties.planted import said

# U is large and nearly in F: what is left of it off F is smaller than its rounding.
LARGE = Offset(
    embeddings=[["-1/16"], ["-1/16"]],
    counts=[[16, 256, 4, 64, 1]] * 2,
    W=[[-32]] * 5,
    gamma="-31/16",
    U=[[256], [128], [-256], [-256], [256]],
)


def test_the_part_of_a_large_matrix_off_f_is_as_rough_as_the_matrix() -> None:
    for data in (LARGE.floats(), LARGE):
        part = project_off(data, data.U) + data.W
        found = shifted_solution(data, part, projection_error(data, data.U))
        lower, upper, _ = bounds(found)
        assert lower <= 0 <= upper
        assert outcome_of(ties_by_projection(data, data.U)) is Outcome.HOLDS
        assert outcome_of(isolated(data, data.U)) is Outcome.HOLDS


def test_a_context_of_equally_likely_tokens_has_the_finite_part_zero_exactly() -> None:
    """Whatever log p is: only the log-ratios count, and they are 0."""
    for counts in ([1] * 6, [3, 3, 3], [10000, 10000, 0, 10000], [5]):
        for embedding in ([1], ["1/128", "1/4", "39/128", "5/64"]):
            data = Dataset([embedding], [counts]).exact()
            assert outcome_of(one_context.finite_matrix.check(data)) is Outcome.HOLDS
            for system in (data, data.floats()):
                assert [
                    float(x)
                    for x in (
                        one_context.finite_matrix.check(system).slack,
                        one_context.finite_matrix.check(system).scale,
                    )
                ] == [
                    0,
                    0,
                ]
                assert outcome_of(one_context.finite_matrix.check(system)) is not Outcome.FAILS
            found = outcome_of(said("linear/sharper/one-context/finite-part#wrong-weights", data))
            assert (found is Outcome.FAILS) == (len(counts) > 1)
