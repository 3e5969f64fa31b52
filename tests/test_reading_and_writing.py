"""What is read is a regular file of bounded size; what is written is there whole or not at all."""

from __future__ import annotations

import errno
import os
import signal
import tempfile
from pathlib import Path

import pytest

from ntpcheck import reading, writing
from ntpcheck.engine.journal import Journal, read_journal
from ntpcheck.errors import AbsentFile, NtpcheckError, UnreadableFile, UnwritableFile


def refused(path: Path, said: str) -> None:
    with pytest.raises(UnreadableFile, match=said) as caught:
        reading.document(path)
    assert "\n" not in str(caught.value)


def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    for name in ("pipe", "endless", "."):
        refused(tmp_path / name, "no regular file")
    with pytest.raises(AbsentFile):
        reading.contents(tmp_path / "none")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b"{", "not JSON"),
        (b'"\xff"', "not UTF-8"),
        (b'"\0"', "zero bytes"),
        (b"9" * 5000, "not JSON"),
        (b" " * (reading.SMALL + 1), "at most"),
    ],
)
def test_a_bad_document_is_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.json").write_bytes(content)
    refused(tmp_path / "a.json", said)


def test_a_line_without_an_end_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "journal.ndjson"
    with path.open("wb") as file:
        file.truncate(2**27)
    with pytest.raises(UnreadableFile, match="a line of more than"):
        list(read_journal(path))


CALLS = ("open", "write", "fsync", "replace")


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EROFS, errno.EMFILE])
@pytest.mark.parametrize("call", CALLS)
def test_a_file_stays_as_it_was_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int
) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        with pytest.raises(UnwritableFile, match=os.strerror(code)) as caught:
            writing.write(path, "new " * 1000)
    assert caught.value.exit_code == 4
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("page.html", "old")]


def test_a_write_in_parts_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = os.write
    monkeypatch.setattr(os, "write", lambda handle, content: honest(handle, content[:3]))
    assert writing.write(tmp_path / "new" / "page.html", "twelve bytes").read_text() == "twelve bytes"


def journal(path: Path, lines: int = 6) -> list[bytes]:
    made = Journal(path)
    for number in range(lines):
        made.write("batch", number=number)
    made.close()
    return path.read_bytes().splitlines(keepends=True)


def damaged(lines: list[bytes], how: str, at: int) -> list[bytes]:
    before, line, after = lines[:at], lines[at], lines[at + 1 :]
    return {
        "deleted": [*before, *after],
        "doubled": [*before, line, line, *after],
        "swapped": [*before, *after[:1], line, *after[1:]],
        "changed": [*before, line.replace(b'"number": ', b'"number": 1'), *after],
        "emptied": [*before, b"\n", *after],
    }[how]


@pytest.mark.parametrize("how", ["deleted", "doubled", "swapped", "changed", "emptied"])
@pytest.mark.parametrize("at", range(5))
def test_a_line_that_does_not_follow_is_told(tmp_path: Path, how: str, at: int) -> None:
    path = tmp_path / "journal.ndjson"
    path.write_bytes(b"".join(damaged(journal(path), how, at)))
    with pytest.raises(NtpcheckError, match="does not follow"):
        list(read_journal(path))
    before = path.read_bytes()
    with pytest.raises(NtpcheckError, match="does not follow"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_line_with_a_key_twice_is_changed(tmp_path: Path) -> None:
    """A parser takes the last of the two, and would find nothing amiss."""
    lines = journal(tmp_path / "journal.ndjson")
    lines[2] = lines[2].replace(b'{"', b'{"seq": 7, "', 1)
    (tmp_path / "journal.ndjson").write_bytes(b"".join(lines))
    with pytest.raises(UnreadableFile, match="line 3, does not follow"):
        list(read_journal(tmp_path / "journal.ndjson"))


def test_lines_of_another_run_do_not_follow(tmp_path: Path) -> None:
    lines = journal(tmp_path / "one" / "journal.ndjson")
    other = Journal(tmp_path / "two" / "journal.ndjson")
    for number in range(6):
        other.write("batch", number=number + 1)
    path = tmp_path / "two" / "journal.ndjson"
    path.write_bytes(b"".join([*path.read_bytes().splitlines(keepends=True)[:3], *lines[3:]]))
    with pytest.raises(UnreadableFile, match="line 4"):
        list(read_journal(path))


def test_one_writer_at_a_time_holds_a_run(tmp_path: Path) -> None:
    first = Journal(tmp_path / "journal.ndjson")
    first.write("batch")
    with pytest.raises(UnwritableFile, match="held by another process"):
        Journal(tmp_path / "journal.ndjson")
    first.close()
    again = Journal(tmp_path / "journal.ndjson")
    assert len(again.events) == 1


def test_a_journal_that_cannot_grow_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Journal(tmp_path / "journal.ndjson")
    made.write("batch")
    before = (tmp_path / "journal.ndjson").read_bytes()
    honest = os.write

    def half(handle: int, content: bytes) -> int:
        if len(content) < 20:
            raise OSError(errno.ENOSPC, "no space")
        return honest(handle, content[: len(content) // 2])

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", half)
        with pytest.raises(UnwritableFile, match="no space"):
            made.write("verdict")
    assert (tmp_path / "journal.ndjson").read_bytes() == before
    made.write("verdict")
    assert [event["event"] for event in read_journal(tmp_path / "journal.ndjson")] == ["batch", "verdict"]


def test_a_run_that_cannot_begin_leaves_no_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ntpcheck.commands._runs import How, begun

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(UnwritableFile, match="no space"):
        begun(How(("tests.engine.toys:PAPER",), "quick", "cpu", 0))
    assert not list((folder / "reports" / "runs").iterdir())


def test_what_a_killed_process_has_left_goes_with_the_next_and_what_is_held_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    writing._sweep.cache_clear()
    (tmp_path / "ntpcheck-notes").mkdir()  # somebody's own
    (tmp_path / "ntpcheck-link.scratch").symlink_to(tmp_path / "ntpcheck-notes")
    child = os.fork()
    if not child:  # pragma: no cover - it is killed
        with writing.scratch() as folder:
            (folder / "half").write_text("")
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    (left,) = tmp_path.glob("ntpcheck-????????.scratch")
    assert [path.name for path in left.iterdir()] == ["half"]
    with writing.scratch() as held:
        assert not left.exists()
        writing._sweep.cache_clear()
        with writing.scratch() as other:
            assert held.exists()
            assert held != other
    assert sorted(p.name for p in tmp_path.iterdir()) == ["ntpcheck-link.scratch", "ntpcheck-notes"]
    writing._sweep.cache_clear()


def test_without_locks_nothing_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(writing, "_hold", lambda handle: False)
    writing._sweep.cache_clear()
    (tmp_path / "ntpcheck-alive123.scratch").mkdir()
    with writing.scratch():
        assert (tmp_path / "ntpcheck-alive123.scratch").exists()
    writing._sweep.cache_clear()


def test_a_folder_that_a_sweep_takes_before_it_is_held_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    honest, struck = writing.Lock, []

    def late(folder: Path) -> writing.Lock:
        if not struck:
            struck.append(folder)
            folder.rmdir()
        return honest(folder)

    monkeypatch.setattr(writing, "Lock", late)
    with writing.scratch() as folder:
        assert folder.is_dir()
        assert folder not in struck
