"""A seed fixes each byte of a summary, whatever the locale, time zone, hash seed, threads, workers, place."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine.test_cluster import scheduler

__all__ = ["scheduler"]  # a fixture
ROOT = Path(__file__).parent.parent.parent
SHIPPED = ("linear/lemma-1", "linear/section-2", "attention/lemma-1/above-minimum")
ASKED = ("verify", *SHIPPED, "--json", "--seed", "3", "--device", "cpu")
Summary = tuple[dict[str, Any], dict[str, bytes]]
SURROUNDINGS = (
    {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"},
    {"LC_ALL": "C.UTF-8", "TZ": "Pacific/Chatham", "PYTHONHASHSEED": "1", "OMP_NUM_THREADS": "2"},
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns", "PYTHONHASHSEED": "77", "PYTHONUTF8": "0"},
)


def summary(folder: Path, surroundings: dict[str, str], asked: tuple[str, ...] = ASKED) -> Summary:
    """The run's document, but for what depends on the clock, and the counterexamples that it has written."""
    folder.mkdir(parents=True)
    paths = os.pathsep.join([str(ROOT), str(ROOT / "properties")])
    known = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "NTPCHECK_"))}
    done = subprocess.run(
        [sys.executable, "-m", "ntpcheck", *asked],
        capture_output=True, check=False, cwd=folder,
        env=known | {"PYTHONPATH": paths, "XDG_CACHE_HOME": str(folder / "cache")} | surroundings,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    document = json.loads(done.stdout)
    document.pop("timing")
    return document, {p.name: p.read_bytes() for p in folder.glob("reports/runs/*/counterexamples/*")}


def drawn(count: int) -> list[dict[str, str]]:
    """The three, and as many more as are asked for, by a seed."""
    source = random.Random(19)
    mixed = [
        {"LC_ALL": source.choice(SURROUNDINGS)["LC_ALL"], "TZ": source.choice(SURROUNDINGS)["TZ"]}
        | {"PYTHONHASHSEED": str(source.randrange(2**32)), "OMP_NUM_THREADS": str(source.randint(1, 4))}
        for _ in range(count - len(SURROUNDINGS))
    ]
    return [*SURROUNDINGS, *mixed]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """What one process says in the first of the surroundings, which all others are held against."""
    return summary(tmp_path_factory.mktemp("first") / "plain", SURROUNDINGS[0], (*ASKED, "--workers", "1"))


@pytest.mark.timeout(3600)
def test_surroundings_change_no_byte(
    tmp_path: Path, request: pytest.FixtureRequest, first: Summary, *, nightly: bool
) -> None:
    """In 3 runs, and in 20 with --faults=nightly."""
    several = drawn(20 if nightly else 3)
    request.node.user_properties.append(("times", len(several)))
    folders = ("plain", "with a space", "naïve")
    for number, some in enumerate(several[1:], 1):
        assert summary(tmp_path / f"{number}" / folders[number % 3], some) == first, some


@pytest.mark.timeout(3600)
def test_workers_change_no_byte_of_the_shipped_papers(
    tmp_path: Path, request: pytest.FixtureRequest, scheduler: str, first: Summary, *, nightly: bool
) -> None:
    """Some claims on 1 and 2 workers and a cluster; with --faults=nightly all, and on 4 and 8 workers too."""
    asked = ("verify", "--json", "--device", "cpu") if nightly else ASKED
    ways = [("--workers", "2"), ("--cluster", scheduler)]
    ways += [("--workers", "4"), ("--workers", "8")] if nightly else []
    request.node.user_properties.append(("times", len(ways)))
    alone = summary(tmp_path / "1", {}, (*asked, "--workers", "1")) if nightly else first
    for way in ways:
        assert summary(tmp_path / way[0][2:] / way[1][-1], {}, (*asked, *way)) == alone, way
