"""Statements are plain text with `W_k`, `W^mm` and `>=` in it; here these become what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal
from unicodedata import lookup

from markupsafe import Markup, escape

Kind = Literal["text", "sub", "sup"]

SIGNS = {"!=": "≠", ">=": "≥", "<=": "≤", "->": "→", "||": "‖"}
GREEK = {"eps": "epsilon", "lambda": "lamda"}  # what Unicode calls them
LETTERS = {
    name: lookup(f"GREEK SMALL LETTER {GREEK.get(name, name)}")
    for name in ("alpha", "beta", "gamma", "delta", "eps", "eta", "lambda", "pi", "rho", "tau")
} | {"perp": "⟂"}
_SIGN = re.compile("|".join(map(re.escape, SIGNS)))
_LETTER = re.compile(r"(?<![A-Za-z-])(alpha|beta|gamma|delta|eps|eta|lambda|pi|rho|tau|perp)(?![A-Za-z-])")
_BASE = r"(?:\b[A-Za-z]{1,2}|\b(?:sum|prod|lambda|eta|inf|max|min|sup|alpha|beta|tau|rho|xbar|log)|[)\]}])"
_WORDS = "perp|max|min|cyc|eps|alpha|gamma|delta"
_REST = r"(?:(?<=k)\+1)?(?:,(?:perp|F)\b)?"  # W_k+1,perp
_SCRIPT = re.compile(
    rf"(?P<base>{_BASE})_(?P<sub>(?:{_WORDS}|[A-Za-z0-9*']{{1,4}}){_REST})(?![A-Za-z0-9_])"
    r"|(?<=[A-Za-z0-9)\]*'|])\^(?:\((?P<long>[^()]{1,24})\)|(?P<sup>-?\d+(?:\.\d+)?|[A-Za-z0-9]{1,4}|\*)(?![A-Za-z0-9]))"
)


def pieces(text: str) -> Iterator[tuple[Kind, str]]:
    """The text cut at its sub- and superscripts."""
    done = 0
    for match in _SCRIPT.finditer(text):
        base, sub = match["base"], match["sub"]
        head = {"sum": "Σ", "prod": "Π"}.get(base, base or "")
        yield "text", text[done : match.start()] + head
        yield ("sub", sub) if sub is not None else ("sup", match["long"] or match["sup"])
        done = match.end()
    yield "text", text[done:]


def signs(text: str) -> str:
    """Relations, norms and Greek letters as the signs they stand for."""
    greek = _LETTER.sub(lambda match: LETTERS[match[0]], text)
    return _SIGN.sub(lambda match: SIGNS[match[0]], greek)


def typeset(text: str) -> Markup:
    """The text as HTML; everything else in it is escaped."""
    parts: list[Markup] = []
    for kind, piece in pieces(text):
        said = escape(signs(piece))
        parts.append(said if kind == "text" else Markup("<{0}>{1}</{0}>").format(Markup(kind), said))
    return Markup("").join(parts)


def paragraphs(text: str) -> list[tuple[str, str]]:
    """A docstring's paragraphs as (label, words); `Reading:` and its like begin one of their own."""
    found: list[tuple[str, str]] = []
    for block in re.split(r"\n\s*\n|\n(?=(?:Reading|Source|The change|Note|Slack):)", text.strip()):
        words = " ".join(block.split())
        label = re.match(r"(Reading|Source|The change):\s*", words)
        if words:
            found.append((label[1], words[label.end() :]) if label else ("", words))
    return found
