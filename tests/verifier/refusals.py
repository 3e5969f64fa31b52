"""`python -m tests.verifier.refusals` writes down why each example that must be refused is refused.

A premise that is no longer asked for is missed there even where another one refuses the same example.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FILE = Path(__file__).parents[1] / "golden" / "verifier" / "refusals.toml"
Rooms = dict[str, dict[str, Callable[[], str]]]


@cache
def reasons(room: str) -> dict[str, str]:
    """By the examples' names."""
    found: dict[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))[room]
    return found


def of_lemmas() -> Rooms:
    from tests.verifier import test_lemma_descends as descends
    from tests.verifier import test_lemma_stays_above as above
    from tests.verifier import test_lemma_straddles as straddles
    from tests.verifier import test_lemmas_attention as attention
    from tests.verifier import test_lemmas_toys as toys

    stand = [*((limit, descends.PLANE) for limit in descends.STAND), *descends.NEAR]
    return {
        "toys": {name: one.objection for name, one in toys.BAD.items()},
        "attention": {name: one.objection for name, one in attention.BAD.items()},
        "descends": {limit: partial(descends.stands, limit, run) for limit, run in stand},
        "stays-above": {f"{i}: {one[0]}": partial(above.stands, i) for i, one in enumerate(above.STAND)},
        "straddles": {str(one): partial(straddles.stands, i) for i, one in enumerate(straddles.STAND)},
    }


def of_files(folder: Path) -> Rooms:
    from tests.verifier import test_scalar_limits as numbers
    from tests.verifier import test_true_statements as truths

    def told(said: Callable[..., Any], *about: Any) -> Callable[[], str]:
        return lambda: str(said(*about).reason)

    return {
        "truths": {name: told(truths.said, one, folder) for name, one in truths.TRUTHS.items()},
        "without a value": {name: told(truths.said, one, folder) for name, one in truths.WITHOUT.items()},
        "with a value": {
            name: told(truths.said, one, folder, "undefined") for name, one in truths.WITH.items()
        },
        "numbers": {
            f"{lemma} {limit} {hints}": told(numbers.said, lemma, hints, limit, folder)
            for lemma, hints, limit in numbers.TRUE
        },
    }


def lines(room: str, refused: Mapping[str, Callable[[], str]]) -> list[str]:
    told = [f"{json.dumps(name)} = {json.dumps(why())}" for name, why in refused.items()]
    return [f"[{json.dumps(room)}]", *told]


def main() -> None:
    with TemporaryDirectory() as folder:
        rooms = of_lemmas() | of_files(Path(folder))
        said = [line for room, refused in rooms.items() for line in lines(room, refused)]
    FILE.write_text("\n".join(said) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
