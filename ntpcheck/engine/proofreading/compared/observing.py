"""What book and checker say of an instance part by part, as far as they agree: the measure of misprints.

The conclusion is looked at whatever the assumptions say, and each assumption by itself, so that one instance
tries a formula and its assumptions too.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.proofreading.compared.checking import Bounds, assumed, judged
from ntpcheck.engine.proofreading.compared.exhibits import Shown, exhibits
from ntpcheck.engine.proofreading.compared.offered import found, told
from ntpcheck.engine.proofreading.sought.planted import Planting, freed, plants
from ntpcheck.instances.base import Instance
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.forms import FORMS, NoSides, larger, slack
from ntpcheck.statement.hints.search import hints
from ntpcheck.statement.quick import Quick
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.asymptotics import spoken
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.instance.world import PRECISIONS

if TYPE_CHECKING:
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Statement

ALLOWANCE = 400_000  # units of the verifier's work for one look at an instance
CLOSE = Fraction(1, 1 << 20)  # of the size: enclosures wider than that do not tell two numbers apart
UNSURE = (Undecided, TooMuch, Nonlinear, Unreadable, RecursionError)
AGREED = 9  # times as many scales that are the larger side as others, or none is believed
ENOUGH = 12  # instances after which a form that fits none is looked for no longer
NOTHING = Fraction(1, 1 << 150)  # an enclosure that is no wider need not tell a number from 0


@dataclass(frozen=True)
class Case:
    """An instance, and what book and checker both say there.

    truths: of assumptions, by name. says: of the conclusion, HOLDS, FAILS, UNDEFINED, `not asked`, or nothing
    where they do not agree. left: the book does not decide the conclusion, and the checker alone says it, of
    an instance inside all assumptions. slack: the number that both give in the claim's form, or None. size:
    the larger side, where that is what the checker measures by. planted: the definition in whose place the
    instance has another matrix. met: of what is left, the unknowns whose condition something exhibited meets.
    alone: the assumptions that the book leaves open there, and the check decides. offers: what the check has
    found, of those of them that hold by that. strict: whether the checker takes a slack of 0 for a failure.
    """

    instance: Mapping[str, Any]
    truths: Mapping[str, bool] = field(default_factory=dict[str, bool])
    says: str = ""
    slack: Bounds | None = None
    form: str = ""
    left: bool = False
    size: Bounds | None = None
    planted: str = ""
    met: frozenset[tuple[str, ...]] = frozenset()
    alone: frozenset[str] = frozenset()
    offers: Mapping[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])
    strict: bool | None = None


Numbers = dict[str, Bounds | None]
Look = tuple[
    Case, Bounds | None, Numbers, Bounds | None
]  # the checker's slack, the book's by its forms; scale
SIZE = "size"  # among the book's numbers: the larger side


# ---- what the book says ----
def loaded(book: Book, stated: Statement, instance: Mapping[str, Any]) -> World:
    """The verifier's world of an instance. Raises judge.Rejected where a demand of the book fails."""
    allow(ALLOWANCE)
    return judge.load(book, stated, dict(instance), {}, hints)


def decided(world: World, core: Any) -> bool:
    """Whether a formula holds, by enclosures where they decide. Raises Undecided or Undefined."""
    found = Quick(world).told_at(core)
    return world.ask(core) if found is None else found


def truth(world: World, name: str) -> bool | None:
    """Whether an assumption holds; None where it has no value or is not decided."""
    try:
        return decided(world, ("let", name, (), ()))
    except Undefined:
        return False
    except UNSURE:
        return None


def concluded(world: World, stated: Statement) -> str:
    """`not asked`, UNDEFINED, HOLDS or FAILS, whatever is assumed; nothing where it is not decided.

    `some` and `every` are asked about numbers that are exhibited, which may decide for the first or against
    the second.
    """
    said = _concluded(world, stated)
    return said or next(filter(None, (said for said, _ in _shown(world, stated))), "")


def met(world: World, stated: Statement) -> frozenset[tuple[str, ...]]:
    """The unknowns of each `some` and `every` whose condition something exhibited meets, where told."""
    return frozenset[tuple[str, ...]]().union(*(shown.met for _, shown in _shown(world, stated)))


def missed(world: World, stated: Statement) -> frozenset[tuple[str, ...]]:
    """The unknowns of those whose condition nothing exhibited meets, and something is seen not to."""
    shown = [one for _, one in _shown(world, stated)]
    told = frozenset[tuple[str, ...]]()
    return told.union(*(one.missed for one in shown)) - told.union(*(one.met for one in shown))


def _shown(world: World, stated: Statement) -> Iterator[tuple[str, Shown]]:
    """What is concluded of each choice of numbers."""
    try:
        numbers = list(exhibits(world, stated.core))
    except (Undefined, *UNSURE):
        return
    for some in numbers:
        shown = Shown(world, some)
        yield _concluded(shown, stated), shown


def _concluded(world: World, stated: Statement) -> str:
    try:
        if stated.asked and not decided(world, stated.asked):
            return "not asked"
        if stated.undefined and decided(world, stated.undefined):
            return "UNDEFINED"
        return "HOLDS" if decided(world, stated.core) else "FAILS"
    except Undefined:
        return "UNDEFINED"
    except UNSURE:
        return ""


def sides(world: World, stated: Statement, form: str) -> Bounds | None:
    """The slack of the formula in a form, or its larger side; None where it is not enclosed narrowly."""
    number = (lambda w, c, *p: larger(w, c, *p)) if form == SIZE else (lambda w, c, *p: slack(w, c, form, *p))
    try:
        found = number(Quick(world), stated.core, PRECISIONS[1:2])
        if found is not None and found[1] - found[0] <= max(CLOSE / 16 * abs(found[0]), NOTHING):
            return found
    except (NoSides, *UNSURE):
        pass
    except Undefined:
        return None
    try:
        return number(world, stated.core)
    except (NoSides, Undefined, *UNSURE):
        return None


def same(a: Bounds, b: Bounds) -> bool | None:
    """Whether two enclosures are of one number; None where they are too wide to tell."""
    size = max(map(abs, (*a, *b)))
    if max(a[1] - a[0], b[1] - b[0]) > CLOSE * size and not (a[1] < b[0] or b[1] < a[0]):
        return None
    return max(a[0] - b[1], b[0] - a[1]) <= CLOSE * size


# ---- both ----
class Observer:
    """Looks at instances of one claim; the form of its slacks is settled by the first that are looked at."""

    def __init__(self, book: Book, claim: Claim) -> None:
        self.book, self.claim, self.stated = book, claim, book.claims[claim.id]
        self.form: str | None = None
        self.seen: list[tuple[Bounds | None, Numbers]] = []
        self.sizes: list[bool] = []  # whether the checker's scale was the larger side

    def __call__(self, instances: Iterable[Instance]) -> list[Case]:
        """The instances on which book and checker agree on anything, with what they agree on."""
        return self._agreeing(look for instance in instances if (look := self._look(instance)) is not None)

    def otherwise(self, instance: Instance, source: random.Random) -> list[Case]:
        """The same with other matrices in the place of the points that a conclusion is about."""
        try:
            world = loaded(self.book, self.stated, instance.to_json())
            found = list(plants(world, self.claim, instance, source))
        except (judge.Rejected, Undefined, *UNSURE):
            return []
        return self._agreeing(look for one in found if (look := self._look(instance, one)) is not None)

    def planted(self, instance: Instance, plant: Planting) -> list[Case]:
        """The same with what is planted."""
        look = self._look(instance, plant)
        return self._agreeing([look] if look is not None else [])

    def _agreeing(self, found: Iterable[Look]) -> list[Case]:
        looks = list(found)
        if self.form is None:
            self.seen += [(number, forms) for _, number, forms, _ in looks]
            best = fitting(self.seen)
            self.form = best if best or len(self.seen) >= ENOUGH else None
        cases: list[Case] = []
        for look, number, forms, scale in looks:
            case, size = look, forms.get(SIZE)
            if scale is not None and size is not None and (fits := same(scale, size)) is not None:
                self.sizes.append(fits)
                agree = sum(self.sizes) > AGREED * (len(self.sizes) - sum(self.sizes))
                case = replace(case, size=size) if fits and agree and len(self.sizes) > 1 else case
            value = forms.get(self.form or "difference")
            if number is None or value is None or not _fits(number, value):
                cases.append(case)
            else:
                cases.append(replace(case, slack=value, form=self.form or "difference"))
        return [case for case in cases if case.truths or case.says or case.slack or case.size]

    def _look(self, instance: Instance, plant: Planting | None = None) -> Look | None:
        document = plant.into(instance.to_json()) if plant else instance.to_json()
        name = plant.name if plant else ""
        try:
            world = loaded(freed(self.book, name), self.stated, document)
        except (judge.Rejected, Undefined, *UNSURE):
            return None
        truths, alone = ({}, frozenset[str]()) if plant else agreed(world, self.claim, instance)
        offers = {
            a.name: found(a, instance) for a in self.claim.assumes if a.name in alone and truths[a.name]
        }
        offers = {name: told_by for name, told_by in offers.items() if told(world, name, told_by)}
        if self.stated.kind == "recorded" or spoken.names_sequences(world, self.stated.core):
            return Case(document, truths, alone=alone, offers=offers), None, {}, None
        says = concluded(world, self.stated)
        conclude = plant.conclusion(self.claim) if plant else lambda one: self.claim.conclude(one, Effort())
        outcome, number, scale, strict = judged(conclude, instance)
        number = None if self.stated.kind == "limit" else number
        around = number is not None and outcome == "HOLDS" and number[0] < 0 <= number[1]
        if (
            not says
            and outcome
            and not plant
            and all(truths.get(a.name) or assumed(a, instance) for a in self.claim.assumes)
        ):
            known = met(world, self.stated)
            case = Case(document, truths, outcome, left=True, met=known, alone=alone, offers=offers)
            return case, None, {}, None
        fits = says == outcome or (says == "not asked" and outcome in ("HOLDS", "UNDEFINED"))
        kept = says if fits and not (around and says == "FAILS") else ""
        forms: Numbers = {}
        if number is not None and (kept in ("HOLDS", "FAILS") or (around and not says)):
            asked = FORMS if self.form is None else [self.form or "difference"]
            forms = {form: sides(world, self.stated, form) for form in (*asked, SIZE)}
        case = Case(document, truths, kept, planted=name, alone=alone, offers=offers, strict=strict)
        return case, number, forms, scale


def _fits(number: Bounds, value: Bounds) -> bool:
    """Whether the checker's slack is the book's: balls around 0 are taken to be of one number."""
    return _around(number, value) or bool(same(value, number))


def _around(*both: Bounds) -> bool:
    return all(low <= 0 <= high and high - low <= CLOSE for low, high in both)


def agreed(world: World, claim: Claim, instance: Instance) -> tuple[dict[str, bool], frozenset[str]]:
    """Whether assumptions hold, where the book does not contradict the check; and which it leaves open."""
    found, alone = dict[str, bool](), set[str]()
    for assumption in claim.assumes:
        said, checked = truth(world, assumption.name), assumed(assumption, instance)
        if checked is not None and said in (None, checked):
            found[assumption.name] = checked
            alone |= {assumption.name} if said is None else set()
    return found, frozenset(alone)


def fitting(told: list[tuple[Bounds | None, Numbers]]) -> str:
    """The form in which the book's slack is the checker's: the one that fits best, and nearly always."""
    best, most = "", 1
    for form in FORMS:
        fits = [
            same(number, value)
            for number, forms in told
            if number is not None and (value := forms.get(form)) is not None and not _around(number, value)
        ]
        right = sum(fit is True for fit in fits)
        if right > most and 10 * sum(fit is False for fit in fits) <= right:
            best, most = form, right
    return best
