"""Sequences that a book adds to types that it takes over: along which number they may run."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import digest
from ntpcheck.verifier.language.words import BookError

OPENS = 'book toy "A toy"\nuse ntpcheck.linear\ngiven Run\n'
CLAIM = 'claim toy/it "1" on Run\n    says  it\n    limit  {}\n'
DECAYED = (
    "trajectory Decayed_{0}[v,i] along {0} from W0 by Decayed_{0} - eta * (grad(Decayed_{0}) + Decayed_{0})\n"
)


def read(items: str, limit: str) -> Book:
    return Book(OPENS + items + CLAIM.format(limit), "toy.book")


def test_a_claim_names_a_run_of_the_book_beside_one_that_it_takes_over() -> None:
    book = read(DECAYED.format("k"), "tends(norm(Decayed_k - W_k) / log(k), 0)")
    assert book.lets["Decayed_k"].core[1] == book.lets["linear:W_k"].core[1] == "linear:k"
    assert "k" not in book.lets


def test_a_number_of_its_own_is_none_of_theirs() -> None:
    book = read(DECAYED.format("step"), "bounded(norm(Decayed_step))")
    assert book.lets["Decayed_step"].core[1] == "step"
    with pytest.raises(BookError, match="it runs along"):
        read(DECAYED.format("step"), "bounded(norm(Decayed_step - W_k))")


def test_the_number_belongs_to_the_statement() -> None:
    one, other = (
        read(DECAYED.format("k"), limit) for limit in ("bounded(norm(Decayed_k))", "bounded(norm(W_k))")
    )
    assert digest(one, one.claims["toy/it"]) != digest(other, other.claims["toy/it"])


@pytest.mark.parametrize(
    ("items", "says"),
    [
        (DECAYED.format("B"), "has a path along B, no trajectory"),
        ("path W_c[v,i] along k minimises CE(M) over M[v,i] with norm(M) <= k\n", "a trajectory along k, no"),
        ("trajectory x along eta from 0 by x + 1\n", "the name eta is taken"),
        ("trajectory x along H from 0 by x + 1\n", "the name H is taken"),
    ],
)
def test_other_numbers_are_refused(items: str, says: str) -> None:
    with pytest.raises(BookError, match=says):
        read(items, "bounded(norm(W_k))")


def test_a_name_that_is_taken_is_said_of_its_own_line() -> None:
    with pytest.raises(BookError, match="line 5: the name square_k is taken"):
        read(
            DECAYED.format("k") + "trajectory square_k along k from 0 by square_k + 1\n", "bounded(norm(W_k))"
        )


def test_a_type_without_theirs_has_its_own() -> None:
    text = 'book toy "A toy"\nuse ntpcheck.linear\naxes S: s\ngiven Own: x[s] from x\n'
    book = Book(f"{text}trajectory x_k[s] along k from x by x_k / 2\n", "toy.book")
    assert book.lets["x_k"].core[1] == "k"


TYPES = 'book toy "A toy"\naxes S: s\ngiven One: a\ngiven Two: b\ngiven Three: c[s]\n'
BOTH = """given One
trajectory x_k along k from a by x_k / 2
given Two
trajectory y_k along k from b by y_k + k
"""


def on(given: str, limit: str, more: str = "") -> Book:
    return Book(TYPES + BOTH + more + CLAIM.replace("Run", given).format(limit), "toy.book")


@pytest.mark.parametrize("given", ["One", "Two"])
def test_types_of_one_book_share_a_letter(given: str) -> None:
    name = {"One": "x_k", "Two": "y_k"}[given]
    assert on(given, f"tends({name} / k, 0) and tends(k, infinity)").claims


def test_a_type_along_which_nothing_runs_has_no_number() -> None:
    with pytest.raises(BookError, match=r"line 12: k is defined for One in line 7, .* of Three runs along k"):
        on("Three", "tends(k, 1)")
    with pytest.raises(BookError, match=r"line 12: x_k is defined for One in line 7, and Two is none; take"):
        on("Two", "tends(x_k, 1)")


def test_a_number_of_steps_stays_one_in_a_book() -> None:
    path = "path z_k[s] along k minimises norm(M) over M[s] with norm(M) <= k\n"
    for given in ("Three", "One"):
        with pytest.raises(BookError, match="line 11: One has a trajectory along k, no path; take another"):
            on("Three", "bounded(z_k)", f"given {given}\n{path}")


FINE = "where  fine = tends(norm(W_k), 0)\n    limit  {}\n"  # a limit by a name
NESTED = CLAIM.replace("limit  {}\n", FINE)


@pytest.mark.parametrize(
    ("limit", "says"),
    [
        ("eventually always norm(W_k) > 1", "always stands inside eventually: a limit has one truth value"),
        ("eventually tends(norm(W_k), 0)", r"as in \(tends\(X, x\)\) and \(eventually F\)"),
        ("always (norm(Decayed_k) > 1 or bounded(W_k))", "bounded stands inside always"),
        ("not (eventually norm(W_k) > 1 and always norm(W_k) > 0)", "always stands inside eventually"),
        ("eventually fine", "tends stands inside eventually"),
        ("eventually (forall j. fine)", "tends stands inside eventually"),
        ("eventually (if norm(W_k) > 0 then fine else norm(W_k) < 0)", "tends stands inside eventually"),
        ("always growing R. tends(R, 0)", "growing stands inside always"),
        ("growing R. growing Q. tends(R, Q)", "growing stands inside growing, which speaks of a number"),
        ("growing R. tends(norm(W_k), R)", "W_k stands inside growing, which speaks of a number of its own"),
        ("growing R. eventually tends(R, 0)", "tends stands inside eventually"),
    ],
)
def test_a_limit_stands_inside_another_in_a_condition_only(limit: str, says: str) -> None:
    with pytest.raises(BookError, match=says):
        Book(OPENS + DECAYED.format("k") + NESTED.format(limit), "toy.book")


@pytest.mark.parametrize(
    "limit",
    [
        "eventually (fine implies norm(W_k) > 0)",
        "eventually (forall j | fine. norm(W_k) > 0)",
        "eventually (if fine then norm(W_k) > 0 else norm(W_k) < 0)",
        "tends(norm(W_k), if fine then 1 else 0)",
        "(growing R. tends(R, infinity)) and (eventually norm(W_k) > 1)",
        "growing R. eventually R > 1",
        "not (tends(norm(W_k), 1) and always norm(W_k) > 0)",
    ],
)
def test_a_condition_may_be_a_limit(limit: str) -> None:
    assert Book(OPENS + DECAYED.format("k") + NESTED.format(limit), "toy.book").claims


LONG = (
    ("trajectory Z_k[v,i] along k from W0 by Z_k - grad(Z_k)", "bounded(norm(Z_k))"),
    ("path Z_r[v,i] along r minimises CE(M) over M[v,i] with norm(M) <= r", "bounded(norm(Z_r))"),
)


@pytest.mark.parametrize(("item", "limit"), LONG)
def test_a_sequence_goes_on_in_the_next_line_at_any_of_its_words(item: str, limit: str) -> None:
    whole = read(f"{item}\n", limit)
    for word in ("along", "from", "by", "minimises", "over", "with"):
        parted = read(f"{item}\n".replace(f" {word} ", f"\n        {word} "), limit)
        assert digest(parted, parted.claims["toy/it"]) == digest(whole, whole.claims["toy/it"])
