"""Files with changed bytes: none is taken for what it is not, or ends in a traceback, or grows without bound.

A thousand in every run of the tests, most of kinds that are read fast; 10,000 with --faults=nightly.
"""

from __future__ import annotations

import io
import json
import math
import random
import resource
import shutil
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ntpcheck.accepted import read_accepted
from ntpcheck.instances.files import read_arrays
from ntpcheck.statement.forging import told_of
from ntpcheck.verifier import command
from ntpcheck.verifier.command import main as verifier
from ntpcheck_papers.thrampoulidis2024 import PAPER
from tests.commands.conftest import Said, Type, paper
from tests.commands.conftest import typed as usual
from tests.report import events

__all__ = ["paper", "usual"]  # fixtures
Count = Callable[[int, int], int]
pytestmark = pytest.mark.timeout(3 * 3600)  # for a nightly run
TURNS = {  # changed files of each kind, in a usual run and in a nightly one
    "npz": (400, 1700), "json": (400, 1700), "settings": (150, 1700),
    "book": (10, 1700), "counterexample": (10, 1500), "journal": (30, 1700),
    "txt": (6, 50), "bin": (6, 50), "baseline": (30, 400), "catalogue": (20, 200),
}  # fmt: skip
ROOM = 2**28  # bytes that reading a file may take besides what is there
LONGEST = 2.0  # seconds of processor time in which a file is refused
WORDS = (
    *(b"9" * 400, b"[" * 2000, b"\0", b"\xff\xfe", b"1e999", b"-1"),
    *(b"NaN", b'"', b"\n", b"{}", b"null", b"0/0"),
)
BOOK = """book mine "My paper"
axes m: j; V: u v; d: i
given Dataset: h[j,i] from embeddings, n[j,v] natural from counts
demand forall j. exists v. n[j,v] > 0

claim mine/support "(1)" on Dataset
    says     no token is more likely than not
    formula  forall j v. 2 * n[j,v] <= (sum u. n[j,u])
"""
INSTANCE = {"type": "Dataset", "embeddings": [["1"]], "counts": [[1, 0]]}


def mutated(content: bytes, source: random.Random) -> bytes:
    """One to three changes: of bytes, of their order and number, or by what a parser may stumble over."""
    found = bytearray(content)
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(found) or 1)
        end = min(len(found), at + source.randint(1, 40))
        how = source.randrange(6)
        if how == 0 and found:
            found[at] = source.randrange(256)
        elif how == 1:
            del found[at:end]
        elif how == 2:
            found[at:at] = found[at:end]
        elif how == 3:
            found[at:at] = source.choice(WORDS)
        elif how == 4:
            found[at:end] = source.choice(WORDS)
        else:
            del found[source.randrange(len(found) + 1) :]
    return bytes(found)


@pytest.fixture(autouse=True)
def _bounded() -> Iterator[None]:
    """Memory runs out before the machine's does."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + ROOM, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.fixture
def typed(usual: Type) -> Type:
    """Runs `ntpcheck`, and sees that it does not take long to refuse."""

    def typed(*arguments: str) -> Said:
        before = time.process_time()
        answer = usual(*arguments)
        assert answer.code == 0 or time.process_time() - before < LONGEST, (arguments, answer)
        return answer

    return typed


def one_line(said: str) -> None:
    assert "Traceback" not in said
    assert "internal error" not in said
    assert said.count("\n") == 1, said


def npz() -> bytes:
    stream = io.BytesIO()
    np.savez(stream, embeddings=np.eye(2), counts=np.array([[1, 2, 0], [0, 1, 3]]))
    return stream.getvalue()


def tables(kind: str, content: bytes) -> dict[str, Any]:
    """The same file by another reader."""
    if kind == "json":
        return json.loads(content)
    with np.load(io.BytesIO(content), allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


@pytest.mark.parametrize("kind", ["npz", "json"])
def test_changed_data_is_refused_in_one_line_or_read_as_it_is(
    typed: Type, folder: Path, count: Count, kind: str
) -> None:
    source = random.Random(kind)
    whole = npz() if kind == "npz" else json.dumps({"embeddings": [[1, 0]], "counts": [[1, 2]]}).encode()
    for _ in range(count(*TURNS[kind])):
        path = folder / f"data.{kind}"
        path.write_bytes(mutated(whole, source))
        answer = typed("diagnose", str(path), "--json", "--max-size", "64M")
        assert answer.code in (0, 4), answer
        if answer.code == 4:
            one_line(answer.err)
        else:
            told, read = read_arrays(path), tables(kind, path.read_bytes())
            assert all(np.array_equal(told[name], np.asarray(read[name])) for name in told)


@pytest.mark.parametrize("kind", ["txt", "bin"])
def test_a_changed_text_is_refused_in_one_line_or_counted_as_it_is(
    typed: Type, folder: Path, count: Count, kind: str
) -> None:
    """Tokens are counted anew, and the entropy of the next one given the last is that of these counts."""
    source, words = random.Random(kind), ["the", "cat", "and", "the", "dog", "saw", "the", "cat", "too"]
    numbers = np.array([words.index(word) for word in words], dtype="<u2")
    whole, path = " ".join(words).encode() if kind == "txt" else numbers.tobytes(), folder / f"data.{kind}"
    for _ in range(count(*TURNS[kind])):
        path.write_bytes(content := mutated(whole, source))
        answer = typed("diagnose", str(path), "--context-length", "1", "--json", "--max-size", "64M")
        assert answer.code in (0, 4), answer
        if answer.code == 4:
            one_line(answer.err)
            continue
        said = content.decode("utf-8-sig").split() if kind == "txt" else [*np.frombuffer(content, "<u2")]
        pairs, lasts = Counter(pairwise(said)), Counter(said[:-1])
        entropy = -sum(n * math.log(n / lasts[pair[0]]) for pair, n in pairs.items()) / (len(said) - 1)
        assert json.loads(answer.out)["entropy"] == pytest.approx(entropy, abs=1e-12)


def test_a_changed_baseline_is_refused_in_one_line_or_expects_what_it_says(
    typed: Type, folder: Path, count: Count, paper: Path
) -> None:
    events.write(folder / "reports" / "runs" / "one")
    entries = {f"toy/{word.lower()}": {"verdict": word, "statement": "0" * 12} for word in events.WORDS}
    whole, source = json.dumps(entries).encode(), random.Random("baseline")
    path = folder / "reports" / "baseline.json"
    for _ in range(count(*TURNS["baseline"])):
        path.write_bytes(mutated(whole, source))
        answer = typed("gate", "one")
        assert answer.code in (1, 4), answer
        if answer.code == 4:
            one_line(answer.err)
            continue
        read = json.loads(path.read_bytes())
        assert read_accepted(path).verdicts == {
            name: entry["verdict"] if isinstance(entry, dict) else entry for name, entry in read.items()
        }


def test_a_changed_catalogue_is_made_anew(typed: Type, folder: Path, count: Count, paper: Path) -> None:
    """It is kept in the user's cache; a changed one that is believed would list other claims."""
    said, source = typed("claims"), random.Random("catalogue")
    (path,) = folder.glob("cache/**/index/*")
    whole = path.read_bytes()
    for _ in range(count(*TURNS["catalogue"])):
        path.write_bytes(mutated(whole, source))
        assert typed("claims") == said


def test_a_changed_book_is_refused_in_one_line_or_states_another_claim(
    typed: Type, folder: Path, count: Count, capsys: pytest.CaptureFixture[str]
) -> None:
    """A counterexample to what the book says is accepted by no book that says something else."""
    source, path = random.Random("book"), folder / "mine.book"
    path.write_text(BOOK)
    typed("verify", str(path), "--device", "cpu")
    (witness,) = folder.glob("reports/runs/*/counterexamples/*.json")
    assert verifier([f"--book={path}", str(witness)]) == 0
    meant = " ".join(BOOK.splitlines()[-1].split())
    for _ in range(count(*TURNS["book"])):
        path.write_bytes(mutated(BOOK.encode(), source))
        answer = typed("claims", str(path))
        assert answer.code in (0, 4, 5), answer
        if answer.code:
            one_line(answer.err)
        capsys.readouterr()
        code = verifier([f"--book={path}", str(witness)])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        if not code:
            words = [line.split("#")[0].split() for line in path.read_text().splitlines()]
            assert meant in " ".join(chain(*words))  # an indented line goes on with the one before it


def test_a_changed_counterexample_is_refused_or_is_one(
    folder: Path,
    count: Count,
    capsys: pytest.CaptureFixture[str],
    typed: Type,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The books are read once, which takes most of the verifier's time; it starts anew for each file."""
    books = command.shelf()
    monkeypatch.setattr(command, "shelf", lambda _: books)
    stored = sorted((PAPER.folder or Path()).glob("counterexamples/*.json"))
    small = [path for path in stored if path.stat().st_size < 1500]
    files = [(PAPER, json.loads(path.read_text())) for path in small]
    source, path = random.Random("file"), folder / "changed.json"
    for turn in range(count(*TURNS["counterexample"])):
        path.write_bytes(mutated(source.choice(small).read_bytes(), source))
        capsys.readouterr()
        code = verifier([str(path)])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        if not code:
            assert told_of(PAPER, json.loads(path.read_text()), files) == "real"
        elif turn % 10 == 0:
            answer = typed("replay", str(path))
            assert answer.code, answer
            assert "Traceback" not in answer.err


def test_a_changed_journal_is_refused_in_one_line_or_is_a_beginning(
    typed: Type, folder: Path, count: Count, paper: Path
) -> None:
    typed("verify", "--device", "cpu")
    (run,) = folder.glob("reports/runs/*")
    whole, source = (run / "journal.ndjson").read_bytes(), random.Random("journal")
    lines = whole.splitlines(keepends=True)
    for turn in range(count(*TURNS["journal"])):
        copy = folder / f"copy-{turn}"
        copy.mkdir()
        content = mutated(whole, source)
        (copy / "journal.ndjson").write_bytes(content)
        answer = typed("report", str(copy))
        if answer.code == 0:
            there = content.splitlines(keepends=True)
            ended = [line for line in there if line.endswith(b"\n")]
            assert ended == lines[: len(ended)]
        else:
            assert answer.code == 4, answer
            one_line(answer.err)
        shutil.rmtree(copy)


SETTINGS = '[project]\nname = "mine"\n\n[tool.ntpcheck]\nseed = 5\nprofile = "ci"\nworkers = 2\n'


def test_changed_settings_are_refused_in_one_line_or_read_as_they_are(
    typed: Type, folder: Path, count: Count
) -> None:
    source, path = random.Random("settings"), folder / "pyproject.toml"
    for _ in range(count(*TURNS["settings"])):
        path.write_bytes(mutated(SETTINGS.encode(), source))
        answer = typed("config", "show", "--json")
        assert answer.code in (0, 4), answer
        if answer.code == 4:
            one_line(answer.err)
            continue
        rows = json.loads(answer.out)["settings"]
        told = {row["key"]: str(row["value"]) for row in rows if row["source"] == str(path)}
        if b"ntpcheck" not in path.read_bytes():
            assert not told
            continue
        read = tomllib.loads(path.read_text("utf-8-sig")).get("tool", {}).get("ntpcheck", {})
        assert told == {key: str(value) for key, value in read.items()}


@pytest.mark.parametrize("text", ["tool = 3 # tool.ntpcheck", f"[tool.ntpcheck]\nseed = {'9' * 5000}"])
def test_settings_of_another_shape_are_one_line(typed: Type, folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(text)
    answer = typed("config", "show")
    assert answer.code == 4
    one_line(answer.err)
