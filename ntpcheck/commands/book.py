"""`ntpcheck book`: read a statement book, print a claim of it, evaluate a formula at an instance."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ntpcheck.commands import _options

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.errors import UnknownClaim
    from ntpcheck.stated import Source
    from ntpcheck.verifier.language.book import Book, Claim

FORMS = ("text", "latex", "mathml")
SHOWN = " `ntpcheck book check` shows the place."  # what an error of a paper's book says, needless here
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group("book", short_help="Check, print or evaluate a statement book.")
def command() -> None:
    """Read a statement book: the text that says what the claims of a paper are.

    A BOOK is a file, or the key of an installed paper (linear, attention).
    """


def _book(name: str) -> Book:
    """The book of a file or of a paper's key. No checker is imported: a book can come first."""
    from ntpcheck.errors import AbsentFile, InvalidClaim, UnreadableFile, closest
    from ntpcheck.reading import text
    from ntpcheck.report.catalogue import papers
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.uses import shipped
    from ntpcheck.verifier.language.words import BookError

    path = shipped().get(name, Path(name))
    installed = {} if path.is_file() else {paper.key: paper for paper in papers()}
    shelf = installed[name].shelf if name in installed else None
    try:
        if not shelf and (source := _of_falsehoods(path)):
            return source.book
        return shelf or Book(text(path), path.name if path != Path(name) else name)
    except AbsentFile:
        known = f"Name a file, or an installed book: {', '.join(sorted(installed))}."
        beside = sorted(map(str, path.parent.glob("*.book")))
        raise AbsentFile(f"{name} does not exist. {closest(name, [*beside, *installed], known)}") from None
    except InvalidClaim as problem:  # of a book that is read after another
        said, place = str(problem).removesuffix(SHOWN), str(problem.__cause__).partition("\n")[2]
    except BookError as problem:
        said, _, place = str(problem).partition("\n")
    if place:  # an error is one line; the place stands above it
        click.echo(place, err=True)
    raise UnreadableFile(said)


def _of_falsehoods(path: Path) -> Source | None:
    """The paper's book with the falsehoods of a file after it; None of a file that is a book by itself.

    Those that were written from the text are read after the folder `falsehoods`, as by the paper.
    """
    from ntpcheck.reading import text
    from ntpcheck.verifier.language.uses import OPENING

    # What opens like a book is one, well written or not.
    if path.suffix != ".book" or re.search(r"^book\b", text(path), re.MULTILINE):
        return None
    from ntpcheck.formulas.planted import joined  # torch comes with it, which takes seconds

    folder = path.resolve().parent
    home = [book for book in sorted(folder.parent.glob("*.book")) if OPENING.search(text(book))]
    if not home:
        return None
    first, own = (sorted(part.glob("*.book")) for part in (folder.parent / "falsehoods", folder))
    before = [part for part in own if part < path.resolve()]
    return joined(home[0], [*(first if first != own else []), *before, path])


@command.command("check", short_help="Read a book, and say what it holds.")
@click.argument("book")
def check(book: str) -> int:
    """Read a book. If a line is wrong, say which one, why, and how to mend it."""
    from ntpcheck.errors import UnreadableFile

    found = _book(book)
    for claim in _of_no_kind(found):
        source = _of_falsehoods(Path(book))  # the file may be one of several that are read together
        place, line = source.places[claim.id] if source else (book, claim.line)
        raise UnreadableFile(f"{place}, line {line}: {_unknown(claim)}")
    kinds = [claim.kind for claim in found.claims.values() if "#" not in claim.id]
    planted = len(found.claims) - len(kinds)
    also = f", {planted} planted falsehood{'s' * (planted > 1)}" if planted else ""
    told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("formula", "limit", "recorded"))
    held = f"{len(kinds)} claim{'s' * (len(kinds) != 1)} ({told}){also}, {len(found.lets)} definitions"
    click.echo(f"{found.key}: {found.title}. {held}.")
    return 0


def _of_no_kind(book: Book) -> list[Claim]:
    """The planted falsehoods whose kind, the part of the id after #, there is not."""
    from ntpcheck.categories import CATEGORIES, category

    planted = [claim for claim in book.claims.values() if "#" in claim.id]
    return [claim for claim in planted if category(claim.id.partition("#")[2]) not in CATEGORIES]


def _unknown(claim: Claim) -> str:
    """What is said of such a falsehood."""
    from ntpcheck.categories import CATEGORIES, category

    said = f"{category(claim.id.partition('#')[2])!r} is no kind of planted falsehood."
    return f"{said} Take one of {', '.join(CATEGORIES)}, and put a detail after a slash: wrong-set/detail."


@command.command("words", short_help="List what formulas of a book may name.")
@click.argument("book")
def words(book: str) -> int:
    """List axes, types with their fields, definitions and assumptions of a book, and of the books it uses."""
    from ntpcheck.report.terminal import folded
    from ntpcheck.statement.printing import reading

    for line in reading.words(_book(book)):
        click.echo(folded(line, 6))
    return 0


@command.command("show", short_help="Print a claim's formula and what it uses.")
@click.argument("claim_id", metavar="CLAIM")
@click.option("--as", "form", type=click.Choice(FORMS), default="text", show_default=True)
@click.option(
    "--paper", "--book", "where", metavar="BOOK", help="A book to look in that is of no installed paper."
)
def show(claim_id: str, form: str, where: str | None) -> int:
    """Print a claim as it stands in the book, with every definition that it uses."""
    from ntpcheck.errors import UnknownClaim, closest
    from ntpcheck.statement.printing import reading

    book = _book(where or _home(claim_id))
    if claim_id not in book.claims:
        listed = f"`ntpcheck claims {where or book.key}` lists them."
        way_out = closest(claim_id, book.claims, listed)
        raise UnknownClaim(f"the book {book.key} states no claim {claim_id!r}. {way_out}")
    for line in reading.lines(book, book.claims[claim_id], form):
        click.echo(line)
    return 0


def _home(claim_id: str) -> str:
    """The key of the book that an id begins with. A book of that name here has to be named."""
    from ntpcheck.errors import UnknownClaim
    from ntpcheck.verifier.language.uses import shipped

    key = claim_id.partition("/")[0]
    if key not in shipped() and Path(f"{key}.book").is_file():
        said = (
            f"no claim {claim_id!r} of an installed book. To look in the book here, add --paper {key}.book."
        )
        raise UnknownClaim(said)
    return key


@command.command("agree", short_help="Compare a book with the checkers.")
@click.argument("paper")
@click.argument("pattern", default="*")
@click.option("--instances", default=40, show_default=True, help="How many for each claim.")
@click.option("--seed", default=0, show_default=True)
@click.option("--write", is_flag=True, help="Write what was found to agreement.json beside the book.")
def agree(paper: str, pattern: str, instances: int, seed: int, *, write: bool) -> int:
    """Compare what the book of a PAPER says with what its checkers say, on exact instances.

    PATTERN is a glob over claim ids. Exits with 1 if they differ and both are sure.
    """
    from fnmatch import fnmatchcase

    from ntpcheck import backends
    from ntpcheck.report.catalogue import papers
    from ntpcheck.statement import record
    from ntpcheck.statement.agreement import agreement

    backends.settle()
    home = next((found for found in papers() if found.key == paper), None)
    if home is None or home.shelf is None:
        known = ", ".join(found.key for found in papers() if found.shelf is not None)
        raise click.UsageError(f"no installed paper {paper!r} has a book. Take one of {known}.")
    clashes, rows = 0, dict[str, Any]()
    for claim in home.claims:
        if claim.stated is None or claim.stated.kind != "formula" or not fnmatchcase(claim.id, pattern):
            continue
        found = agreement(home.shelf, claim, instances, seed=seed)
        rows[claim.id] = record.row(found, claim.origin.digest if claim.origin else "", seed)
        clashes += found.counts["clash"]
        told = ", ".join(f"{name} {count}" for name, count in sorted(found.counts.items()))
        click.echo(f"{claim.id:60} {told}")
        for what, instance in found.clashes[:1]:
            click.echo(f"    {what}: {json.dumps(instance)}")
    if not rows:
        raise _uncompared(pattern, home)
    if write:
        record.write(home, rows)
    compared = sum(row["compared"] for row in rows.values())
    click.echo(f"{len(rows)} claims, {compared} comparisons, {clashes} clashes.")
    return int(clashes > 0)


def _uncompared(pattern: str, home: Paper) -> UnknownClaim:
    """The error for a pattern that matches no claim with a formula, with the way out."""
    from fnmatch import fnmatchcase

    from ntpcheck.errors import UnknownClaim

    if other := next((claim.id for claim in home.claims if fnmatchcase(claim.id, pattern)), ""):
        said = f"{other!r} has no formula in the book, and only formulas are compared."
        return UnknownClaim(f"{said} `ntpcheck verify '{pattern}'` looks for counterexamples.")
    said = f"no claim of {home.key} with a formula matches {pattern!r}."
    part = pattern.rpartition("/")[2].strip("*")
    return UnknownClaim(f"{said} PATTERN is an id or a glob, such as '*{part}*'.")


@command.command("eval", short_help="Evaluate a formula at an instance, with every part.")
@click.argument("book")
@click.argument("instance", type=FILE)
@click.argument("formula")
@_options.as_json
def evaluate(book: str, instance: Path, formula: str, *, as_json: bool) -> int:
    """Evaluate a FORMULA or a term at the instance of a file, and print every part with its value.

    INSTANCE is a counterexample file, or JSON with "type" and the fields of a type of the book.
    """
    from ntpcheck.errors import UnreadableFile
    from ntpcheck.reading import document as read
    from ntpcheck.statement.printing.trace import trace

    document: Any = read(instance, way_out="Give an instance, or a file that `verify` wrote.")
    if not isinstance(document, dict):
        raise UnreadableFile(f"{instance} holds no JSON object. Give a file that `verify` wrote.")
    rows = trace(_book(book), document.get("instance", document), document.get("hints", {}), formula)
    if as_json:
        _options.say_json(
            {"schema_version": 1, "parts": [{"part": part, "value": value} for _, part, value in rows]}
        )
        return 0
    for depth, part, value in rows:
        click.echo(f"{'  ' * depth}{part}  =  {value}")
    return 0
