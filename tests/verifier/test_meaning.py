"""Trees to cores: axes match, kinds match, names are known where they stand, and errors show the way out."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.meaning import Scope
from ntpcheck.verifier.language.words import BookError
from tests.verifier.toys import PAPERS, TEXT, book, core, papers_book, said, tree

# A formula, and what is said of it. Each message names what was written, the rule, and what is needed.
FORMULAS = {
    "x > 0": "x is defined nowhere above, and Decoding has no such field; is a `given` missing above?",
    "c-1 > 0": "c-1 is defined nowhere above; a minus has spaces around it: c - 1",
    "lifted-c > 0": "lifted-c is defined nowhere above; did you mean lifted?",
    "norm(W) > lifte": "lifte is defined nowhere above; did you mean lifted?",
    "norm(Wm) > 0": "Wm is defined nowhere above, and Decoding has no such field",
    "forall v. norm(W[v]) > 0": "W has 2 indices (V d); 1 are given; a row is no tensor: write sums over its",
    "psd(abs(W))": "letters of rows and columns come first, as in psd(i; a. T); a name is expected; 'abs' is",
    "psd(W)": "letters of rows and columns come first, as in psd(i; a. T); a name is expected; ')' is",
    "forall y. c > 0": "y is the letter of no axis; there are j k over m, u v z over V, i a b over d",
    "forall j. forall j. c > 0": "the index j is bound twice; take another letter of its axis",
    "forall j j. c > 0": "an index is bound twice in forall j j. c > 0",
    "forall j. S[j,j]": "j is an index along m; an index along V is needed there",
    "forall j. S[j,1]": "1 is a number; an index along V is needed there",
    "forall j. S[j,c]": "c is a number; an index along V is needed there",
    "forall j. next[j] > 1": "next[j] > 1 compares an index along V with a number",
    "forall j v. next[j] = j": "next[j] = j compares an index along V with an index along m",
    "forall j v. next[j] + 1 > 0": "next[j] is an index along V; a number is needed there",
    "forall j v. S[j,v] = S[j,v]": "compares a formula with a formula; of formulas iff is said",
    "forall j v. S[j,v] > 0": "compares a formula with a number; of formulas iff is said",
    "forall j v. S[j,v] + 1 > 0": "S[j,v] is a formula; a number is needed there",
    "c": "c is a number; a formula is needed there",
    "c and c > 0": "c is a number; a formula is needed there",
    "not c": "c is a number; a formula is needed there",
    "loss": "loss is one of linear, log; a formula is needed there",
    "loss is hinge": "loss is one of linear, log, never 'hinge'",
    "c is log": "c is a number, never 'log'",
    "loss < loss": "loss < loss compares one of linear, log with one of linear, log",
    "loss = next[1]": "1 is a number; an index along m is needed there",
    "if c then c > 0 else c > 1": "c is a number; a formula is needed there",
    "(if c > 0 then c else c > 1) > 0": "then c else c > 1 are a number and a formula",
    "W > 0 and W": "W has the axes V d and stands without indices: W[..]",
    "exp(W) + h = 0": "exp(W) + h joins the axes V d and m d; give indices",
    "W = h": "h has the axes m d and stands without indices: h[..]",
    "forall v. W[v] > 0": "W has 2 indices (V d); 1 are given",
    "forall v i. W[v,i,i] > 0": "W has 2 indices (V d); 3 are given",
    "forall v i. W[i,v] > 0": "i is an index along d; an index along V is needed there",
    "forall j v. l[j,v] > 0": "l takes 1 arguments in (); 0 are given",
    "forall j v. l(W, W)[j,v] > 0": "l takes 1 arguments in (); 2 are given",
    "forall j v. l(h)[j,v] > 0": "h has the axes m d; V d are needed there",
    "forall j. lifted(W)[j] > 0": "W has the axes V d; a number is needed there",
    "c(1) > 0": "c takes no arguments; an index stands in [], a product has its *",
    "forall j. h(j) > 0": "h takes no arguments; an index stands in [], a product has its *",
    "forall j v. S(j,v)": "S takes 0 arguments in (); 2 are given",
    "norm(c) > 0": "norm(c) takes whole tensors; of a number take abs",
    "dot(c, 1) > 0": "dot(c, 1) takes whole tensors; of a number take abs",
    "dot(W, h) > 0": "h has the axes m d; V d are needed there",
    "dot(W) > 0": "dot takes 2 arguments: dot(W)",
    "norm(W, W) > 0": "norm takes 1 argument: norm(W, W)",
    "max(c) > 0": "max takes 2 arguments: max(c)",
    "exp(c, c) > 0": "exp takes 1 argument: exp(c, c)",
    "exp(W) > 0": None,
    "infinity > c": "infinity stands only in tends(x, infinity)",
    "tends(c, 0)": "tends(c, 0) stands in a formula; a statement about a limit is a `limit`",
    "eventually c > 0": "eventually c > 0 stands in a formula; a statement about a limit is a `limit`",
    "growing R. c > 0": "stands in a formula; a statement about a limit is a `limit`",
    "psd(j; i. h[j,i])": "psd is of a square: its rows and columns run along the same axes",
    "psd(a; a. c)": "an index is bound twice in psd(a; a. c)",
    "psd(a; b | c > 0. c)": "psd is of a square, whose rows are not chosen; write if F then x else 0",
    "largest(a; b | c > 0. c) > 0": "largest is of a square, whose rows are not chosen",
    "forall j2. closure(j k; j3 k3. c > 0)[j2,j2]": "a closure is written closure(x; z. F)[x,z]",
    "closure(j; k. c > 0)": "a closure is written closure(x; z. F)[x,z]",
    "forall i. closure(j; k. c > 0)[i,i]": "i is an index along d; an index along m is needed there",
    "closure(j; v. c > 0)[j,v]": "closure is of a square",
    "rank(j; i. S[j,j]) = 1": "j is an index along m; an index along V is needed there",
    "forall set T of j | size 1. T[j]": "j is defined nowhere above; it is a letter of m, which "
    "`forall j.` or `sum j.` binds",
    "forall set T of j | size 1. forall v. T[v]": "v is an index along V; an index along m is needed there",
    "forall set T of j | size (c > 0). c > 0": "c > 0 is a formula; a number is needed there",
    "solvable D[v,i]. c": "c is a number; a formula is needed there",
    "(shortest D[v,i] with D = 0) = W": "a point stands alone: let NAME = shortest D[v,i] with D = 0",
    "some D[y]. c > 0": "y is the letter of no axis",
    "D > 0": "D is defined nowhere above",
    "Data > 0": "Data is defined nowhere above",
    "(forall j. c > 0) and j = j": "j is defined nowhere above",
    "W^2 > 0": None,
    "sum j. S[j,next[j]] > 0": "S[j,next[j]] is a formula; a number is needed there",
}


@pytest.mark.parametrize("text", [text for text in FORMULAS if FORMULAS[text]])
def test_an_error_says_what_is_needed(text: str) -> None:
    with pytest.raises(BookError) as told:
        core(text)
    assert FORMULAS[text] in str(told.value)


@pytest.mark.parametrize("text", [text for text in FORMULAS if not FORMULAS[text]])
def test_whole_tensors_are_compared_entry_by_entry(text: str) -> None:
    core(text)


MEANT = {
    "W = W": "true",
    "W != W": "false",
    "W - W = 0": "true",
    "2 * W - W = W": "true",
    "W != 2 * W": "true",
    "(W + W) / 2 = W": "true",
    "-W = (-1) * W": "true",
    "W^2 = W * W": "true",
    "W * W >= 0": "true",
    "abs(W) >= W": "true",
    "exp(W) > 0": "true",
    "W > 0": "false",
    "(if c > 0 then W else 0 * W) = W": "true",
    "l(W) = l(W + 0)": "true",
    "l(2 * W) = 2 * l(W)": "true",
    "(sum j. l(W)[j,next[j]]) = (sum j. sum i. W[next[j],i] * h[j,i])": "true",
    "lifted(0) = lifted(c) - c": "true",
    "dot(W, W) = norm(W)^2": "true",
    "dot(l(W), l(W)) = norm(l(W))^2": "true",
    "dot(1, W) = (sum v i. W[v,i])": "true",
    "forall j. next[j] = next[j]": "true",
    "exists j k. next[j] != next[k]": "true",
    "forall j k. j < k iff k > j": "true",
    "forall j k. j <= k iff not j > k": "true",
    "(sum j k | j < k. 1) = 1": "true",
    "m = 2 and V = 3 and d = 2": "true",
    "loss is log": "true",
    "loss = loss": "true",
    "loss is linear": "false",
    "forall j. (sum k | k != j. 1) = 1": "true",
}


@pytest.mark.parametrize("text", MEANT)
def test_what_is_meant(text: str) -> None:
    assert said(text) == MEANT[text]


# Items after the toy's, and what is said of them.
ITEMS = {
    "let c = 1": "the name c is taken",
    "let S[j,v] = c > 0": "the name S is taken",
    "let j = 1": "the name j is taken",
    "let m = 1": "the name m is taken",
    "let x[j,j] = 1": "an index stands twice in [j,j]",
    "let x(A[v], A[i]) = 1": "the argument A stands twice",
    "let x(sum) = 1": "the argument sum is a word of the language",
    "let sum = 1": "'sum' is a word of the language, which cannot be a name",
    "given Other: to[j]": "'to' is a word of the language, which cannot be a name",
    "axes e: is": "'is' is a word of the language, which cannot be a name",
    "axes e: c": "the name c is taken",
    "axes e: e": "e is an axis and one of its letters; give them two names",
    "given Dekoding": "Dekoding is no type yet; did you mean Decoding? a new one has fields: given",
    "given Other": "Other is no type yet; a new one has fields: given Other: x[j]",
    "given Data\nlet y = W": "write `given Decoding` above, or `on Decoding` in a claim",
    "let x(j) = exists v. S[j,v]": "an index along m is needed there; an index of a definition stands in []",
    **dict.fromkeys(("let x(A[y]) = 1", "let x[y] = 1"), "y is the letter of no axis"),
    "let x": "a definition is written: NAME(M[v,i])[j,v] = ...",
    "let 3x = 1": "a definition is written: NAME(M[v,i])[j,v] = ...",
    "let x =": "a name is expected; 'the end' is no name",
    "let x = x": "x is defined nowhere above",
    "let x[j] = shortest D[v,i] with D = 0": "a point takes its axes from its unknown: let NAME = shortest",
    "let x = shortest D[v,i] with c": "c is a number; a formula is needed there",
    "let x = closest D[v,i] to h with D = 0": "h has the axes m d; V d are needed there",
    "let x = minimiser D[v,i] of (D > 0)": "D > 0 is a formula; a number is needed there",
    "given Other < Nothing: x": "a type is written: given NAME [< PARENT]: h[j,i], n[j,v]",
    "given Data: x": "the type Data has its fields already",
    "given Other < Data: x, x": "the name x is taken",
    "given Other < Data: c": "the name c is taken",
    "given Other: S": "the name S is taken",
    "given Other: m": "the name m is taken",
    "given Other: x real": "cannot read the field 'x real': NAME[j,i] [natural | in AXIS",
    "given Other: x[y]": "y is the letter of no axis",
    "given Other: x\nlet y = c": "c is defined nowhere above",
    "given Other: x\nlet y = sum j. x": "Other has no field along m, so that m has no size; is a "
    "`given` with such a field missing above?",
    "given Other: x[j]\nlet y[j] = m + V": "Other has no field along V, so that V has no size",
    "given Other: x[j]\nlet y = solvable D[v,i]. D = 0": "Other has no field along V, so that V has no size",
    "given Other: x\nlet y[j,v] = S[j,v]": "S is defined for Data in line 5, and Other is none",
    "axes e: j": "the letter j has two axes",
    "axes e: f'": "f' runs where f does: name f as a letter of e too, or take another letter",
    "axes e: f g2": "g2 runs where g does: name g as a letter of e too, or take another letter",
    "demand c": "c is a number; a formula is needed there",
    "lemma x": "no item starts with 'lemma'; they are book, axes, given, demand, let, assume, ",
    "Let x = 1": "no item starts with 'Let'; they are book, axes, given, demand, let, assume, ",
    "assume good = c > 0\n    says  c": 'an assumption is written: assume NAME "CITATION" = FORMULA',
    'assume good "here" = c > 0': "the assumption good needs a line `says`",
    'assume good "here" = c\n    says  c': "the assumption good is no formula",
    "trajectory x from 0 by x": "a trajectory is written: trajectory W_k[v,i] along k from W0 by",
    "trajectory x along c from 0 by x": "the name c is taken",
    "trajectory c along t from 0 by c": "the name c is taken",
    "trajectory x[v,i] along t from h by x": "h has the axes m d and stands without indices",
    "let y = 1\ntrajectory x along y from 0 by x": "the name y is taken",
    "path x[v,i] along B minimises norm(M)": "a path is written: path W_B[v,i] along B minimises CE(M)",
    "path x[v,i] along B minimises norm(M) over M[i,v]": "x and M, of which it is made, have other axes",
    "trajectory x along t from 0 by x\nlet y = x + 1": "x runs along a sequence; it stands in a `limit` only",
    'book of-two "Two"': 'a book opens with: book KEY "TITLE", where KEY is one word without hyphens',
}


@pytest.mark.parametrize("items", ITEMS)
def test_an_item_that_does_not_fit_is_named_with_its_file_and_line(items: str) -> None:
    with pytest.raises(BookError) as told:
        book(items)
    message = str(told.value)
    assert ITEMS[items] in message
    first = TEXT.count("\n") + 1
    line = first + (items.count("\n") if "\n" in items and "says" not in items else 0)
    assert message.startswith(f"toy.book, line {line}: ")
    assert message.count("\n") == 2 if "^" in message else 1
    assert message.split("\n")[1].strip() in "\n".join([*items.split("\n"), "book "])


def test_names_of_a_type_are_known_in_what_is_derived_from_it() -> None:
    book("given Scaled < Decoding: gamma\nlet x = gamma * c * dot(W, W)\nlet y[j,v] = S[j,v]")


def test_a_type_is_opened_again_by_its_name() -> None:
    found = book("given Other: x\ngiven Decoding\nlet y = norm(W)")
    assert found.lets["y"].given == "Decoding"


def test_an_inner_name_hides_an_outer_one() -> None:
    assert said("y(3) = 3 and c = 5 / 3", items="let y(c) = c") == "true"
    assert (
        said("(sum k. y(l(W))[k]) = (sum j v. l(W)[j,v])", items="let y(h[j,v])[j] = sum v. h[j,v]") == "true"
    )


@pytest.mark.parametrize("paper", PAPERS)
def test_reading_a_book_again_gives_the_same_cores(paper: str) -> None:
    """Every line of the papers' books keeps its kind and axes when its own tree is checked again."""
    found = papers_book(paper)
    for claim in found.claims.values():
        if claim.tree:
            found.given, found.local = claim.given, claim.locals
            assert found.meaning.formula(claim.tree, Scope(limit=claim.kind == "limit"))[0] == claim.core[0]


def test_a_message_about_a_long_formula_is_short() -> None:
    long = " + ".join(["c"] * 80)
    with pytest.raises(BookError) as told:
        core(f"({long}) and c > 0")
    assert len(str(told.value)) < 120
    assert tree(long)


LINEAR = 'book toy "A toy"\nuse ntpcheck.linear\n'
THEIRS = "it is one in types of ntpcheck.linear; write `given TYPE` with such a type above\n"
# Items after `use ntpcheck.linear`, and the whole of what is said.
USING = {
    "axes V: c": "line 3: the axis V belongs to ntpcheck.linear; take another name\n    axes V: c",
    "axes R: v i\ngiven Mine: x[v]\ngiven Decoding\nlet y = sum v. softmax(W)[j,v]": (
        "line 6: the letter v is of this book's axis R and of the axis V of ntpcheck.linear; give R another "
        "letter\n    let y = sum v. softmax(W)[j,v]"
    ),
    "axes R: c\ngiven Mine: x[c]\nlet y = sum v. x[c]": (
        f"line 5: v is the letter of no axis; there are c over R; {THEIRS}"
        "    let y = sum v. x[c]\n                ^"
    ),
    "given Mine: x[v]": (
        f"line 3: v is the letter of no axis; {THEIRS}    given Mine: x[v]\n                  ^"
    ),
    'claim toy/a "1" on Datset\n    says  so\n    formula  H > 0': (
        'line 3: Datset is no type; did you mean Dataset?\n    claim toy/a "1" on Datset'
    ),
    'claim toy/a "1" on Decoding\n    says  Wm so\n    assuming  seperable\n    formula  H > 0': (
        "line 5: seperable is defined nowhere above; did you mean separable?\n"
        "    assuming  seperable\n              ^^^^^^^^^"
    ),
    'claim toy/a "1" on Decoding\n    says  so\n    formula  H > 0 and\n        norm(Wm) > 0': (
        "line 6: Wm is defined nowhere above; did you mean Wmm?\n    norm(Wm) > 0\n         ^^"
    ),
    'claim toy/a "1" on Decoding\n    says  so\n    formula  H > 0 and\n        norm(W) >> 0': (
        "line 6: a name is expected; '>' is no name, before '> 0 the end'\n    norm(W) >> 0\n             ^"
    ),
    'claim toy/a "1" on Decoding\n    says  so\n    formula  H > 0 and\n        np.exp(H) > 0': (
        "line 6: cannot read 'np.exp(H) > 0': functions stand alone: exp(x), log(x), sqrt(x), abs(x)\n"
        "    np.exp(H) > 0\n    ^"
    ),
    'claim toy/a "1" on Decoding\n    says  so\n    formula  exp(H)': (
        "line 5: exp(H) is a number; a formula is needed there\n    formula  exp(H)"
    ),
}


@pytest.mark.parametrize("items", USING)
def test_an_error_shows_its_line_and_where_it_is(items: str) -> None:
    with pytest.raises(BookError) as told:
        book(items, head=LINEAR)
    assert str(told.value) == f"toy.book, {USING[items]}"


def test_an_own_letter_stays_free_where_no_used_type_asks_for_it() -> None:
    lets = book("axes R: s\ngiven A: x[s]\nlet y = sum s. x[s]", head=LINEAR).lets
    assert lets["y"].core[1] == (("s", "R"),)
