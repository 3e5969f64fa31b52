"""Books, counterexamples, journals and settings at the largest size that is read: 2 s and 256 MB."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ASKED = """
import resource, sys, time
from pathlib import Path
path = Path(sys.argv[1])
{asks}
used = resource.getrusage(resource.RUSAGE_SELF)
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(said, used.ru_utime + used.ru_stime, peak, "torch" in sys.modules)
"""
VERIFIER = """
from ntpcheck.verifier import command
from ntpcheck.verifier.language.words import BookError
"""
BOOK = (
    VERIFIER
    + """
try:
    command.shelf([path])
    said = "read"
except BookError:
    said = "refused"
"""
)
COUNTEREXAMPLE = (
    VERIFIER
    + """
said = "refused" if command.answer({}, path).outcome == "UNREADABLE" else "read"
"""
)
READING = """
from ntpcheck import reading
from ntpcheck.errors import NtpcheckError
"""
SETTINGS = (
    READING
    + """
try:
    found = reading.document(path)
    said = "read" if isinstance(found, dict) else "refused"
except NtpcheckError:
    said = "refused"
"""
)
JOURNAL = (
    READING
    + """
from ntpcheck.engine.journal import read_journal
try:
    found = list(read_journal(path))
    said = "read"
except NtpcheckError:
    said = "refused"
"""
)
SMALL = 2**22
BOOKS = {
    "one long sum": b'book a "A"\n\ngiven D: x\n\nlet y = x' + b" + x" * 340_000 + b"\n",
    "parentheses": b'book a "A"\n\ngiven D: x\n\nlet y = ' + b"(" * 500_000 + b"\n",
    "many definitions": b'book a "A"\n\ngiven D: x\n\n' + b"let y = x\n" * 100_000,
    "one long word": b'book a "A"\n\nlet ' + b"y" * 1_000_000,
    "one line of quotes": b'book a "' + b'"' * 1_000_000,
}
DOCUMENTS = {
    "empty lists": b'{"instance": [' + b"[]," * 340_000 + b"[]]}",
    "depth": b"[" * 1_000_000,
    "digits": b'{"instance": ' + b"9" * 1_000_000 + b"}",
    "keys": b"{" + b",".join(b'"%d": 0' % i for i in range(80_000)) + b"}",
}


def refused(tmp_path: Path, asks: str, content: bytes) -> None:
    path = tmp_path / "hostile"
    path.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-c", ASKED.format(asks=asks), str(path)],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    said, seconds, peak, torch = done.stdout.split()
    assert said == "refused"
    assert float(seconds) < 2
    assert int(peak) < 256 * 1024  # kilobytes
    assert torch == "False"


pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="peak memory is read from /proc"
)


@pytest.mark.parametrize("name", BOOKS)
def test_a_hostile_book_is_refused_quickly_in_little_memory(tmp_path: Path, name: str) -> None:
    refused(tmp_path, BOOK, BOOKS[name])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_hostile_counterexample_is_refused_quickly_in_little_memory(tmp_path: Path, name: str) -> None:
    refused(tmp_path, COUNTEREXAMPLE, DOCUMENTS[name])


SETTING = {
    "empty lists": b"[" + b"[]," * (SMALL // 3 - 10) + b"[]]",
    "depth": b"[" * SMALL,
    "zeros": b"[" + b"0," * (SMALL // 2 - 2) + b"0]",
}
JOURNALS = {
    "one line": b"{}" * (SMALL // 2 - 1) + b"\n{}\n",
    "depth": b"[" * (SMALL - 1) + b"\n",
    "empty records": b"{}\n" * SMALL,
}


@pytest.mark.parametrize("name", SETTING)
def test_hostile_settings_are_refused_quickly_in_little_memory(tmp_path: Path, name: str) -> None:
    refused(tmp_path, SETTINGS, SETTING[name])


@pytest.mark.parametrize("name", JOURNALS)
def test_a_hostile_journal_is_refused_quickly_in_little_memory(tmp_path: Path, name: str) -> None:
    refused(tmp_path, JOURNAL, JOURNALS[name])
