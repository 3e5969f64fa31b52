"""A diagnosis in sentences: the same on the screen and on its page."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from ntpcheck.report.figures.svg import Axis, Curve, Panel, plot
from ntpcheck.report.terminal import folded

Found = Mapping[str, Any]
# Question -> where its cells are, title, and what the cells do.
OBSTACLES = {
    "compatible": (
        "equations",
        "Equations that contradict each other",
        "Add the in-support equations of these cells with these weights: the left sides cancel, the "
        "right sides do not.",
    ),
    "separable": (
        "cells",
        "Margins in conflict",
        "Add the margin constraints of these cells with these weights: the sum says 0 >= 1.",
    ),
    "decoder": (
        "cells",
        "Margins that the decoder breaks most",
        "The least logit in support after the context, minus the token's logit. W^mm has at least 1.",
    ),
}


INDENT = " " * 13
BANDED = ("loss_minus_entropy", "one_minus_cos")  # of a row of the curve
RIGORS = {
    "EXACT": "decided in exact arithmetic for the numbers as given; norms and margins are rounded",
    "FLOAT": "decided in floating point: the data is too large for exact arithmetic",
}


def answers(found: Found) -> list[tuple[str, str]]:
    """(question, answer), in the order of the screen."""
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
        *(_decoder(found["decoder"]) if "decoder" in found else ()),
    ]


def _compatible(told: Found) -> str:
    if told["holds"] is None:
        return f"unknown: {told['why']}"
    if told["holds"]:
        return f"{_yes(told)}, ||W*|| {'at most' if 'at_most' in told else '='} {told['norm']:.6g}"
    missed = "the least-squares decoder misses an in-support equation by"
    return f"no ({told['rigor']}), {missed} {told['residual']:.3g} nats"


def _separable(told: Found) -> str:
    if told["holds"] is None:
        return f"unknown: {told['why']}"
    if not told["holds"]:
        more = f" with residual {told['residual']:.1e}" if told["residual"] else ""
        return f"no ({told['rigor']}), by a Farkas ray{more}"
    yes = _yes(told)
    if told["margin"] is None:
        return f"{yes}; every token is in support, so W^mm = 0"
    if "at_least" in told:
        return (
            f"{yes}, margin at least {told['margin']:.6g}, by a decoder with residual {told['residual']:.1e}"
        )
    return (
        f"{yes}, margin {told['margin']:.6g} = 1 / ||W^mm||, {told['support_vectors']:,} support vectors, "
        f"KKT residual {told['residual']:.1e}"
    )


def _yes(told: Found) -> str:
    why = f", because {told['because']}" if "because" in told else ""
    return f"yes ({told['rigor']}){why}"


def _rigors(found: Found) -> Iterator[tuple[str, str]]:
    """What EXACT and FLOAT mean, if they were used."""
    used = {found[question]["rigor"] for question in ("compatible", "separable")}
    return ((rigor, said) for rigor, said in RIGORS.items() if rigor in used)


def _training(told: Found) -> Iterator[tuple[str, str]]:
    yield "step size", f"safe up to {told['safe_step']:.4g} (smoothness {told['smoothness']:.4g})"
    if "untold" in told:
        yield "approach", f"not told: {told['untold']}"
    if "curve" in told:
        yield "how soon", _soon(told["log_steps_to_0.01"])


def _decoder(told: Found) -> Iterator[tuple[str, str]]:
    parts = f"{told['in_support']:.4g} in support, {told['out_of_support']:.4g} out of it"
    yield (
        "decoder",
        f"loss {told['loss']:.6g} nats, {told['above_entropy']:.4g} above the entropy ({parts}); "
        f"norm {told['norm']:.4g}",
    )
    if "degrees" in told:
        yield "its angle", f"{told['degrees']:.4g} degrees to W^mm, 1 - cos = {told['one_minus_cos']:.4g}"
    yield (
        "its margins",
        f"{told['wrong_order']:,} of {told['margins']:,} are not positive (in {told['wrong_contexts']:,} "
        f"contexts), {told['below_one']:,} are below 1",
    )
    if told["equations"]:
        yield (
            "its ties",
            f"{told['untied']:,} of {told['equations']:,} logits in support are above the least there, by up "
            f"to {told['largest_spread']:.4g} nats (W^mm ties them)",
        )


def _soon(close: Mapping[str, float | None] | None) -> str:
    if close is None:
        return "from W_0 = 0, 1 - cos stays above 0.01 as far as the prediction reaches"
    value, low, high = close["value"], close["low"], close["high"]
    until = "no known end" if high is None else f"e^{high:.3g}"
    return f"from W_0 = 0, 1 - cos falls below 0.01 at about k = e^{value:.3g} (e^{low:.3g} to {until})"


def banded(told: Mapping[str, float | None]) -> str:
    """A value with its band, as a percentage to either side if the band is narrow and has two ends."""
    value, low, high = told["value"], told["low"], told["high"]
    if low == high:
        return f"{value:.3g}"
    if value and low is not None and high is not None and max(high - value, value - low) < value:
        return f"{value:.3g} ± {100 * max(high - value, value - low) / value:.2g}%"
    return f"{value:.3g} ({low:.2g} to {'any' if high is None else f'{high:.2g}'})"


def obstacles(found: Found) -> list[dict[str, Any]]:
    """What makes an answer no: a title, a sentence, and the cells by name with their weights."""
    told = []
    for question, (key, title, says) in OBSTACLES.items():
        if cells := found.get(question, {}).get(key):
            told.append({"title": title, "says": says, "cells": cells})
    return told


def curve(found: Found) -> list[dict[str, Any]]:
    """The predicted curve's rows, if there is one."""
    return list(found["training"].get("curve", ()))


def screen(found: Found) -> list[str]:
    """The lines that a terminal shows."""
    hang = len(INDENT)
    lines = [folded(f"{question:{hang}}{answer}", hang) for question, answer in answers(found)]
    at = next(i for i, (question, _) in enumerate(answers(found)) if question == "training")
    named: list[str] = []
    for obstacle in obstacles(found):
        named.append(f"  {obstacle['title'].lower()}:")
        named += [
            folded(f"    {c['weight']:+.3g}  token {c['token']!r} after {c['context']!r}", 4)
            for c in obstacle["cells"]
        ]
    rows = [
        f"{INDENT}{row['steps']:<12.3g} {banded(row['loss_minus_entropy']):<18} "
        f"{banded(row['one_minus_cos']):<18} {row['by']}"
        for row in curve(found)
    ]
    head = [f"{'predicted':{hang}}k            loss - entropy     1 - cos            by"] if rows else []
    return [*lines[:at], *named, *lines[at:], *head, *rows]


def page(found: Found, name: str) -> str:
    """The diagnosis as one HTML page, without network or scripts."""
    from ntpcheck.report.page.html import environment

    rows = curve(found)
    steps, number = Axis("steps k", log=True), Axis("", log=True)
    panels = [
        Panel("loss minus entropy", steps, number, _curves(rows, "loss_minus_entropy")),
        Panel("1 - cos(W_k, W^mm)", steps, number, _curves(rows, "one_minus_cos")),
    ]
    return environment().get_template("page/page_diagnosis.html.j2").render(
        name=name,
        answers=answers(found),
        obstacles=obstacles(found),
        panels=[Markup(plot(panel)) for panel in panels] if rows else [],
        curve=[row | {key: banded(row[key]) for key in BANDED} for row in rows],
    )  # fmt: skip


def _curves(rows: list[dict[str, Any]], key: str) -> list[Curve]:
    """The prediction and the two ends of its band."""
    steps = [row["steps"] for row in rows]
    ends = {"prediction": "value", "at least": "low", "at most": "high"}
    drawn = {name: [row[key][end] or math.nan for row in rows] for name, end in ends.items()}
    return [
        Curve(name, steps, values, "run" if name == "prediction" else "law") for name, values in drawn.items()
    ]
