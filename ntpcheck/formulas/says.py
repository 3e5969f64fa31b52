"""A formula of a book as a check: bounded floats on batches, the verifier's own numbers on one instance."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import torch

from ntpcheck import doing
from ntpcheck.arithmetic import as_numpy
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.exact import exact_array
from ntpcheck.formulas import truth
from ntpcheck.formulas.batch import batch_of
from ntpcheck.formulas.early import early
from ntpcheck.instances.base import stack
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.forms import NoSides, slack
from ntpcheck.statement.hints import arguments
from ntpcheck.statement.hints.search import hints
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.asymptotics.spoken import LIMITS, mentions
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.lemmas import by_name as lemmas

Core = tuple[Any, ...]
Key = tuple[bytes, ...]
ALLOWANCE = 4_000_000  # units of the verifier's work for one formula at one instance
ARGUED = 6  # instances at which lemmas, or numbers for `some` and `every`, are looked for
SMALLER = 6  # more, once one was found: minimising asks again
MOST = 24  # in all
ABOUT_SEQUENCES = "a run of floats decides no limit"
ABOUT_GROWING = "what holds for all large R is computed at a few exact instances, and in no sweep"
ABOUT_REALS = "`some` and `every` over reals hold at all numbers or at numbers that a file has to name"


def argued(book: Book, core: Core) -> str:
    """Why a formula is not evaluated as it stands, and needs an argument; empty where it is."""

    def walk(e: Any, seen: set[str]) -> str:
        if not isinstance(e, tuple) or not e:
            return ""
        if e[0] == "growing" and not mentions(book, e, ("sequence",)):
            return ABOUT_GROWING
        if e[0] == "sequence" or e[0] in LIMITS:
            return ABOUT_SEQUENCES
        if e[0] in ("some", "every"):
            return ABOUT_REALS
        if e[0] == "let" and e[1] not in seen:
            seen.add(e[1])
            if told := walk(book.lets[e[1]].core, seen):
                return told
        return next(filter(None, (walk(part, seen) for part in e)), "")

    return walk(core, set())


class Says:
    """Checked by evaluating the book's own formula. Batches in doubles that carry their bounds find suspects;
    each of these is judged by the verifier's arithmetic, in rationals and enclosures."""

    def __init__(self, book: Book, given: str, core: Core, undefined: Core = ()) -> None:
        self.book, self.given, self.core, self.undefined = book, given, core, undefined
        self.needs = argued(book, core)
        if self.needs:
            self.__doc__ = (
                f"Checked by arguments of the verifier at exact instances, one by one: {self.needs}."
            )
        self.left, self.argued = ARGUED, dict[str, bool]()
        self.early = early(book, core) if self.needs else []
        self.unseen: dict[Key, list[int]] = {}  # the steps at which doubles do not see it hold, row by row

    def afresh(self) -> Says:
        """The same formula, of which nothing has been looked for yet."""
        return Says(self.book, self.given, self.core, self.undefined)

    def __call__(self, instance: Any, effort: Effort | None = None) -> Evidence:
        reals = any(name not in instance.INTEGERS for name in instance.AXES)
        if instance.is_exact or (not reals and not instance.batch):
            return self.exactly(instance)
        if not instance.batch:
            found = self.floats(stack([instance]))
            columns = {
                name: getattr(found, name) for name in ("slack", "error", "scale", "strict", "defined")
            }
            return replace(
                found, **{k: x[0] if isinstance(x, torch.Tensor) else x for k, x in columns.items()}
            )
        return self.floats(instance)

    # ---- batches ----
    def floats(self, instance: Any) -> Evidence:
        batch = batch_of(self.book, self.given, instance)
        nothing = torch.full((batch.rows,), torch.nan, dtype=torch.float64, device=batch.device)
        if self.early:
            return self.first_steps(instance, nothing)
        if self.needs or not self.core:
            return Evidence(nothing, nothing, nothing, defined=torch.ones_like(nothing, dtype=torch.bool))
        found = truth.evidence(batch.ask(self.core))
        defined = torch.ones_like(nothing, dtype=torch.bool)
        if self.undefined:
            out = batch.ask(self.undefined)
            defined = ~out.sure
            found = replace(found, slack=torch.where(out.sure | out.no, found.slack, torch.nan))
        return replace(found, defined=defined)

    def first_steps(self, instance: Any, nothing: torch.Tensor) -> Evidence:
        """Where a first step refutes what is said to hold always; nothing is said of other instances."""
        slack, error, scale = nothing, torch.zeros_like(nothing), torch.ones_like(nothing)
        holds = [batch_of(book, self.given, instance).ask(core) for _, book, core in self.early]
        seen = torch.stack([said.sure for said in holds], -1).tolist()
        for row, sure in zip(instance.rows(), seen, strict=True):
            steps = [step for (step, _, _), held in zip(self.early, sure, strict=True) if not held]
            self.unseen[_key(row)] = steps
        for said in holds:
            found, new = truth.evidence(said), said.no & slack.isnan()
            slack = torch.where(new, found.slack, slack)
            error, scale = torch.where(new, found.error, error), torch.where(new, found.scale, scale)
        return Evidence(slack, error, scale, slack == 0, torch.ones_like(nothing, dtype=torch.bool))

    # ---- one instance ----
    def exactly(self, instance: Any) -> Evidence:
        """The verifier's answer, with the formula's slack where it has sides."""
        said, value = "UNDECIDED", None
        world = self.world(instance)
        if world is not None and self.core:
            said, value = self.answer(world, self.open_steps(instance))
        if value is None:
            value = Fraction({"HOLDS": 1, "FAILS": -1}.get(said, 0))
        if said == "UNDECIDED":
            nothing = np.array(float("nan"), dtype=object)
            return Evidence(nothing, exact_array(0), exact_array(0), rigor=Rigor.EXACT)
        number, zero = exact_array(value), exact_array(0)
        strict, defined = said == "FAILS" and value == 0, said != "UNDEFINED"
        return Evidence(number, zero, exact_array(abs(value)), strict, defined, Rigor.EXACT)

    def world(self, instance: Any) -> World | None:
        """The verifier's world of an instance; None where it is none of the type."""
        key = ("world", id(self.book), self.given)
        if key not in instance.cache:
            allow(ALLOWANCE)
            try:
                sizes, fields = files.instance(self.book, self.given, instance.to_json())
                instance.cache[key] = World(self.book, self.given, sizes, fields, {}, hints)
            except (files.Unreadable, TooMuch):
                instance.cache[key] = None
        return instance.cache[key]

    def open_steps(self, instance: Any) -> list[int]:
        """The first steps at which doubles do not see the formula hold."""
        near = instance.floats() if self.early else instance
        if not self.early or near.exact().to_json() != instance.to_json():
            return [step for step, _, _ in self.early]
        if _key(near) not in self.unseen:
            self.floats(stack([near]))
        return self.unseen[_key(near)]

    def answer(self, world: World, steps: list[int]) -> tuple[str, Fraction | None]:
        """HOLDS, FAILS, UNDEFINED or UNDECIDED, and a number within the slack's bounds, of the right sign."""
        if self.needs and not self.early and not self.asks(world):
            return "UNDECIDED", None
        allow(ALLOWANCE)
        try:
            if self.undefined and world.ask(self.undefined):
                return "UNDEFINED", None
            holds = world.ask(self.core)
        except Undefined:
            return "UNDEFINED", None
        except (Undecided, TooMuch, ArithmeticError):
            return ("FAILS" if self.refuted(world, steps) else "UNDECIDED"), None
        try:
            allow(ALLOWANCE)
            bounds = slack(world, self.core)
        except (NoSides, Undecided, Undefined, TooMuch, ArithmeticError):
            bounds = None
        if bounds is None:
            return ("HOLDS" if holds else "FAILS"), None
        middle = (bounds[0] + bounds[1]) / 2
        if holds:
            return "HOLDS", max(middle, Fraction(0))
        return "FAILS", min(middle, Fraction(0))

    def open_because(self, instance: Any) -> str:
        """Why the book's formula is not decided at an exact instance."""
        if self.needs:
            return f"{self.needs}, and no argument refutes it there"
        world = self.world(instance)
        try:
            if world is not None:
                allow(ALLOWANCE)
                world.ask(self.core)
        except TooMuch:
            return "the formula asks for more arithmetic there than one instance is given"
        except (Undecided, Undefined, ArithmeticError) as problem:
            return f"the verifier does not decide the formula there: {problem}"
        return "the formula is not decided there"

    def asks(self, world: World) -> bool:
        """Whether an argument is known at an instance, or may still be looked for there."""
        return repr(world.fields) in self.argued or (self.left > 0 and len(self.argued) < MOST)

    def refuted(self, world: World, steps: list[int]) -> bool:
        """Whether a lemma or exhibited numbers refute the formula there; not looked for at all instances."""
        key = repr(world.fields)
        if not self.needs:
            return False
        if key not in self.argued and self.at_a_step(world, steps):
            self.argued[key] = True
        if key not in self.argued:
            if not self.asks(world):
                return False
            self.left -= 1
            doing.at("lemmas, at a drawn instance")
            self.argued[key] = next(arguments.granted(world, self.core, arguments.BRIEFLY), None) is not None
            if self.argued[key]:
                self.left = max(self.left, SMALLER)
        return self.argued[key]

    def at_a_step(self, world: World, steps: list[int]) -> bool:
        """Whether the verifier sees one of these first steps refute it."""
        for step in steps:
            known = world.hints
            world.hints = {**known, "claim.step": step}
            allow(ALLOWANCE)
            try:
                world.reset(64)
                if lemmas.refute(world, self.core, "at-a-step"):
                    return True
            except TooMuch:
                break  # a later step asks for more
            except (Undecided, Undefined, ArithmeticError):
                continue
            finally:
                world.hints = known
        return False


def _key(row: Any) -> Key:
    """What tells a float instance of one type from another."""
    return tuple(repr(array.shape).encode() + as_numpy(array).tobytes() for array in row.arrays().values())
