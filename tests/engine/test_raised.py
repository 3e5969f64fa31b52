"""What a checker raised is told with the line of its own that raised it, in one line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import torch

from ntpcheck.engine.raised import place
from ntpcheck.errors import LONGEST_REASON, RAISED


def misshapen() -> None:
    torch.functional.split(1.0, 2)  # type: ignore[arg-type] # raises in a file of torch


def loud() -> None:
    raise ValueError("a\x1b[31m\n" + "b" * 10 * LONGEST_REASON)


class Wordless(Exception):
    def __str__(self) -> str:
        raise SystemExit


def wordless() -> None:
    raise Wordless


@pytest.mark.parametrize("checker", [misshapen, loud, wordless])
def test_the_place_is_the_checkers_own_line(checker: Callable[[], None]) -> None:
    with pytest.raises(RAISED) as raised:
        checker()
    said = place(raised.value)
    assert re.search(rf" \({checker.__name__}, line \d+ of test_raised\.py\)$", said)
    assert said.isprintable()
    assert len(said) < LONGEST_REASON + 100
