"""Programs of other data or with other constraints than W^mm's: each has another solution on some data."""

from collections.abc import Callable, Mapping
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.reference import neighbours

PROGRAMS: Mapping[str, Callable[[Any], Array]] = {
    "dropped-margin": neighbours.without_one_margin,
    "one-more-token": neighbours.with_one_more_token,
    "one-token-less": neighbours.with_one_token_less,
    "no-ties": neighbours.without_ties,
    "all-tight": neighbours.with_all_margins_tight,
    "one-hot": neighbours.of_most_frequent_tokens,
}


def directions(check: Callable[[Callable[[Any], Array]], dict[str, Any]], *kinds: str) -> dict[str, Any]:
    """The checks, by kind, of falsehoods that put the solution of such a program in W^mm's place."""
    return {f"wrong-program/{kind}": check(PROGRAMS[kind]) for kind in kinds}
