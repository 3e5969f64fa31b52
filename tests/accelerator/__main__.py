"""`python -m tests.accelerator`, or `make gpu`: for whoever owns a GPU. It writes one file to send back.

Every claim of both papers is concluded on the processor and on the GPU: do the outcomes agree, and how long
did each take, by the clock on the wall? Training runs on the processor in either case.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch

from ntpcheck import backends
from ntpcheck.claim import Effort
from ntpcheck.engine.sweep import generator
from ntpcheck.errors import UnknownOption
from ntpcheck.report.summary import canonical
from ntpcheck.writing import write
from tests.accelerator.test_claims import DOMAINS, by_assumptions, outcomes_of

FILE = Path("reports/gpu.json")
ROWS, RUNS = 512, 24  # instances of a domain, and training runs: those of the quick profile


def report(names: Iterable[str], *, rows: int = ROWS, runs: int = RUNS) -> dict[str, Any]:
    """Per domain: seconds here and there, the second time on the same sizes, and the claims that differ."""
    present = torch.cuda.is_available()
    environment = backends.environment("cuda") | {
        "gpu": torch.cuda.get_device_name() if present else "none",
        "cuda": str(torch.version.cuda),
    }
    return {"environment": environment, "domains": {name: compared(name, rows, runs) for name in names}}


def compared(name: str, rows: int, runs: int) -> dict[str, Any]:
    """One domain."""
    domain, claims = DOMAINS[name]
    size = min(runs if domain.costly else rows, domain.most or rows)
    warm, wild = (domain.sampler(generator("gpu", name, k), size) for k in range(2))
    found, seconds = dict[str, dict[str, np.ndarray]](), dict[str, float]()
    try:
        for device in ("cpu", "cuda"):
            effort = replace(Effort(), device=device)
            outcomes(claims, warm.to(device), effort)  # kernels are compiled and loaded on first use
            started = time.perf_counter()
            found[device] = outcomes(claims, wild.to(device), effort)
            seconds[device] = time.perf_counter() - started
    except Exception as problem:  # the file should tell of it, and of the other domains
        return {"instances": size, "raised": f"{type(problem).__name__}: {problem}"}
    here, there = found["cpu"], found["cuda"]
    differ = [what for what in here if what not in there or not np.array_equal(here[what], there[what])]
    return {"instances": size, "compared": len(here), "differ": differ, "seconds": seconds}


def outcomes(claims: list[Any], batch: Any, effort: Effort) -> dict[str, np.ndarray]:
    """The outcomes of all claims of a domain on a batch pulled inside their assumptions."""
    found: dict[str, np.ndarray] = {}
    for number, (assumes, sharing) in enumerate(by_assumptions(claims).values()):
        told = outcomes_of(assumes, sharing, batch, effort, forced=True)
        found |= {f"{number}: {what}": outcome for what, outcome in told.items()}
    return found


def main() -> int:
    """0 where all outcomes agree, 1 where some differ, 5 where there is no GPU."""
    backends.settle()
    try:
        backends.device("cuda")
    except UnknownOption as problem:
        click.echo(f"nothing to compare: {problem}", err=True)
        return 5
    found = report(DOMAINS)
    write(FILE, canonical(found))
    bad = [name for name, told in found["domains"].items() if told.get("differ") or "raised" in told]
    click.echo(f"{len(DOMAINS)} domains, {len(bad)} with differences: {FILE}. Please send that file back.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
