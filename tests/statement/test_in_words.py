"""Instances and failures in words: losses by name, knees beside losses that have one, sides before slacks."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.instances import loss as instances
from ntpcheck.instances.dataset import Decoding
from ntpcheck.statement.printing.in_words import KNEED, LOSSES, code_in_words, headline, in_words, shown

ATTENTION = {"type": "Attention", "embeddings": [[1, 0], [0, 1]], "last": [0], "loss": 0, "knee": "1/2"}


def test_losses_are_named_as_the_instances_number_them() -> None:
    assert tuple(loss.name for loss in instances.LOSSES) == LOSSES


@pytest.mark.parametrize("row", range(len(LOSSES)), ids=LOSSES)
def test_a_knee_is_shown_for_the_losses_whose_values_depend_on_it(row: int) -> None:
    at = [instances.value(torch.tensor(row), torch.tensor(a), torch.tensor([0.3])) for a in (0.0, 0.25)]
    depends = not np.allclose(*at)
    assert (LOSSES[row] in KNEED) == depends == ("knee" in shown({"loss": row, "knee": 1}))


def test_an_instance_is_told_by_its_fields() -> None:
    assert in_words(ATTENTION) == "Attention: the log loss; embeddings the identity; last [0]"
    cubic = in_words(ATTENTION | {"loss": 4})
    assert cubic == "Attention: the cubic loss; embeddings the identity; last [0]; knee 1/2"
    assert in_words({"counts": [[1, 0]], "W": [["1/3"], ["0"]]}) == "counts [[1, 0]]; W [[1/3], [0]]"


@pytest.mark.parametrize("strange", [{"loss": 9, "knee": 0}, {"loss": 1}, {"loss": "1/2", "knee": 0}])
def test_a_loss_of_another_kind_stays_what_it_is(strange: dict[str, object]) -> None:
    assert shown(strange) == strange


def test_code_is_told_in_the_same_words() -> None:
    data = Decoding([[0.5]], [[1, 0]], [[1.0], [-1e-9]])
    assert code_in_words(repr(data)) == "Decoding: embeddings [[0.5]]; counts [[1, 0]]; W [[1], [-1e-09]]"
    assert code_in_words(repr(data.exact())).startswith("Decoding: embeddings [[1/2]]; counts [[1, 0]]; W ")
    assert code_in_words("Run(W0=[['1/2']], eta=1/8, n=3)") == "Run: W0 [[1/2]]; eta 1/8; n 3"
    assert in_words({"W": [[10.0, -0.0], [-1.05, -2.0]], "eta": 1.0}) == "W [[10, 0], [-1.05, -2]]; eta 1"
    assert in_words({"W": [[1]]}) == "W [[1]]"


@pytest.mark.parametrize("text", ["", "Decoding with m = 3, V = 40", "f(x)", "f(a=b)", "f((", "a.b(c=1)"])
def test_text_that_is_no_instance_stays_as_it_is(text: str) -> None:
    assert code_in_words(text) == text


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["sides       0.9851 <= 1 is false"], "0.985 <= 1 is false"),
        (["sides       0.98512 <= 0.98511 is false"], "0.98512 <= 0.98511 is false"),
        (["fails at    k = 0", "sides       0 > 0 is false"], "0 > 0 is false at k = 0"),
        (
            ["fails at    j = 1, z = 0", "parts       neither side of or holds"],
            "neither side of or holds at j = 1, z = 0",
        ),
        (
            ["premise     it rises", "ends        it tends to 2, and not to 1"],
            "it rises; it tends to 2, and not to 1",
        ),
        (
            ["lemma       outrun: If ..", "premise     mine:W_k falls faster"],
            "lemma outrun: W_k falls faster",
        ),
        (["no value if Wmm = 0", "premise     it falls faster"], "it falls faster"),
        (["fails at    k = 0"], "slack -1/3, about -0.3333, judged exactly"),
        ([], "slack -1/3, about -0.3333, judged exactly"),
    ],
)
def test_a_headline_prefers_sides_then_premises_then_slacks(lines: list[str], says: str) -> None:
    assert headline({"lines": lines, "slack": "-1/3", "rigor": "EXACT"}) == says


def test_a_headline_of_what_is_undefined_names_the_part() -> None:
    said = {
        "lines": ["no value if Wmm = 0", "undefined   Wmm = 0, as the line `undefined when` says"],
        "slack": "nan",
        "rigor": "EXACT",
    }
    assert headline(said, undefined=True) == "undefined: Wmm = 0, as the line `undefined when` says"
    assert headline({"slack": "nan"}, undefined=True) == ""


def test_a_headline_without_anything_to_say_is_empty() -> None:
    assert headline({"lines": [], "slack": "", "rigor": "EXACT"}) == headline({}) == ""
    assert headline({"slack": "-0.5"}) == "slack -0.5"
