"""Gradient descent at three sizes, and the log-time flow. Times are recorded, never asserted.

`extra_info` carries the ratios to a numpy loop and a torch autograd loop over one instance, from one run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

from ntpcheck.commands import bench
from ntpcheck.domains.recipes import paper_size
from ntpcheck.dynamics.flow import continued
from ntpcheck.dynamics.gradient_descent import gradient_descent, log_spaced
from ntpcheck.engine.sweep import generator
from ntpcheck.reference.frame import frames

DESCENT = {case.name: case for case in bench.cases() if case.name.startswith("descent/")}
# A floor is a product and exponentials of the same sizes: it computes nothing to compare with.
CASES = {name: case for name, case in DESCENT.items() if not case.needs and not name.endswith("/floor")}


@pytest.mark.parametrize("name", CASES)
def test_against_loops_over_one_instance(benchmark, name):
    case = CASES[name]
    found = benchmark.pedantic(case.ours, (case.input(0),), rounds=3, warmup_rounds=1)
    theirs = case.naive(case.input(0))
    apart = case.apart or (lambda one, other: np.abs(np.asarray(other) - one[0].numpy()).max())
    assert apart(found, theirs) <= 1e-9
    benchmark.extra_info |= {"against": case.against, "target": case.target}
    if benchmark.enabled:
        result = bench.measured(case, 3)
        benchmark.extra_info |= {name: result[name] for name in ("ratio", "low", "high")}


@pytest.mark.skipif(find_spec("jax") is None, reason="JAX comes with the extra bench")
@pytest.mark.parametrize("name", [name for name, case in DESCENT.items() if case.needs == "jax"])
def test_jax_takes_the_same_steps(name):
    """In a process of its own: JAX starts threads, and a process that has them should not fork."""
    command = [sys.executable, "-m", "ntpcheck", "bench", name, "--rounds", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (row,) = json.loads(done.stdout)["cases"]
    assert row["apart"] <= 1e-9


def test_reaching_ten_thousand_in_log_k(benchmark):
    """Paper size: m = 50, d = 60, V = 10, 450 unknowns."""
    run = paper_size(generator("bench"))
    trajectory, frame = gradient_descent(run, log_spaced(10_000)), frames(run)[0]
    flow = benchmark.pedantic(continued, (frame, float(run.eta), trajectory), rounds=1)
    assert flow.completed
    benchmark.extra_info |= {"log_k": flow.s[-1], "target_seconds": 10}
