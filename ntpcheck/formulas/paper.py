"""A paper from its book alone: claims that are searched and judged by the book's own formulas.

What a book takes over with `use` comes with the maps and checks of the paper that states it. Everything else
is derived: instances from the axes of their type, maps into assumptions from their formulas.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ntpcheck.addressed import made_by
from ntpcheck.claim import Assumption, Claim, Domain, Paper
from ntpcheck.errors import AbsentFile, InvalidClaim
from ntpcheck.evidence import Outcome, judge
from ntpcheck.formulas.alone import lacks
from ntpcheck.formulas.edges import bounded
from ntpcheck.formulas.imposed import Imposed
from ntpcheck.formulas.planted import of_source
from ntpcheck.formulas.says import Says
from ntpcheck.formulas.spaces import Space, space_of
from ntpcheck.reading import meant
from ntpcheck.stated import Origin, Source, raised, read
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.book import Claim as Statement
from ntpcheck.verifier.language.printing import text

Core = tuple[Any, ...]
Known = Mapping[str, Assumption]
Vocabulary = Callable[[str], Known]  # the assumptions of the paper with that key, by their names


def paper_of(path: Path, vocabulary: Vocabulary) -> Paper:
    """The paper that a book states; a claim ID#KIND is a falsehood planted by the claim ID.

    Raises AbsentFile where there is none, and InvalidClaim, with file and line, where it cannot be read.
    """
    if not path.exists():
        raise AbsentFile(f"{path} does not exist. {meant(path, 'Name the file of a book.')}")
    source = read(path)
    book = source.book
    if not book.key:
        raise InvalidClaim(f'{path}: no line opens it. A book opens with: book KEY "TITLE".')
    if not book.claims:
        raise InvalidClaim(
            f'{path}: it states no claim. One is written: claim {book.key}/ID "CITATION" on TYPE.'
        )
    claims = tuple(
        _claim(source, stated, vocabulary) for stated in book.claims.values() if "#" not in stated.id
    )
    paper = Paper(
        key=book.key,
        title=book.title,
        claims=claims,
        planted=of_source(source),
        folder=path.with_suffix(".verdicts"),
    )
    return made_by(paper, paper_of, path, vocabulary)


def _claim(source: Source, stated: Statement, vocabulary: Vocabulary) -> Claim:
    book = source.book
    space = _space(source, stated)
    assumes = assumptions(space, stated.assumes, vocabulary, extra=_presupposed(book, stated))
    conclude = Says(book, stated.given, stated.core, stated.undefined)
    return Claim(
        id=stated.id,
        statement=raised(stated.clause("says").rstrip(".")),
        cite=stated.cite,
        domain=_domain(space, stated, conclude, assumes),
        assumes=assumes,
        conclude=conclude,
        origin=Origin(source, stated.id),
        silent=_silent(stated, conclude),
        plain_first=bool(conclude.needs) and (not conclude.early or _one_by_one(conclude)),
    )


def _space(source: Source, stated: Statement) -> Space:
    try:
        return space_of(source.book, stated.given)
    except InvalidClaim as problem:
        raise InvalidClaim(f"{source.path}, line {stated.line}: {problem}") from None


def _domain(space: Space, stated: Statement, conclude: Says, assumes: tuple[Assumption, ...]) -> Domain:
    """The type's own, or with fewer instances where words of the formula are evaluated one by one.

    The bounds of what the book alone checks are drawn too.
    """
    base = space.domain
    if not conclude.needs:
        base = space.heavy if lacks(space.book, stated.core) else space.domain
    elif _one_by_one(conclude):
        base = space.followed
    cores = {a.name: a.check.core for a in assumes if isinstance(a.check, Says)}
    return bounded(space, base, cores)


def _one_by_one(conclude: Says) -> bool:
    """Whether first steps of runs are evaluated in the verifier's numbers, and not in batches."""
    return any(lacks(book, core) for _, book, core in conclude.early)


def _silent(stated: Statement, conclude: Says) -> str:
    """Why a claim that nothing refutes stays undecided; empty where instances decide it."""
    if stated.kind == "recorded":
        return "the book only records the sentence; a checker in Python can look at it"
    if conclude.needs:
        return f"not decided: {conclude.needs}, and no argument refutes it where one was looked for"
    return ""


def demanded(book: Book, given: str) -> dict[str, Core]:
    """What a type demands that no class checks."""
    found: dict[str, Core] = {}
    for above in book.chain(given):
        cores = book.demands.get(above, [])
        if cores and not _built_in(book, above):
            found[f"is a {above}"] = _joined(cores)
    return found


def _presupposed(book: Book, stated: Statement) -> dict[str, Core]:
    """What belongs to the statement's setting: demands that no class checks, and `asked when`."""
    found = demanded(book, stated.given)
    if stated.asked:
        where = f" in {stated.id}" if stated.locals else ""
        found[f"asked when {text(stated.trees['asked when'])}{where}"] = stated.asked
    return found


def _built_in(book: Book, given: str) -> bool:
    """Whether the type's class checks its demands itself."""
    from ntpcheck.formulas.spaces import ready

    return bool(book.homes.get(given)) and ready(book, given) is not None


def _joined(cores: list[Core]) -> Core:
    found = cores[0]
    for core in cores[1:]:
        found = ("and", found, core)
    return found


def assumptions(
    space: Space, names: tuple[str, ...], vocabulary: Vocabulary, extra: Mapping[str, Core] | None = None
) -> tuple[Assumption, ...]:
    """The assumptions of those names for a type, ready to be checked and imposed; then what is presupposed.

    The last that is derived carries the map into all that are derived: they are imposed together.
    """
    book, given = space.book, space.given
    keys = {name: book.shared(name, given) for name in names}
    shipped: list[Assumption] = []
    cores: dict[str, Core] = {}
    cites: dict[str, str] = {}
    for name, key in keys.items():
        home = key.partition(":")[0] if ":" in key else ""
        known = vocabulary(home).get(name) if home else None
        if known is not None:
            shipped.append(known)
        else:
            cores[name], cites[name] = ("let", key, (), ()), book.lets[key].cite
    cores |= extra or {}
    derived = [
        Assumption(
            name, Says(book, given, core), None, cites.get(name, "setting"), fixed=name in (extra or {})
        )
        for name, core in cores.items()
    ]
    if derived:
        last = derived[-1]
        whole = Imposed(space, _joined(list(cores.values())), partial(_inside, (*shipped, *derived)))
        derived[-1] = Assumption(last.name, last.check, whole, last.cite, fixed=last.fixed)
    return (*shipped, *derived)


def further(paper: Paper, claim: Claim, vocabulary: Vocabulary) -> dict[str, Assumption]:
    """What the paper assumes of instances of the claim's type, and the claim does not; by name.

    As the paper checks and imposes it, else by its formula in the book. Without a book: what other claims on
    the same domain assume.
    """
    made = {assumption.name for assumption in claim.assumes}
    if claim.origin is None or claim.stated is None:
        alike = (other for other in paper.claims if other.domain is claim.domain)
        return {a.name: a for other in alike for a in other.assumes if a.name not in made and not a.fixed}
    book, given = claim.origin.source.book, claim.stated.given
    space, known = space_of(book, given), {assumption.name: assumption for assumption in paper.assumptions}
    found = {name: known.get(name) for name in assumed(book, given) if name not in made}
    return {name: one or assumptions(space, (name,), vocabulary)[0] for name, one in found.items()}


def assumed(book: Book, given: str) -> dict[str, str]:
    """The assumptions of a type: what each says, by name."""
    chain = set(book.chain(given))
    made = (let for let in book.lets.values() if let.says and let.given in chain)
    return dict(sorted((let.name.rpartition(":")[2], " ".join(let.says.split())) for let in made))


def _inside(assumes: tuple[Assumption, ...], batch: Any) -> np.ndarray:
    """`[B]`, which rows satisfy every assumption."""
    found = np.ones(batch.batch, dtype=bool)
    for assumption in assumes:
        found &= judge(assumption.check(batch)) == Outcome.HOLDS
    return found
