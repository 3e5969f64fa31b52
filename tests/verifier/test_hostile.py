"""Files made to be misread, to be slow or to be large: each ends unreadable or rejected, soon and small."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ntpcheck.verifier import command
from ntpcheck.verifier.command import answer
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import digest
from tests.verifier.judged import TEXT, book, file, margin

SHELF = {"toy": book()}


def said(path: Path) -> str:
    start = time.process_time()
    found = answer(SHELF, path, 2_000_000)
    assert time.process_time() - start < 10
    return found.outcome


def whole(**changes: str) -> str:
    """A file's text with some values replaced by text that need not be JSON."""
    text = json.dumps(margin())
    for key, value in changes.items():
        start = text.index(f'"{key}": ') + len(key) + 4
        end = start + 1
        while True:
            try:
                json.loads(text[start:end])
                if text[end] in ",}":
                    break
            except ValueError:
                pass
            end += 1
        text = text[:start] + value + text[end:]
    return text


TEXTS = {
    "nothing": "",
    "null": "null",
    "a list": "[]",
    "a number": "2",
    "two objects": json.dumps(margin()) * 2,
    "an end": json.dumps(margin())[:-2],
    "deep lists": "[" * 200_000,
    "deep objects": '{"a":' * 100_000,
    "deep hints": whole(hints='{"P": ' + "[" * 900 + "]" * 900 + "}"),
    "deep embeddings": whole(embeddings="[" * 900 + "]" * 900),
    "a key twice": whole(x='"1/4", "x": "1/8"'),
    "a key twice at the top": '{"claim": "toy/true", ' + json.dumps(margin())[1:],
    "a float": whole(x="0.25"),
    "an exponent": whole(x="25e-2"),
    "a huge exponent": whole(x="1e999999999"),
    "NaN": whole(x="NaN"),
    "Infinity": whole(x="Infinity"),
    "minus Infinity": whole(x="-Infinity"),
    "a huge integer": whole(x="9" * 5_000),
    "a million digits": whole(x="9" * 1_000_000),
    "a long fraction": whole(x='"1/' + "9" * 5_000 + '"'),
    "a long decimal": whole(x='"0.' + "9" * 500 + '"'),
    "a hidden zero": whole(x='"1/\\u0660"'),
    "a lone surrogate": whole(x='"\\ud800"'),
    "a null byte": whole(x='"1/4\\u0000"'),
    "a size as a number": whole(embeddings="1000000000"),
    "sizes as strings": whole(counts='"100000000000"'),
    "a count too large": whole(counts="[1, 2, 1000000000000000000000]"),
    "a comment": json.dumps(margin()) + " // all well",
    "single quotes": json.dumps(margin()).replace('"', "'"),
    "a byte order mark": "\ufeff" + json.dumps(margin()),
    "many keys": "{" + ", ".join(f'"k{i}": 0' for i in range(60_000)) + "}",
    "many hints": whole(hints="{" + ", ".join(f'"k{i}": 0' for i in range(50_000)) + "}"),
    "a long hint": whole(hints='{"P": {"active": [' + ", ".join(["1"] * 300_000) + "]}}"),
    "too long": json.dumps(margin()) + " " * (1 << 20),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_no_file_is_not_accepted(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(TEXTS[name], encoding="utf-8")
    assert said(path) in ("UNREADABLE", "REJECTED")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    for content in (b"\xff\xfe", os.urandom(4000), json.dumps(margin()).encode("utf-16"), b"\x00" * 1000):
        path.write_bytes(content)
        assert said(path) == "UNREADABLE"


def test_what_is_no_regular_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    for path in (tmp_path / "pipe", tmp_path / "zero", tmp_path / "circle", tmp_path, tmp_path / "a\0b"):
        assert said(path) == "UNREADABLE"


@pytest.mark.parametrize("seed", range(4))
def test_bytes_changed_at_random_are_accepted_only_where_they_say_the_same(seed: int, tmp_path: Path) -> None:
    """A changed x or count may refute too; then the numbers say so."""
    rng, path, text = Random(seed), tmp_path / "file.json", json.dumps(margin()).encode()
    accepted = 0
    for _ in range(60):
        at = rng.randrange(len(text))
        made = bytearray(text)
        made[at : at + rng.choice((0, 1))] = bytes([rng.choice(b'0123456789"[]{},:- /.abcxP\xff\x00')])
        path.write_bytes(bytes(made))
        if said(path) == "ACCEPTED":
            found = json.loads(bytes(made))
            assert (found["claim"], found["dropped"], found["says"]) == ("toy/margin", [], "fails")
            assert found["statement"] == margin()["statement"]
            accepted += 1
    assert accepted < 40


BOMBS = {
    "terms": "(sum j k j2 k2. x) > 0",
    "negations": "(sum j k j2 k2. -(-(-(-x)))) > 0",
    "connectives": "forall j k j2 k2. not not not (j = k and j != k)",
    "guards": "forall j k j2 k2 | j != j and k != k. x > 0",
    "indices": "(sum j k j2 k2. if j < k then 1 else 2) > 0",
    "definitions": "(sum j k. f[j,k]) > 0",
    "tensors": "(sum j k. g(h2[j] + h2[k])[j]) > 0",
    "exponentials": "(sum j k. exp(h2[j] / 7 + h2[k] / 11)) > 0",
    "logs": "(sum j k. log(n2[j] * n2[k] + 1)) > 0",
    "roots": "(sum j k. sqrt(n2[j] * n2[k] + 1)) > 0",
    "powers": "(sum j. (h2[j] + 1 / 3)^1000000) > 0",
    "towers": "((x^999)^999)^999 > 0",
    "largest values": "(max j k j2. h2[j]) > x",
    "long largest values": "(max j k. f[j,k]) > x",
    "largest eigenvalues": "largest(j; k. h2[j] * h2[k]) < x",
    "ranks": "rank(j; k. h2[j] + h2[k] * h2[j]) < x",
    "definiteness": "psd(j; k. h2[j] + h2[k] + h2[j] * h2[k])",
    "closures": "forall j k. closure(j2; k2. h2[j2] <= h2[k2])[j,k]",
    "sets": "forall set T of j | size m / 2. (sum j | T[j]. 1) = m / 2",
    "programs": "solvable X[j]. forall j k. X[j] + h2[k] * X[k] >= h2[j]",
    "nearest points": "Q[1st] = 0",
    "norms": "norm(f) > 0",
    "products": "dot(f, f) > 0",
    "sums of exponentials": "forall j k. (sum j2. exp(h2[j2] + h2[j] / 7 + h2[k] / 11)) > 0",
    "sums of logs": "forall j k. (sum j2. log(n2[j2] * n2[j] + n2[k])) > 0",
    "growth": "growing R. tends((sum j k. exp(R * h2[j] + h2[k])) / (sum k. exp(R * h2[k])), x)",
}
HEAD = """book bomb "Bombs"
axes m: j k
given G: h2[j], n2[j] natural, x
let f[j,k] = h2[j] + h2[k]
let g(t)[j] = t + h2[j]
let Q = shortest X[j] with forall j k. X[j] + X[k] >= h2[j] * h2[k]
"""


def bomb(name: str, size: int) -> tuple[str, dict[str, Any]]:
    """A book with one claim, and a file about it."""
    formula = BOMBS[name].replace("Q[1st]", "(sum j. Q[j])")
    form = "limit" if formula.startswith("growing") else "formula"
    text = HEAD + f'claim bomb/it "(1)" on G\n    says  it\n    {form}  {formula}\n'
    shelf = Book(text)
    instance = {
        "type": "G",
        "h2": [f"{i % 97}/{1 + i % 89}" for i in range(size)],
        "n2": [1 + i for i in range(size)],
        "x": "1/3",
    }
    statement = digest(shelf, shelf.claims["bomb/it"])
    found = file("true") | {"claim": "bomb/it", "statement": statement, "instance": instance}
    return text, found


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_asks_for_much_is_cut_off(name: str, tmp_path: Path) -> None:
    text, document = bomb(name, 400)
    path = tmp_path / "file.json"
    path.write_text(json.dumps(document))
    start = time.process_time()
    found = answer({"bomb": Book(text)}, path, 150_000)
    assert time.process_time() - start < 3
    assert found.outcome == "REJECTED"
    cut = "too much arithmetic" in found.reason
    assert cut or name in ("programs", "nearest points", "closures", "definiteness"), found.reason


# A process starts with the peak of the one that it is forked from: the verifier is started by a small one.
MEASURED = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], env={}).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


@pytest.mark.parametrize("name", ["definitions", "tensors", "programs"])
def test_a_file_stays_small_at_the_full_allowance(name: str, tmp_path: Path) -> None:
    text, document = bomb(name, 2000)
    (tmp_path / "bomb.book").write_text(text)
    (tmp_path / "file.json").write_text(json.dumps(document))
    folder = Path(command.__file__).parent
    line = [sys.executable, "-I", "-S", str(folder), f"--book={tmp_path}/bomb.book", f"{tmp_path}/file.json"]
    line = [sys.executable, "-I", "-c", MEASURED, *line]
    shim = subprocess.run(line, stdout=subprocess.PIPE, env={}, check=False)
    *out, size = shim.stdout.splitlines()
    assert shim.returncode == 1
    assert b"REJECTED" in b"".join(out)
    assert int(size) < 256 * 1024, f"{int(size)} kB"


def spent(formula: str) -> int:
    """The work of asking a formula at a toy instance."""
    from ntpcheck.verifier import judge
    from ntpcheck.verifier.arithmetic import intervals

    shelf = Book(TEXT + f'claim toy/cost "(1)" on Data\n    says  it\n    formula  {formula}\n')
    intervals.allow(1_000_000)
    asked = judge.load(shelf, shelf.claims["toy/cost"], file("true")["instance"], {})
    before = intervals.unspent()
    asked.ask(shelf.claims["toy/cost"].core)
    return before - intervals.unspent()


DEARER = [
    ("x > 0", "-x > 0 or x > 0"),
    ("-x < 0", "-(-(-x)) < 0"),
    ("x > 0", "not not x > 0"),
    ("x > 0", "x > 0 and x > 0"),
    ("x + 0 > 0", "x + 0 + 0 > 0"),
    ("x * 1 > 0", "x * 1 * 1 > 0"),
    ("x / 1 > 0", "x / 1 / 1 > 0"),
    ("x^1 > 0", "(x^1)^1 > 0"),
    ("abs(x) > 0", "abs(abs(x)) > 0"),
    ("exp(x) > 0", "exp(x) * exp(x) > 0"),
    ("max(x, 0) > 0", "max(max(x, 0), 0) > 0"),
    ("forall j. x > 0", "forall j k. x > 0"),
    ("(sum j. x) > 0", "(sum j k. x) > 0"),
    ("forall j. j = j", "forall j k. j = j"),
    ("(if x > 0 then x else 0) > 0", "(if x > 0 then if x > 0 then x else 0 else 0) > 0"),
    ("norm(h) > 0", "norm(h + h) > 0"),
    ("total > 0", "total > 0 and (forall j. share[j] >= 0)"),
]


@pytest.mark.parametrize(("cheap", "dear"), DEARER)
def test_every_part_of_a_formula_is_paid_for(cheap: str, dear: str) -> None:
    assert 0 < spent(cheap) < spent(dear)


def test_every_number_of_a_file_is_paid_for(tmp_path: Path) -> None:
    """A file of a megabyte of numbers is cut off by an allowance smaller than its entries."""
    path = tmp_path / "file.json"
    rows = [[1, 2]] * 60_000
    path.write_text(json.dumps(file("weak", embeddings=rows, counts=[1] * 60_000)))
    found = answer(SHELF, path, 200_000)
    assert "too much arithmetic" in found.reason
    path.write_text(json.dumps(file("weak", x="1/" + "9" * 4000)))
    assert "too much arithmetic" in answer(SHELF, path, 300).reason
