"""A counterexample to a claim as an edited book states it: looked for by the engine, judged by that book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from ntpcheck import __version__
from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.engine.examine import examine
from ntpcheck.engine.proofreading.sought.dropping import beside, of_the_amended, spoken, taken_over
from ntpcheck.engine.proofreading.sought.extremes import at_extremes, at_given, batched
from ntpcheck.engine.proofreading.sought.placements import at_ends, at_sizes, levelled
from ntpcheck.engine.proofreading.sought.plain import (
    admitted,
    asked,
    in_turn,
    neighbours,
    plain_ones,
    stated,
    varied,
    violated,
)
from ntpcheck.engine.settle import settle
from ntpcheck.evidence import Verdict
from ntpcheck.formulas.says import Says
from ntpcheck.stated import Origin, Source
from ntpcheck.statement.allowance import Work, together
from ntpcheck.statement.document import finding
from ntpcheck.statement.editing.misprints import ASSUMING, Misprint
from ntpcheck.statement.editing.telling import pairs, tells
from ntpcheck.statement.printing.reading import fields
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.lemmas import by_name as lemmas
from ntpcheck.verifier.lemmas import steps
from ntpcheck.verifier.shared.premises import all_of

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.instances.base import Instance
    from ntpcheck.verifier.instance.tensors import Core
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Statement

PLAIN, LOOKED = 20, 96  # plain instances at which lemmas are tried, of so many that may tell the edit
KINDS = 12  # of instances that differ in what holds there, before those of every weight
TOLD = 14  # of those that a domain names, to refute a limit at
TABLES, STILL = 2, 4  # tables that are levelled together; instances at which nothing moves
NEAR, LIGHT = 4, 3  # of instances taken over, and of the lightest, before those of every weight
SIZED = 8  # of those with a table that is larger or smaller
TURN = 12  # of those that differ in which relations hold somewhere, to refute a limit at
ENDS = 6  # of those whose scalars stand beside what they are compared with
# Units of work at plain instances, and at one, where batches are searched too: two hard ones took it all.
IN_PLAIN, AT_ONE, ALL = 12_000_000, 2_000_000, 10**12
WAYS = 10  # to take one over to another type
ASKED = "what it is asked for"
Said = tuple[dict[str, Any] | None, str]  # a document that the verifier accepts, or a reason
REFUTED = (Verdict.REFUTED, Verdict.ILL_POSED)
IN_FLOATS = "in floats: "  # opens the reason where the engine sees a failure that the verifier does not


def refuted(paper: Paper, misprint: Misprint, claim_id: str, effort: Effort, seed: int) -> Said:
    """A document that the verifier accepts against the edited book, or the reason why there is none."""
    return first(refuting(paper, misprint, claim_id, effort, seed))


def first(ways: Iterator[Said]) -> Said:
    """What is said by the first way that refutes, or by the last."""
    found: Said = None, ""
    for found in ways:
        if found[0] is not None:
            break
    return found


def refuting(paper: Paper, misprint: Misprint, claim_id: str, effort: Effort, seed: int) -> Iterator[Said]:
    """The same by one way after the other; the first is soon done."""
    claim = sought(paper, misprint, claim_id)
    limit = misprint.book.claims[claim.id].kind == "limit"
    given = [] if limit else taken_over(paper, claim, WAYS)
    yield at_given(claim, seed, given), ""
    # A run draws few instances, or none, of extreme counts or outside a hypothesis that its sampler keeps to.
    document = None
    with suppress(TooMuch), together(Work(IN_PLAIN if batched(claim) else ALL)):
        document = plainly(paper, misprint, claim, seed, [] if batched(claim) else given)
    yield document, ""
    if not limit:
        # Where nothing is found, extremes take ten times as long.
        document, reason = searched(claim, effort, seed)
        yield document or at_extremes(claim, seed, given), reason


def stated_anew(paper: Paper, misprint: Misprint, claim_id: str) -> Claim:
    """The claim as the edited book states it, searched by its own formula."""
    book, original = misprint.book, paper[claim_id]
    stated = book.claims[original.id]
    assert original.origin is not None
    source = Source(original.origin.source.path, "")
    source.__dict__["book"] = book
    conclude = Says(book, stated.given, stated.core, stated.undefined)
    asked = Assumption(ASKED, Says(book, stated.given, stated.asked))
    assumes = tuple(a for a in original.assumes if a.name in stated.assumes)
    if stated.asked:
        assumes += (replace(asked, fixed=True),)
    origin = Origin(source, original.id)
    return replace(original, assumes=assumes, conclude=conclude, origin=origin)


def sought(paper: Paper, misprint: Misprint, claim_id: str) -> Claim:
    """The claim as the edited book states it; without a hypothesis, where that is violated."""
    claim = stated_anew(paper, misprint, claim_id)
    if misprint.clause != ASSUMING:
        return claim
    (gone,) = [a for a in paper[claim.id].assumes if a.name == misprint.old]
    return replace(claim, assumes=(*claim.assumes, violated(gone)))


def searched(claim: Claim, effort: Effort, seed: int) -> tuple[dict[str, Any] | None, str]:
    """What the engine finds by a run against a claim that its book's formula states."""
    (tally,) = examine((claim,), effort, seed, lambda *_, **__: None, until_first=True)
    settled = settle(tally, seed)
    if settled.verdict in REFUTED:
        return settled.document, ""
    if tally.witnesses or tally.undefined:
        return None, IN_FLOATS + settled.reason
    return None, tally.broken or f"{settled.verdict}, {tally.inside} instances inside"


def plainly(
    paper: Paper, misprint: Misprint, claim: Claim, seed: int, more: Sequence[Instance] = ()
) -> dict[str, Any] | None:
    """A plain instance at which the verifier refutes a limit, or numbers that are named a formula.

    more: others, for what is not searched by the batch, which is then looked for here at length.
    """
    assert paper.shelf is not None
    old, new = paper.shelf, misprint.book
    one, other = (book.claims[claim.id] for book in (old, new))
    parts = pairs(old, new, one.core, other.core, misprint.place) if misprint.clause != ASSUMING else [[]]
    found = {"seed": seed, "version": __version__}
    given, left = _looked_at(paper, misprint, claim, seed, more)
    # A formula is looked at by the batch at all that is stored.
    known = of_the_amended(paper, claim) if other.kind == "limit" else []
    for instance in list({repr(one): one for one in (*known, *given)}.values())[:LOOKED]:
        if left and tells(old, new, one, parts, instance.to_json()):
            left -= 1
            for says in ("undefined", "fails"):
                brief = all(instance is not one for one in known)
                with together(Work(AT_ONE if batched(claim) else ALL)):
                    said = finding(claim, instance, says, found=found, brief=brief)
                if not said.objections:
                    return said.document
    return None


def _looked_at(
    paper: Paper, misprint: Misprint, claim: Claim, seed: int, more: Sequence[Instance]
) -> tuple[list[Instance], int]:
    """Plain instances in the order in which they are looked at, and at how many that tell the edit."""
    assert paper.shelf is not None
    old, drawn_from = paper.shelf, claim
    one, other = (book.claims[claim.id] for book in (old, misprint.book))
    if misprint.clause == ASSUMING:  # what it is asked for may have no value without the hypothesis
        drawn_from = replace(claim, assumes=tuple(a for a in claim.assumes if a.name != ASKED))
    given = plain_ones(drawn_from, (seed, misprint.new))
    # Of one token, or where all entries are 0, most is true. What a domain names comes first.
    first = TOLD if other.kind == "limit" and claim.domain.plain is not None else LIGHT
    kinds = varied(stated(paper), given)[:KINDS]
    ends = [one for other in given[:LIGHT] for one in admitted(claim, [*at_ends(claim, other)])][:ENDS]
    if other.kind == "limit":  # of formulas batches look at tables of other sizes
        ends += [one for plain in given[:LIGHT] for one in admitted(claim, [*at_sizes(claim, plain)])][:SIZED]
    # Light ones have few tokens: a component and a priority beside it stand further on, each in its turn.
    turn = in_turn(old, one, given)[:TURN] if other.kind == "limit" else []
    left = LOOKED if more else PLAIN + len(ends) + len(turn)
    spread = in_turn(old, one, given) if more else given[:: max(1, len(given) // PLAIN)]
    given = [*given[:first], *turn, *ends, *kinds, *more[:NEAR], *spread, *given]
    if misprint.clause == ASSUMING and other.kind == "limit":
        bases = plain_ones(paper[claim.id], (seed, misprint.new))
        level = levelled(drawn_from, [*given, *bases], tables(old, one, misprint.old))
        first = [*islice((instance for instance in level if still(claim, instance)), STILL)]
        first += taken_over(paper, claim)[:NEAR]
        made = beside(drawn_from, bases, spoken(old, one, misprint.old), (seed, misprint.new))
        first += [*made[:LIGHT], *varied(stated(paper), made)[:KINDS]]
        given = [*first, *given]
    if misprint.clause == ASSUMING and other.asked:
        given = [*neighbours(claim, (seed, misprint.new)), *given]
    return given, left


def still(claim: Claim, instance: Instance) -> bool:
    """Whether nothing moves at an instance, and a limit fails for what stays."""
    return bool(
        asked(claim, instance, lambda world, stated: something_stays(world, stated.core))
        and asked(claim, instance, lambda world, stated: lemmas.refute(world, stated.core, "stays"))
    )


def something_stays(world: World, core: Core) -> bool:
    """Whether some trajectory that a limit names stays at its start: where none does, `stays` refutes no part
    of it, and what that part reads need not be looked at, which takes longer.
    """
    named = all_of(world, core, "trajectory")
    known = steps.starts(world, named)
    for let in named.values():
        with suppress(Undecided, Undefined):
            if steps.unmoved(world, let, known):
                return True
    return False


def tables(book: Book, stated: Statement, assumption: str) -> list[str]:
    """The tables of real numbers that a hypothesis speaks of, by their sources: the first few."""
    book.given, book.local = stated.given, stated.locals
    own = book.fields()
    named = fields(book, ("let", book.assumed(stated)[assumption], (), ()))
    real = [own[name] for name in sorted(named) if own[name].axes and own[name].kind == "num"]
    return [field.source for field in real if not field.natural][:TABLES]
