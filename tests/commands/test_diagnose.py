"""`diagnose` on the user's own data: tables, texts, obstructions by name, and the predicted curve."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from ntpcheck.diagnosis import answers, questions, words
from ntpcheck.diagnosis.questions import independent_margin
from ntpcheck.dynamics.gradient_descent import gradient_descent
from ntpcheck.instances.corpus import Corpus
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.entropy import cross_entropy_gap
from ntpcheck.reference.max_margin import max_margin
from tests.commands.conftest import Type

GOOD = {"embeddings": [[1, 0, 0], [0, 1, 0.5]], "counts": [[2, 1, 0, 0], [0, 0, 3, 1]]}
UNEQUAL = {"embeddings": [[1], [2]], "counts": [[2, 1, 0], [1, 2, 0]]}
OPPOSED = {"embeddings": [[1], [1]], "counts": [[2, 0, 0], [0, 2, 0]]}
TEXT = "the cat sat on the mat and the dog sat on the cat "


def diagnosed(typed: Type, folder: Path, tables: dict[str, Any]) -> dict[str, Any]:
    (folder / "data.json").write_text(json.dumps(tables))
    return json.loads(typed("diagnose", "data.json", "--json").out)


def test_good_data_gets_its_margin_and_its_curve(typed: Type, folder: Path) -> None:
    found = diagnosed(typed, folder, GOOD)
    p = [2 / 3, 1 / 3, 3 / 4, 1 / 4]
    pi = [3 / 7, 3 / 7, 4 / 7, 4 / 7]
    assert found["entropy"] == pytest.approx(-sum(w * q * np.log(q) for w, q in zip(pi, p, strict=True)))
    assert found["compatible"]["holds"]
    assert found["separable"]["margin"] == pytest.approx(1 / np.sqrt(1.8))
    assert [row["steps"] for row in found["training"]["curve"]] == [10**i for i in range(1, 13)]


def test_the_predicted_curve_is_the_one_that_training_takes(typed: Type, folder: Path) -> None:
    """At k = 1e5, told by integration or by the law, training is inside a band below 1% of the value."""
    diagnosed(typed, folder, GOOD)
    for asked, by in (("1000000", "flow"), ("10000", "law")):
        found = json.loads(typed("diagnose", "data.json", "--json", "--steps", asked).out)["training"]
        run = Run(GOOD["embeddings"], GOOD["counts"], np.zeros((4, 3)), found["safe_step"])
        W = gradient_descent(run, [10**5]).W[-1]
        (row,) = [row for row in found["curve"] if row["steps"] == 10**5]
        best = max_margin(run).W
        turn = 1 - float((W * best).sum() / W.norm() / best.norm())
        for told, true in (
            (row["loss_minus_entropy"], float(cross_entropy_gap(run, W).total)),
            (row["one_minus_cos"], turn),
        ):
            assert told["low"] <= true <= told["high"]
            assert told["high"] - told["low"] <= 0.01 * told["value"]
        assert row["by"] == by


def test_contradicting_equations_are_named(typed: Type, folder: Path) -> None:
    found = diagnosed(typed, folder, UNEQUAL)
    assert not found["compatible"]["holds"]
    assert {cell["context"] for cell in found["compatible"]["equations"]} == {"0", "1"}
    assert "curve" not in found["training"]


def test_conflicting_margins_are_named(typed: Type, folder: Path) -> None:
    found = diagnosed(typed, folder, OPPOSED)
    assert not found["separable"]["holds"]
    cells = {(cell["context"], cell["token"]): cell["weight"] for cell in found["separable"]["cells"]}
    assert cells == pytest.approx({("0", "1"): 0.5, ("1", "0"): 0.5})


def test_a_no_that_rationals_contradict_is_settled_by_them(typed: Type, folder: Path) -> None:
    data = '{{"embeddings": [[1, 0], [1, {}]], "counts": {}}}'
    (folder / "data.json").write_text(data.format("1e-20", "[[1, 0], [0, 1]]"))
    assert (
        "separable    yes (EXACT), because the contexts are independent, margin 7.07107e-21"
        in typed("diagnose", "data.json").out
    )
    (folder / "data.json").write_text(data.format("1e-20", "[[2, 1], [1, 2]]"))
    assert (
        "compatible   yes (EXACT), because the contexts are independent, ||W*|| = 9.80258e+19"
        in typed("diagnose", "data.json").out
    )
    (folder / "data.json").write_text(data.format("1e-300", "[[1, 0], [0, 1]]"))
    said = typed("diagnose", "data.json")
    assert (said.code, said.err) == (0, "")
    assert "separable    unknown" in said.out  # W^mm is beyond doubles


def test_an_obstruction_with_weights_beyond_doubles_is_told(typed: Type, folder: Path) -> None:
    draw = np.random.default_rng(0)
    embeddings, counts = draw.normal(size=(30, 20)), draw.integers(1, 4, size=(30, 6))
    np.savez(folder / "data.npz", embeddings=embeddings, counts=counts)
    said = typed("diagnose", "data.npz")
    assert (said.code, said.err) == (0, "")
    assert "compatible   no" in said.out
    assert "    +1  token" in said.out or "    -1  token" in said.out


def test_a_yes_is_settled_in_rationals_where_they_are_affordable(typed: Type, folder: Path) -> None:
    draw = np.random.default_rng(1)
    one_hot, rich = np.eye(12, dtype=int)[draw.integers(0, 12, 90)], draw.integers(1, 4, (90, 12))
    for embeddings, counts, rigors in (
        (draw.normal(size=(90, 100)), rich, ["EXACT", "EXACT"]),  # large, yet the contexts are independent
        (np.eye(90), rich, ["EXACT", "EXACT"]),
        (draw.normal(size=(10, 9)), one_hot[:10], ["EXACT", "EXACT"]),  # dependent and small
        (draw.normal(size=(90, 89)), one_hot, ["EXACT", "FLOAT"]),  # no equations, but many margins
    ):
        np.savez(folder / "data.npz", embeddings=embeddings, counts=counts)
        found = json.loads(typed("diagnose", "data.npz", "--json").out)
        assert [found[question]["rigor"] for question in ("compatible", "separable")] == rigors
        assert found["compatible"]["holds"]
        assert found["separable"]["holds"]


@pytest.mark.parametrize("doubles", [True, False])
def test_a_yes_that_rationals_contradict_is_not_told(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch, *, doubles: bool
) -> None:
    """Doubles are made to say the opposite of what holds."""
    for name, field in (("max_margin", "feasible"), ("compatibility", "compatible")):
        known = getattr(questions, name)

        def twisted(data: Dataset, known: Any = known, field: str = field) -> Any:
            found = known(data)
            return found if data.is_exact else replace(found, **{field: torch.tensor(doubles)})

        monkeypatch.setattr(questions, name, twisted)
    said = ("yes", "no") if doubles else ("no", "yes")
    tables = {"embeddings": [[1], [1]], "counts": [[2, 1, 0], [1, 2, 4]]}
    if not doubles:
        tables = {"embeddings": [[1], [1]], "counts": [[2, 1, 0], [2, 1, 0]]}
    found = diagnosed(typed, folder, tables)
    for question in ("compatible", "separable"):
        assert (found[question]["holds"], found[question]["rigor"]) == (None, None)
        assert found[question]["why"].startswith(f"doubles say {said[0]} and rationals {said[1]}")


def test_the_rigor_is_on_the_screen_and_on_the_page(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "data.json").write_text(json.dumps(GOOD))
    for exact, said_too in (
        (True, ("yes (EXACT)", "decided in exact arithmetic")),
        (False, ("yes (FLOAT)", "decided in floating point")),
    ):
        if not exact:
            monkeypatch.setattr(questions, "EXACT_SIZE", 0)
            monkeypatch.setattr(answers, "independent_for_certain", lambda _: False)
        said = typed("diagnose", "data.json", "--html", "page.html").out
        assert all(word in said and word in Path("page.html").read_text() for word in said_too)


def test_a_text_is_told_in_its_own_words(typed: Type, folder: Path) -> None:
    (folder / "text.txt").write_text(TEXT * 3)
    said = typed("diagnose", "text.txt", "--context-length", "1", "--dimension", "2")
    assert said.code == 0
    assert "after 'sat'" in said.out
    assert "entropy" in said.out


@pytest.mark.parametrize("tables", [GOOD, UNEQUAL, OPPOSED, {"embeddings": [[0]], "counts": [[1, 1]]}])
def test_every_kind_of_data_is_told_without_a_stumble(
    typed: Type, folder: Path, tables: dict[str, Any]
) -> None:
    (folder / "data.json").write_text(json.dumps(tables))
    said = typed("diagnose", "data.json")
    assert said.code == 0
    assert "training" in said.out


def test_data_that_cannot_be_read_gets_one_line(typed: Type, folder: Path) -> None:
    (folder / "text.txt").write_text(TEXT)
    (folder / "word.txt").write_text("word")
    (folder / "data.json").write_text(json.dumps(GOOD))
    for arguments, part in (
        (("nothing.json",), "does not exist"),
        (("nothing.txt",), "does not exist"),
        ((".",), "is a folder"),
        (("word.txt", "--context-length", "1"), "the text has 1 word. "),
        (("text.txt",), "--context-length 1"),
        (
            ("data.json", "--context-length", "1"),
            "data.json is a dataset, and --context-length is for a text. Leave",
        ),
        (("data.json", "--dimension", "2"), "--dimension is for a text"),
        (("data.json", "--tokens", "characters"), "--tokens is for a text"),
        (("text.txt", "--context-length", "0"), "context-length"),
    ):
        said = typed("diagnose", *arguments)
        assert said.code == 4
        assert part in said.err
        assert said.err.count("\n") == 1


def test_data_too_large_for_coordinates_is_told_that_its_curve_is_not() -> None:
    rng = np.random.default_rng(0)
    counts = np.zeros((90, 120), dtype=int)
    for line in counts:
        line[rng.choice(120, 3, replace=False)] = rng.integers(1, 9, 3)
    told = answers.diagnose(Dataset(rng.standard_normal((90, 40)), counts))
    assert answers.LAW_SIZE < 90 * 120 * 40
    assert [told[question]["rigor"] for question in ("compatible", "separable")] == ["FLOAT", "FLOAT"]
    assert told["separable"]["residual"] <= 1e-12
    assert "curve" not in told["training"]
    assert ("approach", f"not told: {told['training']['untold']}") in words.answers(told)


def test_a_few_contexts_in_many_dimensions_have_a_curve_beyond_that_size() -> None:
    rng = np.random.default_rng(0)
    told = answers.diagnose(Dataset(rng.standard_normal((4, 40_000)), rng.permuted(np.eye(4, 16), axis=1)))
    assert answers.LAW_ROOM < 4 * 16 * 40_000
    assert told["training"]["curve"][-1]["by"] == "law"


def test_the_curve_of_wide_data_is_that_of_the_span_of_its_contexts() -> None:
    rng = np.random.default_rng(3)
    data = Dataset(rng.standard_normal((3, 40)), [[2, 1, 0, 0], [0, 3, 0, 1], [0, 0, 1, 0]])
    spanned = answers._spanned(data)
    assert spanned.size("d") == 3
    assert np.allclose(spanned.embeddings @ spanned.embeddings.T, data.embeddings @ data.embeddings.T)
    told, whole = (answers.Forecast(one, 0.05).rows(10**4) for one in (spanned, data))
    assert [row.by for row in told] == [row.by for row in whole]
    for ours, theirs in zip(told, whole, strict=True):
        assert ours.loss.value == pytest.approx(theirs.loss.value, rel=1e-6)
        assert ours.turn.value == pytest.approx(theirs.turn.value, rel=1e-6)
        assert ours.turn.low <= theirs.turn.value * (1 + 1e-9)
        assert theirs.turn.value <= ours.turn.high * (1 + 1e-9)
    assert answers._spanned(spanned) is spanned


def test_a_yes_says_that_the_contexts_are_independent(typed: Type, folder: Path) -> None:
    diagnosed(typed, folder, GOOD)
    assert (
        "separable    yes (EXACT), because the contexts are independent, "
        in typed("diagnose", "data.json").out
    )
    diagnosed(typed, folder, {"embeddings": [[1], [2]], "counts": [[2, 0], [1, 0]]})
    said = typed("diagnose", "data.json").out
    assert "separable    yes (EXACT), margin" in said
    assert "compatible   yes (EXACT), because no context has two tokens, so there is no equation, " in said


def test_a_band_is_told_in_percent_or_by_its_ends() -> None:
    assert words.banded({"value": 2.0, "low": 2.0, "high": 2.0}) == "2"
    assert words.banded({"value": 2.0, "low": 1.99, "high": 2.02}) == "2 ± 1%"
    assert words.banded({"value": 2.0, "low": 0.0, "high": 9.0}) == "2 (0 to 9)"
    assert words.banded({"value": 2.0, "low": 1.0, "high": None}) == "2 (1 to any)"


def test_independent_contexts_get_their_margin_where_the_solver_gives_up(folder: Path) -> None:
    one_hot = Dataset(np.eye(4), [[2, 1, 0], [0, 1, 0], [1, 1, 1], [0, 0, 5]])
    told = independent_margin(Corpus.of(one_hot))
    assert told is not None
    assert told["norm"] == pytest.approx(float(max_margin(one_hot).W.norm()))
    skew = Dataset([[1.0, 0, 0], [1, 1, 0]], [[2, 1, 0], [0, 1, 0]])
    told = independent_margin(Corpus.of(skew))
    assert told is not None
    assert told["at_least"]
    assert told["margin"] <= 1 / float(max_margin(skew).W.norm())
    assert independent_margin(Corpus.of(Dataset([[1.0], [2.0]], [[1, 0], [0, 1]]))) is None


def test_a_page_says_what_the_screen_says(typed: Type, folder: Path) -> None:
    for tables, title in ((GOOD, "The training that theory predicts"), (OPPOSED, "Margins in conflict")):
        (folder / "data.json").write_text(json.dumps(tables))
        answer = typed("diagnose", "data.json", "--html", "page.html")
        assert (answer.code, answer.err) == (0, "wrote page.html\n")
        page = (folder / "page.html").read_text()
        assert f">{title}</h2>" in page
        assert "default-src 'none'" in page
        assert "<script" not in page
        assert answer.out.splitlines()[0].removeprefix("data").strip() in page


def test_a_page_that_cannot_be_written_is_one_line(typed: Type, folder: Path) -> None:
    (folder / "data.json").write_text(json.dumps(GOOD))
    for page in ("no/such/folder.html", ".", "./data.json"):
        answer = typed("diagnose", "data.json", "--html", page)
        assert (answer.code, answer.err.count("\n")) == (4, 1)
    assert json.loads((folder / "data.json").read_text()) == GOOD


def test_a_short_context_counts_for_the_rank_as_much_as_a_long_one(typed: Type, tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text('{"embeddings": [[1, 0], [0, 1e-40]], "counts": [[1, 1, 0], [0, 1, 2]]}')
    assert "full rank" in typed("diagnose", str(path)).out
    path.write_text('{"embeddings": [[1, 0], [1e-40, 0]], "counts": [[1, 1, 0], [0, 1, 2]]}')
    assert "rank 1 only" in typed("diagnose", str(path)).out
