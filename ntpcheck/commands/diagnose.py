"""`ntpcheck diagnose`: what the linear theory says of the user's own data."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ntpcheck.commands import _options

if TYPE_CHECKING:
    from ntpcheck.instances.corpus import Corpus

SOON = 2.0  # seconds before which no time left is told
SIZE = _options.whole_number(1)
FILE = click.Path(path_type=Path)


@click.command("diagnose", short_help="Say what the theory predicts for your own data.")
@click.argument("path", metavar="DATA", type=click.Path(path_type=Path))
@click.option("--counts", type=FILE, metavar="FILE", help="Read the counts from here: .npy or scipy.sparse.")
@click.option("--context-length", type=SIZE, metavar="N", help="Read DATA as a text; a context is N tokens.")
@click.option(
    "--tokens",
    type=click.Choice(["words", "characters"]),
    default="words",
    show_default=True,
    help="What a text is cut into.",
)
@click.option("--vocabulary", type=SIZE, metavar="N", help="Keep a text's N most frequent tokens.")
@click.option("--dimension", type=SIZE, metavar="D", help="Embed a text's contexts at random, not one-hot.")
@click.option("--decoder", type=FILE, metavar="W.npy", help="Compare a decoder of your own with the theory.")
@click.option("--html", "page", type=FILE, metavar="FILE", help="Also write a page.")
@click.option(
    "--max-size",
    type=_options.Bytes(),
    metavar="SIZE",
    help="Refuse data of more than, say, 500M.  [default: half of the free memory]",
)
@click.option(
    "--steps",
    type=click.IntRange(10, 10**15),
    default=10**6,
    show_default=True,
    metavar="K",
    help="Integrate the predicted curve up to step K.",
)
@_options.seed
@_options.as_json
def command(
    path: Path,
    decoder: Path | None,
    page: Path | None,
    max_size: int | None,
    steps: int,
    seed: int,
    *,
    counts: Path | None,
    context_length: int | None,
    as_json: bool,
    **choice: Any,
) -> int:
    """Say what the linear theory predicts for your own data.

    DATA is one of three things. A .json, .npz or .safetensors file with the arrays embeddings (contexts x
    dimension) and counts (contexts x tokens). An .npy file of embeddings, with --counts. Or, with
    --context-length, a text or a .bin file of 16-bit tokens.

    The answer has the entropy floor, whether the data is compatible and separable (if not, why), the margin,
    and where gradient descent goes. A --decoder is compared with that. The exit code is 0 whatever is found.
    """
    if page is not None and page.resolve() == path.resolve():
        raise click.UsageError(f"--html {page} is the data itself. Name another file.")
    data, contexts, names = _read(path, counts, context_length, choice, seed, max_size)
    W = _decoder(decoder, data, max_size)
    from ntpcheck import backends
    from ntpcheck.diagnosis.answers import diagnose  # after the file: a bad one needs no torch

    backends.settle()
    with _progress() as progress:
        found = diagnose(data, contexts=contexts, tokens=names, steps=steps, decoder=W, progress=progress)
    if page is not None:
        _write(found, path, page)
    _say(found, path, as_json=as_json)
    return 0


def _say(found: dict[str, Any], path: Path, *, as_json: bool) -> None:
    from ntpcheck.diagnosis.words import screen

    if as_json:
        _options.say_json({"schema_version": 2, "data": str(path), **found})
        return
    for line in screen(found):
        click.echo(line)


Read = tuple["Corpus", list[str], list[str]]


def _read(
    path: Path, counts: Path | None, length: int | None, choice: dict[str, Any], seed: int, most: int | None
) -> Read:
    """The data, and what a text calls its contexts and tokens."""
    from ntpcheck.errors import UnreadableFile
    from ntpcheck.instances.files import FORMATS, NAMED, read_corpus

    if path.suffix.lower() in FORMATS:
        for name, value in {"context-length": length, **choice}.items():
            if value not in (None, "words"):
                said = f"{path} is a dataset, and --{name} is for a text."
                raise UnreadableFile(f"{said} Leave the option out, or rename the file if it holds a text.")
        return read_corpus(path, most, counts), [], []
    if counts is not None:
        raise UnreadableFile(f"{path} is no table, and --counts goes with one. Give embeddings as .npy.")
    if length is None:
        if not path.exists():
            raise UnreadableFile(f"{path} does not exist. Give the path of a dataset or of a text.")
        if path.is_dir():
            raise UnreadableFile(f"{path} is a folder. Give the path of a dataset or of a text.")
        raise UnreadableFile(
            f"{path} is not {NAMED}. Save it so, or read it as a text, .bin as 16-bit tokens, by "
            "--context-length 1."
        )
    return _from_text(path, length, choice, seed, most)


def _from_text(path: Path, length: int, choice: dict[str, Any], seed: int, most: int | None) -> Read:
    from ntpcheck.instances.text import corpus, counted, next_token_counts, read_text, read_tokens

    kind, vocabulary = choice["tokens"], choice["vocabulary"]
    if path.suffix.lower() == ".bin":
        sparse = counted(*read_tokens(path, vocabulary, most), length)
    else:
        sparse = next_token_counts(read_text(path, most), length, kind, vocabulary)
    data = corpus(sparse, dimension=choice["dimension"], seed=seed)
    between = "" if kind == "characters" else " "
    contexts = [between.join(sparse.vocabulary[i] for i in window) for window in sparse.windows]
    return data, contexts, list(sparse.vocabulary)


def _decoder(path: Path | None, data: Corpus, most: int | None) -> Any:
    """The decoder in a file, `[V, d]` as the data has it; None where none is named."""
    if path is None:
        return None
    import torch

    from ntpcheck.errors import InvalidInstance
    from ntpcheck.instances.files import read_decoder

    W, wanted = read_decoder(path, most), data.sizes[1:]
    if W.shape != wanted:
        said = f"{path} has shape {list(W.shape)}, the data {wanted[0]} tokens and {wanted[1]} dimensions."
        raise InvalidInstance(f"{said} A decoder is [tokens, dimensions]: transpose it, or choose the other.")
    return torch.from_numpy(W)


@contextmanager
def _progress() -> Generator[Callable[[str, float], None]]:
    """On a terminal, a line that says what is being asked and about how long it still takes."""
    if not sys.stderr.isatty():
        yield lambda _, __: None
        return
    start = time.monotonic()

    def tell(asked: str, share: float) -> None:
        said = time_left(time.monotonic() - start, share)
        click.echo(f"\r\x1b[K{asked}: {share:.0%}{said}", nl=False, err=True)

    try:
        yield tell
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


def time_left(passed: float, share: float) -> str:
    """The time left if the pace stays the same; empty at the start, when little is known of it."""
    if passed < SOON or share <= 0:
        return ""
    left = passed * (1 - share) / share
    return f", about {left:.0f} s left" if left < 100 else f", about {left / 60:.0f} min left"


def _write(found: dict[str, Any], data: Path, page: Path) -> None:
    from ntpcheck.diagnosis.words import page as rendered
    from ntpcheck.writing import write

    write(page, rendered(found, data.name), inside=False)
    click.echo(f"wrote {page}", err=True)
