"""A toy book for lemmas: vectors M with coordinates u and w along x and y, trajectories and paths of them."""

from __future__ import annotations

import re
from textwrap import fill
from typing import Any, NamedTuple

from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.lemmas import by_name as lemmas

TEXT = """book toy "A toy"
axes d: a b
given Two: x[a] from x, y[a] from y, s[a] from s, eta from eta
let u(M[a]) = sum a. x[a] * M[a]
let w(M[a]) = sum a. y[a] * M[a]
let onto(M[a])[a] = x[a] * u(M)
let turn(M[a]) = (exp(u(M)) - 1) / (exp(u(M)) + 1)
let ahead(M[a]) = 1 / (1 + exp(w(M)))
let odds(M[a]) = 3 * exp(u(M)) / (4 + exp(u(M)))
let tie(M[a]) = 1 / (1 + exp(w(M) + u(M) / 2))
let beyond(M[a]) = 1 / (1 + exp(w(M) + u(M)))
let short(M[a]) = 1 / (1 + exp(w(M) - u(M)))
let level(M[a]) = u(M) = 1
let slow(M[a]) = 1 / (1 + exp(u(M)))
let bell(M[a]) = exp(u(M)) / (1 + exp(u(M)))^2
let toll(M[a]) = exp(w(M)) / (1 + exp(w(M)))^2
let well(M[a]) = log(exp(u(M)) + exp(-u(M))) + w(M)^2
let hill(M[a]) = - well(M)
let fall(M[a]) = log(1 + exp(-u(M))) + log(1 + exp(-w(M)))
let uneven(M[a]) = 2 * log(1 + exp(-u(M))) + log(1 + exp(-w(M)))
let bent(M[a]) = u(M)^2 * w(M)^2 + u(M)
trajectory T_k[a] along k from s by T_k - eta * x * turn(T_k)
trajectory B_k[a] along k from s by B_k - eta * x * (u(B_k) - 1)
trajectory A_k[a] along k from s by A_k + eta * x * ahead(A_k)
trajectory C_k[a] along k from s by C_k - eta * x * (turn(C_k) + ahead(C_k))
trajectory V_k[a] along k from s by V_k + eta * x * (1 - odds(V_k)) + eta * y * ahead(V_k)
trajectory G_k[a] along k from s by G_k + eta * (x * (tie(G_k) / 2 - turn(G_k)) + y * tie(G_k))
trajectory L_k[a] along k from s by L_k + eta * (x * beyond(L_k) + y * (ahead(L_k) + beyond(L_k)))
trajectory Q_k[a] along k from s by Q_k + eta * (x * (beyond(Q_k) - short(Q_k)) / 4
        + y * (beyond(Q_k) + short(Q_k)))
trajectory Y_k[a] along k from s by Y_k + eta * (x * (beyond(Y_k) - short(Y_k)) / 4
        + y * (2 * beyond(Y_k) + short(Y_k)))
trajectory Z_k[a] along k from s by Z_k + eta * (y * exp(-w(Z_k) - log(1 + exp(u(Z_k))) / 2) - x * turn(Z_k))
trajectory I_k[a] along k from s by I_k - eta * x * turn(I_k) + y * exp(w(I_k))
trajectory K_k[a] along k from s by K_k + eta * (y * ahead(K_k) - x * turn(K_k) * (1 + 40 * ahead(K_k)))
trajectory M_k[a] along k from s by M_k - eta * (x - y) * (u(M_k) - 1)
trajectory W_k[a] along k from s by W_k + eta * x * (slow(W_k) - odds(W_k))
trajectory AA_k[a] along k from s by AA_k + eta * (y * ahead(AA_k) * (1 - slow(AA_k)) + x * ahead(AA_k)^2)
trajectory BB_k[a] along k from s by BB_k + eta * (y / (1 + exp(w(BB_k)) + exp(u(BB_k))) + x * ahead(BB_k))
trajectory CC_k[a] along k from s by CC_k + eta * (x * (beyond(CC_k) - short(CC_k))
        + y * (beyond(CC_k) + short(CC_k)))
trajectory EE_k[a] along k from s by EE_k + eta * (x * (3 * ahead(EE_k) - turn(EE_k)) + y * ahead(EE_k))
trajectory GG_k[a] along k from s by GG_k + eta * (x * (beyond(GG_k) - short(GG_k)) / 4
        * (1 + 40 * ahead(GG_k)) + y * (beyond(GG_k) + short(GG_k)))
trajectory FF_k[a] along k from s by FF_k + x - 3 * x * u(FF_k) + x * sqrt(1 + u(FF_k)^2)
trajectory HH_k[a] along k from s by if u(HH_k) > 0 then HH_k / 2 else HH_k - x
trajectory KK_k[a] along k from s by KK_k - eta * x * (u(KK_k) - 1) + y / w(KK_k)
trajectory JJ_k[a] along k from x / u(s) by JJ_k / 2
trajectory II_k[a] along k from s by II_k + x / u(II_k)
trajectory PP_k[a] along k from s by PP_k + eta * (x * slow(PP_k) + y * ahead(PP_k) / 2)
trajectory RR_k[a] along k from s by RR_k + eta * (x * slow(RR_k)^2 + y * ahead(RR_k))
trajectory OO_k[a] along k from s by OO_k + eta * (x / (1 + exp(2 * u(OO_k))) / 2 + y * ahead(OO_k))
trajectory QQ_k[a] along k from s by QQ_k + eta * (y + x * slow(QQ_k))
trajectory NN_k[a] along k from s by NN_k + eta * (y * ahead(NN_k) + x * ahead(NN_k)^2)
trajectory dragged_k[a] along k from s by dragged_k + eta * x * (1 - odds(dragged_k))
        - x * u(dragged_k) * (1 + 2 * exp(u(dragged_k))) / (1 + exp(u(dragged_k))) / 8
trajectory S_k[a] along k from s by S_k + eta * x * (1 + ahead(S_k))
trajectory J_k[a] along j from s by J_k + x / j
trajectory decayed_k[a] along k from s by decayed_k + eta * x * (1 - odds(decayed_k)) - decayed_k / 4
trajectory grown_k[a] along k from s by grown_k + eta * x * (1 - odds(grown_k)) + grown_k / 4
trajectory tossed_k[a] along k from s by tossed_k + eta * x * (1 - odds(tossed_k)) - 3 / 2 * tossed_k
trajectory skewed_k[a] along k from s by skewed_k + eta * x * (1 - odds(skewed_k)) - x * w(skewed_k) / 4
trajectory n_k along k from 1 by n_k + 1
trajectory zero_k along k from 0 by zero_k + 1
trajectory twice_k along k from 1 by 2 * twice_k
trajectory fall_k[a] along k from s by fall_k + eta * x * slow(fall_k)
trajectory slowing_k[a] along k from s by slowing_k + eta / n_k * x * slow(slowing_k)
trajectory by-k_k[a] along k from s by by-k_k + eta / (2 * k + 3) * x * slow(by-k_k)
trajectory faster_k[a] along k from s by faster_k + eta * n_k * x * slow(faster_k)
trajectory stopping_k[a] along k from s by stopping_k + eta / n_k^2 * x * slow(stopping_k)
trajectory late_k[a] along k from s by late_k + eta / zero_k * x * slow(late_k)
trajectory doubled_k[a] along k from s by doubled_k + eta * twice_k * x * slow(doubled_k)
trajectory mixed_k[a] along k from s by mixed_k + eta * x / (n_k + exp(u(mixed_k)))
trajectory back_k[a] along k from s by back_k + eta / n_k * x * (slow(back_k) - 1 / 4)
trajectory even_k[a] along k from s by even_k + eta / n_k * (1 + 0 * u(even_k)) * x
trajectory lag_k[a] along k from s by heavy_k
trajectory heavy_k[a] along k from s by heavy_k + eta * x * slow(heavy_k) + (heavy_k - lag_k) / 2
trajectory llag_k[a] along k from s by loose_k
trajectory loose_k[a] along k from s by loose_k + eta * x * slow(loose_k) + loose_k - llag_k
trajectory nlag_k[a] along k from s by damped_k
trajectory damped_k[a] along k from s by damped_k + eta * x * slow(damped_k) - (damped_k - nlag_k) / 2
trajectory olag_k[a] along k from s + x by other_k
trajectory other_k[a] along k from s by other_k + eta * x * slow(other_k) + (other_k - olag_k) / 2
trajectory slag_k[a] along k from s by sped_k
trajectory sped_k[a] along k from s by sped_k + eta * n_k * x * slow(sped_k) + (sped_k - slag_k) / 2
trajectory clag_k[a] along k from s by climb_k
trajectory climb_k[a] along k from s by climb_k + eta * x
trajectory irrlag_k[a] along k from s by irrational_k
trajectory irrational_k[a] along k from s by irrational_k + eta * x * slow(irrational_k)
        + sqrt(2) / 2 * (irrational_k - irrlag_k)
trajectory wide-step_k[a] along k from s by wide-step_k
        + eta * x * slow(wide-step_k) * (1 + u(wide-step_k)^2)
trajectory pushed_k[a] along k from s by pushed_k + eta * (vel_k / 2 + x * slow(pushed_k))
trajectory vel_k[a] along k from 0 * s by vel_k / 2 + x * slow(pushed_k)
trajectory towed_k[a] along k from s by towed_k - eta * rope_k
trajectory rope_k[a] along k from 0 * s by 3 / 4 * rope_k - x * slow(towed_k) / 4
trajectory kicked_k[a] along k from s by kicked_k + kick_k
trajectory kick_k[a] along k from x by kick_k / 2 + x * slow(kicked_k)
trajectory swept_k[a] along k from s by swept_k + sweep_k
trajectory sweep_k[a] along k from 0 * s by sweep_k + x * slow(swept_k)
trajectory loth_k[a] along k from s by loth_k + loath_k
trajectory loath_k[a] along k from 0 * s by x * slow(loth_k) - loath_k / 2
trajectory rushed_k[a] along k from s by rushed_k + rush_k
trajectory rush_k[a] along k from 0 * s by rush_k / 2 + n_k * x * slow(rushed_k)
trajectory astray_k[a] along k from s by astray_k + stray_k + x
trajectory stray_k[a] along k from 0 * s by stray_k / 2 + x * slow(astray_k)
trajectory average_k[a] along k from s by average_k + (fall_k - average_k) / n_k
trajectory moving_k[a] along k from 3 * x + s by moving_k + (fall_k - moving_k) / 4
trajectory leap_k[a] along k from s by leap_k + 3 * (fall_k - leap_k)
trajectory lazy_k[a] along k from s by lazy_k + (fall_k - lazy_k) / (2 * n_k)
trajectory wide_k[a] along k from y + s by wide_k + (fall_k - wide_k) / 4
trajectory edge_k[a] along k from s by edge_k + eta * (k + 1) / (k^2 + 1) * x * slow(edge_k)
trajectory past_k[a] along k from s by past_k + eta * (k + 1) / (k^3 + 1) * x * slow(past_k)
trajectory idle_k[a] along k from s by idle_k + eta * zero_k * x * slow(idle_k)
trajectory wlag_k[a] along k from s by weighed_k
trajectory weighed_k[a] along k from s by weighed_k + (weighed_k - wlag_k) / 2
        + eta * (k + 2) / (2 * k + 1) * x * slow(weighed_k)
trajectory full_k[a] along k from s by full_k + (fall_k - full_k)
trajectory swing_k[a] along k from s by swing_k + 2 * (fall_k - swing_k)
trajectory early_k[a] along k from s by early_k + (fall_k - early_k) / (k + 1 / 2)
trajectory none_k[a] along k from s by none_k + (fall_k - none_k) / k
trajectory again_k[a] along k from s by again_k + (average_k - again_k) / n_k
trajectory mean_k[a] along k from 0 by mean_k / 2 + x * slow(R_k)
trajectory R_k[a] along k from s by R_k + eta * (mean_k / 2 + x * slow(R_k))
trajectory inert_k[a] along k from s by inert_k + x * (1 - exp(0 * u(inert_k)))
trajectory tug_k[a] along k from s by tug_k + eta * (x * (16 * bell(tug_k) - 4 * toll(tug_k))
        + y * (5 / 2 * toll(tug_k) - 4 * bell(tug_k)))
trajectory slid_k[a] along k from s by slid_k + eta * (x * (16 * bell(slid_k) - 4 * toll(slid_k))
        + y * (5 * toll(slid_k) - 4 * bell(slid_k)))
trajectory spun_k[a] along k from s by spun_k + eta * (x * (16 * bell(spun_k) - 4 * toll(spun_k))
        + y * (5 / 2 * toll(spun_k) - 4 * bell(spun_k)) + (x + y) * u(spun_k) / 100)
trajectory rooted_k[a] along k from s by rooted_k + eta / sqrt(n_k) * x * slow(rooted_k)
trajectory level_k[a] along k from s by level_k + eta * sqrt(4 * k + 1) / (k + 1) * x * slow(level_k)
trajectory deep_k[a] along k from s by deep_k + eta / sqrt(2 + sqrt(n_k)) * x * slow(deep_k)
trajectory drained_k[a] along k from s by drained_k + eta / (n_k * sqrt(n_k)) * x * slow(drained_k)
trajectory narrow_k[a] along k from s by narrow_k + eta * (sqrt(k + 2) - sqrt(k + 1)) * x * slow(narrow_k)
trajectory bowed_k[a] along k from s by bowed_k + eta / sqrt(n_k + exp(u(bowed_k))) * x
trajectory scaled_k[a] along k from s by scaled_k + eta / sqrt(n_k * exp(1)) * x * slow(scaled_k)
trajectory total_k along k from 5 by total_k + slow(fall_k)
trajectory less_k along k from 0 by less_k + 1 / 2 - 1 / 2 - slow(fall_k)
trajectory squared_k along k from 0 by slow(fall_k)^2 + squared_k
trajectory lame_k along k from 0 by lame_k + slow(II_k)^2
trajectory halved_k along k from 0 by halved_k + 1 / sqrt(n_k)
trajectory passed_k along k from 3 by 2 + passed_k
trajectory switched_k along k from 0 by switched_k + (if u(fall_k) > 1 then 1 else 2)
trajectory owned_k along k from 1 by owned_k + slow(fall_k) / owned_k
trajectory length_k along k from 0 by length_k + u(fall_k)
trajectory taken_k along k from 0 by slow(fall_k) - taken_k
trajectory above_k along k from 0 by above_k + total_k / k
trajectory missing_k along k from 0 by missing_k + 1 / k
trajectory left_k along k from 0 by k
trajectory heap_k along k from 0 by heap_k + k
trajectory gone_k along k from 0 by gone_k + (if u(fall_k) > 1 then 1 else 1 / zero_k)
trajectory unreal_k along k from 0 by unreal_k + log(u(fall_k)) / n_k^2
trajectory tally_k along k from 0 by tally_k + (1 + switched_k) / (n_k * n_k)
trajectory whole_k[a] along k from 0 * s by whole_k + fall_k
trajectory part_k[a] along k from x by part_k + (fall_k - y) / 2
trajectory summed_k[a] along k from 0 * s by summed_k + fall_k + slowing_k
trajectory crossed_k[a] along k from 0 * s by fall_k / zero_k + crossed_k
trajectory pile_k[a] along k from 0 * s by pile_k + whole_k
trajectory fed_k[a] along k from s by fed_k + x * u(whole_k)
path P_r[a] along r minimises well(M) over M[a] with norm(M) <= r
path H_r[a] along r minimises hill(M) over M[a] with norm(M) <= r
path X_r[a] along r minimises well(M) over M[a] with norm(M) <= r and u(M) >= 1
path O_r[a] along r minimises well(M) over M[a] with norm(M) >= r
path F_r[a] along r minimises fall(M) over M[a] with norm(M) <= r
path U_r[a] along r minimises uneven(M) over M[a] with norm(M) <= r
path D_r[a] along r minimises uneven(M) over M[a] with norm(M) <= 2 * r
path E_r[a] along r minimises uneven(M) over M[a] with norm(M) <= r and u(M) = w(M)
path N_r[a] along r minimises bent(M) over M[a] with norm(M) <= r
"""
PLANE: dict[str, Any] = {"type": "Two", "x": [1, 0], "y": [0, 1], "s": [0, 0], "eta": 1}


def names(text: str) -> set[str]:
    """The words of a text, of `W_k` also W."""
    words = set(re.findall(r"[A-Za-z_]\w*", text))
    return words | {word.rpartition("_")[0] or word for word in words}


ITEMS = re.findall(r"^\S.*\n(?: .*\n)*", TEXT, re.M)
ALONG = "n_k P_r J_k"  # a sequence along each running number


def needed(*texts: str) -> str:
    """The toy's items that some texts rest on: to read all of them takes longer than most cases do."""
    sought, kept = names(" ".join((ALONG, *texts))), set(ITEMS[:3])
    while more := [item for item in ITEMS if item not in kept and not sought.isdisjoint(names(head(item)))]:
        kept.update(more)
        sought |= names("".join(more))
    return "".join(item for item in ITEMS if item in kept)


def head(item: str) -> str:
    """The name that an item gives: `let u(M[a]) = ..` gives u."""
    return re.split(r"[\[( ]", item.split(maxsplit=1)[1])[0]


class Case(NamedTuple):
    """A lemma, a claim, what the file exhibits, other fields than those of PLANE, more items, definitions."""

    lemma: str
    claim: str
    shown: dict[str, Any] = {}  # noqa: RUF012 # never changed
    fields: dict[str, Any] = {}  # noqa: RUF012
    more: str = ""
    where: tuple[str, ...] = ()

    def refuted(self) -> bool:
        return not self.objection()

    def objection(self) -> str:
        """Why the lemma does not refute it; nothing where it does."""
        return objection(self.book(), "toy/it", {**PLANE, **self.fields}, self.lemma, self.shown)

    def book(self) -> Book:
        line = fill(f"limit {self.claim}", 100, initial_indent=" " * 4, subsequent_indent=" " * 8)
        where = "".join(f"    where {text}\n" for text in self.where)
        own = f'{self.more}claim toy/it "1" on Two\n    says it\n{where}{line}\n'
        return Book(needed(own, " ".join(map(str, self.shown.values()))) + own, "toy")

    def world(self) -> World:
        """The world that the lemma is shown, with numbers at a first precision."""
        allow(50_000_000)
        book = self.book()
        exhibited = {f"claim.{name}": value for name, value in self.shown.items()}
        found = judge.load(book, book.claims["toy/it"], {**PLANE, **self.fields}, exhibited, search)
        found.reset(64)
        return found


def refuted(book: Book, claim: str, instance: dict[str, Any], lemma: str, shown: dict[str, Any]) -> bool:
    """Whether a lemma refutes a claim at an instance that satisfies its assumptions, with these numbers."""
    return not objection(book, claim, instance, lemma, shown)


def objection(book: Book, claim: str, instance: dict[str, Any], lemma: str, shown: dict[str, Any]) -> str:
    """Why it does not; nothing where it does."""
    allow(50_000_000)
    stated = book.claims[claim]
    exhibited = {f"claim.{name}": value for name, value in shown.items()}
    world = judge.load(book, stated, instance, dict(exhibited), search)
    judge.admitted(world, stated, ())
    try:
        said = lemmas.refute(world, stated.core, lemma)
    except (Undecided, Undefined) as problem:
        return str(problem) or type(problem).__name__
    assert said[0].startswith(f"lemma       {lemma}: ")
    assert world.used >= set(exhibited)
    return ""


def case(lemma: str, claim: str, *, s: Any = (0, 0), eta: Any = 1, **shown: Any) -> Case:
    """Names with a dot are written with a double underscore."""
    return Case(
        lemma, claim, {name.replace("__", "."): x for name, x in shown.items()}, {"s": list(s), "eta": eta}
    )
