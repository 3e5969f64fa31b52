"""`ntpcheck new`: a paper of one's own."""

from __future__ import annotations

import keyword
from importlib.util import find_spec
from pathlib import Path
from unicodedata import normalize

import click

from ntpcheck.commands import _options


@click.command("new", short_help="Begin a paper of your own.")
@click.argument("name")
@click.option("--title", metavar="TEXT", help="The paper's title.")
@_options.as_json
def command(name: str, title: str | None, *, as_json: bool) -> int:
    """Write the package NAME, a paper with one claim, and check at once that its checker keeps the rules.

    The claim, its planted falsehood and its tests are there to be replaced. `verify NAME:PAPER` checks it.
    """
    from ntpcheck.commands._skeleton import skeleton

    folder = _folder(name)
    said = (title or name.replace("_", " ")).replace('"', "'").replace("\\", "")
    plain = normalize("NFKD", said).encode("ascii", "ignore").decode()  # a book is in ASCII
    written = _write(folder, skeleton(name, " ".join(plain.split()) or name))
    for path in written:
        click.echo(f"wrote {path}", err=as_json)
    found = _breaches(f"{name}:PAPER")
    if as_json:
        files = [str(path) for path in written]
        _options.say_json({"schema_version": 1, "files": files, "breaches": found})
    for breach in found:
        click.echo(breach, err=True)
    click.echo("its checker keeps the rules" if not found else "its checker breaks the rules", err=as_json)
    click.echo(f"\npython -m ntpcheck verify {name}:PAPER\npython -m pytest {folder}", err=as_json)
    return 1 if found else 0


def _folder(name: str) -> Path:
    """Where the paper goes. Raises UnknownOption for a name that cannot be a new package here."""
    from ntpcheck.errors import UnknownOption

    if not name.isidentifier() or keyword.iskeyword(name):
        raise UnknownOption(f"{name!r} is no module name. Use letters, digits and underscores: my_paper.")
    folder = Path(name)
    if folder.exists():
        raise UnknownOption(f"{name!r} exists here already. Choose another name, or remove it.")
    if find_spec(name) is not None:
        raise UnknownOption(f"{name!r} is the name of an installed module. Choose another.")
    return folder


def _write(folder: Path, files: dict[str, str]) -> list[Path]:
    from ntpcheck.errors import UnreadableFile

    try:
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        said = f"cannot write {folder}: {error.strerror}. Run where files can be written."
        raise UnreadableFile(said) from error
    return [folder / file for file in files]


def _breaches(target: str) -> list[str]:
    from ntpcheck import backends
    from ntpcheck.claim import Effort
    from ntpcheck.engine.conformance import breaches
    from ntpcheck.report.catalogue import load

    backends.settle()
    return [breach for claim in load(target).claims for breach in breaches(claim, Effort())]
