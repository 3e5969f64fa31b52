"""Every reader of the project at a place where no file of its kind is: one line, in 256 MB and 2 s."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from ntpcheck import reading
from ntpcheck.accepted import read_accepted
from ntpcheck.engine.journal import read_journal
from ntpcheck.errors import NtpcheckError
from ntpcheck.formulas.paper import paper_of
from ntpcheck.instances.files import read_corpus, read_decoder
from ntpcheck.instances.text import read_text, read_tokens
from ntpcheck.report.catalogue import vocabulary
from ntpcheck.verifier import command
from ntpcheck.verifier.language.words import BookError

MEMORY, SECONDS, PATIENCE = 2**28, 2, 60  # PATIENCE: of a clock that also runs while others work
DATA = 2**26  # bytes: what --max-size might be


def shelf(path: Path) -> None:
    command.shelf([path])


def counterexample(path: Path) -> None:
    """The verifier's outcome, which is a word and no exception."""
    found = command.answer({}, path)
    if found.outcome == "UNREADABLE":
        raise NtpcheckError(found.reason)


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {  # what reads a file, and how it is called
    "a dataset in JSON": ("a.json", lambda path: read_corpus(path, DATA)),
    "a dataset in npz": ("a.npz", lambda path: read_corpus(path, DATA)),
    "embeddings in npy": ("a.npy", lambda path: read_corpus(path, DATA)),
    "embeddings in safetensors": ("a.safetensors", lambda path: read_corpus(path, DATA)),
    "a decoder": ("a.npy", lambda path: read_decoder(path, DATA)),
    "a text": ("a.txt", lambda path: read_text(path, DATA)),
    "tokens": ("a.bin", lambda path: read_tokens(path, 9, DATA)),
    "verdicts": ("a.json", read_accepted),
    "settings": ("a.toml", reading.text),
    "a counterexample": ("a.json", reading.document),
    "a journal": ("journal.ndjson", lambda path: [*read_journal(path)]),
    "a book": ("a.book", lambda path: paper_of(path, vocabulary)),
    "a book, by the verifier": ("a.book", shelf),
    "a counterexample, by the verifier": ("a.json", counterexample),
}


def sparse(path: Path, size: int) -> None:
    with path.open("wb") as file:
        file.truncate(size)


PLACES: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "/dev/zero": lambda path: path.symlink_to("/dev/zero"),
    "a terminal": lambda path: path.symlink_to("/dev/tty"),
    "a circle": lambda path: path.symlink_to(path),
    "a folder": os.mkdir,
    "nothing": lambda path: None,
    "a line of a gigabyte": lambda path: sparse(path, 2**30),
    "more than there is": lambda path: sparse(path, 2**42),
    "zero bytes": lambda path: path.write_bytes(bytes(2**16)),
    "no UTF-8": lambda path: path.write_bytes(b"\xff\xfe" * 2**12),
    "half a letter": lambda path: path.write_bytes('{"a": "\u00e9'.encode()[:-1]),
}
# Any two bytes are a token; a first line that breaks off is a journal of no event.
ANY = ("zero bytes", "no UTF-8", "half a letter")
READ = {(reader, place) for reader in ("tokens", "a journal") for place in ANY}


def refused(read: Callable[[Path], object], path: Path) -> int:
    """In a process of its own: 0 where one line says what is wrong."""
    child = os.fork()
    if not child:  # pragma: no cover - no coverage is collected in such a process
        code = 1
        try:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            most = pages * resource.getpagesize() + MEMORY
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            spent = int(sum(os.times()[:2])) + SECONDS + 1
            resource.setrlimit(resource.RLIMIT_CPU, (spent, spent))
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(PATIENCE)
            read(path)
            code = 2
        except (NtpcheckError, BookError) as problem:
            said = str(problem)
            code = 0 if said and said.isprintable() and len(said) < 600 else 3
        except MemoryError:
            code = 4
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory in use is read from /proc")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_of_its_kind_is_one_line(
    tmp_path: Path, reader: str, record_property: Callable[[str, object], None]
) -> None:
    record_property("times", len(PLACES))
    name, read = READERS[reader]
    for number, (place, make) in enumerate(PLACES.items()):
        path = tmp_path / str(number) / name
        path.parent.mkdir()
        make(path)
        wanted = 2 if (reader, place) in READ else 0
        assert refused(read, path) == wanted, (reader, place)
