"""A small paper that a third party might write, and a way to type commands at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ntpcheck.cli import run
from ntpcheck.report import catalogue

SOURCE = """
from pathlib import Path
from ntpcheck.claim import Paper, Planted
from tests.engine.toys import identity, softmax_floor

FALSE = Planted("toy/identity", "flipped", "No logit is that large", {"conclude": softmax_floor.conclude})
PAPER = Paper(
    "toy", "A toy paper", (identity, softmax_floor), planted=(FALSE,),
    rests_on={"toy/softmax-floor": ("toy/identity",)},
    unchecked={"training is fast": "says no number"},
    folder=Path(__file__).parent,
)
"""


@dataclass(frozen=True)
class Said:
    """How a command ended."""

    code: int
    out: str
    err: str


Type = Callable[..., Said]


@pytest.fixture
def typed(folder: Path, capsys: pytest.CaptureFixture[str]) -> Type:
    """Runs `ntpcheck` with the given arguments in an empty folder."""

    def typed(*arguments: str) -> Said:
        capsys.readouterr()
        code = run([*arguments])
        return Said(int(code), *capsys.readouterr())

    return typed


@pytest.fixture
def paper(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only installed paper's folder, `toy_paper:PAPER`; it expects its false claim to be refuted."""
    home = folder / "toy_paper"
    home.mkdir()
    (home / "__init__.py").write_text(SOURCE)
    (home / "expected.json").write_text('{"toy/identity": "SUPPORTED", "toy/softmax-floor": "REFUTED"}')
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(catalogue, "installed", lambda: {"toy": "toy_paper:PAPER"})
    monkeypatch.setattr(catalogue, "own", lambda: {"toy_paper"})
    yield home
    sys.modules.pop("toy_paper", None)
