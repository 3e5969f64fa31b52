"""`python -m tests.mutants --seed 0 --count 60`: how many small changes of our code the fast tests notice.

Draws mutants of what every verdict goes through, tries each on the tests of its module, and writes
reports/mutants.json: the score, the seed, and the survivors with their reasons from `reasons.toml`.
`--again` tries the survivors of the record anew, after tests were added; `--plan` only lists what is drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.mutants.forks import ROOT, End, tried, warm
from tests.mutants.operators import Mutant, mutants, mutated
from tests.mutants.places import TESTS, VERIFIER, tests_of
from tests.mutants.swaps import Trials, inside

RECORD = ROOT / "reports" / "mutants.json"
REASONS = Path(__file__).parent / "reasons.toml"


def drawn(seed: int, count: int, only: Sequence[str] = ()) -> list[Mutant]:
    """Half of the verifier, by the number of places in each file; half of the other modules, in turn.

    only: files, of which mutants are drawn in turn instead.
    """
    source = random.Random(seed)
    every = [m for path in VERIFIER for m in mutants(path, (ROOT / path).read_text())]
    chosen = [] if only else source.sample(every, count // 2)
    paths = only or [*TESTS]
    for turn in range(count - len(chosen)):
        path = paths[turn % len(paths)]
        there = [m for m in mutants(path, (ROOT / path).read_text()) if m not in chosen]
        chosen.append(source.choice(there))
    source.shuffle(chosen)
    return chosen


def entry(mutant: Mutant, end: End) -> dict[str, Any]:
    place = {"path": mutant.path, "line": mutant.line, "was": mutant.was, "now": mutant.now}
    return place | {"end": end.how} | ({"test": end.test} if end.test else {})


def record(seed: int, entries: list[dict[str, Any]]) -> dict[str, Any]:
    """What is written: figures by module, survivors with reasons, and what noticed the others."""
    reasons = tomllib.loads(REASONS.read_text()) if REASONS.exists() else {}
    alive = [e for e in entries if e["end"] == "passed"]
    tried_of, left_of = (Counter(_room(e["path"]) for e in some) for some in (entries, alive))
    for one in alive:
        one["reason"] = _reason(one, reasons)
    killed = len(entries) - len(alive)
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        # Not from ntpcheck: a changed module has to be imported changed, and so nothing of it here.
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "seed": seed,
        "mutants": len(entries),
        "killed": killed,
        "score": round(killed / max(1, len(entries)), 3),
        "rooms": {room: [tried_of[room] - left_of[room], tried_of[room]] for room in sorted(tried_of)},
        "survivors": alive,
        "noticed": [e for e in entries if e["end"] != "passed"],
    }


def _reason(one: dict[str, Any], reasons: dict[str, str]) -> str:
    """By the change, or by the change and the line that it is in."""
    name = f"{one['path']}: {one['was']} -> {one['now']}"
    line = (ROOT / one["path"]).read_text().splitlines()[one["line"] - 1].strip()
    return reasons.get(name) or reasons.get(f"{name} in {line}") or "a gap in the tests"


def _room(path: str) -> str:
    return "ntpcheck/verifier" if path in VERIFIER else path


def again(before: dict[str, Any]) -> Iterator[Mutant]:
    """The survivors of a record; one whose place is gone is left out."""
    for old in before["survivors"]:
        there = mutants(old["path"], (ROOT / old["path"]).read_text())
        same = [m for m in there if (m.was, m.now) == (old["was"], old["now"])]
        if same:
            yield min(same, key=lambda m: abs(m.line - old["line"]))


def shown(mutant: Mutant) -> str:
    return f"{mutant.path}:{mutant.line}  {mutant.was} -> {mutant.now}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--count", type=int, default=60)
    asked.add_argument("--again", action="store_true", help="only the survivors of the record")
    asked.add_argument("--plan", action="store_true", help="only list what is drawn")
    asked.add_argument("--of", nargs="+", default=[], metavar="FILE", help="only these files")
    given = asked.parse_args()
    before = json.loads(RECORD.read_text()) if given.again else {"seed": given.seed, "noticed": []}
    chosen = [*again(before)] if given.again else drawn(given.seed, given.count, given.of)
    if given.plan:
        say("\n".join(shown(mutant) for mutant in chosen))
        return
    write(before["seed"], before["noticed"])
    with TemporaryDirectory(prefix="mutants-") as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder  # what fails is nobody's example
        trials(chosen, afresh=given.again)
    found = json.loads(RECORD.read_text())
    say(f"{found['killed']} of {found['mutants']} noticed, seed {found['seed']}: {RECORD.relative_to(ROOT)}")


def write(seed: int, entries: list[dict[str, Any]]) -> None:
    found = record(seed, sorted(entries, key=lambda e: (e["path"], e["line"])))
    RECORD.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def told(mutant: Mutant, end: End) -> None:
    """Into the record at once: a run that is stopped has tried a sample of all."""
    say(f"{end.how:>16} {end.seconds:6.1f} s  {shown(mutant)}")
    found = json.loads(RECORD.read_text())
    write(found["seed"], [*found["noticed"], *found["survivors"], entry(mutant, end)])


def trials(chosen: list[Mutant], *, afresh: bool) -> None:
    """Tries each: in a process that imports it changed where it has to be, or where that is asked for."""
    sources = {mutant.path: (ROOT / mutant.path).read_text() for mutant in chosen}
    swapped = [m for m in chosen if not afresh and inside(m, sources[m.path])]
    warm()
    if swapped:
        child = os.fork()  # this process imports nothing of ours, as the trials below need
        if not child:
            os._exit(Trials(swapped, tests_of, told).run())
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            raise SystemExit("the tests cannot be collected, or fail without a change")
    for mutant in chosen:
        if mutant not in swapped:
            tree = mutated(sources[mutant.path], mutant.number)
            told(mutant, tried(mutant.path, tree, tests_of(mutant.path)))


if __name__ == "__main__":
    main()
