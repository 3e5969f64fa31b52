"""The nouns of a paper: assumptions, domains, claims, planted falsehoods, and the paper itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck.accepted import Accepted, read_accepted
from ntpcheck.addressed import by_address
from ntpcheck.binding import completed, named
from ntpcheck.categories import CATEGORIES as CATEGORIES
from ntpcheck.categories import category as category
from ntpcheck.errors import InvalidClaim, UnknownAssumption, UnknownClaim, closest
from ntpcheck.evidence import Evidence
from ntpcheck.stated import Origin, Source, read
from ntpcheck.target import Target

if TYPE_CHECKING:
    import torch
    from hypothesis.strategies import SearchStrategy

    from ntpcheck.instances.base import Instance
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Statement


@dataclass(frozen=True)
class Effort:
    """How hard to look, never what to look for. `horizon` is in log k."""

    examples: int = 40
    batch: int = 512
    trajectories: int = 24
    horizon: float = 1e4
    device: str = "cpu"


@dataclass(frozen=True, eq=False)
class Assumption:
    """A hypothesis. `impose` pulls a wild instance inside and is never believed: `check` runs afterwards.

    cite: where the paper makes it; left out where the paper's book says so. fixed: it belongs to the setting
    of the statement, as the demands of a type do, and cannot be dropped.
    """

    name: str
    check: Callable[[Any], Evidence]
    impose: Callable[[Any], Any] | None = None
    cite: str = ""
    fixed: bool = False

    def __post_init__(self) -> None:
        if not callable(self.check):  # pyright: ignore[reportUnnecessaryComparison]
            said = f"assumption {self.name!r} has the check {self.check!r}, which is no function."
            raise InvalidClaim(f"{said} Write Assumption(name, check, impose, cite=...).")


@dataclass(frozen=True, eq=False)
class Domain:
    """A space of instances that assumes nothing.

    strategy: one instance, for Hypothesis. sampler: a batch of one random shape. scope: all of a finite one.
    corners: named degenerate sets, each drawn with chance at least 1/40. costly: with training runs, which
    profiles count apart. most: how many of a narrow domain say enough. as_drawn: by a recipe, which imposing
    would leave. plain: exact instances for lemmas. weight: how many times as long a claim takes as elsewhere.
    rare: batches of structures that the sampler hits seldom, for claims without a checker.
    """

    name: str
    strategy: Callable[[], SearchStrategy[Any]]
    sampler: Callable[[torch.Generator, int], Any]
    scope: Callable[[], Iterator[Any]] | None = None
    corners: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    costly: bool = False
    most: int | None = None
    as_drawn: bool = False
    plain: Callable[[], Iterator[Any]] | None = None
    weight: int = 1
    rare: Callable[[torch.Generator, int], Any] | None = None


Conclude = Callable[[Any, Effort], Evidence]


@dataclass(frozen=True, eq=False)
class Claim:
    """One displayed assertion of a paper.

    origin: where a book states it; statement, cite and assumes then come from there, once the paper is made.
    silent: why it stays undecided where nothing refutes it. plain_first: whether plain instances come first.
    """

    id: str
    statement: str
    cite: str
    domain: Domain
    assumes: tuple[Assumption, ...]
    conclude: Conclude
    origin: Origin | None = None
    silent: str = ""
    plain_first: bool = False

    @property
    def book(self) -> Book | None:
        """The book that states the claim, read whole on first use."""
        return self.origin.source.book if self.origin else None

    @property
    def stated(self) -> Statement | None:
        """The statement in that book, formulas included, with all its assumptions, whatever was dropped."""
        return self.origin.stated if self.origin else None

    @property
    def digest(self) -> str:
        """What tells the statement from any other, as it stands in its book; empty without one."""
        return self.origin.digest if self.origin else ""

    @property
    def text(self) -> str:
        """The statement, what is really checked, and how the paper's sentence was read."""
        account = getdoc(self.conclude) or self.statement
        notes = self.origin.notes if self.origin else ()
        return "\n\n".join((f"{self.statement}.", account, *notes)) if self.origin else account

    def dropping(self, *names: str) -> Claim:
        """The same claim without the named assumptions."""
        known = [assumption.name for assumption in self.assumes if not assumption.fixed]
        for name in names:
            if name not in known:
                way_out = closest(name, known, f"It assumes {', '.join(known) or 'nothing'}.")
                raise UnknownAssumption(f"claim {self.id!r} does not assume {name!r}. {way_out}")
        return replace(self, assumes=tuple(a for a in self.assumes if a.name not in names))

    def check(self, instance: Instance, effort: Effort | None = None) -> Evidence:
        """The conclusion's evidence on one instance or batch, assumptions aside."""
        return self.conclude(instance, effort or Effort())


def claim(
    id: str, *, domain: Domain, cite: str | None = None, assumes: tuple[Assumption, ...] = ()
) -> Callable[[Conclude], Claim]:
    """Turns a conclusion into a claim.

    With a cite, the docstring's first line is the statement. Without, the paper's book states the claim, says
    where the paper does and what it assumes, and the docstring says what is really checked.
    """

    if not isinstance(domain, Domain):  # pyright: ignore[reportUnnecessaryIsInstance]
        said = f"claim {id!r} has the domain {domain!r}, which is no Domain."
        raise InvalidClaim(f"{said} Take one from ntpcheck.domains, or make one.")
    _entries(f"claim {id!r}", "assumes", assumes, Assumption)
    if assumes and cite is None:
        raise InvalidClaim(f"claim {id!r} has assumes and no cite. Where a book states it, leave out both.")

    def wrap(conclude: Conclude) -> Claim:
        text = (conclude.__doc__ or "").strip()
        if not text:
            way_out = (
                "Say what is checked." if cite is None else "Its first line is the statement: write one."
            )
            raise InvalidClaim(f"claim {id!r} has no docstring. {way_out}")
        statement = "" if cite is None else text.splitlines()[0].rstrip(".")
        return Claim(id, statement, cite or "", domain, tuple(assumes), conclude)

    return wrap


def _entries(owner: str, name: str, values: Any, kind: type) -> None:
    """Raises InvalidClaim unless the values are a tuple or list of that kind."""
    if not isinstance(values, tuple | list):
        said = f"{owner} has a single {type(values).__name__} as {name}."
        raise InvalidClaim(f"{said} It is a tuple: write {name}=(..., ), with a comma.")
    for value in values:
        if not isinstance(value, kind):
            said = f"{owner} has an entry of type {type(value).__name__} in {name}."
            raise InvalidClaim(f"{said} Every entry is of type {kind.__name__}: take it out.")


@dataclass(frozen=True, eq=False)
class Planted:
    """A false neighbour of a claim, as data: which fields of the claim to replace, which assumptions to drop.

    kind: a category, and after a slash a detail where that helps; each falsehood of a claim has its own.
    It counts as detected on an instance where its original does not fail too. `alone` is the reason why no
    such instance exists, as for an original that fails everywhere; any failure then counts. adds: assumptions
    in the place of those that are dropped. from_text: written from the paper's text alone, by someone who had
    not seen how the claim is checked. origin: where a book states it; what it assumes is then the book's,
    or what is replaced.
    """

    of: str
    kind: str
    statement: str
    replaces: Mapping[str, Any]
    alone: str = ""
    drops: tuple[str, ...] = ()
    adds: tuple[Assumption, ...] = ()
    from_text: bool = False
    origin: Origin | None = None

    @property
    def category(self) -> str:
        return category(self.kind)

    def claim(self, paper: Paper) -> Claim:
        """The false claim itself, judged by the same engine as the true ones."""
        original = paper[self.of].dropping(*self.drops)
        stated = self.origin if "assumes" not in self.replaces else None
        assumes = named(stated, paper, original) if stated else original.assumes
        changed = {"assumes": (*assumes, *self.adds), **self.replaces}
        false = replace(original, statement=self.statement, id=f"{self.of}#{self.kind}", **changed)
        known = {assumption.name for assumption in original.assumes}
        own = "conclude" in changed or not {assumption.name for assumption in false.assumes} <= known
        # Else its original's book states it, with assumptions left out.
        return replace(false, origin=self.origin) if self.origin or own else false


@dataclass(frozen=True, eq=False)
class Paper:
    """A paper's table of contents, in its own order, which is the book's where there is one.

    claims: all that the book states, or, without a book, with a statement, a cite and assumptions of their
    own. assumptions: how each of those is checked and imposed that the book's claims name. rests_on: claim id
    -> ids it uses. unchecked: sentences too vague to check, with the reason. folder: where expected.json and
    counterexamples/ lie. figures: claim id -> the training figure beside it. targets: the paper's experiments
    and figures, for `reproduce`. book: the file that states the claims, or a folder with its `*.book` parts;
    the title is the book's then. older: what the ids of statements of replaced versions carry after an @.
    """

    key: str
    title: str = ""
    claims: tuple[Claim, ...] = ()
    planted: tuple[Planted, ...] = ()
    rests_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unchecked: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    figures: Mapping[str, Callable[[Effort], dict[str, Any]]] = field(default_factory=dict)
    targets: tuple[Target, ...] = ()
    book: Path | None = None
    assumptions: tuple[Assumption, ...] = ()
    older: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        owner = f"paper {self.key!r}"
        for name, kind in (("claims", Claim), ("planted", Planted), ("assumptions", Assumption)):
            _entries(owner, name, getattr(self, name), kind)
        ids = [c.id for c in self.claims]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise InvalidClaim(f"paper {self.key!r} lists {twice[0]!r} twice. Ids are unique: rename one.")
        for name, value in completed(self).items():  # first: a misspelt id is the claim's error, not theirs
            object.__setattr__(self, name, value)
        for planted in (one for one in self.planted if one.of not in self.by_id):
            said = f"{owner} plants a falsehood of {planted.of!r}, which is no claim of it."
            way_out = closest(planted.of, self.by_id, "Take it out, or add the claim.")
            raise InvalidClaim(f"{said} {way_out}")

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return by_address(self)

    @cached_property
    def source(self) -> Source | None:
        """The paper's book as text and headings."""
        return read(self.book) if self.book is not None else None

    @property
    def shelf(self) -> Book | None:
        """The book that states the paper's claims, read whole on first use."""
        origins = (claim.origin for claim in self.claims if claim.origin)
        source = self.source or next((origin.source for origin in origins), None)
        return source.book if source else None

    @cached_property
    def by_id(self) -> dict[str, Claim]:
        return {c.id: c for c in self.claims}

    def __getitem__(self, claim_id: str) -> Claim:
        if claim_id not in self.by_id:
            raise UnknownClaim(f"paper {self.key!r} has no claim {claim_id!r}. `ntpcheck claims` lists them.")
        return self.by_id[claim_id]

    def false_neighbours(self, claim_id: str) -> list[Planted]:
        return [p for p in self.planted if p.of == claim_id]

    @property
    def accepted(self) -> Accepted:
        """What was last accepted for this paper: each id's verdict, and the statement it was found for."""
        path = self.folder / "expected.json" if self.folder else None
        return read_accepted(path) if path and path.exists() else Accepted()

    @property
    def expected(self) -> dict[str, str]:
        """The verdicts last accepted for this paper, id -> verdict. Asking reads the file."""
        return self.accepted.verdicts
