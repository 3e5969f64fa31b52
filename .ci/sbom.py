"""Writes reports/sbom.cdx.json, a bill of materials in CycloneDX 1.5: every pinned package and its licence.

Run it with the Python of an environment that has them all: `.venv/bin/python .ci/sbom.py`.
"""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
UNSAID = {"axe-playwright-python": "MIT"}  # its licence stands in a file only
PREFIX = "License :: OSI Approved :: "


def licence(name: str) -> str:
    """What the package says of its licence: an expression, classifiers, or the first line of a field."""
    told = metadata(name)
    if told["License-Expression"]:
        return str(told["License-Expression"])
    named = [c.removeprefix(PREFIX) for c in told.get_all("Classifier") or () if c.startswith(PREFIX)]
    return (
        " and ".join(named) or str(told["License"] or "").strip().partition("\n")[0] or UNSAID.get(name, "")
    )


def component(pin: str) -> dict[str, Any]:
    name, _, version = pin.partition("==")
    try:
        said = licence(name) if metadata(name)["Version"].partition("+")[0] == version else ""
    except PackageNotFoundError:
        said = ""
    if not said:
        raise SystemExit(f"{pin} is not installed here, or names no licence. Install constraints.txt first.")
    told = {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}
    return told | {"licenses": [{"license": {"name": said}}]}


def main() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    parts = [component(line) for line in lines if line and not line.startswith("#")]
    document = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": parts}
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    (ROOT / "reports" / "sbom.cdx.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
