"""A claim's clauses: what it takes over from the claim it varies, what it changes, what it may not lack."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.book import Book, Claim
from ntpcheck.verifier.language.claims import replaced
from ntpcheck.verifier.language.printing import text
from ntpcheck.verifier.language.words import BookError
from tests.verifier.toys import TEXT, book

ASSUMED = """assume small "here" = c < 2
    says  c is small
assume large "there" = c > 1
    says  c is large
assume some-count "Section 2" recorded a recipe says it
    says  some count is seen
"""
FIRST = """claim toy/first "(1)" on Decoding
    says      the first sentence
    assuming  small, large
    reading   read as it stands
    where     twice = c + c
    where     row[v] = sum i. W[v,i]
    asked when  c > 0
    undefined when  norm(W) = 0
    formula   twice > 1 and (forall v. row[v] < 3 * c)
"""


def claims(items: str) -> dict[str, Claim]:
    return book(ASSUMED + FIRST + items).claims


def varied(items: str, *, says: bool = True) -> Claim:
    clauses = ("    says      another sentence\n" if says else "") + items
    return claims(f'claim toy/other "(2)" as toy/first\n{clauses}')["toy/other"]


def test_a_claim_holds_what_its_lines_say() -> None:
    first = claims("")["toy/first"]
    assert (first.id, first.cite, first.given, first.kind) == ("toy/first", "(1)", "Decoding", "formula")
    assert first.assumes == ("small", "large")
    assert first.clause("says") == "the first sentence"
    assert first.clause("reading") == "read as it stands"
    assert text(first.tree) == "twice > 1 and (forall v. row[v] < 3 * c)"
    assert text(first.trees["asked when"]) == "c > 0"
    assert text(first.trees["undefined when"]) == "norm(W) = 0"
    assert sorted(first.locals) == ["row", "twice"]
    assert not first.has("hedge")


def test_a_variation_takes_over_all_that_it_does_not_state() -> None:
    first, other = claims('claim toy/other "(2)" as toy/first\n    says  another\n').values()
    assert (other.cite, other.clause("says")) == ("(2)", "another")
    assert (other.given, other.assumes, other.trees) == (first.given, first.assumes, first.trees)


def test_assuming_replaces_the_list() -> None:
    assert varied("    assuming  large\n").assumes == ("large",)
    assert varied("    assuming\n").assumes == ()


def test_also_assuming_adds_to_the_list() -> None:
    assert varied("    also assuming  some-count\n").assumes == ("small", "large", "some-count")
    assert varied("    also assuming  large, some-count\n").assumes == ("small", "large", "some-count")


def test_a_form_replaces_any_other_form() -> None:
    assert varied("    recorded  a recipe\n").kind == "recorded"
    assert varied("    limit  growing R. tends(R * c, infinity)\n").kind == "limit"
    assert text(varied("    formula  c = 1\n").tree) == "c = 1"


def test_where_replaces_all_local_definitions() -> None:
    found = varied("    where  twice = 2 * c\n    where  row[v] = 0\n")
    assert sorted(found.locals) == ["row", "twice"]
    with pytest.raises(BookError, match="row is defined nowhere above"):
        varied("    where  twice = 2 * c\n")


def test_with_replaces_words_wherever_they_stand() -> None:
    found = varied("    with  5 for 1\n")
    assert text(found.tree) == "twice > 5 and (forall v. row[v] < 3 * c)"
    found = varied("    with  exp(c) for c\n")
    assert text(found.tree) == "twice > 1 and (forall v. row[v] < 3 * exp(c))"
    assert text(found.trees["asked when"]) == "exp(c) > 0"
    found = varied("    with  <= for <\n    with 4 for 3\n")
    assert text(found.tree) == "twice > 1 and (forall v. row[v] <= 4 * c)"


def test_with_replaces_whole_words_only() -> None:
    with pytest.raises(BookError, match="'ro' stands nowhere in what is varied"):
        varied("    with  x for ro\n")


def test_with_reaches_local_definitions_with_indices() -> None:
    found = varied("    with  max i. W for sum i. W\n")
    assert set(found.locals) == {"twice", "row"}


def test_with_can_take_words_out() -> None:
    assert text(varied("    with  for twice > 1 and\n").tree) == "forall v. row[v] < 3 * c"


def test_a_variation_of_a_variation() -> None:
    found = claims(
        'claim toy/b "(2)" as toy/first\n    says  b\n    with  5 for 1\n'
        'claim toy/c "(3)"\n        as toy/b\n    says  c\n    with  7 for 5\n    also assuming  some-count\n'
    )
    assert text(found["toy/c"].tree) == "twice > 7 and (forall v. row[v] < 3 * c)"
    assert found["toy/c"].assumes == ("small", "large", "some-count")


def test_flags_and_amendments_are_not_taken_over() -> None:
    items = (
        'claim toy/b "(2)" as toy/first\n    says  b\n    hedge\n    ours\n    transcription a glyph\n'
        "    amends  toy/first\n"
        'claim toy/c "(3)" as toy/b\n    says  c\n'
    )
    found = claims(items)
    for flag in ("hedge", "ours", "transcription", "amends"):
        assert found["toy/b"].has(flag)
        assert not found["toy/c"].has(flag)
    assert found["toy/b"].clause("amends") == "toy/first"


def test_a_recorded_assumption_can_be_named() -> None:
    assert varied("    also assuming  some-count\n").assumes[-1] == "some-count"


def test_a_local_name_lives_in_its_claim_only() -> None:
    with pytest.raises(BookError, match="twice is defined nowhere above"):
        claims('claim toy/b "(2)" on Decoding\n    says  b\n    formula  twice > 0\n')
    found = claims(
        'claim toy/b "(2)" on Decoding\n    says  b\n    where  twice = 3\n    formula  twice > 0\n'
    )
    assert found["toy/b"].locals != found["toy/first"].locals


def test_the_logarithm_has_one_name() -> None:
    with pytest.raises(BookError, match=r"ln is defined nowhere above; the natural logarithm is log\(x\)"):
        Book(TEXT + 'claim toy/z "1" on Data\n    says     so\n    formula  ln(c) = 0\n')


def test_a_claim_stands_below_the_line_that_opens_the_book() -> None:
    with pytest.raises(BookError, match='a book opens with a line above all claims: book KEY "TITLE"'):
        Book('axes S: s\ngiven Row: q[s]\nclaim toy/a "1" on Row\n    says     so\n    formula  q = 0\n')


def test_assumptions_without_commas_are_told_where_these_stand() -> None:
    said = "first second is defined nowhere above; commas stand between names: first, second"
    with pytest.raises(BookError, match=said):
        Book(
            TEXT
            + 'claim toy/z "1" on Data\n    says     so\n    assuming  first second\n    formula  c = 0\n'
        )


NEW, VARIED = 'claim toy/b "(1)" on Data\n', 'claim toy/b "(1)" as toy/first\n'
WRONG = [
    ('claim toy/first "(1)" on Data\n', "formula c > 0", "toy/first is stated twice; a claim is stated"),
    ('claim toy/b "(1)" on Nothing\n', "formula c > 0", "Nothing is no type; they are Data, Decoding"),
    ('claim other/b "(1)" on Data\n', "formula c > 0", "other/b is no claim of toy: its id opens with toy/"),
    ('claim toy/b "(1)" as toy/none\n', "", "toy/none is stated nowhere above"),
    (
        "claim toy/b on Data\n",
        "",
        'a claim opens with: claim ID "CITATION" on TYPE, or: claim ID "CITATION" as',
    ),
    ("claim", "", 'a claim opens with: claim ID "CITATION" on TYPE'),
    (NEW, "", "toy/b has no form; it takes one of formula, limit, recorded"),
    (NEW, "formula  c > 0\n    limit  c > 0", "toy/b has formula and limit; it takes one of formula, limit,"),
    (NEW, "assuming  tiny\n    formula  c > 0", "tiny is defined nowhere above"),
    (NEW, "assuming  l\n    formula  c > 0", "l is no assumption"),
    (NEW, "assuming  S\n    formula  c > 0", "S is no assumption"),
    (NEW, "formula  c", "line 26: c is a number; a formula is needed there"),
    (NEW, "asked when  c\n    formula  c > 0", "line 26: c is a number; a formula is needed there"),
    (NEW, "where  c = 1\n    formula  c > 0", "the name c is taken"),
    (NEW, "where  y = 1\n    where  y = 2\n    formula  c > 0", "the name y is taken"),
    (NEW, "formula  W = 0", "W is defined nowhere above"),
    (NEW, "formula  c > 0\n    formula  c > 1", "toy/b has the clause `formula` twice; a claim has it once"),
    (VARIED, "assuming  a\n    assuming  b", "toy/b has the clause `assuming` twice; a claim has it once"),
    (VARIED, "asked when  c > 1\n    asked when  c > 0", "toy/b has the clause `asked when` twice"),
    (VARIED, "with  2", "line 26: words are replaced by: with NEW for OLD"),
    (VARIED, "with  2 for", "line 26: '' stands nowhere in what is varied"),
    (VARIED, "with  2 for 99", "line 26: '99' stands nowhere in what is varied"),
    (VARIED, "with  and for 1", "a name is expected; 'and' is a word of the language"),
    (VARIED, "with  h + W for 1", "h + W joins the axes m d and V d; give indices"),
]


@pytest.mark.parametrize(("head", "clauses", "message"), WRONG, ids=range(len(WRONG)))
def test_what_a_claim_may_not_do_is_named_with_file_and_line(head: str, clauses: str, message: str) -> None:
    says = "    says  x\n" if head.endswith("\n") else ""
    with pytest.raises(BookError) as told:
        claims(f"{head}{says}    {clauses}\n")
    assert message in str(told.value)
    above = (TEXT + ASSUMED).count("\n")  # a clause that is varied keeps its own line
    assert int(str(told.value).removeprefix("toy.book, line ").partition(":")[0]) > above


def test_a_claim_needs_its_sentence() -> None:
    with pytest.raises(BookError, match="toy/b needs a line `says`: the sentence in words"):
        claims(NEW + "    formula  c > 0\n")


def test_words_that_double_do_not_double_for_ever() -> None:
    items = "".join(
        f'claim toy/v{k} "({k})" as toy/{f"v{k - 1}" if k else "first"}\n    says  x\n    with  c + c for c\n'
        for k in range(40)
    )
    with pytest.raises(BookError, match=r"nested too deeply|has more than 5000 words"):
        claims(items)
    with pytest.raises(BookError, match=r"line 3: what it makes has more than 5000 words"):
        replaced([("formula", "c " * 2501, 1)], "c c for c", 3)


def test_an_item_that_speaks_of_no_type_says_so() -> None:
    """After `use`, no type has been opened yet."""
    text = 'book q "Q"\nuse ntpcheck.linear\nassume other "ours" = not separable\n    says  no\n'
    with pytest.raises(BookError, match="no type is spoken of here; write `given Dataset` above"):
        Book(text, "q.book")


def test_a_definition_of_a_claim_does_not_bear_the_name_of_its_assumption() -> None:
    with pytest.raises(BookError, match="an assumption of toy/other has that name"):
        varied("    where     small = 0 = 0\n")
