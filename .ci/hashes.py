"""Writes hashes.txt: what `make test` installs, each pin of constraints.txt with the hashes of all its files.

    python .ci/hashes.py

Needs uv. torch and the libraries of its GPU builds are left out: which build a machine gets depends on the
machine, so torch is held by its version alone.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
OF_GPU_BUILDS = ("nvidia-", "cuda-", "triton")
HEADER = """\
# What `make test` installs, with the hashes of its files on every platform, written by .ci/hashes.py from
# pyproject.toml and constraints.txt. torch is missing: its builds differ by machine.
"""


def compiled() -> str:
    """Pins with hashes, by uv, for every platform and each Python from 3.11 on."""
    if not (uv := shutil.which("uv")):
        raise SystemExit("uv is not here: pip install uv")
    asked = ("pyproject.toml", "--extra=test", "--constraint=constraints.txt", "--python-version=3.11")
    form = ("--generate-hashes", "--universal", "--no-emit-package=torch", "--no-annotate", "--no-header")
    done = subprocess.run([uv, "pip", "compile", *asked, *form], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def main() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    kept = ""
    for block in re.split(r"^(?=\w)", compiled(), flags=re.MULTILINE)[1:]:
        pin = block.split(maxsplit=1)[0]
        if pin in pins:
            kept += block
        elif not pin.startswith(OF_GPU_BUILDS):
            raise SystemExit(f"{pin} is not in constraints.txt. Add it there, and run this again.")
    (ROOT / "hashes.txt").write_text(HEADER + kept, encoding="utf-8")


if __name__ == "__main__":
    main()
