"""Three-valued logic, and where a part that has no value leaves the whole without one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.intervals import (
    PRECISIONS,
    Undecided,
    Undefined,
    allow,
    leave_open,
    precision,
    working,
)
from ntpcheck.verifier.instance.world import World
from tests.verifier.toys import DATA, plain, said

ATOMS = (True, False, None, "undefined")
Core = tuple[Any, ...]


class Told(World):
    """A world whose atoms say what they are told to say."""

    def formula(self, e: Core, env: dict[str, Any]) -> bool | None:
        if e[0] != "atom":
            return super().formula(e, env)
        value = e[1][env["j"]] if "j" in env else e[1][0]
        if value == "undefined":
            raise Undefined
        return value


def told(core: Core) -> bool | str:
    """True, false, undecided or undefined, at one precision."""
    allow(100_000)
    sizes, fields = files.instance(plain(), "Data", DATA)
    asked = Told(plain(), "Data", sizes, fields, {})
    asked.reset(64)
    try:
        found = asked.formula(core, {})
    except Undecided:
        return "undecided"
    except Undefined:
        return "undefined"
    return "undecided" if found is None else found


def refined(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """All ways to replace what is not decided by true and false."""
    yield from product(*((True, False) if value is None else (value,) for value in values))


def atom(*values: Any) -> Core:
    return ("atom", values)


SHAPES = {
    "not a": lambda a, b, c: ("not", atom(a)),
    "a and b": lambda a, b, c: ("and", atom(a), atom(b)),
    "a or b": lambda a, b, c: ("or", atom(a), atom(b)),
    "a implies b": lambda a, b, c: ("implies", atom(a), atom(b)),
    "a iff b": lambda a, b, c: ("iff", atom(a), atom(b)),
    "if a then b else c": lambda a, b, c: ("if", atom(a), atom(b), atom(c)),
    "a and b and c": lambda a, b, c: ("and", ("and", atom(a), atom(b)), atom(c)),
    "a or b or c": lambda a, b, c: ("or", ("or", atom(a), atom(b)), atom(c)),
    "a and (b or c)": lambda a, b, c: ("and", atom(a), ("or", atom(b), atom(c))),
    "a implies b implies c": lambda a, b, c: ("implies", atom(a), ("implies", atom(b), atom(c))),
    "not a or b and c": lambda a, b, c: ("or", ("not", atom(a)), ("and", atom(b), atom(c))),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_not_decided_is_left_open(shape: str) -> None:
    """Whatever is said holds for each way in which the parts that are open may turn out."""
    for values in product(ATOMS, repeat=3):
        found = told(SHAPES[shape](*values))
        outcomes = {told(SHAPES[shape](*one)) for one in refined(values)}
        assert None not in values or found == "undecided" or outcomes == {found}, values
        if found == "undefined":
            assert outcomes == {"undefined"}, values


TABLE = [
    ("and", True, "undefined", "undefined"),
    ("and", False, "undefined", False),
    ("and", "undefined", False, "undefined"),
    ("and", None, False, False),
    ("and", None, "undefined", "undecided"),
    ("and", None, True, "undecided"),
    ("or", True, "undefined", True),
    ("or", False, "undefined", "undefined"),
    ("or", None, True, True),
    ("or", None, False, "undecided"),
    ("implies", False, "undefined", True),
    ("implies", True, "undefined", "undefined"),
    ("implies", True, False, False),
    ("implies", None, True, True),
    ("implies", None, False, "undecided"),
    ("iff", True, None, "undecided"),
    ("iff", False, False, True),
    ("iff", False, "undefined", "undefined"),
]


@pytest.mark.parametrize(("kind", "a", "b", "expected"), TABLE)
def test_connectives_are_read_from_left_to_right(kind: str, a: Any, b: Any, expected: Any) -> None:
    assert told((kind, atom(a), atom(b))) == expected


@pytest.mark.parametrize("kind", ["forall", "exists"])
def test_quantifiers_leave_open_what_is_not_decided(kind: str) -> None:
    """With guard and body told for each of two indices."""
    for values in product(ATOMS, repeat=4):
        core = (kind, (("j", "m"),), atom(*values[:2]), atom(*values[2:]))
        outcomes = {told((kind, (("j", "m"),), atom(*one[:2]), atom(*one[2:]))) for one in refined(values)}
        found = told(core)
        if found == "undefined":
            assert outcomes == {"undefined"}, values
        elif found != "undecided":
            assert outcomes == {found}, values


STOPS = [
    (None, ("settled", "undefined"), "settled"),
    (None, ("other", "undefined"), "undefined"),
    (None, (None, "settled"), "settled"),
    (None, (None, "other"), "undecided"),
    ((False, False), ("undefined", "undefined"), "other"),
    ((None, True), ("settled", "other"), "undecided"),
    ((None, True), ("other", "other"), "other"),
    ((None, True), ("undefined", "settled"), "undecided"),  # the first may be asked for, and have no value
    ((None, True), ("undefined", "other"), "undecided"),
]


@pytest.mark.parametrize("kind", ["forall", "exists"])
@pytest.mark.parametrize(("guard", "body", "expected"), STOPS)
def test_quantifiers_stop_where_they_are_settled(kind: str, guard: Any, body: Any, expected: str) -> None:
    means = {"settled": kind == "exists", "other": kind != "exists"}
    values = [means.get(value, value) for value in body]
    core = (kind, (("j", "m"),), guard and atom(*guard), atom(*values))
    assert told(core) == means.get(expected, expected)


# Definedness, in the book's own words. The instance has 2 contexts and 3 tokens; two of the counts are 0.
DEFINED = {
    "1 / 0 = 1": "undefined",
    "0 / 0 = 0": "undefined",
    "1 / (c - c) > 0": "undefined",
    "log(0) = 0": "undefined",
    "log(-1) < 0": "undefined",
    "log(c - c) < 0": "undefined",
    "sqrt(-1) = 0": "undefined",
    "sqrt(0) = 0": "true",
    "sqrt(c - c) = 0": "true",
    "(max j | c < 0. 1) > 0": "undefined",
    "(min j | c < 0. 1) > 0": "undefined",
    "(sum j | c < 0. 1) = 0": "true",
    "0 * (1 / 0) = 0": "undefined",
    "1 / (exp(1) - exp(1)) > 0": "undefined",
    "1 / (sqrt(2) * sqrt(2) - 2) > 0": "undefined",
    "log(log(2) - log(2)) > 0": "undefined",
    "c > 0 or 1 / 0 > 0": "true",
    "1 / 0 > 0 or c > 0": "undefined",
    "c < 0 and 1 / 0 > 0": "false",
    "c < 0 implies 1 / 0 > 0": "true",
    "c > 0 implies 1 / 0 > 0": "undefined",
    "not 1 / 0 > 0": "undefined",
    "(if c > 0 then 1 else 1 / 0) = 1": "true",
    "(if c > 0 then 1 / 0 else 1) = 1": "undefined",
    "forall j v | S[j,v]. log(n[j,v]) >= 0": "true",
    "forall j v. log(n[j,v]) >= 0": "undefined",
    "exists j v. log(n[j,v]) >= 0": "true",
    "exists j v. log(n[j,v]) < 0": "undefined",
    "(sum j v | S[j,v]. log(n[j,v])) = log(6)": "true",
    "(sum j v. if S[j,v] then log(n[j,v]) else 0) = log(6)": "true",
    "(max j v | S[j,v]. 1 / n[j,v]) = 1": "true",
    "(max j v. 1 / n[j,v]) = 1": "undefined",
    "max(1, 1 / 0) = 1": "undefined",
    "0^0 = 1": "true",
    "(c - c)^0 = 1": "true",
    "y(1) = 1": "true",
    "y(0) = 0": "undefined",
    "w(0) = 2": "true",
    "norm(p) = 0": "undefined",
    "(forall set T of j | size 3. 1 / 0 > 0)": "true",
    "(forall set T of j | size 1 / 2. 1 / 0 > 0)": "true",
    "(forall set T of j | size -1. 1 / 0 > 0)": "true",
    "(forall set T of j | size 0. forall j. not T[j])": "true",
    "(forall set T of j | size 2. forall j. T[j])": "true",
    "(forall set T of j | size 1. (sum j | T[j]. 1) = 1)": "true",
    "(forall set T of j | size 1. forall j. T[j])": "false",
    "psd(a; b. a2[a,b])": "undecided",
    "largest(a; b. a2[a,b]) > 0": "undecided",
    "psd(a; b. if a = b then 1 / 0 else 0)": "undefined",
}
ITEMS = """let y(x) = x / x
let w(x) = 2
let p[j,v] = 1 / n[j,v]
let a2[a,b] = if a < b then 1 else 0
"""


@pytest.mark.parametrize("text", DEFINED)
def test_guards_protect_and_nothing_else_does(text: str) -> None:
    assert said(text, items=ITEMS) == DEFINED[text]


UNTOLD = [
    "log(3 + 2 * sqrt(2)) = 2 * log(1 + sqrt(2))",
    "log(3 + 2 * sqrt(2)) > 2 * log(1 + sqrt(2))",
    "some g. g > 0",
    "every g. g > 0",
]


@pytest.mark.parametrize("text", UNTOLD)
def test_what_no_precision_or_hint_decides_is_undecided(text: str) -> None:
    assert said(text) == "undecided"


NAMED = {
    "some g. 1 / g > 0": "undecided",
    "every g. 1 / g > 0": "undecided",
    "some g. log(g - 1) > 0": "undecided",
    "some g | 1 / g > 0. g = 0": "undecided",
    "some g. g = 0": "true",
    "every g. g > 0": "false",
    "not (some g. 1 / g > 0)": "undecided",
    "(some g. 1 / g > 0) or c > 0": "undecided",
    "(some g. g > 0) or c > 0": "true",
}


@pytest.mark.parametrize("text", NAMED)
def test_a_number_that_a_file_names_leaves_nothing_undefined(text: str) -> None:
    assert said(text, **{"claim.g": 0}) == NAMED[text]


def test_an_open_part_does_not_spoil_what_others_settle() -> None:
    assert said(f"{UNTOLD[0]} and c < 0") == "false"
    assert said(f"{UNTOLD[0]} or c > 0") == "true"
    assert said(f"c > 0 or {UNTOLD[0]}") == "true"
    assert said(f"{UNTOLD[0]} implies c > 0") == "true"
    assert said(f"forall j | {UNTOLD[0]}. c > 0") == "true"
    assert said(f"exists j | {UNTOLD[0]}. c > 0") == "undecided"
    assert said(f"forall j | {UNTOLD[0]}. 1 / 0 > 0") == "undecided"


class Unsure(Told):
    """One whose atoms another precision might decide."""

    def formula(self, e: Core, env: dict[str, Any]) -> bool | None:
        leave_open()
        return super().formula(e, env)


def test_identities_are_sought_once_after_the_second_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(100_000)
    sizes, fields = files.instance(plain(), "Data", DATA)
    asked = Unsure(plain(), "Data", sizes, fields, {})
    tried: list[int] = []
    monkeypatch.setattr(asked, "identically", lambda core: tried.append(precision()))
    with pytest.raises(Undecided):
        asked.ask(atom(None))
    assert tried == [PRECISIONS[1]]
    with pytest.raises(Undecided):
        asked.ask(atom(None), None, PRECISIONS[:1])
    assert tried == [PRECISIONS[1]]
    monkeypatch.setattr(asked, "identically", lambda core: True)
    assert asked.ask(atom(None))
    with pytest.raises(Undecided):
        asked.ask(atom(None), {"x": 1})


def test_what_no_precision_decides_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(100_000)
    sizes, fields = files.instance(plain(), "Data", DATA)
    asked = Told(plain(), "Data", sizes, fields, {})
    seen: list[int] = []
    monkeypatch.setattr(asked, "identically", lambda core: seen.append(working()))
    with pytest.raises(Undecided):
        asked.ask(atom(None))
    assert seen == [PRECISIONS[0]] == [working()]
    with pytest.raises(Undecided):
        Unsure(plain(), "Data", sizes, fields, {}).ask(atom(None), {"x": 1})
    assert working() == PRECISIONS[-1]
