"""A stored counterexample that the verifier accepts is kept, and a lighter instance takes its place."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import ntpcheck.engine.plain as plainest
import ntpcheck.engine.settle as settling
from ntpcheck import doing
from ntpcheck.claim import Effort
from ntpcheck.engine.examine import replayed
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.settle import Settled, settle
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Outcome, Verdict
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
    stated = replace(CLAIM.stated, kind="limit")
    origin = SimpleNamespace(stated=stated, source=CLAIM.origin.source)
    return replace(CLAIM, domain=domain, origin=origin)


def files(monkeypatch, *accepted: Decoding):
    """The instances that the verifier is asked about; it accepts these alone."""
    asked, texts = [], [instance.to_json() for instance in accepted]

    def told(claim, instance, says, *, found, brief):
        asked.append(instance.to_json())
        return Finding({"instance": asked[-1]}, [] if asked[-1] in texts else ["no lemma"])

    monkeypatch.setattr(plainest, "finding", told)
    return asked


def test_where_it_is_with_a_limit_is_told(monkeypatch):
    files(monkeypatch)
    told = []
    with doing.telling(told.append):
        assert settling.plainly(a_limit(HEAVY, LIGHT), 0) is None
    assert told == [f"lemmas, at plain instance {number} of 48 at most" for number in (1, 2)]


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


DIRECTION, ZERO = PAPER["toy/direction"], Decoding([[1]], [[1, 1]], [["0"], ["0"]])


def undefined(monkeypatch, *, refused: bool):
    honest = settling.certify
    if refused:
        monkeypatch.setattr(settling, "certify", lambda *a, **k: replace(honest(*a, **k), objections=["no"]))
    tally = Tally(DIRECTION, Effort())
    judged = decide(DIRECTION, ZERO, Effort())
    for _ in range(30):  # enough for another verdict than VACUOUS
        tally.judged(decide(DIRECTION, PLAIN, Effort()), judged.outcome, counted=True)
    tally.judged(judged, judged.outcome, counted=True)
    return settle(tally, 0)


def test_what_is_undefined_is_ill_posed_only_where_the_verifier_says_so(monkeypatch):
    found = undefined(monkeypatch, refused=False)
    assert (found.verdict, found.reason) == (Verdict.ILL_POSED, "")
    assert found.told["accepted"] is True
    assert "  is undefined on " in str(found)
    doubted = undefined(monkeypatch, refused=True)
    assert doubted.verdict is Verdict.SUSPECT
    assert doubted.told["accepted"] is False


def test_a_failing_claim_tells_witness_reason_and_how_to_look_again(monkeypatch):
    found, _ = tried(monkeypatch, PLAIN)
    lines = str(found).splitlines()
    assert lines[0] == f"{CLAIM.id}: {CLAIM.statement}"
    assert lines[1] == f"  cited as {CLAIM.cite}"
    assert lines[2].startswith("  fails on ")
    assert lines[3].strip()
    assert lines[-1] == f"  python -m ntpcheck verify '{CLAIM.id}'"
    bare = str(replace(found, document=None, reason="because"))
    assert bare.splitlines()[2:] == ["  because", lines[-1]]


def test_only_a_claim_with_a_counterexample_has_a_file(monkeypatch):
    found, _ = tried(monkeypatch, PLAIN)
    assert settling.file_of(found) == f"counterexamples/{file_name(CLAIM.id)}"
    assert settling.file_of(replace(found, document=None)) is None


@pytest.mark.parametrize(("small", "found", "kept"), [
    (True, True, "small"), (True, False, "small"), (False, True, "found"), (False, False, "small"),
])  # fmt: skip
def test_what_was_found_is_kept_where_the_verifier_accepts_only_that(monkeypatch, small, found, kept):
    """small, found: whether the verifier accepts the minimised instance, and the one found."""
    named = {"small": decide(CLAIM, LIGHT, Effort()), "found": decide(CLAIM, HEAVY, Effort())}
    accepted = {repr(LIGHT.to_json()): small, repr(HEAVY.to_json()): found}

    def certify(claim, judged, **told):
        ok = accepted[repr(judged.instance.to_json())]
        return Finding({"instance": judged.instance.to_json()}, [] if ok else ["no"])

    monkeypatch.setattr(settling, "certify", certify)
    monkeypatch.setattr(settling, "smallest", lambda *_: named["small"])
    judged, said = settling._certified(Tally(CLAIM, Effort()), named["found"], 0)
    assert judged is named[kept]
    assert said.document == {"instance": judged.instance.to_json()}
    without = Tally(replace(CLAIM, origin=None), Effort())  # what no book states is not asked about twice
    assert settling._certified(without, named["found"], 0)[0] is named["small"]


@pytest.mark.parametrize(("refused", "kept"), [
    ((), 0), ((0,), 1), ((1,), 0), ((0, 1), 2), ((0, 1, 2), 0), ((0, 2), 1),
])  # fmt: skip
def test_of_several_witnesses_the_lightest_that_is_accepted_stands(monkeypatch, refused, kept):
    rivals = [Decoding([[1]], [[1, 1]], [[str(height)], ["1"]]) for height in (2, 3, 4)]
    found, _ = tried(monkeypatch, *reversed(rivals), refused=tuple(rivals[k] for k in refused))
    assert found.verdict is (Verdict.SUSPECT if len(refused) == 3 else Verdict.REFUTED)
    assert found.document["instance"] == rivals[kept].to_json()


def test_an_instance_with_flaws_yields_to_a_lighter_one_alone(monkeypatch):
    """One that a reader doubts is not the last word: the others are asked about, and the lightest stands."""
    flawed = LIGHT  # one token only
    found, asked = tried(monkeypatch, flawed, LARGER)
    assert LARGER.to_json() in asked
    assert found.document["instance"] == min((flawed, LARGER), key=settling.weight).to_json()


def stands(tally, **changes):
    return settling._stands(
        replace(tally, **changes), decide(CLAIM, Decoding([[0]], [[1]], [["7"]]), Effort())
    )


def test_a_stored_file_stands_while_its_checker_is_not_sure_of_another_verdict(tmp_path):
    tally = looked_at(tmp_path)
    other = SimpleNamespace(outcome=Outcome.UNDEFINED)
    posed = replace(tally.stored, verdict=Verdict.ILL_POSED)
    assert stands(tally)
    assert stands(tally, replayed=None)
    assert not stands(tally, stored=None)
    assert not stands(tally, broken="a bug")
    assert not stands(tally, replayed=other)
    assert not stands(tally, stored=posed)
    assert stands(tally, stored=posed, replayed=other)
    assert stands(tally, stored=posed, replayed=None)


def test_a_lighter_instance_challenges_a_stored_file_of_a_formula_and_of_no_limit(tmp_path):
    tally, lighter = looked_at(tmp_path), decide(CLAIM, LIGHT, Effort())
    assert not settling._stands(tally, lighter)
    assert settling._stands(replace(tally, claim=a_limit()), lighter)
    assert not settling._stands(replace(tally, claim=replace(CLAIM, origin=None)), lighter)
    assert settling._stands(tally, decide(CLAIM, HEAVY, Effort()))  # one as light is no lighter


def test_what_a_run_tells_of_a_stored_file_is_the_checker_s_word_where_it_is_sure(tmp_path):
    tally = looked_at(tmp_path)
    sure, unsure = settle(tally, 0), settle(replace(tally, replayed=None), 0)
    assert (sure.told["slack"], unsure.told["slack"]) == (tally.replayed.slack, "")
    for found in (sure, unsure):
        assert (found.verdict, found.reason, found.document) == (Verdict.REFUTED, "", tally.stored.document)
        assert (found.told["rigor"], found.told["accepted"]) == ("EXACT", True)
        assert found.told["lines"] == tally.stored.lines
    lost = Tally(CLAIM, Effort(), stored=tally.stored)
    assert settle(lost, 0).verdict is Verdict.REFUTED
    assert settle(replace(lost, broken="a bug"), 0).verdict is Verdict.BROKEN


def test_minimising_keeps_to_the_outcome_and_lets_no_error_out(monkeypatch):
    def sometimes(data, effort):
        if data.W[0, 0] == 3:
            return CLAIM.conclude(data, effort)
        raise ValueError("too small")

    fragile = replace(CLAIM, conclude=sometimes)
    found = decide(fragile, HEAVY, Effort())
    assert settling.smallest(fragile, found, Effort()).outcome is Outcome.FAILS
    sturdy = settling.smallest(CLAIM, decide(CLAIM, Decoding([[5]], [[2]], [["9"]]), Effort()), Effort())
    assert sturdy.outcome is Outcome.FAILS
    assert settling.weight(sturdy.instance) < settling.weight(HEAVY)


def test_a_clash_of_book_and_checker_is_a_bug_whatever_is_stored(tmp_path, monkeypatch):
    honest, told = settling.certify, {"objections": ["no"], "clash": "differ"}
    monkeypatch.setattr(settling, "certify", lambda *a, **k: replace(honest(*a, **k), **told))
    assert settle(looked_at(tmp_path, LIGHT), 0).verdict is Verdict.BROKEN
