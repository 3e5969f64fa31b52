"""Draws the README's two pictures from the latest run: `make pictures`. It takes Chromium and Playwright.

verify.svg: what a run says at its end, as a terminal of 88 columns shows it. page.png: the top of its page.
"""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from rich.console import Console

from ntpcheck.report.formats.render import installed_reasons, render
from ntpcheck.report.record import read
from ntpcheck.report.runs import find_run
from ntpcheck.report.screen import parts

HERE = Path(__file__).parent
WIDTH = 88  # columns
SIZE = {"width": 1080, "height": 1160}  # of the window: down to the first main result


def screen(run: Path) -> None:
    """Rich draws the terminal; its fonts come from a server, so these go, and the reader's own are taken."""
    record = read(run)
    shown = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    for part in parts(record, WIDTH, installed_reasons()):
        shown.print(part)
    drawn = shown.export_svg(title="ntpcheck verify", unique_id="verify")
    text = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    text = "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
    (HERE / "verify.svg").write_text(f"{text}\n", encoding="utf-8")


def page(run: Path) -> None:
    """A screenshot of 128 colours, chosen so that the rare ones of verdicts are kept."""
    (path,) = render(read(run), run, ["html"])
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        tab = browser.new_page(viewport=SIZE, color_scheme="light")
        tab.goto(path.resolve().as_uri())
        taken = tab.screenshot()
        browser.close()
    Image.open(io.BytesIO(taken)).quantize(128, Image.Quantize.MAXCOVERAGE).save(
        HERE / "page.png", optimize=True
    )


if __name__ == "__main__":
    latest = find_run("latest")
    screen(latest)
    page(latest)
