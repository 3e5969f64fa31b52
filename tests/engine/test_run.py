"""The engine gives each kind of claim the verdict it deserves, and the same one twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from ntpcheck.claim import Assumption, Claim, Effort, Paper
from ntpcheck.engine.examine import told
from ntpcheck.engine.journal import Journal, read_journal
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.run import PROFILES, verify
from ntpcheck.engine.settle import smallest
from ntpcheck.engine.tally import LIFTS, Tally
from ntpcheck.errors import UnknownOption, UnreadableFile
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.instances.base import stack
from ntpcheck.instances.dataset import Decoding
from tests.engine.toys import PAPER, TOYS, identity

EXPECTED = {
    "toy/identity": "SUPPORTED",
    "toy/small-corner": "REFUTED",
    "toy/softmax-floor": "REFUTED",
    "toy/nowhere": "VACUOUS",
    "toy/raises": "BROKEN",
    "toy/direction": "ILL_POSED",
}


def run(path):
    journal = Journal(path)
    verify([PAPER], (), profile="quick", seed=3, device="cpu", journal=journal, progress=lambda event: None)
    return journal


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    return run(tmp_path_factory.mktemp("run") / "journal.ndjson")


def test_each_kind_of_claim_gets_its_verdict(journal):
    assert {e["claim"]: e["verdict"] for e in journal.events if e["event"] == "verdict"} == EXPECTED


def test_witnesses_are_as_small_as_they_can_be(journal):
    witness = {e["claim"]: e["instance"] for e in journal.events if e["event"] == "witness"}
    assert witness["toy/small-corner"] == {
        "type": "Decoding",
        "embeddings": [[1]],
        "counts": [[0, 1]],
        "W": [[1], [0]],
    }
    floor = witness["toy/softmax-floor"]
    assert (len(floor["embeddings"]), len(floor["embeddings"][0]), len(floor["W"])) == (1, 1, 2)


def test_a_supported_claim_counts_only_what_holds(journal):
    verdict = next(e for e in journal.events if e["event"] == "verdict" and e["claim"] == "toy/identity")
    assert verdict["n"] == verdict["admitted"] >= PROFILES["quick"]["batch"]


def test_two_runs_with_one_seed_agree(journal, tmp_path):
    def told(one):
        drop = {"seconds", "id"}
        return [{k: v for k, v in event.items() if k not in drop} for event in one.events]

    assert told(run(tmp_path / "journal.ndjson")) == told(journal)


def test_searches_go_without_gradients_but_for_a_third_party(monkeypatch, tmp_path):
    seen = []
    monkeypatch.setattr(
        "ntpcheck.engine.run.examine", lambda *_, **__: seen.append(torch.is_inference_mode_enabled()) or []
    )
    monkeypatch.setattr("ntpcheck.engine.run.apart", lambda left, both, write, *_: both(left, write))
    for i, foreign in enumerate((frozenset(), {PAPER.key})):
        verify(
            [PAPER], ("toy/identity",), profile="quick", seed=3, device="cpu",
            journal=Journal(tmp_path / str(i)), progress=lambda event: None, foreign=foreign,
        )  # fmt: skip
    assert seen == [True, False]


def test_a_journal_survives_a_torn_last_line_and_no_other(journal, tmp_path):
    copy = tmp_path / "journal.ndjson"
    text = journal.path.read_text()
    copy.write_text(text[:-9])
    assert len(list(read_journal(copy))) == len(journal.events) - 1
    lines = text.splitlines()
    copy.write_text("\n".join([lines[0].replace("seed", "sead"), *lines[1:]]))
    with pytest.raises(UnreadableFile, match="line 1"):
        list(read_journal(copy))


def test_an_unknown_profile_names_the_known_ones():
    with pytest.raises(UnknownOption, match="quick, ci, nightly"):
        verify([PAPER], (), profile="fast", seed=0, device="cpu", journal=Journal(), progress=print)


def test_an_exact_instance_outside_the_assumptions_is_outside():
    claim = PAPER["toy/small-corner"]
    from ntpcheck.instances.dataset import Decoding

    assert decide(claim, Decoding([[0]], [[1]], [[-1]]).exact(), Effort()).outcome is Outcome.OUTSIDE
    assert decide(claim, Decoding([[0]], [[1]], [[0.5]]).exact(), Effort()).outcome is Outcome.FAILS


def judged(claim, seed=3):
    with_planted = replace(PAPER, book=None, claims=(claim,), planted=())
    journal = Journal()
    verify(
        [with_planted], (), profile="quick", seed=seed, device="cpu", journal=journal, progress=lambda e: None
    )
    return next(event for event in journal.events if event["event"] == "verdict")


def test_an_assumption_that_raises_makes_its_claim_broken():
    def raises(data):
        raise ValueError("no such number")

    found = judged(replace(PAPER["toy/identity"], assumes=(Assumption("raises", raises),)))
    assert (found["verdict"], found["reason"][:26]) == ("BROKEN", "ValueError: no such number")


def test_a_checker_that_raises_on_smaller_instances_only_is_still_refuted():
    honest = PAPER["toy/small-corner"]

    def conclude(data, effort):
        if data.is_exact and abs(data.W[..., 0, 0]) == 1:
            raise ValueError("too small")
        return honest.conclude(data, effort)

    odd = replace(honest, conclude=conclude)
    found = decide(odd, Decoding([[0]], [[1]], [["3"]]), Effort())
    assert smallest(odd, found, Effort()).outcome is Outcome.FAILS


def test_undecided_rows_leave_lifts_for_those_that_fail():
    honest = PAPER["toy/small-corner"]
    rows = stack([Decoding([[0.0]], [[1]], [[1.0]])] * (LIFTS + 1))
    everywhere = np.ones(LIFTS + 1, dtype=bool)
    tally = Tally(honest, Effort())
    open_ = replace(honest.conclude(rows, Effort()), error=torch.full((LIFTS + 1,), torch.inf))
    shy = replace(honest, conclude=lambda data, effort: Evidence(float("nan"), 0, 0))
    tally.claim = shy
    tally.add(rows, everywhere, ~everywhere, open_)
    assert tally.outcomes[Outcome.UNDECIDED] == LIFTS + 1
    tally.claim = honest
    other = stack([Decoding([[0.0]], [[1]], [[2.0]])])
    tally.add(other, everywhere[:1], ~everywhere[:1], honest.conclude(other, Effort()))
    assert len(tally.witnesses) == 1


@pytest.mark.parametrize(("outcome", "lifted"), [(Outcome.HOLDS, 200), (Outcome.UNDECIDED, LIFTS)])
def test_all_that_floats_leave_open_is_lifted_while_that_decides(outcome, lifted):
    """200 different rows on a bound, in a run of batches of 200."""
    honest, effort = PAPER["toy/small-corner"], Effort(batch=200)
    rows = stack([Decoding([[0.0]], [[1]], [[k / 1024]]) for k in range(200)])
    everywhere = np.ones(200, dtype=bool)
    tally = Tally(honest, effort)
    open_ = replace(honest.conclude(rows, effort), error=torch.full((200,), torch.inf))
    if outcome is Outcome.UNDECIDED:
        tally.claim = replace(honest, conclude=lambda data, effort: Evidence(float("nan"), 0, 0))
    tally.add(rows, everywhere, ~everywhere, open_)
    assert len(tally.decided) == lifted
    assert +tally.outcomes == {outcome: 200}


def test_measured_numbers_come_off_any_tensor():
    honest = PAPER["toy/identity"]
    rows = stack([Decoding([[0.0]], [[1]], [[1.0]])] * 2)
    measured = {"length": torch.ones(2, requires_grad=True)}
    tally = Tally(honest, Effort())
    inside = np.ones(2, dtype=bool)
    tally.add(rows, inside, ~inside, replace(honest.conclude(rows, Effort()), measured=measured))
    assert tally.measured == {"length": [1.0, 1.0]}


def test_the_worst_instance_of_a_journal_has_the_worst_slack(journal):
    batches = {e["claim"]: e for e in journal.events if e["event"] == "batch" and e["phase"] == "finished"}
    event = batches["toy/identity"]
    nearest = eval(event["nearest"], {"Decoding": Decoding})
    slack = PAPER["toy/identity"].check(nearest, Effort()).slack
    assert float(slack) == pytest.approx(event["worst_slack"], abs=1e-12)
    assert batches["toy/nowhere"]["nearest"] == ""


def test_a_large_instance_is_told_by_its_sizes():
    assert told(Decoding(np.zeros((8, 8)), np.ones((8, 3), dtype=int), np.zeros((3, 8)))) == (
        "Decoding with m = 8, d = 8, V = 3"
    )


def searched(monkeypatch, workers, profile="quick"):
    """The domains in the order in which a run gives their searches away; a figure by its name."""
    domains = [
        replace(TOYS, name="light"),
        replace(TOYS, name="heavy", weight=3),
        replace(TOYS, name="narrow", costly=True, most=10),
        replace(TOYS, name="trained", costly=True, weight=2),
        replace(TOYS, name="shared"),
    ]
    wanted = [*domains, domains[-1]]
    claims = tuple(
        Claim(f"toy/{i}", "It holds", "(1)", d, (), identity.conclude) for i, d in enumerate(wanted)
    )
    paper = Paper("toy", claims=claims, figures={"toy/0": lambda effort: {}})
    order = []

    def note(tasks, *_, **__):
        given = [task.args[1] for task in tasks]
        order.extend(ids if isinstance(ids, str) else paper[ids[0]].domain.name for ids in given)

    monkeypatch.setattr("ntpcheck.engine.run.spread", note)
    verify(
        [paper], (), profile=profile, seed=0, device="cpu", journal=Journal(), progress=lambda event: None,
        workers=workers,
    )  # fmt: skip
    return order


def test_several_processes_begin_with_what_takes_longest(monkeypatch):
    """Claims, times the weight, times what the profile asks for: 24 runs of 20 instances each, or 512."""
    longest = ["toy/0", "heavy", "shared", "trained", "light", "narrow"]
    assert searched(monkeypatch, 2) == longest
    assert searched(monkeypatch, "tcp://somewhere:1") == longest
    assert searched(monkeypatch, 2, "ci")[:2] == ["toy/0", "trained"]  # 300 runs, 3,000 instances
    assert searched(monkeypatch, 1) == ["light", "narrow", "trained", "heavy", "shared", "toy/0"]
