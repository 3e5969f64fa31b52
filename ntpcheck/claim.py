"""The nouns of a paper: assumptions, domains, claims, planted falsehoods, and the paper itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck.errors import InvalidClaim, UnknownAssumption, UnknownClaim, closest
from ntpcheck.evidence import Evidence
from ntpcheck.target import Target

if TYPE_CHECKING:
    import torch
    from hypothesis.strategies import SearchStrategy

    from ntpcheck.instances.base import Instance


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
    """A hypothesis. `impose` pulls a wild instance inside and is never believed: `check` runs afterwards."""

    name: str
    cite: str
    check: Callable[[Any], Evidence]
    impose: Callable[[Any], Any] | None = None


@dataclass(frozen=True, eq=False)
class Domain:
    """A space of instances that assumes nothing.

    strategy: Hypothesis draws one instance. sampler: one batch of one random shape. scope: every instance of
    a finite scope. corners: named degenerate sets, each drawn with weight at least 1/40. costly: instances
    carry a training run, so profiles count them as trajectories. most: of a narrow domain, how many say
    enough; no profile draws more.
    """

    name: str
    strategy: Callable[[], SearchStrategy[Any]]
    sampler: Callable[[torch.Generator, int], Any]
    scope: Callable[[], Iterator[Any]] | None = None
    corners: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    costly: bool = False
    most: int | None = None


Conclude = Callable[[Any, Effort], Evidence]


@dataclass(frozen=True, eq=False)
class Claim:
    """One displayed assertion of a paper."""

    id: str
    statement: str
    cite: str
    domain: Domain
    assumes: tuple[Assumption, ...]
    conclude: Conclude

    def dropping(self, *names: str) -> Claim:
        """The same claim without the named assumptions."""
        known = [assumption.name for assumption in self.assumes]
        for name in names:
            if name not in known:
                way_out = f"It assumes {', '.join(known)}." if known else "It assumes nothing."
                way_out = closest(name, known, way_out)
                raise UnknownAssumption(f"claim {self.id!r} does not assume {name!r}. {way_out}")
        return replace(self, assumes=tuple(a for a in self.assumes if a.name not in names))

    def check(self, instance: Instance, effort: Effort | None = None) -> Evidence:
        """The conclusion's evidence on one instance or batch, assumptions aside."""
        return self.conclude(instance, effort or Effort())


def claim(
    id: str,
    *,
    cite: str,
    domain: Domain,
    assumes: tuple[Assumption, ...] = (),
) -> Callable[[Conclude], Claim]:
    """Turns a conclusion into a claim; the docstring's first line is the statement."""

    if not isinstance(domain, Domain):  # pyright: ignore[reportUnnecessaryIsInstance]
        said = f"claim {id!r} has the domain {domain!r}, which is no Domain."
        raise InvalidClaim(f"{said} Take one from ntpcheck.domains, or make one.")
    _entries(f"claim {id!r}", "assumes", assumes, Assumption)

    def wrap(conclude: Conclude) -> Claim:
        text = (conclude.__doc__ or "").strip()
        if not text:
            raise InvalidClaim(f"claim {id!r} has no docstring. Its first line is the statement: write one.")
        return Claim(id, text.splitlines()[0].rstrip("."), cite, domain, tuple(assumes), conclude)

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


# What a falsehood does to its claim. A paper may add its own.
CATEGORIES = {
    "dropped-assumption": "A hypothesis, or one side of an equivalence, is left out or weakened.",
    "flipped-inequality": "An inequality or an order points the other way.",
    "omitted-term": "A term, a factor or a step is left out.",
    "swapped-roles": "Two roles are exchanged: a matrix and its transpose, two arguments, two counts.",
    "tightened-bound": "A bound is closer than it can be, by a little or by a lot.",
    "wrong-condition": "Another hypothesis, or side of an equivalence, stands in the place of the right one.",
    "wrong-constant": "A number or a factor is another one.",
    "wrong-limit": "Something else is approached: zero, the start, another matrix, or nothing.",
    "wrong-program": "Margins, ties or data of the margin program are added, left out or changed.",
    "wrong-quantifier": "All for some, strict for weak, equality for inequality, the converse.",
    "wrong-quantity": "A quantity is another: its square, the other loss, a least for a largest value.",
    "wrong-rate": "Growth or decay is faster or slower.",
    "wrong-set": "The tokens, contexts, samples, edges or graphs are others.",
    "wrong-sign": "A term or a direction has the opposite sign.",
    "wrong-subspace": "The subspace is another, its complement, or all of the space.",
    "wrong-weights": "A sum or a mean weighs or normalises its terms otherwise.",
}


def category(kind: str) -> str:
    """The category of a kind: `wrong-limit` of `wrong-limit/zero`."""
    return kind.partition("/")[0]


@dataclass(frozen=True, eq=False)
class Planted:
    """A false neighbour of a claim, as data: which fields of the claim to replace, which assumptions to drop.

    kind: a category, and after a slash a detail where that helps; each falsehood of a claim has its own.
    It counts as detected on an instance where its original does not fail too. `alone` is the reason why no
    such instance exists, as for an original that fails everywhere; any failure then counts.
    """

    of: str
    kind: str
    statement: str
    replaces: Mapping[str, Any]
    alone: str = ""
    drops: tuple[str, ...] = ()

    @property
    def category(self) -> str:
        return category(self.kind)

    def claim(self, paper: Paper) -> Claim:
        """The false claim itself, judged by the same engine as the true ones."""
        original = paper[self.of].dropping(*self.drops)
        return replace(original, statement=self.statement, id=f"{self.of}#{self.kind}", **self.replaces)


@dataclass(frozen=True, eq=False)
class Paper:
    """A paper's table of contents, in its own order.

    rests_on: claim id -> ids it uses. unchecked: sentences too vague to check, with the reason.
    folder: where expected.json and counterexamples/ lie. figures: claim id -> the training figure beside it.
    targets: the paper's experiments and figures, for `reproduce`.
    """

    key: str
    title: str
    claims: tuple[Claim, ...]
    planted: tuple[Planted, ...] = ()
    rests_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unchecked: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    figures: Mapping[str, Callable[[Effort], dict[str, Any]]] = field(default_factory=dict)
    targets: tuple[Target, ...] = ()

    def __post_init__(self) -> None:
        owner = f"paper {self.key!r}"
        _entries(owner, "claims", self.claims, Claim)
        _entries(owner, "planted", self.planted, Planted)
        ids = [c.id for c in self.claims]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise InvalidClaim(f"paper {self.key!r} lists {twice[0]!r} twice. Ids are unique: rename one.")
        for planted in self.planted:
            if planted.of not in ids:
                said = f"{owner} plants a falsehood of {planted.of!r}, which is no claim of it."
                raise InvalidClaim(f"{said} {closest(planted.of, ids, 'Take it out, or add the claim.')}")

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
    def expected(self) -> dict[str, str]:
        """The verdicts last accepted for this paper, id -> verdict."""
        path = self.folder / "expected.json" if self.folder else None
        return json.loads(path.read_text()) if path and path.exists() else {}
