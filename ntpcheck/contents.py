"""What a paper's package holds: claims and assumptions, and which results rest on which."""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, TypeVar

from ntpcheck import reading
from ntpcheck.errors import UnreadableFile

Kind = TypeVar("Kind")


def held(package: str, kind: type[Kind], *, without: tuple[str, ...] = ()) -> tuple[Kind, ...]:
    """What the modules below an imported package hold of a kind, each once, by the modules' names.

    without: names of subpackages that are left out. A paper's book says in which order its claims stand.
    """
    left_out = tuple(f"{package}.{name}." for name in without)
    values = [value for module in _below(package, left_out) for value in vars(module).values()]
    return tuple(dict.fromkeys(value for value in values if isinstance(value, kind)))


def checks(package: str) -> dict[str, Mapping[str, Any]]:
    """The dictionaries CHECKS of the modules below an imported package, as one."""
    tables = (getattr(module, "CHECKS", {}) for module in _below(package))
    return {name: check for table in tables for name, check in table.items()}


def _below(package: str, left_out: tuple[str, ...] = ()) -> Iterator[ModuleType]:
    """The modules below a package, imported, without those whose names begin as some that are left out."""
    for found in walk_packages(sys.modules[package].__path__, f"{package}."):
        if not f"{found.name}.".startswith(left_out):
            yield import_module(found.name)


def dependencies(folder: Path) -> dict[str, Any]:
    """What `dependencies.toml` in a paper's folder says: `rests_on` and `unchecked`, as a Paper takes them.

    Its tables are [rests-on], a claim's id -> the ids that its proof uses, and [unchecked], a sentence too
    vague to check -> the reason. Raises UnreadableFile.
    """
    path = folder / "dependencies.toml"
    try:
        found = tomllib.loads(reading.text(path))
        rests_on = {claim: tuple(used) for claim, used in found["rests-on"].items()}
        return {"rests_on": rests_on, "unchecked": found["unchecked"]}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        said = f"{path} holds no dependencies ({type(error).__name__}: {error})."
        raise UnreadableFile(f"{said} Its tables are [rests-on] and [unchecked].") from error
