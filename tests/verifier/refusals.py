"""`python -m tests.verifier.refusals` writes down why each example that a lemma must refuse is refused.

A premise that is no longer asked for is missed there even where another one refuses the same example.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Protocol

FILE = Path(__file__).parents[1] / "golden" / "verifier" / "refusals.toml"


class Refused(Protocol):
    """An example of what a lemma must not refute."""

    def objection(self) -> str: ...


@cache
def reasons(room: str) -> dict[str, str]:
    """By the examples' names."""
    found: dict[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))[room]
    return found


def rooms() -> dict[str, Mapping[str, Refused]]:
    from tests.verifier import test_lemmas_attention, test_lemmas_toys

    return {"toys": test_lemmas_toys.BAD, "attention": test_lemmas_attention.BAD}


def main() -> None:
    lines = list[str]()
    for room, bad in rooms().items():
        lines += [f"[{room}]"]
        lines += [f"{json.dumps(name)} = {json.dumps(one.objection())}" for name, one in bad.items()]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
