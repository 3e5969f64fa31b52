"""What is positive by a fact that says so outright, as a product, quotient or the larger of such, or as it is
at least 0 and not 0.
"""

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import same
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.verifier.instance.tensors import Core


def is_positive(known: Known, e: Core) -> bool:
    """Whether a number is positive wherever it has a value: by facts first, which is soon seen."""
    e = known.opened(e)
    if e[0] == "q":
        return e[1] > 0
    if e[0] in ("*", "/"):
        return all(is_positive(known, part) for part in e[1:])
    if e[0] == "^":
        return is_positive(known, e[1])
    if any(_above_zero(known, fact, e) for fact in known.facts):
        return True
    if e[0] in ("max2", "min2"):
        found = (is_positive(known, part) for part in e[1:])
        return any(found) if e[0] == "max2" else all(found)
    low = known.sign(e)[0]
    return low > 0 or (low == 0 and nonzero(known, e))


def _above_zero(known: Known, fact: Core, e: Core) -> bool:
    if fact[0] != "cmp" or fact[1] not in ("<", ">"):
        return False
    less, more = fact[2:] if fact[1] == "<" else fact[:1:-1]
    return less[0] == "q" and less[1] >= 0 and same(known.opened(more), e)
