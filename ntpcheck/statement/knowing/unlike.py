"""The one place where a formula and its edit differ.

What both have alike around it is passed over: an edited part that follows from its own line makes an edited
whole that follows from the whole. Only conditions around the place are kept. What else is said beside it
takes long to be asked, and is not needed where a part is weaker by itself.
"""

from collections.abc import Iterator

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import bound, over_the_same, same
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.late import anywhere
from ntpcheck.verifier.instance.tensors import Core

OVER = ("forall", "exists", "some", "every")


def where_they_differ(known: Known, old: Core, new: Core) -> Iterator[tuple[Known, Core, Core]]:
    """The parts, with what is known there, of which one has to follow from the other; none where the formulas
    differ as wholes, or in two places.
    """
    old = known.opened(old)
    found = _innermost(known, old, new)
    if not same(found[1], old):
        known.left[0] = STEPS
        yield found


def _innermost(known: Known, old: Core, new: Core) -> tuple[Known, Core, Core]:
    """The smallest parts that differ, of those that may be weakened by themselves."""
    old, new = known.opened(old), known.opened(new)
    here = known, old, new
    if old[0] != new[0] or len(old) != len(new):
        return here
    if old[0] in ("and", "or"):
        unlike = [i for i in (1, 2) if not same(old[i], new[i])]
        return _innermost(known, old[unlike[0]], new[unlike[0]]) if len(unlike) == 1 else here
    if old[0] in ("eventually", "always"):
        return _innermost(anywhere(known), old[1], new[1])
    if old[0] == "implies" and same(old[1], new[1]):
        return _innermost(known.having(old[1]), old[2], new[2])
    if old[0] in OVER and over_the_same(old, new):
        guard, body = known.lettered(new, bound(old))
        if same(old[2], guard):
            return _innermost(known.having(old[2]), old[3], body)
    return here
