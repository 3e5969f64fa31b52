"""Formulas and strategies from Python: what a user's own tests take from a book."""

from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import hypothesis
import hypothesis.errors
import numpy as np

from ntpcheck.claim import Effort
from ntpcheck.errors import InvalidInstance, UnknownAssumption, UnreadableFile, closest
from ntpcheck.evidence import Evidence, Outcome, judge
from ntpcheck.formulas.paper import Known, assumed, assumptions, demanded
from ntpcheck.formulas.says import Says
from ntpcheck.formulas.spaces import space_of
from ntpcheck.stated import read
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import formula
from ntpcheck.verifier.language.uses import shipped
from ntpcheck.verifier.language.words import BookError


@cache
def _vocabulary(key: str) -> Book:
    return Book(f'book formula "Formulas"\nuse ntpcheck.{key}\n', key)


def _book(name: str | Path | None, given: str) -> Book:
    """The book of a file, the vocabulary of a shipped one, or the shipped one that knows the type."""
    if name is not None:
        if str(name) in shipped():
            return _vocabulary(str(name))
        if not Path(name).exists():
            known = ", ".join(shipped())
            raise UnreadableFile(f"there is no book {str(name)!r}. Give a file, or one of {known}.")
        return read(Path(name)).book
    for key in shipped():
        if given in _vocabulary(key).givens:
            return _vocabulary(key)
    raise InvalidInstance(f"no shipped book knows the type {given}. Name yours: Formula(TEXT, book=FILE).")


class Formula:
    """A formula of a book's language, asked of instances: `Formula("CE(W) > H")(data)`.

    book: a file, or the key of a shipped book; without one, the shipped book that knows the instance's type.
    A call returns Evidence `[...]` like a checker's conclusion: on exact instances it is the verifier's own
    answer, on doubles the slack with a bound on its error. Raises UnreadableFile for what is no formula.
    """

    def __init__(self, text: str, book: str | Path | None = None) -> None:
        self.text, self.book = text, book
        self._says: dict[str, Says] = {}

    def __call__(self, data: Any, effort: Effort | None = None) -> Evidence:
        given = type(data).__name__
        if given not in self._says:
            self._says[given] = self._read(given)
        return self._says[given](data, effort)

    def holds(self, data: Any) -> bool | None:
        """Whether it holds at one instance, exactly; None where it has no value or is not decided."""
        said = judge(self(data if data.is_exact else data.exact())).item()
        return {Outcome.HOLDS: True, Outcome.FAILS: False}.get(Outcome(said))

    def _read(self, given: str) -> Says:
        book = _book(self.book, given)
        if given not in book.givens:
            raise UnreadableFile(
                f"the book {book.key} knows no type {given}. It has {', '.join(book.givens)}."
            )
        book.given, book.local = given, {}
        try:
            _, core = formula(book, self.text, 1)
        except BookError as problem:
            raise UnreadableFile(f"the formula {self.text!r}: {problem}.") from None
        return Says(book, given, core)

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"


def strategy(book: str | Path, given: str, *, assuming: tuple[str, ...] | list[str] = ()) -> Any:
    """A Hypothesis strategy of instances of a type that satisfy assumptions, for one's own `@given`.

    book: a file, or the key of a shipped book. Instances are in doubles; `.exact()` makes them rational. What
    is drawn is pulled into the assumptions where it is outside, and left out where that does not succeed. It
    shrinks. Raises UnknownAssumption for a name that the book does not give to that type.
    """
    found = _book(book, given)
    if given not in found.givens:
        way_out = closest(given, found.givens, f"It has {', '.join(found.givens)}.")
        raise UnreadableFile(f"the book {found.key} knows no type {given!r}. {way_out}")
    known = assumed(found, given)
    for name in assuming:
        if name not in known:
            way_out = closest(name, known, f"It has {', '.join(known) or 'none'}.")
            raise UnknownAssumption(f"the book {found.key} has no assumption {name!r} on {given}. {way_out}")
    space = space_of(found, given)
    assumes = assumptions(space, tuple(assuming), _installed, extra=demanded(found, given))

    def inside(data: Any) -> bool:
        return all(bool(np.all(judge(assumption.check(data)) == Outcome.HOLDS)) for assumption in assumes)

    def pulled(data: Any) -> Any:
        if inside(data):
            return data
        for assumption in assumes:
            data = assumption.impose(data) if assumption.impose else data
        return data

    made = space.domain.strategy().map(pulled).filter(inside)
    _drawn_once(made)
    return made


def _drawn_once(strategy: Any) -> None:
    """Draws before a test's clock runs: the first draw imports solvers, which health checks take for slow."""
    if hypothesis.currently_in_test_context():
        return
    check = hypothesis.HealthCheck
    quiet = hypothesis.settings(
        max_examples=1,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=[check.too_slow, check.filter_too_much, check.data_too_large],
    )
    with suppress(hypothesis.errors.NoSuchExample, hypothesis.errors.Unsatisfiable):
        hypothesis.find(strategy, lambda _: True, settings=quiet, random=Random(0))


@cache
def _installed(key: str) -> Known:
    from importlib.metadata import entry_points

    for entry in entry_points(group="ntpcheck.papers"):
        paper = entry.load()
        if paper.key == key:
            return {assumption.name: assumption for assumption in paper.assumptions}
    return {}
