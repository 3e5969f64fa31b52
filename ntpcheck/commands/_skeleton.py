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


# One type of ntpcheck's, and one of the book's own.
BOOK = """book {name} "{title}"

use ntpcheck.linear
axes S: s

# Section 1: a dataset h, n with a decoder W. A claim has its own hypotheses and no others.

claim {name}/section-1/entropy "Section 1" on Decoding
    says     the cross-entropy is at least the entropy
    reading  every choice made in translating the text is recorded on a line like this one
    formula  CE(W) >= H

# Section 2: a type with axes of its own.

given Mixture: w[s] from weights, q[s] from probabilities
demand (forall s. w[s] >= 0) and (sum s. w[s]) = 1
assume probable "Section 2" = forall s. 0 < q[s] < 1
    says  every expert finds the next token possible and not sure

claim {name}/section-2/mixture "Section 2" on Mixture
    says      the mixture's loss is at most the experts' mean loss
    assuming  probable
    formula   - log(sum s. w[s] * q[s]) <= - (sum s. w[s] * log(q[s]))

# Section 3: training, and paths. Take the signs #: away. W_k is gradient descent, and W_B the least point
# of CE in the ball of radius B: `ntpcheck book words linear` prints both. Half_n is a run of this book. No
# instance shows that a limit holds: a true one ends UNDECIDED, as `descends` does after a minute or so. A
# false one is refuted where a lemma applies, as the other two are.

#:given Run
#:trajectory Half_n[v,i] along step from W0 by Half_n - eta / 2 * grad(Half_n)
#:
#:claim {name}/section-3/descends "Section 3" on Run
#:    says      on separable and compatible data gradient descent with a small step brings CE to H
#:    assuming  separable, compatible, small-step
#:    limit     tends(CE(W_k), H)
#:
#:claim {name}/section-3/half "Section 3" on Run
#:    says      with half the step the weights tend to those with which they start
#:    assuming  separable, small-step
#:    limit     tends(Half_n, W0)
#:
#:claim {name}/section-3/path "Section 3" on Dataset
#:    says      the least points in balls stay bounded
#:    assuming  separable, compatible
#:    limit     bounded(W_B)
"""

TEST = '''"""One test per claim: it keeps its verdict; floats and exact numbers agree on its formula."""

from pathlib import Path

from ntpcheck.suite import conformance, suite

BOOK = Path(__file__).parent / "{name}.book"
test_the_claims_keep_their_verdicts = suite(BOOK)
test_the_formulas_keep_the_rules = conformance(BOOK)
'''


def alone(name: str, title: str) -> dict[str, str]:
    """File name -> content of a new book and its tests."""
    words = {"name": name, "title": title}
    return {f"{name}.book": BOOK.format(**words), f"test_{name}.py": TEST.format(**words)}


def skeleton(name: str, title: str) -> dict[str, str]:
    """File name -> content of a new paper."""
    words = {"name": name, "title": title}
    return {file.format(**words): text.format(**words) for file, text in FILES.items()}
