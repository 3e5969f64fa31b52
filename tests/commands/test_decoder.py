"""`diagnose --decoder`, files of tokens, and what is said while it works."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from ntpcheck.commands import diagnose
from ntpcheck.diagnosis import answers
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.max_margin import max_margin
from tests.commands.conftest import Type
from tests.reference.plain_loss import cross_entropy

GOOD = {"embeddings": [[1, 0, 0], [0, 1, 0.5]], "counts": [[2, 1, 0, 0], [0, 0, 3, 1]]}


def written(folder: Path) -> None:
    (folder / "data.json").write_text(json.dumps(GOOD))


def test_a_decoder_is_held_against_the_theory(typed: Type, folder: Path) -> None:
    written(folder)
    data = Dataset(GOOD["embeddings"], GOOD["counts"])
    best = max_margin(data).W
    for W, degrees, wrong in (
        (30 * best + 7, 0.0, 0),  # adding the same to every token's row changes no probability
        (-best, 180.0, 4),
        (torch.zeros_like(best), None, 4),
    ):
        np.save(folder / "W.npy", W.numpy())
        told = json.loads(typed("diagnose", "data.json", "--decoder", "W.npy", "--json").out)
        found = told["decoder"]
        assert found.get("degrees") == (degrees if degrees is None else pytest.approx(degrees, abs=1e-5))
        assert (found["margins"], found["wrong_order"], len(found["cells"])) == (4, wrong, wrong)
        assert found["loss"] == pytest.approx(float(cross_entropy(data, W)))
        assert found["loss"] == pytest.approx(told["entropy"] + found["above_entropy"])
        assert found["untied"] == 0
    W = best.clone()
    W[0] += 1.0
    np.save(folder / "W.npy", W.numpy())
    said = typed("diagnose", "data.json", "--decoder", "W.npy", "--html", "page.html")
    assert "degrees to W^mm" in said.out
    assert "its ties     1 of 2 logits" in said.out
    assert "degrees to W" in Path("page.html").read_text()


def test_a_decoder_that_breaks_margins_is_told_where(typed: Type, folder: Path) -> None:
    written(folder)
    np.save(folder / "W.npy", -max_margin(Dataset(GOOD["embeddings"], GOOD["counts"])).W.numpy())
    said = typed("diagnose", "data.json", "--decoder", "W.npy").out
    assert "margins that the decoder breaks most:" in said
    assert "    -1  token '2' after '0'" in said
    assert "its margins  4 of 4 are not positive (in 2 contexts), 4 are below 1" in said


def test_a_decoder_of_another_shape_is_one_line(typed: Type, folder: Path) -> None:
    written(folder)
    np.save(folder / "W.npy", np.ones((3, 4)))
    answer = typed("diagnose", "data.json", "--decoder", "W.npy")
    assert (answer.code, answer.err.count("\n")) == (4, 1)
    assert "4 tokens and 3 dimensions" in answer.err


def test_a_file_of_tokens_is_told_by_number(typed: Type, folder: Path) -> None:
    np.array([5, 9, 5, 9, 700, 5, 5], dtype="<u2").tofile(folder / "tokens.bin")
    said = typed("diagnose", "tokens.bin", "--context-length", "1", "--dimension", "1", "--json")
    found = json.loads(said.out)
    assert found["sizes"] == {"contexts": 3, "tokens": 3, "dimension": 1, "samples": 6}
    assert {cell["token"] for cell in found["separable"]["cells"]} <= {"5", "9", "700"}


def test_progress_only_grows_and_the_long_solver_is_heard() -> None:
    rng, told = np.random.default_rng(0), list[tuple[str, float]]()
    counts = np.zeros((60, 60), dtype=int)
    for line in counts:
        line[rng.choice(60, 2, replace=False)] = 1
    answers.diagnose(
        Dataset(rng.standard_normal((60, 30)), counts), progress=lambda *said: told.append((said[0], said[1]))
    )
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert 0.0 <= shares[0] <= shares[-1] < 1.0
    assert [asked for asked, _ in told].count("margin") > 3
    assert told[-1][0] == "training"


def test_the_time_left_is_that_of_the_rest() -> None:
    assert diagnose.time_left(10.0, 0.5) == ", about 10 s left"
    assert diagnose.time_left(100.0, 0.25) == ", about 5 min left"
    assert diagnose.time_left(0.1, 0.5) == diagnose.time_left(10.0, 0.0) == ""
