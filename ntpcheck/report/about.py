"""What is written of a paper as a whole: what the verdicts mean for it, its versions, its symbols.

It lies in about.toml beside expected.json, authored like the reasons. No verdict and no digest depends on it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ntpcheck import reading
from ntpcheck.errors import UnreadableFile

FILE = "about.toml"


@dataclass(frozen=True)
class About:
    """key: the paper's. versions: the mark in an id -> which version. symbols: a sign -> what it is."""

    key: str
    means: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)


def read_about(folder: Path | None) -> About | None:
    """What a paper's folder holds; None without a file. Raises UnreadableFile."""
    path = folder / FILE if folder else None
    if path is None or not path.exists():
        return None
    try:
        found: dict[str, Any] = tomllib.loads(reading.text(path))
        found["means"] = " ".join(str(found.get("means", "")).split())
        return About(**found)
    except (ValueError, TypeError) as error:
        said = f"{path} is not understood ({type(error).__name__}: {error})."
        raise UnreadableFile(f"{said} It has key, means, and tables [versions] and [symbols].") from error
