"""Whether an instance refutes a claim of a book, or shows it ill-posed, and what a reader is told of it."""

from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from . import files
from .arithmetic import exact
from .arithmetic.intervals import Undecided, Undefined
from .asymptotics.spoken import about_limits
from .files import Unreadable, require
from .instance.tensors import Core, Env, Search
from .instance.world import World
from .language.book import Book, Claim
from .language.claims import digest
from .language.printing import decimal, text

REFUTED, ILL_POSED = "REFUTED", "ILL_POSED"
SAYS = {"fails": REFUTED, "undefined": ILL_POSED}
PARTS = {
    "forall": "",
    "not": "what stands after not holds",
    "or": "neither side of or holds",
    "exists": "no index meets it",
    "solvable": "nothing solves it",
}


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
        raise Rejected(f"no book here states {document['claim']}; --book=FILE names the book that does")
    claim = book.claims[document["claim"]]
    dropped = tuple(document["dropped"])
    if not set(dropped) <= set(claim.assumes) or len(set(dropped)) < len(dropped):
        raise Rejected("it drops what the claim does not assume")
    if document["statement"] != digest(book, claim, dropped):
        raise Rejected("its statement is not that of the book; `ntpcheck verify CLAIM` writes it anew")
    require(document["says"] in SAYS, "says is neither fails nor undefined")
    if document["says"] == "undefined" and "lemma" in document:
        raise Rejected("it names a lemma, and says that the claim is undefined: a lemma shows that one fails")
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
    """The claim's clauses, one a line. The one that says where it has no value is no verdict."""
    names = {"asked when": "asked", "undefined when": "no value if"}
    return [f"{names.get(name, name):11} {text(tree)}" for name, tree in claim.trees.items()]


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
            by = ", ".join(f"{hint}{kind(world.hints[hint])}" for hint in sorted(world.used - before))
            seen.append(name + (f" (by {by})" if by else ""))
    return [f"holds       {', '.join(seen)}"] if seen else []


def kind(hint: Any) -> str:
    """What a hint of a point says, as active or ray; nothing of numbers."""
    return f" {next(iter(hint))}" if isinstance(hint, dict) and hint else ""


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
        from .lemmas import by_name as lemmas
        from .shared.unguarded import Unguarded

        for number in Unguarded(world, claim.core).found:
            if world.ask(("cmp", "=", number, ("q", Fraction(0)))) and number[0] != "let":
                raise Undefined("it divides by a factor that is 0 there")
        return [*lemmas.refute(world, claim.core, lemma), *ended(world, claim.core)]
    if world.ask(claim.core):
        raise Contradicted("the claim holds there")
    return sides(world, claim.core, {})


def ended(world: World, core: Core) -> list[str]:
    """What the term of a limit tends to, where the lemma has told that and the claim is that limit alone."""
    what = "it"
    while core[0] == "forall":
        what = "an entry of it" if any(name[0] == "_" for name, _ in core[1]) else what
        core = core[3]
    if world.ends is None or core[0] not in ("tends", "bounded"):
        return []
    end, goal = world.ends
    return [f"ends        {what} tends to {far(end)}{'' if goal is None else f', and not to {far(goal)}'}"]


def far(x: Any) -> str:
    """What a number tends to: infinity with its sign, or a number."""
    if isinstance(x, tuple) and x[0] == "infinity":
        return f"{'-' * (x[1] < 0)}infinity"
    return decimal(exact.enclose(x))


def ill_posed(world: World, claim: Claim) -> str:
    """Why the claim has no truth value there: its line says so, or a part of it certainly has no value.

    Of a limit, what it names without a condition is looked at, or under one that is seen to hold. Raises
    Rejected where nothing is undefined.
    """
    if claim.asked and not world.ask(claim.asked):
        raise Rejected("the claim does not speak of this instance: what it is asked for does not hold")
    try:
        if claim.undefined and world.ask(claim.undefined):
            return f"{text(claim.trees['undefined when'])}, as the line `undefined when` says"
        if claim.kind == "formula":
            world.ask(claim.core)
        if claim.kind == "limit":
            from .shared.unguarded import limit_read

            limit_read(world, claim.core)
    except Undefined as problem:
        return str(problem) or "a part of it has no value"
    raise Rejected("the claim is not seen to be undefined there")


def sides(world: World, core: Core, env: Env) -> list[str]:
    """The comparison that fails, with its indices and the bounds of both sides; else which parts hold."""
    at, atom = failing(world, core, env)
    said = {name: _named(world, name, value) for name, value in at.items()}
    where = ", ".join(f"{name} = {value}" for name, value in said.items() if value)
    lines = [f"fails at    {where}"] if where else []
    if atom[0] != "cmp":
        told = parts(world, core, at, atom)
        return [*lines, f"parts       {told}"] if told else lines or ["fails       at the instance"]
    left, right = (decimal(exact.enclose(world.number(part, at))) for part in atom[2:])
    alike = left == right and "." in left and atom[1] in ("<", ">")  # in the digits shown
    return [*lines, f"sides       {left} {atom[1]} {right} is false{_tied(world, atom, at) if alike else ''}"]


def _named(world: World, name: str, value: Any) -> str:
    """An index, or a number that the file names; nothing of what else is bound."""
    if isinstance(value, int):
        return "" if name[0] == "_" else str(value)
    if not str(getattr(value, "label", "")).startswith(f"{world.owner}.{name}"):
        return ""
    number = value[()]  # a list of an array
    return decimal((number, number)) if isinstance(number, Fraction) else ""


def _tied(world: World, atom: Core, at: Env) -> str:
    """That two numbers are the same, where that is decided."""
    with suppress(Undecided, Undefined):
        if world.formula(("cmp", "=", *atom[2:]), at):
            return ": the two are equal"
    return ""


def parts(world: World, core: Core, at: Env, atom: Core) -> str:
    """Which parts of a false formula hold, in words; nothing of what has no such parts.

    atom: the part that is false by itself, with the indices bound there.
    """
    if atom[0] == "iff":
        said, other = world.formula(atom[1], at), world.formula(atom[2], at)
        if said is None and other is None:
            return "one side of iff holds, and the other fails"
        holds, fails = ("holds", "fails") if said or other is False else ("fails", "holds")
        return f"what stands before iff {holds}, and what stands after it {fails}"
    if atom[0] == "exists" and all(name[0] == "_" for name, _ in atom[1]):  # A != B of whole arrays
        return "the two sides are equal, entry by entry"
    if atom[0] in PARTS:
        return PARTS[atom[0]]
    while core[0] == "forall" or (core[0] == "let" and world.book.lets[core[1]].kind == "bool"):
        core = core[3] if core[0] == "forall" else world.book.lets[core[1]].core
    return "what stands before implies holds, and what stands after it fails" if core[0] == "implies" else ""


def failing(world: World, core: Any, env: Env) -> tuple[Env, Core]:
    """The innermost part of a false formula that is false by itself, and the indices bound there."""
    kind = core[0]
    if kind == "forall":
        for inner in world.every(core[1], env):
            guarded = core[2] is None or world.formula(core[2], inner)
            if guarded and world.formula(core[3], inner) is False:
                return failing(world, core[3], inner)
    if kind == "and":
        first = world.formula(core[1], env)
        second = None
        if first is None:  # only an arithmetic that sees identities tells
            with suppress(Undecided, Undefined):
                second = world.formula(core[2], env)
            if second is None:
                return env, core
        return failing(world, core[1 if first is False or second else 2], env)
    if kind == "implies":
        return failing(world, core[2], env)
    if kind == "every" and not about_limits(world, core):
        with suppress(Undecided, Undefined):
            inner = {**env, **{name: world.exhibited(name, axes, env) for name, axes in core[1]}}
            guarded = core[2] is None or world.formula(core[2], inner)
            if guarded and world.formula(core[3], inner) is False:
                return failing(world, core[3], inner)
    if kind == "let" and world.book.lets[core[1]].kind == "bool" and not core[2]:
        return failing(world, world.book.lets[core[1]].core, world.inside(core, env))
    return env, core


__all__ = ["Answer", "Rejected", "Undecided", "Undefined", "Unreadable", "examine"]
