"""Ways to spoil a counterexample file: documents that differ from a good one in what is checked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from typing import Any

Document = dict[str, Any]
CHECKED = ("instance", "assumptions", "certificate")
WORDS = {
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "max": "min",
    "min": "max",
    "exp": "expm1",
    "expm1": "exp",
    "log": "log1p",
    "log1p": "log",
    "neg": "abs",
    "abs": "neg",
    "sqrt": "exp",
    "slack < 0": "slack <= 0",
    "slack <= 0": "premise <= 0",
    "premise <= 0": "slack < 0",
    "AttendingPair": "Attending",
    "AttentionRun": "Attention",
    "in-support": "all",
    "all": "in-support",
    "n": "V",
    "M": "d",
    "embeddings": "counts",
    "W": "embeddings",
    "Dataset": "Decoding",
    "Run": "Dataset",
    "F": "F-perp",
    "zero": "one",
    "critical-point": "saddle",
}


def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every position in nested lists and objects, innermost ones too."""
    keys = list(part) if isinstance(part, dict) else list(range(len(part))) if isinstance(part, list) else []
    for key in keys:
        yield (*path, key)
        yield from places(part[key], (*path, key))


def checked_places(made: Document) -> list[tuple[Any, ...]]:
    return [(name, *path) for name in CHECKED for path in places(made[name])]


def at(made: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        made = made[key]
    return made


def replaced(made: Document, path: tuple[Any, ...], value: Any) -> Document:
    changed = deepcopy(made)
    at(changed, path[:-1])[path[-1]] = value
    return changed


def deleted(made: Document, path: tuple[Any, ...]) -> Document:
    changed = deepcopy(made)
    del at(changed, path[:-1])[path[-1]]
    return changed


def exact(value: Any) -> Fraction | None:
    try:
        return Fraction(float.fromhex(value) if isinstance(value, str) and "0x" in value else value)
    except (TypeError, ValueError):
        return None


def text(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else str(value)


def variants(value: Any) -> list[Any]:
    """Small changes of one entry: signs, neighbours, bits, scales and the next word."""
    number = exact(value)
    if number is None:
        return [WORDS[value], value + "x"] if value in WORDS else []
    flips = [Fraction(number.numerator ^ (1 << bit), number.denominator) for bit in (0, 1, 5, 40)]
    near = [-number, number + 1, number - 1, number * 2, number / 3, number + Fraction(1, 10**9), Fraction(0)]
    changed = [x for x in (*near, *flips) if x != number]
    return [text(x) for x in changed] + [float(number), str(value) + "e0", True]


def systematic(made: Document) -> Iterator[Document]:
    """Every place changed once in every way, removed, or doubled, and neighbours exchanged."""
    for path in checked_places(made):
        value = at(made, path)
        for other in variants(value) if not isinstance(value, list | dict) else [[], {}, None]:
            yield replaced(made, path, other)
        yield deleted(made, path)
        parent = at(made, path[:-1])
        if isinstance(parent, list):
            yield replaced(made, path[:-1], [*parent, deepcopy(value)])
            yield replaced(made, path[:-1], parent[::-1])
            yield replaced(made, path, deepcopy(parent[0]))


def exchanged(made: Document, other: Document) -> Iterator[Document]:
    """The right certificate on the wrong problem, a wrong one on the right problem, foreign assumptions."""
    for part in CHECKED:
        yield replaced(made, (part,), deepcopy(other[part]))


def rescaled(made: Document, factor: Fraction) -> Iterator[Document]:
    """All numbers of one part multiplied by one factor."""
    for path in checked_places(made):
        value, changed = at(made, path), deepcopy(made)
        if isinstance(value, list) and any(exact(at(value, inner)) is not None for inner in places(value)):
            for inner in places(value):
                number = exact(at(value, inner))
                if number is not None:
                    at(changed, (*path, *inner[:-1]))[inner[-1]] = text(number * factor)
            yield changed


def random_ones(made: Document, seed: int, number: int) -> Iterator[Document]:
    """Two to four random changes at once, so that some of them cancel."""
    draws = random.Random(seed)
    entries = [path for path in checked_places(made) if not isinstance(at(made, path), list | dict)]
    choices = {path: variants(at(made, path)) for path in entries}
    open_places = [path for path, found in choices.items() if found]
    for _ in range(number):
        changed = deepcopy(made)
        for path in draws.sample(open_places, k=min(len(open_places), draws.randint(2, 4))):
            at(changed, path[:-1])[path[-1]] = draws.choice(choices[path])
        yield changed
