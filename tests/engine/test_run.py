"""The engine gives each kind of claim the verdict it deserves, and the same one twice."""

from __future__ import annotations

import pytest

from ntpcheck.claim import Effort
from ntpcheck.engine.journal import Journal, read_journal
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.run import PROFILES, verify
from ntpcheck.errors import UnknownOption, UnreadableFile
from ntpcheck.evidence import Outcome
from tests.engine.toys import PAPER

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
        "embeddings": [[0]],
        "counts": [[1]],
        "W": [[1]],
    }
    floor = witness["toy/softmax-floor"]
    assert (len(floor["embeddings"]), len(floor["embeddings"][0]), len(floor["W"])) == (1, 1, 2)


def test_a_supported_claim_counts_only_what_holds(journal):
    verdict = next(e for e in journal.events if e["event"] == "verdict" and e["claim"] == "toy/identity")
    assert verdict["n"] == verdict["admitted"] >= PROFILES["quick"].batch


def test_two_runs_with_one_seed_agree(journal, tmp_path):
    def told(one):
        drop = {"seconds", "id"}
        return [{k: v for k, v in event.items() if k not in drop} for event in one.events]

    assert told(run(tmp_path / "journal.ndjson")) == told(journal)


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
