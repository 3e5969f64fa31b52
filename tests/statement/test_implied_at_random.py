"""Random formulas with random edits: what is seen to follow has a value and holds wherever its line does."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from ntpcheck.statement.editing.edits import View, changes
from ntpcheck.statement.following.implied import reads_no_more, surroundings
from ntpcheck.statement.knowing.cores import Written, put
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope
from ntpcheck.verifier.language.words import BookError

BOOK = Book("""book toy "A toy"
axes m: j k
given Data: h[j], w[j], n[j] natural, c, e, x
let big[j] = h[j] > w[j]
let power(t) = exp(t) - t^2
assume small "(1)" = c < 1
    says  words
assume share "(1)" = 0 < e < 1
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  small, share
    formula   x > 0
""")
FORMULAS, INSTANCES = 30, 30


LEAVES = ("1", "2", "c", "e", "x", "h[j]", "w[k]", "n[j]", "norm(h)", "1/2", "dot(h + w, w)", "dot(h, 2 * w)")


def number(source: random.Random, deep: int) -> str:
    if deep <= 0 or source.random() < 0.25:
        return source.choice(LEAVES)
    one, other = number(source, deep - 1), number(source, deep - 1)
    return source.choice([
        f"({one} + {other})", f"({one} - {other})", f"({one}) * ({other})", f"({one}) / (1 + exp({other}))",
        f"({one})^2", f"({one})^3", f"exp({one})", f"abs({one})", f"(sum k2 | h[k2] > 0. ({one}) * n[k2])",
        f"max(({one}), ({other}))", f"power({one})", f"(1 - {one}) * ({other})", f"({one}) / ({other})",
        f"sqrt({one})", f"(if x > 0 then ({one}) else ({other}))", f"(max j2. ({one}) * w[j2])",
        f"((sum k4. ({one}) * n[k4]) - ({one}) * n[k])", "exp(w[j]) / (sum k5 | big[k5]. exp(w[k5]))",
        f"(m * exp(({one})^2) * (sum k7. exp(({other})^2)) - 1)", f"(exp(-({one})^2) - m * exp(-({one})^2))",
        f"((max j4. (h[j4] - ({one}))) - (h[k] - ({one})))", "n[j] / (sum k6. n[k6])",
        f"(exp(({one}) - 1) / (sum k8. exp(h[k8] - ({other}))))", "(exp(h[k]) / (sum k8. exp(h[k8])))",
        f"(sum k9 | k9 != k and big[k9]. ({one}) * (h[k9] - h[k]))", "(max k9 | n[k9] > 0. n[k9])",
        f"((sum k9 | big[k9]. exp(-e * ({one}) - h[k9])) * exp(e * ({one})))", f"e * ({one})",
        f"(sum k9 | k9 != k. ({one}) * (h[k9] - h[k])^2)", "(sum k9 | big[k9]. exp(-h[k9]))",
        "(sum k9 | big[k9]. h[k9] * w[k9])", "((max j5. abs(h[j5])) * (sum k5. abs(w[k5])) - dot(h, w))",
        "((max j5 | big[j5]. abs(w[j5])) * (sum k5. n[k5]) - (sum k5. w[k5] * n[k5]))",
    ])  # fmt: skip


def formula(source: random.Random, deep: int) -> str:
    if deep <= 0:
        return f"({number(source, 2)} {source.choice(['<', '<=', '>', '>=', '=', '!='])} {number(source, 2)})"
    one, other = formula(source, deep - 1), formula(source, deep - 1)
    return source.choice([
        f"({one} and {other})", f"({one} or {other})", f"({one} implies {other})", f"(not {one})",
        f"(forall j3 | big[j3] and {one}. {other})", f"(exists j3 | h[j3] > 0. {one})", one, one,
        f"(forall j3 | big[j3]. exists j4 | n[j4] < 0 and h[j3] > 0. {one})",
    ])  # fmt: skip


def instances(source: random.Random) -> list[World]:
    found: list[World] = []
    for _ in range(INSTANCES):
        size = source.choice((1, 2, 3))
        grid = [Fraction(k, 2) for k in range(-4, 5)]
        fields = {name: [source.choice(grid) for _ in range(size)] for name in ("h", "w")}
        fields |= {"n": [Fraction(source.choice((0, 1, 2))) for _ in range(size)], "x": source.choice(grid)}
        fields |= {
            "c": source.choice((-3, 0, Fraction(1, 2))),
            "e": source.choice((Fraction(1, 9), Fraction(3, 4))),
        }
        found.append(World(BOOK, "Data", {"m": size}, fields, {}))
    return found


def value(world: World, core: object, env: dict[str, int]) -> bool | str | None:
    """None where it is not decided, and why it has no value where it has none."""
    allow(100_000)
    try:
        return world.ask(core, env)
    except (Undecided, TooMuch):
        return None
    except Undefined as problem:
        return str(problem)


@pytest.mark.share(4)
@pytest.mark.parametrize("part", range(4))
def test_what_is_seen_to_follow_holds_where_its_line_does(part: int) -> None:
    seed = random.SystemRandom().randrange(10**9)
    source = random.Random(seed)
    scope, claim, followed = Scope({"j": "m", "k": "m"}), BOOK.claims["toy/one"], 0
    BOOK.given = claim.given
    for _ in range(FORMULAS):
        tree = Parser(formula(source, 2)).whole()
        edits = list(changes(View(BOOK), tree))
        for _, other in source.sample(edits, min(6, len(edits))):
            known = surroundings(BOOK, claim, Written(BOOK))
            try:
                cores = [put(BOOK.meaning.formula(t, scope), {}, known.written.fresh) for t in (tree, other)]
            except BookError:
                continue
            if not (reads_no_more(known, *cores) and known.follows(*cores)):
                continue
            followed += 1
            for world in instances(source):
                env = {name: source.randrange(world.sizes["m"]) for name in ("j", "k")}
                if value(world, cores[0], env) is True:
                    said = value(world, cores[1], env)
                    assert said in (True, None), f"seed {seed}, part {part}: {tree} does not give {other}"
    assert followed > 10
