"""What follows from limits by continuity, and what does not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.implied import follows, surroundings
from ntpcheck.statement.following.lines import elsewhere
from ntpcheck.statement.following.tending import converges, tending
from ntpcheck.statement.knowing.cores import Written, put
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope

BOOK = Book("""book toy "A toy"
axes m: j; n: i
given Data: h[j], x[j], q[i], c, e
trajectory T_k[j] along k from x by T_k / 2 + h
trajectory U_k[j] along k from x by U_k + h
let half[j] = h[j] / 2
let twice(M[j])[j] = 2 * M[j]
let square(M[j]) = norm(M)^2
assume share "(1)" = 0 < e < 1
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  share
    formula   c > 0
""")
FACTS = (
    "tends(twice(T_k), half)",
    "tends(norm(U_k) / k, c)",
    "tends(norm(U_k - h - x) / (2 * k), 0)",
    "forall j j2. tends(if j = j2 then norm(U_k) - norm(U_k) else norm(U_k), 0)",  # of one j alone
)


def read(text: str) -> tuple[object, object]:
    """What is known under the claim's assumption, and a formula of the book."""
    claim = BOOK.claims["toy/one"]
    BOOK.given, BOOK.local = claim.given, claim.locals
    known = surroundings(BOOK, claim, Written(BOOK))
    cores = [BOOK.meaning.formula(Parser(one).whole(), Scope({}, limit=True)) for one in (*FACTS, text)]
    *facts, core = (put(one, {}, known.written.fresh) for one in cores)
    for fact in facts:
        assert tending(fact)
        known = known.having(fact)
    return known, core


FOLLOWS = [
    "tends(twice(T_k), h / 2)",
    "tends(norm(twice(T_k)), norm(half))",
    "tends(square(twice(T_k)) + exp(dot(twice(T_k), x)), norm(half)^2 + exp(dot(half, x)))",
    "tends((sum j. abs(twice(T_k)[j]) * x[j]) / (1 + norm(twice(T_k))), (sum j. abs(half[j]) * x[j])"
    " / (1 + norm(half)))",
    "bounded(norm(twice(T_k)))",
    "every t | t > 0. eventually norm(twice(T_k) - half) <= t",
    "every t | t > 0. eventually norm(twice(T_k)) < norm(half) + t and norm(twice(T_k)) > norm(half) - t",
    "eventually log(1 + norm(twice(T_k))) < log(1 + norm(half)) + e",
    "forall j | x[j] > 0. eventually twice(T_k)[j] != half[j] + x[j]",
    "eventually norm(U_k) / k < c + 1",
    # what tends to a number vanishes over what grows
    "tends(norm(h) / k, 0)",
    "tends(norm(twice(T_k)) / k, 0)",
    "tends(c / (log(k) * e), 0)",
    "tends(c / (sqrt(k) * k^2), 0)",
    "tends(c / (k / e), 0)",
    # so does a norm, beside one that does
    "tends(norm(U_k - h) / (2 * k), 0)",
    "tends(norm(U_k - e * x - h) / (2 * k), 0)",
]


@pytest.mark.parametrize("text", FOLLOWS)
def test_what_is_made_of_what_tends_to_something_tends_too(text: str) -> None:
    assert converges(*read(text))  # type: ignore[arg-type]


OPEN = [
    "forall i i2. tends(if i = i2 then norm(U_k) - norm(U_k) else norm(U_k), 0)",  # there may be two i
    "tends(twice(T_k), h)",
    "tends(twice(U_k), h / 2)",
    "eventually norm(twice(T_k) - half) <= 0",  # it may come no nearer than that
    "eventually norm(twice(T_k)) <= norm(half)",
    "eventually norm(twice(T_k)) < norm(half) + c",  # c may be negative
    "every t. eventually norm(twice(T_k)) < norm(half) + t",
    "tends(1 / norm(twice(T_k)), 1 / norm(half))",  # which may be 0
    "tends(log(norm(twice(T_k))), log(norm(half)))",
    "tends(norm(U_k), c)",
    "bounded(norm(U_k))",
    "tends(norm(twice(T_k)) * k, norm(half))",
    "eventually (every t | t > 0. norm(twice(T_k) - half) < t)",
    "always norm(twice(T_k)) < norm(half) + 1",
    "forall j. eventually (if twice(T_k)[j] > half[j] then 1 else 0) < e + 1",
    "forall j | twice(T_k)[j] > 0. eventually twice(T_k)[j] < half[j] + 1",
    "tends(norm(twice(T_k)), infinity)",
    "tends(norm(U_k) / k, 0)",  # known over 2 k
    "tends(norm(2 * U_k - h) / (2 * k), 0)",
    "tends(norm(U_k - k * h) / (2 * k), 0)",
    "tends(c / (k * c), 0)",  # c may be 0
    "tends(c / (k * (e - 1 / 2)), 0)",
    "tends(c / (k * norm(twice(T_k))), 0)",
    "tends(c / log(norm(twice(T_k))), 0)",
    "tends(c / norm(T_k), 0)",
    "tends(norm(U_k) / log(k), 0)",
    "tends(k / log(k), 0)",
    "tends(c / k, 1)",
    "tends(c / (1 / k), 0)",
    "tends(c / (k / k^2), 0)",
    "tends(c / (k^2 / k), 1)",
    "tends(c / (k / exp(k)), 0)",
]


@pytest.mark.parametrize("text", OPEN)
def test_what_only_may_do_so_is_left_open(text: str) -> None:
    assert not converges(*read(text))  # type: ignore[arg-type]


ON_THE_EDGE = """book toy "A toy"
axes m: j
given Data: h[j], c
path V_b[j] along b minimises norm(M - h) over M[j] with norm(M) <= b
given More < Data: w[j]
DEMAND
claim toy/edge "(2)" on More
    says      words
    limit     LINE
claim toy/run "(3)" on Data
    says      words
    limit     tends((V_b - h) / norm(V_b), 0)
"""


@pytest.mark.parametrize(
    ("demand", "line", "new", "is_so"),
    [
        ("", "always norm(V_b) = b", "V_b / norm(V_b), 0", True),
        ("", "always b = norm(V_b)", "(V_b + c * h) / norm(V_b), 0", True),
        ("", "always norm(V_b) = b", "V_b / norm(V_b), 1", False),
        ("", "always norm(V_b) = b", "(V_b - b * h) / norm(V_b), 0", False),
        ("", "always b = b", "V_b / norm(V_b), 0", False),
        ("", "always norm(V_b) <= b", "V_b / norm(V_b), 0", False),  # it may be bounded
        ("", "always norm(V_b) = 2 - 2 / b", "V_b / norm(V_b), 0", False),
        ("", "eventually norm(V_b) = c", "V_b / norm(V_b), 0", False),
        # a line that speaks of what the claim's instances lack, or that not every such instance has
        ("", "always norm(V_b) = b or w = 0", "V_b / norm(V_b), 0", False),
        ("demand norm(w) < norm(h)", "always norm(V_b) = b", "V_b / norm(V_b), 0", False),
    ],
)
def test_what_is_always_the_number_that_grows_grows(
    demand: str,
    line: str,
    new: str,
    is_so: bool,  # noqa: FBT001
) -> None:
    text = ON_THE_EDGE.replace("DEMAND", demand).replace("LINE", line)
    book, other = Book(text), Book(text.replace("(V_b - h) / norm(V_b), 0", new))
    claim = book.claims["toy/run"]
    assert follows(book, other, claim, "toy/run", list(elsewhere(book, ("toy/edge",), claim))) is is_so
