"""What is seen of a limit that stays undecided: the lemma that came nearest, and what the first steps say."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from ntpcheck import doing
from ntpcheck.claim import Claim
from ntpcheck.engine.ending import formula
from ntpcheck.engine.examine import told
from ntpcheck.engine.plain import slower, standing
from ntpcheck.errors import RAISED
from ntpcheck.evidence import Outcome
from ntpcheck.statement.hints.arguments import at_work, refusals
from ntpcheck.statement.hints.first_steps import no_closer
from ntpcheck.statement.printing.in_words import VOCABULARY, code_in_words

LOOKED = 24  # plain instances, until so many are inside
INSIDE = 4
OPEN = "runs along a sequence: a lemma has to say what it is"  # what it would say of any sequence
# That a formula holds at a step, that a step moves, or that it keeps some sign says nothing.
ASIDE = ("at-a-step", "one-signed", "stays")
WHOLE = re.compile("the formula (is not (seen|decided)|holds) ")  # said once the premises are seen to hold
TELLING = 4  # times as much work: a premise by its name says more than a term that is not computed
PREMISE = "a premise of the lemma fails: "


def nearest(claim: Claim, asked: Callable[[Any], bool] = lambda _: True) -> str:
    """One line on an undecided limit of a book without a checker, at plain instances; else nothing.

    asked: which of them are looked at. The line names the lemma that came farthest at the first of them, and
    how two sides compare after some steps in doubles, where they come no closer. No verdict rests on it.
    """
    if claim.stated is None or claim.stated.kind != "limit" or formula(claim) is None:
        return ""
    doing.stage("what stands in the way")
    core, found = claim.stated.core, list(islice(_inside(claim, asked), INSIDE))
    lemmas = ((farthest(world, core), instance) for instance, world in found[:1])
    steps = ((no_closer(world, core), instance) for instance, world in found)
    places: dict[str, list[str]] = {}
    for all_said in (lemmas, steps):
        for said, instance in islice((one for one in all_said if one[0]), 1):
            places.setdefault(code_in_words(told(instance)), []).append(said)
    return "; ".join(f"at {place}: {', and '.join(said)}" for place, said in places.items())


def _inside(claim: Claim, asked: Callable[[Any], bool]) -> Iterator[tuple[Any, Any]]:
    """Plain instances inside the assumptions, some with a shorter step, and the verifier's world of each."""
    for plain in islice(claim.domain.plain(), LOOKED) if claim.domain.plain is not None else ():
        for instance in slower(plain):
            try:
                inside = standing(claim, instance) is Outcome.HOLDS and asked(instance)
                world = at_work(claim, instance) if inside else None
            except RAISED:
                continue
            if world is not None:
                yield instance, world
                break


def farthest(world: Any, core: Any) -> str:
    """The lemma that came farthest, and what it lacked.

    One whose premises hold, if there is one; else the one that took the most work, more or less.
    """
    said = [
        one for one in refusals(world, core) if one[0] and one[1] not in ASIDE and not one[2].endswith(OPEN)
    ]
    whole = [one for one in said if WHOLE.match(one[2])]
    _, name, reason = max(whole or said, default=(0, "", ""), key=weight)
    if not name:
        return ""
    reason = VOCABULARY.sub("", reason.partition("; ")[0].partition(" (")[0])
    held = "its premises hold, but " if whole else ""
    return f"nearest comes the lemma {name}: {held}{reason.replace(PREMISE, 'a premise fails, ')}"


def weight(one: tuple[int, str, str]) -> int:
    work, _, reason = one
    return work * (TELLING if reason.startswith(PREMISE) else 1)
