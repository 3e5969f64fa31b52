"""The page in a real browser: offline, quiet, readable by everybody, on any screen."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ntpcheck import Dataset, diagnose
from ntpcheck.report.diagnosis_words import page as diagnosis
from tests.browser.conftest import Open

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
    assert tab.locator("table.verdicts tr.row").count() == 8
    assert tab.locator("form.tools").is_hidden()
    assert tab.locator(".command button").count() == 0
    evidence = tab.locator("article details").first
    assert evidence.locator(".command").last.is_hidden()
    evidence.locator("summary").first.click()
    assert evidence.locator(".command").last.is_visible()


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
    assert stops[0][1] == "Skip to the verdicts"
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
    tab.locator("tr.row a", has_text="toy/suspect").click()
    article = tab.locator("article[id='toy/suspect']")
    assert article.locator("details").first.evaluate("d => d.open")
    box = article.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < DESKTOP["height"]


def test_the_filter_counts_what_is_left(opened: Open) -> None:
    tab = opened()
    tab.locator("#find").fill("toy/theorem")
    assert tab.locator("tr.row:visible").count() == 2
    assert tab.locator("#shown").text_content() == "2 of 8"
    tab.locator("#only").select_option("REFUTED")
    assert tab.locator("tr.row:visible").count() == 1
    tab.locator("#find").fill("")
    tab.locator("#only").select_option("")
    tab.locator("#differs").check()
    assert tab.locator("tr.row:visible").count() == 5


def test_a_command_can_be_copied(opened: Open) -> None:
    tab = opened(permissions=["clipboard-read", "clipboard-write"])
    line = tab.locator("#run .command")
    line.locator("button").click()
    tab.wait_for_timeout(50)
    assert tab.evaluate("() => navigator.clipboard.readText()") == line.locator("code").text_content()


def test_on_paper_everything_is_open_and_nothing_is_a_button(opened: Open) -> None:
    tab = opened()
    tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    tab.emulate_media(media="print")
    assert tab.locator("article details:not([open])").count() == 0
    assert tab.locator("button:visible").count() == 0
    assert tab.locator("nav").is_hidden()
    assert tab.locator("pre.code").first.is_visible()


def test_on_paper_nothing_is_cut_off(opened: Open) -> None:
    """A4 less its margins: a wider table would make the whole page smaller."""
    tab = opened(viewport={"width": 718, "height": 1000})
    tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    tab.emulate_media(media="print")
    assert tab.evaluate(OVERFLOW) <= 0
    assert tab.locator(".verdicts .evidence").first.is_visible()
    wide = "() => [...document.querySelectorAll('table')].filter((t) => t.offsetWidth > 718).length"
    assert tab.evaluate(wide) == 0
