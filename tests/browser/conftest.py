"""A browser, where there is one, and pages for it to open from disk."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.report.about import About
from ntpcheck.report.page.extras import Extras, Need
from ntpcheck.report.page.html import page
from ntpcheck.report.record import gather
from tests.report import events
from tests.report.test_page_parts import PLANE, TRUST

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAIN = "toy/theorem-1/refuted"
BENCH = {"name": "entropy", "ratio": 12.5, "low": 11.0, "high": 14.0, "target": 5.0, "against": "a loop"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The system's Chromium, driven by Playwright."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next((found for found in map(shutil.which, NAMES) if found), None)
    if path is None:
        pytest.skip("no Chromium on the path")
    with api.sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with every section there is, and a main result that was amended."""
    told = json.loads(json.dumps(events.events()).replace("toy/refuted", MAIN))
    for event in told:
        if event["event"] == "figure":
            event["series"]["plane"] = PLANE
        for claim in event.get("claims", []):
            claim["id"] = claim["id"].replace("toy/supported", f"{MAIN}/amended")
        if event.get("claim") == "toy/supported":
            event["claim"] = f"{MAIN}/amended"
    needed = {MAIN: {"separable": Need("needed", "Dataset(...)"), "compatible": Need("not seen")}}
    told[0]["papers"][0]["assumptions"] = {"compatible": "Some W has (4).", "separable": "Some W has (6)."}
    about = About("toy", "It stands.", {"@short": "the short version"}, {"W_k": "descent after k steps"})
    text = page(gather(told), Extras(needed, TRUST, {"cases": [BENCH]}, about={"toy": about}))
    path = tmp_path_factory.mktemp("page") / "index.html"
    path.write_text(text, encoding="utf-8")
    return path


Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, report: Path) -> Iterator[Open]:
    """Opens the page under the given circumstances; what it asks for and complains of is kept on it."""
    contexts: list[Any] = []

    def opened(**circumstances: Any) -> Any:
        context = browser.new_context(**circumstances)
        contexts.append(context)
        tab = context.new_page()
        tab.asked, tab.said = [], []
        tab.on("request", lambda request: tab.asked.append(request.url))
        tab.on("console", lambda message: tab.said.append(message.text))
        tab.on("pageerror", lambda error: tab.said.append(str(error)))
        tab.goto(report.as_uri())
        return tab

    yield opened
    for context in contexts:
        context.close()
