"""A claim as a section of Coq: axes, fields, implicit objects, definitions, premises and conclusion."""

import re
from dataclasses import dataclass, field
from typing import Any

from ntpcheck.kernel import sequences
from ntpcheck.kernel.names import Core, Unprintable, lambda_over, spelled
from ntpcheck.kernel.printer import Printer
from ntpcheck.verifier.language.book import Book, Claim, Let

HOISTED = ("largest", "smallest", "infimum")


@dataclass
class Premise:
    """kind: size, index, demand, object, assumption, asked or undefined. core: what the world asks for it."""

    kind: str
    text: str
    core: Core = ()
    name: str = ""


@dataclass
class Statement:
    """What is printed of a claim. `variables` are in order of declaration, with their types."""

    printer: Printer
    claim: Claim
    conclusion: Core
    variables: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    premises: list[Premise] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)  # what is defined, with what its text names
    objects: dict[str, tuple[Core, Let]] = field(default_factory=dict)  # implicit ones: by their variable
    lets: list[str] = field(default_factory=list)  # keys of the definitions, in order

    def used_by(self, text: str) -> list[str]:
        """The section's variables that a text of it depends on, in their order."""
        found, pending = set[str](), set(open_names(text))
        seen = set[str]()
        while pending:
            word = pending.pop()
            if word in self.variables:
                found.add(word)
            elif word in self.definitions and word not in seen:
                seen.add(word)
                pending |= set(open_names(self.definitions[word]))
        return [name for name in self.variables if name in found]

    def head(self, name: str) -> str:
        """A definition outside of the section: applied to the variables that it depends on."""
        return " ".join((name, *self.used_by(self.definitions[name])))


def statement(book: Book, claim: Claim, says: str = "fails") -> Statement:
    """The statement of a claim; where it is undefined, what it presupposes. Raises Unprintable."""
    book.given, book.local = claim.given, claim.locals
    if says == "undefined" and not claim.undefined:
        raise Unprintable("a statement without a truth value, of which no line says when")
    core = claim.core if says == "fails" else ("not", claim.undefined)
    made = Statement(Printer(book, claim.given), claim, core)
    roots = book.demanded(claim.given)
    assumed = [("let", name, (), ()) for name in claim.assumes]
    ends = [part for part in (claim.asked, claim.undefined, core) if part]
    lets = list(dict.fromkeys(key for root in (*roots, *assumed, *ends) for key in needed(book, root, [])))
    variables(made, (*roots, *ends, *(book.lets[key].core for key in lets)))
    for key in lets:
        define(made, book.lets[key])
    premises(made, roots)
    made.definitions["premises"] = " ".join(premise.text for premise in made.premises)
    made.definitions["conclusion"] = made.printer.formula(core, {})
    return made


def needed(book: Book, core: Any, seen: list[str], within: tuple[str, ...] = ()) -> list[str]:
    """The definitions that a core uses, each after those that it uses itself."""
    if isinstance(core, tuple):
        if core[:1] in (("let",), ("sequence",)) and core[1] not in (*seen, *within):
            let = book.lets[core[1]]
            if core[0] == "let" and any(sequences.named_in(let.core)):
                raise Unprintable("a definition that runs along a sequence")
            needed(book, let.core, seen, (*within, core[1]))
            if core[1] not in seen and let.kind != "running":
                seen.append(core[1])
        for part in core:
            needed(book, part, seen, within)
    return seen


def variables(made: Statement, cores: tuple[Core, ...]) -> None:
    """Declares the axes and the fields that cores name, in the order of the book."""
    book, printer, names = made.printer.book, made.printer, set[str]()

    def walk(e: Any) -> None:
        if isinstance(e, tuple):
            if e[:1] == ("field",):
                names.add(e[1])
                names.update(printer.fields[e[1]].axes)
                if isinstance(printer.fields[e[1]].kind, tuple) and printer.fields[e[1]].kind[0] == "ix":
                    names.add(printer.fields[e[1]].kind[1])
            elif e[:1] == ("lam",):
                names.update(axis for _, axis in e[1])
            for part in e:
                walk(part)
        elif isinstance(e, str) and e in book.sizes:
            names.add(e)

    for core in cores:
        walk(core)
    axes = [axis for axis in dict.fromkeys(book.letters.values()) if axis in names]
    for axis in axes:
        made.variables[spelled(axis)] = "nat"
    made.lines.append(f"Variables {' '.join(map(spelled, axes))} : nat.")
    made.premises += [Premise("size", f"(0 < {spelled(axis)})%nat") for axis in axes]
    for name, one in printer.fields.items():
        if name in names:
            declare(made, name, one)


def declare(made: Statement, name: str, one: Any) -> None:
    type_ = " -> ".join(["nat"] * len(one.axes) + ["R" if one.kind == "num" and not one.natural else "nat"])
    made.variables[spelled(name)] = type_
    words = one.kind[1] if isinstance(one.kind, tuple) and one.kind[0] == "enum" else ()
    note = f" (* {', '.join(f'{i} {word}' for i, word in enumerate(words))} *)" if words else ""
    made.lines.append(f"Variable {spelled(name)} : {type_}.{note}")
    if isinstance(one.kind, tuple):
        limit = spelled(one.kind[1]) if one.kind[0] == "ix" else str(len(words))
        letters = [f"i{k}" for k in range(len(one.axes))]
        text = f"({' '.join((spelled(name), *letters))} < {limit})%nat"
        for letter, axis in reversed(list(zip(letters, one.axes, strict=True))):
            text = f"all {spelled(axis)} {lambda_over([letter], text)}"
        made.premises.append(Premise("index", text))


def define(made: Statement, let: Let) -> None:
    """A definition; an implicit object is a variable with its property."""
    printer, name = made.printer, spelled(let.name)
    made.lets.append(let.name)
    hoist(made, let)
    if let.kind == "point":
        point(made, let, name)
        return
    if let.kind == "sequence":
        implicit(made, name, sequences.type_of(let), sequences.property_of(printer, let), let.core, let)
        return
    if id(let.core) in printer.hoisted:
        return
    if let.core[:1] == ("recorded",):
        raise Unprintable("an assumption that is only recorded")
    bound = "".join(f" ({spelled(x)} : {tensor_type(axes)})" for x, axes in let.parameters.items())
    bound += "".join(f" ({spelled(x)} : nat)" for x, _ in let.indices)
    prop = let.kind == "bool"
    body = printer.formula(let.core, {}) if prop else printer.number(let.core, {})
    kind = "Prop" if prop else "nat" if isinstance(let.kind, tuple) else "R"
    made.definitions[name] = free(body, let)
    made.lines.append(f"Definition {name}{bound} : {kind} := {body}.")


def free(text: str, let: Let) -> str:
    """The names in a definition's text but for its own parameters, of which a definition may have one too."""
    own = {spelled(x) for x in (*let.parameters, *(x for x, _ in let.indices))}
    return " ".join(word for word in open_names(text) if word not in own)


def open_names(text: str) -> list[str]:
    """The names in a text but for those that it binds, each up to the parenthesis that closes its scope."""
    found: list[str] = []
    scopes: list[set[str]] = [set()]
    until = ""  # what ends the names that are being bound
    for word in re.findall(r"[A-Za-z_][\w']*|=>|[(),]", text):
        if until:
            scopes[-1].add(word)
            until = "" if word == until else until
        elif word == "(":
            scopes.append(set(scopes[-1]))
        elif word == ")":
            scopes.pop()
        elif word in ("fun", "forall", "exists"):
            until = "=>" if word == "fun" else ","
        elif word not in scopes[-1]:
            found.append(word)
    return found


def tensor_type(axes: tuple[str, ...]) -> str:
    return " -> ".join(["nat"] * len(axes) + ["R"])


def hoist(made: Statement, let: Let) -> None:
    """Makes variables of the eigenvalues and infima in a definition, which are implicit objects."""
    found: list[Core] = []

    def walk(e: Any) -> None:
        if isinstance(e, tuple):
            for part in e:
                walk(part)
            if e and e[0] in HOISTED:
                found.append(e)

    walk(let.core)
    for e in found:
        if let.parameters or let.indices:
            raise Unprintable(f"{e[0]} in a definition with arguments")
        own = e is let.core
        name = spelled(let.name) if own else f"{spelled(let.name)}_{e[0]}"
        printer = made.printer
        if e[0] == "infimum":
            if e[3] is not None or len(e[2]) != 2:
                raise Unprintable("an infimum under a condition")
            text = f"infimum2 {lambda_over([spelled(e[1])], printer.number(e[4], {}))} {name}"
        else:
            size, entries = printer.square(e, {})
            word = "largest_eigenvalue" if e[0] == "largest" else "smallest_eigenvalue"
            text = f"{word} {size} {entries} {name}"
        implicit(made, name, "R", text, e, let)
        printer.hoisted[id(e)] = name


def implicit(made: Statement, name: str, type_: str, text: str, core: Core, let: Let) -> None:
    made.variables[name] = type_
    made.objects[name] = core, let
    made.definitions[f"{name}_is"] = text
    made.lines += [f"Variable {name} : {type_}.", f"Definition {name}_is : Prop := {text}."]
    made.premises.append(Premise("object", f"{name}_is", core, name))


def point(made: Statement, let: Let, name: str) -> None:
    kind, unknown, axes, goal, guard = let.core
    if kind != "closest" or len(axes) != 2:
        raise Unprintable("a point that is a minimiser, or has not two axes")
    printer = made.printer
    body = printer.formula(guard, {}) if guard else "True"
    property_ = lambda_over([spelled(unknown)], body)
    size = " ".join(spelled(axis) for axis in axes)
    given = list(let.parameters.items())
    here = f"({' '.join((name, *(spelled(x) for x, _ in given)))})" if given else name
    what = (
        f"closest {size} {property_} {printer.tensor(goal, {})} {here}"
        if goal
        else f"shortest {size} {property_} {here}"
    )
    bound = " ".join(f"({spelled(x)} : {tensor_type(axes)})" for x, axes in given)
    type_ = " -> ".join([*(f"({tensor_type(axes)})" for _, axes in given), "tensor2"])
    implicit(made, name, type_, f"forall {bound}, {what}" if given else what, let.core, let)


def premises(made: Statement, demands: list[Core]) -> None:
    claim, printer = made.claim, made.printer
    made.premises += [Premise("demand", printer.formula(core, {}, 79), core) for core in demands]
    for name in claim.assumes:
        made.premises.append(Premise("assumption", spelled(name), ("let", name, (), ()), name))
    if claim.asked:
        made.premises.append(Premise("asked", printer.formula(claim.asked, {}, 79), claim.asked))
    core = ("not", claim.undefined)
    if claim.undefined and core != made.conclusion:
        made.premises.append(Premise("undefined", printer.formula(core, {}, 79), core))


def printed(made: Statement) -> list[str]:
    """The statement's lines: what a reader compares with the paper."""
    texts = list(dict.fromkeys(premise.text for premise in made.premises))
    premises_ = " /\\\n  ".join(texts) or "True"
    found = [
        *_heading(made),
        "Section Statement.",
        *made.lines,
        f"Definition premises : Prop :=\n  {premises_}.",
        f"Definition conclusion : Prop :=\n  {made.definitions['conclusion']}.",
        "End Statement.",
    ]
    return "\n".join(found).splitlines()


def _heading(made: Statement) -> list[str]:
    """What a reader compares the lines with: the sentence, how it is read, and what stands in its place."""
    claim = made.claim
    presupposed = made.conclusion == ("not", claim.undefined)
    about = " The conclusion is what this presupposes." if presupposed else ""
    found = [f"{claim.id}, {claim.cite}: {claim.clause('says')}.{about}"]
    if reading := claim.clause("reading"):
        found.append(f"Read as follows: {reading}.")
    found += [
        f"Instead, {other.id}: {other.clause('says')}."
        for other in made.printer.book.claims.values()
        if other.clause("amends") == claim.id
    ]
    found.append("The instance at which it fails is Module Inst, after the statement.")
    # In a comment of Coq a quotation mark begins a string.
    return [
        f"(* {text.replace('*)', '* )').replace('(*', '( *').replace(chr(34), chr(39))} *)" for text in found
    ]
