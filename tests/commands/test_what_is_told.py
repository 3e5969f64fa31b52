"""What `verify` tells of a book's claims: counterexamples with their files, and falsehoods that it missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntpcheck.commands._options import say_tally
from ntpcheck.report.gate import Tally
from tests.commands.conftest import Type
from tests.commands.test_verify import last_line


def test_a_planted_falsehood_that_is_missed_is_named_and_fails_a_strict_run(
    typed: Type, folder: Path
) -> None:
    (folder / "mine.book").write_text(
        'book mine "Mine"\naxes S: s\ngiven Row: q[s] from entries\n'
        'claim mine/square "1" on Row\n    says     a sum of squares is at least 0\n'
        "    formula  (sum s. q[s]^2) >= 0\n"
        'claim mine/square#wrong-constant "planted" as mine/square\n'
        "    says     twice the sum of squares is at least 0\n    formula  2 * (sum s. q[s]^2) >= 0\n"
    )
    named = "missed  mine/square#wrong-constant: a planted falsehood, and no counterexample: SUPPORTED"
    quick = typed("verify", "mine.book", "--strict")
    assert (quick.code, "missed" in quick.out + quick.err) == (0, False)
    answer = typed("verify", "mine.book", "--profile", "ci")
    assert (answer.code, last_line(answer.out)) == (0, "1 passed, 0 failed, 0 skipped")
    assert "Of 1 planted falsehood 1 was missed." in " ".join(answer.out.split())
    assert named in answer.err
    for strict in (typed("gate", "--strict"), typed("verify", "mine.book", "--profile", "ci", "--strict")):
        assert strict.code == 7
        assert named in strict.err


def test_a_falsehood_that_nothing_decided_is_missed_with_the_way_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say_tally(Tally((), {"mine/norm#wrong-limit": "UNDECIDED"}), to_stderr=False)
    told = "missed  mine/norm#wrong-limit: a planted falsehood, and no counterexample: UNDECIDED, nothing"
    assert capsys.readouterr().err.startswith(told)


def test_a_counterexample_that_nobody_has_explained_is_told_with_its_file(typed: Type, folder: Path) -> None:
    (folder / "mine.book").write_text(
        'book mine "Mine"\naxes S: s\ngiven Row: q[s] from entries\n'
        'claim mine/sum "1" on Row\n    says     a sum is at least 0\n    formula  (sum s. q[s]) >= 0\n'
    )
    answer = typed("verify", "mine.book")
    assert "fails on Row: entries [-1]; -1 >= 0 is false" in " ".join(answer.out.split())
    (told,) = [line for line in answer.out.splitlines() if line.startswith("counterexamples: ")]
    assert [path.name for path in Path(told.partition(" ")[2]).iterdir()] == ["mine--sum.json"]
