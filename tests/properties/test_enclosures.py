"""Slack and error in floats enclose the same slack in balls, on instances of condition 1e8 to 1e14."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from typing import Any

import flint
import numpy as np
import pytest
import torch

from ntpcheck import evidence
from ntpcheck.arithmetic import FloatSystem, exact_array
from ntpcheck.claim import Assumption, Claim, Effort, Paper
from ntpcheck.engine.hard import hardened
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.errors import NtpcheckError
from ntpcheck.evidence import Evidence, Rigor, bounds
from ntpcheck.instances.dataset import Decoding
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR
from tests.test_ulps import ROOT, SOURCES, counts, functions

BITS = 384
DRAWS = 2  # instances of each claim: imposed before they are made hard, and after
DECIDES = "in rationals a fact, 1 or -1; in floats its margin"
DETERMINANT = "in floats the least singular value; in rationals the least pivot of the Gram matrix"
EXHIBITS = "of a decoder that each route finds for itself"
BRACKET = "in balls from a bracket of ||E||^2, whose singular values are not rational"
LARGEST = "in floats of the largest term of a sum, which does not underflow"
UNDERFLOWS = "a positive number below 2^-1000 is 2^-1000 in floats, where its sign alone counts"
SCALED = "of logs, or of a mean slope, in floats; of what they are taken of in balls"
ANOTHER = {  # claims that state another slack in balls, and why
    "attention/graph-svm/feasible*": DECIDES,
    "attention/sharper/feasible-*": DECIDES,
    "attention/definition-3/*": DECIDES,
    "attention/lemma-7/unique-finite": DECIDES,
    "linear/section-3.1/necessary*": DECIDES,
    "linear/section-3/in-support-iff-compatible*": DECIDES,
    "linear/remark-1/attained-iff-separable-only-if": DECIDES,
    "linear/remark-1/cover-*": DECIDES,
    "linear/lemma-1/compatible": DECIDES,
    "linear/sharper/independent-contexts": DECIDES,
    "linear/definition-?/anchor*": DECIDES,
    "linear/figures/cone/amended": DECIDES,
    "linear: separable": DECIDES,
    "linear: compatible": DECIDES,
    "attention: sole-minimiser": DECIDES,
    "attention/lemma-3/proof/hessian*": UNDERFLOWS,
    "linear: full-rank": DECIDES,
    "linear: general-position": DECIDES,
    "linear: matching": DECIDES,
    "linear: incompatible": DECIDES,
    "linear: mismatched": DECIDES,
    "attention: feasible": DECIDES,
    "attention: no-lower-far-away": DECIDES,
    "attention: independent-*": DETERMINANT,
    "attention: affinely-independent-tokens": DETERMINANT,
    "linear/section-1/many-minimizers*": EXHIBITS,
    "linear/section-3.1/infinitely-many-directions": EXHIBITS,
    "linear/section-3.1/equivalent-system*": EXHIBITS,
    "linear/lemma-1/infinitely-many": EXHIBITS,
    "linear/lemma-1/separable": EXHIBITS,
    "linear/sharper/never-unique": EXHIBITS,
    "linear/footnote-8/strong-growth": "with a constant rho from other rows that span F",
    "attention/equation-2[012]*": BRACKET,
    "attention/sharper/lipschitz*": BRACKET,
    "attention/sharper/softmax-weights": BRACKET,
    "attention/lemma-1/above-minimum*": LARGEST,
    "attention/sharper/above-minimum": LARGEST,
    "attention/theorem-4/no-critical-point": LARGEST,
    "attention/theorem-1/proof/eq-[89]*": SCALED,
    "attention/lemma-4/proof/threshold*": SCALED,
    "attention/lemma-4/proof/excess-*": SCALED,
}
INSEPARABLE = Decoding([[1.0], [1.0 + 2.0**-40]], [[2**40, 0], [0, 3]], W=[[3.0], [-2.0]])
ALSO = {"linear/remark-1/attained-iff-separable*": INSEPARABLE}  # what hard draws seldom are


@dataclass(frozen=True)
class Found:
    """What was compared of one claim or assumption."""

    compared: int
    apart: tuple[str, ...]


def number(values: Any) -> float:
    return float(
        np.ravel(values.cpu().numpy() if isinstance(values, torch.Tensor) else np.asarray(values))[0]
    )


def apart(floats: Evidence, balls: Evidence) -> str | None:
    """What is wrong where the two do not meet; None where they do; "" where one says nothing."""
    (low,), (high,), _ = (np.ravel(bound) for bound in bounds(floats))
    (least,), (most,), _ = (np.ravel(bound) for bound in bounds(balls))
    defined = number(
        floats.defined if isinstance(floats.defined, torch.Tensor) else np.asarray(floats.defined)
    )
    if not defined or not np.isfinite([low, high, least, most]).all():
        return ""
    last = 2.0**-52 * abs(least)  # a ball's own ends are doubles here
    if low <= most + last and least - last <= high:
        return None
    return f"floats say {number(floats.slack):.17g} within {number(floats.error):.3g}, balls {least:.17g}"


class Recorder:
    """The parts of every conjunction made while it watches, in order.

    Not those that are conjunctions: of theirs, another one may speak in the other numbers.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.parts: list[Evidence] = []
        self.whole: list[Evidence] = []
        plain = evidence.both

        def both(*parts: Evidence) -> Evidence:
            self.parts += [part for part in parts if not any(part is whole for whole in self.whole)]
            self.whole.append(plain(*parts))
            return self.whole[-1]

        for module in list(sys.modules.values()):
            if getattr(module, "__dict__", {}).get("both") is plain:
                patch.setattr(module, "both", both)

    def watched(self, check: Callable[[Any], Evidence], instance: Any) -> list[Evidence]:
        self.parts, self.whole = [], []
        whole = check(instance)
        return self.parts or [whole]


def compared(recorder: Recorder, check: Callable[[Any], Evidence], row: Any) -> Iterator[str | None]:
    floats = recorder.watched(check, row.replace())
    with flint.ctx.workprec(BITS):
        balls = recorder.watched(check, row.exact().replace())
        if len(floats) != len(balls):
            return  # one of the two did not get to its later parts
        for one, other in zip(floats, balls, strict=True):
            if one.rigor is not Rigor.TREND and isinstance(one.slack, torch.Tensor):
                yield apart(one, other)


def hard_rows(claim: Claim, seed: int) -> Iterator[Any]:
    source = generator(seed, "enclosures", claim.id)
    for first in (True, False)[:DRAWS]:
        wild = claim.domain.sampler(source, 1)
        made = (
            impose(claim.assumes, hardened(wild, source))
            if first
            else hardened(impose(claim.assumes, wild), source)
        )
        if made.batch[0]:
            yield made.row(0)
    yield from (instance for text, instance in ALSO.items() if fnmatch(claim.id, text))


def checks(paper: Paper) -> Iterator[tuple[str, Claim, Callable[[Any], Evidence]]]:
    """Every conclusion outside training runs, and every assumption once, with a claim to draw from."""
    seen: set[Assumption] = set()
    for claim in paper.claims:
        if not claim.domain.costly:
            yield claim.id, claim, lambda data, it=claim: it.conclude(data, Effort())
        for assumption in claim.assumes:
            if assumption not in seen:
                seen.add(assumption)
                yield f"{paper.key}: {assumption.name}", claim, assumption.check


def sites(frame: Any) -> Iterator[str]:
    """The functions that asked for a bound: the caller of `rounding`, or of the comparison that calls it."""
    while frame is not None and frame.f_code.co_filename.endswith("checks/compare.py"):
        frame = frame.f_back
    if frame is not None:
        name = frame.f_code.co_qualname.split(".<locals>")[0].split(".")[-1]
        yield f"{frame.f_code.co_filename}:{name}"


@cache
def enclosed(paper: Paper, seed: int = 0) -> tuple[dict[str, Found], frozenset[str]]:
    """Of each check what was compared; and the functions that made bounds meanwhile."""
    found, made = dict[str, Found](), set[str]()
    plain = FloatSystem.rounding

    def rounding(self: Any, scale: Any, terms: Any) -> Any:
        made.update(sites(getattr(inspect.currentframe(), "f_back", None)))
        return plain(self, scale, terms)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FloatSystem, "rounding", rounding)
        recorder = Recorder(patch)
        for name, claim, check in checks(paper):
            told: list[str | None] = []
            for row in hard_rows(claim, seed):
                try:
                    told += [answer for answer in compared(recorder, check, row) if answer != ""]
                except (NtpcheckError, ZeroDivisionError):  # outside what the check is for, once it is hard
                    continue
            found[name] = Found(len(told), tuple(answer for answer in told if answer))
    return found, frozenset(made)


@pytest.mark.parametrize("paper", [LINEAR, ATTENTION], ids=lambda paper: paper.key)
def test_enclosures_of_one_slack_meet(paper: Paper) -> None:
    found, _ = enclosed(paper)
    same = {name: one for name, one in found.items() if not any(fnmatch(name, text) for text in ANOTHER)}
    wrong = {name: one.apart for name, one in same.items() if one.apart}
    assert not wrong
    assert sum(one.compared for one in same.values()) > 300


def test_a_bound_that_is_too_small_is_seen() -> None:
    third = torch.tensor(1 / 3, dtype=torch.float64)
    exactly = Evidence(exact_array("1/3"), exact_array(0), exact_array(1))
    assert apart(Evidence(third, 0 * third + 2.0**-54, third), exactly) is None
    assert apart(Evidence(third + 1e-15, 0 * third, third), exactly)
    assert apart(Evidence(third * torch.nan, 0 * third, third), exactly) == ""


def test_every_function_that_bounds_rounding_is_exercised() -> None:
    reached = {name for paper in (LINEAR, ATTENTION) for name in enclosed(paper)[1]}
    asking = {
        f"{path}:{name}"
        for path in SOURCES
        if "falsehoods" not in path.parts and path.name != "compare.py"
        for name, body in functions(path).items()
        if any(not (isinstance(count, ast.Constant) and count.value == 0) for _, count in counts(body))
    }
    assert len(asking) > 200
    assert not {name.removeprefix(f"{ROOT}/") for name in asking - reached}
