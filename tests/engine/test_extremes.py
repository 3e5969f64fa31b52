"""Instances of extreme numbers, and those of which only the book is sure: what they show of edited claims."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from ntpcheck.claim import Claim
from ntpcheck.engine import lattice
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.sought import bounds, extremes, parted, placements
from ntpcheck.engine.proofreading.sought.drawing import kind_of
from ntpcheck.engine.proofreading.sought.plain import admits, plain_ones
from ntpcheck.engine.proofreading.trying import sought
from ntpcheck.engine.sweep import generator
from ntpcheck.evidence import UNDEFINED, judge
from ntpcheck.formulas.says import Says
from ntpcheck.statement.document import examined
from ntpcheck.statement.editing.misprints import hypotheses, made, misprints
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import Plain
from ntpcheck_papers import li2024, thrampoulidis2024

PAPER = thrampoulidis2024.PAPER
BOOK = Proofreader(PAPER).book
RADIUS = "linear/theorem-2/proof/chain-tangent"


def edited(new: str) -> Claim:
    (misprint,) = [
        m
        for m in misprints(BOOK, [f"{RADIUS}:R"])
        if m.kind == "a part left out" and m.new.startswith(f"log({new} * exp(2 * Mh")
    ]
    return sought(PAPER, misprint, RADIUS)


def fallen(claim: Claim, seed: int) -> dict[str, Any]:
    """What is found of a claim that falls at extreme numbers: a document that the verifier accepts."""
    document = extremes.at_extremes(claim, seed)
    assert document is not None
    assert claim.book is not None
    assert examined(document, {claim.book.key: claim.book}).outcome == "ACCEPTED"
    return document


def test_parts_along_a_row_add_up_where_rows_are_orthogonal() -> None:
    claim = PAPER["linear/equation-7/bound"]
    document = {
        "type": "Scaled",
        "embeddings": [[1, 1], [2, -2]],
        "counts": [[1, 1, 0], [1, 0, 0]],
        "W": [[33, 4], [-31, -2], [-2, -2]],
        "gamma": "1/8",
    }
    placements.allow(placements.ALLOWANCE)
    world = placements.judging.load(claim.book, claim.stated, document, {}, placements.hints)
    (point, *_) = placements.points(world, ("V", "d"))
    one, other = placements._along_rows(world, "W", point)
    assert all(one[cell] + other[cell] == x for cell, x in point.items())
    assert all(one[v, 0] == one[v, 1] for v in range(3))
    assert all(other[v, 0] == -other[v, 1] for v in range(3))


def test_what_stands_does_not_fall_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extremes, "SHAPES", 1)
    monkeypatch.setattr(extremes, "ROWS", 128)
    monkeypatch.setattr(extremes, "UNSURE", 1)  # of these the verifier is asked
    misprint = next(m for m in misprints(BOOK, [f"{RADIUS}:R"]) if "2.1" in m.new)  # a larger radius
    assert extremes.at_extremes(sought(PAPER, misprint, RADIUS), 2) is None


def test_counts_of_a_row_keep_their_ratios() -> None:
    kind, source = kind_of(PAPER["linear/lemma-1/separable"]), generator(0, "counts")
    (batch,) = lattice.drawn(kind, {"m": 2, "d": 1, "V": 2}, source, 64)
    far = extremes.stretched(batch, source)
    ratio = (far.counts.double() / batch.counts).nan_to_num(0).amax(-1)
    assert set(ratio.flatten().tolist()) == {1.0, 10.0, 100.0, 1000.0}
    assert bool((far.counts == batch.counts * ratio[..., None]).all())


def test_an_instance_is_looked_at_that_a_checker_has_no_answer_for_and_the_book_admits() -> None:
    stated = BOOK.claims["linear/lemma-5/case-1-second/amended"]
    left_out = [misprint for one in hypotheses(stated) if (misprint := made(BOOK, one))]
    (misprint,) = [m for m in left_out if m.old == "some-token-out-of-support"]
    claim = sought(PAPER, misprint, stated.id)
    found = plain_ones(claim, (0, ""))
    assert found
    assert all(admits(claim, one) for one in found)
    unsure = [one for one in found for a in claim.assumes if (judge(a.check(one)) == UNDEFINED).all()]
    assert unsure
    for one in unsure:  # every token is in every support, so that W^mm is 0, by which a checker divides
        assert np.asarray(one.arrays()["counts"], dtype=float).all()


TOY = """book toy "A toy"
axes m: j
given Data: h[j], c
claim toy/one "(1)" on Data
    says      words
    formula   FORMULA
"""


def spoken(formula: str) -> list[str]:
    book = Book(TOY.replace("FORMULA", formula))
    claim = book.claims["toy/one"]
    return [printed.of(e) for printed in (Plain(book),) for e in bounds.conditions(book, claim.core)]


def test_the_bounds_of_conditions_are_those_that_the_formula_speaks_under() -> None:
    assert len(spoken("c > 2 implies norm(h) > c")) == 1
    assert len(spoken("c >= 2 and c < norm(h) and c != 4 implies norm(h) > c")) == 2
    assert len(spoken("forall j | h[j] > c. h[j] > 2")) == 2  # for all indices, and for some
    assert spoken("forall j. h[j] > c") == spoken("c > 2 and norm(h) > c") == []


def test_that_a_matrix_is_semidefinite_is_a_bound_as_well_by_name_too() -> None:
    matrix = "(if j = j' then c else 0) - h[j] * h[j']"
    (bound,) = spoken(f"psd(j; j'. {matrix}) implies c > 2")
    assert bound.startswith("(psd")
    assert len(spoken(f"c > 1 and psd(j; j'. {matrix}) implies c > 2")) == 2
    assert len(spoken(f"flat implies c > 2\n    where     flat = psd(j; j'. {matrix}) and c > 1")) == 2
    assert spoken(f"not psd(j; j'. {matrix}) implies c > 2") == spoken(f"psd(j; j'. {matrix})") == []
    assert spoken(f"psd(j; j'. rank(a; b. {matrix}) * c) implies c > 2".replace("a; b", "j1; j2")) == []


THRESHOLD = "linear/sharper/steps/threshold"


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("place", "old", "new", "seed"),
    [
        (f"{THRESHOLD}:stable", "(if v = u then 1 else 0) - p[j,u]", "p[j,u]", 3),
        (f"{THRESHOLD}:stable", "v = u and i = a", "v = u", 3),  # where rows of h are even
    ],
)
def test_a_matrix_that_is_too_large_fails_just_where_it_is_semidefinite(
    place: str, old: str, new: str, seed: int
) -> None:
    (misprint,) = [m for m in misprints(BOOK, [place]) if (m.old, m.new) == (old, new)]
    claim = sought(PAPER, misprint, THRESHOLD)
    fallen(claim, seed)


def test_some_tables_are_even_along_an_axis_and_the_rest_stay() -> None:
    kind = kind_of(PAPER["linear/lemma-1/separable"])
    (batch,) = lattice.drawn(kind, {"m": 3, "d": 2, "V": 2}, generator(0, "even"), 64)
    other = parted.even(batch, ["embeddings"], generator(1, "even"))
    table, same = other.embeddings, (other.embeddings == batch.embeddings).flatten(1).all(1)
    assert bool(same.sum() > 32)
    (axis,) = {k for k in (1, 2) if bool((table == table.narrow(k, 0, 1)).flatten(1).all(1)[~same].all())}
    assert bool((table.narrow(axis, 0, 1) == batch.embeddings.narrow(axis, 0, 1)).all())
    assert bool((other.counts == batch.counts).all())
    assert parted.even(batch, [], generator(1, "even")) is batch


def test_a_part_on_or_off_a_projection_is_made_longer_and_the_other_stays() -> None:
    misprint = next(m for m in misprints(BOOK, [f"{RADIUS}:R"]) if m.new == "log(N * V)")
    claim, kind = sought(PAPER, misprint, RADIUS), kind_of(PAPER[RADIUS])
    (drawn,) = lattice.drawn(kind, {"m": 2, "d": 2, "V": 3}, generator(0, "parted"), 64, extremes.WIDE)
    batch = drawn.select(slice(6))
    off = parted._projected(claim, batch, "perp", "W")
    one, other = parted.parted(claim, batch, generator(1, "parted"))
    for moved, long, short in ((one, off, batch.W - off), (other, batch.W - off, off)):
        again = parted._projected(claim, moved, "perp", "W")
        parts = (again, moved.W - again) if moved is one else (moved.W - again, again)
        assert bool(((parts[1] - short).abs() < 1 / 256).all())
        ratio = parts[0].flatten(1).norm(dim=1) / long.flatten(1).norm(dim=1)
        sizes = ratio[long.flatten(1).norm(dim=1) > 1 / 4]
        assert len(sizes)
        assert bool(((torch.log2(sizes) - torch.log2(sizes).round()).abs() < 1 / 16).all())
        assert bool((sizes > 1.9).all())


def test_a_claim_that_speaks_of_no_projection_has_no_parts() -> None:
    (misprint,) = [m for m in misprints(BOOK, [f"{THRESHOLD}:stable"]) if (m.old, m.new) == ("2", "2.1")]
    spoken_of = sought(PAPER, misprint, THRESHOLD)
    claim = replace(
        spoken_of, conclude=Says(BOOK, "Scaled", ("cmp", "<", ("field", "gamma", ()), ("q", Fraction(1))))
    )
    (batch,) = lattice.drawn(kind_of(spoken_of), {"m": 2, "d": 1, "V": 2}, generator(0, "none"), 4)
    assert list(parted.parted(claim, batch, generator(1, "none"))) == []


@pytest.mark.share(2, of="falls at an extreme")
def test_a_bound_that_falls_short_by_a_factor_fails_just_beside_its_condition() -> None:
    book = Proofreader(li2024.PAPER).book
    place = "attention/theorem-1/proof/radius/amended"
    (misprint,) = [m for m in misprints(book, [f"{place}:upper"]) if (m.old, m.new) == ("cup * cmax", "cup")]
    claim = sought(li2024.PAPER, misprint, place)
    fallen(claim, 0)


@pytest.mark.share(2, of="falls at an extreme")
def test_a_bound_that_forgets_how_rare_a_context_may_be_falls_where_one_is_rare() -> None:
    claim = edited("V")
    document = fallen(claim, 1)
    counts = np.array(document["instance"]["counts"]).sum(-1)
    assert max(counts) >= 10 * min(counts)  # one row was scaled by a power of ten, and the other was not


def test_a_strict_bound_that_forgets_a_case_fails_at_a_multiple_of_the_book_s_point() -> None:
    place = "linear/ntp-svm/max-margin"
    (misprint,) = [
        m for m in misprints(BOOK, [place]) if (m.old, m.new) == ("norm(perp(W)) * Wmm", "norm(perp(W))")
    ]
    document = extremes.at_extremes(sought(PAPER, misprint, place), 1)
    assert document is not None
    assert examined(document, {BOOK.key: misprint.book}).outcome == "ACCEPTED"


def test_tensors_are_placed_at_the_points_of_the_book_that_exist() -> None:
    claim = PAPER["linear/ntp-svm/max-margin"]
    kind = kind_of(claim)
    drawn = lattice.drawn(kind, {"m": 1, "d": 1, "V": 2}, generator(0, "placed"), 64)
    rows = (row.exact() for batch in drawn for row in batch.rows())
    one = next(row for row in rows if row.counts.tolist() == [[1, 0]] and row.embeddings.any())
    h = one.embeddings[0, 0]
    found = [
        other.arrays()["W"][:, 0].tolist()
        for other in placements.at_points(one, placements.tensors(claim, one))
    ]
    point = [1 / (2 * h), -1 / (2 * h)]
    assert all([share * x for x in point] in found for share in (1, 2, -1, h / h * 39 / 40))  # of W^mm


def test_scalars_are_put_beside_the_numbers_that_they_are_compared_with() -> None:
    claim = PAPER["linear/theorem-2/proof/alpha/amended"]  # 0 < gamma < 1, and gamma < 1/2
    kind = kind_of(claim)
    (batch,) = lattice.drawn(kind, {"m": 1, "d": 1, "V": 2}, generator(0, "ends"), 1)
    one = batch.row(0).exact()
    found = list(placements.at_ends(claim, one))
    near = [sign / far for far in (32, 512) for sign in (1, -1)]
    assert {float(other.gamma) for other in found} == {x + y for x in (0, 0.5, 1) for y in near}
    assert all(other.replace(gamma=one.gamma).to_json() == one.to_json() for other in found)


def test_a_bound_with_a_smaller_constant_falls_next_to_where_it_is_attained() -> None:
    alpha = "linear/theorem-2/proof/alpha/amended"  # gamma / (1 - gamma) is above 0.95 in (0.487, 0.5) alone
    shares = [m for m in misprints(BOOK, [alpha]) if (m.kind, m.old, m.new) == ("a share", "1", "0.95")]
    misprint = shares[-1]
    document = extremes.at_extremes(sought(PAPER, misprint, alpha), 3)
    assert document is not None
    assert examined(document, {BOOK.key: misprint.book}).outcome == "ACCEPTED"


@pytest.mark.share(2, of="falls at an extreme")
def test_a_constant_that_is_a_little_off_falls_where_a_scalar_is_near_its_bound() -> None:
    (misprint,) = [
        m for m in misprints(BOOK, [f"{RADIUS}:genie"]) if (m.kind, m.old, m.new) == ("a share", "1", "0.95")
    ]
    document = extremes.at_extremes(sought(PAPER, misprint, RADIUS), 3)
    assert document is not None
    assert document["instance"]["gamma"] == "1/32"
    assert examined(document, {BOOK.key: misprint.book}).outcome == "ACCEPTED"


@pytest.mark.share(2, of="falls at an extreme")
def test_a_radius_that_forgets_a_projection_falls_where_that_is_long() -> None:
    (misprint,) = [m for m in misprints(BOOK, [f"{RADIUS}:R"]) if m.new == "log(N * V * exp(2 * Mh))"]
    claim = sought(PAPER, misprint, RADIUS)
    fallen(claim, 601)


def test_tables_are_resized_row_by_row() -> None:
    kind, source = kind_of(PAPER["linear/ntp-svm/max-margin"]), generator(0, "sizes")
    (batch,) = lattice.drawn(kind, {"m": 2, "d": 1, "V": 2}, source, 64)
    (other,) = placements.resized(batch, ["embeddings"], source)
    ratio = (other.embeddings / batch.embeddings).nan_to_num(1).flatten(1)
    assert len(set(ratio.flatten().tolist())) > 4
    assert set(ratio.log2().round().flatten().tolist()) == set(ratio.log2().flatten().tolist())
    assert bool((other.W == batch.W).all())


def test_shapes_are_each_looked_at_once() -> None:
    found = extremes.shapes(kind_of(PAPER["linear/ntp-svm/max-margin"]), "0")
    assert len(found) == extremes.SHAPES
    assert len({tuple(shape.items()) for shape in found}) == len(found)


def test_two_tables_that_have_to_fit_are_resized_together() -> None:
    """Under C E^T = I a bound that loses a factor ||E|| fails where E is small, and C is large there."""
    place = "attention/equation-20/line-2/amended"
    book = Proofreader(li2024.PAPER).book
    left_out = [m for m in misprints(book, [f"{place}:far"]) if m.kind == "a part left out"]
    (misprint,) = [m for m in left_out if m.new == "sqrt(sum b. E[q[i],b]^2)"]
    claim = sought(li2024.PAPER, misprint, place)
    fallen(claim, 4)
    (batch,) = lattice.drawn(kind_of(claim), dict.fromkeys("nKd", 2), generator(0, "fit"), 16)
    (scaled,) = placements.resized_together(batch, ["embeddings", "head"], generator(1, "fit"))
    products = [one.head @ one.embeddings.mT for one in (batch, scaled)]
    assert bool((products[0] == products[1]).all())
    assert not bool((batch.embeddings == scaled.embeddings).all())
