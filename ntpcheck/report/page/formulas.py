"""Formulas of a book on the page: typeset, beside the text that the verifier reads."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from ntpcheck.statement.printing.typeset import typeset

_QUOTED = re.compile(r"`([^`]*)`")


def formula(text: str) -> Markup:
    """A formula in MathML, as the book's printer sets it; what this version cannot read stays as it is."""
    found = typeset(text)  # which escapes what it writes
    return Markup("<code>{}</code>").format(text) if found is None else Markup(found)


def definition(told: str) -> Markup:
    """A definition as a run's journal has it: words, with formulas between backticks."""
    parts = _QUOTED.split(told)
    return Markup("").join(formula(part) if place % 2 else escape(part) for place, part in enumerate(parts))


def plain(told: str) -> str:
    """The same as the book has it."""
    return told.replace("`", "")


def anchor(key: str, paper: str) -> str:
    """Where on the page a definition stands."""
    return f"let-{paper}-{key}"


def own(claim: Mapping[str, Any]) -> list[dict[str, str]]:
    """The definitions that a claim names. A run of an earlier version tells none."""
    return [
        {"name": key.rpartition(":")[2], "anchor": anchor(key, claim["paper"])}
        for key in claim.get("defined", ())
    ]


def definitions(papers: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Per paper with a book, the definitions that its claims use, in the book's order."""
    return [
        {
            "title": paper["title"],
            "lets": [
                {"anchor": anchor(key, paper["key"]), "set": definition(told), "text": plain(told)}
                for key, told in paper["definitions"]
            ],
        }
        for paper in papers
        if paper.get("definitions")
    ]
