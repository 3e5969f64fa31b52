"""`python -m tests.accelerator`, or `make gpu`: for whoever owns a GPU. It writes one file to send back.

Every claim of both papers is concluded on the processor and on the GPU: do the outcomes agree, and how long
did each take, by the clock on the wall? Training and margin programs run on the processor in either case.
Then the claims about a decoder are timed a row, on data of the sizes of Figure 5 (50 contexts, 60 dimensions,
10 tokens): a few rows on one core, many on the GPU.
"""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch

from ntpcheck import backends
from ntpcheck.claim import Effort
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.errors import UnknownOption
from ntpcheck.evidence import judge
from ntpcheck.reference.kept import forgetting
from ntpcheck.report.formats.summary import canonical
from ntpcheck.writing import write
from tests.accelerator.test_claims import DOMAINS, by_assumptions, outcomes_of

FILE = Path("reports/gpu.json")
ROWS, RUNS = 512, 24  # instances of a domain, and training runs: those of the quick profile
FEW, MANY = 32, 8192  # rows of paper size on the processor and on the GPU
MILLISECOND, LONG = 1e-3, 0.25
NEAR = 2.0**-30  # of entries that differ by rounding


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
            outcomes(claims, warm, effort)  # kernels are compiled and loaded on first use
            started = time.perf_counter()
            found[device] = outcomes(claims, wild, effort)
            seconds[device] = time.perf_counter() - started
        moved = imposed_apart(claims, wild)
    except Exception as problem:  # the file should tell of it, and of the other domains
        return {"instances": size, "raised": f"{type(problem).__name__}: {problem}"}
    here, there = found["cpu"], found["cuda"]
    apart = {what: _apart(here[what], there.get(what, np.empty(0))) for what in here}
    differ = {what: told for what, told in apart.items() if told}
    told = {"compared": len(here), "differ": differ, "imposed apart": moved}
    return {"instances": size} | told | {"seconds": seconds}


def _apart(here: np.ndarray, there: np.ndarray) -> dict[str, int]:
    """How often which outcome on the processor met which other one on the GPU."""
    if here.shape != there.shape:
        return {f"{here.size} outcomes against {there.size}": 1}
    return dict(Counter(f"{a} against {b}" for a, b in zip(here.flat, there.flat, strict=True) if a != b))


def paper_size(claims: Iterable[Any], few: int = FEW, many: int = MANY) -> dict[str, Any]:
    """Per claim about a decoder: seconds a row on one core and on the GPU, and their ratio.

    A claim that takes over a millisecond a row on the GPU (it waits for a solver) is timed there on few rows.
    """
    here, there = _decodings(few), _decodings(many).to("cuda")
    told = dict[str, dict[str, float]]()
    for claim in claims:
        ours, theirs = _seconds(claim, here, "cpu") / few, _seconds(claim, here.to("cuda"), "cuda") / few
        if theirs < MILLISECOND:
            theirs = _seconds(claim, there, "cuda") / many
        told[claim.id] = {"cpu": ours, "cuda": theirs, "ratio": ours / theirs}
    return {"rows": {"cpu": few, "cuda": many}, "claims": told}


def _decodings(rows: int) -> Any:
    """24 datasets of Figure 5, each with as many random decoders as it takes."""
    decodings, (runs, _) = DOMAINS["linear, decodings"][0], DOMAINS["linear, runs of Figure 5"]
    data = runs.sampler(generator("gpu", "Figure 5", 0), RUNS).select(torch.arange(rows) % RUNS)
    kind = type(decodings.sampler(generator("gpu", "kind", 0), 1))
    return kind(embeddings=data.embeddings, counts=data.counts, W=torch.randn_like(data.W0))


def _seconds(claim: Any, data: Any, device: str) -> float:
    """The best of three calls, or the only one if it is long, on a copy each that remembers nothing."""
    best = math.inf
    with forgetting():
        for _ in range(3):
            fresh = data.to(device)
            started = time.perf_counter()
            judge(claim.conclude(fresh, replace(Effort(), device=device)))  # which waits for the numbers
            best = min(best, time.perf_counter() - started)
            if best > LONG:
                break
    return best


def outcomes(claims: list[Any], batch: Any, effort: Effort) -> dict[str, np.ndarray]:
    """The outcomes of all claims of a domain on a batch that the processor pulled inside."""
    found: dict[str, np.ndarray] = {}
    for number, (assumes, sharing) in enumerate(by_assumptions(claims).values()):
        placed = impose(assumes, batch).to(effort.device)
        told = outcomes_of(assumes, sharing, placed, effort, forced=False)
        found |= {f"{number}: {what}": outcome for what, outcome in told.items()}
    return found


def imposed_apart(claims: list[Any], batch: Any) -> dict[str, int]:
    """Of how many rows each device makes another instance, by assumptions: where it chooses among equals."""
    found = dict[str, int]()
    for assumes, _ in by_assumptions(claims).values():
        here, there = impose(assumes, batch).arrays(), impose(assumes, batch.to("cuda")).arrays()
        rows = np.zeros(batch.batch, dtype=bool)
        for name, values in here.items():
            gap = (values.double() - there[name].cpu().double()).abs().reshape(len(rows), -1)
            size = values.double().abs().reshape(len(rows), -1).amax(-1, keepdim=True)
            rows |= (gap > NEAR * (1 + size)).any(-1).numpy()
        if rows.any():
            found[" ".join(assumption.name for assumption in assumes)] = int(rows.sum())
    return found


def main() -> int:
    """0 where all outcomes agree, 1 where some differ, 5 where there is no GPU."""
    backends.settle()
    try:
        backends.device("cuda")
    except UnknownOption as problem:
        click.echo(f"nothing to compare: {problem}", err=True)
        return 5
    found = report(DOMAINS) | {"paper-size": paper_size(DOMAINS["linear, decodings"][1])}
    write(FILE, canonical(found))
    bad = [name for name, told in found["domains"].items() if told.get("differ") or "raised" in told]
    click.echo(f"{len(DOMAINS)} domains, {len(bad)} with differences: {FILE}. Please send that file back.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
