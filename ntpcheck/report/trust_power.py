"""The part of TRUST.md on power: three kinds of falsehoods kept apart, true statements, ablations.

A share of falsehoods has Wilson's 95% interval. Seeds are not counted as further falsehoods: what is found,
or holds, does so under every seed that was run.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ntpcheck.categories import CATEGORIES, CERTIFIED, MISSED, category
from ntpcheck.categories import FLOATS as SEEN
from ntpcheck.engine.ablation import VARIANTS
from ntpcheck.engine.trials import ACCEPTED, EXACTLY, FLOATS

Entry = Mapping[str, Any]
FEWEST = 3  # a paper's own kinds with fewer planted falsehoods share a row
WRITTEN = {"sight": "planted by hand, the checkers in sight", "text": "written from the papers' texts alone"}
WHOSE = {"paper": "the papers' own", "ours": "our amended and sharper ones"}


def caught(entry: Entry) -> bool:
    """Whether some instance failed or was undefined, under every seed."""
    return all(one["outcome"] in {"FAILS", "UNDEFINED"} for one in _seeds(entry))


def alarmed(entry: Entry) -> bool:
    """Whether the engine speaks against a true claim, under any seed."""
    return any(one["outcome"] in {"FAILS", "UNDEFINED", "BROKEN"} for one in _seeds(entry))


def _seeds(entry: Entry) -> list[Entry]:
    """What became of a trial under each seed."""
    return [entry, *entry.get("again", {}).values()]


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed; NaN where there is none."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)] if ranked else math.nan


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f}%)" if whole else "0 of 0"


def interval(part: int, whole: int) -> str:
    """Wilson's 95% interval of a share, in percent."""
    from scipy.stats import binomtest  # half a second, and only pages of trust need it

    if not whole:
        return "-"
    found = binomtest(part, whole).proportion_ci(method="wilson")
    return f"{100 * found.low:.1f}% to {100 * found.high:.1f}%"


def sure(entry: Entry) -> str:
    """How sure a falsehood's failure is: the least sure of the seeds, but a file is accepted for good."""
    if not caught(entry):
        return ""
    if entry.get("sure") == ACCEPTED:
        return ACCEPTED
    said = {one.get("sure") or FLOATS for one in _seeds(entry)}
    return FLOATS if FLOATS in said else EXACTLY


def by_kind(planted: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """The planted falsehoods of each kind, the commonest first; a paper's own rare ones together."""
    kinds: dict[str, list[Entry]] = {}
    for entry in planted:
        kinds.setdefault(category(entry["kind"]), []).append(entry)
    rare = [kind for kind, entries in kinds.items() if len(entries) < FEWEST and kind not in CATEGORIES]
    others = [entry for kind in rare for entry in kinds.pop(kind)]
    found = sorted(kinds.items(), key=lambda row: (-len(row[1]), row[0]))
    return [*found, *([("other kinds", others)] if others else [])]


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table in Markdown, and an empty line."""
    lines = [heads, ["---"] * len(heads), *rows]
    return [*(f"| {' | '.join(map(str, line))} |" for line in lines), ""]


def power_section(report: Mapping[str, Any]) -> list[str]:
    """The three figures, and the planted ones by kind."""
    planted = [entry for entry in report["trials"] if entry["role"] == "planted"]
    lines = [
        "## Power: three figures that are not to be added up",
        "",
        "A falsehood counts as found where one instance fails, or is undefined, and its original does not. "
        "It is certified where that instance is judged in exact arithmetic, and more than that where the "
        "verifier accepts a file against a line of a book that states the falsehood. Planted by hand is in "
        "sample: checkers and falsehoods were written side by side. An edit by machine that happens to be "
        "true, and is not seen to be, counts as not found. Intervals are Wilson's, 95%.",
        "",
        *table(
            ("falsehoods", "tried", "file accepted", "judged exactly", "in floats only", "not found",
             "found: 95%", "certified: 95%"),
            [*_by_hand(planted), *_machine(report)],
        ),
        *_stated(planted),
    ]  # fmt: skip
    for written, what in WRITTEN.items():
        lines += _kinds(f"### {what[0].upper()}{what[1:]}, by kind", _of(planted, written))
    return lines


def _by_hand(planted: Sequence[Entry]) -> list[list[object]]:
    """A row for each way of writing, and for what of it speaks of training runs and paths."""
    rows: list[list[object]] = []
    for written, what in WRITTEN.items():
        entries = _of(planted, written)
        over_runs = [entry for entry in entries if entry.get("runs")]
        rows += [_figure(what, entries)]
        rows += [_figure("of these, over training runs and paths", over_runs)] if over_runs else []
    return rows


def _of(planted: Sequence[Entry], written: str) -> list[Entry]:
    return [entry for entry in planted if entry.get("written", "sight") == written]


def _figure(what: str, entries: Sequence[Entry]) -> list[object]:
    counted = Counter(sure(entry) for entry in entries)
    return _row(what, *(counted[how] for how in (ACCEPTED, EXACTLY, FLOATS, "")))


def _row(what: str, accepted: int, exactly: int, floats: int, missed: int) -> list[object]:
    whole = accepted + exactly + floats + missed
    certified = accepted + exactly
    ends = interval(certified + floats, whole), interval(certified, whole)
    return [what, whole, accepted, exactly, floats, missed, *ends]


def _machine(report: Mapping[str, Any]) -> list[list[object]]:
    """A row for each paper whose claims were edited by machine."""
    found = report.get("books", {}).get("campaign", {}).get("falsehoods", {})
    return [
        _row(f"made by machine, {key}", told[CERTIFIED], 0, told[SEEN], told[MISSED])
        for key, told in found.items()
    ]


def _stated(planted: Sequence[Entry]) -> list[str]:
    """Of the falsehoods that a book states, for how many the verifier accepts a file."""
    known = [entry for entry in planted if entry.get("stated")]
    if not known:
        return []
    accepted = sum(sure(entry) == ACCEPTED for entry in known)
    others = Counter(entry["objection"] for entry in known if sure(entry) != ACCEPTED)
    said = [
        f"- {'once' if count == 1 else f'{count} times'}: {reason or 'no reason is recorded'}"
        for reason, count in sorted(others.items())
    ]
    return [
        f"A book states {len(known)} of the planted falsehoods; the verifier accepts a file for "
        f"{share(accepted, len(known))}, 95%: {interval(accepted, len(known))}. The others have only a "
        "checker, and no file could be accepted."
        f"{' Where a book states one, and no file is accepted:' if said else ''}",
        "",
        *said,
        *([""] if said else []),
    ]


def _kinds(title: str, entries: Sequence[Entry]) -> list[str]:
    if not entries:
        return []
    heads = ("kind", "what is false", "planted", "file accepted", "exactly", "floats only", "not found",
             "found: 95%", "instances: median", "95%", "seconds: median", "95%")  # fmt: skip
    rows = [[kind, CATEGORIES.get(kind, ""), *_kind(found)] for kind, found in by_kind(entries)]
    return [title, "", *table(heads, [*rows, ["all", "", *_kind(entries)]])]


def _kind(entries: Sequence[Entry]) -> list[object]:
    _, whole, accepted, exactly, floats, missed, found, _ = _figure("", entries)
    seen = [one for entry in entries if caught(entry) for one in _seeds(entry)]
    examples, seconds = ([float(one[name]) for one in seen] for name in ("examples", "seconds"))
    ends = [
        f"{quantile(values, part):{form}}" if seen else "-"
        for values, form in ((examples, ".0f"), (seconds, ".2f"))
        for part in (0.5, 0.95)
    ]
    return [whole, accepted, exactly, floats, missed, found, *ends]


def true_section(report: Mapping[str, Any]) -> list[str]:
    """The true statements: whose they are, and from how many independent draws nothing came against them."""
    true = [entry for entry in report["trials"] if entry["role"] == "true"]
    rows = []
    for whose, what in WHOSE.items():
        entries = [entry for entry in true if entry.get("written", "paper") == whose]
        alarms = sum(map(alarmed, entries))
        held = sum(all(one["outcome"] == "HOLDS" for one in _seeds(entry)) for entry in entries)
        rows.append(
            [what, len(entries), held, len(entries) - held - alarms, alarms, interval(alarms, len(entries))]
        )
    return [
        "## True statements, the papers' own and ours",
        "",
        *table(("statements", "examined", "hold", "open or vacuous", "false alarms", "alarms: 95%"), rows),
        *_draws([entry for entry in true if entry["outcome"] == "HOLDS"]),
    ]


def _draws(held: Sequence[Entry]) -> list[str]:
    """Instances, independent draws and 3/n by rigor."""
    if not any("draws" in entry for entry in held):
        return []
    rows = []
    for rigor in ("EXACT", "BALL", "FLOAT", "TREND"):
        entries = [entry for entry in held if entry["rigor"] == rigor]
        several = [entry["draws"] for entry in entries if entry["draws"] > 1]
        if entries:
            median = int(quantile(several, 0.5)) if several else 0
            inside = f"{quantile([entry['inside'] for entry in entries], 0.5):,.0f}"
            bound = f"3/{median} = {3 / median:.2f}" if median > 3 else "-"
            least = min(several, default=0)
            rows.append([rigor, len(entries), inside, least, median, bound, len(entries) - len(several)])
    return [
        "Instances of one batch share their shape, and those of Hypothesis follow one another: independent "
        "are the batches. Where none of n independent batches had an instance against a statement, a "
        "further one has one with a probability below 3/n, with 95% confidence, for this sampler. A domain "
        "that holds one dataset counts it once, and has no such bound.",
        "",
        *table(
            ("rigor", "statements that hold", "instances: median", "independent draws: least", "median",
             "3/n at the median", "statements on one dataset"),
            rows,
        ),
    ]  # fmt: skip


def ablation_section(report: Mapping[str, Any]) -> list[str]:
    """Instances and processor time to the first failure, with the whole engine and without a part of it."""
    found = report.get("ablation", {})
    if not found:
        return []
    number = len(next(iter(found.values())))
    rows = []
    for variant, told in sorted(found.items(), key=lambda row: VARIANTS.index(row[0])):
        seen = [one for one in told if one["found"]]
        ends = [
            f"{quantile(values, part):{form}}" if len(seen) >= part * number else "never"
            for name, form in (("examples", ".0f"), ("seconds", ".2f"))
            for values in [sorted([float(one[name]) for one in seen]) + [math.inf] * (number - len(seen))]
            for part in (0.5, 0.95)
        ]
        rows.append([variant, share(len(seen), number), interval(len(seen), number), *ends])
    return [
        "## What corners, ascent and sweeps are worth",
        "",
        f"A sample of {number} planted falsehoods over all kinds, without training runs, each searched alone "
        f"at the quick profile, seed {report['seed']}. Seconds of processor time, drawing included. No "
        "corners: instances stay as they are first drawn, and none is moved into a degenerate set. No "
        "ascent: nothing climbs towards small slacks. "
        "Hypothesis alone: 256 examples and no sweep.",
        "",
        *table(("searched with", "found", "95%", "instances: median", "95%", "seconds: median", "95%"), rows),
    ]
