"""Settings: the command line, else NTPCHECK_*, else [tool.ntpcheck] of pyproject.toml, else defaults."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from ntpcheck import reading
from ntpcheck.commands import _options
from ntpcheck.errors import UnknownOption, UnreadableFile, closest

TABLE = "[tool.ntpcheck]"
LARGEST = 2**20  # bytes of the file that holds it


def known() -> dict[str, click.Option]:
    """The options that a setting can fix: key -> the option, which knows its type and default."""
    decorators = (_options.profile, _options.device, _options.seed, _options.workers)
    found: dict[str, click.Option] = {}
    for decorate in decorators:
        (option,) = getattr(decorate(lambda: None), "__click_params__")  # noqa: B009
        found[option.name] = option
    return found


def variable(key: str) -> str:
    """The environment variable of a key."""
    return f"NTPCHECK_{key.upper()}"


def project_file() -> Path | None:
    """The nearest pyproject.toml, from the current folder upwards."""
    here = Path.cwd()
    return next(
        (f / "pyproject.toml" for f in (here, *here.parents) if (f / "pyproject.toml").is_file()), None
    )


def from_project() -> dict[str, Any]:
    """What the project's table sets, checked. Raises UnreadableFile or UnknownOption."""
    path = project_file()
    if path is None:
        return {}
    text = reading.text(path, LARGEST)
    if "ntpcheck" not in text:  # of others' projects nothing is asked, not even to be TOML
        return {}
    import tomllib

    try:
        tool = tomllib.loads(text).get("tool", {})
    except (ValueError, RecursionError) as error:  # of TOML, or a number of too many digits
        raise UnreadableFile(f"{path} is not TOML ({error}). Mend it, or run elsewhere.") from None
    table = tool.get("ntpcheck", {}) if isinstance(tool, dict) else tool
    if not isinstance(table, dict):
        raise UnreadableFile(f"{TABLE} in {path} is no table. Write key = value lines below it.")
    options = known()
    for key, value in table.items():
        if key not in options:
            way_out = closest(key, options, f"Known are {', '.join(options)}.")
            raise UnknownOption(f"{path} sets {key!r} in {TABLE}, which is no setting. {way_out}")
        try:
            table[key] = options[key].type.convert(str(value), None, None)
        except click.BadParameter as error:
            raise UnknownOption(f"{path} sets {key} = {value!r} in {TABLE}. {error.message}") from None
    return table


def defaults(commands: Iterable[str]) -> dict[str, Any]:
    """The project's settings as click's default map.

    Raises UnknownOption for other NTPCHECK_* names, and for values that the environment may not set.
    """
    options = known()
    names = {variable(key): key for key in options} | {"NTPCHECK_DEBUG": "debug"}
    for name in sorted(os.environ):
        if name.startswith("NTPCHECK_") and name not in names:
            way_out = closest(name, names, f"Known are {', '.join(names)}.")
            raise UnknownOption(f"the environment sets {name}, which is no setting. {way_out}")
        if names.get(name) in options and (value := os.environ[name]):
            try:
                options[names[name]].type.convert(value, None, None)
            except click.BadParameter as error:
                raise UnknownOption(f"the environment sets {name} = {value!r}. {error.message}") from None
    table = from_project()
    return dict.fromkeys(commands, table) if table else {}
