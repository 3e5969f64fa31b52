"""FINDINGS.md: each main result once with its repair, then every fallen statement with reason and class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.report.catalogue import describe
from ntpcheck.report.findings.document import findings, rests, steps
from ntpcheck.report.findings.witness import sides, witness
from ntpcheck.report.hunted import ruled
from ntpcheck.report.reasons import CLASSES
from ntpcheck.report.why import KINDS, LEAST, OLDER, STATED, kind
from ntpcheck.report.words import CERTIFIED
from ntpcheck.verifier.judge import Answer

LARGEST = 25_000  # bytes of the file for both papers


def claim(name: str, expected: str | None, text: str = "", kind: str = "", **more: Any) -> dict[str, Any]:
    statement = f"Statement of {name}"
    reason = {"kind": kind, "because": f"{name} says too much", "repair": ""} if kind else None
    return {
        "id": name,
        "statement": statement,
        "cite": "Sec. 1",
        "assumptions": [{"name": "separable", "cite": "(6)"}],
        "text": f"{statement}.\n\n{text}",
        "expected": expected,
        "reason": reason,
        **more,
    }


def paper(folder: Path | None) -> dict[str, Any]:
    return {
        "key": "toy",
        "title": "Toys",
        "folder": folder and str(folder),
        "rests_on": {
            "toy/theorem-1/limit": ("toy/lemma-1",),
            "toy/lemma-1": ("toy/step", "toy/theorem-1/proof/bound"),
        },
        "older": ("v1",),
        "claims": [
            claim("toy/step", "REFUTED", "Reading: as it stands.", "slip"),
            claim("toy/step/amended", "SUPPORTED", "The change: one more word."),
            claim("toy/lemma-1", "SUPPORTED"),
            claim("toy/theorem-1/limit", "SUPPORTED"),
            claim("toy/theorem-1/other", "REFUTED", kind="missing hypothesis"),
            claim("toy/theorem-1/other/amended", "EXHAUSTED"),
            claim("toy/theorem-1/proof/bound", "ILL_POSED", kind="gap in an argument"),
            claim("toy/figure", "SUSPECT"),
            claim("toy/lonely", "REFUTED", kind="slip", position={"word": "degenerate"}),
            claim("toy/lonely@v1", "REFUTED", kind="slip"),
            claim("toy/hint", "REFUTED", "Reading: hedge. It may be so.", "wording"),
            claim("toy/glyph", "REFUTED", "Transcription: one bar decides this.", "slip"),
            claim("toy/sharper/more", "SUPPORTED"),
            claim("toy/fresh", None),
        ],
    }


def accepted(document: object) -> Answer:
    lines = ["REFUTED     toy/step, Sec. 1", "fails at    j = 0", "sides       0.984998 >= 1 is false"]
    return Answer("ACCEPTED", verdict="REFUTED", lines=lines)


def store(folder: Path, name: str = "toy--step") -> None:
    instance = {"type": "Dataset", "counts": [[1, 0]], "embeddings": [["1/2"]]}
    (folder / "counterexamples").mkdir(exist_ok=True)
    path = folder / "counterexamples" / f"{name}.json"
    path.write_text(json.dumps({"instance": instance}))


def line(text: str, name: str) -> str:
    return next(row for row in text.splitlines() if f"`{name}`" in row and row.startswith("- "))


def row(text: str, start: str) -> list[str]:
    found = next(row for row in text.splitlines() if row.startswith(f"| {start}"))
    return [cell.strip() for cell in found.strip("|").split("|")][1:]


def test_a_main_result_is_told_with_its_repair_and_what_falls_in_its_proof() -> None:
    text = findings([paper(None)], accepted)
    assert row(text, "Sec. 1; `theorem-1/limit`") == [
        "stands",
        "-",
        "slip 1; gap in an argument 1 (`theorem-1/proof/bound`)",
    ]
    assert row(text, "Sec. 1; `theorem-1/other`") == [
        "falls because toy/theorem-1/other says too much (missing hypothesis)",
        "Statement of toy/theorem-1/other/amended: stands",
        "nothing",
    ]
    assert (
        "Of 2 assertions of main results, 1 stands as written; 1 is refuted. It stands once repaired" in text
    )


def test_a_fallen_statement_stands_below_its_class_with_its_two_sides(tmp_path: Path) -> None:
    store(tmp_path)
    text = findings([paper(tmp_path)], accepted)
    slips = text.partition("### Other")[2].partition("**Slip** (2)")[2]
    assert line(slips, "step") == "- `step`: toy/step says too much (0.985 against 1)."
    assert line(slips, "lonely").startswith(
        "- `lonely` *degenerate*: toy/lonely says too much (no witness is"
    )


def test_it_is_told_how_many_have_a_repair_and_how_to_see_one() -> None:
    text = findings([paper(None)], accepted)
    assert "have a repair that stands." in text
    assert "Every id begins with `toy/`. `python -m ntpcheck show toy/theorem-1/limit` prints formula" in text
    told = paper(None)
    told["claims"] = [claim for claim in told["claims"] if claim["id"].startswith("toy/theorem-1/other")]
    assert "The statement that falls has a repair that stands." in findings([told], accepted)


def test_the_steps_that_fall_are_told_with_those_repaired() -> None:
    fall = ["toy/step", "toy/theorem-1/proof/bound"]
    found = {"checked": 3, "fall": fall, "repaired": fall[:1]}
    assert steps("toy/theorem-1/limit", paper(None)) == found
    assert steps("toy/lonely", paper(None)) == {"checked": 0, "fall": [], "repaired": []}


def test_what_the_verifier_says_against_a_witness_is_told(tmp_path: Path) -> None:
    store(tmp_path)
    text = findings([paper(tmp_path)], lambda _: Answer("REJECTED", "a sign is wrong"))
    assert "the verifier refuses the witness: a sign is wrong" in line(text, "step")


def test_each_kind_of_statement_is_counted_apart() -> None:
    text = findings([paper(None)], accepted)
    assert row(text, "stated")[:4] == ["7", "2", "4", "2"]
    assert row(text, "one glyph")[:3] == ["1", "0", "1"]
    assert row(text, "suggested")[:3] == ["1", "0", "1"]
    assert row(text, "in an older version only")[:3] == ["1", "0", "1"]
    assert row(text, "ours, sharper")[:3] == ["1", "1", "0"]
    assert row(text, "ours, amended")[:3] == ["2", "2", "0"]
    parts = {part.partition("\n")[0]: part for part in text.split("### ")}
    assert "`glyph`" in parts["One glyph, to be checked against the published paper"]
    assert "`hint`" in parts["Readings of what the paper only suggests"]
    assert "`lonely@v1`" in parts["Statements of older versions only"]
    assert "`figure`: Statement of toy/figure. SUSPECT." in parts["Without a verdict that counts"]
    assert "toy/sharper" not in text
    assert all("`lonely@v1`" not in part for name, part in parts.items() if "older" not in name)


def test_what_becomes_of_a_perturbed_witness_is_told() -> None:
    told = paper(None)
    main, step = told["claims"][4], told["claims"][0]
    for position, sentence in (
        ({"word": "generic"}, "stays at every small change of its witness's numbers within the hypotheses."),
        ({"word": "tied"}, "stays while equal numbers of its witness change together: where"),
        (
            {"word": "degenerate", "floats": True},
            "disappears at every small random change of its witness's numbers that was decided, as its "
            "checker says in floating point: every witness",
        ),
        (None, "was not tried with a perturbed witness."),
    ):
        main["position"] = step["position"] = position
        text = findings([told], accepted)
        assert f"The failure of `theorem-1/other` {sentence}" in text
    step["position"] = {"word": "degenerate", "floats": True}
    assert line(findings([told], accepted), "step").startswith("- `step` *degenerate, by the checker*: ")


def test_a_witness_that_was_never_perturbed_is_told() -> None:
    told = paper(None)
    told["claims"][0]["position"] = None
    assert line(findings([told], accepted), "step").startswith("- `step` *not perturbed*: ")


def test_equal_reasons_share_a_line() -> None:
    told = paper(None)
    told["claims"][0]["reason"]["because"] = told["claims"][8]["reason"]["because"] = "of one word"
    assert "- `step`, `lonely` *degenerate*: of one word" in findings([told], accepted)


def test_what_a_claim_rests_on_follows_chains_and_survives_circles() -> None:
    used = {"b": ("a",), "c": ("b",), "a": ("c",)}
    assert rests("c", used) == {"a", "b"}
    assert rests("elsewhere", used) == set()


def test_sides_are_rounded_as_far_as_they_differ() -> None:
    assert sides(["sides       0.984998 >= 1 is false"]) == "0.985 against 1"
    assert sides(["sides       0.0147458 <= 0.0147439 is false"]) == "0.0147458 against 0.0147439"
    assert sides(["sides       1.00908 <= 1.00908 is false"]) == ""
    assert sides(["fails       at the instance"]) == ""


def test_a_witness_is_a_table_with_its_loss_by_name() -> None:
    instance = {
        "type": "Attention",
        "counts": [[1, 2]],
        "embeddings": [[1, 0], [0, 1]],
        "labels": [1],
        "last": [0],
        "loss": 4,
        "knee": "1/2",
    }
    lines = witness(["`a`", "`b`"], instance)
    assert lines[0] == "Witness of `a` and `b`: the cubic loss; embeddings the identity; knee 1/2."
    assert lines[2:5] == [
        "| input | token 0 | token 1 | label | last |",
        "| --: | --: | --: | --: | --: |",
        "| 0 | 1 | 2 | 1 | 0 |",
    ]
    assert "knee" not in witness(["`a`"], instance | {"loss": 1})[0]
    assert witness(["`a`"], instance | {"counts": [[1] * 20], "loss": 0})[2:] == []


@pytest.fixture(scope="module")
def both() -> list[dict[str, Any]]:
    from ntpcheck_papers import li2024, thrampoulidis2024

    return [describe(li2024.PAPER), describe(thrampoulidis2024.PAPER)]


def test_the_file_in_the_repository_is_current_and_short(both: list[dict[str, Any]]) -> None:
    written = (Path(__file__).parents[2] / "FINDINGS.md").read_text(encoding="utf-8")
    assert written == findings(both, ruled)
    assert len(written.encode()) < LARGEST
    assert all(f"**{name.capitalize()}**" in written for name in CLASSES)


def test_every_fallen_claim_of_the_papers_is_in_the_file(both: list[dict[str, Any]]) -> None:
    parts = (Path(__file__).parents[2] / "FINDINGS.md").read_text(encoding="utf-8").split("\n## ")
    for told in both:
        text = next(part for part in parts if part.startswith(told["title"]))
        fallen = [claim["id"] for claim in told["claims"] if claim["expected"] in CERTIFIED]
        assert len(fallen) >= 50
        assert [name for name in fallen if f"`{name.partition('/')[2]}`" not in text] == []


def test_every_claim_is_of_one_kind_and_older_versions_are_marked(both: list[dict[str, Any]]) -> None:
    attention, linear = ({each["id"]: kind(each, told) for each in told["claims"]} for told in both)
    assert {*attention.values(), *linear.values()} == set(KINDS)
    assert OLDER not in attention.values()
    assert {name for name, each in linear.items() if each == OLDER} == {
        name for name in linear if "@" in name and name.partition("@")[2] in ("short", "arxiv-v1")
    }
    assert linear["linear/theorem-1/direction"] == attention["attention/theorem-3/direction"] == STATED
    assert linear["linear/theorem-1/direction@short/amended"] == LEAST
