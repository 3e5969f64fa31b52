"""Bounds that a statement presupposes are drawn too: what fails only there is refuted."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import torch

from ntpcheck.claim import Effort, Paper
from ntpcheck.engine.examine import examine
from ntpcheck.engine.settle import plainly, settle
from ntpcheck.engine.sweep import generator
from ntpcheck.formulas.edges import Edges, just_inside
from ntpcheck.formulas.paper import paper_of
from ntpcheck.formulas.says import Says
from ntpcheck.formulas.spaces import space_of

TEXT = """book edge "On the edge"
axes S: s
given Point: x, y
claim edge/met "1" on Point
    says   the bound is not met
    asked when  x + 7 * y <= 157 / 64
    formula  x + 7 * y != 157 / 64
claim edge/strict "1" on Point
    says   the bound is not met where that is asked
    asked when  x + 7 * y < 157 / 64
    formula  x + 7 * y != 157 / 64
claim edge/other "1" on Point
    says   a sum is smaller still
    asked when  x + 7 * y <= 157 / 64
    formula  x + 7 * y <= 3
claim edge/plain "1" on Point
    says   squares are not negative
    formula  x^2 >= 0
given Row: v[s]
assume short "1" = (sum s. abs(v[s])) <= 5 / 64
    says  its entries sum to little
claim edge/row "2" on Row
    says   the entries' sum stays below the bound
    assuming  short
    formula  (sum s. abs(v[s])) < 5 / 64
given Bowl: a, start, eta
demand a > 0 and eta > 0
trajectory X_k along k from start by X_k - eta * a * X_k
claim edge/converges "3" on Bowl
    says   descent converges for steps up to 2 / a
    asked when  eta * a <= 2
    limit  tends(X_k, 0)
claim edge/converges-right "3" on Bowl
    says   descent converges for steps below 2 / a
    asked when  eta * a < 2
    limit  tends(X_k, 0)
given Ball: a, eta, beta, start
demand a > 0 and eta > 0 and 0 < beta < 1
assume wide "4" = eta * a < 4 and beta < 1
    says  the step is below 4 / a
trajectory before_k along k from start by Y_k
trajectory Y_k along k from start by Y_k - eta * a * Y_k + beta * (Y_k - before_k)
claim edge/ball "4" on Ball
    says   momentum converges for steps below 4 / a
    assuming  wide
    limit  tends(Y_k, 0)
claim edge/ball-asked "4" on Ball
    says   momentum converges for steps below 4 / a, where that is asked
    asked when  7 / 2 > 2 * (eta * a) - 1 / 2 and start > 0
    limit  tends(Y_k, 0)
"""


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Paper:
    path: Path = tmp_path_factory.mktemp("books") / "edge.book"
    path.write_text(TEXT)
    return paper_of(path, lambda _: {})


def verdict(paper: Paper, name: str) -> str:
    """At the effort of the profile quick."""
    (tally,) = examine((paper[name],), Effort(), 0, lambda *_, **__: None)
    return str(settle(tally, 0).verdict)


@pytest.mark.parametrize("name", ["edge/met", "edge/row", "edge/converges"])
def test_what_fails_only_on_a_bound_is_refuted(paper: Paper, name: str) -> None:
    assert verdict(paper, name) == "REFUTED"


@pytest.mark.parametrize(
    ("name", "said"),
    [("edge/strict", "SUPPORTED"), ("edge/other", "SUPPORTED"), ("edge/converges-right", "UNDECIDED")],
)
def test_nothing_is_said_against_true_neighbours(paper: Paper, name: str, said: str) -> None:
    assert verdict(paper, name) == said


def test_a_bound_is_a_corner_that_is_counted_and_shared(paper: Paper) -> None:
    met, other, strict, plain = (paper[f"edge/{name}"] for name in ("met", "other", "strict", "plain"))
    (tally,) = examine((other,), Effort(), 0, lambda *_, **__: None)
    assert tally.corners["on the bound: asked when x + 7 * y <= 157 / 64"] > 0.1 * tally.inside
    assert met.domain is other.domain
    assert strict.domain is plain.domain  # no bound that is met: the type's own


def at_bounds(paper: Paper, name: str, given: str) -> tuple[Edges, Any]:
    claim = paper[name]
    assert claim.book is not None
    cores = {a.name: a.check.core for a in claim.assumes if isinstance(a.check, Says)}
    space = space_of(claim.book, given)
    return Edges(space, cores), space.domain.sampler(generator("edges", given), 64)


@pytest.mark.parametrize(("name", "given"), [("edge/met", "Point"), ("edge/row", "Row")])
def test_a_batch_is_moved_onto_a_bound_and_inside_it(paper: Paper, name: str, given: str) -> None:
    edges, batch = at_bounds(paper, name, given)
    for edge in edges.found:
        onto, inside = edges.moved(edge, batch)
        still = (onto.arrays()[edge.field] == batch.arrays()[edge.field]).reshape(64, -1).all(-1)
        found = edges.slack(edge, onto)[~still]
        assert len(found) > 32
        assert torch.all((found >= 0) & (found <= 0.05))
        assert torch.all(edges.slack(edge, inside)[~still] > 0)
        assert (found == 0).any()


def test_a_plain_instance_is_moved_onto_a_bound_exactly(paper: Paper) -> None:
    edges, batch = at_bounds(paper, "edge/converges", "Bowl")
    row = batch.row(0).replace(a=torch.tensor(3.0).double()).exact()
    (found,) = [one for edge in edges.found if edge.field == "eta" for one in edges.exactly(edge, row)]
    assert found.to_json()["eta"] == "2/3"


@pytest.mark.parametrize(("name", "most"), [("ball", 4), ("ball-asked", 2)])
def test_a_plain_instance_is_moved_just_inside_a_strict_bound(paper: Paper, name: str, most: int) -> None:
    claim = paper[f"edge/{name}"]
    assert claim.domain.plain is not None
    row = next(one for one in claim.domain.plain() if one.to_json()["eta"] == "1/2")
    found = [one.to_json() for one in just_inside(claim, row)]
    told = {(Fraction(one["eta"]), Fraction(one["a"])) for one in found}
    eta, a = Fraction(1, 2), Fraction(row.to_json()["a"])
    near = Fraction(15, 16) * most
    assert told == {(eta, near / eta), (near / a, a)}
    assert len(found) == 2  # beta < 1 alone is left out


def test_what_fails_just_inside_a_strict_bound_falls(paper: Paper) -> None:
    said = plainly(paper["edge/ball"], 0)
    assert said is not None
    assert said.document is not None
    eta, a, beta = (Fraction(said.document["instance"][name]) for name in ("eta", "a", "beta"))
    assert 2 * (1 + beta) < eta * a < 4
