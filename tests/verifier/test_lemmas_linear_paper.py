"""The linear paper's refutations by lemmas; files altered, and true claims of the same shapes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.language.claims import digest
from ntpcheck.verifier.lemmas import paths as lemmas_paths
from ntpcheck.verifier.lemmas import reals as lemmas_reals
from ntpcheck.verifier.lemmas import steps as lemmas_steps
from ntpcheck.verifier.lemmas.by_name import shelf
from tests.verifier.argued import refuted
from tests.verifier.toys import papers_book

FOLDER = Path(__file__).parents[2] / "properties" / "ntpcheck_papers" / "thrampoulidis2024"
HOMES = {module.__name__ for module in (lemmas_paths, lemmas_reals, lemmas_steps)}
OWN = {name for name, function in shelf().items() if function.__module__ in HOMES}


def stored() -> dict[str, dict[str, Any]]:
    """The paper's files that name one of these lemmas, by their claims."""
    files = [*FOLDER.glob("counterexamples/*.json"), *FOLDER.glob("witnesses-new/*.json")]
    found = [json.loads(path.read_text("utf-8")) for path in files]
    return {made["claim"]: made for made in found if made.get("lemma") in OWN}


def outcome(document: dict[str, Any]) -> str:
    book = papers_book("thrampoulidis2024")
    allow(50_000_000)
    named = document | {"statement": digest(book, book.claims[document["claim"]])}
    try:
        return judge.examine({book.key: book}, named).outcome
    except (judge.Rejected, Undecided, Undefined):
        return "REJECTED"


def test_the_paper_s_files_are_accepted() -> None:
    made = stored()
    assert {document["lemma"] for document in made.values()} == OWN
    assert {outcome(document) for document in made.values()} == {"ACCEPTED"}


@pytest.mark.parametrize("claim", sorted(stored()))
def test_no_file_passes_under_another_lemma_or_without_what_it_exhibits(claim: str) -> None:
    document = stored()[claim]
    alike = {"stays", "rays"}  # what stays is a ray too, where the first step is not 0
    for lemma in OWN - {document["lemma"]} - alike:
        assert outcome(document | {"lemma": lemma}) == "REJECTED"
    for key in document["hints"]:
        rest = {name: hint for name, hint in document["hints"].items() if name != key}
        assert outcome(document | {"hints": rest}) == "REJECTED" or key.endswith(".from")
    more = document["hints"] | {"claim.other": 1}
    assert outcome(document | {"hints": more}) == "REJECTED"


def test_each_lemma_is_derived() -> None:
    said = (FOLDER / "derivations.md").read_text("utf-8")
    assert all(f"\n## {name}\n" in said for name in OWN)


def test_a_lemma_that_there_is_not_is_refused_by_name() -> None:
    document = next(iter(stored().values()))
    assert outcome(document | {"lemma": "because"}) == "REJECTED"


# Claims that hold, or a book's own amendments, at instances like those of the files.
W0: dict[str, Any] = {"type": "Run", "W0": [[0], [0]], "eta": 1, "embeddings": [[1]]}
TWO: dict[str, Any] = {"type": "Dataset", "embeddings": [[1, 0], [0, 1]], "counts": [[2, 0], [1, 0]]}
ADAM: dict[str, Any] = {
    "Adam_k": [[-1], [1]],
    "mean_k": [[1], [-1]],
    "square_k": [[1], [1]],
    "f_k": -1,
    "f_k.from": 1,
    "s_k": -1,
    "s_k.from": 1,
}
BESIDE: dict[str, Any] = {
    "W_B.falls": [[1, 1], [-1, -1]],
    "W_B.plane": [[1, -1], [-1, 1]],
    "W_B.normal": [["9/10", "-11/10"], ["-9/10", "11/10"]],
    "W_B.near": "1/4",
}
NGD, STRADDLING = "figures/fig-5-ngd-finite-part", {"NGD_k.context": [1]}
NEAR: dict[str, Any] = {"W_B": [["13/20"], ["1/10"], ["-3/4"]]}
DEEP: dict[str, Any] = {"type": "Run", "embeddings": [[1]], "counts": [[1, 1, 0]], "eta": 1}
TRUE: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    "the finite part of what stays": ("lemma-4/3", "stays", {**W0, "counts": [[1, 1]]}, {}),
    "a token out of support": ("lemma-2/norm", "stays", {**W0, "counts": [[1, 0]]}, {}),
    "a start that moves": ("lemma-2/norm@short", "stays", {**W0, "W0": [[1], [0]], "counts": [[1, 1]]}, {}),
    "the loss of what stays": ("lemma-3/infimum", "stays", {**W0, "counts": [[1, 1]]}, {}),
    "the infimum from elsewhere": ("lemma-3/infimum", "stays", {**W0, "counts": [[1, 2]]}, {}),
    "no column sums": (
        "section-5/decomposition",
        "conserved",
        {**W0, "counts": [[1, 0]]},
        {"W_k": [[1], [1]]},
    ),
    "column sums, relative": (
        "section-5/decomposition/amended",
        "conserved",
        {**W0, "W0": [[1], [0]], "counts": [[1, 0]]},
        {"W_k": [[1], [1]]},
    ),
    "the finite part's column sums": (
        "theorem-2/finite-part",
        "conserved",
        {**DEEP, "W0": [[1], [0], [0]]},
        {"W_k": [[1], [1], [1]]},
    ),
    "what is not conserved": (
        "section-5/decomposition",
        "conserved",
        {**W0, "W0": [[1], [0]], "counts": [[1, 0]]},
        {"W_k": [[1], [-1]]},
    ),
    "W* not 0": (
        "lemma-5/finite-part-bounded",
        "off-the-plane",
        {**DEEP, "counts": [[2, 1, 0]], "W0": [[1], [0], [0]]},
        {},
    ),
    "on F at once": ("lemma-5/finite-part-bounded", "off-the-plane", {**DEEP, "W0": [[0], [0], [1]]}, {}),
    "a bound with room": (
        "lemma-5/finite-part-bounded/amended",
        "off-the-plane",
        {**DEEP, "W0": [[1], [0], [0]]},
        {},
    ),
    "the finite part in the limit": (
        "theorem-2/finite-part",
        "off-the-plane",
        {**DEEP, "W0": [[1], [0], [0]]},
        {},
    ),
    "Adam on a balanced context": (
        "figures/fig-5-adam-direction/amended",
        "rays",
        {**W0, "counts": [[0, 1]]},
        ADAM,
    ),
    "the same, as the paper has it": (
        "figures/fig-5-adam-direction",
        "rays",
        {**W0, "counts": [[0, 1]]},
        ADAM,
    ),
    "signs of Adam": ("sharper/adam-signs", "rays", {**W0, "counts": [[0, 1]]}, ADAM),
    "descent along its ray": (
        "theorem-2/direction",
        "rays",
        {**W0, "counts": [[0, 1]]},
        {"W_k": [[-1], [1]]},
    ),
    "descent that grows": ("lemma-2/norm", "rays", {**W0, "counts": [[0, 1]]}, {"W_k": [[-1], [1]]}),
    "not deep enough": (NGD, "straddles", {**DEEP, "W0": [[0], [1], [0]]}, STRADDLING),
    "on the tie": (NGD, "straddles", {**DEEP, "W0": [[0], [0], [-16]]}, STRADDLING),
    "too high": (NGD, "straddles", {**DEEP, "W0": [[0], [1], [16]]}, STRADDLING),
    "another context": (NGD, "straddles", {**DEEP, "W0": [[0], [1], [-16]]}, {"NGD_k.context": [2]}),
    "unequal frequencies": (
        NGD,
        "straddles",
        {**DEEP, "counts": [[2, 1, 0]], "W0": [[0], [1], [-16]]},
        STRADDLING,
    ),
    "one-hot": (
        "figures/fig-5-ngd-finite-part/amended",
        "straddles",
        {**DEEP, "counts": [[1, 0, 0]], "W0": [[0], [1], [-16]]},
        STRADDLING,
    ),
    "the direction": (
        "figures/fig-5-ngd-direction",
        "straddles",
        {**DEEP, "W0": [[0], [1], [-16]]},
        STRADDLING,
    ),
    "descent that is not normalised": (
        "theorem-2/finite-part",
        "straddles",
        {**DEEP, "W0": [[0], [1], [-16]]},
        {"W_k.context": [1]},
    ),
    "the path's finite part": (
        "lemma-4/5",
        "attained",
        {"type": "Scaled", "embeddings": [[1]], "counts": [[1, 1]], "W": [[0], [0]], "gamma": 0},
        {"W_B": [[0], [0]]},
    ),
    "no minimum": (
        "theorem-1/proof/boundary",
        "attained",
        {"type": "Decoding", "embeddings": [[1]], "counts": [[1, 0]], "W": [[0], [0]]},
        {"W_B": [[0], [0]]},
    ),
    "one minimiser": (
        "section-4/path-unique",
        "attained",
        {
            "type": "Pair",
            "embeddings": [[1], [1]],
            "counts": [[1, 0], [0, 1]],
            "W": [[0], [0]],
            "W2": [[1], [0]],
        },
        {"W_B": [[0], [0]]},
    ),
    "the finite part far out": (
        "theorem-1/proof/case-ii-on-F/amended",
        "enclosed",
        {"type": "Dataset", "embeddings": [[1]], "counts": [[2, 1, 0]]},
        NEAR,
    ),
    "on the boundary": (
        "theorem-1/proof/boundary",
        "enclosed",
        {"type": "Decoding", "embeddings": [[1]], "counts": [[2, 1, 0]], "W": [[0], [0], [0]]},
        NEAR,
    ),
    "another radius": (
        "theorem-1/proof/case-ii-on-F",
        "enclosed",
        {"type": "Decoding", "embeddings": [[1]], "counts": [[2, 1, 0]], "W": [[1], [0], [-1]]},
        NEAR,
    ),
    "by symmetry on F": (
        "theorem-1/proof/case-ii-on-F",
        "enclosed",
        {"type": "Decoding", "embeddings": [[1]], "counts": [[1, 1, 0]], "W": [[1], [1], [-2]]},
        {"W_B": [[1], [1], [-2]]},
    ),
    "contexts alike": (
        "section-5/decomposition-path",
        "off-the-ray",
        {**TWO, "counts": [[1, 0], [1, 0]]},
        BESIDE,
    ),
    "relative to the norm": ("section-5/decomposition-path/amended", "off-the-ray", TWO, BESIDE),
    "the direction of the path": ("theorem-1/direction", "off-the-ray", TWO, BESIDE),
    "the finite part of the path": ("section-4/path-finite-part", "off-the-ray", TWO, BESIDE),
    "one that attains the entropy": (
        "section-3/in-support-iff-compatible@arxiv-v1/amended",
        "everywhere",
        {"type": "Dataset", "embeddings": [[1]], "counts": [[1, 0]]},
        {},
    ),
    "incompatible, and no decoder": (
        "section-3/in-support-iff-compatible@arxiv-v1",
        "everywhere",
        {"type": "Dataset", "embeddings": [[1], [1]], "counts": [[1, 1, 0], [1, 2, 0]]},
        {},
    ),
    "many directions": (
        "section-1/many-minimizers/amended",
        "everywhere",
        {"type": "Dataset", "embeddings": [[1, 0]], "counts": [[1, 0]]},
        {},
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_no_lemma_refutes_what_is_true(name: str) -> None:
    claim, lemma, instance, shown = TRUE[name]
    assert not refuted(papers_book("thrampoulidis2024"), f"linear/{claim}", instance, lemma, shown)
