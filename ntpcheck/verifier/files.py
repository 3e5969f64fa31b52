"""What a counterexample file may hold: an instance of a type of the book, read exactly and within limits."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from .arithmetic.intervals import spend

if TYPE_CHECKING:
    from .language.book import Book

FILE_LIMIT = 1 << 20  # bytes
SCHEMA_VERSION = 2
KEYS = {"schema_version", "claim", "statement", "says", "dropped", "instance", "hints", "found"}
PLAIN = re.compile(r"-?[0-9]{1,4300}(/[1-9][0-9]{0,4299}|\.[0-9]{1,400})?")
HEX = re.compile(r"-?0x[01]\.[0-9a-f]{1,13}p(\+1023|[+-]([0-9]{1,3}|10[01][0-9]|102[0-2]))")  # doubles


class Unreadable(Exception):
    """The file is no counterexample file of this schema."""


def require(condition: Any, otherwise: str) -> None:
    if not condition:
        raise Unreadable(otherwise)


def _at_once(name: str, flags: int) -> int:
    """Opens a pipe without waiting for whoever writes to it, so that it can be refused."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def contents(path: Path) -> str:
    """The text of a regular file of moderate size: a pipe or a device would never end. Raises Unreadable."""
    try:
        with open(path, "rb", opener=_at_once) as stream:
            require(S_ISREG(os.fstat(stream.fileno()).st_mode), "it is no regular file")
            found = stream.read(FILE_LIMIT + 1)
        require(len(found) <= FILE_LIMIT, f"it has more than {FILE_LIMIT} bytes")
        return found.decode("utf-8")
    except FileNotFoundError:
        raise Unreadable("there is no such file") from None
    except (OSError, ValueError) as problem:
        raise Unreadable(f"it cannot be read: {type(problem).__name__}: {problem}") from None


def beside() -> list[Path]:
    """The books beside the package: in a folder of a paper, or in one that holds several papers."""
    root = Path(__file__).resolve().parents[2]
    places = ("*/*.book", "ntpcheck_papers/*/*.book", "properties/*/*/*.book")
    return sorted({book for place in places for book in root.glob(place)})


def document(path: Path) -> dict[str, Any]:
    """The JSON object of a file. Raises Unreadable."""
    text = contents(path)
    try:
        found = json.loads(text, object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError) as problem:
        raise Unreadable(f"it cannot be read: {type(problem).__name__}: {problem}") from None
    require(isinstance(found, dict), "it holds no object")
    version = found.get("schema_version")
    old = "it carries its own program (schema 1); `ntpcheck verify CLAIM` writes it anew"
    require(version != 1, old)
    require(version == SCHEMA_VERSION, f"its schema_version is not {SCHEMA_VERSION}")
    require(
        KEYS - {"found"} <= set(found) <= KEYS | {"lemma"}, f"its keys should be {', '.join(sorted(KEYS))}"
    )
    kinds = {"claim": str, "statement": str, "instance": dict, "hints": dict, "dropped": list}
    for key, kind in kinds.items():
        require(isinstance(found[key], kind), f"{key} is no {kind.__name__}")
    return found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    require(len(dict(pairs)) == len(pairs), "an object has a key twice")
    return dict(pairs)


def _refuse(text: str) -> Any:
    raise Unreadable(f'{text[:40]} is no exact number; write an integer or a string "p/q"')


def number(value: Any) -> Fraction:
    """A JSON integer or a string "p/q", "1.25" or "0x1.8p-3"."""
    text = str(value) if type(value) in (int, str) and len(str(value)) < 10_000 else ""
    require(PLAIN.fullmatch(text) or HEX.fullmatch(text), f"{str(value)[:40]!r} is no exact number")
    spend(3 + len(text) // 8)
    return Fraction(float.fromhex(text) if "x" in text else text)


def array(value: Any, shape: Sequence[int], read: Callable[[Any], Any]) -> Any:
    """Nested lists of that shape."""
    if not shape:
        return read(value)
    require(type(value) is list and len(value) == shape[0], f"a list of {shape[0]} is expected")
    return [array(entry, shape[1:], read) for entry in value]


def instance(book: Book, given: str, found: dict[str, Any]) -> tuple[dict[str, int], dict[str, Any]]:
    """Sizes of the axes and fields by their names in the book; every field of the type and no other."""
    fields = book.givens[given]
    sources = {field.source: name for name, field in fields.items()}
    require(found.get("type") == given, f"its type is not {given}")
    require(set(found) == {"type", *sources}, f"its fields should be {', '.join(sources)}")
    sizes: dict[str, int] = {}
    for source, name in sources.items():
        part = found[source]
        for axis in fields[name].axes:
            require(type(part) is list and part, f"{source}: a list along {axis} is needed")
            require(sizes.setdefault(axis, len(part)) == len(part), f"{source}: {axis} has two sizes")
            part = part[0]
    read: dict[str, Any] = {}
    for source, name in sources.items():
        field = fields[name]
        limit = 1 << 63
        if isinstance(field.kind, tuple):
            limit = sizes.get(field.kind[1], 0) if field.kind[0] == "ix" else len(field.kind[1])
        whole = field.natural or isinstance(field.kind, tuple)

        def leaf(value: Any, source: str = source, limit: int = limit) -> int:
            require(
                type(value) is int and 0 <= value < limit, f"{source}: {str(value)[:40]} is not below {limit}"
            )
            spend(3)
            return value

        read[name] = array(found[source], [sizes[axis] for axis in field.axes], leaf if whole else number)
    return sizes, read
