"""The bill of materials names every package that is pinned, in that version, with a licence."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def pins() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_every_pinned_package_has_a_licence() -> None:
    document = json.loads((ROOT / "reports" / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.5")
    parts = document["components"]
    assert [f"{part['name']}=={part['version']}" for part in parts] == pins()
    assert all(part["licenses"][0]["license"]["name"] for part in parts)


def test_every_requirement_has_a_lower_bound_and_a_pin() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = [requirement.partition(">=") for requirement in project["dependencies"]]
    assert all(least for _, _, least in bounds)
    assert {name for name, _, _ in bounds} <= {pin.partition("==")[0] for pin in pins()}
