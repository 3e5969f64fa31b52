"""The part of TRUST.md that holds aims beside figures: each is read from a record, and none is typed in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ntpcheck.report.templates import part
from ntpcheck.report.trust.power import interval, share

Record = Mapping[str, Any]
REACHED, MISSED, FEWER, ABSENT = "reached", "**missed**", "**missed: too few tried**", "not recorded"
FORGED = {  # part of a campaign: what it counts, and how many are to be tried
    "files": ("forged files that are accepted and refute a true claim", 3000),
    "hints": ("files with perturbed hints that are accepted and false", 1000),
    "bytes": ("files with changed bytes that are accepted and false", 1000),
}
TRIED = {  # subject of a record of tests: what may not happen, and how often it is to be tried
    "runs killed with kill -9, and resumed": ("runs killed with kill -9 that lose or double anything", 200),
    "workers killed at random during a run": ("killed workers that change a byte of the result", 50),
    "writes that fail: EIO, ENOSPC, EROFS, EMFILE": ("failing writes that lose or double anything", 200),
    "changed files: data, books, counterexamples, journals": (
        "changed files that crash, fill memory or are taken for what they are not", 10_000,
    ),
    "failures of `verify` and `replay`: none ends with exit code 0": (
        "failures of `verify` and `replay` that leave with exit code 0", 1,
    ),
    "identity of bytes: 1, 2, 4 workers and a cluster": (
        "summaries that differ between 1, 2, 4 workers and a cluster", 1,
    ),
    "identity of bytes: hash seeds, threads, locale, time zone, folder": (
        "summaries that differ between hash seeds, threads, locales, time zones and folders", 20,
    ),
    "claims in floats and in exact numbers, up to condition 1e14": (
        "checkers whose floats contradict exact numbers, up to condition 1e14", 1,
    ),
}  # fmt: skip
STORED = "stored counterexamples put to the verifier"
STRANGERS = "statements written before any of them was checked"
FORMULAS, LIMITS, BOOKS, VERIFIER, PRINTED = 303, 150, 3000, 2000, 12
COMPARISONS, COMPARED = "comparisons of book and checker", 100_000
# What is counted already, and what compares nothing.
UNCOUNTED = {"the same outcome and the same slack", "undecided by one of the two"}
STATED, MUTATED = 20, 30  # statements of strangers of either kind, and mutants: fewer say too little
NOTICED, CERTIFIED = 0.9, 0.95  # shares


class Aim(NamedTuple):
    """What is aimed at, the figure that was recorded, whether that reaches it, and when and on what."""

    what: str
    wanted: str
    figure: str = "-"
    state: str = ABSENT
    when: str = "-"


def aims_section(report: Record, tried: Record, mutants: Record) -> str:
    """A row for every aim, as Markdown. tried, mutants: what records of tests and of mutants hold."""
    rows = [
        *_forged(report), *_reading(report, tried), *_held(report), _clashes(report, tried),
        *_strangers(tried), _apart(report), _noticed(mutants), *_tests(tried),
    ]  # fmt: skip
    return part("trust/trust.md.j2", "aims", rows=rows)


def _examined(report: Record, of: str = "") -> str:
    """When and on what, and by what seeds; of a part that was counted anew since, that time."""
    known = {"seeds": [report["seed"]], **report} | report.get("books", {}).get("anew", {}).get(of, {})
    seeds = [known["seed"]] if of else known["seeds"]
    drawn = "" if of == "books" else f"seed {', '.join(map(str, seeds))}"
    return ", ".join(filter(None, [known.get("date", "no date"), drawn, known.get("machine", "")]))


def _none(what: str, wanted: int, counted: tuple[int, int] | None, when: str) -> Aim:
    """An aim of nothing among so many. counted: how many were bad, and how many were tried."""
    goal = f"0 of {wanted:,}" if wanted > 1 else "0"
    if counted is None:
        return Aim(what, goal)
    bad, tried = counted
    state = MISSED if bad else REACHED if tried >= wanted else FEWER
    return Aim(what, goal, f"{bad:,} of {tried:,}", state, when)


def _most(what: str, most: int, figure: int | None, when: str) -> Aim:
    wanted = f"at most {most:,}"
    if figure is None:
        return Aim(what, wanted)
    return Aim(what, wanted, f"{figure:,}", REACHED if figure <= most else MISSED, when)


def _share(what: str, share_: float, least: int, counted: tuple[int, int] | None, when: str) -> Aim:
    """An aim of at least such a share, among at least so many."""
    wanted = f"at least {share_:.0%}"
    if counted is None:
        return Aim(what, wanted)
    some, whole = counted
    state = MISSED if some < share_ * whole else REACHED if whole >= least else FEWER
    return Aim(what, wanted, f"{share(some, whole)}, 95%: {interval(some, whole)}", state, when)


def _campaign(report: Record) -> Record:
    return report.get("books", {}).get("campaign", {})


def _forged(report: Record) -> Iterator[Aim]:
    for name, (what, wanted) in FORGED.items():
        counts = _campaign(report).get(name, {})
        false = sum(n for said, n in counts.items() if said.endswith("ACCEPTED, false"))
        counted = (false, sum(counts.values())) if counts else None
        yield _none(what, wanted, counted, _examined(report, "forgeries"))


def _reading(report: Record, tried: Record) -> Iterator[Aim]:
    """What a stranger has to read, and what the verifier takes without checking."""
    stored, known = tried.get(STORED), dict(report.get("books", {}).get("reading", ()))
    books = [count for name, count in known.items() if name.startswith("the book")]
    when, tested = _examined(report, "books"), _tested(stored)
    yield _most("lines of the two books", BOOKS, sum(books) if books else None, when)
    yield _most("lines of the verifier", VERIFIER, known.get("the verifier"), when)
    yield _needed(report.get("books", {}).get("loaded", {}), when)
    printed = "lines that the verifier prints of a stored counterexample"
    yield _most(printed, PRINTED, stored and stored["figures"]["lines printed"], tested)
    taken = Aim("stored counterexamples that the verifier does not accept (it takes no number as given)", "0")
    if stored is not None:
        figure = f"{'some' if stored['failed'] else 0} of {stored['times']:,}"
        taken = Aim(*taken[:2], figure, MISSED if stored["failed"] else REACHED, tested)
    yield taken


def _needed(loaded: Mapping[str, Sequence[Sequence[int]]], when: str) -> Aim:
    """What of the verifier one stored counterexample needs. The aim is reached where all keep to it."""
    what, wanted = "lines of the verifier that a stored counterexample needs", f"at most {VERIFIER:,}"
    lines = sorted(count for counts in loaded.values() for _, count in counts)
    if not lines:
        return Aim(what, wanted)
    figure = f"median {lines[len(lines) // 2]:,}, most {lines[-1]:,}, of {len(lines):,}"
    return Aim(what, wanted, figure, REACHED if lines[-1] <= VERIFIER else MISSED, when)


def _held(report: Record) -> Iterator[Aim]:
    """How much of the papers is stated as formulas and typed limits."""
    held = report.get("books", {}).get("held", {})

    def number(*kinds: str) -> int:
        return sum(counts.get(kind, 0) for counts in held.values() for kind in kinds)

    formulas = number("formula", "formula refuted by a lemma")
    by_lemma = number("limit refuted by a lemma")
    for what, wanted, figure, more in (
        ("finite statements that are formulas", FORMULAS, formulas, ""),
        ("statements about limits that are typed formulas", LIMITS, by_lemma + number("limit held by laws"),
         f"; a lemma refutes {by_lemma}, laws and rates hold the others"),
    ):  # fmt: skip
        state = REACHED if figure >= wanted else MISSED
        told = (f"{figure}{more}", state, _examined(report, "books")) if held else ()
        yield Aim(what, f"{wanted}", *told)


def _clashes(report: Record, tried: Record) -> Aim:
    """By the tests or by the campaign, whichever has compared more often."""
    rows: list[tuple[int, int, str]] = []
    if counts := _campaign(report).get("comparisons"):
        compared = sum(n for name, n in counts.items() if name not in UNCOUNTED)
        rows.append((compared, len(_campaign(report)["clashes"]), _examined(report, "comparisons")))
    if told := tried.get(COMPARISONS):
        rows.append((told["times"], max(told["figures"]["clashes"], len(told["failed"])), _tested(told)))
    compared, bad, when = max(rows, default=(0, 0, ""))
    return _none(f"{COMPARISONS} that clash", COMPARED, (bad, compared) if rows else None, when)


def _strangers(tried: Record) -> Iterator[Aim]:
    """Statements that somebody wrote from the docs and the papers alone, with their truth."""
    told = tried.get(STRANGERS)
    true, false = (
        told and (told["figures"][some], told["figures"][whole])
        for some, whole in (("true and spoken against", "true"), ("false and refuted", "false"))
    )
    what = "true statements of strangers that come out REFUTED, SUSPECT, ILL_POSED or BROKEN"
    yield _none(what, STATED, true, _tested(told))
    what = "false statements of strangers that are refuted by a file that the verifier accepts"
    yield _share(what, CERTIFIED, STATED, false, _tested(told))


def _apart(report: Record) -> Aim:
    """Whether the falsehoods are told apart by who wrote them, and by how sure their failure is."""
    planted = [entry for entry in report["trials"] if entry["role"] == "planted"]
    written = {entry["written"] for entry in planted if "written" in entry}
    kinds = len(written) + bool(_campaign(report).get("falsehoods"))
    state = REACHED if kinds == 3 else MISSED
    told = (f"{kinds} of 3 kinds told apart", state, _examined(report)) if kinds else ()
    return Aim("planted falsehoods: in sample, from the texts, by machine; certified, in floats only",
               "told apart", *told)  # fmt: skip


def _noticed(known: Record) -> Aim:
    counted = (known["killed"], known["mutants"]) if known["mutants"] else None
    seed = f"seed {known['seed']}" if counted else ""
    when = ", ".join(filter(None, (known.get("date"), seed, known.get("machine"))))
    return _share("mutants of our own code that the fast tests notice", NOTICED, MUTATED, counted, when)


def _tested(told: Record | None) -> str:
    return f"{told['date']}, {told['machine']}" if told else ""


def _tests(tried: Record) -> Iterator[Aim]:
    for subject, (what, wanted) in TRIED.items():
        told: Mapping[str, Any] | None = tried.get(subject)
        counted = (len(told["failed"]), told["times"]) if told else None
        row = _none(what, wanted, counted, _tested(told))
        if told:
            failed = len(told["failed"])
            bad = f"{failed} of {told['tests']} tests failed" if failed else "no test failed"
            often = f"{told['times']:,} times" if told["times"] > 1 else "once"
            row = row._replace(figure=f"tried {often}, {bad}")
        yield row
