"""A witness for people: what each of its arrays is, and its entries as rows of a matrix."""

import json
from collections.abc import Mapping
from typing import Any

from ntpcheck.statement.printing.in_words import FORMULAS, shown

LARGEST = 200  # entries; a larger array is in the file, and would hide the rest of the page
# Instances of the linear model have no labels; those of the attention model have.
LINEAR = {
    "embeddings": ("h", "contexts, one a row"),
    "counts": ("n", "how often each token (column) follows each context (row)"),
    "W": ("W", "decoder, one row per token"),
    "W0": ("W_0", "decoder that training starts from"),
    "W2": ("W_2", "a second decoder"),
    "U": ("U", "a second, free decoder"),
    "gamma": ("gamma", "scale"),
}
ATTENTION = {
    "embeddings": ("E", "embeddings of the tokens, one a row"),
    "head": ("C", "prediction head, one row per token"),
    "counts": ("n", "how often each token (column) occurs in each sequence (row)"),
    "last": ("last", "last token of each sequence, counted from 0"),
    "labels": ("y", "label of each sequence, counted from 0"),
    "W": ("W", "attention weights"),
    "W0": ("W_0", "weights that training starts from"),
    "W2": ("W_2", "a second matrix of weights"),
    "R": ("R", "scale"),
}
BOTH = {
    "loss": ("loss", ""),
    "knee": ("knee", "the number a in the loss"),
    "eta": ("eta", "step size"),
    "tokens": ("x", "the token at each position (column) of each sequence (row)"),
}


# What a lemma's premise names that a file exhibits; the verifier checks each use of it.
EXHIBITED = {
    "direction": ("Z", "the matrix or direction exhibited for the lemma"),
    "near": ("near", "the least distance in the premise"),
    "far": ("far", "the largest distance in the premise"),
    "point": ("P", "the point exhibited for the lemma"),
}
POINTS = {"Wcyc": ("W^cyc", "exhibited; c in a premise is its inner product with Z")}


def named(instance: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The instance's arrays: name (its letter), says (what it is), rows (entries as text)."""
    known = (ATTENTION if "labels" in instance else LINEAR) | BOTH
    found: list[dict[str, Any]] = []
    order = {field: place for place, field in enumerate(known)}
    for field, value in sorted(shown(instance).items(), key=lambda item: order.get(item[0], len(order))):
        letter, says = known.get(field, (field, ""))
        if field == "loss" and value in FORMULAS:
            says = f"the {value} loss: l(u) = {FORMULAS[value]}, u the score of the label"
        cells = rows(value)
        if sum(map(len, cells)) <= LARGEST:
            found.append({"name": letter, "says": says, "rows": cells})
    return found


def exhibited(hints: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the file exhibits beside the instance and a lemma speaks of; laid out like `named`."""
    point = (hints.get("Wcyc") or {}).get("point")
    found = {name: hints.get(f"claim.{name}") for name in EXHIBITED} | {"Wcyc": point}
    told = [(*(EXHIBITED | POINTS)[name], rows(value)) for name, value in found.items() if value is not None]
    return [
        {"name": letter, "says": says, "rows": cells}
        for letter, says, cells in told
        if sum(map(len, cells)) <= LARGEST
    ]


def rows(value: Any) -> list[list[str]]:
    """A scalar, vector or matrix as rows of text; anything else as one cell of JSON."""
    if not isinstance(value, list):
        return [[_text(value)]]
    if value and all(isinstance(row, list) for row in value):
        return [[_text(cell) for cell in row] for row in value]
    return [[_text(cell) for cell in value]]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
