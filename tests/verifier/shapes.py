"""Random trees of every shape that the grammar can write, meaningful or not."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from ntpcheck.verifier.language.grammar import COMPARISONS, SPECTRAL
from ntpcheck.verifier.language.words import FUNCTIONS

Tree = tuple[Any, ...]
LETTERS = ("j", "j'", "v", "u2", "x")
NAMES = ("W", "CE", "W_k'", "support-vector", "separates-2", "n")
NUMBERS = (Fraction(0), Fraction(1), Fraction(17), Fraction(1, 4), Fraction(5, 2), Fraction(1, 1000))

TERMS = ("+", "-", "+", "-", "*", "/", "neg", "^", "call", "two", "gathered", "if", "infimum", "spectral")
FORMULAS = ("cmp", "cmp", "is", "not", "and", "or", "implies", "iff", "for", "reals", "if", "rare")


def letters(rng: Random) -> tuple[str, ...]:
    return tuple(rng.sample(LETTERS, rng.choice((1, 1, 2))))


def unknown(rng: Random) -> tuple[str, tuple[str, ...]]:
    return rng.choice("XYZ"), tuple(rng.sample(LETTERS, rng.choice((0, 1, 2))))


def guard(rng: Random, depth: int) -> Tree | None:
    return formula(rng, depth) if rng.random() < 0.4 else None


def name(rng: Random, depth: int) -> Tree:
    arguments = tuple(term(rng, depth - 1) for _ in range(rng.choice((1, 2)))) if rng.random() < 0.3 else None
    indices = tuple(term(rng, depth - 2) for _ in range(rng.choice((0, 0, 1, 2))))
    return ("name", rng.choice(NAMES), arguments, indices)


def term(rng: Random, depth: int) -> Tree:
    if depth <= 0:
        return rng.choice((("number", rng.choice(NUMBERS)), ("name", rng.choice(NAMES + LETTERS), None, ())))
    kind = rng.choice(TERMS)
    below = depth - 1
    if kind in ("+", "-", "*", "/"):
        return (kind, term(rng, below), term(rng, below))
    if kind == "neg":
        return ("neg", term(rng, below))
    if kind == "^":
        return ("^", term(rng, below), rng.randrange(5))
    if kind == "call":
        return ("call", rng.choice((*FUNCTIONS, "norm")), (term(rng, below),))
    if kind == "two":
        return ("call", rng.choice(("dot", "max", "min")), (term(rng, below), term(rng, below)))
    if kind == "gathered":
        return (rng.choice(("sum", "max", "min")), letters(rng), guard(rng, below), term(rng, below))
    if kind == "if":
        return ("if", formula(rng, below), term(rng, below), term(rng, below))
    if kind == "infimum":
        return ("infimum", unknown(rng), guard(rng, below), term(rng, below))
    if kind == "spectral":
        return spectral(rng, below)
    return name(rng, depth)


def spectral(rng: Random, depth: int) -> Tree:
    kind = rng.choice(SPECTRAL)
    ends = tuple(term(rng, 0) for _ in range(2)) if kind == "closure" else ()
    return (kind, letters(rng), letters(rng), guard(rng, depth), formula(rng, depth), ends)


def formula(rng: Random, depth: int) -> Tree:
    if depth <= 0:
        return ("cmp", rng.choice(COMPARISONS), term(rng, 0), term(rng, 0))
    kind = rng.choice(FORMULAS)
    below = depth - 1
    if kind == "cmp":
        return ("cmp", rng.choice(COMPARISONS), term(rng, below), term(rng, below))
    if kind == "is":
        return ("is", name(rng, 1), rng.choice(("log", "linear")))
    if kind == "not":
        return ("not", formula(rng, below))
    if kind in ("and", "or", "implies", "iff"):
        return (kind, formula(rng, below), formula(rng, below))
    if kind == "for":
        return (rng.choice(("forall", "exists")), letters(rng), guard(rng, below), formula(rng, below))
    if kind == "reals":
        unknowns = tuple(unknown(rng) for _ in range(rng.choice((1, 2))))
        return (rng.choice(("some", "every")), unknowns, guard(rng, below), formula(rng, below))
    if kind == "if":
        return ("if", formula(rng, below), formula(rng, below), formula(rng, below))
    return rare(rng, below)


def rare(rng: Random, depth: int) -> Tree:
    kind = rng.choice(("sets", "solvable", "eventually", "always", "growing", "tends", "bounded"))
    if kind == "sets":
        return ("sets", "T", rng.choice(LETTERS), term(rng, depth), formula(rng, depth))
    if kind == "solvable":
        return ("solvable", unknown(rng), formula(rng, depth))
    if kind == "growing":
        return ("growing", "R", formula(rng, depth))
    if kind == "tends":
        end = rng.choice((("infinity",), ("neg", ("infinity",)), term(rng, depth)))
        return ("call", "tends", (term(rng, depth), end))
    if kind == "bounded":
        return ("call", "bounded", (term(rng, depth),))
    return (kind, formula(rng, depth))


def point(rng: Random, depth: int) -> Tree:
    """What stands at the right of a `let` for an implicit object."""
    if rng.random() < 0.5:
        target = term(rng, depth) if rng.random() < 0.5 else None
        return ("closest", unknown(rng), target, formula(rng, depth))
    return ("minimiser", unknown(rng), term(rng, depth), guard(rng, depth))
