"""What cannot hold together: facts split into cases, each of which comes to something that is false.

Of `a or b` one part is left where the other is false, and of `not (a and b)` a denial of one. What is said
of all indices is said of those that stand in what is known. A formula holds where its denial leaves no case:
so a token of an input that is outside of its label's component comes after the label, by an edge and no way
back.
"""

from collections.abc import Iterator
from itertools import islice

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import form
from ntpcheck.statement.knowing.positive import choices, indices
from ntpcheck.verifier.instance.tensors import Core

DEEP = 2  # cases inside one another
ROUNDS = 8  # in which what is left of one fact may decide another
MOST = 32  # choices of indices for a fact about all indices
STEPS = 30_000  # nodes looked at for one such question


def never(known: Known, e: Core, most: int = STEPS) -> bool:
    """Whether cases, where these are asked for, show that a formula holds nowhere where the facts do.

    most: nodes that are looked at; `known.splits` has what is left of all such questions.
    """
    most = min(most, known.splits[0])
    if most <= 0:
        return False
    # One such question inside another takes long, and what it takes is not taken from what is asked later.
    splits, left = known.splits[0], known.left[0]
    known.splits[:], known.left[0] = (0, True), most
    found = contradictory(known.having(e))
    known.splits[:], known.left[0] = (splits - most + max(0, known.left[0]), False), left
    return found


def contradictory(known: Known, deep: int = 0) -> bool:
    """Whether what is known leaves no case."""
    seen: set[Core] = set()
    open_ones: list[list[Core]] = []
    of_all = False  # what is said of all indices comes last: there are many of them
    for _ in range(ROUNDS):
        before, open_ones = len(known.facts), [] if not of_all else open_ones
        for parts in _at_all(known) if of_all else _alternatives(known):
            left = _left(known, parts)
            if left is None or (len(left) == 1 and form(left[0]) in seen):
                continue
            if known.left[0] < 0:
                return False
            if not left:
                return True
            if len(left) == 1:
                seen.add(form(left[0]))
                known = known.having(left[0])
            else:
                open_ones.append(left)
        if len(known.facts) == before:
            if of_all:
                break
            of_all = True
        else:
            of_all = False
    if (seen or not deep) and _refuted(known):
        return True
    if deep >= DEEP:
        return False
    open_ones.sort(key=len)
    return any(all(contradictory(known.having(part), deep + 1) for part in parts) for parts in open_ones[:2])


def _refuted(known: Known) -> bool:
    """Whether a comparison among the facts, or that there is no path, is false by the others."""
    said = (
        fact for fact in known.facts if fact[0] == "cmp" or (fact[0] == "not" and fact[1][0] == "closure")
    )
    return any(known.by(one for one in known.facts if one is not fact).truth(fact) is False for fact in said)


def _left(known: Known, parts: list[Core]) -> list[Core] | None:
    """The alternatives that are not seen to be false; None where one of them is seen to hold."""
    left: list[Core] = []
    for part in parts:
        said = known.truth(part)
        if said is True:
            return None
        left += [part] if said is None else []
    return left


def _alternatives(known: Known) -> Iterator[list[Core]]:
    """Formulas of which one holds, as each fact says."""
    for fact in known.facts:
        if fact[0] != "forall" and len(parts := _parts(known, fact)) > 1:
            yield parts


def _at_all(known: Known) -> Iterator[list[Core]]:
    """The same of facts about all indices, at those that stand in what is known."""
    own = _around(known)
    for fact in [fact for fact in known.facts if fact[0] == "forall"]:
        for at in islice(choices(fact, own), MOST):
            guard, body = (known.put(part, at) for part in fact[2:])
            parts = [*([] if guard is None else _parts(known, guard, holds=False)), *_parts(known, body)]
            if len(parts) == 1:  # it is read where it is asked for
                break
            yield parts


def _around(known: Known) -> list[tuple[Core, str]]:
    """The indices that stand in what is known, and those that fields name there, each with its axis."""
    own = dict.fromkeys(pair for fact in known.facts for pair in indices(known, fact, frozenset()))
    for name, field in known.written.book.fields().items():
        if field.kind[0] == "ix" and len(field.axes) == 1:
            found: list[Core] = [("field", name, (index,)) for index, of in own if of == field.axes[0]]
            own |= dict.fromkeys((one, field.kind[1]) for one in found)
    return list(own)


def _parts(known: Known, e: Core, *, holds: bool = True) -> list[Core]:
    """Formulas of which one holds where a formula does, or does not."""
    e = known.opened(e)
    if e[0] == "not":
        return _parts(known, e[1], holds=not holds)
    if e[0] == ("or" if holds else "and"):
        return [*_parts(known, e[1], holds=holds), *_parts(known, e[2], holds=holds)]
    if e[0] == "implies" and holds:
        return [*_parts(known, e[1], holds=False), *_parts(known, e[2])]
    return [e if holds else ("not", e)]
