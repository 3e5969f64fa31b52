"""What a line reads, and under which conditions, so that it has a value where the line has one."""

from collections.abc import Collection, Iterator
from typing import Any

from ntpcheck.statement.knowing.cores import bound
from ntpcheck.verifier.asymptotics.constants import names
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.cores import inside

SETTLING = ("forall", "exists", "every", "sets")  # these stop where one index settles them
GUARDED = ("forall", "exists", "some", "every", "sum", "max", "min")
WITNESSED = ("exists", "some")  # something is what these say, where they are true
UNSETTLED = "unsettled"
WHOLE = {"and": True, "or": False, "implies": False}  # all parts are read where they say that
RISKY = (("fn", "log"), ("fn", "sqrt"))
Conditions = frozenset[Any]  # conjuncts of what holds around a part of a core
Names = frozenset[str]
There = dict[Any, set[Conditions]]  # what a line reads, each with the conditions around it wherever it does


def noted(e: Any, *, stands: bool) -> There:
    """What stands in a line, and what it divides by, with the conditions around it.

    Where a line that stands is a conjunction, for all indices at most, all its parts are read. So is what
    does not name a number t that is bound around it under t > 0 alone, or t < norm(M): there are such t.
    Where one says that something exists, that satisfies its condition and what is said of it: there both are
    read, and what does not name it is read whatever that is.
    Else a quantifier is read to its end where it settles at none of its indices, and what names none of
    these at the first. In a definition `every` counts as read to its end: numbers have no order.
    """
    noting = _Noting(SETTLING if stands else tuple(kind for kind in SETTLING if kind != "every"))
    noting.note(e, frozenset(), frozenset(), frozenset(), said=True if stands else None)
    return noting.there


class _Noting:
    """What was noted of a line, part by part.

    numbers: the names of numbers that are bound around a part; found: of what exists, where it does.
    """

    def __init__(self, settling: tuple[str, ...]) -> None:
        self.settling, self.there, self.looked = settling, There(), set[Any]()

    def note(self, e: Any, within: Conditions, numbers: Names, found: Names, *, said: bool | None) -> None:
        if not isinstance(e, tuple) or (e, within, found, said) in self.looked:
            return
        self.looked.add((e, within, found, said))
        self._one(e, within, found)
        for key in keys(e):
            plain = at_first(key, within)
            met = {one for one in plain for t in numbers if is_met(one, t, plain) and not names(key, {t})}
            self._one(key, plain - met, found)
        if e[:1] in (("some",), ("every",)):
            numbers |= frozenset(bound(e))
        for i, (part, condition) in enumerate(zip(e, conditions(e), strict=True)):
            inner = within if said is WHOLE.get(e[0], ...) else within | conjuncts(condition)
            if i > 1 and e[0] in self.settling and (e[0] == "sets" or said is not (e[0] != "exists")):
                inner |= {unsettled(e)}
            self.note(part, inner, numbers, found, said=told(e, i, said=said))
        for part in e[2:] if said and e[0] in WITNESSED else ():
            self.note(part, within, numbers, found | frozenset(bound(e)), said=True)

    def _one(self, key: Any, within: Conditions, found: Names) -> None:
        if not any(spoken(one, found) for one in (key, *within) if found):
            self.there.setdefault(key, set()).add(within)


def told(e: Core, i: int, *, said: bool | None) -> bool | None:
    """Whether a part of a formula is true or false where it is read, by what the whole is."""
    last = i == len(e) - 1
    if said is None or not i:
        return None
    if e[0] == "not":
        return not said
    if e[0] == "implies":
        return said if last else None if said else True
    reads = {"and": said or last, "or": last or not said, "if": i > 1, "exists": last and not said}
    return said if reads.get(e[0], said and last and e[0] in SETTLING) else None


def unsettled(e: Core) -> Core:
    """That a quantifier settles at none of its indices, among conditions."""
    return (UNSETTLED, e)


def as_formula(one: Core) -> Core | None:
    """The same as a formula; of sets nothing is said, as there may be none."""
    if one[0] != UNSETTLED:
        return one
    e = one[1]
    return None if e[0] == "sets" else ("not", e) if e[0] == "exists" else e


def at_first(key: Any, within: Conditions) -> Conditions:
    """The conditions around something but quantifiers that read it at the first index, whatever that is."""
    for one in within:
        if one[0] == UNSETTLED and (e := one[1])[0] != "sets":
            others = (x for x in within - {one} - conjuncts(e[2]) if not any(part == e for part in inside(x)))
            if not any(spoken(x, bound(e)) for x in (key, *others)):
                return at_first(key, within - {one})
    return within


def spoken(e: Any, letters: Collection[str]) -> bool:
    """Whether an index, a number or a set is named."""
    return any(part[:1] in (("v",), ("par",)) and part[1] in letters for part in inside(e))


def is_met(e: Any, t: str, others: Conditions) -> bool:
    """Whether a condition, and no other one, names a number t that may be any: t beside what is not of t."""
    sides = e[2:] if e[0] == "cmp" else ()
    if ("par", t, ()) not in sides or all(names(side, {t}) for side in sides):
        return False
    return not any(names(one, {t}) for one in others if one != e)


def keys(e: Any) -> Iterator[Any]:
    """What tells that something in a line has a value, beside what stands there as a whole: divisors, that
    an extreme is of something, points and sequences at any place."""
    if e[:1] == ("/",):
        yield from (("/", factor) for factor in factors(e[2]))
    elif e[:1] in (("max",), ("min",)):
        yield ("met", *e[1:3])
    elif e[:1] in (("let",), ("sequence",)):
        yield ("entry", *e[1:-1])
    if e[:2] in RISKY or e[:1] in (("let",), ("infimum",)):
        yield e


def factors(e: Any) -> Iterator[Any]:
    """A divisor, and what it is a product of: where that is not 0, neither are these."""
    yield e
    for part in {"*": e[1:], "/": e[1:2], "^": e[1 : 2 if e[-1] else 1], "neg": e[1:]}.get(e[0], ()):
        yield from factors(part)


def conditions(e: Any) -> Iterator[Core | None]:
    """The condition under which each part of a core is read."""
    kind, last = e[0] if e and isinstance(e[0], str) else "", len(e) - 1
    for i in range(len(e)):
        if i == last and kind in GUARDED:
            yield e[2]
        elif (i == last and kind in ("and", "implies")) or (i == 2 and kind == "if"):
            yield e[1]
        elif (i == last and kind == "or") or (i == 3 and kind == "if"):
            yield ("not", e[1])
        else:
            yield None


def conjuncts(e: Any) -> Conditions:
    if e is None:
        return frozenset()
    return conjuncts(e[1]) | conjuncts(e[2]) if e[0] == "and" else frozenset([e])
