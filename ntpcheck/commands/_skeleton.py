"""The files of a paper that `ntpcheck new` writes."""

FILES = {
    "{name}.book": """book {name} "{title}"

axes m: j; V: u v; d: i
given Dataset: h[j,i] from embeddings, n[j,v] natural from counts
demand forall j. exists v. n[j,v] > 0
let p[j,v] = n[j,v] / (sum u. n[j,u])

# Section 1. A claim has its own hypotheses and no others.

claim {name}/section-1/most-likely "Section 1" on Dataset
    says     the most likely token after each context has probability at least 1/V
    reading  every choice made in translating the text is recorded on a line like this one
    formula  forall j. (max v. p[j,v]) >= 1 / V
""",
    "__init__.py": '''"""{title}: its claims, in the paper's order."""

from pathlib import Path

from ntpcheck.claim import Paper

from {name} import section_1
from {name}.planted import PLANTED

PAPER = Paper(
    key="{name}",
    book=Path(__file__).parent / "{name}.book",
    claims=(section_1.most_likely,),
    assumptions=(),  # how those that the book names are checked and imposed
    planted=PLANTED,
    rests_on={{}},  # claim id -> the ids that its proof uses
    unchecked={{}},  # sentences too vague to check -> the reason
    folder=Path(__file__).parent,  # where `gate --update` keeps expected.json and counterexamples/
)
''',
    "section_1.py": '''"""Section 1: one file per numbered result, one claim per assertion of it."""

from __future__ import annotations

from ntpcheck.checks.compare import at_most
from ntpcheck.claim import Effort, claim
from ntpcheck.domains import DATASETS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset


@claim("{name}/section-1/most-likely", domain=DATASETS)
def most_likely(data: Dataset, effort: Effort) -> Evidence:
    """What is really checked stands here; {name}.book says what is claimed."""
    return at_least(data, 1)


def at_least(data: Dataset, share: int) -> Evidence:
    """max_v p_jv >= share / V for every context j.

    Written once for floats, where batches `[..., m, V]` are searched, and for exact numbers, which judge.
    """
    top = data.xp.max(data.p, -1)
    return at_most(share + 0 * top, data.sized("V")[..., None] * top, terms=4, axes=1)
''',
    "planted.py": '''"""False neighbours of the claims, which their checkers must refute."""

from __future__ import annotations

from ntpcheck.claim import Effort, Planted
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset

from {name} import section_1


def _twice(data: Dataset, effort: Effort) -> Evidence:
    return section_1.at_least(data, 2)


PLANTED = (
    Planted(
        of=section_1.most_likely.id,
        kind="tightened-bound",
        statement="The most likely token after each context has probability at least 2/V",
        replaces={{"conclude": _twice}},
    ),
)
''',
    "test_{name}.py": '''"""One test per claim: it keeps its verdict, and its checker keeps the rules."""

from ntpcheck.suite import conformance, suite

from {name} import PAPER

test_the_claims_keep_their_verdicts = suite(PAPER)
test_the_checkers_keep_the_rules = conformance(PAPER)
''',
}


def skeleton(name: str, title: str) -> dict[str, str]:
    """File name -> content of a new paper."""
    words = {"name": name, "title": title}
    return {file.format(**words): text.format(**words) for file, text in FILES.items()}
