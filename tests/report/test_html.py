"""The page opens offline, escapes what it is told, and reads without colour."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ntpcheck
import ntpcheck.report
from ntpcheck.claim import Paper
from ntpcheck.reading import document
from ntpcheck.report.about import About, read_about
from ntpcheck.report.page.extras import Extras, read_extras
from ntpcheck.report.page.html import page
from ntpcheck.report.record import gather
from ntpcheck.report.why import Why
from ntpcheck.report.words import LOOKS, counted
from ntpcheck_papers import li2024, thrampoulidis2024
from tests.report import events, whole

CSS = (Path(ntpcheck.report.__file__).parent / "page/page.css").read_text()
PAPERS = [thrampoulidis2024.PAPER, li2024.PAPER]
VOID = {"meta", "link", "br", "hr", "img", "input"}
LOADS = ("src", "href", "xlink:href", "action", "data", "poster", "srcset")


class Outline(HTMLParser):
    """Tags that were left open, ids, and every attribute that could load something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: Counter[str] = Counter()
        self.loads: list[str] = []
        self.tags: Counter[str] = Counter()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.ids.update(value or "" for name, value in attrs if name == "id")
        self.loads += [value or "" for name, value in attrs if name in LOADS]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def html() -> str:
    return page(gather(events.events()))


def test_the_page_is_the_golden_one(golden: Callable[[str, str], None]) -> None:
    golden("report/index.html", html())


def test_every_tag_is_closed_and_every_id_is_unique() -> None:
    outline = Outline(html())
    assert (outline.wrong, outline.open) == ([], [])
    assert set(outline.ids.values()) == {1}


def test_nothing_is_loaded() -> None:
    text = html()
    outline = Outline(text)
    assert "default-src 'none'" in text
    assert outline.tags["link"] == outline.tags["img"] == 0
    assert all(target.startswith("#") and outline.ids[target[1:]] for target in outline.loads)
    assert "url(" not in text
    assert "@import" not in text


def test_the_policy_lets_the_pages_own_script_run_and_no_other() -> None:
    text = html()
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text
    assert not re.search(r"\bon[a-z]+=", text)


def test_what_a_journal_says_is_text_and_not_markup() -> None:
    text = html()
    assert text.count("<script>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<i>" not in text
    assert "ZeroDivisionError: &lt;b&gt;" in text


def test_formulas_are_typeset_beside_what_the_verifier_reads_and_lead_to_their_definitions() -> None:
    text = html()
    assert "asked when <math>" in text
    assert "asked when  if W &lt; 1 then H &gt; 0 else W = 1" in text
    assert "<code>CE(W) &gt; H &amp; &lt;script&gt;" in text  # no formula: it stays as it is
    for key in ("H", "ours:H"):
        assert f'<a href="#let-toy-{key}">H</a>' in text
        assert f'<div id="let-toy-{key}">' in text
    assert "<code>H = -(sum j. pi[j] * log(pi[j]))</code>" in text


def test_a_run_of_an_earlier_version_named_no_definitions() -> None:
    told = events.events()
    del told[0]["papers"][0]["definitions"]
    for claim in told[1]["claims"]:
        del claim["defined"]
    assert 'id="definitions"' not in page(gather(told))


def test_a_verdict_reads_by_word_and_shape() -> None:
    text = html()
    for word, look in LOOKS.items():
        assert f'<span aria-hidden="true">{look.shape.replace("&", "&amp;")}</span> {word}' in text
    assert len({look.shape for look in LOOKS.values()}) == len(LOOKS)


def test_no_verdict_claims_more_than_was_done() -> None:
    text = html()
    assert "No counterexample in 510 instances, judged in floats." in text
    assert "3/510" not in text
    assert not re.search(r"\b(proved|proven|verified)\b", text, re.IGNORECASE)


def test_the_bound_is_for_independent_batches_and_not_for_the_instances_of_one() -> None:
    assert counted(510, 24, "EXACT") == (
        "510 instances, judged exactly (24 independent batches: 95% bound 3/24 for this sampler)"
    )
    assert counted(1, 3, None) == "1 instance"


def test_the_page_explains_signs_versions_and_assumptions_and_says_what_it_means() -> None:
    told = events.events()
    told[0]["papers"][0]["assumptions"] = {"compatible": "Some W has (4)."}
    about = About("toy", "It stands.", {"@short": "the short one"}, {"W_k": "after k steps"})
    text = page(gather(told), Extras(about={"toy": about}))
    assert "<dt>compatible</dt><dd>Some W has (4).</dd>" in text
    assert "<dt>W<sub>k</sub></dt><dd>after k steps</dd>" in text
    assert "<dt>@short</dt><dd>the short one</dd>" in text
    assert 'id="guide"' in html()  # its own words are the same of every paper
    assert "<dt>slack</dt>" in html()


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_each_paper_says_what_its_marks_and_verdicts_mean(paper: Paper) -> None:
    about = read_about(paper.folder)
    assert about is not None
    assert about.key == paper.key
    assert about.means.endswith(".")
    assert {f"@{mark}" for mark in paper.older} <= set(about.versions)
    assert paper.source is not None
    assert {a.name for claim in paper.claims for a in claim.assumes} <= set(paper.source.assumed)


def test_a_witness_is_shown_as_matrices_in_words_and_with_what_the_verifier_says() -> None:
    text = html()
    half, one = "<mtd><mfrac><mn>1</mn><mn>2</mn></mfrac></mtd>", "<mtd><mn>1</mn></mtd>"
    assert f"<math><mi>h</mi><mo>=</mo><mtable><mtr>{half}{one}</mtr></mtable></math>" in text
    assert "<dd>contexts, one a row</dd>" in text
    assert "Decoding: embeddings [[1/2, 1]]" in text
    assert "python -m ntpcheck.verifier counterexamples/toy_refuted.json" in text
    assert "REFUTED     toy/refuted\nholds       separable</pre>" in text
    assert "python -m ntpcheck.verifier counterexamples/toy_ill_posed.json" not in text


def test_planted_falsehoods_stand_beside_their_claim() -> None:
    assert html().count("inequality flipped") == len(events.WORDS)


def test_an_amended_statement_stands_beside_its_original() -> None:
    told = events.events()
    for event in told:
        if event["event"] == "selection":
            event["texts"]["toy/refuted/amended"] = "Better.\n\nThe change: W_k^2 >= 0 is added."
        for one in event.get("claims", []):
            one["id"] = "toy/refuted/amended" if one["id"] == "toy/supported" else one["id"]
        if event.get("claim") == "toy/supported":
            event["claim"] = "toy/refuted/amended"
    text = page(gather(told))
    assert '<p>Amended, <a href="#toy/refuted/amended">' in text
    assert "<b>The change:</b> W<sub>k</sub><sup>2</sup> ≥ 0 is added." in text
    assert 'Our repair of <a href="#toy/refuted">' in text


def test_what_differs_from_the_baseline_stands_in_the_summary() -> None:
    text = html()
    start = text.index("What changed against the baseline")
    changed = text[start : text.index('<section id="claims"')]
    assert all(f'<a href="#toy/{word}">' in changed for word in ("suspect", "undecided", "broken"))
    assert '<a href="#toy/refuted">' not in changed


def test_an_incomplete_run_says_so() -> None:
    assert "This run is incomplete" in page(gather(events.events()[:7]))
    assert "This run is incomplete" not in html()


def test_both_papers_fit_in_six_kilobytes_a_claim_with_their_formulas_witnesses_figures_and_trials(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(Path(ntpcheck.__file__).parent.parent)  # where trust.json and bench.json lie
    told = list(whole.events(PAPERS))
    homes = [paper.folder for paper in PAPERS if paper.folder]
    extras = read_extras(homes)
    text = page(gather(told), extras)
    stored = [path for home in homes for path in home.glob("counterexamples/*.json")]
    without = text.count("<h5>Where it has no value</h5>")
    assert text.count("<h5>Counterexample</h5>") + without == len(stored) > 100
    assert without == sum(document(path)["says"] == "undefined" for path in stored)
    assert text.count("<article") == sum(len(paper.claims) for paper in PAPERS)
    assert extras.trust["trials"]
    assert extras.bench["cases"]
    assert extras.needed
    assert text.count("<figure>") >= 3
    assert text.count('<dl class="definitions"') == len(PAPERS)
    assert len(text.encode()) < 6_000 * text.count("<article")


def test_a_reason_stands_with_the_claim_in_the_main_results_and_among_the_tiles() -> None:
    told = json.loads(json.dumps(events.events()).replace("toy/refuted", "toy/theorem-1/x"))
    reasons = {
        name: Why("slip", "fails because <b> is read", "the failure is lost")
        for name in ("toy/theorem-1/x", "toy/supported")
    }
    text = page(gather(told), Extras(reasons=reasons))
    assert text.count("<b>slip:</b> fails because &lt;b&gt; is read.") == 2  # a claim that stands shows none
    assert text.count("(the failure is lost.)") == 1
    assert "<b>the repair:</b>" not in text
    repaired = {"toy/theorem-1/x": Why("slip", "fails because of it", repair="W_k <= 1")}
    alone = page(gather(told), Extras(reasons=repaired))
    assert alone.count("<b>the repair:</b> W<sub>k</sub> ≤ 1.") == alone.count("not checked in this run") == 1
    assert "No repair of it was checked." in alone
    told = json.loads(json.dumps(told).replace('"toy/supported"', '"toy/theorem-1/x/amended"'))
    text = page(gather(told), Extras(reasons=repaired))
    assert text.count("<b>the repair:</b> W<sub>k</sub> ≤ 1.") == 1
    said = "Of 1 assertion of main results, 0 stand as written; 1 is refuted. It stands once repaired."
    assert said in text
    assert 'data-class="slip"' in text
    assert '<a href="#claims" data-filter="class=slip">1 slip</a>' in text


def test_tiles_say_whose_claims_they_count() -> None:
    told = json.loads(json.dumps(events.events()).replace("toy/suspect", "toy/lemma-1@short"))
    text = page(gather(told))
    tile = text[text.index('data-filter="verdict=SUSPECT"') :]
    assert "1 other versions</span>" in tile[: tile.index("</a>")]


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_stands_out_from_its_background_in_light_and_dark() -> None:
    themes = [
        dict(re.findall(r"--(\w+): (#\w{6})", block)) for block in re.findall(r":root \{([^}]*)\}", CSS)[:2]
    ]
    assert [set(theme) for theme in themes] == [set(themes[0])] * 2
    for theme in themes:
        for name in ("ink", "soft", "link", "good", "bad", "warn", "odd", "law"):
            assert contrast(theme[name], theme["paper"]) >= 4.5, name
            assert contrast(theme[name], theme["tint"]) >= 4.5, name
