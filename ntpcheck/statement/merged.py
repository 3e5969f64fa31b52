"""What is said where two letters are one index: there it is said of the one in place of both.

So (e_x - e_z)^T W e_k is 0 under x = z, which its form shows once z stands in the place of x.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ntpcheck.statement.cores import put

if TYPE_CHECKING:
    from ntpcheck.statement.signs import Known
    from ntpcheck.verifier.tensors import Core


def as_one_index(known: Known, e: Core) -> tuple[Known, Core] | None:
    """What is known, and a formula, with one index in the place of two that are the same by what is known;
    None where that is said of no two.
    """
    found = known
    while (pair := _pair(found.facts)) is not None:
        gone, kept = pair
        at, fresh = {gone: kept}, known.written.fresh
        found, facts = known.having(None), found.facts
        found.facts, e = tuple(put(fact, at, fresh) for fact in facts), put(e, at, fresh)
    return None if found is known else (found, e)


def _pair(facts: tuple[Core, ...]) -> tuple[str, Core] | None:
    """A letter, and another index that is the same by one of the facts."""
    for fact in facts:
        for one, other in (fact[1:], fact[:0:-1]) if fact[0] == "ixeq" else ():
            if one[0] == "v" and not _names(other, one[1]):
                return one[1], other
    return None


def _names(index: Any, letter: str) -> bool:
    return isinstance(index, tuple) and (
        index[:2] == ("v", letter) or any(_names(part, letter) for part in index)
    )
