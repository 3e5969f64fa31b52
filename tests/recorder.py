"""What tests of robustness tried, how often, and what failed: one file, which TRUST.md is rendered from.

    python -m pytest tests/faults tests/engine/test_cluster.py ... --record reports/robustness.json

A test counts once, or as often as its property `times` says: record_property("times", 200).
"""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

HOSTILE = "claims that leave, hang, crash, print or fill memory; modules that end their process"
SUBJECTS = {  # the longest that a test's name begins with
    "tests/faults/test_interruptions.py": "runs resumed by two at once",
    "tests/faults/test_interruptions.py::test_a_killed": "runs killed with kill -9, and resumed",
    "tests/faults/test_interruptions.py::test_an_interrupted": "runs stopped by a signal, and resumed",
    "tests/faults/test_interruptions.py::test_a_write": "writes that fail: EIO, ENOSPC, EROFS, EMFILE",
    "tests/faults/test_mutated_files.py": "changed files: data, books, counterexamples, journals",
    "tests/faults/test_worker_deaths.py": "workers killed at random during a run",
    "tests/engine/test_cluster.py": "workers that die, lose their parent or cannot be told; what tasks raise",
    "tests/engine/test_cluster.py::test_runs_of": "identity of bytes: 1, 2, 4 workers and a cluster",
    "tests/engine/test_resume.py": "journals that break off, within a line and between lines",
    "tests/quality/test_metamorphic.py": "metamorphic relations: tokens, contexts, counts, rotation, a split",
    "tests/quality/test_metamorphic.py::test_batches": "batches cut into parts of other sizes",
    "tests/quality/test_determinism.py": "identity of bytes: hash seeds, threads, locale, time zone, folder",
    "tests/commands/test_hostile_claims.py": HOSTILE,
    "tests/commands/test_interrupts.py": "Ctrl-C at chosen moments: imports, collection of memory, the start",
    "tests/test_reading_and_writing.py": "bad files, failing writes, journal lines changed or missing",
}


class Recorder:
    """Counts what the tests report, and writes it when the last has ended."""

    def __init__(self, path: Path, faults: str) -> None:
        self.path, self.faults = path, faults
        self.tried: dict[str, dict[str, int]] = {}
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        known = [name for name in SUBJECTS if report.nodeid.startswith(name)]
        bad = report.outcome == "failed"
        if not known or not (report.when == "call" or bad or report.skipped):
            return
        subject = SUBJECTS[max(known, key=len)]
        row = self.tried.setdefault(subject, {"tests": 0, "times": 0, "failed": 0, "skipped": 0})
        row["tests"] += 1
        row["skipped"] += report.skipped
        row["failed"] += bad
        row["times"] += 0 if report.skipped else int(dict(report.user_properties).get("times", 1))
        if bad:
            self.failed.append(report.nodeid)

    def record(self) -> dict[str, Any]:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        python = platform.python_version()
        machine = f"{platform.system()} {platform.machine()} with {cores} cores, Python {python}"
        told = {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "faults": self.faults}
        return told | {"tried": dict(sorted(self.tried.items())), "failed": sorted(self.failed)}

    def pytest_sessionfinish(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.record(), indent=1) + "\n", encoding="utf-8")
