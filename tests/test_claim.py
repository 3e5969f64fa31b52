"""The nouns of a paper refuse what they cannot mean."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ntpcheck.claim import Assumption, Claim, Effort, Paper, Planted, claim
from ntpcheck.errors import InvalidClaim, UnknownAssumption, UnknownClaim
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Decoding
from tests.engine.toys import CLAIMS, PAPER, SQUARE, TOYS, identity, small_corner


def test_dropping_an_assumption_leaves_the_rest_alone():
    dropped = small_corner.dropping("nonnegative-corner")
    assert dropped.assumes == ()
    assert dropped.conclude is small_corner.conclude


def test_dropping_what_is_not_assumed_names_what_is():
    with pytest.raises(UnknownAssumption, match=r"'full-rank'\. It assumes nonnegative-corner"):
        small_corner.dropping("full-rank")
    with pytest.raises(UnknownAssumption, match="It assumes nothing"):
        identity.dropping("full-rank")


def test_a_claim_checks_one_instance():
    assert judge(identity.check(Decoding([[1]], [[1, 1]], [[0], [1]])))[()] is Outcome.HOLDS
    assert judge(small_corner.check(Decoding([[1]], [[1]], [[1]]), Effort()))[()] is Outcome.FAILS


def test_a_claim_needs_a_statement():
    with pytest.raises(InvalidClaim, match=r"no docstring\. Its first line is the statement"):
        claim("toy/mute", cite="", domain=TOYS)(lambda data, effort: None)
    with pytest.raises(InvalidClaim, match=r"no docstring\. Say what is checked"):
        claim("toy/mute", domain=TOYS)(lambda data, effort: None)


def test_a_paper_lists_each_id_once_and_knows_its_claims():
    with pytest.raises(InvalidClaim, match="twice"):
        Paper("toy", "A toy paper", (*CLAIMS, CLAIMS[0]))
    assert PAPER["toy/identity"] is identity
    with pytest.raises(UnknownClaim, match="toy/missing"):
        PAPER["toy/missing"]


def test_a_planted_falsehood_is_a_patch_of_its_claim():
    planted = Planted(
        "toy/identity", "wrong-set/sum", "every logit exceeds the sum", {"conclude": small_corner.conclude}
    )
    paper = Paper("toy", "A toy paper", CLAIMS, (planted,))
    false = planted.claim(paper)
    assert (false.id, false.statement) == ("toy/identity#wrong-set/sum", "every logit exceeds the sum")
    assert planted.category == "wrong-set"
    assert false.conclude is small_corner.conclude
    assert false.domain is identity.domain
    assert paper.false_neighbours("toy/identity") == [planted]


def test_expected_verdicts_come_from_the_papers_folder(tmp_path):
    assert PAPER.expected == {}
    (tmp_path / "expected.json").write_text(json.dumps({"toy/identity": "SUPPORTED"}))
    assert Paper("toy", "A toy paper", CLAIMS, folder=tmp_path).expected == {"toy/identity": "SUPPORTED"}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: claim("toy/new", cite="", domain=None), "the domain None, which is no Domain"),
        (lambda: claim("toy/new", cite="", domain=TOYS, assumes=SQUARE), "a single Assumption as assumes"),
        (lambda: claim("toy/new", cite="", domain=TOYS, assumes=(1,)), "an entry of type int in assumes"),
        (lambda: claim("toy/new", domain=TOYS, assumes=(SQUARE,)), "has assumes and no cite"),
        (lambda: Assumption("corner", "Section 1"), "the check 'Section 1', which is no function"),
        (lambda: Paper("toy", "A toy paper", identity), "a single Claim as claims"),
        (lambda: Paper("toy", "A toy paper", (None,)), "an entry of type NoneType in claims"),
        (lambda: Paper("toy", "A toy paper", CLAIMS, (identity,)), "an entry of type Claim in planted"),
        (
            lambda: Paper("toy", "A toy paper", CLAIMS, (Planted("toy/identty", "", "", {}),)),
            "'toy/identty', which is no claim of it. Did you mean toy/identity?",
        ),
    ],
)
def test_wrong_arguments_are_named_on_one_line(make, said):
    with pytest.raises(InvalidClaim) as caught:
        make()
    assert said in str(caught.value)
    assert len(str(caught.value)) < 160


BOOK = """book small "A small paper"
axes m: j; V: v; d: i
given Dataset: h[j,i] from embeddings, n[j,v] natural from counts
given Decoding < Dataset: W[v,i]
assume tall "(1)" = V > d
    says  there are more tokens than dimensions
assume wide "Section 1" = d > m
    says  there are more dimensions than contexts
claim small/zero "(2)" on Decoding
    says           the decoder is zero
    assuming       wide, tall
    reading        a decoder of finite norm. Changed: zero in the place of one
    transcription  the one may be a zero
    hedge
    formula        W = 0
claim small/one "(3)" as small/zero
    says     eta is one
    formula  W = 1
"""


def anything(data):
    return identity.conclude(data, Effort())


def stated(name: str, domain=TOYS, **given: object) -> Claim:
    def conclude(data, effort):
        """Checked at every entry."""

    return claim(name, domain=domain, **given)(conclude)


def small(tmp_path: Path, **changes: object) -> Paper:
    """The paper of that book; changes: to its fields."""
    path = tmp_path / "small.book"
    path.write_text(str(changes.pop("text", BOOK)))
    fields = {
        "claims": (stated("small/one"), stated("small/zero")),
        "assumptions": (Assumption("tall", anything, anything), Assumption("wide", anything, anything)),
    }
    return Paper(**{"key": "small", "book": path, **fields, **changes})


def test_a_book_says_what_a_claim_states_cites_and_assumes(tmp_path):
    paper = small(tmp_path)
    assert [c.id for c in paper.claims] == ["small/zero", "small/one"]  # in the book's order
    zero, one = paper.claims
    assert (paper.title, zero.statement, zero.cite) == ("A small paper", "The decoder is zero", "(2)")
    assert one.statement == "eta is one"
    assert [(a.name, a.cite, a.impose) for a in zero.assumes] == [
        ("wide", "Section 1", anything),
        ("tall", "(1)", anything),
    ]
    assert zero.text.split("\n\n") == [
        "The decoder is zero.",
        "Checked at every entry.",
        "Reading: hedge. A decoder of finite norm.",
        "Changed: zero in the place of one.",
        "Transcription: the one may be a zero.",
    ]


def test_a_claim_leads_to_its_statement_and_its_book(tmp_path):
    paper = small(tmp_path)
    left = replace(paper["small/zero"].dropping("tall"), id="another")
    assert left.stated is paper.shelf.claims["small/zero"]
    assert left.book is paper.shelf
    assert left.digest == paper["small/zero"].digest != paper["small/one"].digest
    assert (stated("small/zero").stated, stated("small/zero").book, stated("small/zero").digest) == (
        None,
        None,
        "",
    )
    again = replace(paper, planted=())
    assert again.claims == paper.claims
    assert again.shelf is paper.shelf
    assert replace(paper, book=None, claims=paper.claims[:1]).shelf is paper.shelf


def test_parts_of_a_book_are_joined_in_order_of_name(tmp_path):
    cut = BOOK.index("claim small/one")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "2.book").write_text(BOOK[cut:])
    (tmp_path / "parts" / "1.book").write_text(BOOK[:cut])
    assert small(tmp_path, book=tmp_path / "parts")["small/one"].stated.cite == "(3)"


def test_recipes_are_left_as_drawn(tmp_path):
    drawn = replace(TOYS, as_drawn=True)
    paper = small(tmp_path, claims=(stated("small/zero", drawn), stated("small/one")))
    assert [a.impose for a in paper["small/zero"].assumes] == [None, None]
    assert [a.impose for a in paper["small/one"].assumes] == [anything, anything]


def test_a_falsehood_keeps_its_originals_statement_only_where_it_drops_assumptions(tmp_path):
    paper = small(tmp_path)
    tall, odd = paper.assumptions[0], Assumption("odd", anything)

    def origin(replaces, **more):
        return Planted("small/zero", "wrong-set", "no", replaces, **more).claim(paper).origin

    kept = paper["small/zero"].origin
    assert origin({}, drops=("tall",)) is origin({"assumes": (tall,)}) is kept
    assert [
        origin({"conclude": identity.conclude}),
        origin({"assumes": (odd,)}),
        origin({}, adds=(odd,)),
    ] == [None] * 3
    weaker = Planted("small/zero", "wrong-set", "no", {}, drops=("wide",), adds=(odd,)).claim(paper)
    assert [a.name for a in weaker.assumes] == ["tall", "odd"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"claims": (stated("small/one"),)}, "states 'small/zero', which no claim of paper 'small' checks"),
        (
            {"claims": (stated("small/won"),)},
            "'small/won' is not stated in small.book. Did you mean small/one?",
        ),
        (
            {"claims": (stated("small/one", cite="(3)"),)},
            "'small/one' is stated twice, in Python and in small.book",
        ),
        ({"assumptions": ()}, "claim 'small/zero' assumes 'wide', which no Assumption of its paper checks"),
        (
            {"assumptions": (Assumption("wyde", anything),)},
            "'wyde' is not stated in small.book. Did you mean wide?",
        ),
        (
            {"assumptions": (Assumption("wide", anything, cite="(1)"),)},
            "'wide' has a cite in Python and another",
        ),
        ({"assumptions": (Assumption("wide", anything),) * 2}, "paper 'small' has two assumptions 'wide'"),
        ({"assumptions": (1,)}, "an entry of type int in assumptions"),
        ({"key": "tiny"}, "the paper has the key 'tiny', and small.book has 'small'"),
        ({"title": "Another"}, "the paper has the title 'Another', and small.book has 'A small paper'"),
        ({"text": "book small"}, "small.book, line 1: a book opens with"),
        ({"text": BOOK + "claim small/one (3)"}, "a claim opens with"),
        ({"text": BOOK + "é"}, "only ASCII signs are known"),
        ({"book": Path("none.book")}, "cannot read the book: none.book does not exist"),
        ({"book": None}, "claim 'small/one' has no cite, and paper 'small' has no book that states it"),
    ],
)
def test_book_and_python_state_and_check_the_same_claims(tmp_path, changes, said):
    with pytest.raises(InvalidClaim) as caught:
        small(tmp_path, **changes)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_variation_in_its_hypotheses_alone_is_checked_as_its_original_is(tmp_path):
    varied = """claim small/zero@v2 "v2, (2)" as small/zero
    says      the decoder is the zero matrix
    assuming  tall
claim small/zero@v3 "v3, (2)" as small/zero@v2
    also assuming  wide
"""
    paper = small(tmp_path, text=BOOK + varied)
    zero, v2, v3 = (paper[name] for name in ("small/zero", "small/zero@v2", "small/zero@v3"))
    assert zero.conclude is v2.conclude is v3.conclude
    assert (v2.statement, v2.cite, v2.domain) == ("The decoder is the zero matrix", "v2, (2)", zero.domain)
    assert [[a.name for a in claim.assumes] for claim in (zero, v2, v3)] == [
        ["wide", "tall"],
        ["tall"],
        ["tall", "wide"],
    ]
    assert len({claim.digest for claim in (zero, v2, v3)}) == 3 - (zero.digest == v3.digest)
    own = stated("small/zero@v2")
    assert (
        small(tmp_path, claims=(*paper.claims[:1], stated("small/one"), own), text=BOOK + varied)[own.id]
        is own
    )


@pytest.mark.parametrize(
    "more", ["formula  W = W + W", "with 1 for 0", "asked when  W = W", "undefined when  W = 1"]
)
def test_a_variation_that_says_something_else_needs_a_check(tmp_path, more):
    varied = f'claim small/two "(4)" as small/zero\n    says  it is two\n    {more}\n'
    with pytest.raises(InvalidClaim, match="states 'small/two', which no claim of paper 'small' checks"):
        small(tmp_path, text=BOOK + varied)


def test_a_falsehood_in_the_papers_own_book_is_no_claim(tmp_path):
    false = 'claim small/zero#dropped-assumption "planted" as small/zero\n    assuming  tall\n'
    with pytest.raises(InvalidClaim, match="states 'small/zero#dropped-assumption', which no claim of paper"):
        small(tmp_path, text=BOOK + false)


def test_a_falsehood_is_planted_by_a_variation_without_a_check(tmp_path):
    varied = 'claim small/zero@v2 "v2, (2)" as small/zero\n    assuming  tall\n'
    planted = Planted("small/zero@v2", "wrong-set", "no", {}, drops=("tall",))
    paper = small(tmp_path, text=BOOK + varied, planted=(planted,))
    assert planted.claim(paper).conclude is paper["small/zero"].conclude


def test_a_formula_that_cannot_be_read_is_told_when_it_is_needed(tmp_path):
    paper = small(tmp_path, text=BOOK.replace("W = 0", "W ="))
    assert paper["small/zero"].statement == "The decoder is zero"
    with pytest.raises(InvalidClaim, match=r"small\.book, line 15: "):
        assert paper["small/zero"].stated
