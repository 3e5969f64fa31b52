"""Allowances of the verifier's work for those who search, and a limit to what many of them come to.

One allowance ends one question. A search asks thousands, and each may take all that it is given. Inside
`together` they are granted so much only until all of it is spent: from then on each ends where it starts, as
any that is too short, and decides nothing. Where a question cut short might seem answered, each allowance is
granted in full, and the search ends at the first that starts once all is spent.
"""

from collections.abc import Generator
from contextlib import contextmanager

from ntpcheck.verifier.arithmetic import intervals


class Spent(Exception):
    """All work of a search is spent, and it ends where it is: nothing that it asks would be answered."""


class Work:
    """Units that are left for all allowances of a search.

    whole: each allowance is granted in full, and none once all is spent: Spent is raised.
    """

    def __init__(self, units: int, *, whole: bool = False) -> None:
        self.left, self.granted, self.whole = units, 0, whole

    def count(self) -> None:
        """Takes away what the latest allowance came to."""
        self.left = max(0, self.left - max(0, self.granted - intervals.unspent()))
        self.granted = 0

    @property
    def spent(self) -> bool:
        self.count()
        return not self.left


_under: list[Work] = []  # the innermost last


def allow(units: int) -> None:
    """Starts an allowance of so many units, about a microsecond each, or of what is left for all.

    Raises Spent where a search that grants each in full has none left.
    """
    for work in _under:
        if work.spent and work.whole:
            raise Spent
    granted = min([units, *(work.left for work in _under if not work.whole)])
    intervals.allow(granted)
    for work in _under:
        work.granted = granted


def take(units: int) -> None:
    """Takes units for what has no allowance, such as batches of doubles. TooMuch once all are spent."""
    for work in _under:
        work.left = max(0, work.left - units)
        if not work.left:
            raise intervals.TooMuch("the search has taken all its work")


@contextmanager
def together(work: Work) -> Generator[None]:
    """All allowances that start inside come to no more than what is left of that work."""
    _under.append(work)
    try:
        yield
    finally:
        work.count()
        _under.remove(work)


@contextmanager
def aside() -> Generator[None]:
    """What starts inside is taken from no search around it: it is made once, and many have it."""
    for work in _under:
        work.count()
    before = _under[:]
    _under.clear()
    try:
        yield
    finally:
        _under[:] = before
