"""What holds the books to their claims: comparisons with the checkers, and forged files that are refused."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine.cluster import Task, Workers, Write, spread
from ntpcheck.engine.proofreading.falsehoods import Trials, tried
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.survivors import Proof, proofread, record
from ntpcheck.statement.agreement import agreement
from ntpcheck.statement.forgeries import KINDS
from ntpcheck.statement.forging import forge, mutate, stored
from ntpcheck.statement.holding import held, loaded, reading

TOGETHER = 50  # forgeries of one task
NOTHING: Mapping[str, Any] = MappingProxyType({})
SIZED = {  # what of a size each part depends on
    "forgeries": ("files", "hints", "bytes"),
    "comparisons": ("comparisons",),
    "misprints": ("misprints",),
    "falsehoods": ("falsehoods",),
}
COUNTED = {"forgeries": ("files", "hints", "bytes"), "comparisons": ("comparisons",)}
SAID = {"forgeries": "false", "comparisons": "clashes"}  # what of a part is listed, and not counted


@dataclass(frozen=True)
class Size:
    """How many files are forged, hints perturbed and files' bytes changed; how many comparisons are tried.

    misprints, falsehoods: how many misprints of each paper's book, and edits of its claims, are tried.
    """

    files: int
    hints: int
    bytes: int
    comparisons: int
    misprints: int = 0
    falsehoods: int = 0


SIZES: Mapping[str, Size] = {
    "ci": Size(files=3000, hints=1000, bytes=1000, comparisons=2000, misprints=40, falsehoods=40),
    # So many that 100,000 are left where one of the two is undecided, or an assumption leaves no instance.
    "nightly": Size(files=3000, hints=1000, bytes=1000, comparisons=105_900, misprints=1000, falsehoods=1000),
}


def books(papers: Sequence[Paper], *, loads: bool = False) -> dict[str, Any]:
    """By what the claims of each paper are held, and what is to be read to trust every refutation.

    loads: whether the verifier is run to see what of it each stored counterexample needs, in a minute.
    """
    found: dict[str, Any] = {"loaded": loaded(list(papers))} if loads else {}
    return found | {
        "held": {paper.key: dict(held(paper)) for paper in papers if paper.shelf is not None},
        "reading": [list(row) for row in reading(list(papers))],
    }


def campaign(
    papers: Sequence[Paper],
    size: Size,
    seed: int,
    *,
    workers: Workers = 1,
    known: Mapping[str, Mapping[str, Any]] = NOTHING,
    keep: Callable[[str, dict[str, Any]], None] = lambda *_: None,
) -> dict[str, Any]:
    """Counts of forgeries by kind and of comparisons by outcome; what is accepted and false; every clash.

    known: parts that an earlier run has found. keep: told of each part that is done.
    """
    found: dict[str, Any] = {"seed": seed}
    for name, tasks in PARTS.items():
        if name not in known:
            part = _Part(seed)
            spread(tasks(papers, size, seed), workers, part.write)
            keep(name, part.record(name))
            found |= part.record(name)
        else:
            found |= known[name]
    return found


def renewed(
    told: Mapping[str, Any],
    papers: Sequence[Paper],
    size: Size,
    seed: int,
    part: str,
    *,
    workers: Workers = 1,
    where: Mapping[str, str] = NOTHING,
) -> dict[str, Any]:
    """What a record says of books, with one part of its campaign counted anew under another seed.

    `anew` says of each such part, and of what is counted of the books themselves, its seed and where it was
    counted; what is not counted anew stays, with what was noted of it.
    """
    before = told["campaign"]
    known = {
        name: {key: before[key] for key in (*COUNTED.get(name, (name,)), SAID.get(name, "")) if key in before}
        for name in PARTS
        if name != part
    }
    found = campaign(papers, size, seed, workers=workers, known=known) | {"seed": before["seed"]}
    anew = told.get("anew", {}) | {"books": dict(where), part: {"seed": seed, **where}}
    return books(papers, loads=True) | {"campaign": found, "anew": anew}


class _Part:
    """What the tasks of one part have written."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.counts: dict[str, Counter[str]] = {}
        self.false: list[Any] = []
        self.clashes: list[Any] = []
        self.proofs: dict[str, Proof] = {}
        self.trials: dict[str, Trials] = {}

    def write(self, event: str, **told: Any) -> None:
        if event == "misprints":
            self.proofs.setdefault(told["paper"], Proof()).joined(told["counts"], told["named"])
        elif event == "falsehoods":
            self.trials.setdefault(told["paper"], Trials()).joined(told["counts"], told["named"])
        else:
            self.counts.setdefault(event, Counter()).update(told["counts"])
            self.false.extend(told.get("false", ()))
            self.clashes.extend(told.get("clashes", ()))

    def record(self, name: str) -> dict[str, Any]:
        if name == "misprints":
            return {name: {key: record(proof, self.seed) for key, proof in sorted(self.proofs.items())}}
        if name == "falsehoods":
            return {name: {key: found.record() for key, found in sorted(self.trials.items())}}
        counts = {event: dict(sorted(self.counts.get(event, Counter()).items())) for event in COUNTED[name]}
        if name == "comparisons":
            return counts | {SAID[name]: sorted(self.clashes, key=str)}
        return counts | {SAID[name]: sorted(self.false, key=str)}


def _forgeries(papers: Sequence[Paper], size: Size, seed: int) -> list[Task]:
    kinds = [kind for kind in KINDS if kind != "hints"]
    if not stored(papers):
        return []
    return [
        *(partial(_forged, papers, "files", kinds, n, f"{seed}/{i}") for i, n in _parts(size.files)),
        *(partial(_forged, papers, "hints", ["hints"], n, f"{seed}/{i}") for i, n in _parts(size.hints)),
        *(partial(_changed, papers, n, f"{seed}/{i}") for i, n in _parts(size.bytes)),
    ]


def _parts(number: int) -> list[tuple[int, int]]:
    return [(i, min(TOGETHER, number - start)) for i, start in enumerate(range(0, number, TOGETHER))]


def _forged(
    papers: Sequence[Paper], name: str, kinds: Sequence[str], number: int, seed: str, write: Write
) -> None:
    found = forge(papers, number, seed, kinds)
    write(name, counts=dict(found.counts), false=[document for _, document in found.false])


def _changed(papers: Sequence[Paper], number: int, seed: str, write: Write) -> None:
    write("bytes", counts=dict(mutate(papers, number, seed)))


def _edits(look: Callable[..., None], papers: Sequence[Paper], number: int, seed: int) -> list[Task]:
    """Edits of each book, so many in all, by what looks at some of them."""
    parts = _parts(number)
    return [
        partial(look, paper, some, seed, (i, len(parts)))
        for paper in papers
        if paper.shelf is not None
        for i, some in parts
    ]


def _misprinted(paper: Paper, number: int, seed: int, part: tuple[int, int], write: Write) -> None:
    write("misprints", paper=paper.key, **vars(proofread(paper, number, seed, part)))


def _tried(paper: Paper, number: int, seed: int, part: tuple[int, int], write: Write) -> None:
    write("falsehoods", paper=paper.key, **vars(tried(Proofreader(paper), number, seed, part)))


def _comparisons(papers: Sequence[Paper], size: Size, seed: int) -> list[Task]:
    stated = [(p, claim) for p in papers for claim in p.claims if p.shelf is not None and _formula(claim)]
    each = -(-size.comparisons // max(1, len(stated)))
    return [partial(_compared, paper, claim.id, each, seed) for paper, claim in stated]


def _formula(claim: Claim) -> bool:
    return claim.stated is not None and claim.stated.kind == "formula"


def _compared(paper: Paper, name: str, number: int, seed: int, write: Write) -> None:
    """How often book and checker say the same of a claim, and every instance on which they do not."""
    assert paper.shelf is not None
    claim = paper[name]
    found = agreement(paper.shelf, claim, number, seed=(seed, "campaign"), effort=Effort())
    around = sum(count for name, count in found.counts.items() if name.startswith("around 0"))
    agreed = found.counts["same outcome"]
    unsaid = sum(found.counts[name] for name in found.counts if name.startswith(("book: ", "checker: ")))
    told = {
        "the same outcome": agreed,
        "the same outcome and the same slack": found.counts["values agree"],
        "decided by the book, around 0 in the checker's balls": around,
        "undecided by one of the two": unsaid,
        "clash": len(found.clashes),
    }
    write("comparisons", counts=told, clashes=[[claim.id, *clash] for clash in found.clashes])


PARTS: Mapping[str, Callable[[Sequence[Paper], Size, int], list[Task]]] = {
    "forgeries": _forgeries,
    "comparisons": _comparisons,
    "misprints": lambda papers, size, seed: _edits(_misprinted, papers, size.misprints, seed),
    "falsehoods": lambda papers, size, seed: _edits(_tried, papers, size.falsehoods, seed),
}
