"""`ntpcheck diagnose`: what the linear theory says of the user's own data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ntpcheck.commands import _options

if TYPE_CHECKING:
    from ntpcheck.instances.dataset import Dataset

TABLES = {".json", ".npz"}
INDENT = " " * 13
SIZE = click.IntRange(min=1)
SIZE.name = "whole number"


@click.command("diagnose", short_help="Say what the theory predicts for your own data.")
@click.argument("path", metavar="DATA", type=click.Path(path_type=Path))
@click.option("--context-length", type=SIZE, metavar="N", help="Read DATA as text, contexts of N tokens.")
@click.option(
    "--tokens",
    type=click.Choice(["words", "characters"]),
    default="words",
    show_default=True,
    help="Of a text.",
)
@click.option("--vocabulary", type=SIZE, metavar="N", help="Keep a text's N most frequent tokens.")
@click.option("--dimension", type=SIZE, metavar="D", help="Embed a text's contexts at random, not one-hot.")
@_options.seed
@_options.as_json
def command(
    path: Path,
    context_length: int | None,
    tokens: str,
    vocabulary: int | None,
    dimension: int | None,
    seed: int,
    *,
    as_json: bool,
) -> int:
    """Say what the linear theory predicts for your own data.

    DATA is a .json or .npz file with the arrays embeddings (contexts x dimension) and counts (contexts x
    tokens), or with --context-length a text. Tells the entropy floor, whether the data is compatible and
    separable or what stands in the way, the margin, and where gradient descent goes. Exit code 0 whatever it
    finds.
    """
    from ntpcheck import backends
    from ntpcheck.errors import UnreadableFile
    from ntpcheck.instances.files import read_dataset
    from ntpcheck.report.diagnosis import diagnose

    backends.settle()
    if context_length is None and path.suffix.lower() not in TABLES:
        raise UnreadableFile(f"{path} is neither .json nor .npz. Read it as text with --context-length 1.")
    contexts: list[str] = []
    names: list[str] = []
    if context_length is None:
        data = read_dataset(path)
    else:
        choice = {"tokens": tokens, "vocabulary": vocabulary, "dimension": dimension, "seed": seed}
        data, contexts, names = _from_text(path, context_length, choice)
    found = diagnose(data, contexts=contexts, tokens=names)
    if as_json:
        _options.say_json({"schema_version": 1, "data": str(path), **found})
    else:
        click.echo("\n".join(_told(found)))
    return 0


def _from_text(path: Path, length: int, choice: dict[str, Any]) -> tuple[Dataset, list[str], list[str]]:
    from ntpcheck.instances.text import dataset_from_text, next_token_counts, read_text

    text = read_text(path)
    data = dataset_from_text(text, context_length=length, **choice)
    sparse = next_token_counts(text, length, choice["tokens"], choice["vocabulary"])
    between = " " if choice["tokens"] == "words" else ""
    contexts = [between.join(sparse.vocabulary[i] for i in window) for window in sparse.windows]
    return data, contexts, list(sparse.vocabulary)


def _told(found: dict[str, Any]) -> list[str]:
    sizes, supports, embeddings = found["sizes"], found["supports"], found["embeddings"]
    rank = "full rank" if embeddings["full_rank"] else f"rank {embeddings['rank']} only"
    over = (
        "more dimensions than contexts"
        if embeddings["overparameterized"]
        else "no more dimensions than contexts"
    )
    lines = [
        f"{sizes['contexts']:,} contexts in {sizes['dimension']:,} dimensions, {sizes['tokens']:,} tokens, "
        f"{sizes['samples']:,} samples",
        f"embeddings   {rank}, {over}",
        f"supports     {supports['least']} to {supports['most']} tokens, median {supports['median']:g}; "
        f"{supports['one_hot_contexts']:,} contexts with one token, {supports['full_contexts']:,} with all",
        f"entropy      {found['entropy']:.6g} nats: no decoder has a smaller loss",
        f"compatible   {_compatible(found['compatible'])}",
        f"separable    {_separable(found['separable'])}",
    ]
    return [*lines, *_obstacles(found), *_training(found["training"])]


def _compatible(told: dict[str, Any]) -> str:
    if told["holds"] is None:
        return f"unknown: {told['why']}"
    if told["holds"]:
        return f"yes, ||W*|| = {told['norm']:.6g}"
    return f"no, the decoder of least squares misses an in-support equation by {told['residual']:.3g} nats"


def _separable(told: dict[str, Any]) -> str:
    if told["holds"] is None:
        return f"unknown: {told['why']}"
    if not told["holds"]:
        return "no"
    if told["margin"] is None:
        return "yes, without a margin to keep: W^mm = 0"
    return (
        f"yes, margin {told['margin']:.6g} = 1 / ||W^mm||, {told['support_vectors']:,} support vectors, "
        f"KKT residual {told['residual']:.1e}"
    )


def _obstacles(found: dict[str, Any]) -> list[str]:
    lines = []
    for key, title in (
        ("compatible", "equations that contradict each other"),
        ("separable", "margins in conflict"),
    ):
        cells = found[key].get("equations") or found[key].get("cells") or []
        if cells:
            lines.append(f"  {title}:")
            lines += [f"    {c['weight']:+.3g}  token {c['token']!r} after {c['context']!r}" for c in cells]
    return lines


def _training(told: dict[str, Any]) -> list[str]:
    lines = [f"training     {told['limit']}"]
    lines.append(
        f"{INDENT}safe step sizes: up to {told['safe_step']:.4g} (smoothness {told['smoothness']:.4g})"
    )
    if told.get("log_log_term"):
        lines.append(f"{INDENT}some support vector has no dual weight: the approach has a log log k term")
    if "curve" in told:
        close = told["log_steps_to_0.01"]
        lines.append(f"{INDENT}from W_0 = 0, 1 - cos falls below 0.01 at about k = e^{close:.3g}")
        lines.append(f"{INDENT}k            loss - entropy   1 - cos   (predicted)")
        lines += [
            f"{INDENT}{row['steps']:<12,} {row['loss_minus_entropy']:<16.3g} {row['one_minus_cos']:.3g}"
            for row in told["curve"]
        ]
    return lines
