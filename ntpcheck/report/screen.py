"""What a run says at its end: main results, counts and what differs; a row each where few were asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ntpcheck.report import words
from ntpcheck.report.catalogue import names_paper
from ntpcheck.report.gate import Comparison, compared
from ntpcheck.report.record import Record, Row
from ntpcheck.report.terminal import console
from ntpcheck.report.why import GROUPS, Reasons, fallen, is_main, stated_by
from ntpcheck.report.words import AMENDED

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

COLOURS = {"good": "green", "bad": "bold red", "warn": "yellow", "odd": "magenta"}
FEW = 12  # claims of which each has its row; of more, only the main results and the counts
ROOM = 36  # columns that evidence needs beside an id; with less it stands below


def show(record: Record, reasons: Reasons, *, every: bool = False) -> None:
    """Prints what a run comes to on standard output. every: with a row per claim, however many."""
    out = console()
    for part in parts(record, out.width, reasons, every=every):
        out.print(part, crop=False)


def parts(record: Record, width: int, reasons: Reasons, *, every: bool = False) -> Iterator[RenderableType]:
    """The parts of the screen, from the top. reasons: why claims fall, by id."""
    few = len(record.rows) <= FEW
    if few or every:
        yield verdict_rows(record, width, reasons)
    if not few:
        yield from main_results(record, reasons)
        yield counts(record)
    yield differences(record)


def verdict_rows(record: Record, width: int, reasons: Reasons) -> RenderableType:
    """A row per claim, in the papers' order. Ids are never broken; evidence without room stands below."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    wide = max((len(row.id) for row in record.rows), default=0)
    if width - wide - 15 >= ROOM:
        table = _table("verdict", "claim", "where", "evidence")
        table.columns[2].overflow = "fold"
        for row in record.rows:
            table.add_row(badge(row), row.id, row.claim["cite"], evidence(row, reasons))
        return table
    lines: list[RenderableType] = []
    for row in record.rows:
        first = Text.assemble(badge(row), " " * max(2, 13 - len(badge(row).plain)), row.id)
        if len(first.plain) > width:
            first = Text.assemble(badge(row), "\n", row.id)
        first.no_wrap, first.overflow = True, "ignore"
        lines += [first, Padding(evidence(row, reasons), (0, 0, 0, min(13, width // 4)))]
    return Group(*lines)


def main_results(record: Record, reasons: Reasons) -> Iterator[RenderableType]:
    """Each paper's main results: the verdict as written, and as amended; why, where one falls."""
    from rich.padding import Padding
    from rich.text import Text

    rows = {row.id: row for row in record.rows}
    titles = {paper["key"]: paper["title"] for paper in record.papers}
    mains = [row for row in record.rows if is_main(row.id, record.texts.get(row.id, ""))]
    size = max((len(row.id) for row in mains), default=0)
    for key in dict.fromkeys(row.claim["paper"] for row in mains):
        yield Text(titles.get(key, key), style="bold")
        yield Text(f"{'main result':{size}}  {'as written':13}amended", style="dim", no_wrap=True)
        for row in (row for row in mains if row.claim["paper"] == key):
            written, amended = badge(row), rows.get(row.id + AMENDED)
            gap = " " * (13 - len(written.plain))
            last = badge(amended) if amended else Text("")
            yield Text.assemble(f"{row.id:{size}}  ", written, gap, last, no_wrap=True, overflow="ignore")
            reason = reasons.get(row.id) if fallen(row) else None
            if reason:
                other = "another version, " if stated_by(row, record) == GROUPS[2] else ""
                yield Padding(Text(f"{other}{reason.of(row.word)}"), (0, 0, 0, 4))
            if reason and reason.repair:
                yield Padding(Text(f"repair: {reason.repair}"), (0, 0, 0, 4))
        yield ""
    if mains:
        ours = {row.id.removesuffix(AMENDED): row.word for row in record.rows if row.id.endswith(AMENDED)}
        told = words.survival(
            (row.word, ours.get(row.id), stated_by(row, record) == GROUPS[2]) for row in mains
        )
        yield f"{told}\nStands: no counterexample was found, which is no proof.\n"


def counts(record: Record) -> Table:
    """How many claims got each verdict, whose they are, and what the verdict means."""
    grouped = [(stated_by(row, record), row.word) for row in record.rows]
    table = _table("verdict", *GROUPS, "meaning")
    for column in table.columns[1:-1]:
        column.justify = "right"
    for word, look in [*words.LOOKS.items(), (None, words.UNFINISHED)]:
        numbers = [grouped.count((name, word)) for name in GROUPS]
        if any(numbers):
            table.add_row(_badge(word, look), *(str(n or "-") for n in numbers), look.meaning)
    return table


def differences(record: Record) -> str:
    """How the run compares, and what it missed; standard error names each claim and falsehood."""
    tally = compared(record)
    differs = tally.differing
    missed = _missed(record, len(tally.missed)) if tally.missed else ""
    if differs:
        return f"\n{_differ(differs, len(record.rows))}{_way_on(differs, record)}{missed}"
    unfinished = sum(row.word is None for row in record.rows)
    new = sum(row.word is not None and row.expected is None for row in record.rows)
    said = [f"{unfinished} claim{'s have' if unfinished > 1 else ' has'} no verdict yet"] * bool(unfinished)
    noun, them = ("claims", "them") if new > 1 else ("claim", "it")
    said += [f"nothing was expected of {new} {noun}, and nothing was found against {them}"] * bool(new)
    if len(record.rows) > unfinished + new:
        said.append(f"every{' other' * bool(said)} verdict is the expected one")
    return f"\n{'; '.join(said).capitalize()}.{missed}"


def _missed(record: Record, missed: int) -> str:
    tried = sum(len(row.verdict.get("planted") or ()) for row in record.rows)
    was = "was" if missed == 1 else "were"
    return f" Of {tried} planted falsehood{'s' * (tried > 1)} {missed} {was} missed."


def _differ(differs: list[Comparison], claims: int) -> str:
    """How many verdicts are not the expected ones, and what came out against claims that were new."""
    new = Counter(str(one.found) for one in differs if one.expected is None)
    expected = len(differs) - new.total()
    said = [f"{expected} of {claims} verdicts differ from the expected ones"] * bool(expected)
    if new:
        verdicts = ", ".join(f"{count} {word}" for word, count in sorted(new.items()))
        noun = "claim" if new.total() == 1 else "claims"
        said.append(f"no verdict was expected of {new.total()} {noun}: {verdicts}")
    line = "; ".join(said)
    red = new.total() > new["UNDECIDED"]
    until = "; until then `verify` leaves with 1" if red else ""
    these = "this the expected verdict" if new.total() == 1 else "these the expected verdicts"
    way = f" `gate --update` makes {these}{until}." if new else ""
    return f"{line[0].upper()}{line[1:]}.{way}"


def _way_on(differs: list[Comparison], record: Record) -> str:
    """What to type where a statement of one's own book fell, of which nothing was expected."""
    fell = [one.id for one in differs if one.expected is None and one.found == "REFUTED"]
    books = [pattern for pattern in record.selection.get("patterns", ()) if names_paper(pattern)]
    if not fell or len(books) != 1:
        return ""
    look = f"`python -m ntpcheck show {fell[0]} --paper {books[0]}` prints the counterexample"
    again = f"`python -m ntpcheck hunt {fell[0]} --paper {books[0]} --all-also`"
    return f" {look}; {again} looks, 15 s each, whether a further assumption of the book keeps it away."


def evidence(row: Row, reasons: Reasons) -> Text:
    """Why the claim falls, where that is written down; else what its verdict rests on, and its witness."""
    from rich.text import Text

    reason = reasons.get(row.id) if fallen(row) else None
    said = [reason.of(row.word)] if reason else [words.evidence_line(row), words.witness_line(row)]
    return Text("\n".join(filter(None, (*said, words.caught_line(row)))))


def badge(row: Row) -> Text:
    """The verdict with its shape, in its colour."""
    return _badge(row.word, words.look(row))


def _badge(word: str | None, look: words.Look) -> Text:
    from rich.text import Text

    return Text(f"{look.shape} {word or 'UNFINISHED'}", style=COLOURS[look.tone], no_wrap=True)


def _table(*heads: str) -> Table:
    """A table without lines, whose columns but the last are as wide as what they hold."""
    from rich.table import Table

    made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False)
    for head in heads:
        made.add_column(head, no_wrap=head != heads[-1], header_style="bold")
    return made
