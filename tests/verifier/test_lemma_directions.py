"""A direction that a file exhibits is one whatever its length; bounds along it scale with it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.verifier import test_lemmas_attention as attention
from tests.verifier import test_lemmas_toys as toys

# By lemma: what is exhibited that scales as a direction does, and what scales the other way.
WAYS = {
    "coordinates": ("*", ()),
    "in-a-plane": ("*", ()),
    "swings": ("*", ()),
    "flung": ("*", ()),
    "modes": ("*", ()),
    "superposed": ("*", ()),
    "rays": ("*", ()),
    "conserved": ("*", ()),
    "caught": ("*", ("from", "to", "and-from", "and-to")),
    "paced": (("direction",), ()),
    "along-a-line": (("direction",), ()),
    "outrun": (("direction",), ()),
    "multipliers": (("direction",), ()),
    "least-value": (("direction",), ()),
    "unsettled": (("direction", "near", "far", "centre"), ()),
    "kept-off": (("direction", "near", "far"), ()),
    "alternates": (("direction", "near", "centre"), ()),
}


def scaled(case: Any, t: Fraction) -> Any:
    """The case with longer directions."""
    along, against = WAYS[case.lemma]

    def times(name: str, x: Any) -> Any:
        several = isinstance(x, list)
        if name in along or (along == "*" and (several or "." in name) and not name.endswith(".from")):
            return [str(t * Fraction(one)) for one in x] if several else str(t * Fraction(x))
        if several:
            return x
        return str(Fraction(x) / t) if name in against else x

    return case._replace(shown={name: times(name, x) for name, x in case.shown.items()})


def of(cases: Any) -> list[Any]:
    return [case for case in cases if case.lemma in WAYS and case.shown]


GOOD = of([*toys.GOOD, *attention.GOOD])
BAD = of([*toys.BAD.values(), *attention.BAD.values()])
LONGER, SHORTER = Fraction(3), Fraction(1, 2)


@pytest.mark.share(8)
@pytest.mark.parametrize("t", [LONGER, SHORTER], ids=["longer", "shorter"])
@pytest.mark.parametrize("case", GOOD, ids=lambda case: f"{case.lemma} {case.claim}"[:60])
def test_what_falls_by_a_direction_falls_by_any_multiple(case: Any, t: Fraction) -> None:
    assert scaled(case, t).refuted()


@pytest.mark.share(24)
@pytest.mark.parametrize("t", [LONGER, SHORTER], ids=["longer", "shorter"])
@pytest.mark.parametrize("case", BAD, ids=lambda case: f"{case.lemma} {case.claim}"[:60])
def test_what_stands_stands_by_any_multiple(case: Any, t: Fraction) -> None:
    assert not scaled(case, t).refuted()


@pytest.mark.parametrize("lemma", sorted(WAYS))
def test_each_lemma_with_a_direction_has_its_cases(lemma: str) -> None:
    assert sum(case.lemma == lemma for case in GOOD) >= 2
    assert sum(case.lemma == lemma for case in BAD) >= 2
