"""The words of a book: with their lines, and answers to habits from other languages."""

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


class BookError(Exception):
    """A book, or a formula, that cannot be read: what is wrong, where, and the way out."""


class Word(NamedTuple):
    """kind: number, name, sign or end."""

    kind: str
    text: str
    line: int


WORDS = """
and or not implies iff sum max min forall exists if then else rank psd closure largest smallest solvable
closest shortest minimiser infimum some every set of size to with over exp log sqrt abs norm dot is
tends eventually always bounded growing infinity along by for"""
KEYWORDS = frozenset(WORDS.split())
FUNCTIONS = ("exp", "log", "sqrt", "abs")
WORD = re.compile(
    r"(?P<number>\d+(\.\d+)?)(?!\w)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_']*(-[A-Za-z0-9][A-Za-z0-9_']*)*)"
    r"|(?P<sign><=|>=|!=|[-+*/^()\[\].,;|=<>])"
)
PRINTED = (  # signs of print, each before what a book writes for it
    " \u2264<= \u2265>= \u2260!= \u2212- \u00d7* \u00b7* \u00b2^2"
    " \u2200forall \u2203exists \u2211sum \u221einfinity"
)
# What people type first, and how the book says it. The first pattern that matches at the place is told.
HABITS = (
    (r"\*\*", "a power is written x^2"),
    (r"==", "equality is written ="),
    (r"((np|numpy|torch|xp)\.)?where\s*\(", "a choice is written: if F then x else y"),
    (r"sum\s*\(", "a sum names its letters first: sum j v. pi[j] * p[j,v]"),
    (r"(np|numpy|torch|math|xp)\.", "functions stand alone: exp(x), log(x), sqrt(x), abs(x)"),
    (r"all\s*\(", "write forall j. F"),
    (r"any\s*\(", "write exists j. F"),
    (r"(range|enumerate|len|zip|lambda|def|return)\b", "indices run by themselves: sum j. T, forall j v. F"),
    (r"\|\|", "connectives are the words and, or, not, implies, iff; a norm is written norm(W)"),
    (r"&&|&", "connectives are the words and, or, not, implies, iff"),
    (r"<?=>|<?->", "connectives are the words implies and iff; that T tends to x is written tends(T, x)"),
    (r"for\s+(all|each)\b", "write forall j. F"),
    (r"!(?!=)|~", "negation is the word not"),
    (r"[+-]?inf\b|oo\b", "infinity stands only in tends(x, infinity)"),
    (r"True\b|False\b", "write 0 = 0 or 0 = 1"),
    (r"\d+(\.\d+)?[eE][+-]?\d+", "a number is written 3, 1/4 or 0.25"),
    (r"\d+[A-Za-z_]", "a product has its sign: 2 * x"),
    (r"//|%|@", "there are + - * / and ^; a matrix product is a sum: sum i. W[v,i] * h[j,i]"),
    (r"[:{}\"'$\\?`]", "the signs of the language are + - * / ^ ( ) [ ] . , ; | = != < <= > >="),
)

PATTERNS = tuple((re.compile(pattern), said) for pattern, said in HABITS)
HABIT = re.compile("|".join(f"(?:{pattern})" for pattern, _ in HABITS))  # whether any of them matches


def near(word: str, known: Iterable[str]) -> str:
    """The known word that is almost this one; empty where there is none."""
    return next(iter(difflib.get_close_matches(word, known, 1, 0.75)), "")


def stranger(text: str) -> str:
    """What is wrong with the first sign that no book knows."""
    sign = next((c for c in text if not (c.isascii() and c.isprintable())), "")
    if not sign:
        return "a comment has a space before its #" if text[:1] == "#" else "it is no word of the language"
    if sign == "\t":
        return "a tab stands in it; a book is indented with spaces"
    called, spelled = unicodedata.name(sign, "").lower(), re.search(re.escape(sign) + r"(\S+)", PRINTED)
    hint = f"; write {spelled[1]}" if spelled else ""
    return "only ASCII signs are known" + (f", not {called} (U+{ord(sign):04X}){hint}" if called else "")


def words(text: str, line: int) -> list[Word]:
    """The words of a text that starts on a line. Raises BookError for what is no word."""
    found: list[Word] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            line, at = line + (text[at] == "\n"), at + 1
            continue
        match = WORD.match(text, at)
        if match is None or HABIT.match(text, at):
            habit = next((said for pattern, said in PATTERNS if pattern.match(text, at)), None)
            seen = text[at : at + 16].split("\n")[0]
            raise BookError(f"line {line}: cannot read {seen!r}: {habit or stranger(text[at])}")
        found.append(Word(str(match.lastgroup), match[0], line))
        at = match.end()
    return [*found, Word("end", "the end", found[-1].line if found else line)]
