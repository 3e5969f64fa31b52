"""Records of this project under reports/: what tests tried, mutants of its code, what Coq accepted."""

from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck import reading

FOLDER = Path(__file__).parents[3] / "reports"
NOTHING: dict[str, dict[str, Any]] = {
    "robustness": {"tried": {}},  # `pytest --record` writes it
    "mutants": {"mutants": 0, "killed": 0},  # `python -m tests.mutants`
    "kernel": {"axioms": [], "claims": {}},  # `ntpcheck coq --check --record`
}


@cache
def record(name: str) -> dict[str, Any]:
    """A record by its name; one of nothing where there is none."""
    path = FOLDER / f"{name}.json"
    return reading.document(path) if path.is_file() else NOTHING[name]
