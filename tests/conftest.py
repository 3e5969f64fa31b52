"""Golden files, and a folder of its own for every test that writes runs."""

from __future__ import annotations

import difflib
import gc
import os
import re
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from hypothesis import settings

from ntpcheck import backends
from tests.recorder import Recorder

GOLDEN = Path(__file__).parent / "golden"
settings.register_profile("no clock", deadline=None)  # how long an example takes is no property
settings.load_profile("no clock")

OUTPUT = ("FORCE_COLOR", "COLUMNS")  # variables that change how output looks


backends.collect_seldom()  # as the program does


def pytest_collection_finish() -> None:
    """Nothing that is imported or collected by now is garbage: it need not be looked through again."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")
    parser.addoption("--faults", choices=("few", "nightly"), default="few", help="how many faults to inject")
    parser.addoption(
        "--record", type=Path, metavar="FILE", help="write what was tried for robustness, and failed"
    )


def pytest_configure(config: pytest.Config) -> None:
    path: Path | None = config.getoption("--record")
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(path, str(config.getoption("--faults"))), "recorder")


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """With `-n auto` one process more than there are cores: some tests wait for other processes to end."""
    found = yield
    return found if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else found + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a test marked `share(n)` every n-th case; all with --faults=nightly, or where cases are named.

    A case is named in brackets, or by a word of -k that occurs in brackets alone. Of the tests of a file that
    are marked `share(n, of=KIND)` every n-th is run, and all where -k names anything.
    """
    _longest_first(config, items)
    if config.getoption("--faults") == "nightly" or any("[" in name for name in config.args):
        return
    if names_cases(str(config.getoption("keyword") or ""), [item.nodeid for item in items]):
        return
    met: Counter[str] = Counter()
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        share = item.get_closest_marker("share")
        if share is None or (share.kwargs and config.getoption("keyword")):
            kept.append(item)
            continue
        test = f"{item.path} {share.kwargs['of']}" if share.kwargs else item.nodeid.partition("[")[0]
        (left_out if met[test] % share.args[0] else kept).append(item)
        met[test] += 1
    if left_out:
        items[:] = kept
        config.hook.pytest_deselected(items=left_out)


def _longest_first(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files with a test that may take long come first: begun last, it would leave other processes idle."""
    usual = float(config.getini("timeout"))
    long = {
        item.path
        for item in items
        if (mark := item.get_closest_marker("timeout")) and float(mark.args[0]) > usual
    }
    items.sort(key=lambda item: item.path not in long)


def names_cases(expression: str, ids: list[str]) -> bool:
    """Whether an expression of -k asks for cases, and not for tests or files alone."""
    places = [place.partition("[")[::2] for place in map(str.lower, ids)]
    words = re.findall(r"[^\s()]+", re.sub(r"\bnot\s+[^\s()]+", "", expression.lower()))
    return any(
        any(word in case for _, case in places) and not any(word in test for test, _ in places)
        for word in words
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with a file in tests/golden, byte for byte; --update-golden rewrites the file."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        if text != known:
            change = difflib.unified_diff(known.splitlines(), text.splitlines(), "golden", "now", lineterm="")
            pytest.fail("\n".join([f"{name} changed (make golden accepts it)", *change]), pytrace=False)

    return compare


@pytest.fixture
def nightly(request: pytest.FixtureRequest) -> bool:
    """Whether all is to be tried that `make test` tries a share of."""
    return request.config.getoption("--faults") == "nightly"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, a cache of its own, and output of no width in particular."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")
    for name in [name for name in os.environ if name.startswith("NTPCHECK_") or name in OUTPUT]:
        monkeypatch.delenv(name)
    return tmp_path
