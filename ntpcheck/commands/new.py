"""`ntpcheck new`: a paper of one's own."""

import keyword
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from unicodedata import normalize

import click

from ntpcheck.commands import _options

# File that is written -> its template in `skeleton/`: of a package, and of a book by itself.
PACKAGE = {
    "{name}.book": "package.book",
    "__init__.py": "__init__.py",
    "section_1.py": "section_1.py",
    "planted.py": "planted.py",
    "test_{name}.py": "test_package.py",
}
BOOK = {"{name}.book": "alone.book", "test_{name}.py": "test_alone.py"}


@click.command("new", short_help="Begin a paper of your own.")
@click.argument("name")
@click.option("--title", metavar="TEXT", help="The paper's title.")
@click.option("--checkers", is_flag=True, help="Write a package with a checker in Python.")
@_options.as_json
def command(name: str, title: str | None, *, checkers: bool, as_json: bool) -> int:
    """Write NAME.book, a paper that needs no Python, and its tests: `verify NAME.book` checks its claims.

    With --checkers, write the package NAME instead: a paper with a checker in Python and a planted falsehood.
    The checker is tested at once. Replace what is written by your own.
    """
    name = name if checkers else name.removesuffix(".book")
    folder = _folder(name)
    said = (title or name.replace("_", " ")).replace('"', "'").replace("\\", "")
    plain = normalize("NFKD", said).encode("ascii", "ignore").decode()  # a book is in ASCII
    plain = " ".join(plain.split()) or name
    files = filled(PACKAGE if checkers else BOOK, name, plain)
    written = _write(folder if checkers else Path(), files)
    for path in written:
        click.echo(f"wrote {path}", err=as_json)
    if not checkers:
        if as_json:
            _options.say_json({"schema_version": 1, "files": [str(p) for p in written], "breaches": []})
        ways = f"\npython -m ntpcheck verify {name}.book\npython -m pytest test_{name}.py"
        click.echo(ways, err=as_json)
        return 0
    return _checked(name, folder, written, as_json=as_json)


def filled(files: Mapping[str, str], name: str, title: str) -> dict[str, str]:
    """File name -> content of a new paper."""
    from ntpcheck.report.templates import text

    words = {"package": "ntpcheck.commands", "name": name, "title": title}
    return {file.format(name=name): text(f"skeleton/{one}.j2", **words) for file, one in files.items()}


def _checked(name: str, folder: Path, written: list[Path], *, as_json: bool) -> int:
    """Says whether a new package's checker keeps the rules; the exit code."""
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

    if keyword.iskeyword(name):
        raise UnknownOption(f"{name!r} is a word of Python, which cannot be a module name. Choose another.")
    if not name.isidentifier():
        raise UnknownOption(f"{name!r} is no module name. Use letters, digits and underscores: my_paper.")
    folder = Path(name)
    for path in (folder, Path(f"{name}.book"), Path(f"test_{name}.py")):
        if path.exists():
            raise UnknownOption(f"'{path}' exists here already. Choose another name, or remove it.")
    if find_spec(name) is not None:
        raise UnknownOption(f"{name!r} is the name of an installed module. Choose another.")
    return folder


def _write(folder: Path, files: dict[str, str]) -> list[Path]:
    from ntpcheck.writing import write

    return [write(folder / file, text) for file, text in files.items()]


def _breaches(target: str) -> list[str]:
    from ntpcheck import backends
    from ntpcheck.claim import Effort
    from ntpcheck.engine.conformance import breaches
    from ntpcheck.report.catalogue import load

    backends.settle()
    return [breach for claim in load(target).claims for breach in breaches(claim, Effort())]
