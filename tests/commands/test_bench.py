"""`ntpcheck bench`: its cases do the same work on both sides, and its output is ratios."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ntpcheck.cli import run
from ntpcheck.commands import _bench_descent, _bench_whole, bench
from ntpcheck.domains.recipes import planar
from ntpcheck.engine.sweep import generator
from ntpcheck.report.catalogue import papers, select


def test_it_measures_what_is_named(capsys):
    assert run(["bench", "max-margin/tiny/one-thread", "--rounds", "2", "--json"]) == 0
    (case,) = json.loads(capsys.readouterr().out)["cases"]
    assert case["name"] == "max-margin/tiny/one-thread"
    assert case["low"] <= case["ratio"] <= case["high"]
    assert case["ours_seconds"] > 0


def test_it_prints_a_line_per_case(capsys):
    assert run(["bench", "max-margin/tiny/default", "--rounds", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("max-margin/tiny/default")
    assert "per dataset" in out


def test_a_pattern_without_cases_selects_nothing(capsys):
    assert run(["bench", "nothing/*"]) == 5
    assert "nothing selected" in capsys.readouterr().err


def test_names_are_unique_and_slow_cases_wait_to_be_named():
    cases = bench.cases()
    assert len({case.name for case in cases}) == len(cases)
    assert {case.name for case in cases if case.slow} == {
        "max-margin/big/one-thread",
        "max-margin/big/default",
        "exact/doubles",
        "diagnose/2000-contexts-5000-tokens",
        "diagnose/10000-contexts-2000-tokens",
        "verify/quick",
        "verify/quick/first-searches",
        "verify/quick/every-claim",
    }


def test_the_quick_row_is_of_479_claims_and_of_no_repair_beside_them():
    claims = [claim.id for paper in papers(()) for claim in paper.claims]
    chosen = select(claims, tuple(_bench_whole.first_claims()))
    assert len(chosen) == 479
    assert "linear/theorem-1/proof/case-i-bound" in chosen
    assert "linear/theorem-1/proof/case-i-bound/amended" not in chosen


def test_the_row_of_the_first_searches_leaves_out_later_ones_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = []
    for begin in (("-m", "ntpcheck"), ("-c", _bench_whole.FIRST_SEARCHES)):
        assert _bench_whole._command(*_bench_whole.QUICK, "linear/lemma-1/compatible", begin=begin) == 0
        (folder,) = {*Path("reports/runs").iterdir()} - {run for run, _ in told}
        events = map(json.loads, (folder / "journal.ndjson").read_text().splitlines())
        told.append((folder, next(event for event in events if event["event"] == "verdict")))
    whole, first = (event for _, event in told)
    assert whole["admitted"] >= first["admitted"] + 64
    assert (whole["verdict"], whole["draws"]) == (first["verdict"], first["draws"])


@pytest.mark.parametrize("loop", [_bench_descent.numpy_loop, _bench_descent.autograd_loop])
def test_the_naive_loops_descend_alike(loop):
    batch = planar(generator("bench"), 3)
    together = _bench_descent.ours(batch, 20)
    for index in range(3):
        assert np.allclose(loop(batch.row(index), 20), together[index], rtol=0, atol=1e-12)


@pytest.mark.parametrize("seconds", [(2.0, "2 s"), (3e-3, "3 ms"), (4.5e-6, "4.5 us"), (7e-9, "7 ns")])
def test_times_read_well(seconds):
    value, text = seconds
    assert bench._time(value) == text


def test_a_case_without_its_peer_is_skipped_with_the_reason(capsys, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert run(["bench", "descent/paper/jax"]) == 0
    assert "skipped: jax is not installed" in capsys.readouterr().out
    assert run(["bench", "descent/paper/jax", "--json"]) == 0
    document = json.loads(capsys.readouterr().out, parse_constant=lambda word: pytest.fail(word))
    (case,) = document["cases"]
    assert (case["ratio"], case["ours_seconds"]) == (None, None)
    assert case["skipped"].startswith("jax is not installed")


def test_a_case_without_a_peer_has_a_time_and_no_ratio(capsys):
    assert run(["bench", "log-time/tiny", "--rounds", "1", "--json"]) == 0
    (case,) = json.loads(capsys.readouterr().out)["cases"]
    assert case["ours_seconds"] > 0
    assert (case["naive_seconds"], case["ratio"], case["seconds"]) == (None, None, 0.05)
    assert case["residual"] < 1e-2
    assert run(["bench", "log-time/tiny", "--rounds", "1"]) == 0
    assert "per run to log k = 1e4, target 50 ms" in capsys.readouterr().out


def test_the_text_is_counted_alike(monkeypatch):
    monkeypatch.setattr(_bench_whole, "LETTERS", 2000)
    case = next(case for case in bench.cases() if case.name == "text/10MB")
    assert case.apart(case.ours(case.input(0)), case.naive(case.input(0))) == 0


def test_solvers_are_called_past_what_is_kept():
    from ntpcheck.reference.kept import forgetting, remembered

    calls = list[float]()
    function = remembered(lambda x: calls.append(float(x)))
    for _ in range(2):
        function(np.array(1.0))
    assert len(calls) == 1
    with forgetting():
        function(np.array(1.0))
    assert len(calls) == 2


def test_accuracy_stands_beside_the_ratio(capsys):
    assert run(["bench", "max-margin/tiny/one-thread", "--rounds", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["cases"][0]["residual"] < 1e-9
    assert document["cases"][0]["apart"] < 1e-3
    assert "numpy" in document["environment"]
    assert "cores" in document["environment"]["load"]
