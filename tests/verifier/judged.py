"""A small book with a claim of every form, and files about it, good and bad."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck.verifier.command import answer
from ntpcheck.verifier.judge import Answer
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import digest

TEXT = """book toy "A toy"
axes m: j k; d: i a
given Data: h[j,i] from embeddings, n[j] natural from counts, x
demand exists j. n[j] > 0
let total = sum j. n[j]
let share[j] = n[j] / total
let P = shortest X[i] with forall j. (sum i. X[i] * h[j,i]) >= 1
assume separable "Definition 1" = solvable X[i]. forall j. (sum i. X[i] * h[j,i]) >= 1
    says  some vector has margin 1 with all
assume positive "Section 2" = x > 0
    says  x is positive
assume seen "Section 3" recorded a run says it
    says  a run is seen
claim toy/margin "Lemma 1, (2)" on Data
    says      the shortest vector of margin 1 is shorter than x
    assuming  separable, positive
    formula   norm(P) < x
claim toy/true "(3)" on Data
    says      the shares add up to 1
    assuming  positive
    formula   (sum j. share[j]) = 1
claim toy/asked "(4)" on Data
    says      x^2 is at most x
    asked when  x <= 2
    undefined when  x = 0
    formula   forall j k. x^2 <= x or n[j] < 0
claim toy/quotient "(5)" on Data
    says      1 / x is at most 1
    formula   1 / x <= 1
claim toy/limit "(6)" on Data
    says      exp(-x R) tends to 0
    limit     growing R. tends(exp(-x * R), 0)
claim toy/recorded "(7)" on Data
    says      a run is as it is
    recorded  a recipe
claim toy/some "(8)" on Data
    says      no number is larger than x and smaller than its square
    formula   not (some y. x < y and y < x^2)
claim toy/unseen "(9)" on Data
    says      x is negative
    assuming  seen
    formula   x < 0
claim toy/weak "(10)" on Data
    says      n_j is positive
    assuming  positive
    formula   forall j. n[j] > 0
"""
INSTANCE: dict[str, Any] = {
    "type": "Data",
    "embeddings": [[1, 0], ["1/2", "-0.5"], [2, 3]],
    "counts": [1, 0, 4],
    "x": "1/4",
}


@cache
def book() -> Book:
    return Book(TEXT)


def file(name: str, says: str = "fails", dropped: tuple[str, ...] = (), **changes: Any) -> dict[str, Any]:
    """A file about a claim; changes replace keys, or entries of the instance where it has them."""
    claim = book().claims[f"toy/{name}"]
    found: dict[str, Any] = {
        "schema_version": 2,
        "claim": claim.id,
        "statement": digest(book(), claim, dropped),
        "says": says,
        "dropped": list(dropped),
        "instance": copy.deepcopy(INSTANCE),
        "hints": {},
        "found": {"seed": 0, "version": "test"},
    }
    for key, value in changes.items():
        (found["instance"] if key in INSTANCE else found)[key] = value
    return found


MARGIN = {"separable.X": {"active": [1, 2]}, "P": {"active": [1, 2]}}


def margin(**changes: Any) -> dict[str, Any]:
    """The file that refutes toy/margin: P has the margins of the second and third embedding."""
    return file("margin", **{"hints": copy.deepcopy(MARGIN), **changes})


def examined(document: Mapping[str, Any], folder: Path, allowance: int = 2_000_000) -> Answer:
    path = folder / "file.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return answer({"toy": book()}, path, allowance)
