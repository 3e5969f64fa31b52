"""A diagnosis in sentences: the same on the screen and on its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from ntpcheck.report.svg import Axis, Curve, Panel, plot

Found = Mapping[str, Any]
# Question -> where its cells are, title, and what the cells do.
OBSTACLES = {
    "compatible": (
        "equations",
        "Equations that contradict each other",
        "The in-support equations of these cells, with these weights, have left sides that cancel and right "
        "sides that do not.",
    ),
    "separable": (
        "cells",
        "Margins in conflict",
        "The margin constraints of these cells, with these weights, add up to 0 >= 1.",
    ),
}


RIGORS = {
    "EXACT": "settled in rationals, for the doubles given; the numbers are doubles",
    "FLOAT": "rests on doubles: the data is too large to be settled in rationals",
}


def answers(found: Found) -> list[tuple[str, str]]:
    """(question, answer) in the order in which they are told."""
    sizes, supports, embeddings = found["sizes"], found["supports"], found["embeddings"]
    rank = "full rank" if embeddings["full_rank"] else f"rank {embeddings['rank']} only"
    more = "more" if embeddings["overparameterized"] else "no more"
    return [
        (
            "data",
            f"{sizes['contexts']:,} contexts in {sizes['dimension']:,} dimensions, {sizes['tokens']:,} "
            f"tokens, {sizes['samples']:,} samples",
        ),
        ("embeddings", f"{rank}, {more} dimensions than contexts"),
        (
            "supports",
            f"{supports['least']} to {supports['most']} tokens, median {supports['median']:g}; "
            f"{supports['one_hot_contexts']:,} contexts with one token, "
            f"{supports['full_contexts']:,} with all",
        ),
        ("entropy", f"{found['entropy']:.6g} nats: no decoder has a smaller loss"),
        ("compatible", _compatible(found["compatible"])),
        ("separable", _separable(found["separable"])),
        *_rigors(found),
        ("training", str(found["training"]["limit"])),
        *_training(found["training"]),
    ]


def _compatible(told: Found) -> str:
    if told["holds"] is None:
        return f"unknown: {told['why']}"
    if told["holds"]:
        return f"yes ({told['rigor']}), ||W*|| = {told['norm']:.6g}"
    missed = "the decoder of least squares misses an in-support equation by"
    return f"no ({told['rigor']}), {missed} {told['residual']:.3g} nats"


def _separable(told: Found) -> str:
    if told["holds"] is None:
        return f"unknown: {told['why']}"
    if not told["holds"]:
        more = f" with residual {told['residual']:.1e}" if told["residual"] else ""
        return f"no ({told['rigor']}), by a Farkas ray{more}"
    yes = f"yes ({told['rigor']})"
    if told["margin"] is None:
        return f"{yes}, without a margin to keep: W^mm = 0"
    if "at_least" in told:
        return (
            f"{yes}, margin at least {told['margin']:.6g}, by a decoder with residual {told['residual']:.1e}"
        )
    return (
        f"{yes}, margin {told['margin']:.6g} = 1 / ||W^mm||, {told['support_vectors']:,} support vectors, "
        f"KKT residual {told['residual']:.1e}"
    )


def _rigors(found: Found) -> Iterator[tuple[str, str]]:
    """What the words EXACT and FLOAT mean, where they were used."""
    used = {found[question]["rigor"] for question in ("compatible", "separable")}
    return ((rigor, said) for rigor, said in RIGORS.items() if rigor in used)


def _training(told: Found) -> Iterator[tuple[str, str]]:
    yield "step size", f"safe up to {told['safe_step']:.4g} (smoothness {told['smoothness']:.4g})"
    if told.get("log_log_term"):
        yield "approach", "some support vector has no dual weight: there is a log log k term"
    if "curve" in told:
        close = told["log_steps_to_0.01"]
        yield "how soon", f"from W_0 = 0, 1 - cos falls below 0.01 at about k = e^{close:.3g}"


def obstacles(found: Found) -> list[dict[str, Any]]:
    """What stands in the way: title, a sentence, and the cells by name with their weights."""
    told = []
    for question, (key, title, says) in OBSTACLES.items():
        if cells := found[question].get(key):
            told.append({"title": title, "says": says, "cells": cells})
    return told


def curve(found: Found) -> list[dict[str, Any]]:
    """The predicted curve's rows, if there is one."""
    return list(found["training"].get("curve", ()))


def page(found: Found, name: str) -> str:
    """The diagnosis as one page that needs neither network nor scripts."""
    from ntpcheck.report.html import environment

    rows = curve(found)
    steps, number = Axis("steps k", log=True), Axis("", log=True)
    panels = [
        Panel("loss minus entropy", steps, number, [_law(rows, "loss_minus_entropy")]),
        Panel("1 - cos(W_k, W^mm)", steps, number, [_law(rows, "one_minus_cos")]),
    ]
    return environment().get_template("page_diagnosis.html.j2").render(
        name=name,
        answers=answers(found),
        obstacles=obstacles(found),
        panels=[Markup(plot(panel)) for panel in panels] if rows else [],
        curve=rows,
    )  # fmt: skip


def _law(rows: list[dict[str, Any]], key: str) -> Curve:
    return Curve("theory", [row["steps"] for row in rows], [row[key] for row in rows], "law")
