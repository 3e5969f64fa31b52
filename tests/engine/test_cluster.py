"""Processes share the work of a run, and nothing of what they find depends on how many there are."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from ntpcheck.claim import Claim, Paper
from ntpcheck.engine.cluster import PULSE, spread
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.run import verify
from ntpcheck.errors import UnknownOption, UnreadableFile, WorkerLost
from ntpcheck.formulas.paper import paper_of
from ntpcheck.report.catalogue import vocabulary
from tests.engine import test_resume
from tests.engine.test_resume import histograms, run, told
from tests.engine.toys import TOYS, identity

ROOT = Path(__file__).parent.parent.parent
FOUND = "tests.engine.test_cluster"


def collected(tasks, workers, **options):
    found = []
    spread(tasks, workers, lambda event, **fields: found.append((event, fields)), **options)
    return found


def say(number, write):
    write(PULSE)
    write("said", number=number, process=os.getpid(), parent=os.getppid())


def fail(problem, write):
    write("said", number=-1)
    raise problem


def branch(number, write):
    say(number, write)
    return [partial(say, 10 * number + k) for k in (1, 2)]


def die(name, write):
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(marker, write):
    """Ends the first process that does it."""
    if not Path(marker).exists():
        Path(marker).write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    write("said", number=7)


def loudly(write):
    sys.stdout.write("{\n")
    sys.stdout.flush()
    os.write(1, b"{")


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The address of a scheduler with two workers, each started by its own command, as on a real cluster."""
    folder, paths = tmp_path_factory.mktemp("cluster"), os.pathsep.join([str(ROOT), str(ROOT / "properties")])
    told = {"cwd": folder, "env": os.environ | {"PYTHONPATH": paths}, "stdout": subprocess.DEVNULL}
    quiet = ["--host", "127.0.0.1", "--no-dashboard"]
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", *quiet, "--port", "0"]
    at = folder / "scheduler.json"
    started = [subprocess.Popen([*dask, "--scheduler-file", at], stderr=subprocess.DEVNULL, **told)]
    more = ["--nthreads", "1", "--no-dashboard", "--nworkers", "2", "--scheduler-file", str(at)]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--host", "127.0.0.1", *more]
    started.append(subprocess.Popen(worker, stderr=subprocess.DEVNULL, **told))
    from distributed import Client

    try:
        while not at.exists():
            time.sleep(0.1)  # the test's own limit of time ends it
        with Client(scheduler_file=str(at), set_as_default=False) as client:
            client.wait_for_workers(2)
            address = client.scheduler.address
        yield address
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def test_runs_of_one_two_and_four_processes_and_of_a_cluster_are_the_same(tmp_path, scheduler):
    alone = run(tmp_path / "1" / "journal.ndjson")
    files = {path.name: path.read_bytes() for path in (tmp_path / "1" / "counterexamples").iterdir()}
    assert files
    for name, options in {
        "2": {"workers": 2}, "4": {"workers": 4}, "cluster": {"workers": scheduler},
    }.items():  # fmt: skip
        path = tmp_path / name / "journal.ndjson"
        path.parent.mkdir()
        shared = Journal(path)
        asked = {"profile": "quick", "seed": 3, "device": "cpu", "journal": shared}
        verify([test_resume.TWO], (), progress=lambda event: None, **asked, **options)
        assert told(shared) == told(alone)
        assert histograms(shared) == histograms(alone)
        assert [event["seq"] for event in shared.events] == list(range(len(alone.events)))
        kept = {p.name: p.read_bytes() for p in (path.parent / "counterexamples").iterdir()}
        assert kept == files


@pytest.mark.parametrize("workers", [1, 2])
def test_every_task_is_done_once_and_what_it_returns_too(workers):
    tasks = [partial(branch, number) for number in range(1, 4)]
    found = collected(tasks, workers)
    assert sorted(fields["number"] for event, fields in found if event == "said") == [
        1, 2, 3, 11, 12, 21, 22, 31, 32,
    ]  # fmt: skip
    others = {fields["process"] for event, fields in found if event == "said"} - {os.getpid()}
    assert len(others) == (0 if workers == 1 else 2)


def test_a_task_that_no_other_process_can_be_told_of_is_done_here():
    here = []
    collected([lambda write: here.append(os.getpid())] * 2, 2)
    assert here == [os.getpid()] * 2


def test_a_cluster_refuses_what_it_cannot_be_told(scheduler):
    with pytest.raises(UnknownOption, match="no module holds"):
        collected([lambda write: None], scheduler)


def test_a_scheduler_that_does_not_answer_is_one_line(monkeypatch):
    monkeypatch.setattr("ntpcheck.engine.cluster.PATIENCE", "1s")
    with pytest.raises(UnknownOption, match="no scheduler answers at"):
        collected([partial(say, 1)], "tcp://127.0.0.1:9")
    with pytest.raises(UnknownOption, match="no scheduler answers"):
        collected([partial(say, 1)], "nowhere")


class Unsendable(Exception):
    """Cannot be made anew from its arguments."""

    def __init__(self, here: int, there: int) -> None:
        super().__init__(here + there)


LONG = UnreadableFile("torn " * 2**16)
RAISED = {
    "short": (UnreadableFile("torn"), UnreadableFile, "torn"),
    "long": (LONG, UnreadableFile, "torn torn"),
    "ctrl-c": (KeyboardInterrupt("pressed"), KeyboardInterrupt, "pressed"),
    "leaves": (SystemExit(3), SystemExit, "3"),
    "unsendable": (Unsendable(1, 2), RuntimeError, "Unsendable: 3"),
}


@pytest.mark.parametrize("name", RAISED)
def test_what_a_task_raises_is_raised_here(name):
    problem, kind, said = RAISED[name]
    with pytest.raises(kind, match=said):
        collected([partial(raising, name), partial(say, 1)], 2)
    assert problem is not None


def raising(name, write):
    raise RAISED[name][0]


def test_a_worker_that_is_killed_costs_its_task_one_more_try(tmp_path):
    found = collected([partial(die_once, str(tmp_path / "died")), partial(say, 1), partial(say, 2)], 2)
    assert sorted(fields["number"] for _, fields in found) == [1, 2, 7]


def test_a_task_that_kills_two_is_named_and_the_others_are_done():
    lost = []
    tasks = [partial(die, "of thirst"), *(partial(say, number) for number in range(6))]
    found = collected(tasks, 2, lost=lambda task, said, write: lost.append(said))
    assert lost == ["die of thirst has ended two worker processes"]
    assert sorted(fields["number"] for _, fields in found) == list(range(6))


def deadly(data, effort):
    os.kill(os.getpid(), signal.SIGKILL)


DEADLY = Paper(
    "deadly",
    claims=(
        Claim("deadly/one", "It is deadly", "(1)", test_resume.OTHERS, (), deadly),
        Claim("deadly/two", "It is not", "(2)", TOYS, (), identity.conclude),
    ),
)


def test_claims_that_kill_two_workers_are_broken_and_the_others_are_judged():
    journal = Journal()
    asked = {"profile": "quick", "seed": 3, "device": "cpu", "progress": lambda event: None}
    verify([DEADLY], (), journal=journal, workers=2, **asked)
    found = {e["claim"]: (e["verdict"], e["reason"]) for e in journal.events if e["event"] == "verdict"}
    assert found["deadly/one"] == ("BROKEN", "look has ended two worker processes")
    assert found["deadly/two"][0] == "SUPPORTED"


def test_a_task_that_kills_two_is_told_of_where_nobody_takes_it():
    with pytest.raises(WorkerLost, match="die of thirst has ended two"):
        collected([partial(die, "of thirst"), partial(say, 1)], 2)


def test_what_raises_in_the_writer_ends_the_others():
    pids = []

    def refuse(event, **fields):
        pids.append(fields["process"])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spread([partial(say, number) for number in range(2)], 2, refuse)
    gone(pids)


def gone(pids):
    """Waits until each process is gone; the test's own limit of time ends it where one lives on."""
    for pid in pids:
        status = Path(f"/proc/{pid}/status")
        while status.exists() and "State:\tZ" not in status.read_text():
            time.sleep(0.01)


def test_workers_end_when_the_process_that_began_them_is_killed():
    code = f"""
import os, signal
from functools import partial
from {FOUND} import say
from ntpcheck.engine.cluster import spread
def strike(event, process, parent, **_):
    print(process, parent, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
spread([partial(say, 1), partial(say, 2)], 2, strike)
"""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "properties")])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": paths},
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL
    gone(map(int, done.stdout.split()))


def test_what_a_task_prints_goes_to_standard_error(capfd):
    collected([loudly, loudly], 2)
    assert capfd.readouterr().out == ""


def test_only_this_machine_can_reach_the_processes():
    """Every socket that listens is bound to the loopback address."""
    opened = []

    def look(event, process, parent, **_):
        for pid in (os.getpid(), process):
            for handle in Path(f"/proc/{pid}/fd").iterdir():
                try:
                    opened.append(os.readlink(handle))
                except OSError:
                    continue

    collected([partial(say, 1)], 2)  # so that nothing is imported below
    spread([partial(say, 1), partial(say, 2)], 2, look)
    inodes = {name[8:-1] for name in opened if name.startswith("socket:[")}
    listening = [
        row.split()[1]
        for table in ("tcp", "tcp6")
        for row in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
        if row.split()[3] == "0A" and row.split()[9] in inodes
    ]
    assert all(address.startswith("0100007F:") for address in listening), listening


def test_a_paper_of_a_book_alone_travels(tmp_path):
    path = tmp_path / "mine.book"
    path.write_text(
        'book mine "My paper"\naxes m: j; V: u v; d: i\n'
        "given Dataset: h[j,i] from embeddings, n[j,v] natural from counts\n"
        'claim mine/one "(1)" on Dataset\n    says counts are not negative\n'
        "    formula forall j v. n[j,v] >= 0\n"
    )
    paper = paper_of(path, vocabulary)
    copy = pickle.loads(pickle.dumps(paper))
    assert [claim.id for claim in copy.claims] == ["mine/one"]
    assert pickle.loads(pickle.dumps(copy)) is copy
