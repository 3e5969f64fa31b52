"""One self-contained file of Coq for one counterexample."""

import re
from dataclasses import dataclass
from typing import Any

from ntpcheck.kernel.machine import machine
from ntpcheck.kernel.names import Unprintable
from ntpcheck.kernel.statement import Statement, printed, statement
from ntpcheck.kernel.tracing import Tracing
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.language.book import Book

KINDS = {"fails": "negation", "undefined": "presupposition"}  # what the kernel accepts, by what a file says
OVER_REALS = ("everywhere", "falls")  # the verifier's lemmas that something fails for all reals
ALLOWANCE = 200_000_000  # units of the verifier's `spend`


@dataclass
class Printed:
    """A file: the lines to read, and the machine part. kind: what the kernel accepts if it accepts it."""

    statement: list[str]
    machine: list[str]
    kind: str
    uses: str  # the last file of the prelude that it needs

    @property
    def text(self) -> str:
        return "\n".join([imported(self.uses), *self.statement, *self.machine]) + "\n"

    @property
    def alone(self) -> str:
        """The text, and what its theorems rest on."""
        return self.text + "Print Assumptions accepted.\n"


def imported(name: str) -> str:
    """The statement uses Book.v alone; the machine part, all of the prelude up to a file."""
    return f"From NtpcheckKernel Require Import {name}."


def file_name(claim: str) -> str:
    return re.sub(r"\W", "_", claim) + ".v"


def coq(book: Book, document: dict[str, Any]) -> Printed:
    """The file of a counterexample. Raises Unprintable, with the reason."""
    claim = book.claims[document["claim"]]
    if document["dropped"]:
        raise Unprintable("a statement with a dropped assumption")
    allow(ALLOWANCE)
    try:
        made = statement(book, claim, document["says"])
        sizes, fields = files.instance(book, claim.given, document["instance"])
        world = Tracing(book, claim.given, sizes, fields, dict(document["hints"]))
        if document.get("lemma") in OVER_REALS:
            world.reals = lambda e, _: e[0] == "every"  # what the file has to show
        proof = [*machine(made, world, document.get("lemma", "")), *theorem(made)]
        of_limit = made.conclusion is claim.core and claim.kind == "limit"
        last = "Limits" if of_limit else "Everywhere" if over_reals(made, document) else "Objects"
        return Printed(printed(made), proof, KINDS[document["says"]], last)
    except (Undecided, Undefined) as problem:
        raise Unprintable(f"it rests on an argument that is not printed ({problem})") from None
    except TooMuch:
        raise Unprintable("it asks for too much arithmetic") from None


def over_reals(made: Statement, document: dict[str, Any]) -> bool:
    return document.get("lemma") in OVER_REALS or any(
        core[0] == "infimum" for core, _ in made.objects.values()
    )


def theorem(made: Statement) -> list[str]:
    binders = " ".join(f"({name} : {type_})" for name, type_ in made.variables.items())
    instance = " ".join(f"Inst.{name}" for name in made.variables)
    return [
        "Theorem claim_is_false : ~ (forall " + binders + ",",
        f"  {made.head('premises')} -> {made.head('conclusion')}).",
        f"Proof. intro C. exact (Inst.fails (C {instance} Inst.hold)). Qed.",
        f"Theorem it_has_a_value_there : has_value {instance}.",
        "Proof. exact Inst.valued. Qed.",
        "Definition accepted := conj claim_is_false it_has_a_value_there.",
    ]
