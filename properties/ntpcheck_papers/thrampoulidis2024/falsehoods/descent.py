"""False neighbours of Lemmas 3 and 4 in the limit, and of Section 5's decomposition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ntpcheck.checks.existence import denied
from ntpcheck.checks.limit import gaps
from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import FINITE_PART, LARGE_STEP
from ntpcheck_papers.thrampoulidis2024.section_3.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.section_5 import infimum, path_bounds
from ntpcheck_papers.thrampoulidis2024.section_5.descent_parts import late_growth, parts_limit
from ntpcheck_papers.thrampoulidis2024.setting import SMALL_STEP, SOME_TOKEN_OUT

__all__ = ["PLANTED_DESCENT"]

Row = tuple[str, str, dict[str, Any]]


def _with(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance with other options."""
    return {"conclude": lambda data, _: check(data, **options)}


def _on_f(parts: int, factor: int) -> dict[str, Any]:
    return {
        "conclude": lambda data, _: path_bounds.on_f_tends(data, finite_part(data).W * parts / 64, factor)
    }


def _along(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """The same of a check that follows the run."""
    return {"conclude": lambda run, effort: check(run, effort, **options)}


def _falls(run: Run, effort: Any) -> Evidence:
    found = late_growth(run, effort)
    return replace(found, slack=-found.slack)


def _faster(run: Run, effort: Any) -> Evidence:
    found = late_growth(run, effort)
    return replace(found, slack=found.slack - (0 * found.slack + 65) / 64)


def _not(check: Callable[..., Evidence]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: denied(check(run, effort))}


def _of(claim_ids: tuple[str, ...], *rows: Row) -> tuple[Planted, ...]:
    """The false neighbours that some claims share: kind, statement, and what is replaced."""
    return tuple(Planted(f"linear/{name}", *row) for name in claim_ids for row in rows)


# It holds where D = 0, as from W_0 = 0 on one one-hot context; few runs are that symmetric.
NEARLY_ALWAYS = "The original fails on all runs but those with D = 0, which too few draws have."


def _first_loss(run: Run) -> Any:
    """CE(W_0) - H."""
    return run.eta * 0 + run.eta.new_tensor(gaps(run).value[0]).reshape(run.batch)


LEMMA_3 = (
    *_of(
        ("lemma-3/infimum",),
        # With U = W_0 + 64 (W_1 - W_0) the bound at k = 1 lies below CE(W_1) to first order in eta.
        (
            "tightened-bound",
            "CE(W_k) <= CE(U) + ||W_0 - U||^2 / (128 eta k).",
            _along(infimum.infimum_limit, factor=1),
        ),
        ("wrong-limit/start", "CE(W_k) tends to CE(W_0).", _along(infimum.infimum_limit, level=_first_loss)),
        ("dropped-assumption/step-size", "For steps far above 2/L.", {"assumes": (LARGE_STEP,)}),
    ),
    *_of(
        ("lemma-3/norm",),
        ("wrong-limit/bounded", "||W_k|| stays bounded.", _not(infimum.norm_or_rest)),
        ("wrong-subspace", "||P_F W_k|| tends to infinity.", _along(infimum.norm_or_rest, in_subspace=True)),
        ("dropped-assumption", "Also where it is attained.", {"assumes": (SOME_TOKEN_OUT, SMALL_STEP)}),
    ),
)

LEMMA_4 = (
    *_of(("lemma-4/3",), *FINITE_PART[:3]),
    *_of(
        ("lemma-4/4", "lemma-4/4@short", "lemma-4/4@short/amended"),
        ("wrong-limit/bounded", "||P_perp W_k|| stays bounded.", _not(infimum.off_norm_limit)),
        # On one one-hot context N_k is the least norm possible, and ||W_k|| is close to it.
        (
            "tightened-bound",
            "||P_perp W_k|| + ||P_F W_k|| >= 2 N_k, N_k the norm that the bound on CE(W_k) - H forces.",
            _along(infimum.off_norm_limit, times=2),
        ),
    ),
    *_of(
        ("lemma-4/5",),
        ("wrong-constant", "P_F(W_B) tends to 65/64 W*.", _on_f(65, 2)),
        ("tightened-bound", "|q_j - p_j|^2 <= (CE - H) / pi_j.", _on_f(64, 1)),
    ),
    *_of(
        ("lemma-4/6", "lemma-4/6@short", "lemma-4/6@short/amended"),
        ("wrong-rate", "CE - H <= C e^(-66 R / 64).", _with(path_bounds.off_f_grows, rate=66)),
        # At W = P_perp W of large norm along W^mm on one one-hot context the bound is reached.
        ("tightened-bound", "||P_perp W|| / 2 has this effect.", _with(path_bounds.off_f_grows, parts=32)),
    ),
)

SECTION_5 = (
    *_of(
        ("section-5/norm-increases/amended",),
        ("flipped-inequality", "The norm falls from some k on.", {"conclude": _falls}),
        ("wrong-rate", "By more than 65/64 ||W^mm|| log k.", {"conclude": _faster}),
    ),
    *(
        Planted("linear/section-5/decomposition", kind, words, _along(parts_limit, growth=x), NEARLY_ALWAYS)
        for kind, words, x in (
            ("wrong-constant", "For 63/64 ||P_perp W_k||.", 1 / 64),
            ("wrong-sign", "For -||P_perp W_k||.", 2.0),
        )
    ),
    *_of(
        ("section-5/decomposition/amended",),
        ("wrong-constant", "For 63/64 ||P_perp W_k||.", _along(parts_limit, relative=True, growth=1 / 64)),
        ("wrong-sign", "For -||P_perp W_k||.", _along(parts_limit, relative=True, growth=2.0)),
    ),
)

PLANTED_DESCENT = (*LEMMA_3, *LEMMA_4, *SECTION_5)
