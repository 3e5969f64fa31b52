"""What is said where two letters are one index: there it is said of the one in place of both.

So (e_x - e_z)^T W e_k is 0 under x = z, which its form shows once z stands in the place of x.
"""

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.written import at_index, equated
from ntpcheck.verifier.instance.tensors import Core


def as_one_index(known: Known, e: Core) -> tuple[Known, Core] | None:
    """What is known, and a formula, with one index in the place of two that are the same by what is known;
    None where that is said of no two.
    """
    found = known
    while (pair := _pair(found.facts)) is not None:
        found, e = at_index(found, *pair, e)
    return None if found is known else (found, e)


def _pair(facts: tuple[Core, ...]) -> tuple[str, Core] | None:
    """A letter, and another index that is the same by one of the facts."""
    for fact in facts:
        for pair in equated(fact):
            return pair
    return None
