"""A limit is looked at on plain instances with shorter steps too."""

from fractions import Fraction

import numpy as np

import ntpcheck.engine.plain as plainest
import ntpcheck.engine.settle as settling
from ntpcheck.domains import plain
from ntpcheck.statement.document import Finding
from tests.engine.test_settle import LIGHT, a_limit


def test_where_an_assumption_fails_a_shorter_step_is_tried_too(monkeypatch):
    run, other = (plain.attention_run(data, Fraction(1, 4)) for data in (plain.ORDERED, plain.FORKED))
    slow = run.replace(eta=np.asarray(run.eta / plainest.SHORTER, object))
    asked = []

    def told(claim, instance, says, *, found, brief):
        asked.append(instance.to_json())
        accepted = instance.to_json() == slow.to_json()
        clash = "a step does not hold" if instance.to_json() == run.to_json() else ""
        return Finding({"instance": asked[-1]}, [] if accepted else ["no"], clash=clash)

    monkeypatch.setattr(plainest, "finding", told)
    found = settling.plainly(a_limit(other, run, LIGHT), 0)
    assert found.document == {"instance": slow.to_json()}
    assert asked == [other.to_json(), run.to_json(), slow.to_json()]
    assert slow.to_json()["eta"] == "1/256"


def test_so_many_inside_are_looked_at_and_no_more(monkeypatch):
    run, other = (plain.attention_run(data, Fraction(1, 4)) for data in (plain.ORDERED, plain.FORKED))
    asked = []

    def told(claim, instance, says, *, found, brief):
        asked.append(instance.to_json())
        return Finding({}, ["no"], clash="")

    monkeypatch.setattr(plainest, "finding", told)
    for most, looked in ((1, 1), (2, 2)):
        asked.clear()
        monkeypatch.setattr(plainest, "INSIDE", most)
        assert settling.plainly(a_limit(other, run, LIGHT), 0) is None
        assert len(asked) == looked
