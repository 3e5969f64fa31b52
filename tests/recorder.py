"""What tests of robustness tried, how often, and what failed: one file, which TRUST.md is rendered from.

    python -m pytest $(python -m tests.recorder) --record reports/robustness.json

A test counts once, or as often as its property `times` says: record_property("times", 200). A property
`figure: WORDS` is a number that is added up over the tests of a subject, and `most: WORDS` one of which the
largest counts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.backends import machine

HOSTILE = "claims that leave, hang, crash, print or fill memory; modules that end their process"
BAD = "bad files, failing writes, journal lines changed or missing"
ENDS = "failures of `verify` and `replay`: none ends with exit code 0"
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
    "tests/quality/test_determinism.py::test_workers": "identity of bytes: 1, 2, 4 workers and a cluster",
    "tests/commands/test_hostile_claims.py": HOSTILE,
    "tests/commands/test_hostile_papers.py": HOSTILE,
    "tests/commands/test_hostile_ways.py": HOSTILE,
    "tests/commands/test_interrupts.py": "Ctrl-C at chosen moments: imports, collection of memory, the start",
    "tests/test_reading_and_writing.py": BAD,
    "tests/faults/test_hostile_places.py": BAD,
    "tests/faults/test_hostile_sizes.py": BAD,
    "tests/commands/test_errors.py": ENDS,
    "tests/commands/test_hunt.py::test_replay": ENDS,
    "tests/commands/test_verify.py::test_a_run_fails": ENDS,
    "tests/statement/test_forging.py::test_every_stored": "stored counterexamples put to the verifier",
    "tests/statement/test_agreement.py::test_book_and_checker": "comparisons of book and checker",
    "tests/quality/test_conformance.py": "claims in floats and in exact numbers, up to condition 1e14",
    "tests/formulas/test_strangers.py::test_a_book": "statements written before any of them was checked",
}


JOINED: dict[str, Callable[[int, int], int]] = {"figure": int.__add__, "most": max}


def _subjects(nodeid: str) -> list[str]:
    return [name for name in SUBJECTS if nodeid.startswith(name)]


class Recorder:
    """Counts what the tests report, and writes it when the last has ended.

    What is tried again takes the place of what was recorded of it; the rest of the file stays.
    """

    def __init__(self, path: Path, faults: str) -> None:
        self.path, self.faults = path, faults
        self.tried: dict[str, dict[str, Any]] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Tests of no subject are left out."""
        others = [item for item in items if not _subjects(item.nodeid)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if _subjects(item.nodeid)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        known = _subjects(report.nodeid)
        bad = report.outcome == "failed"
        if not known or not (report.when == "call" or bad or report.skipped):
            return
        subject = SUBJECTS[max(known, key=len)]
        empty = {"tests": 0, "times": 0, "skipped": 0, "failed": [], **self._where()}
        row = self.tried.setdefault(subject, empty)
        row["tests"] += 1
        row["skipped"] += report.skipped
        row["times"] += 0 if report.skipped else int(str(dict(report.user_properties).get("times", 1)))
        row["failed"] += [report.nodeid] if bad else []
        for name, value in report.user_properties:
            kind, _, words = name.partition(": ")
            if kind in JOINED:
                figures = row.setdefault("figures", {})
                figures[words] = JOINED[kind](figures.get(words, 0), int(str(value)))

    def _where(self) -> dict[str, str]:
        return {"date": datetime.now(UTC).date().isoformat(), "machine": machine(), "faults": self.faults}

    def pytest_sessionfinish(self) -> None:
        known = json.loads(self.path.read_text(encoding="utf-8"))["tried"] if self.path.is_file() else {}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        told = {"tried": dict(sorted((known | self.tried).items()))}
        self.path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":  # what `make robustness` runs: the whole files, since tests of them may be new
    sys.stdout.write("\n".join(dict.fromkeys(name.partition("::")[0] for name in SUBJECTS)) + "\n")
