"""What is installed is pinned, by the hashes of its files; the bill of materials has it, with its licence."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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


def test_every_pin_is_within_the_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = dict(pin.split("==") for pin in pins())
    asked = [project["dependencies"], *project["optional-dependencies"].values()]
    wanted = [Requirement(line) for lines in asked for line in lines]
    assert len(wanted) > 30
    assert not [r for r in wanted if versions[canonicalize_name(r.name)] not in r.specifier]


def needed(extra: str) -> set[str]:
    """Every package that `pip install ntpcheck[extra]` brings here, as pin files spell names."""
    found: set[str] = set()
    waiting = [("ntpcheck", extra)]
    while waiting:
        name, of = waiting.pop()
        for line in requires(name) or ():
            requirement = Requirement(line)
            asked = requirement.marker is None or requirement.marker.evaluate({"extra": of})
            if asked and (other := canonicalize_name(requirement.name)) not in found:
                found.add(other)
                waiting += [(other, each) for each in ("", *requirement.extras)]
    return found


def test_what_make_installs_is_pinned_and_all_but_torch_by_hashes() -> None:
    wanted = needed("test")
    assert len(wanted) > 60
    assert wanted <= {pin.partition("==")[0] for pin in pins()}
    blocks = re.split(r"^(?=\w)", (ROOT / "hashes.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    hashed = {block.split()[0] for block in blocks if "--hash=sha256:" in block}
    assert len(hashed) == len(blocks)
    assert hashed <= set(pins())
    assert wanted - {pin.partition("==")[0] for pin in hashed} == {"torch"}
