"""A file that is no counterexample costs one line and status 4, soon and in little memory."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier import __main__ as verifier
from tests.verifier import oracle
from tests.verifier.corruptions import at, places
from tests.verifier.examples import (
    GOOD,
    MEMBER,
    ONE,
    SAMPLES,
    Document,
    dataset,
    document,
    examined,
    expression,
)

HUGE = 10**4000
SECONDS = 5 if sys.gettrace() is None else 60  # twice the promise, for slow machines; tracing costs more
SQUARES = [["const", "3/7"], *(["*", k, k] for k in range(60)), ["neg", 60]]
TOWER = [["const", 1], *(["exp", k] for k in range(60)), ["neg", 60]]
ROOTS = [
    ["const", 2],
    *(node for k in range(0, 6000, 2) for node in (["exp", k], ["log", k + 1])),
    ["-", 6000, 0],
]


def text(made: Any) -> str:
    return json.dumps(made)


def holding(**changes: Any) -> str:
    return text(GOOD["farkas"] | changes)


def without(key: str) -> str:
    return text({name: value for name, value in GOOD["farkas"].items() if name != key})


UNREADABLE = {
    "nothing": "",
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "not JSON": "{'a': 1}",
    "cut off": text(GOOD["farkas"])[:-20],
    "NaN": text(GOOD["farkas"]).replace('"1/2"', "NaN"),
    "NaN in text": text(GOOD["farkas"]).replace('"1/2"', '"NaN"'),
    "infinity": text(GOOD["farkas"]).replace('"1/2"', "Infinity"),
    "NaN where nobody looks": holding(slack=float("nan")),
    "a float": text(GOOD["farkas"]).replace('"1/2"', "0.5"),
    "a key twice": text(GOOD["farkas"])[:-1] + ', "claim": "another"}',
    "a key twice inside": text(GOOD["farkas"]).replace('"beta"', '"u": [], "beta"'),
    "deep nesting": "[" * 200_000 + "]" * 200_000,
    "deep objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "nesting in a number's place": holding(instance=ONE | {"embeddings": [[[[[[1]]]]]]}),
    "a huge integer": text(GOOD["farkas"]).replace('"1/2"', "1" * 100_000),
    "a huge text number": text(GOOD["farkas"]).replace("1/2", "1" * 100_000),
    "a huge exponent": text(GOOD["farkas"]).replace("1/2", "0x1.0p+9999999999"),
    "too long": " " * (verifier.FILE_LIMIT + 1),
    "an unknown version": holding(schema_version=2),
    "an unknown type": holding(instance={"type": "Model"}),
    "a type that is a list": holding(instance={"type": ["Dataset"]}),
    "no contexts": holding(instance=dataset([], [])),
    "no tokens": holding(instance=dataset([[1]], [[]])),
    "no dimensions": holding(instance=dataset([[]], [[1]])),
    "ragged": holding(instance=dataset([[1], [1, 2]], [[1], [1]])),
    "sizes that disagree": holding(instance=dataset([[1]], [[1], [1]])),
    "text for a list": holding(instance=dataset("1", "1")),
    "an object for a list": holding(instance=dataset({"0": [1]}, [[1]])),
    "an unseen context": holding(instance=dataset([[1], [1]], [[1, 0], [0, 0]])),
    "a negative count": holding(instance=dataset([[1]], [[1, -1]])),
    "a fractional count": holding(instance=dataset([[1]], [["1/2", 1]])),
    "a true count": holding(instance=dataset([[1]], [[True, 1]])),
    "an enormous count": holding(instance=dataset([[1]], [[1 << 63, 1]])),
    "a field too many": holding(instance=ONE | {"W": [[1], [1]]}),
    "a label without a row": holding(instance=SAMPLES | {"labels": [0, 1, 3]}),
    "a context without a row": holding(instance=SAMPLES | {"contexts": [0, 2, 1]}),
    "dropped is no list of names": holding(dropped=[1]),
    "assumptions are a list": holding(assumptions=["full-rank"]),
    "no certificate": holding(certificate=None),
    "a certificate with extras": holding(certificate=GOOD["farkas"]["certificate"] | {"data": {}}),
    "an assumption with extras": holding(assumptions={"one-hot": {"believe": "me"}}),
    "empty expression": holding(certificate=expression("slack < 0")),
    "unknown operation": holding(certificate=expression("slack < 0", ["eval", "1"])),
    "operation that is a list": holding(certificate=expression("slack < 0", [["+"], 0, 0])),
    "node that is no list": holding(certificate=expression("slack < 0", 5)),
    "operand ahead": holding(certificate=expression("slack < 0", ["const", 1], ["neg", 1])),
    "operand behind the start": holding(certificate=expression("slack < 0", ["const", 1], ["neg", -1])),
    "leaf that is a row": holding(certificate=expression("slack < 0", ["at", "embeddings", 0])),
    "leaf too deep": holding(certificate=expression("slack < 0", ["at", "embeddings", 0, 0, 0])),
    "leaf of nothing": holding(certificate=expression("slack < 0", ["at", "S", 0, 0])),
    "size of nothing": holding(certificate=expression("slack < 0", ["size", "T"])),
    "says something else": holding(certificate=expression("slack > 0", ["const", 1])),
    "weights that are words": holding(certificate={"kind": "kernel", "y": ["abc"]}),
    "much elimination": text(document(
        dataset([[f"{7**k}/{HUGE + k}" for k in range(30)]] * 30, [[1]] * 30), MEMBER, full_rank={})),
    "many subsets": text(document(
        dataset([[k**i for i in range(5)] for k in range(40)], [[1]] * 40), MEMBER, general_position={})),
    "a wide unit matrix": text(document(dataset([[0]] * 20000, [[1, 1]] * 20000), MEMBER, compatible={})),
    "a big zero matrix": text(document(
        dataset([[0] * 1500] * 20, [[1]] * 20, "Run", W0=[[0] * 1500], eta=1), MEMBER, small_step={})),
    "endless exponentials": text(document(ONE, expression("slack < 0", *ROOTS))),
    "long numbers": text(document(dataset(
        [[f"{HUGE + k}/{HUGE - k}" for k in range(1, 60)]], [[1, 1, 0]], "Decoding",
        W=[[f"{HUGE + 7 * k}/{HUGE - 3 * k}" for k in range(1, 60)]] * 3), MEMBER, separates={})),
}  # fmt: skip


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_hostile_file_gives_one_line_and_status_4(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.json"
    path.write_text(UNREADABLE[name], encoding="utf-8")
    start = time.process_time()
    assert verifier.main([str(path)]) == 4
    assert time.process_time() - start < SECONDS
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    assert f"{path}: UNREADABLE: " in out
    assert not err


@pytest.mark.parametrize(
    "key", ["schema_version", "claim", "statement", "dropped", "instance", "assumptions", "certificate"]
)
def test_a_missing_key_is_named(key: str, tmp_path: Path) -> None:
    found = examined(without(key), tmp_path)
    assert found["outcome"] == "UNREADABLE"
    assert key in found["reason"]


@pytest.mark.parametrize("nodes", [SQUARES, TOWER], ids=["squares", "tower"])
def test_a_short_program_for_an_enormous_number_ends_soon(nodes: list[Any], tmp_path: Path) -> None:
    start = time.process_time()
    assert examined(document(ONE, expression("slack < 0", *nodes)), tmp_path)["outcome"] != "ACCEPTED"
    assert time.process_time() - start < SECONDS


def test_files_that_are_no_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, tmp_path / "absent", pipe, Path("/dev/zero"), tmp_path / "\udcff"):
        assert verifier.examined(str(path), 1000)["outcome"] == "UNREADABLE"
    (tmp_path / "latin").write_bytes(b'{"claim": "\xe9"}')
    assert verifier.examined(str(tmp_path / "latin"), 1000)["outcome"] == "UNREADABLE"


def test_nothing_in_a_file_reaches_the_terminal_raw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = GOOD["farkas"] | {"statement": "\x1b[2Jfine\nACCEPTED \u202e \udc80 \u2265"}
    path = tmp_path / "file.json"
    path.write_text(text(made))
    assert verifier.main([str(path)]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert out.replace("\n", "").isprintable()
    assert sum(line.strip() == "ACCEPTED" for line in out.splitlines()) == 0


def test_mutated_files_never_crash_and_pass_only_if_still_true(tmp_path: Path) -> None:
    """Random JSON values put into random places."""
    draws = random.Random(0)
    wild = [
        None,
        True,
        -1,
        0,
        2**64,
        0.5,
        "",
        "1/0",
        "x" * 50,
        [],
        [[]],
        {},
        {"kind": "member"},
        [1, 2],
        "W",
        "at",
    ]
    for good in GOOD.values():
        paths = list(places(good))
        for _ in range(50):
            made: Document = deepcopy(good)
            path = draws.choice(paths)
            at(made, path[:-1])[path[-1]] = draws.choice(wild)
            accepted = examined(made, tmp_path)["outcome"] == "ACCEPTED"
            assert not accepted or path[0] in ("claim", "statement", "dropped") or oracle.shows(made)


def test_damaged_bytes_never_crash(tmp_path: Path) -> None:
    draws, path = random.Random(1), tmp_path / "file.json"
    for good in GOOD.values():
        raw = text(good).encode()
        for _ in range(30):
            damaged = bytearray(raw)
            for _ in range(draws.randint(1, 5)):
                damaged[draws.randrange(len(damaged))] = draws.randrange(256)
            path.write_bytes(bytes(damaged))
            assert verifier.examined(str(path), verifier.WORK_LIMIT)["outcome"] in (
                "ACCEPTED",
                "REJECTED",
                "UNREADABLE",
            )


@pytest.mark.parametrize("filling", ["[],", "{},", "1,", '"",', "[[[]]],", "1.5,"])
def test_four_megabytes_of_anything_fit_into_little_memory_and_time(filling: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text("[" + filling * ((verifier.FILE_LIMIT - 10) // len(filling)) + "0]")
    # The high-water mark of the child's own memory: what resource counts for it includes this process.
    measured = (
        "import runpy, sys; sys.argv = sys.argv[1:]\n"
        "try: runpy.run_path(sys.argv[0], run_name='__main__')\n"
        "finally: print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0], file=sys.stderr)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", measured, verifier.__file__, str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 4
    assert ended.stdout.count("\n") == 1
    assert int(ended.stderr.split()[-1]) < 256 * 1024
