"""Instances where two books differ, looked for and put to the checker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ntpcheck.claim import Effort
from ntpcheck.engine import lattice
from ntpcheck.engine.proofreading.compared.checking import assumed, in_floats
from ntpcheck.engine.proofreading.compared.differences import differs
from ntpcheck.engine.proofreading.compared.glancing import apart, glance, settled
from ntpcheck.engine.proofreading.compared.observing import UNSURE, decided, loaded
from ntpcheck.engine.proofreading.sought.batches import differing
from ntpcheck.engine.proofreading.sought.between import Glance, between
from ntpcheck.engine.proofreading.sought.planted import freed
from ntpcheck.engine.sweep import generator
from ntpcheck.instances.base import Instance
from ntpcheck.statement.allowance import aside
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undefined

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.engine.proofreading.reader import Proofreader
    from ntpcheck.statement.editing.misprints import Misprint
    from ntpcheck.verifier.instance.tensors import Core
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Statement

PUT, SOUGHT = 6, 3  # instances that are told apart, put to a checker, of that many claims of a definition
PLANTED = 24  # instances with a planted table, where the books differ, put to a checker
SAMPLED = 4  # batches of a domain of which it is asked what all have in common
OPEN = 3  # instances of which only the misprinted book is sure, put to a checker
SURE = ("HOLDS", "FAILS")
Looked = Callable[[list[Instance], Glance], Iterable[Instance]]  # of probes, and what a book says there


def at_once(reader: Proofreader, misprint: Misprint, claims: list[str]) -> str:
    """By what a misprint is noticed on a small instance where the two books differ; empty where on none.

    Books are soon read there, and the checker is asked only where they differ.
    """
    found = (_apart(reader, misprint, name, lambda probes, _: probes) for name in claims[:SOUGHT])
    return next(filter(None, found), "")


def asked_of_others(reader: Proofreader, misprint: Misprint, claims: list[str]) -> str:
    """The same by what a claim is asked of."""
    for name in claims[:SOUGHT]:
        if excluded(reader, misprint, name):
            return "outcome"
        if widened(reader, misprint, name):
            return "instance"
    return ""


def sought(reader: Proofreader, misprint: Misprint, claims: list[str]) -> str:
    """The same on instances that are looked for: near to what a claim assumes, and on the way to a turn."""
    for name in claims[:SOUGHT]:
        if how := _apart(reader, misprint, name, partial(_approaching, reader, name)):
            return how
    for name in claims[:SOUGHT]:
        stated, touched = reader.book.claims[name], reader.touched(misprint, name)
        found = differing(
            reader.book, misprint.book, stated, reader.batches(name) if touched else [], touched
        )
        for instance in islice(found, PUT):
            if how := _put(reader, misprint, name, instance):
                return how
    return ""


def with_tables(reader: Proofreader, misprint: Misprint, claims: list[str]) -> str:
    """The same with other values in the place of tables, such as relations of a graph."""
    both = cache(lambda name: [freed(book, name) for book in (reader.book, misprint.book)])
    for name in claims[:SOUGHT]:
        asked = "" in reader.touched(misprint, name) and reader.book.claims[name].kind == "formula"
        left = PLANTED
        for instance, plant in reader.tabled(name) if asked else ():
            if plant.name == misprint.place or not left:
                continue
            document = plant.into(instance.to_json())
            said = (glance(book, book.claims[name], document, "", ("",)) for book in both(plant.name))
            if set(old := next(said)) & {True, False} == set() or not apart(old, next(said)):
                continue  # nothing is told there, or the same
            left -= 1
            for case in reader.observers(name).planted(instance, plant):
                if how := differs(misprint.book, name, case, [""]):
                    return how
    return ""


def _approaching(reader: Proofreader, name: str, probes: list[Instance], known: Glance) -> Iterator[Instance]:
    return chain(reader.nearby(name), chain.from_iterable(reader.placed(name)), between(probes, known))


def _apart(reader: Proofreader, misprint: Misprint, name: str, looked_at: Looked) -> str:
    """Of instances that are looked at a few on which the books differ are put to the checker."""
    parts = tuple(reader.touched(misprint, name))
    if not parts:
        return ""
    known = partial(_glance, reader, reader.book, name, parts)
    left = {apart: PUT, settled: OPEN}
    for instance in looked_at(reader.probes(name), known):
        both = known(instance), _glance(reader, misprint.book, name, parts, instance)
        rule = next((rule for rule in left if rule(*both)), None)
        if rule is None or not left[rule]:
            continue
        left[rule] -= 1
        if how := _put(reader, misprint, name, instance):
            return how
    return ""


def _glance(
    reader: Proofreader, book: Book, name: str, parts: tuple[str, ...], instance: Instance
) -> tuple[Any, ...]:
    if book is not reader.book:
        return glance(book, book.claims[name], instance.to_json(), _form(reader, name), parts)
    key = name, parts, id(instance)
    if key not in reader.glances:  # the instance is kept with what is said of it, so that no other has its id
        with aside():
            said = glance(book, book.claims[name], instance.to_json(), _form(reader, name), parts)
        reader.glances[key] = said, instance
    return reader.glances[key][0]


def _form(reader: Proofreader, name: str) -> str:
    return reader.observers(name).form or "difference"


def _put(reader: Proofreader, misprint: Misprint, claim_id: str, instance: Instance) -> str:
    """An instance is put to the checker, and what it says there to the misprinted book."""
    for case in reader.observers(claim_id)([instance]):
        reader.cases(claim_id).made.append(case)
        if how := differs(misprint.book, claim_id, case, list(reader.parts(misprint, claim_id, case))):
            return how
    return ""


def excluded(reader: Proofreader, misprint: Misprint, claim_id: str) -> bool:
    """Whether a limit is no longer asked, or now undefined, at an instance of which the checker is sure."""
    one, other = reader.book.claims[claim_id], misprint.book.claims[claim_id]
    if one.kind != "limit" or not _touches(reader.book, misprint, (one.asked, one.undefined)):
        return False
    claim = reader.paper.by_id[claim_id]
    told = 0
    for instance in chain(reader.probes(claim_id), reader.nearby(claim_id)):
        if (
            _asks(reader.book, one, instance) is not True
            or _asks(misprint.book, other, instance) is not False
        ):
            continue
        told += 1
        if told > PUT:
            return False
        inside = all(assumed(assumption, instance) for assumption in claim.assumes)
        if inside and in_floats(lambda x: claim.conclude(x, Effort()), instance) in SURE:
            return True
    return False


def widened(reader: Proofreader, misprint: Misprint, claim_id: str) -> bool:
    """Whether a claim is now asked of an instance inside its assumptions that is not of the sizes, or has not
    the tables, that all which its domain draws have in common, and all near them that its line is asked of.
    """
    one, other = reader.book.claims[claim_id], misprint.book.claims[claim_id]
    if not _touches(reader.book, misprint, (one.asked,)) or not one.asked:
        return False
    claim = reader.paper.by_id[claim_id]
    near = [
        (_parts(instance), instance) for instance in chain(reader.nearby(claim_id), reader.probes(claim_id))
    ]
    own = (parts for parts, instance in near if _asks(reader.book, one, instance) is not False)
    common = _in_common(claim).intersection(*own)
    return any(
        _asks(misprint.book, other, instance) is True
        and all(assumed(assumption, instance) for assumption in claim.assumes)
        for parts, instance in near
        if common - parts
    )


def _in_common(claim: Claim) -> set[tuple[str, str]]:
    source = generator("in common", claim.id)
    drawn = (claim.domain.sampler(source, 2) for _ in range(SAMPLED))
    return set[tuple[str, str]].intersection(*(_parts(row.exact()) for one in drawn for row in one.rows()))


def _parts(instance: Instance) -> set[tuple[str, str]]:
    """An instance's sizes and tables."""
    sizes = {(axis, str(instance.size(axis))) for axis in lattice.axes(type(instance))}
    return sizes | {(name, str(x)) for name, x in instance.to_json().items()}


def _touches(book: Book, misprint: Misprint, cores: tuple[Core | None, ...]) -> bool:
    """Whether a misprint changes one of the clauses for which a claim is asked, or what one rests on."""
    return misprint.clause in ("asked when", "undefined when") or (
        not misprint.clause and misprint.place in names(book, cores)
    )


def _asks(book: Book, stated: Statement, instance: Instance) -> bool | None:
    """Whether a claim says anything of an instance, by its clauses; None where that is not decided."""
    try:
        world = loaded(book, stated, instance.to_json())
        asked = not stated.asked or decided(world, stated.asked)
        return asked and not (stated.undefined and decided(world, stated.undefined))
    except (judge.Rejected, Undefined, *UNSURE):
        return None
