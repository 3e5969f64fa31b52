"""What lemmas take from a formula: all that it reads has a value there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier import judge
from tests.verifier.argued import Case
from tests.verifier.arguments_held import caught
from tests.verifier.arguments_wedges import wedge
from tests.verifier.attention_cases import Case as Attention
from tests.verifier.test_lemmas_attention import multipliers, outrun
from tests.verifier.test_true_statements import Truth, said
from tests.verifier.test_valued import ZERO


def still(claim: str) -> Case:
    """inert_k stays at (1, 0)."""
    return wedge(claim, "inert_k", s=(1, 0), forms=([1, 0], [0, 1]))


# What has no value, and what has one: an implication by which a lemma refutes leaves parts of them unread.
READ: dict[str, tuple[Case | Attention, Case | Attention]] = {
    "a limit of what grows": (
        caught("tends(k * u(T_k), log(u(x) - 3))"),
        caught("tends(k * u(T_k), log(u(x) + 3))"),
    ),
    "a divisor beside a length": (
        still("tends(w(inert_k)^2 / w(inert_k)^2 * dot(inert_k, -x) / norm(inert_k), 1)"),
        still("tends(dot(inert_k, -x) / norm(inert_k), 1)"),
    ),
    "a root beside a length": (
        still("tends(sqrt(w(inert_k)^2) / sqrt(w(inert_k)^2) * dot(inert_k, -x) / norm(inert_k), 1)"),
        still("tends(dot(inert_k, -x) / (3 * norm(inert_k)), 1 / 3)"),
    ),
    "a divisor of entries beside a length": (
        still("forall a. tends(inert_k[a] * w(inert_k)^2 / (w(inert_k)^2 * norm(inert_k)), -x[a])"),
        still("forall a. tends(2 * inert_k[a] / (2 * norm(inert_k)), -x[a])"),
    ),
    "a root of what is not positive, near a line": (
        multipliers("tends(norm(U_r - sqrt(u(U_r) - r - 5) * x - y), 0)", 1, 0),
        multipliers("tends(norm(U_r - sqrt(u(U_r)^2 + 5) * x - y), 0)", 1, 0),
    ),
    "a divisor that is 0 on the sphere": (
        outrun("tends(norm(P_r - norm(P_r) / abs(norm(P_r)^2 - r^2) * (x + y) - y) / r, 0)", 1, 3),
        outrun("tends(norm(P_r - norm(P_r) / abs(norm(P_r)^2 + r^2) * (x + y) - y) / r, 0)", 1, 3),
    ),
}


@pytest.mark.parametrize("name", READ)
def test_what_an_implication_leaves_out_has_a_value(name: str) -> None:
    without, false = READ[name]
    assert not without.refuted()
    assert false.refuted()


# (64 - 32 k + 8 g_k) / (k g_k) tends to 0; less 1 and times k it is 0 at k = 4, 5 and 6.
MEETS = "(64 - 32 * k + 8 * g_k) / (k * g_k)"


@pytest.mark.parametrize(
    ("limit", "outcome"),
    [
        (f"not (tends({MEETS}, 1))", "REJECTED"),
        (f"tends({MEETS}, 0)", "REJECTED"),
        (f"tends({MEETS}, 1)", "ACCEPTED"),
        (f"tends({MEETS} + 1, 1 / 2)", "ACCEPTED"),
    ],
)
def test_a_recurrence_is_long_enough_for_what_a_quotient_is_said_to_tend_to(
    limit: str, outcome: str, tmp_path: Path
) -> None:
    items = "given One: x\ntrajectory g_k along k from x by 2 * g_k\n"
    found = said(Truth(items, (f"limit {limit}",), {"type": "One", "x": 1}, {}, "recurrence"), tmp_path)
    assert found.outcome == outcome, found.reason


@pytest.mark.parametrize("first", ["g_k", "-g_k"])
def test_what_is_positive_is_so_after_the_first_step(first: str, tmp_path: Path) -> None:
    """g_k is 1 for k > 0, or -1; z_k is 1 and -1 in turn."""
    items = f"given One: x\ntrajectory g_k along k from x by if k = 0 then {first} else g_k\n"
    items += "trajectory z_k along k from x by -z_k\n"
    for limit, outcome in (
        ("tends(abs(z_k) / g_k, -1)", "ACCEPTED"),
        ("tends(abs(z_k) / g_k, 1)", "REJECTED"),
    ):
        truth = Truth(items, (f"limit {limit}",), {"type": "One", "x": 1}, {}, "recurrence")
        assert said(truth, tmp_path).outcome == (outcome if first == "g_k" else "REJECTED")


@pytest.mark.parametrize(
    ("said_of_it", "outcome"),
    [
        ("R < 5 or 1 / (R - 5) < 0", "REJECTED"),
        ("log(R) < 5", "REJECTED"),
        ("R < 5 or 1 / (R^2 + 5) < 0", "ACCEPTED"),
        ("log(exp(R) + x) < 5", "ACCEPTED"),
    ],
)
def test_what_is_always_so_of_a_real_number_has_a_value_at_each(
    said_of_it: str, outcome: str, tmp_path: Path
) -> None:
    truth = Truth("given One: x\n", (f"limit growing R. always ({said_of_it})",), {"type": "One", "x": 1})
    assert said(truth, tmp_path).outcome == outcome


@pytest.mark.parametrize("letter", ["e", "c"])
@pytest.mark.parametrize(("sign", "outcome"), [("", "REJECTED"), ("^2", "ACCEPTED")])
def test_a_number_is_another_than_one_of_its_name_in_a_definition(
    letter: str, sign: str, outcome: str, tmp_path: Path
) -> None:
    """1 + c - e is 0 at some e, whatever c is called; z_k is k."""
    items = "given One: x\ntrajectory z_k along k from x by z_k + 1\n"
    items += f"let hole(c) = some e. 1 / (1 + (c - e){sign}) > 0\n"
    limit = f"limit tends(z_k, 5) and (some {letter}. hole({letter}))"
    other = f"limit (some {letter}. hole({letter})) and tends(z_k, 5)"
    first, second = (
        said(Truth(items, (one,), {"type": "One", "x": 0}, {}, "recurrence"), tmp_path)
        for one in (limit, other)
    )
    assert (first.outcome, second.outcome) == ("ACCEPTED", outcome), (first.reason, second.reason)


# ---- The part that a lemma refutes has a value itself ----
FLIPS = "trajectory flips_k[a] along k from s by y - flips_k\n"  # 2 and -1 in turn, in its second entry


@pytest.mark.parametrize(
    ("lemma", "claim", "shown"),
    [
        ("leads-on", "tends(norm(flips_k - 5 * y - entry), 0)", {}),
        ("modes", "tends(norm(flips_k - 5 * y - entry), 0)", {"flips_k.0": [0, 1]}),
        ("off-the-plane", "eventually norm(flips_k - 5 * y - entry) <= 0", {}),
    ],
)
def test_all_entries_of_a_length_have_values(lemma: str, claim: str, shown: dict[str, Any]) -> None:
    """One of them is seen not to tend to 0, whatever the others are."""
    flips = Case(lemma, claim, shown, {"s": [0, 2]}, FLIPS)
    assert flips._replace(where=(f"entry[a] = if x[a] = 1 then 0 / (1 + {ZERO}) else 0",)).refuted()
    assert not flips._replace(where=(f"entry[a] = if x[a] = 1 then 0 / {ZERO} else 0",)).refuted()


@pytest.mark.parametrize(
    ("claim", "false"),
    [
        ("bounded(1 / (k - 3))", False),
        ("bounded(k^2 / (k - 3))", True),
        ("bounded(log(k) / k)", False),  # at 0 it has no value either
        ("bounded(log(k) * sqrt(k - 3))", True),
        ("tends(1 / (k - 3), 0)", False),
        ("tends(1 / (k - 3), 1)", True),
        ("eventually 1 / (k - 3) < 1", False),
        ("eventually 1 / (k - 3) > 1", True),
        ("always 1 / (k - 3) > -1", False),  # no value, at 3
        ("always 1 / (k - 3) < -1", True),  # at 0
    ],
)
def test_what_is_said_of_large_numbers_may_have_no_value_at_the_first(claim: str, false: bool) -> None:  # noqa: FBT001
    one = Case("alone", claim)
    assert one.refuted() is false
    world = one.world()
    with pytest.raises(judge.Rejected, match="not seen to be undefined"):
        judge.ill_posed(world, world.book.claims["toy/it"])
