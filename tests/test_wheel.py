"""The wheel carries the books: installed by itself, without a dependency, it judges a counterexample file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(ROOT.glob("properties/*/*/counterexamples/*.json"))


def run(*line: object, **more: object) -> str:
    done = subprocess.run([str(part) for part in line], capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the wheel alone is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
    found = folder / "env" / "bin" / "python"
    run(*pip, "--python", found, "install", "--quiet", "--no-deps", "--no-index", wheel)
    return found


def test_an_empty_environment_judges_by_the_books_in_the_wheel(python: Path) -> None:
    """One file of each paper, by the installed command, from a folder that holds nothing else."""
    chosen = [
        next(path for path in FILES if paper in path.parts) for paper in ("thrampoulidis2024", "li2024")
    ]
    said = run(python.parent / "ntpcheck-verifier", *chosen, cwd=python.parent, env={})
    assert said.count("ACCEPTED") == len(chosen)
    assert "REFUTED" in said


def test_a_bare_interpreter_takes_the_installed_folder(python: Path) -> None:
    folder = run(python.parent / "ntpcheck-verifier", "--where", env={}).strip()
    assert str(python.parents[1]) in folder
    said = run(sys.executable, "-I", "-S", folder, FILES[0], cwd=python.parent, env={})
    assert "ACCEPTED" in said
