"""Text to words: what is a word, on which line it stands, and what habits of other languages are told."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.words import HABITS, KEYWORDS, BookError, near, words

# What is typed first, and a part of the answer. Every entry of HABITS is met by one of them at least.
TYPED = {
    "x**2": "a power is written x^2",
    "2 ** 3": "a power is written x^2",
    "x == y": "equality is written =",
    "xp.where(x > 0, 1, 0)": "a choice is written: if F then x else y",
    "where (x > 0, 1, 0)": "a choice is written: if F then x else y",
    "sum(j, p[j])": "a sum names its letters first: sum j v. pi[j] * p[j,v]",
    "x ? y": "the signs of the language are",
    "`x`": "the signs of the language are",
    "np.exp(x)": "functions stand alone: exp(x)",
    "numpy.log(x)": "functions stand alone",
    "torch.sqrt(x)": "functions stand alone",
    "math.log(x)": "functions stand alone",
    "xp.abs(x)": "functions stand alone",
    "all(x > 0)": "write forall j. F",
    "all (x)": "write forall j. F",
    "any(x > 0)": "write exists j. F",
    "sum j in range(m)": "indices run by themselves",
    "len(x)": "indices run by themselves",
    "zip(x, y)": "indices run by themselves",
    "enumerate(x)": "indices run by themselves",
    "lambda x. x": "indices run by themselves",
    "def f": "indices run by themselves",
    "return x": "indices run by themselves",
    "x && y": "connectives are the words and, or, not, implies, iff",
    "x & y": "connectives are the words",
    "x || y": "connectives are the words",
    "||W|| > 1": "a norm is written norm(W)",
    "x => y": "connectives are the words implies and iff",
    "x <=> y": "connectives are the words implies and iff",
    "norm(W_k) -> infinity": "that T tends to x is written tends(T, x)",
    "for all j. x": "write forall j. F",
    "for each j. x": "write forall j. F",
    "!x": "negation is the word not",
    "~x": "negation is the word not",
    "inf": "infinity stands only in tends",
    "-inf": "infinity stands only in tends",
    "oo": "infinity stands only in tends",
    "True": "write 0 = 0 or 0 = 1",
    "x = False": "write 0 = 0 or 0 = 1",
    "1e-5": "a number is written 3, 1/4 or 0.25",
    "2.5E3": "a number is written 3, 1/4 or 0.25",
    "2x": "a product has its sign: 2 * x",
    "x // 2": "a matrix product is a sum",
    "x % 2": "a matrix product is a sum",
    "W @ h": "a matrix product is a sum: sum i. W[v,i] * h[j,i]",
    "{x}": "the signs of the language are",
    "x: y": "the signs of the language are",
    "'x'": "the signs of the language are",
    '"x"': "the signs of the language are",
    "$x$": "the signs of the language are",
    "\\sum": "the signs of the language are",
}


@pytest.mark.parametrize("text", TYPED)
def test_a_habit_is_answered_with_the_book_s_spelling(text: str) -> None:
    with pytest.raises(BookError) as told:
        words(text, 7)
    assert TYPED[text] in str(told.value)
    assert str(told.value).startswith("line 7: cannot read ")


def test_every_habit_is_met() -> None:
    met = set[str]()
    for text in TYPED:
        with pytest.raises(BookError) as told:
            words(text, 1)
        met |= {said for _, said in HABITS if said in str(told.value)}
    assert met == {said for _, said in HABITS}


@pytest.mark.parametrize(
    "text",
    ["a <= b", "inform", "infCE", "ooze", "x != y", "x not y", "allow(x)", "anyone", "maths", "definite"],
)
def test_what_only_looks_like_a_habit_is_read(text: str) -> None:
    assert words(text, 1)[-1].kind == "end"


@pytest.mark.parametrize("sign", ["é", "∀", "≤", "−", "\x1b", "\x00", "\u202e", "\ud800"])  # noqa: RUF001
def test_other_signs_are_refused_with_their_line(sign: str) -> None:
    with pytest.raises(BookError, match=r"line 4: cannot read .*: only ASCII signs are known") as told:
        words(f"x +\n{sign} y", 3)
    assert str(told.value).isprintable()


SPELLED = {
    "\u2264": "not less-than or equal to (U+2264); write <=",
    "\u2212": "not minus sign (U+2212); write -",
    "\u2211": "not n-ary summation (U+2211); write sum",
    "\u221e": "not infinity (U+221E); write infinity",
    "\u00e9": "not latin small letter e with acute (U+00E9)",
}


@pytest.mark.parametrize("sign", SPELLED)
def test_a_sign_of_print_is_told_by_name_with_the_book_s_spelling(sign: str) -> None:
    with pytest.raises(BookError) as told:
        words(f"x {sign} y", 1)
    assert str(told.value).endswith(f": only ASCII signs are known, {SPELLED[sign]}")


def test_a_name_that_is_almost_a_known_one_is_told() -> None:
    known = ("separable", "compatible", "Wmm")
    assert [near(name, known) for name in ("seperable", "Wm", "z", "rank")] == ["separable", "Wmm", "", ""]


def test_words_know_their_kind_and_line() -> None:
    found = words("max j. W_k'[j]\n  <= 0.25 * x-separates-2 - y", 5)
    assert [(w.kind, w.text, w.line) for w in found] == [
        ("name", "max", 5),
        ("name", "j", 5),
        ("sign", ".", 5),
        ("name", "W_k'", 5),
        ("sign", "[", 5),
        ("name", "j", 5),
        ("sign", "]", 5),
        ("sign", "<=", 6),
        ("number", "0.25", 6),
        ("sign", "*", 6),
        ("name", "x-separates-2", 6),
        ("sign", "-", 6),
        ("name", "y", 6),
        ("end", "the end", 6),
    ]


@pytest.mark.parametrize("text", ["a - b", "a -b", "a- b", "3-4", "a) -2"])
def test_a_minus_with_space_or_digits_is_a_sign(text: str) -> None:
    assert "-" in [word.text for word in words(text, 1)]


def test_a_hyphen_inside_a_name_belongs_to_it() -> None:
    assert [word.text for word in words("a-b", 1)[:-1]] == ["a-b"]


def test_keywords_are_words_by_themselves() -> None:
    for word in sorted(KEYWORDS):
        (found, end) = words(word, 1)
        assert (found.kind, found.text, end.kind) == ("name", word, "end")


def test_a_long_text_is_read_in_time_that_grows_with_it() -> None:
    assert len(words("x + " * 50_000 + "x", 1)) == 100_002
