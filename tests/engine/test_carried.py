"""What a tally needs to be settled goes with it to another process."""

from __future__ import annotations

import pickle
import subprocess
import sys
from functools import partial
from pathlib import Path

import torch

from ntpcheck.claim import Effort
from ntpcheck.engine.carried import Carried
from ntpcheck.engine.cluster import _errand
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.judgement import Judged
from ntpcheck.engine.run import verify
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Outcome
from ntpcheck_papers import li2024, thrampoulidis2024
from tests.engine.test_cluster import ROOT, say
from tests.engine.test_resume import told
from tests.engine.test_suspicion import POINT
from tests.engine.toys import identity


def test_claims_with_stored_files_and_suspects_are_settled_alike_in_other_processes(tmp_path):
    doubtful = "linear/figures/fig-5-adam-direction/default-epsilon"
    ids = ("attention/equation-20", "attention/lemma-1/proof/positive", doubtful)
    told_by = {}
    for workers in (1, 2):
        path = tmp_path / str(workers) / "journal.ndjson"
        path.parent.mkdir()
        journal = Journal(path)
        verify(
            [li2024.PAPER, thrampoulidis2024.PAPER], ids, profile="quick", seed=0, device="cpu",
            journal=journal, workers=workers, progress=lambda event: None,
        )  # fmt: skip
        told_by[workers] = told(journal)
    assert told_by[1] == told_by[2]


def test_an_instance_that_stays_open_travels_too() -> None:
    tally = Tally(identity, Effort())
    tally.judged(Judged(POINT.exact(), Outcome.UNDECIDED, None), Outcome.UNDECIDED, counted=True)
    there = pickle.loads(pickle.dumps(Carried(tally))).of(identity)
    assert there.outcomes == tally.outcomes
    assert there.doubtful.to_json() == POINT.exact().to_json()
    assert pickle.loads(pickle.dumps(Carried(Tally(identity, Effort())))).of(identity).doubtful is None


def tell_of_numbers(write):
    return [partial(say, torch.tensor([0.5, 2.0]))]


def pack_returned(path):
    Path(path).write_bytes(_errand(pickle.dumps(tell_of_numbers))[1][0])


def test_what_a_task_returns_outlives_the_process_that_returned_it(tmp_path):
    """Tensors of a tally travel by value: another machine, or a process that has died, lends no memory."""
    packed = tmp_path / "packed"
    code = f"from {__name__} import pack_returned; pack_returned({str(packed)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    for _ in range(2):  # it may need another try
        assert pickle.loads(packed.read_bytes()).args[0].tolist() == [0.5, 2.0]
