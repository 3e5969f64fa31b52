"""No checker has an option for a lie, nor a knob: none that only planted falsehoods pass, or turn.

By names: an option is a parameter with a default, of a function among checks, limit objects, runs and rooms
of papers. Whoever calls a function of that name, or hands it on together with the option as `partial` does,
passes it, unless the value is the default. A caller that hands on an option of its own by its name passes
what its own callers do. What is passed in falsehoods and in tests alone is a lie. A knob is a
parameter that every honest call sets to one and the same number, word or constant, and some falsehood to
another: a claim then has a smaller function in common with its falsehood, and that one has no such parameter.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.test_paper_rooms import CHECKS, HOME, PAPERS, place
from tests.test_rooms import PACKAGE, SOURCES, name, tree

FALSEHOODS = ("falsehoods", "blind")
ROOMS = sorted(path for room in ("reference", "dynamics") for path in (PACKAGE / room).rglob("*.py"))
Option = tuple[str, str, str]  # file, function and parameter


class Asked(NamedTuple):
    """An option: the value it has by itself, and its place among the arguments where it has one."""

    default: str
    at: int | None


class Passed(NamedTuple):
    """What a call passes: to which function, as which option or at which place, and from which function."""

    called: str
    what: str | int
    value: str
    caller: str


def options(path: Path) -> Iterator[tuple[Option, Asked]]:
    """The options of a file's functions."""
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef):
            for option, asked in options_of(node):
                yield (name(path), node.name, option), asked


def options_of(node: ast.FunctionDef) -> Iterator[tuple[str, Asked]]:
    """The options of a function, by their names."""
    given = node.args
    places = [*given.posonlyargs, *given.args]
    first = len(places) - len(given.defaults)
    for at, default in enumerate(given.defaults, first):
        yield places[at].arg, Asked(ast.unparse(default), at)
    for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        if default is not None:
            yield argument.arg, Asked(ast.unparse(default), None)


def passed(path: Path) -> Iterator[Passed]:
    """What the calls of a file pass, with the outermost function that each stands in."""
    for top in tree(path).body:
        caller = top.name if isinstance(top, ast.FunctionDef) else ""
        for node in ast.walk(top):
            if not isinstance(node, ast.Call):
                continue
            for target in (node.func, *node.args):
                called = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
                for keyword in node.keywords:
                    yield Passed(called, keyword.arg or "**", ast.unparse(keyword.value), caller)
                for at, argument in enumerate(node.args):
                    value = "**" if isinstance(argument, ast.Starred) else ast.unparse(argument)
                    yield Passed(called, at - (target is not node.func), value, caller)


def lies() -> dict[str, list[str]]:
    """The options that falsehoods alone pass, by the file of their function."""
    honest = [path for path in (*SOURCES, *PAPERS) if not _false(path)]
    calls = [call for path in honest for call in passed(path)]
    ours = [p for p in honest if p in CHECKS or p in ROOMS or (p in PAPERS and place(p) is not None)]
    known = dict(option for path in ours for option in options(path))
    false = set(known)
    while told := {option for option in false if _told(option, known[option], calls, false)}:
        false -= told
    found: dict[str, list[str]] = {}
    for file, function, option in sorted(false):
        found.setdefault(file, []).append(f"{function}({option})")
    return found


def _told(option: Option, asked: Asked, calls: list[Passed], false: set[Option]) -> bool:
    """Whether some honest call passes another value than the option's own, or may."""
    _, function, parameter = option
    handed_on = {(of, what) for _, of, what in false}
    for call in calls:
        if call.called != function:
            continue
        if "**" in (call.what, call.value):
            if call.value != "**" and any(c.called == call.caller and c.what == "**" for c in calls):
                return True
            own = call.value.isidentifier() and call.caller
            if not own or any(c.called == call.caller and c.what == parameter for c in calls):
                return True
            continue
        here = call.what == parameter or (call.what == asked.at and asked.at is not None)
        if here and call.value != asked.default and (call.caller, call.value) not in handed_on:
            return True
    return False


def knobs() -> dict[tuple[str, str], set[str]]:
    """Function and parameter of each knob, with what falsehoods set it to."""
    honest = _by_function(path for path in (*SOURCES, *PAPERS) if not _false(path))
    false = _by_function(path for path in PAPERS if _false(path))
    ours = [
        p for p in (*CHECKS, *ROOMS, *PAPERS) if not _false(p) and (p not in PAPERS or place(p) is not None)
    ]
    found: dict[tuple[str, str], set[str]] = {}
    for node in (node for path in ours for node in tree(path).body if isinstance(node, ast.FunctionDef)):
        defaults = {option: asked.default for option, asked in options_of(node)}
        places = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
        for name_ in (*places, *(a.arg for a in node.args.kwonlyargs)):
            at = places.index(name_) if name_ in places else None
            right, wrong = (_given(calls[node.name], name_, at) for calls in (honest, false))
            values = right | ({defaults[name_]} if name_ in defaults else set())
            if len(values) == 1 and _is_value(next(iter(values))) and wrong - values:
                found[node.name, name_] = wrong - values
    return found


def _by_function(paths: Iterable[Path]) -> defaultdict[str, list[Passed]]:
    """What the calls of some files pass, by the function that is called."""
    found: defaultdict[str, list[Passed]] = defaultdict(list)
    for call in (call for path in paths for call in passed(path)):
        found[call.called].append(call)
    return found


def _given(calls: list[Passed], parameter: str, at: int | None) -> set[str]:
    return {c.value for c in calls if c.what in {parameter, at} - {None}}


def _is_value(text: str) -> bool:
    """A number, a word, or a constant by its name in capitals; what is computed is none."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return len(text) > 1 and text.isidentifier() and text == text.upper()
    return True


def _false(path: Path) -> bool:
    return path in PAPERS and path.relative_to(HOME).parts[1] in FALSEHOODS


def test_no_option_is_passed_by_falsehoods_alone() -> None:
    assert lies() == {}


# What a statement is about, and no number in it: the captions of the figures, and who draws the steps.
SPOKEN = {("agree", "sizes"), ("agree", "alone"), ("spread_of", "optimiser")}


def test_no_parameter_is_a_knob_that_falsehoods_alone_turn() -> None:
    assert set(knobs()) - SPOKEN == set()


@pytest.mark.parametrize(
    ("text", "told"),
    {"64": True, "-1.0": True, "'x'": True, "STEPS": True, "W": False, "y * 2": False}.items(),
)
def test_what_is_a_value(text: str, told: bool) -> None:  # noqa: FBT001
    assert _is_value(text) is told


CALLS = {
    "its own value": ([Passed("check", "parts", "64", "claim")], False),
    "another by name": ([Passed("check", "parts", "65", "claim")], True),
    "another at its place": ([Passed("check", 1, "65", "claim")], True),
    "at another place": ([Passed("check", 0, "65", "claim")], False),
    "to another function": ([Passed("other", "parts", "65", "claim")], False),
    "an option that is itself a lie": ([Passed("check", "parts", "parts", "lying")], False),
    "an option that is none": ([Passed("check", "parts", "parts", "honest")], True),
    "options of a caller that is given none": ([Passed("check", "**", "planted", "lying")], False),
    "options of a caller that is given it": (
        [Passed("check", "**", "planted", "wide"), Passed("wide", "parts", "65", "claim")],
        True,
    ),
    "a table of options": ([Passed("check", "**", "TABLE['x']", "claim")], True),
}


@pytest.mark.parametrize(("calls", "told"), CALLS.values(), ids=CALLS)
def test_who_passes_an_option(calls: list[Passed], told: bool) -> None:  # noqa: FBT001
    false = {("f.py", "check", "parts"), ("f.py", "lying", "parts")}
    assert _told(("f.py", "check", "parts"), Asked("64", 1), calls, false) is told
