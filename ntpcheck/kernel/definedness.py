"""When a statement has a truth value, as formulas of Coq: no division by 0, no logarithm of 0 or less.

Coq's reals are total (ln 0 = 0, and 1 / 0 is some number), so that a statement without a value could be
called false there. The condition follows the statement part by part, guards first; "" is a trivial one.
"""

import re
from collections.abc import Iterable
from typing import Any

from ntpcheck.kernel import sequences
from ntpcheck.kernel.names import Core, applied, spelled
from ntpcheck.kernel.printer import ATOM, Printer
from ntpcheck.kernel.statement import Statement, tensor_type
from ntpcheck.verifier.language.book import Let

SPECTRAL = ("rank", "psd", "largest", "smallest")


def both(*texts: str) -> str:
    kept = list(dict.fromkeys(text for text in texts if text))
    return kept[0] if len(kept) == 1 else " /\\ ".join(f"({text})" for text in kept)


def guarded(guard: str, text: str) -> str:
    return f"({guard}) -> ({text})" if text else ""


def mentions(text: str, name: str) -> bool:
    return bool(re.search(rf"(?<![\w']){re.escape(spelled(name))}(?![\w'])", text))


class Conditions:
    """The conditions of a statement's parts, and the definitions that they are made of."""

    def __init__(self, made: Statement, printer: Printer) -> None:
        self.made, self.printer = made, printer
        self.heads: dict[str, str] = {}  # keys of definitions with a condition, and what it is called
        self.kept: dict[str, list[int]] = {}  # which of their arguments these conditions speak of
        self.lines: list[str] = []
        for key in made.lets:
            self.define(key)

    def define(self, key: str) -> None:
        let, printer = self.printer.book.lets[key], self.printer
        if let.kind == "point":
            _, unknown, _, goal, guard = let.core
            inside = self.free(unknown, let.core[2], self.of(guard) if guard else "")
            text = both(self.lam(goal) if goal else "", inside)
        elif let.kind == "sequence":
            text = self.sequence(let)
        elif id(let.core) in printer.hoisted:
            text = self.entries(let.core)
        else:
            text = self.of(let.core)
        if not text:
            return
        name = f"{spelled(key)}_has_value"
        named = [x for x in let.parameters if mentions(text, x)]
        bound = "".join(f" ({spelled(x)} : {tensor_type(let.parameters[x])})" for x in named)
        bound += "".join(
            f" ({spelled(x)} : nat)" for x, _ in let.indices if let.kind not in ("point", "sequence")
        )
        self.made.definitions[name] = text
        self.heads[key] = " ".join((name, *self.made.variables))
        self.kept[key] = [i for i, x in enumerate(let.parameters) if x in named]
        everything = "".join(f" ({x} : {type_})" for x, type_ in self.made.variables.items())
        self.lines.append(f"Definition {name}{everything}{bound} : Prop := {text}.")

    def free(self, name: str, axes: tuple[str, ...], text: str) -> str:
        """A condition under a quantifier over reals: it has to hold for all of them."""
        if not mentions(text, name):
            return text
        return f"forall {spelled(name)} : {self.printer.type_of(axes)}, {text}"

    def sequence(self, let: Let) -> str:
        """Of a trajectory its start and every step; of a path its goal and its guard, everywhere."""
        if let.core[0] == "path":
            _, letter, unknown, axes, goal, guard = let.core
            inside = self.free(unknown, axes, both(self.of(guard) if guard else "", self.of(goal)))
            return sequences.for_each((spelled(letter), sequences.REAL), inside) if inside else ""
        start, step = (self.over(let.indices, self.of(core)) for core in let.core[2:])
        return both(start, f"forall {spelled(let.core[1])} : nat, {step}" if step else "")

    def limit(self, e: Core) -> str:
        """The condition is asked of every number that the limit runs along, not only of all large ones."""
        if e[0] == "growing":
            self.printer.growing = spelled(e[1])
            text = self.of(e[2])
            self.printer.growing = ""
            return text
        inside = self.all_of(e[1:])
        return sequences.for_each(sequences.runs_along(self.printer, e), inside) if inside else ""

    def all_of(self, parts: Iterable[Any]) -> str:
        return both(*(self.of(part) for part in parts if isinstance(part, tuple)))

    def lam(self, lam: Core) -> str:
        return self.over(lam[1], self.of(lam[2]))

    def over(self, bound: Any, text: str) -> str:
        return self.printer.over("all", bound, text) if text else ""

    def of(self, e: Core) -> str:
        """The condition of a term, a formula or an index."""
        kind = e[0]
        if id(e) in self.printer.hoisted:
            return self.entries(e)
        if kind in ("q", "size", "v", "q0", "field", "par", "sequence", "infinity"):
            return ""
        if kind == "let":
            return self.call(e)
        if kind == "/":
            return both(self.all_of(e[1:]), f"{self.printer.number(e[2], {}, 69)} <> 0")
        if kind == "fn":
            sign = {"log": "> 0", "sqrt": ">= 0"}.get(e[1])
            return both(self.of(e[2]), f"{self.printer.number(e[2], {}, 69)} {sign}" if sign else "")
        if kind in ("and", "implies", "or"):
            first = self.printer.formula(e[1], {}, ATOM)
            return both(self.of(e[1]), guarded(f"~ {first}" if kind == "or" else first, self.of(e[2])))
        if kind == "if":
            test = self.printer.formula(e[1], {}, ATOM)
            parts = guarded(test, self.of(e[2])), guarded(f"~ {test}", self.of(e[3]))
            return both(self.of(e[1]), *parts)
        if kind in ("sum", "max", "min", "forall", "exists"):
            return self.bound(e)
        if kind in ("norm", "dot"):
            return both(*(self.lam(lam) for lam in e[1:]))
        return self.rare(e)

    def call(self, e: Core) -> str:
        own = ""
        if e[1] in self.heads:
            arguments = [self.printer.tensor(e[2][i], {}) for i in self.kept[e[1]]]
            point = self.printer.book.lets[e[1]].kind == "point"
            where = [] if point else [self.printer.index(i, {}) for i in e[3]]
            own = applied(self.heads[e[1]], *arguments, *where)
        return both(*(self.lam(a) for a in e[2]), self.all_of(e[3]), own)

    def bound(self, e: Core) -> str:
        kind, bound, condition, body = e
        inside = self.of(body)
        if condition is None:
            return self.over(bound, inside)
        test = self.printer.formula(condition, {})
        text = self.over(bound, both(self.of(condition), guarded(test, inside)))
        some = self.printer.over("any", bound, test) if kind in ("max", "min") else ""
        return both(text, some)

    def entries(self, e: Core) -> str:
        """Every entry of a matrix; of an infimum, what does not speak of its unknown."""
        if e[0] == "infimum":
            return self.free(e[1], e[2], self.of(e[4]))
        _, rows, columns, condition, body, _ = e
        inside = self.over(columns, self.of(body))
        if condition is not None:
            inside = both(self.of(condition), guarded(self.printer.formula(condition, {}), inside))
        return self.over(rows, inside)

    def rare(self, e: Core) -> str:
        kind = e[0]
        if kind in SPECTRAL:
            return self.entries(e)
        if kind == "closure":
            return self.over((*e[1], *e[2]), self.of(e[4]))
        if kind == "solvable":
            return self.free(e[1], e[2], self.of(e[3]))
        if kind in sequences.LIMITS:
            return self.limit(e)
        if kind in ("some", "every"):
            text = both(self.of(e[2]) if e[2] else "", self.of(e[3]))
            for name, axes in e[1]:
                text = self.free(name, axes, text)
            return text
        if kind == "sets":
            inside = self.of(e[4])
            text = f"every_set {self.printer.axis(e[2])} (fun _ => False) (fun {spelled(e[1])} => {inside})"
            return both(self.of(e[3]), text if inside else "")
        return self.all_of(e[1:])


def conditions(made: Statement, printer: Printer) -> list[str]:
    """Definitions of when the statement has a truth value, the last of which is of the whole."""
    found = Conditions(made, printer)
    cores = [premise.core for premise in made.premises if premise.core and premise.kind != "object"]
    objects = [
        found.heads[let.name]
        for _, let in made.objects.values()
        if let.name in found.heads and not let.parameters
    ]
    whole = both(*(found.of(core) for core in cores), *objects, found.of(made.conclusion)) or "True"
    everything = " ".join(f"({x} : {type_})" for x, type_ in made.variables.items())
    made.definitions["has_value"] = " ".join(made.variables) + " " + whole
    return [*found.lines, f"Definition has_value {everything} : Prop := {whole}."]
