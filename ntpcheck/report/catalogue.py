"""The papers that are installed, and an index of their claims that needs no torch to read."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import asdict, replace
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck import __version__, reading
from ntpcheck.addressed import GROUP
from ntpcheck.errors import NtpcheckError, UnknownClaim, UnreadableFile, UnwritableFile, closest
from ntpcheck.report import importing
from ntpcheck.writing import write

if TYPE_CHECKING:
    from ntpcheck.claim import Assumption, Claim, Paper
    from ntpcheck.report.reasons import Reason

SOURCES = ("*.py", "*.book", "expected.json", "*.toml", "general-position.json")
BOOK = ".book"  # how the file of a book ends
INDEX = 6  # the form of an index entry: a kept one of another form is made anew


def installed() -> dict[str, str]:
    """The papers behind the entry points: name -> `module:attribute`, in alphabetical order."""
    found = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    return dict(sorted(found.items()))


def own() -> set[str]:
    """The modules of the papers that come with ntpcheck; all others are a third party's."""
    entries = entry_points(group=GROUP)
    return {e.value.partition(":")[0] for e in entries if e.dist is not None and e.dist.name == "ntpcheck"}


def foreign(targets: tuple[str, ...]) -> set[str]:
    """The keys of those papers, named by the arguments or else installed, that are a third party's."""
    mine = own()
    others = [t for t in _named(targets) or _all() if t.partition(":")[0] not in mine]
    return {load(target).key for target in others}


def load(target: str) -> Paper:
    """The paper named by `module:attribute`, whose code runs, or by the file of its book, `mine.book`.

    What a module prints as it is imported goes to standard error.

    Raises UnreadableFile if the module does not import, or holds no paper under that name.
    """
    if target.endswith(BOOK):
        from ntpcheck.formulas.paper import paper_of

        return paper_of(Path(target), vocabulary)
    module_name, _, attribute = target.partition(":")
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    new = module_name not in sys.modules and module_name not in own()
    try:
        with importing.guarded(target) if new else redirect_stdout(sys.stderr):
            module = importlib.import_module(module_name)
    except NtpcheckError as error:
        raise UnreadableFile(f"paper {target!r} does not import: {error}") from error
    except (Exception, SystemExit, GeneratorExit) as error:
        said = f"paper {target!r} does not import: {type(error).__name__}: {error}."
        absent = isinstance(error, ModuleNotFoundError) and (error.name or "") in module_name
        way_out = f"Mend the module: `python -c 'import {module_name}'` shows where."
        if absent or module_name[:1] in ("", "."):
            way_out = _as_module(module_name, attribute)
        raise UnreadableFile(f"{said} {way_out}") from error
    from ntpcheck.claim import Paper

    paper = getattr(module, attribute, None)
    if not isinstance(paper, Paper):
        held = [name for name, value in vars(module).items() if isinstance(value, Paper)]
        way_out = closest(attribute, held, f"That module holds {', '.join(held) or 'none'}.")
        raise UnreadableFile(f"{target!r} is not a Paper. {way_out}")
    return paper


@cache
def vocabulary(key: str) -> Mapping[str, Assumption]:
    """The assumptions of the installed paper with a key, by their names, with its book's citations."""
    found = next((paper for paper in map(load, installed().values()) if paper.key == key), None)
    cites = found.source.citations if found and found.source else {}
    made = found.assumptions if found else ()  # none without such a paper
    return {one.name: replace(one, cite=cites.get(one.name, one.cite)) for one in made}


def names_paper(argument: str) -> bool:
    """Whether an argument names a paper, by its object or by its book, and no claim."""
    return ":" in argument or argument.endswith(BOOK)


def _as_module(name: str, attribute: str) -> str:
    """The way out for a paper that does not import: a file's name is turned into the module's."""
    if name.endswith(".py") or "/" in name:
        module = name.removesuffix(".py").strip("./").replace("/", ".")
        return f"Name the module, not its file: {module}:{attribute or 'PAPER'}."
    return "It must be a module on the path, written module:attribute."


def papers(targets: tuple[str, ...] = ()) -> list[Paper]:
    """The papers named by the arguments that have a colon or name a book, or else all installed ones."""
    return [load(target) for target in _named(targets) or _all()]


def _named(targets: tuple[str, ...]) -> list[str]:
    return [target for target in targets if names_paper(target)]


def _all() -> list[str]:
    if found := list(installed().values()):
        return found
    raise UnreadableFile(
        f"no paper is installed (entry points {GROUP!r}). Install one, or name module:PAPER."
    )


def homes(patterns: Iterable[str] = ()) -> dict[str, Path]:
    """Where papers keep expected.json, the installed ones and those that patterns name: key -> folder."""
    named = tuple(_named(tuple(patterns)))
    listed = [shelved(target) or _remembered(target) for target in _all()] + (index(named) if named else [])
    return {paper["key"]: Path(paper["folder"]) for paper in listed if paper["folder"]}


def shelved(target: str) -> dict[str, str] | None:
    """Key and folder of one of our own papers, as its book says and without importing it; else None."""
    module = target.partition(":")[0]
    folder = _folder(module) if module in own() else None
    books = map(reading.text, sorted(folder.glob(f"*{BOOK}"))) if folder else ()
    keys = [key for book in books for key in re.findall(r'^book (\w+) "', book, re.MULTILINE)]
    return {"key": keys[0], "folder": str(folder)} if len(keys) == 1 else None


def index(targets: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What `claims` and `show` print, one entry per paper: key, title, folder, rests_on, unchecked, claims.

    An installed paper is imported once for each state of its sources; the answer is kept in the user's cache.
    """
    named = _named(targets)
    return (
        [describe(load(target)) for target in named] if named else [_remembered(target) for target in _all()]
    )


def describe(paper: Paper) -> dict[str, Any]:
    """A paper as data."""
    from ntpcheck.report.reasons import read_positions, read_reasons

    reasons, positions = read_reasons(paper.folder), read_positions(paper.folder)
    expected = paper.expected
    return {
        "key": paper.key,
        "title": paper.title,
        "folder": str(paper.folder) if paper.folder else None,
        "rests_on": {claim: list(ids) for claim, ids in paper.rests_on.items()},
        "unchecked": dict(paper.unchecked),
        "older": list(paper.older),
        "ours": ours(paper),
        "claims": [
            _describe_claim(paper, claim, reasons, positions) | {"expected": expected.get(claim.id)}
            for claim in paper.claims
        ],
    }


def ours(paper: Paper) -> list[str]:
    """The ids of claims that the paper's book marks as ours: no sentences of the paper."""
    return [claim.id for claim in paper.claims if claim.origin and claim.origin.heading.has("ours")]


def _describe_claim(
    paper: Paper, claim: Claim, reasons: Mapping[str, Reason], positions: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    from ntpcheck.statement.printing.reading import formulas

    reason, position = reasons.get(claim.id), positions.get(claim.id)
    return {
        "id": claim.id,
        "statement": claim.statement,
        "digest": claim.digest,
        "cite": claim.cite,
        "domain": claim.domain.name,
        "assumptions": [{"name": assumption.name, "cite": assumption.cite} for assumption in claim.assumes],
        "text": claim.text,
        "checker": _checker(claim),
        "formulas": formulas(claim.stated),
        "planted": [{"kind": p.kind, "statement": p.statement} for p in paper.false_neighbours(claim.id)],
        "reason": asdict(reason) if reason else None,
        "position": dict(position) if position else None,
    }


def _checker(claim: Claim) -> str:
    """The module and the function that check a claim."""
    function: Any = claim.conclude
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{getattr(function, '__module__', type(function).__module__)}.{name}"


def _remembered(target: str) -> dict[str, Any]:
    from platformdirs import user_cache_path

    folder = _folder(target.partition(":")[0])
    if folder is None:
        return describe(load(target))
    cached = user_cache_path("ntpcheck") / "index" / f"{_digest(folder)}.txt"
    with suppress(UnreadableFile):
        digest, _, told = reading.text(cached).partition("\n")
        if digest == hashlib.sha256(told.encode()).hexdigest():  # else it was changed, and is made anew
            return json.loads(told)
    told = json.dumps(describe(load(target)))
    with suppress(UnwritableFile):  # a read-only home costs time, nothing else
        write(cached, f"{hashlib.sha256(told.encode()).hexdigest()}\n{told}")
    return json.loads(told)


def _folder(module: str) -> Path | None:
    """A module's folder, if it has one: finding a top-level package does not run it."""
    top, *below = module.split(".")
    spec = find_spec(top)
    homes = [Path(home, *below) for home in (spec and spec.submodule_search_locations) or ()]
    return next((home for home in homes if home.is_dir()), None)


def _digest(folder: Path) -> str:
    digest = hashlib.sha256(f"{__version__} {INDEX} {folder}".encode())
    for path in sorted(file for pattern in SOURCES for file in folder.rglob(pattern)):
        if path.exists():
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + reading.contents(path))
    return digest.hexdigest()[:32]


def select(ids: list[str], patterns: tuple[str, ...]) -> list[str]:
    """The ids that the patterns name, in the order of `ids`; all of them without a pattern.

    A pattern is a glob, an id, or the first parts of one (`linear/theorem-2`; `attention/section-3` has
    section-3.1). Raises UnknownClaim for a pattern without wildcards that names nothing, with the closest id.
    """
    from fnmatch import fnmatchcase

    if not (wanted := [pattern.rstrip("/") for pattern in patterns if not names_paper(pattern)]):
        return list(ids)
    chosen: set[str] = set()
    for pattern in wanted:
        here = {i for i in ids if i == pattern or _begins(pattern, i) or fnmatchcase(i, pattern)}
        if not here and not set("*?[") & set(pattern):
            raise unknown(pattern, ids)
        chosen |= here
    return [i for i in ids if i in chosen]


def unknown(name: str, ids: list[str]) -> UnknownClaim:
    """The error for an id that does not exist, with the way out."""
    if (of := name.partition("#")[0]) != name and of in ids:
        return UnknownClaim(f"no claim {name!r}: `python -m ntpcheck show {of}` prints planted falsehoods.")
    if below := [i for i in ids if _begins(name, i)]:
        said = f"{name!r} is no claim, but begins the ids of {len(below)} claims, such as {below[0]}."
        return UnknownClaim(f"{said} `python -m ntpcheck claims {name}` lists them.")
    if names_paper(name):
        said = f"no claim {name!r}, which names a paper. Write --paper {name} and the id of a claim"
        return UnknownClaim(f"{said}: `python -m ntpcheck claims {name}` lists them.")
    if not any(_begins(name.split("/")[0], i) for i in ids) and (said := _unnamed(name)):
        return UnknownClaim(f"no claim {name!r}{said}")
    way_out = "`python -m ntpcheck claims` lists them; claims of a paper that is not installed need its "
    way_out += "module:PAPER or its book beside them (for show and hunt after --paper)."
    return UnknownClaim(f"no claim {name!r}. {closest(name.lower(), [*ids, *_beginnings(ids)], way_out)}")


def _unnamed(name: str) -> str:
    """How to name the paper that an id seems to mean, a module or a book here; empty where there is none."""
    for path in (Path(name.removesuffix(".py")), Path(name.split("/")[0])):
        named = all(part.isidentifier() for part in path.parts) and path.parts
        if named and (Path(f"{path}.py").is_file() or (path / "__init__.py").is_file()):
            paper = f"{'.'.join(path.parts)}:PAPER"
            return f". To name the paper in that module, write {paper} (for show and hunt after --paper)."
    book = Path(name.split("/")[0] + BOOK)
    said = f" of an installed paper. To name the book here, write {book} beside it"
    return f"{said} (for show and hunt: --paper {book})." if book.is_file() and book.stem else ""


def _begins(name: str, claim: str) -> bool:
    """Whether an id has these first parts; section-3.1 is a part of section-3."""
    return claim.startswith((f"{name}/", f"{name}."))


def _beginnings(ids: list[str]) -> list[str]:
    """The first parts of ids, from two on: `linear/theorem-2`."""
    return sorted({"/".join(i.split("/")[:n]) for i in ids for n in range(2, i.count("/") + 1)} - {*ids})
