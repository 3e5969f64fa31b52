"""What tests of numbers start from."""

from __future__ import annotations

from collections.abc import Iterator

import flint
import pytest

from tests.verifier.exact_numbers import TRUTH_BITS, start


@pytest.fixture
def truth() -> Iterator[None]:
    """Balls of many bits, and an allowance of work that no test before has touched."""
    before, flint.ctx.prec = flint.ctx.prec, TRUTH_BITS
    start()
    yield
    flint.ctx.prec = before
    start()


@pytest.fixture
def seeds(request: pytest.FixtureRequest, *, nightly: bool) -> range:
    """Every second of the seeds that a module names; all with --faults=nightly."""
    return request.module.SEEDS[:: 1 if nightly else 2]
