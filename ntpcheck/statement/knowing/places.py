"""The order of indices: what facts say of one index before another, one step after the other."""

from collections.abc import Sequence

from ntpcheck.verifier.instance.tensors import Core

MOST = 24  # facts about indices that are looked at


def in_order(facts: Sequence[Core], e: Core) -> bool | None:
    """Whether one index is another one, or is before it, by a chain of facts; None where that is not seen.

    Of s < t and t < u follows s < u, and neither t < s nor s = t.
    """
    _, one, other = e
    steps = [step for fact in facts for step in _steps(fact)][:MOST]
    there, back = _leads(steps, one, other), _leads(steps, other, one)
    if e[0] == "ixlt":
        return True if there is True else None if back is None else False
    if there is True or back is True:
        return False
    return True if (there, back) == (False, False) else None


def _steps(fact: Core) -> list[tuple[Core, Core, bool]]:
    """From an index to one that is no smaller, and whether that is larger."""
    if fact[0] == "ixlt":
        return [(fact[1], fact[2], True)]
    if fact[0] == "ixeq":
        return [(fact[1], fact[2], False), (fact[2], fact[1], False)]
    if fact[0] == "not" and fact[1][0] == "ixlt":
        return [(fact[1][2], fact[1][1], False)]
    return []


def _leads(steps: Sequence[tuple[Core, Core, bool]], one: Core, other: Core) -> bool | None:
    """Whether a chain from one index to another has a step that is strict; None where there is no chain."""
    found = {one: False}
    for _ in steps:
        for start, end, strict in steps:
            if start in found and not found.get(end, False):
                found[end] = found[start] or strict
    return found.get(other)
