"""How a book's names are spelled in Coq, and functions of them."""

import re
from collections.abc import Mapping
from typing import Any

Core = tuple[Any, ...]
Env = Mapping[str, Any]  # letters with the numbers, and parameters with the terms, that take their place

# Names of the prelude and of Coq's libraries that a statement uses, words of Coq, and one-letter notations.
WORDS = """
sum all any when gather largest_of least_of tensor1 tensor2 tensor3 distance2 closest shortest path
quad psd largest_eigenvalue independent has_rank rank every_set infimum2 least tends tends_R grows
grows_R eventually eventually_R norm1 norm2 dot1 dot2 exp ln sqrt fun forall exists in at as let if
then else match end with fix cofix Type Prop Set return where using nat list R S O I N Z Q INR IZR
Rmax Rmin Rabs True False nth app pow premises conclusion claim defined PI Module Section Definition
Variable mod
"""
TAKEN = frozenset(WORDS.split())


class Unprintable(Exception):
    """A part of a statement, or of an argument at an instance, that the printer has no words for."""


def spelled(name: str) -> str:
    """A name of a book in Coq: what a claim defines for itself stands after a colon in its key."""
    plain = re.sub(r"[^\w']", "_", name.rpartition(":")[2])
    plain = f"x{plain}" if plain[0] in "_0123456789" else plain
    return f"{plain}_" if plain in TAKEN else plain


def applied(head: str, *arguments: str) -> str:
    return " ".join((head, *arguments))


def lambda_over(letters: list[str], body: str) -> str:
    return f"(fun {' '.join(letters)} => {body})" if letters else body
