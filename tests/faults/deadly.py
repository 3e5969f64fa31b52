"""A paper, some checkers of which end the worker that they run in, once each, where a seed decides."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from ntpcheck.addressed import made_by
from ntpcheck.claim import Claim, Paper
from tests.engine.toys import TOYS, identity, small_corner

LATEST = 3000  # calls of Python functions after which a worker dies; a domain takes many more


def deadly(folder: str, writer: int, domains: int, deaths: int) -> Paper:
    """Claims over so many domains; in so many of them the first worker dies, but never the writing process.

    In the folder, `aimed-N` says that death was on its way in domain N, and `died-N` that it came.
    """
    source = random.Random(deaths)
    doomed = source.sample(range(domains), deaths)
    claims: list[Claim] = []
    for number in range(domains):
        honest = (identity, small_corner)[number % 2]
        home = replace(TOYS, name=f"toys {number}")
        conclude = honest.conclude
        if number in doomed:
            conclude = _mortal(conclude, Path(folder), number, source.randint(1, LATEST), writer)
        claims.append(Claim(f"deadly/{number}", honest.statement, "(1)", home, (), conclude))
    return made_by(Paper("deadly", claims=tuple(claims)), deadly, folder, writer, domains, deaths)


def died(folder: Path) -> int:
    return len([*folder.glob("died-*")])


def _mortal(
    conclude: Callable[..., Any], folder: Path, number: int, point: int, writer: int
) -> Callable[..., Any]:
    def concluded(data: Any, effort: Any) -> Any:
        aimed = folder / f"aimed-{number}"
        if os.getpid() != writer and not aimed.exists():
            aimed.touch()
            sys.setprofile(_striking(folder / f"died-{number}", point))
        return conclude(data, effort)

    return concluded


def _striking(note: Path, point: int) -> Callable[..., None]:
    calls = count(1)

    def look(frame: object, event: str, _: object) -> None:
        if event == "call" and next(calls) == point:
            sys.setprofile(None)
            note.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    return look
