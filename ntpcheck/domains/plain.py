"""Instances so plain that what a run does, or where a path leads, is known: false limits are refuted there.

Few tokens, orthogonal embeddings, short steps, and starts at 0 or beside the way of the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import Any

from ntpcheck.arithmetic import exact_array
from ntpcheck.instances.attention import Attending, AttendingScaled, Attention, AttentionRun
from ntpcheck.instances.dataset import Dataset, Decoding, Run, Scaled

LEAP = Fraction(12)  # a step that leads across what pulls it, for ever
LONG_STEP = Fraction(6)  # between 2 / L and 4 / L, where the largest curvature of the logits is 1
FAR_LEAP = Fraction(64)  # far beyond what descent allows, where the largest curvature of the logits is 1
UPRIGHT = [[1, 0], [0, 1]]
OFFSET = [[1, 0], [-1, 0]]
FAR_OUT = [["1/3", 4], ["-1/3", -4]]  # where what is pulled to W^mm has faded, and normalised steps cross W*
ORDERED = {"counts": [[1, 1]], "last": [0], "labels": [0]}
LONG = {"counts": [[1, 3]], "last": [0], "labels": [0]}  # with steps of 1/6, W~ = 0
CYCLIC = {"counts": [[1, 12], [1, 2], [1, 2]], "last": [0, 1, 1], "labels": [0, 0, 1]}  # 1/8 likewise
APART = {"counts": [[1, 1], [1, 1]], "last": [0, 1], "labels": [0, 1]}
BESIDE = [[1, 0], [1, 0]]  # what no step of these runs changes
CROSSED = {"counts": [[1, 1]] * 3, "last": [0, 1, 1], "labels": [0, 0, 1]}  # an edge, and beside it a tie
PAST = [[4, "1/11"], [-4, "-1/11"]]  # where the edge's pull has faded, and normalised steps cross the tie
BETWEEN = [[0, 2], [0, 0]]  # beside where the tie is pulled
OUTSCORED = [[1, 2], [0, 1]]  # a head by which the other token scores more
UNEVENLY = {"counts": [[1, 1]] * 4, "last": [0, 1, 1, 1], "labels": [0, 0, 0, 1]}
OUTVOTED = {"counts": [[1, 1]] * 3, "last": [0, 0, 0], "labels": [0, 0, 1]}  # a tie of two to one
TORN = {"counts": [[1, 1], [1, 1]], "last": [0, 0], "labels": [0, 1]}  # one component
ASIDE = [[2, 0], [0, 0]]  # beside where it is pulled
COUPLED = {"counts": [[1, 1, 0], [1, 1, 0], [1, 0, 1]], "last": [0, 0, 0], "labels": [0, 1, 0]}
ABSENT = {"counts": [[1, 1, 0], [1, 0, 1]], "last": [0, 0], "labels": [2, 0]}  # a label out of its input
ASTRAY = {"counts": [[1, 1, 0], [0, 1, 1]], "last": [0, 1], "labels": [0, 0]}  # one input without its label
UNEVEN = {"counts": [[2, 1, 1]], "last": [0], "labels": [1]}  # two edges of different weights
LEVEL = {"counts": [[1, 1, 1], [1, 1, 0]], "last": [0, 0], "labels": [0, 1]}  # a component, one token below
BELOW = {"counts": [[1, 1, 1], [1, 1, 0], [1, 1, 0]], "last": [0, 0, 1], "labels": [0, 1, 0]}
COUNTED = {"counts": [[1, 1], [3, 1]], "last": [0, 1], "labels": [0, 1]}  # W~ leaves the line of W^mm
ASLANT = {"counts": [[1, 1], [1, 4]], "last": [0, 1], "labels": [0, 0]}  # edges that pull at each other
NEARER = [[3, 1], [1, 3]]  # its tokens
FACING = [["3/8", "-1/8"], ["-1/8", "3/8"]]  # a head with C E^T = I
FORKED = {"counts": [[1, 1, 0], [1, 0, 1]], "last": [0, 0], "labels": [0, 0]}
TOKENS = [[0, 0, 1], [-1, 0, 1], [-1, -1, 1]]  # a fork's second edge is as far as the first, and beside it
HEAD = [[1, 0, 1], [-1, 1, 0], [0, -1, 0]]  # of these tokens
TUGGED = {"counts": [[1, 1, 0, 0], [0, 0, 1, 1]], "last": [1, 3], "labels": [0, 2]}
LONGER = [[4, 0, 1, 0], [0, 0, 1, 0], [-1, "1/2", 1, 1], [0, 0, 1, 1]]  # the first edge pulls harder
ACROSS = [["1/4", "1/2", 0, 0], ["-1/4", "-1/2", 1, -1], [0, 2, 0, 0], [0, -2, 0, 1]]  # a head of these
OVERRUN = [[0, 0, -3, 0], [0] * 4, [0] * 4, [0] * 4]  # where the second edge has driven the first one off
LEFT = {"counts": [[1, 1, 1]], "last": [0], "labels": [0]}  # one of the others leaves the other behind
BEYOND = [[1, 0, 0], [0, 1, 0], [-2, 0, 1]]  # its tokens
READ = [[1, 0, 2], [0, 1, 0], [0, 0, 1]]  # a head of these
SPREAD = [[0, 0, 0], [-1, 0, 0], [1, 0, 0]]  # a start between the two edges of a fork


def attention_run(
    data: dict[str, Any],
    eta: Fraction,
    *,
    size: Fraction = Fraction(1),
    start: Any = None,
    loss: int = 0,
    knee: str = "1/2",
    tokens: Any = None,
    head: Any = None,
) -> AttentionRun:
    """Tokens with orthogonal embeddings of one length, or others; a head with C E^T = I, or another; the
    log-loss, or another with its knee between the scores of a label and of other tokens, or elsewhere."""
    K = len(data["counts"][0])
    unit = [[int(i == j) for j in range(K)] for i in range(K)]
    return AttentionRun(
        embeddings=exact_array([[str(size * Fraction(x)) for x in row] for row in tokens or unit]),
        head=exact_array([[str(Fraction(x) / size) for x in row] for row in head or unit]),
        W0=exact_array([list(row) for row in start or [[0] * K] * K]),
        eta=exact_array(str(eta)),
        knee=exact_array(knee if loss else 0),
        loss=loss,
        **data,
    )


def attention_runs() -> Iterator[AttentionRun]:
    """Runs of one edge, of an edge and a cycle, of two edges with different last tokens, and with one."""
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    yield attention_run(ORDERED, quarter)
    yield attention_run(CYCLIC, Fraction(1, 8))
    yield attention_run(APART, quarter)
    yield attention_run(LONG, Fraction(1, 6), start=BESIDE)
    yield attention_run(ORDERED, Fraction(1), size=half)
    yield attention_run(COUPLED, quarter)
    yield attention_run(FORKED, quarter, tokens=TOKENS, head=HEAD)
    yield attention_run(FORKED, quarter, start=SPREAD)
    yield attention_run(TORN, Fraction(1, 8))
    yield attention_run(TORN, LEAP, start=ASIDE)
    yield attention_run(TORN, LONG_STEP, start=ASIDE)
    yield attention_run(OUTVOTED, Fraction(1, 8))
    yield attention_run(CROSSED, quarter, start=PAST)
    yield attention_run(ORDERED, quarter, loss=4)  # at rest: its loss is flat where it starts
    yield from outside_runs()


def outside_runs() -> Iterator[AttentionRun]:
    """Runs outside one hypothesis of what is claimed of the log-loss, and inside the others: steps that lead
    across a tie for ever, losses that rise or leave a component level, a head by which another token scores
    more than a label, and a label out of its input."""
    quarter = Fraction(1, 4)
    yield attention_run(CROSSED, 3 * LEAP / 2, start=BETWEEN)
    yield attention_run(ORDERED, quarter, loss=7)
    yield attention_run(CROSSED, quarter, loss=1, start=BETWEEN)
    yield attention_run(ORDERED, quarter, head=OUTSCORED)
    yield attention_run(ASTRAY, quarter)


def local_runs() -> Iterator[AttentionRun]:
    """Runs of one edge, and of a label out of its input, under each decreasing loss with a bounded slope;
    and of two edges of which one is driven off."""
    for loss in range(1, 5):
        yield attention_run(ORDERED, Fraction(1), start=BESIDE, loss=loss)
    for loss in range(1, 5):
        yield attention_run(ABSENT, Fraction(1), loss=loss)
    yield attention_run(TUGGED, Fraction(1, 1024), loss=1, tokens=LONGER, head=ACROSS, start=OVERRUN)


def all_attention_runs() -> Iterator[AttentionRun]:
    """Those with the log-loss, then those with others; last, what is asked of one loss alone, an edge
    beside a tie of two to one, in which attention does not settle evenly, such a tie that the linear
    loss pulls apart for ever, two edges of different weights, and two of which one is no support vector."""
    yield from attention_runs()
    yield from local_runs()
    for loss in range(5, 8):
        yield attention_run(ORDERED, Fraction(1, 4), loss=loss)
    yield attention_run(UNEVENLY, Fraction(1, 8))
    yield attention_run(OUTVOTED, Fraction(1, 8), loss=1)
    yield attention_run(COUNTED, Fraction(1, 4))
    yield attention_run(LEFT, Fraction(1, 128), tokens=BEYOND, head=READ)


def run(counts: Any, embeddings: Any = ((1,),), *, eta: Fraction = Fraction(1, 4), start: Any = None) -> Run:
    """A run from 0, or from `start`, of a linear model on few contexts."""
    V, d = len(counts[0]), len(embeddings[0])
    return Run(
        embeddings=exact_array([list(row) for row in embeddings]),
        counts=[list(row) for row in counts],
        W0=exact_array([list(row) for row in start or [[0] * d] * V]),
        eta=exact_array(str(eta)),
    )


def data(counts: Any, embeddings: Any) -> Dataset:
    return Dataset(embeddings=exact_array(list(map(list, embeddings))), counts=list(map(list, counts)))


def runs() -> Iterator[Run]:
    """Runs of one context with one next token or two, and of two contexts that agree or do not."""
    yield run([[1, 0]])
    yield run([[1, 0], [1, 0]], UPRIGHT, eta=Fraction(2))
    yield run([[1, 3, 0]])
    yield run([[1, 0, 0]])
    yield run([[1, 0, 0]], start=[[0], [1], [-1]])
    yield run([[1, 0]], start=[[1], [-1]])
    yield run([[1, 0]], [[1, 0]], start=[[0, 1], [0, 0]])
    yield run([[1, 3, 0, 0], [1, 2, 0, 0]], [[1], [1]])
    yield run([[1, 1], [1, 0]], [[1, 0], [1, 1]])
    yield run([[1, 0], [0, 1]], [[1], [1]])
    yield run([[1, 0], [1, 0]], [[1, 0], [1, 1]])
    yield run([[1, 0], [1, 0]], [[1, 0], [2, 1]], eta=Fraction(1, 8))
    yield run([[1, 0, 0], [0, 1, 0]], [[1], [1]])  # not separable, and yet a token falls off for ever
    yield run([[1, 1]], eta=LEAP, start=[[1], [-1]])
    yield run([[1, 3]])
    yield run([[1, 1]], eta=FAR_LEAP, start=[[1], [-1]])
    yield run([[1, 1], [1, 0]], [[1, 0], [0, 1]], eta=FAR_LEAP * 3 / 2, start=OFFSET)
    yield run([[1, 3], [3, 1], [1, 0]], [[1, 0], [1, 0], [0, 1]], eta=FAR_LEAP * 9 / 8, start=OFFSET)
    yield run([[1, 1], [1, 0]], UPRIGHT, eta=Fraction(1), start=FAR_OUT)
    yield run([[1, 0]], [["1/2"]])  # W^mm is longer than 1
    yield run([[1, 3, 0], [3, 1, 0]], [[1], [1]])  # incompatible, and tokens are level where CE_F is least
    yield run([[1, 0], [3, 0]], UPRIGHT)  # tokens fall off at two rates
    yield run([[1, 3], [1, 0]], UPRIGHT)  # W* is not 0, and W^mm is orthogonal to it
    yield run([[1, 1]], eta=LONG_STEP, start=[[2], [-2]])
    yield run([[1, 2], [1, 0]], [[1], [1]])  # compatible and not separable: it rests where CE_F is not least
    yield run([[1, 1], [1, 3]], [[1], [1]])  # incompatible, and one context is seen more often
    yield run([[1, 0], [0, 1]], [[1], [1]], eta=Fraction(1), start=[[-1], [1]])  # comes to rest from one side
    yield run([[3, 0], [1, 0]], [[1, 0], [0, 2]])  # the rarer context is the longer one, and falls off first
    yield run([[1, 0, 0], [0, 1, 0]], [[1], [-1]])  # of each context one token is no support vector
    yield run([[1, 0]], [[1, 2]], eta=Fraction(1, 8))  # what scales weights one by one turns it
    yield run([[1, 1, 0]])  # nothing moves on F, and exp(H) is a whole number


def lopsided() -> Iterator[Scaled]:
    """Two orthogonal contexts, one seen far more often, at weights that lean to either.

    Bounds on the loss have to pay for the rarer one.
    """
    for counts in ([[1000, 0], [1, 0]], [[1, 0], [10**6, 0]], [[500, 500, 0], [1, 0, 0]]):
        V = len(counts[0])
        for ahead, beside in ((3, 2), (2, 3), (5, 4)):
            W = [[ahead, beside], *([ahead, -beside] for _ in range(V - 2)), [-ahead, -beside]]
            for gamma in ("1/10", "1/2"):
                yield Scaled(
                    embeddings=exact_array(UPRIGHT), counts=counts, W=exact_array(W), gamma=exact_array(gamma)
                )


def scaled() -> Iterator[Scaled]:
    """The same, then the data that are plain, with a decoder of one entry and the scale 1/2."""
    yield from lopsided()
    for one in datasets():
        W = [[int(i == v == 0) for i in range(one.size("d"))] for v in range(one.size("V"))]
        yield Scaled(**one.arrays(), W=exact_array(W), gamma=exact_array("1/2"))


def planar_runs() -> Iterator[Run]:
    """Three contexts in the plane, with supports as in Figure 1 of the linear paper."""
    yield run([[0, 0, 1, 2, 1], [2, 1, 0, 1, 0], [0, 2, 1, 0, 1]], [[1, 0], [0, 1], [-1, -1]])


def roomy_runs() -> Iterator[Run]:
    """Runs with more dimensions than contexts."""
    yield run([[1, 3, 0, 0]], [[1, 0]])
    yield run([[1, 0, 0]], [[1, 0]], start=[[0, 1], [0, 0], [0, 0]])
    yield run([[1, 1], [1, 0]], [[1, 0, 0], [1, 1, 0]])
    yield run([[1, 0], [1, 0]], [[1, 0, 0], [1, 1, 0]])


def normalised_runs() -> Iterator[Run]:
    """Runs of one context, along which other optimisers go straight too, or across a tie for ever."""
    yield run([[1, 0]], [[1]])
    yield run([[1, 0]], [[1, 0]], start=[[0, 1], [0, 0]])
    yield run([[1, 0, 0]], [[1]])
    yield run([[1, 1, 0, 0]], [[1]])
    yield run([[1, 1, 0]], [[-1]], eta=Fraction(1), start=[[0], [1], [16]])
    yield run([[1, 1], [1, 0]], UPRIGHT, eta=Fraction(1), start=FAR_OUT)


def datasets() -> Iterator[Dataset]:
    """Contexts that pull at one row or at two, and the data of the runs, each once."""
    pulled = (
        data([[1, 0], [3, 0]], [[1, 0], [0, 1]]),
        data([[1, 3], [1, 0]], [[1, 0], [1, 1]]),
        data([[1, 0], [1, 0]], [[1, 0], [2, 1]]),
        data([[1, 3, 0]], [[1]]),
        data([[1, 0], [3, 0]], [[1, 0], [0, 2]]),
        data([[1, 0], [4, 0]], [["3/4", "1/4"], ["1/4", "3/4"]]),
        data([[1, 4, 0]], [[1]]),
    )
    of_runs = (Dataset(embeddings=one.embeddings, counts=one.counts) for one in runs())
    yield from _once(chain(pulled, of_runs))


def decodings() -> Iterator[Decoding]:
    """The same with the decoder 0, for statements that do not speak of it."""
    for one in datasets():
        yield Decoding(**one.arrays(), W=exact_array([[0] * one.size("d")] * one.size("V")))


def attentions() -> Iterator[Attention]:
    """The same of runs of attention, then short sides of a path: with the log-loss, and with others."""
    names = Attention.AXES
    yield from _once(Attention(**{name: getattr(one, name) for name in names}) for one in _attention_paths())


def _attention_paths() -> Iterator[AttentionRun]:
    some = Fraction(1)
    yield from attention_runs()
    for data in (UNEVEN, COUNTED):
        yield attention_run(data, some)
    yield attention_run(ASLANT, some, tokens=NEARER, head=FACING)
    for data in (ORDERED, APART, UNEVEN, LEVEL, BELOW):
        yield attention_run(data, some, loss=1)
    yield attention_run(APART, some, loss=4, knee="1", head=[[1, 0], [1, 2]])
    yield attention_run(BELOW, some, loss=4, knee="1")
    yield attention_run(ASTRAY, some, loss=1)
    yield attention_run(ORDERED, some, loss=1, head=OUTSCORED)


def attendings() -> Iterator[Attending]:
    """The same with weights that have a part along a component."""
    for one in attentions():
        yield Attending(**one.arrays(), W=_aslant(one.size("d")))


def scaled_attentions() -> Iterator[AttendingScaled]:
    """The same with twice these weights, and the scale 1."""
    for one in attendings():
        yield AttendingScaled(**one.arrays(), W2=one.W, R=exact_array(1))


def _aslant(d: int) -> Any:
    return exact_array([[int(i == j == 0) for j in range(d)] for i in range(d)])


def _once(found: Iterable[Any]) -> Iterator[Any]:
    seen: list[Any] = []
    for one in found:
        if one.to_json() not in seen:
            seen.append(one.to_json())
            yield one
