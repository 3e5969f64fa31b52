"""The machine part of a printed refutation: the instance, what is known of it, and the two lemmas."""

import re

from ntpcheck.kernel import limits
from ntpcheck.kernel.definedness import conditions
from ntpcheck.kernel.names import Core, Unprintable, spelled
from ntpcheck.kernel.numerals import array
from ntpcheck.kernel.objects import object_lines
from ntpcheck.kernel.printer import Printer
from ntpcheck.kernel.proofs import fact
from ntpcheck.kernel.statement import Statement
from ntpcheck.kernel.tracing import Tracing

COUNTED = """
    sum all any gather norm1 norm2 dot1 dot2 distance2 tab1 tab2 tab3 nth tensor1 tensor2 tensor3
    Nat.div Nat.modulo Nat.divmod fst snd Nat.sub Nat.mul Nat.add"""
WORDS = f"{COUNTED} path every_set smallest_eigenvalue shortest least"


def machine(made: Statement, world: Tracing, lemma: str = "") -> list[str]:
    """The lines after the statement. Raises Unprintable where an argument has no printed form.

    lemma: the one that the file of a limit names, by which its sequences are known.
    """
    printer = outside(made)
    world.begin(printer)
    kinds = {key: made.printer.book.lets[key].kind for key in made.lets}
    world.numbers = tuple(spelled(key) for key in reversed(made.lets) if kinds[key] == "num")
    lines = [
        "(* When the statement has a truth value: nothing is divided by 0, no logarithm of 0 is taken. *)"
    ]
    lines += conditions(made, printer)
    lines += ["(* The machine part: the instance, and why the statement fails there. *)", "Module Inst."]
    lines += constants(made, world)
    argument = limits.argument(made, world, printer, lemma)
    told = [
        argument.sequence(name) if let.kind == "sequence" else object_lines(made, world, name)
        for name, (_, let) in made.objects.items()
    ]
    lines += [line for constant, _ in told for line in constant]
    names = " ".join([*(one for one in made.variables if one not in argument.folded), *made.definitions])
    lines.append(f"Ltac open ::= cbv beta iota zeta delta [{names} {' '.join(WORDS.split())}].")
    lines.append(counting(made))
    lines += [line for _, proof in told for line in proof]
    asked = [premise for premise in made.premises if premise.core and premise.kind != "object"]
    for premise in asked:
        ask(world, premise.core, premise.text, wanted=True)
    if not argument.of_limit:
        ask(world, made.conclusion, "the conclusion", wanted=False)
    lines += known(world)
    lines += ["Lemma hold : " + made.head("premises") + ".", "Proof.", "  unfold premises."]
    by = {premise.text: premise.kind for premise in made.premises}
    proofs = [f"exact {text}_holds" if kind == "object" else "at_once" for text, kind in by.items()]
    lines += [f"  split; [{proof}|]." for proof in proofs[:-1]]
    lines += [f"  {proofs[-1]}.", "Qed."]
    lines += [f"Lemma fails : ~ {made.head('conclusion')}.", f"Proof. {argument.fails}. Qed."]
    lines += [f"Lemma valued : {made.head('has_value')}.", f"Proof. {argument.valued}. Qed.", "End Inst."]
    return lines


def outside(made: Statement) -> Printer:
    """A printer for the text behind the section, where definitions take the variables that they use."""
    printer = Printer(made.printer.book, made.printer.given)
    printer.hoisted = made.printer.hoisted
    for key in made.lets:
        name = spelled(key)
        printer.heads[key] = made.head(name) if name in made.definitions else name
    return printer


def constants(made: Statement, world: Tracing) -> list[str]:
    """The sizes and fields of the instance, under the names that the statement gives them."""
    found: list[str] = []
    sizes = {spelled(axis): size for axis, size in world.sizes.items()}
    for name in made.variables:
        if name in sizes:
            found.append(f"Definition {name} : nat := {sizes[name]}%nat.")
    for key, one in made.printer.fields.items():
        name = spelled(key)
        if name in made.variables:
            natural = one.kind != "num" or one.natural
            text = array(world.fields[key], natural=natural)
            found.append(f"Definition {name} : {made.variables[name]} := {text}.")
    return found


def counting(made: Statement) -> str:
    """The tactic that computes sizes, indices and bounded quantifiers, and leaves other definitions alone."""
    lets = made.printer.book.lets
    natural = [spelled(key) for key in made.lets if isinstance(lets[key].kind, tuple)]
    variables = [name for name, type_ in made.variables.items() if re.fullmatch(r"(nat -> )*nat", type_)]
    names = [*variables, *(name for name in natural if name in made.definitions), *COUNTED.split()]
    x = next(one for one in ("x", "term", "whole") if one not in names)  # else the field would be meant
    return f"Ltac closer {x} ::= eval cbv beta iota zeta delta [{' '.join(names)}] in {x}."


def ask(world: Tracing, core: Core, what: str, *, wanted: bool) -> None:
    if world.ask(core) is not wanted:
        raise Unprintable(f"{what} is not {wanted} at the instance".lower())


def known(world: Tracing) -> list[str]:
    """A lemma for each part that is no arithmetic, and the tactic that brings them all into a goal."""
    lines: list[str] = []
    names: list[str] = []
    for number, seen in enumerate(world.seen.values()):
        name = f"known_{number}"
        lines += fact(world, seen, name)
        names.append(name)
        lines.append(f"Ltac given k ::= {'; '.join(f'k {one}' for one in names)}.")
    return lines
