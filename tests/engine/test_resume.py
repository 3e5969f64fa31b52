"""A run that is killed goes on from its journal and comes to the same summary."""

from __future__ import annotations

import os
import signal
from dataclasses import replace

import pytest

from ntpcheck.engine.journal import Journal
from ntpcheck.engine.run import verify
from ntpcheck.report.formats.summary import canonical, summary
from ntpcheck.report.record import gather
from tests.engine.toys import CLAIMS, PAPER, TOYS

OTHERS = replace(TOYS, name="other toys")
SECOND = tuple(replace(c, id=f"{c.id}-again", domain=OTHERS) for c in CLAIMS[:3])
TWO = replace(
    PAPER, book=None, claims=(*CLAIMS, *SECOND), figures={"toy/identity": lambda effort: {"name": "empty"}}
)
# While the first domain is swept, after it, among its verdicts, in the second domain, at the figure.
POINTS = (3, 13, 17, 26, 34)


def run(path, progress=lambda event: None, workers=1):
    journal = Journal(path)
    asked = {"profile": "quick", "seed": 3, "device": "cpu", "workers": workers}
    verify([TWO], (), **asked, journal=journal, progress=progress)
    return journal


def told(journal):
    document = summary(gather(journal.events))
    del document["timing"]
    return canonical(document)


def histograms(journal):
    return [(row.id, row.histogram, dict(row.outcomes), row.measured) for row in gather(journal.events).rows]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return run(tmp_path_factory.mktemp("run") / "journal.ndjson")


def killed(path, events):
    """The exit status of a process that begins the run and is killed as it has written so many events."""
    child = os.fork()
    if not child:  # pragma: no cover - no coverage is collected in a process that is killed
        last = events - 1  # what is only told on the way has no number
        run(path, lambda event: os.kill(os.getpid(), signal.SIGKILL) if event.get("seq") == last else None)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.share(2)
@pytest.mark.parametrize("events", POINTS)
def test_a_killed_run_goes_on_to_the_same_summary(whole, tmp_path, events):
    assert events < len(whole.events)
    path = tmp_path / "journal.ndjson"
    assert killed(path, events) == -signal.SIGKILL
    before = path.read_bytes()
    continued = run(path)
    assert path.read_bytes().startswith(before)
    assert told(continued) == told(whole)
    assert histograms(continued) == histograms(whole)


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_torn_line_is_cut_off_and_nothing_else(whole, tmp_path, cut):
    path = tmp_path / "journal.ndjson"
    text = whole.path.read_bytes()
    lines = text.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:20])[:-cut])
    assert len(Journal(path).events) == 19
    assert path.read_bytes() == b"".join(lines[:19])
    assert told(run(path)) == told(whole)


def test_a_finished_run_is_left_as_it_is(whole, tmp_path):
    path = tmp_path / "journal.ndjson"
    path.write_bytes(whole.path.read_bytes())
    run(path)
    assert path.read_bytes() == whole.path.read_bytes()
