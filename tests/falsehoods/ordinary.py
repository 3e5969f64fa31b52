"""The planted falsehoods that books state as limits, as ordinary claims.

    python -m tests.falsehoods.ordinary attention
    python -m tests.falsehoods.ordinary attention --floats-only

The engine judges each like any claim: no stored file, nothing that tells it from a true one. --floats-only
leaves out the plain instances of the domains, as it was before there were any.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine.examine import examine
from ntpcheck.engine.settle import settle
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR

PAPERS = {paper.key: paper for paper in (ATTENTION, LINEAR)}
QUICK = Effort()


@cache
def ordinary(paper: Paper) -> tuple[Claim, ...]:
    """The false limits of a paper, in the order of planting."""
    limits = (one for one in paper.planted if one.origin is not None and one.origin.stated.kind == "limit")
    return tuple(one.claim(paper) for one in limits)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("paper", choices=sorted(PAPERS))
    parser.add_argument("part", nargs="?", default="", help="what a claim's id has to contain")
    parser.add_argument("--floats-only", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    claims = [claim for claim in ordinary(PAPERS[asked.paper]) if asked.part in claim.id]
    if asked.floats_only:
        domains = {claim.domain: replace(claim.domain, plain=None) for claim in claims}
        claims = [replace(claim, domain=domains[claim.domain]) for claim in claims]
    verdicts: Counter[tuple[str, str]] = Counter()
    for tally in examine(tuple(claims), QUICK, asked.seed, lambda *_, **__: None):
        settled = settle(tally, asked.seed)
        kind = tally.claim.id.rpartition("#")[2].partition("/")[0]
        verdicts[kind, settled.verdict.name] += 1
        say(f"{settled.verdict.name:10} {tally.claim.id}")
    for (kind, verdict), count in sorted(verdicts.items()):
        say(f"{count:4} {verdict:10} {kind}")
    for verdict in sorted({verdict for _, verdict in verdicts}):
        say(f"{sum(n for (_, v), n in verdicts.items() if v == verdict):4} {verdict} of {len(claims)}")


if __name__ == "__main__":
    main()
