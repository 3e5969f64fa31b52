"""Installs exactly the lower bounds of pyproject.toml beside a whole environment, and tests them.

    python .ci/lowest.py FOLDER --beside .venv [TESTS...]

FOLDER becomes a virtual environment. What no bound is said for, and torch, whose older builds bring
gigabytes of libraries for graphics cards, comes from the environment beside it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOGETHER = {"distributed": ("dask",)}  # releases that need each other in the same version
LEFT = {"torch"}
TESTS = (
    "tests/test_evidence.py", "tests/test_arithmetic.py", "tests/engine/test_run.py",
    "tests/engine/test_cluster.py",
    "tests/commands/test_verify.py", "tests/commands/test_errors.py", "tests/reference/test_max_margin.py",
)  # fmt: skip


def lowest() -> list[str]:
    """A pin for every lower bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: list[str] = []
    for requirement in project["dependencies"]:
        name, _, bound = requirement.partition(">=")
        least = bound.partition(",")[0]
        found += [] if name in LEFT else [f"{each}=={least}" for each in (name, *TOGETHER.get(name, ()))]
    return found


def link(other: Path, home: Path) -> None:
    """Links every package of another environment that is not here."""
    here = {each.name.lower() for each in distributions(path=[str(home)])}
    for each in distributions(path=[str(other)]):
        if each.name.lower() not in here:
            tops = {file.parts[0] for file in each.files or () if file.parts[0] != ".."}
            for top in tops - {"__pycache__"}:
                if not (home / top).exists():
                    (home / top).symlink_to(other / top)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--beside", type=Path, default=ROOT / ".venv")
    asked.add_argument("tests", nargs="*", default=TESTS)
    given = asked.parse_args()
    subprocess.run([sys.executable, "-m", "venv", "--clear", given.folder], check=True)
    python = given.folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", *lowest()], check=True)
    (home,) = given.folder.glob("lib/python*/site-packages")
    (other,) = given.beside.resolve().glob("lib/python*/site-packages")
    link(other, home)
    paths = os.pathsep.join([str(ROOT), str(ROOT / "properties")])
    command = [python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *given.tests]
    sys.exit(
        subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": paths}, check=False).returncode
    )


if __name__ == "__main__":
    main()
