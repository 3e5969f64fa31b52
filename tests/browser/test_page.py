"""The page in a real browser: offline, quiet, readable by everybody, on any screen."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ntpcheck import Dataset, diagnose
from ntpcheck.diagnosis.words import page as diagnosis
from ntpcheck.report.catalogue import index
from ntpcheck.report.page.extras import Extras
from ntpcheck.report.page.html import page
from ntpcheck.report.record import gather
from ntpcheck.report.why import Why
from tests.browser.conftest import MAIN, Open
from tests.report import events

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
INTRUDER = """() => {
  const script = document.createElement("script"), image = new Image();
  script.textContent = "window.x = 1";
  document.body.append(script);
  image.src = "https://example.org/x.png";
}"""
# Where the keyboard is: a name, whether it shows, and whether that can be seen.
FOCUS = """() => {
  const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e);
  return [e.tagName, (e.getAttribute("aria-label") || e.textContent || e.id).trim().slice(0, 40),
          box.width > 0 && box.height > 0, style.outlineStyle !== "none"];
}"""


def test_it_asks_for_nothing_and_complains_of_nothing(opened: Open, report: Path) -> None:
    tab = opened()
    for details in tab.locator("details").all():
        details.evaluate("d => d.open = true")
    tab.mouse.wheel(0, 100_000)
    tab.wait_for_timeout(100)
    assert (tab.asked, tab.said) == ([report.as_uri()], [])


def test_the_policy_stops_what_is_not_the_pages_own(opened: Open) -> None:
    tab = opened()
    tab.evaluate(INTRUDER)
    assert tab.evaluate("() => window.x === undefined")
    assert any("Content Security Policy" in said for said in tab.said)


@pytest.mark.parametrize(
    ("scheme", "viewport"), [("light", DESKTOP), ("dark", PHONE)], ids=["light desktop", "dark phone"]
)
def test_axe_finds_nothing_serious(opened: Open, scheme: str, viewport: dict[str, int]) -> None:
    tab = opened(color_scheme=scheme, viewport=viewport)
    assert serious(tab) == []


def serious(tab: Any) -> list[tuple[str, str]]:
    """What axe holds against a page with everything on it open."""
    spec = find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        pytest.skip("axe_playwright_python, which carries axe, is not installed")
    tab.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    tab.evaluate((Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = tab.evaluate("() => axe.run()")
    return [
        (violation["id"], violation["nodes"][0]["html"][:200])
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("counts", [[[2, 1, 0], [0, 1, 3]], [[2, 0, 0], [0, 2, 0]]], ids=["good", "opposed"])
def test_the_page_of_a_diagnosis_is_as_readable(
    browser: Any, tmp_path: Path, counts: list[list[int]]
) -> None:
    data = Dataset([[1.0], [1.0]] if counts[0][1] == 0 else [[1.0, 0.0], [0.0, 1.0]], counts)
    (tmp_path / "page.html").write_text(diagnosis(diagnose(data), "<data>.json"), encoding="utf-8")
    tab = browser.new_page(viewport=PHONE)
    said: list[str] = []
    tab.on("console", lambda message: said.append(message.text))
    tab.goto((tmp_path / "page.html").as_uri())
    assert serious(tab) == []
    assert tab.evaluate(OVERFLOW) <= 0
    assert said == []
    tab.close()


@pytest.mark.parametrize("width", [1280, 640, 390, 320])
def test_nothing_sticks_out_sideways(opened: Open, width: int) -> None:
    """640 is the desktop at 200%, 320 at 400%."""
    tab = opened(viewport={"width": width, "height": 900}, device_scale_factor=2)
    tab.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    assert tab.evaluate(OVERFLOW) <= 0


def test_it_reads_with_scripts_off(opened: Open) -> None:
    tab = opened(java_script_enabled=False)
    assert tab.locator("#list article").count() == 8
    assert tab.locator("form.tools").is_hidden()
    assert tab.locator(".command button").count() == 0
    evidence = tab.locator("article details").first
    assert evidence.locator("p").last.is_hidden()
    evidence.locator("summary").first.click()
    assert evidence.locator("p").last.is_visible()


def test_the_keyboard_walks_the_whole_page(opened: Open) -> None:
    tab = opened(viewport=DESKTOP)
    walked = []
    for _ in range(400):
        tab.keyboard.press("Tab")
        walked.append(tab.evaluate(FOCUS))
        if walked[-1][0] == "BODY":
            break
    *stops, end = walked
    assert end[0] == "BODY", "the keyboard is caught"
    assert stops[0][1] == "Skip to the claims"
    assert [stop for stop in stops if not (stop[2] and stop[3])] == []
    assert {"A", "INPUT", "SELECT", "SUMMARY", "BUTTON"} <= {stop[0] for stop in stops}


def test_enter_opens_the_evidence(opened: Open) -> None:
    tab = opened()
    summary = tab.locator("article summary").first
    summary.focus()
    tab.keyboard.press("Enter")
    assert tab.locator("article details").first.evaluate("d => d.open")


def test_a_link_into_a_claim_opens_its_evidence(opened: Open) -> None:
    tab = opened()
    tab.locator(".changes a", has_text="toy/suspect").click()
    article = tab.locator("article[id='toy/suspect']")
    assert article.locator("details").first.evaluate("d => d.open")
    box = article.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < DESKTOP["height"]


def test_a_link_to_a_definition_opens_the_list_that_holds_it(opened: Open) -> None:
    tab = opened()
    tab.locator(f"article[id='{MAIN}'] summary").first.click()
    tab.locator("a[href='#let-toy-ours:H']").click()
    place = tab.locator("[id='let-toy-ours:H']")
    place.wait_for()
    box = place.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < DESKTOP["height"]


def left(tab: Any) -> int:
    """How many claims the filters leave."""
    return tab.locator("#list article:not([hidden])").count()


def test_the_filter_counts_what_is_left_and_lives_in_the_address(opened: Open) -> None:
    tab = opened()
    tab.locator("#find").fill("toy/theorem-1")
    assert left(tab) == 2
    assert tab.locator("#shown").text_content() == "2 of 8 claims"
    tab.locator("#verdict").select_option("REFUTED")
    assert left(tab) == 1
    assert tab.url.endswith("?find=toy%2Ftheorem-1&verdict=REFUTED")
    tab.reload()
    assert left(tab) == 1
    tab.get_by_role("button", name="Show all").click()
    tab.wait_for_function(
        "document.getElementById('shown').textContent === ''"
    )  # a form is reset after its event
    tab.locator("#differs").check()
    assert left(tab) == 5


def test_a_tile_is_a_filter(opened: Open) -> None:
    tab = opened()
    tile = tab.locator("[data-filter='verdict=REFUTED']")
    tile.click()
    assert left(tab) == 1
    assert tile.get_attribute("aria-current") == "true"
    tile.click()
    assert left(tab) == 8


def test_claims_are_grouped_and_sorted(opened: Open) -> None:
    tab = opened()
    heads = "() => [...document.querySelectorAll('#list h3')].map((h) => h.textContent)"
    tab.locator("#group").select_option("verdict")
    assert len(tab.evaluate(heads)) == 8
    tab.locator("#sort").select_option("verdict")
    assert tab.evaluate(heads)[:2] == ["REFUTED", "SUSPECT"]
    tab.locator("#group").select_option("result")
    assert "toy/theorem-1" in tab.evaluate(heads)


def test_two_runs_are_compared(opened: Open, tmp_path: Path) -> None:
    other = {"claims": [{"id": MAIN, "verdict": "SUPPORTED"}, {"id": "toy/gone", "verdict": "REFUTED"}]}
    (tmp_path / "summary.json").write_text(json.dumps(other), encoding="utf-8")
    tab = opened()
    tab.locator("#other").set_input_files(tmp_path / "summary.json")
    tab.locator("#compared li").first.wait_for()
    said = tab.locator("#compared").text_content()
    assert "9 claims differ from summary.json" in said
    assert f"{MAIN}: SUPPORTED there, REFUTED here" in said
    assert "toy/gone: REFUTED there, not in this run" in said
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    tab.locator("#other").set_input_files(tmp_path / "other.json")
    tab.get_by_text("other.json is no summary.json of a run.").wait_for()


def test_a_command_can_be_copied(opened: Open) -> None:
    tab = opened(permissions=["clipboard-read", "clipboard-write"])
    line = tab.locator("#run .command")
    line.locator("button").click()
    tab.wait_for_timeout(50)
    assert tab.evaluate("() => navigator.clipboard.readText()") == line.locator("code").text_content()


def test_on_paper_there_are_the_summary_and_what_fell(opened: Open) -> None:
    tab = opened()
    tab.emulate_media(media="print")
    assert tab.locator("#list article:visible").count() == 2
    assert tab.locator("table.mains").is_visible()
    for hidden in ("button", "nav", "details", "#trust", "#assumptions"):
        assert tab.locator(f"{hidden}:visible").count() == 0


def test_on_paper_nothing_is_cut_off(opened: Open) -> None:
    """A4 less its margins: a wider table would make the whole page smaller."""
    tab = opened(viewport={"width": 718, "height": 1000})
    tab.emulate_media(media="print")
    assert tab.evaluate(OVERFLOW) <= 0
    wide = "() => [...document.querySelectorAll('table')].filter((t) => t.offsetWidth > 718).length"
    assert tab.evaluate(wide) == 0


def test_both_papers_fit_on_fifteen_sheets_and_in_two_megabytes(browser: Any, tmp_path: Path) -> None:
    """Every claim with its expected verdict, and a reason of the usual length for each that falls."""
    papers = index()
    texts = {claim["id"]: claim["text"] for paper in papers for claim in paper["claims"]}
    told = [
        {**c, "paper": p["key"], "assumptions": [a["name"] for a in c["assumptions"]]}
        for p in papers
        for c in p["claims"]
    ]
    shown = {**events.events()[1], "claims": told}
    verdicts = [events.verdict(c["expected"]) | {"claim": c["id"], "paper": c["paper"]} for c in told]
    asked = {"event": "selection", "patterns": [], "papers": papers, "texts": texts}
    reasons = {name: Why("missing hypothesis", f"fails because {'of a word or two ' * 8}") for name in texts}
    text = page(gather([asked, shown, *verdicts]), Extras(reasons=reasons))
    assert len(text.encode()) < 2_000_000
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    tab = browser.new_page()
    tab.goto((tmp_path / "page.html").as_uri())
    sheets = len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4")))
    tab.close()
    assert 5 <= sheets <= 15
