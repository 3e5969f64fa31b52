"""Limits as Coq: formulas over a sequence, and trajectories and paths as variables with their property."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ntpcheck.kernel.names import Core, Env, Unprintable, applied, lambda_over, spelled
from ntpcheck.verifier.language.book import Let

if TYPE_CHECKING:
    from ntpcheck.kernel.printer import Printer

LIMITS = ("tends", "eventually", "always", "growing")
NATURAL, REAL = "nat", "R"  # what a sequence runs along


def named_in(core: Any) -> Iterator[str]:
    """The sequences, and the numbers they run along, that a core names."""
    if isinstance(core, tuple):
        if core[:1] == ("sequence",):
            yield core[1]
        for part in core:
            yield from named_in(part)


def runs_along(printer: Printer, core: Core) -> tuple[str, str]:
    """The letter that a part of a limit runs along, and whether that is a natural or a real number."""
    if printer.growing:
        return printer.growing, REAL
    lets = printer.book.lets
    sequences = [let for let in lets.values() if let.kind == "sequence" and let.core]
    found = {lets[name].core[1] if lets[name].kind == "sequence" else name for name in named_in(core)}
    if len(found) != 1:
        raise Unprintable("a limit along no number, or along several")
    (letter,) = found
    kinds = {let.core[0] for let in sequences if let.core[1] == letter}
    return spelled(letter), NATURAL if kinds == {"trajectory"} else REAL


def for_each(along: tuple[str, str], text: str) -> str:
    """A text of every number that a sequence runs along."""
    letter, kind = along
    return (
        f"forall {letter} : nat, {text}"
        if kind == NATURAL
        else f"forall {letter} : R, 0 < {letter} -> {text}"
    )


def limit(printer: Printer, e: Core, env: Env) -> str:
    if e[0] == "growing":
        printer.growing = spelled(e[1])
        try:
            return printer.formula(e[2], env)
        finally:
            printer.growing = ""
    along = runs_along(printer, e)
    if e[0] == "always":
        return for_each(along, printer.formula(e[1], env))
    letter, kind = along
    mark = "" if kind == NATURAL else "_R"
    if e[0] == "eventually":
        return f"eventually{mark} {lambda_over([letter], printer.formula(e[1], env))}"
    if e[2][0] == "infinity":
        sign = "" if e[2][1] == 1 else "- "
        body = printer.number(e[1], env, 10 if sign else 200)
        return f"grows{mark} {lambda_over([letter], sign + body)}"
    goal = printer.number(e[2], env, 10)
    return applied(f"tends{mark}", lambda_over([letter], printer.number(e[1], env)), goal)


def property_of(printer: Printer, let: Let) -> str:
    """What makes a variable the trajectory or the path of the book."""
    name, letter, (kind, along, *_) = spelled(let.name), spelled(let.core[1]), let.core
    if any(one not in (let.name, along) for one in named_in(let.core)):
        raise Unprintable("trajectories that advance together")
    if kind == "trajectory":
        start, step = (printer.number(core, {}, 69) for core in let.core[2:])
        where = " ".join(spelled(x) for x, _ in let.indices)
        first = printer.over("all", let.indices, f"{name} 0%nat {where} = {start}")
        then = printer.over("all", let.indices, f"{name} (S {letter}) {where} = {step}")
        return f"{first} /\\ forall {letter} : nat, {then}"
    _, _, unknown, _, goal, guard = let.core
    letters = [spelled(unknown)]
    allowed = lambda_over(letters, printer.formula(guard, {}) if guard else "True")
    value = lambda_over(letters, printer.number(goal, {}))
    return for_each((letter, REAL), f"least {allowed} {value} ({name} {letter})")


def type_of(let: Let) -> str:
    return f"{NATURAL if let.core[0] == 'trajectory' else REAL} -> tensor{len(let.indices)}"
