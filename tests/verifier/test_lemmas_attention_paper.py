"""The attention paper's refutations by lemmas, and true claims of the same shapes, which no lemma refutes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.language.claims import digest
from ntpcheck.verifier.lemmas import by_name as lemmas
from tests.verifier.test_lemmas_attention import OWN
from tests.verifier.toys import papers_book

FOLDER = Path(__file__).parents[2] / "properties" / "ntpcheck_papers" / "li2024"


def stored() -> dict[str, dict[str, Any]]:
    """The paper's files that name one of these lemmas, by their claims."""
    files = [*FOLDER.glob("counterexamples/*.json"), *FOLDER.glob("witnesses-new/*.json")]
    found = [json.loads(path.read_text("utf-8")) for path in files]
    return {made["claim"]: made for made in found if made.get("lemma") in OWN}


def test_the_paper_s_files_are_accepted_and_use_every_lemma() -> None:
    book, made = papers_book("li2024"), stored()
    only_false = {"least-value"}  # refutes falsehoods, and no claim of the paper
    assert {document["lemma"] for document in made.values()} == set(OWN) - only_false
    for document in made.values():
        allow(20_000_000)
        named = document | {"statement": digest(book, book.claims[document["claim"]])}
        assert judge.examine({book.key: book}, named).outcome == "ACCEPTED"


TRUE = {
    "theorem-1/direction, all slopes alike": ("theorem-1/direction", "theorem-1/direction", {"loss": 1}),
    "theorem-2/direction, the log-loss": ("theorem-2/direction", "theorem-2/direction", {"loss": 0}),
    "theorem-2/cyclic-part, the log-loss": ("theorem-2/cyclic-part", "theorem-2/cyclic-part", {"loss": 0}),
    "theorem-2, no component": ("theorem-2/direction", "theorem-2/cyclic-part", {"labels": [0, 0]}),
    "lemma-4/direction, all slopes alike": ("lemma-4/direction", "lemma-4/direction", {"loss": 1}),
    "decomposition, one edge": (
        "theorem-2/decomposition",
        "theorem-2/decomposition",
        {"counts": [[2, 1, 0]]},
    ),
    "decomposition, alike edges": (
        "theorem-2/decomposition@log-loss",
        "theorem-2/decomposition@log-loss",
        {"embeddings": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "head": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]},
    ),
    "decomposition, over R": ("theorem-2/decomposition/amended", "theorem-2/decomposition", {}),
    "optimal in the limit": ("theorem-2/proof/optimal/amended", "theorem-2/proof/optimal", {}),
    "(14) of both sides": ("theorem-2/proof/eq-14/amended", "theorem-2/proof/eq-14", {}),
    "(14), nothing cyclic": ("theorem-2/proof/eq-14", "theorem-2/proof/eq-14", {"labels": [1, 1]}),
    "a correction that exists": ("definition-3/exists", "definition-3/exists", {"loss": 0}),
    "a level risk": ("definition-3/exists", "definition-3/exists", {"labels": [0, 1, 0, 1], "last": [0] * 4}),
    "a correction that is unique": ("definition-3/unique", "definition-3/unique", {"loss": 1}),
    "a level risk, unique": (
        "definition-3/unique",
        "definition-3/unique",
        {"loss": 1, "counts": [[1, 1], [1, 1], [1, 1]]},
    ),
    "the direction of descent": ("theorem-3/direction", "theorem-3/proof/loss-comparison", {}),
    "a long W^mm": (
        "theorem-3/proof/loss-comparison",
        "theorem-3/proof/loss-comparison",
        {"embeddings": [["1/2", 0], [0, "1/2"]], "head": [[2, 0], [0, 2]]},
    ),
    "descent that comes near W^cyc": ("theorem-3/cyclic-part", "theorem-3/cyclic-part", {"eta": 1}),
    "descent from W^cyc": (
        "theorem-3/cyclic-part",
        "theorem-3/cyclic-part",
        {"W0": [[0, 0], [0, 0]], "eta": 1},
    ),
    "normalised descent along W^mm": (
        "figures/normalised-faster@rate",
        "figures/normalised-faster@rate",
        {"labels": [0, 0, 0]},
    ),
    "normalised descent within eta": ("figures/fig-4b/amended", "figures/fig-4b", {}),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_of_the_same_shape_are_not_refuted(name: str) -> None:
    """With what a file exhibits, on its instance with some fields changed, whatever the claim assumes."""
    claim, source, fields = TRUE[name]
    document, book = stored()[f"attention/{source}"], papers_book("li2024")
    stated = book.claims[f"attention/{claim}"]
    allow(20_000_000)
    given = document["instance"] | fields
    world = judge.load(book, stated, given, dict(document["hints"]))
    with pytest.raises((Undecided, Undefined)):
        lemmas.refute(world, stated.core, document["lemma"])
