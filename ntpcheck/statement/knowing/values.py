"""What certainly has a value: no division by 0, no log or root of what has none, no point that is missing."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import (
    BINDING,
    NOTHING,
    Written,
    alike,
    bound,
    form,
    over_the_same,
    same,
)
from ntpcheck.statement.knowing.facts import left_out
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.merged import as_one_index
from ntpcheck.statement.knowing.noted import (
    RISKY,
    SETTLING,
    Conditions,
    There,
    as_formula,
    conditions,
    conjuncts,
    keys,
    noted,
    unsettled,
)
from ntpcheck.statement.knowing.outright import is_positive
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.statement.knowing.surely import points
from ntpcheck.statement.knowing.unlike import where_they_differ
from ntpcheck.verifier.asymptotics.constants import names
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.names import Let

SHARED = 2  # by as much less than for a whole question is looked at one quantifier beside another
RANGING = ("forall", "exists", "every", "some")
SPEAKING = ("some", "every", "forall")  # a line that holds: so does what it says of the first, or of each
JUMPS = (("cmp",), ("let",), ("rank",), ("psd",), ("closure",))


def reads_no_more(known: Known, old: Core, new: Core, *, stands: bool = True) -> bool:
    """Whether whatever of an edit may have no value is read by its line too, under conditions that are met
    where the edit reads it, or certainly has one. stands: whether the line is a formula that holds.

    Where both say that something exists, or say something of all, under one condition, they are compared at
    what the line speaks of: there what it says of that holds too.
    """
    old, new = (known.opened(e) for e in (old, new)) if stands else (old, new)
    while stands and old[0] == new[0] and old[0] in SPEAKING and over_the_same(old, new):
        guard, body = known.lettered(new, bound(old))
        if not same(old[2], guard):
            break
        known, old, new = known.having(old[2]), known.opened(old[3]), known.opened(body)
    named = alike(new)
    core, there = known.put(named, {}), noted(alike(old), stands=stands)
    if stands:
        known = known.by(known.facts)
        known.points |= points(known, old)
    if _safe(known, core, there, At(named)):
        return True
    return stands and _safe(known.having(old), core, there, At(named))


class At(NamedTuple):
    """A part of an edit by names that show whether it stands in the line, and the conditions around it.

    letters: what these names are where it is asked what is known.
    """

    named: Any
    within: Conditions = frozenset()
    letters: Mapping[str, str] = {}  # never changed


def _no_longer(known: Known, there: There, at: At, e: Core) -> Conditions:
    """Those of a line's quantifiers, as conditions, that settle at no index without the edit's doing so."""
    alike_ones = (old for old in there if isinstance(old, tuple) and old[:2] == at.named[:2])
    found = set[Any]()
    for old in alike_ones if e[0] in SETTLING else ():
        letters = {**at.letters, **dict(zip(bound(old), bound(e), strict=True))}
        if _settles_too(known, (*e[:2], *(known.put(part, letters) for part in old[2:])), e):
            found.add(unsettled(old))
    return frozenset(found)


def _settles_too(known: Known, old: Core, new: Core) -> bool:
    """Whether a quantifier settles at each index at which another one with the same letters does."""
    if new[0] == "sets":
        return same(old, new)
    word = "and" if new[0] == "exists" else "implies"
    pair = [e[3] if e[2] is None else (word, *e[2:]) for e in ((old, new) if word == "and" else (new, old))]
    left, found = known.left[0], same(*pair)
    for there, *two in () if found else (*where_they_differ(known, *pair), (known, *pair)):
        there.left[0] = STEPS // SHARED  # what this takes is not taken from others
        found = found or there.follows(*two)
    known.left[0] = left
    return found


def _divided(e: Any, reads: Callable[[Any], bool]) -> bool:
    """Whether a line divides by a divisor, or by all that it is a product of."""
    if reads(("/", e)):
        return True
    if e[0] == "q":
        return bool(e[1])
    parts = {"*": e[1:], "^": e[1:2], "neg": e[1:]}.get(e[0], ())
    return bool(parts) and all(_divided(part, reads) for part in parts)


def has_value(known: Known, e: Core) -> bool:
    """Whether a formula certainly has a value: its points exist, and it divides by nothing that may be 0.

    What stands under a condition that is never met is not read.
    """
    return _safe(known, _read(known, _written(known).out(e)))


def holds(known: Known, e: Core) -> bool:
    """Whether a formula certainly has a value and holds, by what is left of it under what is known.

    Definitions are written out, those in the facts too, and sums and quantifiers under conditions that are
    never met are what they are of nothing. Of two letters that are the same index one stands for both.
    """
    known, e = as_one_index(known, e) or (known, e)
    there = in_full(known)
    return there.truth(_read(there, there.written.out(e))) is True and has_value(known, e)


def in_full(known: Known) -> Known:
    """What is known, with all definitions written out."""
    written = _written(known)
    there = type(known)(written, tuple(written.out(fact) for fact in known.facts))
    there.left, there.divisors, there.long = known.left, known.divisors, known.long
    return there.by(_decided(there, fact) for fact in there.facts)


def _decided(known: Known, e: Any) -> Any:
    """A core with those cases alone that what is known of words leaves."""
    if not isinstance(e, tuple) or not e:
        return e
    if (unread := left_out(known, e)) is not None:
        return _decided(known, e[5 - unread])
    return tuple(_decided(known, part) for part in e)


def _written(known: Known) -> Written:
    """Writes all definitions out, with names that stand nowhere else."""
    written = Written(known.written.book)
    written.fresh = known.written.fresh
    return written


def _exists(known: Known, key: str) -> bool:
    """Whether a nearest point exists, whatever its arguments are: its condition can be satisfied."""
    let = known.written.book.lets[key]
    if let.kind != "point" or let.core[0] != "closest":
        return False
    core = known.put(let.core, {})
    parts = (_written(known).out(part) for part in core[3:])
    left, known.left[0] = known.left[0], STEPS  # what this takes is not taken from others
    found = known.truth(("solvable", core[1], core[2], core[4])) is True and all(
        _safe(known, part) for part in parts
    )
    known.left[0] = left
    return found


def _leads(known: Known, let: Let) -> bool:
    """Whether a path has its points: in each ball there is one at which what is continuous there is least."""
    if let.core[0] != "path" or let.core[5] is None:
        return let.kind == "running"
    goal, condition = (known.put(_written(known).out(part), {}) for part in let.core[4:])
    letters = condition[2][1][1] if condition[2][0] == "norm" and condition[2][1][0] == "lam" else ()
    whole = ("lam", letters, ("par", let.core[2], tuple(("v", letter) for letter, _ in letters)))
    ball = ("cmp", "<=", ("norm", whole), ("sequence", let.core[1], ()))
    return same(condition, ball) and _continuous(goal, let.core[2]) and _safe(known, goal)


def _continuous(e: Any, unknown: str) -> bool:
    """Whether an unknown stands in no condition and in no point, whose value may jump."""
    if isinstance(e, tuple) and e[:1] in JUMPS and names(e, {unknown}):
        return False
    return not isinstance(e, tuple) or all(_continuous(part, unknown) for part in e)


def _read(known: Known, e: Any) -> Any:
    """A core without what stands under conditions that are never met, definitions but points opened."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] in ("forall", "exists", "sum") and e[2] is not None and known.truth(e[2]) is False:
        return NOTHING if e[0] == "sum" else ("cmp", "=" if e[0] == "forall" else "!=", NOTHING, NOTHING)
    if (unread := left_out(known, e)) is not None:
        return _read(known, e[5 - unread])
    around = known.having(e[2]) if e[0] in ("forall", "exists", "sum") else known
    return tuple(_read(around if i == 3 else known, part) for i, part in enumerate(e))


def _safe(known: Known, e: Any, there: There | None = None, at: At | None = None) -> bool:
    """there: what the line reads; at: the same core there, None where it cannot stand in the line."""
    if not isinstance(e, tuple) or not e or (at and _stands(at.named, there, at.within)):
        return True
    if e[0] == "let" and known.written.opens(e[1]):
        return _safe(known, known.written.opened(e)) or bool(at and _meets(known, at.named, there, at))
    key = ("safe", form(e)) if at is None and e[0] in ("max", "min", "let") else None
    if key and key in known.seen:  # one that stands in many places is looked at once
        return True
    if _risky(known, e) and not (_fits(known, e) or (at and _read_there(known, there, at))):
        return False
    if not _each_safe(known, e, there, at):
        return False
    known.seen |= {key} if key else set()
    return True


def _risky(known: Known, e: Core) -> bool:
    """Whether a core may have no value where its parts have one."""
    if e[0] == "let":
        return known.written.book.lets[e[1]].kind not in ("num", "bool")
    of_nothing = e[0] in ("max", "min") and e[2] is not None
    return of_nothing or e[0] in ("/", "infimum", "sequence") or e[:2] in RISKY


def _read_there(known: Known, there: There | None, at: At) -> bool:
    """Whether the line divides by that too, or has it at another place, under conditions that are met."""

    def reads(key: Any) -> bool:
        return _stands(key, there, at.within) or _meets(known, key, there, at)

    if at.named[0] == "/":
        return _divided(at.named[2], reads)
    return any(map(reads, (at.named, *keys(at.named))))


def _fits(known: Known, e: Core) -> bool:
    """Whether a core whose parts have a value has one, by what is known; each is asked once."""
    key = ("fits", form(e))
    if key in known.seen:
        return True
    if e[0] == "/":
        found = is_positive(known, e[2]) if e[2][0] in ("*", "/") else False
        found = found or nonzero(known, e[2])
    elif e[0] == "fn":
        found = e[2][0] in ("*", "/") and is_positive(known, e[2])
        low = 1 if found else known.sign(e[2])[0]
        found = low > 0 or (low == 0 and (e[1] == "sqrt" or nonzero(known, e[2])))
    elif e[0] in ("max", "min"):  # axes are not empty
        found = known.truth(("exists", e[1], None, e[2])) is True
    elif e[0] == "sequence":
        found = _leads(known, known.written.book.lets[e[1]])
    else:
        found = e[0] == "let" and ((e[1] in known.points and not e[2]) or _exists(known, e[1]))
    if found:
        known.seen.add(key)
    return found


def _each_safe(known: Known, e: Any, there: There | None, at: At | None) -> bool:
    """The same of each part of a core, under what is known there."""
    unread = left_out(known, e)
    if at is None:
        parts = [pair for i, pair in enumerate(zip(conditions(e), e, strict=True)) if i != unread]
        return all(_safe(known.having(condition) if condition else known, part) for condition, part in parts)
    own = zip(bound(at.named), bound(e), strict=True) if isinstance(e[0], str) and e[0] in BINDING else ()
    letters = {**at.letters, **dict(own)}
    unsettled = _no_longer(known, there or {}, at, e)
    for i, (part, condition, named, other) in enumerate(
        zip(e, conditions(e), at.named, conditions(at.named), strict=True)
    ):
        below = At(named, at.within | conjuncts(other) | (unsettled if i > 1 else frozenset()), letters)
        if i != unread and not _safe(known.having(condition) if condition else known, part, there, below):
            return False
    return True


def _stands(key: Any, there: There | None, within: Conditions) -> bool:
    """Whether the line reads that under no conditions but those that are around it here."""
    return any(around <= within for around in (there or {}).get(key, ()))


def _meets(known: Known, key: Any, there: There | None, at: At) -> bool:
    """Whether the line reads that under conditions that are known to be met here."""
    return any(
        all(_is_so(known, as_formula(one), at) for one in around - at.within)
        for around in (there or {}).get(key, ())
    )


def _is_so(known: Known, e: Core | None, at: At) -> bool:
    if e is None:
        return False
    asked: Core = known.put(e, at.letters)
    alike_ones = (fact for fact in known.facts if fact[0] == asked[0] and asked[0] in RANGING)
    return known.truth(asked) is True or any(known.follows(fact, asked) for fact in alike_ones)
