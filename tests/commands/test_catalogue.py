"""`claims` and `show` print the catalogue, from an index that needs no paper imported."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ntpcheck.errors import UnknownClaim
from ntpcheck.report import catalogue
from tests.commands.conftest import Type
from tests.engine.toys import identity
from tests.report import events

Golden = Callable[[str, str], None]
IDS = ["linear/lemma-1/separable", "linear/lemma-1/compatible", "linear/equation-7/equality@short"]


# Commands and names of modules are not broken.
WHOLE = re.compile(r"python -m ntpcheck|^checked by|^ +[\w.]+\.[\w.]+$")


@pytest.mark.usefixtures("paper")
def test_the_catalogue_is_the_golden_one(typed: Type, golden: Golden) -> None:
    answer = typed("claims")
    assert (answer.code, answer.err) == (0, "")
    golden("commands/claims-output.txt", answer.out)


@pytest.mark.usefixtures("paper")
def test_a_narrow_terminal_gets_statements_below_ids(
    typed: Type, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    told: list[str] = []
    for columns in (30, 60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        told += [typed("claims").out, typed("show", "toy/softmax-floor").out]
        lines = "".join(told[-2:]).splitlines()
        assert max(len(line) for line in lines if not WHOLE.search(line)) <= columns
    golden("commands/claims-narrow.txt", "\n".join(told))


@pytest.mark.usefixtures("paper")
def test_one_claim_in_full_is_the_golden_one(typed: Type, golden: Golden) -> None:
    answer = typed("show", "toy/identity")
    assert (answer.code, answer.err) == (0, "")
    golden("commands/show-output.txt", answer.out)


@pytest.mark.usefixtures("paper")
def test_both_speak_json(typed: Type) -> None:
    (listed,) = json.loads(typed("claims", "toy/softmax-floor", "--json").out)["papers"]
    assert [claim["id"] for claim in listed["claims"]] == ["toy/softmax-floor"]
    assert listed["claims"][0]["assumptions"] == []
    shown = json.loads(typed("show", "toy/softmax-floor", "--json").out)["claim"]
    assert shown["rests_on"] == ["toy/identity"]
    assert shown["expected"] == "REFUTED"


@pytest.mark.usefixtures("paper")
def test_a_paper_that_is_not_installed_can_be_listed_and_shown(typed: Type) -> None:
    listed = typed("claims", "tests.engine.toys:PAPER", "toy/small-corner").out
    assert listed.endswith("The corner of W is below one half, which is false [nonnegative-corner]\n")
    shown = typed("show", "toy/small-corner", "--paper", "tests.engine.toys:PAPER").out
    assert "assumes:        nonnegative-corner (ours)\n" in shown
    assert shown.endswith("verify 'toy/small-corner' tests.engine.toys:PAPER\n")


def test_the_second_look_does_not_import_the_paper(typed: Type, paper: Path) -> None:
    first = typed("claims")
    sys.modules.pop("toy_paper")
    assert typed("claims") == first
    assert "toy_paper" not in sys.modules


def test_a_changed_paper_is_read_again(typed: Type, paper: Path) -> None:
    typed("claims")
    sys.modules.pop("toy_paper")
    source = paper / "__init__.py"
    source.write_text(source.read_text().replace("A toy paper", "A revised toy paper"))
    assert typed("claims").out.startswith("A revised toy paper\n")


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(
    typed: Type, paper: Path, folder: Path
) -> None:
    (folder / "cache").write_text("in the way")
    assert typed("claims").code == 0


@pytest.mark.usefixtures("paper")
def test_the_last_verdict_stands_beside_the_claim(typed: Type, folder: Path) -> None:
    told = events.events()
    for event in told:
        if event.get("claim") == "toy/refuted":
            event["claim"] = "toy/identity"
        for claim in event.get("claims", []):
            claim["id"] = claim["id"].replace("toy/refuted", "toy/identity")
            claim["digest"] = identity.digest
    events.write(folder / "reports" / "runs" / "one", told=told)
    assert typed("report", "one").code == 0
    (folder / "reports" / "runs" / "two").mkdir()
    (folder / "reports" / "runs" / "two" / "journal.ndjson").touch()
    (folder / "reports" / "runs" / "two" / "summary.json").write_text("{")
    assert "toy/identity       REFUTED" in typed("claims").out
    told = typed("show", "toy/identity").out
    assert "verdict:        REFUTED, a counterexample is accepted (expected: SUPPORTED)" in told


@pytest.mark.parametrize(
    ("patterns", "chosen"),
    [
        ((), IDS),
        (("module:PAPER",), IDS),
        (("linear",), IDS),
        (("linear/lemma-1",), IDS[:2]),
        (("linear/lemma-1/compatible",), IDS[1:2]),
        (("*equality*", "linear/lemma-1/separable"), [IDS[0], IDS[2]]),
        (("*@short", "module:PAPER"), IDS[2:]),
        (("attention/*",), []),
    ],
)
def test_patterns_choose_by_id_first_parts_or_glob(patterns: tuple[str, ...], chosen: list[str]) -> None:
    assert catalogue.select(IDS, patterns) == chosen


def test_the_number_of_a_section_chooses_what_is_numbered_below_it() -> None:
    ids = ["a/section-3.1/x", "a/section-3.2/y", "a/section-31/z"]
    assert catalogue.select(ids, ("a/section-3",)) == ids[:2]
    assert "begins the ids of 2 claims" in str(catalogue.unknown("a/section-3", ids))


def test_the_first_parts_of_ids_are_no_claim_to_show() -> None:
    said = str(catalogue.unknown("linear/lemma-1", IDS))
    assert "begins the ids of 2 claims, such as linear/lemma-1/separable. " in said
    assert said.endswith("`python -m ntpcheck claims linear/lemma-1` lists them.")


def test_an_unknown_id_suggests_the_closest() -> None:
    with pytest.raises(UnknownClaim, match="Did you mean linear/lemma-1/separable"):
        catalogue.select(IDS, ("linear/lemma-1/seperable",))
    with pytest.raises(UnknownClaim, match="claims` lists them"):
        catalogue.select(IDS, ("qqq",))


def test_the_papers_own_entry_points_are_found() -> None:
    assert all(":" in target for target in catalogue.installed().values())


@pytest.mark.parametrize(
    ("claim", "section", "most"),
    [
        ("linear/lemma-1/separable", "thrampoulidis2024/section_3", 5),
        ("linear/theorem-2/direction", "thrampoulidis2024/section_5", 14),
        ("attention/theorem-1/direction", "li2024/section_4", 23),
        ("attention/lemma-3/convex", "li2024/section_5", 12),
    ],
)
def test_the_files_behind_a_claim_are_listed(typed: Type, claim: str, section: str, most: int) -> None:
    """They lie in one section, in the shared room, or are the paper's setting."""
    files = json.loads(typed("show", claim, "--files", "--json").out)["claim"]["files"]
    home = section.partition("/")[0]
    assert 1 < len(files) <= most
    assert any(file.startswith(section) for file in files)
    for file in files:
        assert file.startswith((f"{section}/", f"{home}/shared/")) or file == f"{home}/setting.py"
    assert f"the book, and {len(files)}: " in " ".join(typed("show", claim, "--files").out.split())
