"""`ntpcheck config show`: the settings, and where each comes from."""

import os
from typing import Any

import click

from ntpcheck.commands import _options


@click.group("config", short_help="Show settings and where they come from.")
def command() -> None:
    """Show settings.

    The command line comes first, then NTPCHECK_* variables, [tool.ntpcheck] in pyproject.toml, and defaults.
    """


@command.command("show", short_help="Show each setting, its value and its source.")
@_options.as_json
def show(*, as_json: bool) -> int:
    """Show each setting, its value, and where the value comes from if the command line does not set it."""
    from ntpcheck.commands import _settings

    table = _settings.from_project()
    rows = [_row(key, option, table) for key, option in _settings.known().items()]
    if as_json:
        _options.say_json({"schema_version": 1, "settings": rows})
        return 0
    for row in rows:
        value = "-" if row["value"] is None else row["value"]
        click.echo(f"{row['key']:9}{value!s:9}{row['source']}")
    return 0


def _row(key: str, option: click.Option, table: dict[str, Any]) -> dict[str, Any]:
    from ntpcheck.commands import _settings

    name = _settings.variable(key)
    if os.environ.get(name):  # its value was checked before any command began
        value = option.type.convert(os.environ[name], None, None)
        return {"key": key, "value": value, "source": name}
    if key in table:
        return {"key": key, "value": table[key], "source": str(_settings.project_file())}
    usual = option.default if isinstance(option.default, str | int) else None
    return {"key": key, "value": usual, "source": "default"}
