"""A trained model held against the theory: g2p-en, which spells words in phonemes, over the words of cmudict.

    pip install 'ntpcheck[example]'
    python docs/examples/phonemes.py             # every prefix of some words is a context
    python docs/examples/phonemes.py --last 2    # contexts with the same last two phonemes are one

The model is an encoder and a decoder, both GRUs of 256 units. Fed with the first phonemes of a word, the
decoder gives a state h, and W h + b are the logits of the next phoneme. So a context's embedding is (h, 1),
the decoder (W, b), and the counts are what cmudict says next. Contexts that are merged have the mean of their
embeddings. The weights are read from their file as data; the package g2p_en itself is not imported.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ntpcheck import Dataset, diagnose, reading
from ntpcheck.diagnosis.words import screen
from ntpcheck.instances.archives import tables

LARGEST = 2**24  # bytes of either file
START, END = "<s>", "</s>"
LETTERS = ["<pad>", "<unk>", END, *"abcdefghijklmnopqrstuvwxyz"]
VOWELS = ("AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW")
CONSONANTS = (
    "B", "CH", "D", "DH", "F", "G", "HH", "JH", "K", "L", "M", "N", "NG", "P", "R", "S", "SH", "T", "TH", "V",
    "W", "Y", "Z", "ZH",
)  # fmt: skip


def phonemes() -> list[str]:
    """The model's tokens in order: vowels come with three stresses, and UW without one as well."""
    stressed = [f"{vowel}{stress}" for vowel in VOWELS for stress in range(3)]
    return ["<pad>", "<unk>", START, END, *sorted([*CONSONANTS, *stressed, "UW"])]


def file_of(package: str, path: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{package} is not installed. Install it by: pip install 'ntpcheck[example]'")
    return Path(spec.origin).parent / path


def spoken(count: int) -> list[tuple[str, list[str]]]:
    """So many (word, phonemes) of cmudict, drawn once and for all; a word may be spoken in several ways."""
    text = reading.text(file_of("cmudict", "data/cmudict.dict"), LARGEST)
    entries = [line.partition("#")[0].split() for line in text.splitlines()]
    said: dict[str, list[list[str]]] = {}
    for name, *sounds in entries:
        word = name.partition("(")[0]
        if word.isascii() and word.isalpha():
            said.setdefault(word, []).append(sounds)
    words = sorted(said)
    drawn = np.random.default_rng(0).permutation(len(words))[:count]
    return [(words[i], sounds) for i in sorted(drawn.tolist()) for sounds in said[words[i]]]


class Model:
    """The weights, and the two recurrent passes in single precision, as the model was trained."""

    def __init__(self) -> None:
        path = file_of("g2p_en", "checkpoint20.npz")
        self.weights = tables(path, reading.contents(path, LARGEST), LARGEST, lambda _: None)

    def step(self, side: str, tokens: Any, h: Any) -> Any:
        """One step of a GRU for a batch: tokens `[B]`, states `[B, 256]`."""
        w = {name: self.weights[f"{side}_{name}"] for name in ("emb", "w_ih", "w_hh", "b_ih", "b_hh")}
        r_in, z_in, n_in = np.split(w["emb"][tokens] @ w["w_ih"].T + w["b_ih"], 3, axis=1)
        r_h, z_h, n_h = np.split(h @ w["w_hh"].T + w["b_hh"], 3, axis=1)
        r, z = 1 / (1 + np.exp(-r_in - r_h)), 1 / (1 + np.exp(-z_in - z_h))
        return (1 - z) * np.tanh(n_in + r * n_h) + z * h

    def run(self, side: str, rows: list[list[int]], h: Any) -> Any:
        """`[B, T, 256]` the states of a batch of token lists; rows keep their last one once they end."""
        states = np.zeros((len(rows), max(map(len, rows)), h.shape[1]), dtype=np.float32)
        for t in range(states.shape[1]):
            going = np.array([i for i, row in enumerate(rows) if len(row) > t])
            h = h.copy()
            h[going] = self.step(side, np.array([rows[i][t] for i in going]), h[going])
            states[:, t] = h
        return states

    def states(self, pairs: list[tuple[str, list[str]]], number: dict[str, int]) -> Any:
        letters = {letter: i for i, letter in enumerate(LETTERS)}
        spelt = [[*(letters[letter] for letter in word), letters[END]] for word, _ in pairs]
        heard = self.run("enc", spelt, np.zeros((len(pairs), 256), dtype=np.float32))[:, -1]
        return self.run("dec", [[number[START], *(number[s] for s in sounds)] for _, sounds in pairs], heard)


def dataset(count: int, last: int | None) -> tuple[Dataset, list[str], Any]:
    """The dataset, the names of its contexts, and the model's decoder `[74, 257]`."""
    model, number = Model(), {name: i for i, name in enumerate(phonemes())}
    place: dict[Any, int] = {}
    sums, cells = list[Any](), list[tuple[int, int]]()
    pairs = spoken(count)
    for first in range(0, len(pairs), 1024):
        batch = pairs[first : first + 1024]
        for (word, sounds), states in zip(batch, model.states(batch, number), strict=True):
            for t, token in enumerate([*sounds, END]):
                before = (START, *sounds[:t])
                key = (word, *before) if last is None else before[-last:]
                j = place.setdefault(key, len(place))
                if j == len(sums):
                    sums.append(np.zeros(257))
                sums[j] += [*states[t].astype(float), 1.0]
                cells.append((j, number[token]))
    counts = np.zeros((len(sums), len(number)), dtype=np.int64)
    np.add.at(counts, tuple(np.array(cells).T), 1)
    W = np.column_stack([model.weights["fc_w"], model.weights["fc_b"]]).astype(float)
    embeddings = np.array(sums) / counts.sum(1, keepdims=True)
    return (
        Dataset(torch.from_numpy(embeddings), torch.from_numpy(counts)),
        [" ".join(key) for key in place],
        W,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="The theory's account of a trained model over cmudict.")
    parser.add_argument("--words", type=int, default=300, help="how many words (default: 300)")
    parser.add_argument("--last", type=int, help="merge contexts with the same so many last phonemes")
    chosen = parser.parse_args()
    data, contexts, W = dataset(chosen.words, chosen.last)
    found = diagnose(data, contexts=contexts, tokens=phonemes(), decoder=torch.from_numpy(W))
    sys.stdout.write("\n".join(screen(found)) + "\n")


if __name__ == "__main__":
    main()
