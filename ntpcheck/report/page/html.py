"""index.html: a run on one page that needs no network, and reads without scripts."""

import base64
import hashlib
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from ntpcheck import reading
from ntpcheck.profiles import PROFILES
from ntpcheck.report import templates, words
from ntpcheck.report.figures.training import panels
from ntpcheck.report.gate import compared
from ntpcheck.report.page import formulas
from ntpcheck.report.page.extras import Extras
from ntpcheck.report.page.sections import Section, anchor, sections
from ntpcheck.report.reasons import CLASSES
from ntpcheck.report.record import Record
from ntpcheck.report.trust.books import held_rows
from ntpcheck.report.trust.curve import power
from ntpcheck.report.typography import meant, typeset
from ntpcheck.report.why import GROUPS

FOLDER = Path(__file__).parent
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@cache
def environment() -> Environment:
    """The templates beside this file, everything that goes into them escaped."""
    made = templates.environment("ntpcheck.report", html=True)
    made.filters["number"] = words.number
    made.filters["typeset"] = typeset
    made.filters["typeset_mathml"] = _letter
    made.filters["formula"] = formulas.formula
    return made


def _letter(name: str) -> Markup:
    """A name like `W_0` or `W^cyc` in MathML: an index is a letter of its own, what is raised an `msup`."""
    name, _, above = name.partition("^")
    base, _, index = name.partition("_")
    letter = Markup("<mi>{}{}</mi>").format(meant(base), index.translate(SUBSCRIPTS))
    return Markup("<msup>{}<mi>{}</mi></msup>").format(letter, above) if above else letter


def page(record: Record, extras: Extras | None = None) -> str:
    """The whole page as text. extras: what other commands found, to be shown beside the run."""
    extras = extras or Extras()
    found = sections(record, extras)
    run, groups = record.run, _groups(record, found)
    mains = _mains(groups)
    return environment().get_template("page/page.html.j2").render(
        run=run,
        script=script(),
        ended=record.ended,
        sections=found,
        groups=groups,
        means={key: about.means for key, about in extras.about.items()},
        mains=mains,
        survival=words.survival(
            (s["word"], s["amended"] and s["amended"]["word"], s["group"] == GROUPS[2])
            for group in mains
            for s in group["sections"]
        ),
        guides=_guides(record, found, extras),
        glossary=_glossary(),
        fallen=any(section["fallen"] for section in found),
        looks={**words.LOOKS, "UNFINISHED": words.UNFINISHED},
        counts=_counts(found),
        whose=GROUPS,
        kinds=Counter(section["why"].kind for section in found if section["why"]).most_common(),
        tally=compared(record),
        **_news(found),
        books_option="".join(dict.fromkeys(section["book"] for section in found)),
        figures=[_figure(figure) for figure in record.figures],
        papers=[paper for paper in record.papers if paper["key"] in {group["key"] for group in groups}],
        definitions=formulas.definitions(record.papers),
        needs=_needs(record, found),
        power=power(extras.trust),
        books=_books(extras.trust),
        bench=extras.bench.get("cases", ()),
        damaged=extras.damaged,
        environment=sorted(run["environment"].items()),
        rerun=_rerun(record),
    )  # fmt: skip


@cache
def _glossary() -> dict[str, Mapping[str, str]]:
    """Title -> term -> what it means."""
    told = (
        f"{name} draws {of['batch']:,} and trains {of['trajectories']:,}" for name, of in PROFILES.items()
    )
    text = reading.text(FOLDER / "glossary.toml").replace("{profiles}", ", ".join(told))
    return {**tomllib.loads(text), "Why a claim falls": CLASSES}


@cache
def script() -> dict[str, Any]:
    """The page's only script, and the policy that lets it and nothing else run."""
    text = "\n" + reading.text(FOLDER / "page.js")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return {"text": Markup(text), "policy": f"sha256-{digest}"}


def _books(trust: Mapping[str, Any]) -> dict[str, Any] | None:
    """By what claims are held and how many lines there are to read, from what `selftest` wrote."""
    books = trust.get("books", {})
    if not books.get("held"):
        return None
    return {
        "papers": list(books["held"]),
        "rows": held_rows(books),
        "lines": sum(n for _, n in books["reading"]),
    }


def _rerun(record: Record) -> str:
    patterns = "".join(f" '{pattern}'" for pattern in record.selection.get("patterns", ()))
    return (
        f"python -m ntpcheck verify{patterns} --profile {record.run['profile']} --seed {record.run['seed']}"
    )


def _groups(record: Record, found: Sequence[Section]) -> list[dict[str, Any]]:
    """The claims paper by paper, under the papers' titles."""
    titles = {paper["key"]: paper["title"] for paper in record.papers}
    keys = dict.fromkeys(section["claim"]["paper"] for section in found)
    return [
        {
            "key": key,
            "title": titles.get(key, key),
            "sections": [s for s in found if s["claim"]["paper"] == key],
        }
        for key in keys
    ]


def _guides(record: Record, found: Sequence[Section], extras: Extras) -> list[dict[str, Any]]:
    """Per paper what a newcomer looks up: symbols, versions, and what the assumptions on the page say."""
    guides: list[dict[str, Any]] = []
    for group in _groups(record, found):
        about = extras.about.get(group["key"])
        names = {name for section in group["sections"] for name in section["claim"]["assumptions"]}
        says = next((p.get("assumptions", {}) for p in record.papers if p["key"] == group["key"]), {})
        terms = {name: says[name] for name in sorted(names) if name in says}
        if about or terms:
            symbols, versions = (about.symbols, about.versions) if about else ({}, {})
            lists = {"Symbols": symbols, "Versions, as ids name them": versions, "Assumptions by name": terms}
            kept = {title: terms for title, terms in lists.items() if terms}
            guides.append({"title": group["title"], "lists": kept})
    return guides


def _mains(groups: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each paper's main results, beside their amendments; papers without any are left out."""
    found = [{**group, "sections": [s for s in group["sections"] if s["main"]]} for group in groups]
    return [group for group in found if group["sections"]]


def _news(found: Sequence[Section]) -> dict[str, Any]:
    """What is not as expected, what nothing was expected of otherwise, and whether something falls anew."""
    fresh = [section for section in found if not section["claim"].get("expected")]
    return {
        "changed": [section for section in found if section["differs"]],
        "fresh": [section for section in fresh if not section["differs"]],
        "fresh_falls": any(section["fallen"] for section in fresh),
    }


def _counts(found: Sequence[Section]) -> dict[str, dict[str, int]]:
    """Verdict -> how many claims have it: of the paper, of its other versions, and of ours."""
    told = Counter((section["word"], section["group"]) for section in found)
    verdicts = [*words.LOOKS, "UNFINISHED"]
    tiles = {word: {name: told[word, name] for name in GROUPS} for word in verdicts}
    return {word: numbers for word, numbers in tiles.items() if any(numbers.values())}


def _figure(figure: Mapping[str, Any]) -> dict[str, Any]:
    series = figure["series"]
    claim = figure.get("claim")
    return {
        "title": series.get("title", figure["name"]),
        "claim": anchor(claim) if claim else None,
        "panels": [Markup(panel) for panel in panels(series)],
    }


def _needs(record: Record, found: Sequence[Section]) -> list[dict[str, Any]]:
    """One assumption-by-claim table per paper that has hunts."""
    tables: list[dict[str, Any]] = []
    for group in _groups(record, found):
        shown = [s for s in group["sections"] if s["needs"]]
        names = list(dict.fromkeys(need["name"] for s in shown for need in s["needs"]))
        rows: list[dict[str, Any]] = []
        for s in shown:
            by_name = {need["name"]: need for need in s["needs"]}
            cells = [by_name.get(name) for name in names]
            rows.append({"id": s["claim"]["id"], "anchor": s["anchor"], "cells": cells})
        if rows:
            tables.append({"title": group["title"], "names": names, "rows": rows})
    return tables
