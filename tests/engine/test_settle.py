"""A stored counterexample that the verifier accepts is kept, and a lighter instance takes its place."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import ntpcheck.engine.settle as settling
from ntpcheck.claim import Effort
from ntpcheck.domains import plain
from ntpcheck.engine.examine import replayed
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.settle import Settled, settle
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Verdict
from ntpcheck.instances.dataset import Decoding
from ntpcheck.statement.document import Finding, file_name, finding, write
from tests.engine.toys import PAPER

CLAIM = PAPER["toy/small-corner"]
HEAVY = Decoding([[0]], [[1]], [["3"]])
LIGHT = Decoding([[0]], [[1]], [["2"]])


def looked_at(folder: Path, *found: Decoding) -> Tally:
    """A tally with the stored counterexample of `HEAVY`, and with what was found besides."""
    (folder / "counterexamples").mkdir()
    document = finding(CLAIM, HEAVY, "fails", found={}).document
    write(document, folder / "counterexamples" / file_name(CLAIM.id))
    tally = Tally(CLAIM, Effort())
    replayed(tally, replace(PAPER, folder=folder))
    for instance in found:
        judged = decide(CLAIM, instance, Effort())
        tally.judged(judged, judged.outcome, counted=True)
    return tally


def test_a_stored_file_that_is_accepted_is_not_searched_for_again(tmp_path, monkeypatch):
    tally = looked_at(tmp_path, Decoding([[0]], [[1]], [["5"]]))
    monkeypatch.setattr(settling, "minimise", lambda *_, **__: pytest.fail("minimised"))
    found = settle(tally, 0)
    assert found.verdict is Verdict.REFUTED
    assert found.document == tally.stored.document
    assert (found.told["accepted"], found.told["slack"]) == (True, tally.replayed.slack)


def test_a_lighter_instance_takes_its_place(tmp_path):
    found = settle(looked_at(tmp_path, LIGHT), 0)
    assert found.verdict is Verdict.REFUTED
    assert found.document["instance"] != HEAVY.to_json()


PLAIN = Decoding([[1]], [[1, 1]], [["2"], ["1"]])  # without what makes a reader doubt it
LARGER = Decoding([[1]], [[1, 1]], [["3"], ["1"]])


def tried(monkeypatch, *found: Decoding, refused: tuple[Decoding, ...] = ()):
    """What a tally of these witnesses comes to, and those whose files the verifier was asked about."""
    asked, honest = [], settling.certify

    def certify(claim, judged, **told):
        asked.append(judged.instance.to_json())
        said = honest(claim, judged, **told)
        return replace(said, objections=["no"]) if asked[-1] in [r.to_json() for r in refused] else said

    monkeypatch.setattr(settling, "certify", certify)
    monkeypatch.setattr(settling, "smallest", lambda claim, found, effort: found)
    tally = Tally(CLAIM, Effort())
    for instance in found:
        judged = decide(CLAIM, instance, Effort())
        tally.judged(judged, judged.outcome, counted=True)
    return settle(tally, 0), asked


def test_where_the_lightest_is_refused_the_next_is_tried(monkeypatch):
    found, asked = tried(monkeypatch, LARGER, PLAIN, refused=(PLAIN,))
    assert found.verdict is Verdict.REFUTED
    assert found.document["instance"] == LARGER.to_json()
    assert asked[0] == PLAIN.to_json()


def test_where_the_lightest_is_accepted_no_other_is_tried(monkeypatch):
    found, asked = tried(monkeypatch, LARGER, PLAIN)
    assert found.document["instance"] == PLAIN.to_json()
    assert asked == [PLAIN.to_json()]


def test_where_all_are_refused_the_verdict_is_doubt(monkeypatch):
    found, asked = tried(monkeypatch, LARGER, PLAIN, refused=(LARGER, PLAIN))
    assert found.verdict is Verdict.SUSPECT
    assert found.reason.endswith("; no")
    assert LARGER.to_json() in asked


def a_limit(*plain: Decoding):
    """The claim as one about a limit, whose domain has these plain instances."""
    domain = replace(CLAIM.domain, plain=(lambda: iter(plain)) if plain else None)
    return replace(CLAIM, domain=domain, origin=SimpleNamespace(stated=replace(CLAIM.stated, kind="limit")))


def files(monkeypatch, *accepted: Decoding):
    """The instances that the verifier is asked about; it accepts these alone."""
    asked, texts = [], [instance.to_json() for instance in accepted]

    def told(claim, instance, says, *, found, brief):
        asked.append(instance.to_json())
        return Finding({"instance": asked[-1]}, [] if asked[-1] in texts else ["no lemma"])

    monkeypatch.setattr(settling, "finding", told)
    return asked


def test_a_limit_falls_on_the_first_plain_instance_that_is_accepted(monkeypatch):
    asked = files(monkeypatch, LIGHT, PLAIN)
    found = settling.plainly(a_limit(HEAVY, LIGHT, PLAIN), 0)
    assert found.verdict is Verdict.REFUTED
    assert found.document == {"instance": LIGHT.to_json()}
    assert found.told["accepted"]
    assert asked == [HEAVY.to_json(), LIGHT.to_json()]


def test_what_is_no_limit_or_has_no_plain_instance_is_left_as_it_was(monkeypatch):
    asked = files(monkeypatch, LIGHT)
    assert settling.plainly(a_limit(), 0) is None
    assert settling.plainly(replace(a_limit(LIGHT), origin=CLAIM.origin), 0) is None
    assert settling.plainly(replace(a_limit(LIGHT), origin=None), 0) is None
    assert asked == []
    assert settling.plainly(a_limit(HEAVY), 0) is None


@pytest.mark.parametrize("accepted", [(), (LIGHT,)])
def test_a_limit_that_stays_open_is_looked_at_on_plain_instances(monkeypatch, accepted):
    files(monkeypatch, *accepted)
    claim = a_limit(LIGHT)
    undecided = Settled(claim, Verdict.UNDECIDED, None, "why")
    monkeypatch.setattr(settling, "_settled", lambda tally, seed: undecided)
    found = settle(Tally(claim, Effort()), 0)
    if accepted:
        assert (found.verdict, found.reason) == (Verdict.REFUTED, "")
    else:
        assert found is undecided
    supported = replace(undecided, verdict=Verdict.SUPPORTED)
    monkeypatch.setattr(settling, "_settled", lambda tally, seed: supported)
    assert settle(Tally(claim, Effort()), 0) is supported


def test_where_an_assumption_fails_a_shorter_step_is_tried_too(monkeypatch):
    run, other = (plain.attention_run(data, Fraction(1, 4)) for data in (plain.ORDERED, plain.FORKED))
    slow = run.replace(eta=np.asarray(run.eta / settling.SHORTER, object))
    asked = []

    def told(claim, instance, says, *, found, brief):
        asked.append(instance.to_json())
        accepted = instance.to_json() == slow.to_json()
        clash = "a step does not hold" if instance.to_json() == run.to_json() else ""
        return Finding({"instance": asked[-1]}, [] if accepted else ["no"], clash=clash)

    monkeypatch.setattr(settling, "finding", told)
    found = settling.plainly(a_limit(other, run, LIGHT), 0)
    assert found.document == {"instance": slow.to_json()}
    assert asked == [other.to_json(), run.to_json(), slow.to_json()]
    assert slow.to_json()["eta"] == "1/256"
