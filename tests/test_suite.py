"""A paper as a pytest suite, run in pytest's own sandbox."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SUITE = """
from ntpcheck.claim import Paper
from ntpcheck.suite import suite
from tests.engine.toys import identity, small_corner

test_the_claims_keep_their_verdicts = suite(Paper("toy", "A toy paper", (identity, small_corner)))
"""
NAME = "test_toy.py::test_the_claims_keep_their_verdicts[toy/{}]"


@pytest.fixture
def pytester(tmp_path: Path) -> Path:
    (tmp_path / "test_toy.py").write_text(SUITE)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\nmarkers = ntpclaim(id): x\n")
    return tmp_path


def run(folder: Path, *arguments: str, plugin: str = "ntpcheck.plugin") -> subprocess.CompletedProcess[str]:
    """pytest in a process of its own, with the plugin loaded as the entry point would load it."""
    command = [sys.executable, "-m", "pytest", "-rA", "-p", plugin, "-p", "no:cacheprovider", *arguments]
    environment = {"PATH": "", "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "HOME": str(folder)}
    settings = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment | settings, capture_output=True, text=True, check=False
    )


def test_each_claim_is_a_test_that_fails_with_its_witness(pytester: Path) -> None:
    done = run(pytester, "--ntpcheck-report", "verdicts.json")
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"PASSED {NAME.format('identity')}" in done.stdout
    assert f"FAILED {NAME.format('small-corner')}" in done.stdout
    for said in (
        "toy/small-corner: REFUTED, nothing was expected",
        "cited as (2)",
        "Decoding: ",
        " is false",
        "after that `python -m ntpcheck gate --update` makes this the expected verdict",
    ):
        assert said in done.stdout
    assert "python -m ntpcheck verify 'toy/small-corner'" in done.stdout
    verdicts = json.loads((pytester / "verdicts.json").read_text())["claims"]
    assert [(claim["claim"], claim["verdict"]) for claim in verdicts] == [
        ("toy/identity", "SUPPORTED"),
        ("toy/small-corner", "REFUTED"),
    ]


def test_the_command_that_repeats_a_failure_names_the_book_or_the_module(pytester: Path) -> None:
    (pytester / "mine.book").write_text(
        'book mine "Mine"\naxes S: s\ngiven Row: q[s] from entries\n'
        'claim mine/sum "1" on Row\n    says     a sum is at least 0\n    formula  (sum s. q[s]) >= 0\n'
    )
    (pytester / "held.py").write_text(
        SUITE.replace("test_the_claims_keep_their_verdicts = suite(", "PAPER = (") + "\n"
    )
    (pytester / "test_toy.py").write_text(
        "from pathlib import Path\nfrom held import PAPER\nfrom ntpcheck.suite import suite\n"
        'test_book = suite(Path(__file__).parent / "mine.book")\ntest_module = suite(PAPER)\n'
    )
    said = run(pytester).stdout
    assert "python -m ntpcheck verify 'mine.book' 'mine/sum'" in said
    assert "python -m ntpcheck verify 'held:PAPER' 'toy/small-corner'" in said


def test_a_suite_runs_without_the_plugin(pytester: Path) -> None:
    done = run(pytester, "-k", "identity", plugin="no:ntpcheck")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_suite_runs_on_several_workers(pytester: Path) -> None:
    options = ("-n", "2", "--dist", "loadgroup", "--ntpcheck-report", "verdicts.json")
    done = run(pytester, "-p", "xdist", *options)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"PASSED {NAME.format('identity')}@verdicts of toy, toys" in done.stdout  # one process a domain
    assert len(json.loads((pytester / "verdicts.json").read_text())["claims"]) == 2


def test_the_plugin_registers_hypothesis_profiles_when_asked(pytester: Path) -> None:
    (pytester / "test_toy.py").write_text(
        "from hypothesis import settings\n"
        "def test_profile():\n"
        "    assert settings.default.max_examples == 100\n"
        "    assert settings.default.deadline is None\n"
    )
    done = run(pytester, "-p", "_hypothesis_pytestplugin", "--hypothesis-profile", "ntpcheck-ci")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_profile_is_a_usage_error(pytester: Path) -> None:
    done = run(pytester, "--ntpcheck-profile", "slow")
    assert done.returncode == 4
    assert "invalid choice: 'slow'" in done.stderr


def test_the_plugin_is_light_to_import() -> None:
    heavy = {"torch", "numpy", "hypothesis", "flint", "rich", "jinja2"}
    code = "import sys, ntpcheck.plugin; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not heavy & set(loaded.stdout.split())
