"""Whether an instance refutes a claim of a book, or shows it ill-posed, and what a reader is told of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from . import exact, files, growth, lemmas, limits, premises
from .book import Book, Claim
from .claims import digest
from .files import Unreadable, require
from .intervals import Undecided, Undefined
from .printing import decimal, text
from .tensors import Core, Env, Search, Tensor
from .world import World

REFUTED, ILL_POSED = "REFUTED", "ILL_POSED"
# With a condition, their bodies may never be read.
GUARDED = ("forall", "exists", "every", "some", "sum", "max", "min")
INDEXED = ("forall", "exists", "sum", "max", "min")  # these of them run over indices
SAYS = {"fails": REFUTED, "undefined": ILL_POSED}


class Rejected(Exception):
    """The file can be read and does not show what it says."""


class Contradicted(Rejected):
    """The instance is no counterexample: an assumption fails there, or the claim holds."""


@dataclass
class Answer:
    """What the verifier says of one file. outcome: ACCEPTED, REJECTED or UNREADABLE."""

    outcome: str
    reason: str = ""
    verdict: str = ""
    lines: list[str] = field(default_factory=list)


def examine(books: dict[str, Book], document: dict[str, Any]) -> Answer:
    """Judges a document against its book. Raises Rejected, Unreadable, Undecided or Undefined."""
    book = books.get(document["claim"].partition("/")[0])
    if book is None or document["claim"] not in book.claims:
        raise Rejected(f"no book states {document['claim']}")
    claim = book.claims[document["claim"]]
    dropped = tuple(document["dropped"])
    if not set(dropped) <= set(claim.assumes) or len(set(dropped)) < len(dropped):
        raise Rejected("it drops what the claim does not assume")
    if document["statement"] != digest(book, claim, dropped):
        raise Rejected("its statement is not that of the book; `ntpcheck verify CLAIM` writes it anew")
    require(document["says"] in SAYS, "says is neither fails nor undefined")
    world = load(book, claim, document["instance"], document["hints"])
    verdict = SAYS[document["says"]]
    lines = [f"{verdict:9}   {claim.id}, {claim.cite}: {claim.clause('says')}", *stated(claim)]
    lines += [
        f"instance    {claim.given}" + "".join(f", {axis} = {size}" for axis, size in world.sizes.items())
    ]
    lines += [f"dropped     {', '.join(dropped)}: this refutes the weakened statement"] if dropped else []
    lines += admitted(world, claim, dropped)
    lines += shown(world, claim, verdict, document.get("lemma"))
    unused = sorted(set(world.hints) - world.used)
    if unused:
        raise Rejected(f"nothing asks for the hint {unused[0]}")
    return Answer("ACCEPTED", "", verdict, lines)


def stated(claim: Claim) -> list[str]:
    return [f"{name.split()[0]:11} {text(tree)}" for name, tree in claim.trees.items()]


def load(
    book: Book, claim: Claim, instance: dict[str, Any], hints: Env, search: Search | None = None
) -> World:
    """The world of an instance; its demands hold. Raises Rejected or Unreadable."""
    sizes, fields = files.instance(book, claim.given, instance)
    book.given, book.local = claim.given, claim.locals
    world = World(book, claim.given, sizes, fields, hints, search)
    for given in book.chain(claim.given):
        for core in book.demands.get(given, ()):
            if not world.ask(core):
                raise Contradicted(f"it is no {given}: a demand of the book fails")
    return world


def admitted(world: World, claim: Claim, dropped: tuple[str, ...]) -> list[str]:
    """A line on all assumptions, each seen to hold, and on what the claim presupposes."""
    seen: list[str] = []
    for name, key in world.book.assumed(claim).items():
        if name not in dropped:
            before = set(world.used)
            if not world.ask(("let", key, (), ())):
                raise Contradicted(f"{name} does not hold")
            by = ", ".join(f"{hint} {next(iter(world.hints[hint]))}" for hint in sorted(world.used - before))
            seen.append(name + (f" (by {by})" if by else ""))
    return [f"holds       {', '.join(seen)}"] if seen else []


def shown(world: World, claim: Claim, verdict: str, lemma: Any) -> list[str]:
    """Lines on why the claim fails or is undefined at the instance."""
    if verdict == ILL_POSED:
        return [f"undefined   {ill_posed(world, claim)}"]
    if claim.asked and not world.ask(claim.asked):
        raise Rejected("the claim does not speak of this instance: what it is asked for does not hold")
    if claim.undefined and world.ask(claim.undefined):
        raise Rejected("the claim is undefined there, which refutes nothing")
    if claim.kind == "recorded":
        raise Rejected("the book only records the claim: it has no formula")
    if lemma is not None:
        for number in Unguarded(world, claim.core).found:
            if world.ask(("cmp", "=", number, ("q", Fraction(0)))) and number[0] != "let":
                raise Undefined("it divides by a factor that is 0 there")
        return lemmas.refute(world, claim.core, lemma)
    if world.ask(claim.core):
        raise Contradicted("the claim holds there")
    return sides(world, claim.core, {})


def ill_posed(world: World, claim: Claim) -> str:
    """Why the claim has no truth value there: its line says so, or a part of it certainly has no value.

    Of a limit, what it names without a condition is looked at, or under one that is seen to hold. Raises
    Rejected where nothing is undefined.
    """
    if claim.asked and not world.ask(claim.asked):
        raise Rejected("the claim does not speak of this instance: what it is asked for does not hold")
    try:
        if claim.undefined and world.ask(claim.undefined):
            return "as the line `undefined when` says"
        if claim.kind == "formula":
            world.ask(claim.core)
        for number in Unguarded(world, claim.core).found if claim.kind == "limit" else ():
            if world.ask(("cmp", "=", number, ("q", Fraction(0)))) and number[0] != "let":
                return "it divides by a factor that is 0 there"
    except Undefined as problem:
        return str(problem) or "a part of it has no value"
    raise Rejected("the claim is not seen to be undefined there")


# Where in an `always` a part stands: in none, as all that it says, perhaps under a condition, or inside.
FREE, WHOLE, INSIDE = "free", "whole", "inside"


class Unguarded:
    """What a core reads in any case, outside conditions and sequences: an entry of each point, and factors of
    divisors, in `found`. A definition's argument is read where the definition reads it.
    """

    def __init__(self, world: World, core: Core) -> None:
        self.world, self.found = world, dict[Core, None]()
        self.read = dict[tuple[str, str], set[str]]()  # parameters, by definition and place
        self.letters: dict[str, str] = {}  # the indices around, with their axes
        self.walk(core, FREE, set())

    def walk(self, e: Any, place: str, read: set[str]) -> None:
        """Adds what is read to `found`, and names of parameters to `read`."""
        if not isinstance(e, tuple) or not e:
            return
        inside = INSIDE if place == WHOLE else place
        if e[0] == "let":
            self.definition(e, inside, read)
        elif e[0] == "always":
            self.walk(e[1], WHOLE, read)
        elif e[0] in ("implies", "if", "or", "iff", "and"):  # the first part is read in any case
            self.walk(e[1], inside, read)
            open_there = (WHOLE, INSIDE) if e[0] in ("and", "if") else (INSIDE,)
            if e[0] != "iff" and (said := settled(self.world, e[1], place in open_there)) is not None:
                for part in second(e, said):
                    self.walk(part, place if e[0] in ("implies", "or") else inside, read)
        elif e[0] == "/":
            self.walk(e[1], inside, read)
            for factor in factors(e[2]):
                self.walk(factor, inside, read)
                if not limits.names_sequences(self.world, factor) and not bound_outside(factor):
                    self.found[factor] = None
        elif not (may_be_empty(e) and not self.is_met(e)):
            if e[0] == "par":
                read.add(e[1])
            around = self.letters
            self.letters = {**around, **dict(e[1])} if e[0] in INDEXED else around
            for part in e:
                self.walk(part, inside, read)
            self.letters = around

    def definition(self, e: Core, place: str, read: set[str]) -> None:
        let = self.world.book.lets[e[1]]
        if let.kind == "point":
            if not let.parameters and not limits.names_sequences(self.world, e):
                self.found[("let", e[1], (), tuple(("q0",) for _ in let.indices))] = None
            return
        if (e[1], place) not in self.read:
            around, self.letters = self.letters, dict(let.indices)
            self.read[e[1], place] = set()
            self.walk(let.core, place, self.read[e[1], place])
            self.letters = around
        for name, lam in zip(let.parameters, e[2], strict=True):
            if name in self.read[e[1], place] - rebound(let.core):
                self.walk(lam, place, read)

    def is_met(self, e: Core) -> bool:
        """Whether some index certainly meets the condition of a sum or the like, for all indices around."""
        if e[0] not in INDEXED:
            return False
        met: Core = ("exists", e[1], None, e[2])
        met = ("forall", tuple(self.letters.items()), None, met) if self.letters else met
        return settled(self.world, met, always=True) is True


def may_be_empty(e: Core) -> bool:
    """Whether the body may never be read: of what has a condition, or is said of all sets of a size."""
    return e[0] == "sets" or (e[0] in GUARDED and e[2] is not None) or (e[0] == "rank" and e[3] is not None)


def rebound(e: Any) -> set[str]:
    """The names of numbers, tensors and sets that a core brings in."""
    if not isinstance(e, tuple) or not e:
        return set()
    own = {e[1]} if e[0] in ("solvable", "infimum", "sets", "growing") else set[str]()
    own |= {name for name, _ in e[1]} if e[0] in ("some", "every") else set()
    return own.union(*map(rebound, e))


def second(e: Core, said: bool) -> tuple[Core, ...]:  # noqa: FBT001
    """What is read after the first part of `implies`, `and`, `or` or `if`, by what that says."""
    if e[0] == "if":
        return (e[2] if said else e[3],)
    return (e[2],) if said is (e[0] != "or") else ()


def settled(world: World, e: Core, always: bool) -> bool | None:  # noqa: FBT001
    """Whether a condition certainly holds, of numbers that run for all large ones; None where it is open.

    Of what is said `always`, it is open unless it is the same for all numbers.
    """
    if bound_outside(e) or any(True for _ in premises.sequences(world, e)):
        return None
    along = {name: Tensor(lambda _: limits.R, name) for name in limits.running(world, e)}
    if along and always:
        return None
    try:
        with world.under(growth.Growth() if along else exact, along):
            return world.ask(e)
    except Undecided:
        return None


def factors(e: Core) -> list[Core]:
    return factors(e[1]) + factors(e[2]) if e[0] == "*" else [e]


def bound_outside(e: Any, inside: frozenset[str] = frozenset()) -> bool:
    """Whether a core names an index or a parameter that is bound around it: it has no value by itself."""
    if not isinstance(e, tuple):
        return False
    if e[:1] in (("v",), ("par",)) and e[1] not in inside:
        return True
    if e[:1] in (("lam",), ("sum",), ("max",), ("min",), ("forall",), ("exists",)):
        inside = inside | {name for name, _ in e[1]}
        return any(bound_outside(part, inside) for part in e[2:])
    return any(bound_outside(part, inside) for part in e)


def sides(world: World, core: Core, env: Env) -> list[str]:
    """The comparison that fails, with its indices and the bounds of both sides."""
    at, atom = failing(world, core, env)
    where = ", ".join(
        f"{name} = {value}" for name, value in at.items() if name[0] != "_" and isinstance(value, int)
    )
    lines = [f"fails at    {where}"] if where else []
    if atom[0] != "cmp":
        return lines or ["fails       at the instance"]
    left, right = (decimal(exact.enclose(world.number(part, at))) for part in atom[2:])
    return [*lines, f"sides       {left} {atom[1]} {right} is false"]


def failing(world: World, core: Any, env: Env) -> tuple[Env, Core]:
    """The innermost part of a false formula that is false by itself, and the indices bound there."""
    kind = core[0]
    if kind == "forall":
        for inner in world.every(core[1], env):
            guarded = core[2] is None or world.formula(core[2], inner)
            if guarded and world.formula(core[3], inner) is False:
                return failing(world, core[3], inner)
    if kind == "and":
        first = world.formula(core[1], env) is False
        return failing(world, core[1 if first else 2], env)
    if kind == "implies":
        return failing(world, core[2], env)
    if kind == "let" and world.book.lets[core[1]].kind == "bool" and not core[2]:
        return failing(world, world.book.lets[core[1]].core, world.inside(core, env))
    return env, core


__all__ = ["Answer", "Rejected", "Undecided", "Undefined", "Unreadable", "examine"]
