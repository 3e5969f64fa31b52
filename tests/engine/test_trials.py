"""What the engine's own test tells of a trial: who wrote it, how sure its failure is, from how many draws."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import strategies as hypothesis

from ntpcheck.claim import Claim, Domain, Effort, Paper, Planted
from ntpcheck.domains import pieces, strategies
from ntpcheck.engine import ablation as ablations
from ntpcheck.engine import campaign as campaigns
from ntpcheck.engine import selftest as selftests
from ntpcheck.engine.ablation import ALONE, NO_ASCENT, NO_CORNERS, WHOLE, ablation
from ntpcheck.engine.campaign import Size
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.selftest import Plan, selftest
from ntpcheck.engine.trials import ACCEPTED, EXACTLY, FLOATS, Drawn
from ntpcheck.errors import UnreadableFile
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.planted import of_source
from ntpcheck.instances.dataset import Decoding
from ntpcheck.stated import Source
from tests.engine import toys
from tests.engine.toys import TOYS, batch, decodings, identity, small_corner, softmax_floor

EFFORT = Effort(examples=10, batch=64, trajectories=4)
PLAN = Plan("tiny", EFFORT)
LINE = """
claim toy/identity#flipped "planted" on Decoding
    says      no logit exceeds 0
    formula   forall j v. l[j,v] <= 0
"""


def floor_in_floats(data: Decoding, effort: Effort) -> Evidence:
    """The floor, where exact numbers say nothing."""
    evidence = softmax_floor.conclude(data, effort)
    return replace(evidence, slack=float("nan")) if data.is_exact else evidence


def entries(paper: Paper, plan: Plan = PLAN) -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in selftest([paper], plan)["trials"]}


def planted(kind: str, conclude: Any = softmax_floor.conclude, *, from_text: bool = False) -> Planted:
    return Planted("toy/identity", kind, "No token is likely", {"conclude": conclude}, from_text=from_text)


def test_a_falsehood_is_told_by_who_wrote_it_and_by_how_it_was_judged() -> None:
    false = (planted("flipped"), planted("wrong-sign", floor_in_floats), planted("ours", from_text=True))
    found = entries(Paper("toy", "A toy paper", (identity,), false))
    told = {name: (entry["written"], entry["sure"]) for name, entry in found.items()}
    assert told == {
        "toy/identity": ("paper", ""),
        "toy/identity#flipped": ("sight", EXACTLY),
        "toy/identity#wrong-sign": ("sight", FLOATS),
        "toy/identity#ours": ("text", EXACTLY),
    }


def test_one_dataset_is_drawn_once_however_many_batches_hold_it() -> None:
    source = torch.Generator().manual_seed(1)
    same = batch(source, 1)

    def again(_: torch.Generator, size: int) -> Decoding:
        return same.select(torch.zeros(size, dtype=torch.long).numpy())

    one = Domain("one dataset", lambda: hypothesis.just(same.row(0)), again)
    claims = (identity, replace(identity, id="toy/one", domain=one))
    found = entries(Paper("toy", "A toy paper", claims))
    assert found["toy/one"]["inside"] >= EFFORT.batch
    assert (found["toy/one"]["draws"], found["toy/identity"]["draws"] > 3) == (1, True)


def test_seeds_stand_beside_each_other_and_draw_anew() -> None:
    found = entries(
        Paper("toy", "A toy paper", (identity,), (planted("flipped"),)), replace(PLAN, seeds=(0, 7))
    )
    for entry in found.values():
        assert entry["again"]["7"]["outcome"] == entry["outcome"]
    first, second = found["toy/identity#flipped"], found["toy/identity#flipped"]["again"]["7"]
    alone = entries(
        Paper("toy", "A toy paper", (identity,), (planted("flipped"),)), replace(PLAN, seeds=(7,))
    )
    assert second["examples"] == alone["toy/identity#flipped"]["examples"]
    assert first["statement"] == "No token is likely"


def without_clock(report: dict[str, Any]) -> dict[str, Any]:
    return report | {"timing": {}, "trials": [entry | {"seconds": 0} for entry in report["trials"]]}


def test_what_is_finished_outlasts_an_interruption(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = replace(small_corner, domain=replace(TOYS, name="elsewhere"))
    paper, seen = Paper("toy", "A toy paper", (identity, elsewhere), (planted("flipped"),)), list[str]()
    honest = selftests.examine

    def spied(claims: tuple[Claim, ...], *rest: Any, **options: Any) -> Any:
        if len(seen) == 1:
            seen.append("")
            raise KeyboardInterrupt
        seen.append(claims[0].domain.name)
        return honest(claims, *rest, **options)

    monkeypatch.setattr(selftests, "examine", spied)
    path = tmp_path / "journal.ndjson"
    first = Journal(path)
    with pytest.raises(KeyboardInterrupt):
        selftest([paper], PLAN, journal=first)
    first.close()
    resumed = selftest([paper], PLAN, journal=Journal(path))
    assert sorted(seen) == ["", "elsewhere", "toys"]
    assert without_clock(resumed) == without_clock(selftest([paper], PLAN))


def test_a_run_of_other_statements_is_not_gone_on_with(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.ndjson")
    selftest([Paper("toy", "A toy paper", (identity,))], PLAN, journal=journal)
    for paper, plan in (
        (Paper("toy", "A toy paper", (identity, small_corner)), PLAN),
        (Paper("toy", "A toy paper", (identity,)), replace(PLAN, profile="other")),
    ):
        with pytest.raises(UnreadableFile, match="--resume"):
            selftest([paper], plan, journal=journal)


def test_the_verifier_judges_falsehoods_that_a_book_states() -> None:
    """Whether its own formula or a check in Python has found the instance."""
    source = toys.PAPER.source
    assert source is not None
    lines = of_source(
        Source(source.path, f"{source.text}\n{LINE}"),
        checks={"toy/identity#flipped": {"conclude": no_positive_logit}},
    )
    plain = entries(replace(toys.PAPER, planted=(planted("flipped", no_positive_logit),)))
    stated = entries(replace(toys.PAPER, planted=lines))
    assert (plain["toy/identity#flipped"]["sure"], plain["toy/identity#flipped"]["stated"]) == (
        EXACTLY,
        False,
    )
    assert stated["toy/identity#flipped"]["sure"] == ACCEPTED, stated["toy/identity#flipped"]


def no_positive_logit(data: Decoding, effort: Effort) -> Evidence:
    """No logit exceeds 0."""
    logits = data.embeddings @ data.W.mT if not data.is_exact else data.embeddings @ data.W.T
    return toys.at_most(logits, 0 * logits, terms=64, axes=2)


def zero(data: Decoding) -> Decoding:
    return data.replace(W=0 * data.W)


def test_without_corners_what_fails_in_a_corner_alone_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def sampler(generator: torch.Generator, size: int) -> Decoding:
        return pieces.mixture(generator, moved(batch(generator, size)), ((zero, 10),))

    def moved(data: Decoding) -> Decoding:
        return data.replace(W=data.W + 2)  # no entry is 0

    def nonzero(data: Decoding, effort: Effort) -> Evidence:
        """No decoder is zero."""
        return toys.below(0 * data.W[..., 0, 0], data.xp.sum(data.W**2, (-2, -1)), terms=64)

    domain = Domain(
        "moved", lambda: decodings().map(moved).flatmap(lambda d: strategies.altered(d, (zero,))), sampler
    )
    monkeypatch.setattr(ablations, "EFFORT", EFFORT)
    claim = replace(identity, domain=domain)
    false = Planted("toy/identity", "wrong-set", "No decoder is zero", {"conclude": nonzero})
    drawn = Drawn((Paper("toy", "A toy paper", (claim,), (false,)),), None, 0)
    found = {variant: told[0]["found"] for variant, told in ablation(drawn, 5)}
    assert found == {WHOLE: True, NO_CORNERS: False, NO_ASCENT: True, ALONE: True}


def test_a_campaign_of_another_size_leaves_alone_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    journal, paper = Journal(), Paper("toy", "A toy paper", (identity,))
    asked: list[str] = []

    def campaign(*_: Any, known: dict[str, Any], keep: Any, **__: Any) -> dict[str, Any]:
        for part in campaigns.PARTS:
            if part not in known:
                asked.append(part)
                keep(part, {part: {}})
        return {}

    monkeypatch.setattr(selftests, "campaign", campaign)
    small, large = Size(1, 1, 1, comparisons=2, misprints=3), Size(1, 1, 1, comparisons=200, misprints=3)
    for size in (small, large, small):
        selftest([paper], replace(PLAN, forged=size), journal=journal)
    assert asked == ["forgeries", "comparisons", "misprints", "falsehoods", "comparisons"]
