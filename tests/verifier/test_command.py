"""The command line: which books and files, at most twelve lines a file, plain ASCII, the exit status."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier import command
from ntpcheck.verifier.judge import Answer
from ntpcheck.verifier.language.words import BookError
from ntpcheck.verifier.lemmas.by_name import HOMES
from ntpcheck.verifier.lemmas.by_name import shelf as lemmas
from ntpcheck.verifier.shared.premises import LEMMAS
from tests.verifier.judged import TEXT, file, margin

FOLDER = Path(command.__file__).parent


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    path = tmp_path / "toy.book"
    path.write_text(TEXT)
    return path


@pytest.fixture
def run(shelf: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """The command in this process: exit status, output, errors."""

    def typed(*arguments: object, book: bool = True) -> tuple[int, str, str]:
        options = [f"--book={shelf}"] if book else []
        code = command.main([*options, *map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return typed


def written(folder: Path, document: Any, name: str = "file.json") -> Path:
    path = folder / name
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


def test_an_accepted_file_is_told_in_few_lines(run: Any, tmp_path: Path) -> None:
    path = written(tmp_path, margin())
    code, out, err = run(path)
    assert (code, err) == (0, "")
    assert out.split("\n")[:3] == [
        f"{path}: ACCEPTED",
        "  REFUTED     toy/margin, Lemma 1, (2): the shortest vector of margin 1 is shorter than x",
        "  formula     norm(P) < x",
    ]
    assert out.count("\n") <= 12


STATUS = [
    ([margin()], 0),
    ([file("true")], 1),
    (["{"], 4),
    ([margin(), file("true")], 1),
    ([margin(), file("true"), "{}"], 4),
    ([margin(), margin()], 0),
    ([margin(schema_version=1)], 4),
]


@pytest.mark.parametrize(("documents", "status"), STATUS, ids=range(len(STATUS)))
def test_the_exit_status_is_that_of_the_worst_file(
    documents: list[Any], status: int, run: Any, tmp_path: Path
) -> None:
    paths = [written(tmp_path, document, f"{k}.json") for k, document in enumerate(documents)]
    code, out, _ = run(*paths)
    assert code == status
    assert all(f"{path}: " in out for path in paths)


def test_json_holds_all_that_is_told(run: Any, tmp_path: Path) -> None:
    good, bad = written(tmp_path, margin(), "a.json"), written(tmp_path, file("true"), "b.json")
    code, out, err = run("--json", good, bad)
    found = json.loads(out)
    assert (code, err) == (1, "")
    assert [sorted(entry) for entry in found] == [["file", "lines", "outcome", "reason", "verdict"]] * 2
    assert [entry["outcome"] for entry in found] == ["ACCEPTED", "REJECTED"]
    assert [entry["verdict"] for entry in found] == ["REFUTED", ""]
    assert found[1]["reason"] == "the claim holds there"
    assert found[0]["lines"][-1] == "sides       1.52315 < 1/4 is false"


def test_where_names_the_folder(run: Any) -> None:
    assert run("--where", book=False) == (0, f"{FOLDER}\n", "")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([], 4),
        (["--help"], 0),
        (["--json"], 4),
        (["--patience=0", "f"], 4),
        (["--patience=", "f"], 4),
        (["--patience=-1", "f"], 4),
        (["--patience=1000000", "f"], 4),
        (["--patience=" + "9" * 5000, "f"], 4),
        (["--patience=\u0663", "f"], 4),
        (["--patience=1.5", "f"], 4),
        (["--other", "f"], 4),
    ],
)
def test_what_is_no_use_shows_the_usage(arguments: list[str], status: int, run: Any) -> None:
    assert run(*arguments, book=False) == (status, "", command.USAGE + "\n")


def test_patience_multiplies_the_work(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, margin())
    monkeypatch.setattr(command, "WORK_LIMIT", 40)
    code, out, _ = run(path)
    assert code == 1
    assert "it asks for too much arithmetic; --patience=N allows N times as much" in out
    assert run("--patience=1000", path)[0] == 0


BOOKS = [
    ("", "its key '' is that of another book, or none"),
    ('book x "y"\nlet a = ', "toy.book, line 2: a name is expected"),
    ('book x "y"\nlet \x1b[2J', "toy.book, line 2: only ASCII signs are known"),
    ("\xff", "only ASCII signs are known"),
    ('book x "y"\nlet a = ' + "(" * 3000, "signs, and a line at most 110"),
    ('book x "y"\nlet a = ' + "\n    (((((((((" * 300, "toy.book, line 3: it is nested too deeply"),
    ('book x "y"\nlet a = 1' + "\n    + 1 + 1 + 1" * 300, "toy.book, line 2: it is nested too deeply"),
    ("# " + "\n" * 1_100_000, "it has more than 1048576 bytes"),
]


@pytest.mark.parametrize(("text", "reason"), BOOKS, ids=range(len(BOOKS)))
def test_a_book_that_is_none_is_told_on_one_line(text: str, reason: str, run: Any, shelf: Path) -> None:
    shelf.write_text(text, encoding="utf-8")
    code, out, err = run("file.json")
    assert (code, out) == (4, "")
    assert err.startswith("ntpcheck-verifier: ")
    assert reason in err
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


def test_books_that_are_no_regular_files_are_refused_at_once(run: Any, shelf: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.book")
    (tmp_path / "zero.book").symlink_to("/dev/zero")
    for path in (tmp_path, tmp_path / "pipe.book", tmp_path / "zero.book", tmp_path / "none.book"):
        code, _, err = run(f"--book={path}", "file.json", book=False)
        assert code == 4
        assert str(path) in err
    code, _, err = run(f"--book={shelf}", "file.json")
    assert code == 4
    assert "its key 'toy' is that of another book, or none" in err


def test_bytes_that_are_no_text_are_refused(run: Any, shelf: Path) -> None:
    shelf.write_bytes(b'book x "\xff\xfe"')
    code, _, err = run("file.json")
    assert (code, "UnicodeDecodeError" in err) == (4, True)


def in_a_bare_interpreter(*arguments: str | bytes) -> subprocess.CompletedProcess[bytes]:
    command_line = [sys.executable, "-I", "-S", str(FOLDER), *arguments]
    return subprocess.run(command_line, env={}, capture_output=True, cwd="/", timeout=60, check=False)


def test_the_folder_runs_by_itself_in_an_empty_environment(shelf: Path, tmp_path: Path) -> None:
    path = written(tmp_path, margin())
    done = in_a_bare_interpreter(f"--book={shelf}", str(path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(f"{path}: ACCEPTED\n".encode())


def test_a_copy_of_the_folder_needs_nothing_else(shelf: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copied"
    copy.mkdir()
    for source in FOLDER.rglob("*.py"):
        (copy / source.relative_to(FOLDER)).parent.mkdir(exist_ok=True)
        (copy / source.relative_to(FOLDER)).write_bytes(source.read_bytes())
    path = written(tmp_path, margin())
    line = [sys.executable, "-I", "-S", str(copy), f"--book={shelf}", str(path)]
    done = subprocess.run(line, env={}, capture_output=True, cwd="/", timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_what_a_verdict_rests_on_is_named(shelf: Path, tmp_path: Path) -> None:
    """A formula is judged without the files on limits and lemmas, and a lemma without those of others."""

    def used(document: dict[str, Any]) -> set[str]:
        done = in_a_bare_interpreter("--used", f"--book={shelf}", str(written(tmp_path, document)))
        head, _, names = done.stdout.decode().splitlines()[-1].partition(": ")
        files, lines = (int(word.replace(",", "")) for word in re.findall(r"\d[\d,]*", head))
        found = set(names.split())
        texts = "\n".join((FOLDER / f"{name}.py").read_text("utf-8") for name in found).splitlines()
        assert files == len(found)
        assert lines == sum(line.strip()[:1] not in ("", "#") for line in texts)
        return found

    plain, argued = used(margin()), used(margin(lemma="stays"))
    assert {"instance/world", "arithmetic/exact", "judge", "instance/points"} <= plain
    assert not plain & {"asymptotics/limits", "asymptotics/growth", "instance/optimum", "terms/identities"}
    assert not any(name.startswith(("lemmas/", "shared/")) for name in plain)
    assert "lemmas/steps" in argued
    assert "lemmas/wedges" not in argued
    assert plain < argued


def test_what_was_used_is_no_part_of_json(run: Any) -> None:
    assert run("--used", "--json", "file.json")[0] == 4


def test_names_and_texts_cannot_write_to_the_terminal(shelf: Path, tmp_path: Path) -> None:
    """Newlines, escapes and bytes that are no text, in the file's name and in the file."""
    name = os.fsencode(tmp_path) + b"/a\n\x1b[2Jfile: ACCEPTED\xff\xc3.json"
    for document in (
        margin(),
        margin(claim="toy/\x1b[31m\nfile.json: ACCEPTED"),
        margin(hints={"\u202e\n": 1}),
    ):
        Path(os.fsdecode(name)).write_text(json.dumps(document))
        done = in_a_bare_interpreter(f"--book={shelf}", name)
        assert done.stdout.isascii()
        assert all(line.startswith((b"  ", os.fsencode(tmp_path))) for line in done.stdout.splitlines())
        assert all(32 <= byte < 127 or byte == 10 for byte in done.stdout)
        assert b"\\x1b[2Jfile: ACCEPTED\\udcff\\udcc3.json: " in done.stdout
        told = json.loads(in_a_bare_interpreter(f"--book={shelf}", "--json", name).stdout)
        assert os.fsencode(told[0]["file"]) == name


def test_a_reason_is_not_longer_than_a_line(run: Any, tmp_path: Path) -> None:
    _, out, _ = run(written(tmp_path, margin(claim="toy/" + "x" * 100_000)))
    assert len(out) < 500


def test_each_lemma_has_its_home_in_the_table() -> None:
    for name, function in lemmas().items():
        assert function.__module__.rpartition(".")[2] == next(h for h, own in HOMES.items() if name in own)
    assert {path.stem for path in FOLDER.glob("lemmas/*.py")} == {*HOMES, "some", "by_name", "__init__"}
    assert set(LEMMAS) == set(lemmas())


def test_every_lemma_is_printed_whole() -> None:
    for lemma, argument in lemmas().items():
        line = f"lemma       {lemma}: {' '.join((argument.__doc__ or '').split())}"
        assert command.printed("f", Answer("ACCEPTED", lines=[line])).endswith(
            line.encode("unicode_escape").decode()
        )


def test_without_a_book_there_is_nothing_to_judge_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "beside", list)
    with pytest.raises(BookError, match="name one with --book=BOOK"):
        command.shelf([])


def test_a_mistake_of_ours_accepts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("no such number")

    monkeypatch.setattr(command, "examine", stumble)
    found = command.answer({}, written(tmp_path, margin()))
    assert found == Answer("UNREADABLE", "it cannot be read: ZeroDivisionError: no such number")


def test_a_file_that_is_not_there_is_unreadable(run: Any, tmp_path: Path) -> None:
    code, out, _ = run(tmp_path / "none.json")
    assert code == 4
    assert "none.json: UNREADABLE: there is no such file" in out
