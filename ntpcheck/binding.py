"""A paper's claims and assumptions, bound to what its book says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ntpcheck.errors import InvalidClaim, closest
from ntpcheck.stated import Origin, Source, raised

if TYPE_CHECKING:
    from ntpcheck.claim import Assumption, Claim, Paper
    from ntpcheck.verifier.language.book import Claim as Statement

SAYS = frozenset({"formula", "limit", "recorded", "where", "undefined when"})


def completed(paper: Paper) -> dict[str, Any]:
    """A paper's title and claims, with what its book says of them and in its order.

    A variation that says what its original says, under other hypotheses, is checked as that is, unless it
    has a check of its own. Raises InvalidClaim where book and Python do not state and check the same claims,
    each of them once.
    """
    source = paper.source
    if source is None:
        mute = next((claim.id for claim in paper.claims if not claim.statement), None)
        if mute is not None:
            said = f"claim {mute!r} has no cite, and paper {paper.key!r} has no book that states it."
            raise InvalidClaim(f"{said} Give it a cite, or the paper a book.")
        return {}
    _same("key", source, paper.key, source.opening[0])
    _same("title", source, paper.title or source.opening[1], source.opening[1])
    claims = {claim.id: claim for claim in paper.claims}
    for claim in paper.claims:
        if claim.id not in source.headings:
            way_out = closest(claim.id, source.headings, "State it there, or take it out.")
            raise InvalidClaim(f"claim {claim.id!r} is not stated in {source.path.name}. {way_out}")
        if claim.statement and claim.origin is None:
            said = f"claim {claim.id!r} is stated twice, in Python and in {source.path.name}."
            raise InvalidClaim(f"{said} Take cite and assumes out of its decorator.")
    bound = _bound(paper, source)
    for name in source.headings:
        if name not in claims and (of := _original(source, name)):
            claims[name] = replace(claims[of], id=name)  # which stands above, and is complete
        if name not in claims:
            said = f"{source.path.name} states {name!r}, which no claim of paper {paper.key!r} checks."
            raise InvalidClaim(f"{said} Add a claim of that id, or take the statement out.")
        _complete(claims[name], Origin(source, name), bound)
    return {"title": source.opening[1], "claims": tuple(claims[name] for name in source.headings)}


def said_by(heading: Statement) -> list[tuple[str, str]]:
    """The clauses that decide what is said, hypotheses aside."""
    return [(keyword, " ".join(text.split())) for keyword, text, _ in heading.clauses if keyword in SAYS]


def _original(source: Source, name: str) -> str:
    """The claim that a statement varies in its hypotheses alone; empty where there is none."""
    of = source.varies.get(name, "")
    if not of or "#" in name:  # a falsehood is no claim of the paper
        return ""
    one, other = source.headings[name], source.headings[of]
    same = said_by(one) == said_by(other) and one.clause("asked when") == other.clause("asked when")
    return of if same else ""


def _same(what: str, source: Source, given: str, stated: str) -> None:
    if given != stated:
        said = f"the paper has the {what} {given!r}, and {source.path.name} has {stated!r}."
        raise InvalidClaim(f"{said} Take the book's.")


def _bound(paper: Paper, source: Source) -> dict[str, Assumption]:
    """The paper's assumptions by name, with the book's citations."""
    found: dict[str, Assumption] = {}
    for assumption in paper.assumptions:
        name = assumption.name
        if name in found:
            raise InvalidClaim(f"paper {paper.key!r} has two assumptions {name!r}. Rename one.")
        if name not in source.citations:
            way_out = closest(name, source.citations, "State it there, or take it out.")
            raise InvalidClaim(f"assumption {name!r} is not stated in {source.path.name}. {way_out}")
        if assumption.cite:
            said = f"assumption {name!r} has a cite in Python and another in {source.path.name}."
            raise InvalidClaim(f"{said} Take the first out.")
        found[name] = replace(assumption, cite=source.citations[name])
    return found


def _complete(claim: Claim, origin: Origin, bound: Mapping[str, Assumption]) -> None:
    """Gives a claim what the book says of it, once and for all."""
    heading = origin.heading
    for name in heading.assumes:
        if name not in bound:
            said = f"claim {claim.id!r} assumes {name!r}, which no Assumption of its paper checks."
            raise InvalidClaim(f"{said} {closest(name, bound, 'Add it to the assumptions of the paper.')}")
    assumes = tuple(bound[name] for name in heading.assumes)
    if claim.domain.as_drawn:
        assumes = tuple(replace(assumption, impose=None) for assumption in assumes)
    given = {
        "statement": raised(heading.clause("says").rstrip(".")),
        "cite": heading.cite,
        "assumes": assumes,
    }
    for name, value in (given | {"origin": origin}).items():
        object.__setattr__(claim, name, value)


def named(line: Origin, paper: Paper, original: Claim) -> tuple[Assumption, ...]:
    """The assumptions that a planted line names, as the paper's claims check and impose them."""
    bound = (assumption for claim in paper.claims for assumption in claim.assumes)
    known = {one.name: one for one in (*paper.assumptions, *bound, *original.assumes)}
    names = line.heading.assumes
    for name in (one for one in names if one not in known):
        said = f"the falsehood {line.id!r} assumes {name!r}, which no claim of its paper does."
        raise InvalidClaim(f"{said} {closest(name, known, 'Take it out.')}")
    fixed = tuple(one.name for one in original.assumes if one.fixed and one.name not in names)
    return tuple(known[name] for name in (*names, *fixed))
