"""The whole project is typed, as its configuration asks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.timeout(1200)
def test_the_project_is_typed() -> None:
    pyright = Path(sys.executable).with_name("pyright")
    if not pyright.exists():
        pytest.skip("pyright is not installed beside this Python")
    done = subprocess.run(
        [pyright, "--pythonpath", sys.executable], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
