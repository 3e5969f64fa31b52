"""What a tally needs to be settled goes with it to another process."""

from __future__ import annotations

from ntpcheck.engine.journal import Journal
from ntpcheck.engine.run import verify
from ntpcheck_papers import li2024, thrampoulidis2024
from tests.engine.test_resume import told


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
