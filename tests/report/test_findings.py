"""FINDINGS.md says what fell, on what witness, what holds instead, and which results that touches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ntpcheck.report.findings import dependents, findings
from ntpcheck.verifier.judge import Answer


def claim(name: str, expected: str | None, text: str = "") -> dict[str, Any]:
    statement = f"Statement of {name}"
    return {
        "id": name,
        "statement": statement,
        "cite": "Sec. 1",
        "assumptions": [{"name": "separable", "cite": "(6)"}],
        "text": f"{statement}.\n\n{text}",
        "expected": expected,
    }


def paper(folder: Path | None) -> dict[str, Any]:
    return {
        "key": "toy",
        "title": "Toys",
        "folder": folder and str(folder),
        "rests_on": {"toy/theorem-1/limit": ("toy/lemma-1",), "toy/lemma-1": ("toy/step",)},
        "unchecked": {},
        "claims": [
            claim("toy/step", "REFUTED", "Reading: as it stands."),
            claim("toy/step/amended", "SUPPORTED", "The change: one more word."),
            claim("toy/lemma-1", "SUPPORTED"),
            claim("toy/theorem-1/limit", "SUPPORTED"),
            claim("toy/theorem-1/proof/bound", "ILL_POSED"),
            claim("toy/figure", "SUSPECT"),
            claim("toy/lonely", "REFUTED"),
            claim("toy/sharper/more", "REFUTED"),
            claim("toy/fresh", None),
        ],
    }


def accepted(document: object) -> Answer:
    lines = ["REFUTED     toy/step, Sec. 1", "fails at    j = 0", "sides       CE(W) = 0 >= 1/2"]
    return Answer("ACCEPTED", verdict="REFUTED", lines=lines)


def store(folder: Path) -> None:
    instance = {"type": "Dataset", "counts": [[1, 0]], "embeddings": [["1/2"]]}
    document = {"instance": instance}
    (folder / "counterexamples").mkdir()
    (folder / "counterexamples" / "toy--step.json").write_text(json.dumps(document))


def entry(text: str, name: str) -> str:
    return next(part for part in text.split("### ") if f"`{name}`\n" in part)


def test_a_fallen_statement_has_witness_amendment_and_consequence(tmp_path: Path) -> None:
    store(tmp_path)
    said = entry(findings([paper(tmp_path)], accepted), "toy/step")
    assert (
        "As written: Statement of toy/step. Assumed: separable. The statement has a counterexample." in said
    )
    assert "- Reading: as it stands." in said
    witness = "Dataset with counts = [[1, 0]], embeddings = [[1/2]]; j = 0; CE(W) = 0 >= 1/2; "
    assert f"{witness}the verifier accepts it." in said
    assert "Amended: Statement of toy/step/amended. SUPPORTED. The change: one more word." in said
    assert "Main results that rest on it: `toy/theorem-1/limit` SUPPORTED." in said


def test_a_step_of_a_proof_touches_its_result() -> None:
    text = findings([paper(None)], accepted)
    assert "`toy/theorem-1/limit` SUPPORTED" in entry(text, "toy/theorem-1/proof/bound")
    assert "is undefined on some instance" in entry(text, "toy/theorem-1/proof/bound")
    assert "none is recorded as resting on it" in entry(text, "toy/lonely")
    assert "none is stored" in entry(text, "toy/lonely")
    assert "no amended statement is recorded" in entry(text, "toy/lonely")


def test_what_the_verifier_says_against_a_witness_is_told(tmp_path: Path) -> None:
    store(tmp_path)
    assert "the verifier: a sign is wrong." in findings(
        [paper(tmp_path)], lambda _: Answer("REJECTED", "a sign is wrong")
    )


def test_only_the_papers_own_statements_are_counted() -> None:
    text = findings([paper(None)], accepted)
    assert "3 of 6 statements" in text
    assert "toy/sharper" not in text
    assert "- `toy/figure` (Sec. 1): Statement of toy/figure. SUSPECT." in text
    assert "| Sec. 1, `toy/theorem-1/limit`: Statement of toy/theorem-1/limit | SUPPORTED | - |" in text


def test_what_a_paper_only_suggests_is_told_apart() -> None:
    told = paper(None)
    told["claims"] += [
        claim("toy/hint", "REFUTED", "Reading: hedge. It may be so."),
        claim("toy/kept", "SUPPORTED", "Reading: hedge. It is so here."),
    ]
    stated, hinted = findings([told], accepted).split("### Suggested, not stated")
    assert "3 of 6 statements" in stated
    assert "toy/hint" not in stated
    assert "1 of 2 readings" in hinted
    assert "As written: Statement of toy/hint." in entry(hinted, "toy/hint")


def test_what_is_undefined_has_no_slack(tmp_path: Path) -> None:
    store(tmp_path)
    told = paper(tmp_path)
    told["claims"][0] = claim("toy/step", "ILL_POSED")
    assert "embeddings = [[1/2]]; the verifier accepts it." in findings([told], accepted)


def test_what_becomes_of_the_main_results_is_counted() -> None:
    told = paper(None)
    told["claims"] += [
        claim("toy/theorem-2/a", "REFUTED"),
        claim("toy/theorem-2/a/amended", "EXHAUSTED"),
        claim("toy/theorem-2/b", "ILL_POSED"),
    ]
    told["rests_on"]["toy/theorem-2/a"] = ("toy/lonely",)
    text = findings([told], accepted)
    said = (
        "Of 3 assertions of main results, 1 resisted every attempt as written, 1 with the amendment below, 1"
    )
    assert said in text
    assert "`toy/theorem-2/a` REFUTED, as amended EXHAUSTED." in entry(text, "toy/lonely")


def test_dependents_follow_chains_and_survive_circles() -> None:
    found = dependents({"b": ("a",), "c": ("b",), "a": ("c",)}, ["a", "b", "c"])
    assert found["a"] == {"a", "b", "c"}


def test_what_a_lost_glyph_would_undo_is_listed_apart_and_not_counted() -> None:
    found = paper(None)
    found["claims"].append(claim("toy/glyph", "REFUTED", "Transcription: one bar decides this."))
    page = findings([found], accepted)
    assert "3 of 6 statements of the paper" in page
    listed, apart = page.split("### To be checked against the published paper")
    assert "`toy/glyph`" not in listed
    assert "- Transcription: one bar decides this." in apart


def test_what_is_only_suggested_is_no_main_result() -> None:
    found = paper(None)
    found["claims"].append(claim("toy/theorem-1/roughly", "REFUTED", "Reading: hedge. About so."))
    assert "Of 1 assertions of main results, 1 resisted" in findings([found], accepted)


def test_every_word_for_a_change_is_told() -> None:
    found = paper(None)
    found["claims"][1] = claim("toy/step/amended", "SUPPORTED", "Added: one more hypothesis.")
    assert "SUPPORTED. Added: one more hypothesis." in entry(findings([found], accepted), "toy/step")
