"""Where a hypothesis fails: whether another one fails too, or what a claim says holds there all the same.

A claim that stands says nothing new without a hypothesis if that is so: where the hypothesis holds, it is the
claim itself. A hypothesis without a value at an instance does not hold there; one that reads a point by a
property says with it that there is such a point.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ntpcheck.statement.following.implied import TRUE, surroundings
from ntpcheck.statement.following.nearest import of_points, satisfied
from ntpcheck.statement.following.orders import failing
from ntpcheck.statement.following.splitting import settled
from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import NOTHING
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.powers import by_logs
from ntpcheck.statement.knowing.surely import read
from ntpcheck.statement.knowing.tableau import never
from ntpcheck.statement.knowing.values import has_value, holds, in_full
from ntpcheck.statement.knowing.witnessed import beside_extremes
from ntpcheck.statement.printing.reading import assumed
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim
from ntpcheck.verifier.language.cores import exchanged

SPLITS = 80_000  # nodes looked at for the cases of conditions, for one claim


def by_cases(book: Book, claim: Claim, name: str) -> bool:
    """Whether a claim follows from itself with one hypothesis more, by what holds where that fails."""
    gone = ("let", book.assumed(claim)[name], (), ())
    around = surroundings(book, claim, name)
    if not has_value(around, gone):
        return _stands(claim, around)
    for other, key in book.assumed(claim).items():
        if other == name:
            continue
        there = surroundings(book, claim, name, other).having(("not", gone))
        if there.truth(("let", key, (), ())) is False:
            return True
    outside = around.having(("not", gone))
    outside.splits[0] = SPLITS
    if never(outside, TRUE):  # what it is asked for fails there, or another hypothesis does
        return True
    return _stands(claim, outside)


def has_value_beyond(old: Book, new: Book, claim_id: str) -> bool:
    """Whether a claim certainly has a value where it is asked in one book and not in another."""
    claim = new.claims[claim_id]
    known = surroundings(new, claim)
    if known.follows(claim.asked, old.claims[claim_id].asked):
        return True
    beyond = failing(known, old.claims[claim_id].asked)
    return not claim.undefined and all(has_value(there, claim.core) for there in beyond)


def by_lines(book: Book, claim: Claim, name: str, lines: Iterable[Core]) -> bool:
    """Whether what a claim says holds without a hypothesis, by what other lines state without it."""
    known = surroundings(book, claim, name)
    return _stands(claim, known.having(*(known.put(line, {}) for line in lines)))


def by_points(book: Book, claim: Claim, name: str) -> bool:
    """Whether a claim stands without a hypothesis, or the hypothesis holds, by what nearest points say.

    A tensor that is no longer than a shortest point, and is another one, does not satisfy its condition.
    """
    known = surroundings(book, claim, name)
    said = [*satisfied(known, iter(assumed(book, claim, name))), *of_points(known)]
    if not said:
        return _stands(claim, known)
    known = known.having(*(known.put(fact, {}) for fact in (*existing(book, claim, known, name), *said)))
    gone = ("let", book.assumed(claim)[name], (), ())
    known.left[0] = STEPS  # what the ways before took is not taken from it
    return (has_value(known, gone) and known.truth(gone) is True) or _stands(claim, known)


def at_zero(book: Book, claim: Claim, name: str, points: Iterable[tuple[str, Core]]) -> bool:
    """Whether another hypothesis fails where one does, or the claim holds, as points are 0 there by what
    other lines state.

    points: each with the formula that says when it is 0.
    """
    gone = ("let", book.assumed(claim)[name], (), ())
    around = surroundings(book, claim, name)
    if not has_value(around, gone):  # without a value it neither holds nor fails
        return False
    known = around.having(("not", gone))
    zero = {point for point, when in points if known.truth(known.put(when, {})) is True}
    if not zero:
        return False

    def there(core: Core) -> Core:
        core = known.put(known.written.out(core), {})
        return exchanged(core, lambda e: NOTHING if e[:1] == ("let",) and e[1] in zero else e)

    if any(known.truth(there(core)) is False for core in assumed(book, claim, name)):
        return True
    return _stands(replace(claim, core=there(claim.core)), known)


def by_itself(book: Book, claim: Claim) -> bool:
    """Whether what a claim says has a value and holds by what it assumes, by cases: no limit is seen so."""
    known = surroundings(book, claim)
    said, known.splits[0] = known.put(claim.core, {}), SPLITS
    plain = claim.kind == "formula" and not claim.undefined
    return plain and known.follows(TRUE, said) and has_value(known, said)


def _stands(claim: Claim, known: Known) -> bool:
    """Whether what a claim says has a value and holds by what is known; else each part of it by cases."""
    if claim.undefined:
        return False
    said, known.splits[0] = known.put(claim.core, {}), 0
    parts = [said]
    while parts[0][0] == "and":
        parts[:1] = parts[0][1:]
    return _is_so(known, said) or all(_by_cases(known, part) for part in parts) or _by_extremes(known, said)


def _by_extremes(known: Known, said: Core) -> bool:
    """Whether a comparison, under a condition at most, holds by logs and by what facts say of extremes."""
    known.left[0], known.splits[0] = STEPS, 0  # what the ways before took is not taken from it
    there, goal = known, said
    if said[0] == "implies":
        there, goal = known.having(said[1]), said[2]
    if goal[0] != "cmp":
        return False
    there = beside_extremes(there, said)
    there.left[0] = STEPS
    if not by_logs(there, goal):
        return False
    known.left[0] = STEPS
    full = in_full(beside_extremes(known, said))
    full.left[0] = STEPS
    return has_value(full, said)


def _by_cases(known: Known, said: Core) -> bool:
    known.left[0], known.splits[0] = STEPS, SPLITS  # what others took is not taken from it
    return _is_so(known, said)


def _is_so(known: Known, said: Core) -> bool:
    if (known.follows(TRUE, said) and has_value(known, said)) or holds(known, said):
        return True
    known.left[0] = STEPS  # what the ways before took is not taken from it
    return known.truth(settled(known, said)) is True and has_value(known, said)


def needless(book: Book, claim: Claim, name: str) -> bool:
    """Whether a hypothesis holds wherever the others do: by the signs of what it compares, or as part of one.

    It has a value there, or what it says is that a point exists which another hypothesis reads.
    """
    known = surroundings(book, claim, name)
    gone = ("let", book.assumed(claim)[name], (), ())
    kept = assumed(book, claim, name)
    if has_value(known, gone) and (
        known.truth(gone) is True or any(known.follows(one, gone) for one in kept)
    ):
        return True
    known = known.having(*existing(book, claim, known, name))
    known.left[0] = STEPS  # what the ways before took is not taken from it
    said = known.opened(gone)
    return said[0] == "solvable" and known.truth(said) is True


def existing(book: Book, claim: Claim, known: Known, but: str) -> Iterator[Core]:
    """That there are the points which the other hypotheses, and what it is asked for, read in any case."""
    others = assumed(book, claim, but)
    for core in (*others, claim.asked) if claim.asked else others:
        for point in read(known, core):
            let = book.lets[point[1]] if point[0] == "let" else None
            if let is not None and let.core[0] == "closest":
                core = known.point(point)
                yield ("solvable", core[1], core[2], core[4])
