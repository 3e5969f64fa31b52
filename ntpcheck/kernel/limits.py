"""Why a limit fails at an instance, as a proof of Coq: what its sequences are there, by the file's lemma.

The lemmas stand in Limits.v. A limit by another lemma of the verifier is not printed.
"""

from fractions import Fraction

from ntpcheck.kernel.names import Unprintable, lambda_over, spelled
from ntpcheck.kernel.numerals import array, table
from ntpcheck.kernel.objects import Lines
from ntpcheck.kernel.printer import Printer, rational
from ntpcheck.kernel.sequences import type_of
from ntpcheck.kernel.statement import Statement
from ntpcheck.kernel.tracing import Tracing
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.language.book import Let
from ntpcheck.verifier.shared.premises import axes_of
from ntpcheck.verifier.shared.premises import tensor as entries

VALUED = "first [at_once | open; facts; valued_everywhere]"


class Argument:
    """By arithmetic: a formula, or what an ill-posed statement presupposes. folded: names that stay."""

    of_limit = False
    fails = "at_once"
    valued = VALUED
    folded: tuple[str, ...] = ()

    def __init__(self, made: Statement, world: Tracing, printer: Printer) -> None:
        self.made, self.world, self.printer = made, world, printer

    def sequence(self, name: str) -> Lines:
        raise Unprintable(f"{name} in a formula")

    def let(self, name: str) -> Let:
        return self.made.objects[name][1]

    def lemma(self, name: str, proof: str) -> list[str]:
        return [
            f"Lemma {name}_is_holds : {self.made.head(f'{name}_is')}.",
            f"Proof. unfold {name}_is. {proof} Qed.",
        ]


class Growing(Argument):
    """A limit in a real number that grows, of terms that it does not change."""

    of_limit = True
    fails = "steady"

    def __init__(self, made: Statement, world: Tracing, printer: Printer) -> None:
        super().__init__(made, world, printer)
        _, name, inside = made.conclusion
        ends = [Tensor(lambda _, end=end: Fraction(end), f"{name} at {end}") for end in (0, 1)]
        if inside[0] != "tends":
            raise Unprintable("a formula of several limits")
        moved = exact.subtract(*(world.number(inside[1], {name: end}) for end in ends))
        if exact.sign(moved) != 0:
            raise Unprintable("a limit of terms that change as a number grows")


class Stays(Argument):
    """The first step leaves the start unchanged: the sequence is there for ever."""

    of_limit = True
    fails = "steady"

    def sequence(self, name: str) -> Lines:
        let = self.let(name)
        cells = entries(self.world, let.core[2], let.indices)
        text = array(table(cells, [self.world.sizes[axis] for axis in axes_of(let)]))
        proof = "split; [at_once | intro; at_once]."
        return [f"Definition {name} : {type_of(let)} := fun _ => {text}."], self.lemma(name, proof)


class Attained(Argument):
    """The point exhibited minimises the goal of a path among all points."""

    of_limit = True
    fails = "steady"

    def sequence(self, name: str) -> Lines:
        let = self.let(name)
        found = self.world.exhibited(let.name, axes_of(let), {})
        text = array(table(found, [self.world.sizes[axis] for axis in axes_of(let)]))
        return [f"Definition {name} : {type_of(let)} := fun _ => {text}."], self.lemma(name, "attained.")


class Conserved(Argument):
    """No step changes the inner product with the numbers exhibited, and the limit asks for another."""

    of_limit = True

    def __init__(self, made: Statement, world: Tracing, printer: Printer) -> None:
        super().__init__(made, world, printer)
        self.folded = tuple(name for name, (_, let) in made.objects.items() if let.kind == "sequence")
        if len(self.folded) != 1:
            raise Unprintable("an invariant of several sequences")

    def sequence(self, name: str) -> Lines:
        let, letters = self.let(name), [spelled(x) for x, _ in self.let(name).indices]
        start = lambda_over(letters, self.printer.number(let.core[2], {}))
        self.printer.running[let.name] = "M_"
        step = lambda_over(letters, self.printer.number(let.core[3], {}))
        del self.printer.running[let.name]
        value = f"fun k => nat_rect (fun _ => tensor{len(letters)}) {start} (fun _ M_ => {step}) k"
        found = self.world.exhibited(let.name, axes_of(let), {})
        cells = [(cell, found[cell]) for cell in self.world.cells(axes_of(let)) if found[cell]]
        where = [(c, f"{' '.join(f'{i}%nat' for i in cell)}") for cell, c in cells]
        product = " + ".join(f"{rational(Fraction(c))} * {name} k {at}" for c, at in where)
        proof = [
            *self.lemma(name, "recursion."),
            f"Lemma kept : forall k, {product} = {product.replace(f'{name} k', f'{name} 0%nat')}.",
            f"Proof. invariant {name}_is_holds. Qed.",
        ]
        self.fails = self.sum_of_limits(name, where)
        return [f"Definition {name} : {type_of(let)} := {value}."], proof

    def sum_of_limits(self, name: str, where: list[tuple[Fraction, str]]) -> str:
        """The formula says what each entry tends to, and so what their sum does, which is constant."""
        sizes = " ".join(spelled(axis) for axis in axes_of(self.let(name)))
        lines = ["intro C. unfold conclusion in C"]
        terms: list[str] = []
        for number, (c, at) in enumerate(where):
            cell = "C"
            for index in at.split():
                cell = f"(all_at _ _ {index} {cell} ltac:(unfold {', '.join(sizes.split())}; lia))"
            lines.append(f"assert (T{number} := {cell}); cbv beta in T{number}")
            terms.append(f"(tends_scale {rational(Fraction(c), 10)} _ _ T{number})")
        total = terms.pop()
        for term in reversed(terms):
            total = f"(tends_plus _ _ _ _ {term} {total})"
        lines.append(f"assert (T := {total}); clear {' '.join(f'T{i}' for i in range(len(where)))}")
        lines.append("combined T kept")
        lines.append(f"unfold {name}; cbn [nat_rect]; open; contradictory_goal")
        return ". ".join(lines)


ARGUMENTS = {"stays": Stays, "attained": Attained, "conserved": Conserved}


def argument(made: Statement, world: Tracing, printer: Printer, lemma: str) -> Argument:
    """The argument that a file names. Raises Unprintable."""
    if made.conclusion is not made.claim.core or made.claim.kind == "formula":
        return Argument(made, world, printer)
    if not lemma:
        return Growing(made, world, printer)
    if lemma not in ARGUMENTS:
        raise Unprintable(f"a limit by the lemma `{lemma}`, which is not in the kernel")
    return ARGUMENTS[lemma](made, world, printer)
