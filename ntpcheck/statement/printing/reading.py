"""A claim of a book for readers: its formula, and the definitions that it uses, each once."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ntpcheck.statement.printing.typeset import latex, mathml
from ntpcheck.verifier.language.book import Book, Claim, Field, Let
from ntpcheck.verifier.language.printing import text

DEFINED = (("let",), ("sequence",))  # what a node that names a definition begins with
PRINTERS = {"text": text, "latex": latex, "mathml": mathml}


def uses(book: Book, claim: Claim) -> list[Let]:
    """The definitions that a claim uses, in the book's order, its assumptions' own included."""
    seen = names(book, (*stated(claim), *assumed(book, claim)))
    return [let for key, let in book.lets.items() if key in seen]


def own_names(book: Book | None, claim: Claim | None) -> list[str]:
    """The keys of a claim's assumptions and of definitions that its formulas name, in the book's order."""
    if not (book and claim):
        return []
    own = (*stated(claim), *assumed(book, claim))
    found = {node[1] for core in own for node in nodes(book, core, *book.lets) if node[:1] in DEFINED}
    return [key for key in book.lets if key in found]


def defined(book: Book, claims: Iterable[Claim]) -> list[tuple[str, str]]:
    """Key and definition, of all that claims use, in the book's order; formulas stand between backticks."""
    used = {id(let) for claim in claims for let in uses(book, claim)}
    return [
        (key, f"`{head(let)}` {_told(let, lambda tree: f'`{text(tree)}`')}")
        for key, let in book.lets.items()
        if let.tree and id(let) in used
    ]


def assumed(book: Book, claim: Claim, *but: str) -> list[Any]:
    """A claim's assumptions as formulas, without some of them."""
    return [("let", key, (), ()) for name, key in book.assumed(claim).items() if name not in but]


def presupposed(book: Book, claim: Claim, *but: str) -> list[Any]:
    """The same, and what is demanded of its type."""
    return assumed(book, claim, *but) + book.demanded(claim.given)


def stated(claim: Claim) -> tuple[Any, Any, Any]:
    """What a claim itself says: its formula, when it is asked for, and when it has no value."""
    return claim.core, claim.asked, claim.undefined


def names(book: Book, core: Any) -> set[str]:
    """The keys of all definitions that a core rests on."""
    return {node[1] for node in nodes(book, core) if node[:1] in DEFINED}


def fields(book: Book, core: Any, *but: str) -> set[str]:
    """The fields of an instance that a core rests on, other than by some definitions."""
    return {node[1] for node in nodes(book, core, *but) if node[:1] == ("field",)}


def nodes(book: Book, core: Any, *but: str) -> Iterator[tuple[Any, ...]]:
    """All nodes of a core, and those of each definition that it rests on but some, once."""
    seen, left = {*but}, [core]
    while left:
        node = left.pop()
        if isinstance(node, tuple):
            yield node
            left += node
            if node[:1] in DEFINED and node[1] not in seen:
                seen.add(node[1])
                left.append(book.lets[node[1]].core)


def formulas(claim: Claim | None) -> dict[str, str]:
    """What a claim states in the book's language: `formula` or `limit`, `asked when`, `undefined when`."""
    return {name: text(tree) for name, tree in claim.trees.items()} if claim else {}


def words(book: Book) -> Iterator[str]:
    """What formulas may name: axes with their letters; for each type its fields, definitions and assumptions.

    One line each; what belongs to a type is indented by two spaces, and stands above what is derived from it.
    """
    for home, letters in book.alphabets.items():
        if letters:
            named = {axis: [x for x in letters if letters[x] == axis] for axis in letters.values()}
            told = "; ".join(f"{axis}: {' '.join(of)}" for axis, of in named.items())
            yield f"axes {told}" + (f", of ntpcheck.{home}" if home else "")
    for given, fields in book.givens.items():
        parent = book.parents[given]
        yield f"given {given}" + (f" < {parent}" if parent else "")
        letters = book.alphabets[book.homes.get(given, "")] | book.alphabets[""]
        for name, field in fields.items():
            if parent is None or name not in book.givens[parent]:
                yield f"  {name}{_indices(field.axes, letters)}: {_held(field)}, {field.source!r} in files"
        for key, let in book.lets.items():
            if let.given == given and "/" not in key:  # else it is defined for one claim alone
                yield f"  {_defined(let, letters)}"


def _indices(axes: tuple[str, ...], letters: dict[str, str]) -> str:
    """`[j,v]`: axes as letters of them, each letter once."""
    found: list[str] = []
    for axis in axes:
        own = [letter for letter in letters if letters[letter] == axis]
        found.append(next((letter for letter in own if letter not in found), f"{own[0]}{len(found)}"))
    return f"[{','.join(found)}]" if found else ""


def _held(field: Field) -> str:
    if isinstance(field.kind, tuple):
        return (
            f"indices along {field.kind[1]}" if field.kind[0] == "ix" else f"one of {' '.join(field.kind[1])}"
        )
    said = "natural number" if field.natural else "number"
    return f"{said}s" if field.axes else f"a {said}"


def _defined(let: Let, letters: dict[str, str]) -> str:
    if let.says:
        return f'{let.name.rpartition(":")[2]} "{let.cite}": {let.says}'
    arguments = ", ".join(f"{name}{_indices(axes, letters)}" for name, axes in let.parameters.items())
    return f"{head(let, arguments)} {_told(let, text)}"


def _told(let: Let, printed: Callable[[Any], str]) -> str:
    """What follows a definition's name. Of a sequence all that the book says, in its words."""
    if let.kind == "running":
        return "grows"
    if let.kind != "sequence":
        return f"= {printed(let.tree)}"
    along = f"along {let.core[1].rpartition(':')[2]}"
    if let.core[0] == "trajectory":
        return f"{along} from {printed(let.start)} by {printed(let.tree)}"
    unknown = let.core[2] + _bracketed(let)
    guard = f" with {printed(let.guard)}" if let.guard else ""
    return f"{along} minimises {printed(let.tree)} over {unknown}{guard}"


def head(let: Let, arguments: str = "") -> str:
    """`l(M)[j,v]`: a definition's name with its parameters and indices."""
    name = let.name.rpartition(":")[2]
    parameters = arguments or ", ".join(let.parameters)
    return name + (f"({parameters})" if parameters else "") + _bracketed(let)


def _bracketed(let: Let) -> str:
    indices = ",".join(letter for letter, _ in let.indices)
    return f"[{indices}]" if indices else ""


def lines(book: Book, claim: Claim, form: str = "text") -> Iterator[str]:
    """The claim's clauses and definitions, one line each."""
    printed = PRINTERS[form]
    yield f"{claim.id}, {claim.cite}, on {claim.given}"
    yield f"says      {claim.clause('says')}"
    if claim.assumes:
        yield f"assuming  {', '.join(claim.assumes)}"
    for name, tree in claim.trees.items():
        yield f"{name.split()[0]:9} {printed(tree)}"
    if claim.kind == "recorded":
        yield f"recorded  {claim.clause('recorded')}"
    definitions = [let for let in uses(book, claim) if let.tree]
    if definitions:
        yield "where"
    for let in definitions:
        yield f"  {head(let)} {_told(let, printed)}"
