"""The digest: the same for two spellings of a statement, another for another statement."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ntpcheck.verifier.language import claims
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import digest
from ntpcheck.verifier.language.words import BookError
from ntpcheck.verifier.shared import premises
from tests.verifier import toys
from tests.verifier.toys import PAPERS, papers_book

TEXT = """book toy "A toy"
axes m: j k; V: u v z; d: i a b
given Data: h[j,i] from embeddings, n[j,v] natural from counts, next[j] in V, c,
        loss one of linear log
demand forall j. exists v. n[j,v] > 0
let S[j,v] = n[j,v] > 0
let l(M[v,i])[j,v] = sum i. M[v,i] * h[j,i]
let flat(M[v,i]) = forall j u v | S[j,u] and S[j,v]. l(M)[j,u] = l(M)[j,v]
let Wmm = shortest D[v,i] with flat(D)
let unused = norm(Wmm)
assume some-out "Section 2" = exists j v. not S[j,v]
    says  some token is out
given Decoding < Data: W[v,i]
trajectory W_t[v,i] along t from W by W_t - c * l0(W_t)
assume flat-W "(3)" = flat(W)
    says  W is level
claim toy/a "(1)" on Decoding
    says      words
    assuming  some-out, flat-W
    where     worst = max j v | not S[j,v]. l(W)[j,v]
    asked when  c > 0
    undefined when  Wmm = 0
    formula   worst <= c * norm(Wmm) + 1/4 and (exists j. next[j] != next[j]) or loss is log
claim toy/b "(2)" on Decoding
    says      words
    limit     forall j v. tends(l(W_t)[j,v], 0) and (growing R. tends(R * c, infinity))
claim toy/c "(3)" on Decoding
    says      words
    recorded  a recipe
""".replace("trajectory", "let l0(M[v,i])[v,i] = sum j. l(M)[j,v] * h[j,i]\ntrajectory")


def digests(text: str) -> dict[str, str]:
    book = Book(text)
    return {name: digest(book, claim) for name, claim in book.claims.items()}


SAME = {
    "a comment": ("let unused", "# a comment\nlet unused"),
    "spaces": ("worst <= c * norm(Wmm)", "worst <=    c * norm( Wmm )"),
    "a line break": ("+ 1/4 and", "+ 1/4\n        and"),
    "parentheses": ("c * norm(Wmm) + 1/4", "((c * norm(Wmm)) + (1/4))"),
    "a bound letter": ("max j v | not S[j,v]. l(W)[j,v]", "max k u | not S[k,u]. l(W)[k,u]"),
    "a letter with a number": ("exists j. next[j] != next[j]", "exists j7. next[j7] != next[j7]"),
    "a letter of a head": ("let S[j,v] = n[j,v] > 0", "let S[k,z] = n[k,z] > 0"),
    "an argument": ("let l0(M[v,i])[v,i] = sum j. l(M)", "let l0(X[v,i])[v,i] = sum j. l(X)"),
    "an unknown": ("shortest D[v,i] with flat(D)", "shortest X[u,a] with flat(X)"),
    "a growing number": ("growing R. tends(R * c", "growing Q. tends(Q * c"),
    "the citation": ('toy/a "(1)"', 'toy/a "(99)"'),
    "the words": ("says      words", "says      other words"),
    "a reading": ("    asked when", "    reading  so\n    asked when"),
    "a flag": ("    asked when", "    hedge\n    asked when"),
    "an unused definition": ("let unused = norm(Wmm)\n", ""),
    "an unused definition's text": ("let unused = norm(Wmm)", "let unused = norm(Wmm) + 1"),
    "the title": ('"A toy"', '"Another"'),
    "the order of assumptions": ("assuming  some-out, flat-W", "assuming  flat-W, some-out"),
    "the order of fields": ("next[j] in V, c,", "c, next[j] in V,"),
}


def renamed(text: str, name: str) -> str:
    return re.sub(rf"(?<![\w'-]){re.escape(name)}(?![\w'-])", f"{name}-2", text)


@pytest.mark.parametrize("what", SAME)
def test_another_spelling_has_the_same_digest(what: str) -> None:
    old, new = SAME[what]
    assert old in TEXT
    assert digests(TEXT.replace(old, new)) == digests(TEXT)


@pytest.mark.parametrize("name", ["S", "l", "flat", "Wmm", "worst", "some-out", "flat-W", "l0", "unused"])
def test_a_definition_s_name_does_not_matter(name: str) -> None:
    assert digests(renamed(TEXT, name)) == digests(TEXT)


def test_a_field_s_own_name_does_not_matter_where_its_source_is_told() -> None:
    assert digests(re.sub(r"\bh\[", "g[", TEXT)) == digests(TEXT)


def test_the_order_of_definitions_does_not_matter() -> None:
    one, other = "let S[j,v] = n[j,v] > 0\n", "let l(M[v,i])[j,v] = sum i. M[v,i] * h[j,i]\n"
    assert digests(TEXT.replace(one + other, other + one)) == digests(TEXT)


def test_the_order_of_demands_does_not_matter() -> None:
    first, more = "demand forall j. exists v. n[j,v] > 0\n", "demand c > 0\n"
    assert digests(TEXT.replace(first, first + more)) == digests(TEXT.replace(first, more + first))


def test_what_is_defined_in_place_has_another_name_but_what_is_local_has_not() -> None:
    shared = TEXT.replace("    where     worst = max", "let worst = max", 1)
    moved = shared.split("let worst = ")[1].split("\n")[0]
    text = TEXT.replace(f"    where     worst = {moved}\n", "")
    text = text.replace("claim toy/a", f"let worst = {moved}\nclaim toy/a")
    assert digests(text) == digests(TEXT)


# What is altered, and the claims whose statement it alters: a, b or c.
OTHER = {
    "strictness": ("worst <= c", "worst < c", "a"),
    "a flipped comparison": ("worst <= c", "worst >= c", "a"),
    "a constant": ("1/4", "1/5", "a"),
    "a sign": ("norm(Wmm) + 1/4", "norm(Wmm) - 1/4", "a"),
    "and for or": ("and (exists j.", "or (exists j.", "a"),
    "a quantifier": ("(exists j. next", "(forall j. next", "a"),
    "another letter": ("l(W)[j,v]\n", "l(W)[j,next[j]]\n", "a"),
    "an index set": ("max j v | not S[j,v]", "max j v | S[j,v]", "a"),
    "an index set left out": ("max j v | not S[j,v].", "max j v.", "a"),
    "least for largest": ("worst = max", "worst = min", "a"),
    "a word of a field": ("loss is log", "loss is linear", "a"),
    "an assumption dropped": ("some-out, flat-W", "some-out", "a"),
    "an assumption's formula": ("= exists j v. not S[j,v]", "= forall j. exists v. not S[j,v]", "a"),
    "what it is asked for": ("asked when  c > 0", "asked when  c >= 0", "a"),
    "what it is asked for, left out": ("    asked when  c > 0\n", "", "a"),
    "where it is undefined": ("undefined when  Wmm = 0", "undefined when  W = 0", "a"),
    "where it is undefined, left out": ("    undefined when  Wmm = 0\n", "", "a"),
    "a demand": ("exists v. n[j,v] > 0\n", "exists v. n[j,v] >= 0\n", "abc"),
    "a demand more": ("let S", "demand c > 0\nlet S", "abc"),
    "a demand of the derived type": ("assume flat-W", "demand W != 0\nassume flat-W", "abc"),
    "a field's kind": ("next[j] in V, c,", "next[j] in V, c natural,", "abc"),
    "a field's source": ("from counts", "from numbers", "abc"),
    "a field's axes": ("next[j] in V, c,", "next[j] in V, c, e[j],", "abc"),
    "a field's words": ("one of linear log", "one of log linear", "abc"),
    "a definition used": ("sum i. M[v,i] * h[j,i]", "sum i. h[j,i] * M[v,i]", "ab"),
    "a definition used by a definition": ("S[j,u] and S[j,v]. l(M)", "S[j,u]. l(M)", "a"),
    "a point's constraints": ("D[v,i] with flat(D)", "D[v,i] with flat(D) and D >= 0", "a"),
    "a trajectory's step": ("W_t - c * l0", "W_t + c * l0", "b"),
    "a trajectory's start": ("along t from W by", "along t from 2 * W by", "b"),
    "a limit's value": ("tends(l(W_t)[j,v], 0)", "tends(l(W_t)[j,v], 1)", "b"),
    "a limit's sign": ("tends(R * c, infinity)", "tends(R * c, -infinity)", "b"),
    "a quantifier of a limit": ("forall j v. tends", "exists j v. tends", "b"),
    "why it is recorded": ("recorded  a recipe", "recorded  a statistic", "c"),
}


@pytest.mark.parametrize("what", OTHER)
def test_another_statement_has_another_digest(what: str) -> None:
    old, new, altered = OTHER[what]
    assert old in TEXT
    before, after = digests(TEXT), digests(TEXT.replace(old, new))
    assert {name for name in before if before[name] != after[name]} == {f"toy/{x}" for x in altered}


def test_dropping_assumptions_gives_other_digests() -> None:
    book = Book(TEXT)
    claim = book.claims["toy/a"]
    found = [
        digest(book, claim, dropped) for dropped in ((), ("some-out",), ("flat-W",), ("some-out", "flat-W"))
    ]
    assert len(set(found)) == 4
    shorter = Book(TEXT.replace("some-out, flat-W", "flat-W"))
    assert digest(shorter, shorter.claims["toy/a"]) == found[1]


def test_names_that_hide_others_are_told_apart() -> None:
    """Two formulas that differ only in which of two bound reals is meant."""
    end = "    formula   some X[v,i]. (some X[v,i]. X = 0) and (some Y[v,i]. {} != W)\n"
    head = TEXT + 'claim toy/d "(4)" on Decoding\n    says  words\n'
    inner = "    formula   some X. some Y. some X. some Z. {} > {}\n"
    found = [digests(head + end.format(x))["toy/d"] for x in "XY"]
    found += [digests(head + inner.format(x, y))["toy/d"] for x in "XYZ" for y in "XYZ" if x != y]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("paper", PAPERS)
def test_no_two_claims_of_a_paper_differ_by_name_alone(paper: str) -> None:
    """Equal digests are claims with the same statement: their formulas read the same."""
    book = papers_book(paper)
    by: dict[str, set[str]] = {}
    for claim in book.claims.values():
        if claim.kind != "recorded":
            by.setdefault(digest(book, claim), set()).add(claim.kind)
    assert all(len(kinds) == 1 for kinds in by.values())
    assert len(by) > 150


EDITS = [
    (r"(?<= )<= ", "< "),
    (r"(?<= )>= ", "> "),
    (r"(?<= )< (?!\w+:)", "<= "),
    (r"(?<= )> ", ">= "),
    (r"\b2\b", "3"),
    (r"\bforall (?!set)", "exists "),
    (r"\bexists ", "forall "),
    (r"\bmax (?!\()", "min "),
    (r"(?<= )\+ ", "- "),
    (r" and ", " or "),
]


@pytest.mark.parametrize("paper", PAPERS)
def test_an_edit_of_a_line_is_seen_by_all_that_use_it(paper: str) -> None:
    """Edits of single definitions and formulas, on the paper's own lines."""
    book = papers_book(paper)
    before = {name: digest(book, claim) for name, claim in book.claims.items()}
    rng = Random(5)
    lines = book.text.split("\n")
    places = [
        (k, match.start(), match.end(), new)
        for k, line in enumerate(lines)
        if re.match(r"(let|demand|    formula)\b", line)
        for pattern, new in EDITS
        for match in re.finditer(pattern, line.split("#")[0])
    ]
    seen = 0
    for k, start, end, new in rng.sample(places, 6):
        edited = [*lines[:k], lines[k][:start] + new + lines[k][end:], *lines[k + 1 :]]
        try:
            other = Book("\n".join(edited), book.key)
        except BookError:  # what the edit makes may be no statement
            continue
        changed = [name for name, claim in other.claims.items() if digest(other, claim) != before[name]]
        seen += 1
        if lines[k].startswith("    formula"):
            assert changed, edited[k]
    assert seen >= 2


def test_definitions_that_share_the_first_digits_of_their_digests_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Someone who tries many can find two of which twelve digits are the same."""
    plain = claims.hashlib.sha256

    def alike(said: bytes) -> Any:
        return SimpleNamespace(hexdigest=lambda: "0" * 12 + plain(said).hexdigest()[12:])

    monkeypatch.setattr(claims, "hashlib", SimpleNamespace(sha256=alike))
    shelf = toys.book("let one(D[v,i]) = norm(D)\nlet other(D[v,i]) = 2 * norm(D)\n")
    here = toys.world(shelf=shelf)
    first, second = (toys.core(f"{name}(W) > 0", shelf) for name in ("one", "other"))
    assert premises.same(here, first, first)
    assert not premises.same(here, first, second)
