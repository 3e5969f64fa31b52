"""Steps by a mean of gradients over the root of one of their squares: what is refuted, and what not."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("adaptive",)
MORE = """let half(X[a], G[a])[a] = G[a] / 2 + x[a] * slow(X)
let squares(X[a], Q[a])[a] = Q[a] / 2 + (x[a] * slow(X))^2 / 3
let brief(X[a], Q[a])[a] = Q[a] / 8 + (x[a] * slow(X))^2 / 3
let fourths(X[a], Q[a])[a] = Q[a] / 2 + (x[a] * slow(X))^4 / 3
let doubled(X[a], Q[a])[a] = 2 * Q[a] + (x[a] * slow(X))^2 / 3
let risen(X[a], G[a])[a] = G[a] / 2 + x[a] * (1 - slow(X))
let risen2(X[a], Q[a])[a] = Q[a] / 2 + (x[a] * (1 - slow(X)))^2
let quot(G[a], Q[a], f, e)[a] = if Q[a] = 0 then 0 else G[a] / (1 - f) / (sqrt(Q[a]) + e)
trajectory fade_k along k from 1 / 2 by fade_k / 2
trajectory late-fade_k along k from 1 by late-fade_k / 2
trajectory swell_k along k from 1 / 2 by 2 * swell_k
trajectory am_k[a] along k from 0 by half(ada_k, am_k)
trajectory as_k[a] along k from 0 by squares(ada_k, as_k)
trajectory ada_k[a] along k from s by ada_k
        + eta * quot(half(ada_k, am_k), squares(ada_k, as_k), fade_k, 0)
trajectory bm_k[a] along k from 0 by half(eps_k, bm_k)
trajectory bs_k[a] along k from 0 by squares(eps_k, bs_k)
trajectory eps_k[a] along k from s by eps_k
        + quot(half(eps_k, bm_k), squares(eps_k, bs_k), fade_k, 1)
let heap(X[a], G[a])[a] = G[a] + x[a] * slow(X)
let least(X[a], G[a])[a] = G[a] / 2 + x[a] * (1 + slow(X))
let least2(X[a], Q[a])[a] = Q[a] / 2 + (x[a] * (1 + slow(X)))^2 / 3
trajectory km_k[a] along k from 0 by heap(heaped_k, km_k)
trajectory ks_k[a] along k from 0 by squares(heaped_k, ks_k)
trajectory heaped_k[a] along k from s by heaped_k
        + quot(heap(heaped_k, km_k), squares(heaped_k, ks_k), fade_k, 1)
trajectory lm_k[a] along k from 0 by half(below_k, lm_k)
trajectory ls_k[a] along k from 0 by squares(below_k, ls_k)
trajectory below_k[a] along k from s by below_k
        + quot(half(below_k, lm_k), squares(below_k, ls_k), fade_k, 0 - 1)
trajectory mm_k[a] along k from 0 by half(sure_k, mm_k)
trajectory ms_k[a] along k from 0 by doubled(sure_k, ms_k)
trajectory sure_k[a] along k from s by sure_k
        + quot(half(sure_k, mm_k), doubled(sure_k, ms_k), fade_k, 1)
trajectory nm_k[a] along k from 0 by least(flat_k, nm_k)
trajectory ns_k[a] along k from 0 by least2(flat_k, ns_k)
trajectory flat_k[a] along k from s by flat_k
        + quot(least(flat_k, nm_k), least2(flat_k, ns_k), fade_k, 1)
trajectory om_k[a] along k from 0 by half(apart_k, om_k)
trajectory os_k[a] along k from 0 by squares(apart_k, os_k)
trajectory apart_k[a] along k from s by apart_k
        + quot(half(apart_k, om_k), squares(apart_k, os_k), swell_k, 1)
trajectory pm_k[a] along k from 0 by half(brisk_k, pm_k)
trajectory ps_k[a] along k from 0 by brief(brisk_k, ps_k)
trajectory brisk_k[a] along k from s by brisk_k
        + 3 * quot(half(brisk_k, pm_k), brief(brisk_k, ps_k), fade_k, 1 / 5)
trajectory cm_k[a] along k from 0 by half(short_k, cm_k)
trajectory cs_k[a] along k from 0 by brief(short_k, cs_k)
trajectory short_k[a] along k from s by short_k
        + quot(half(short_k, cm_k), brief(short_k, cs_k), fade_k, 0)
trajectory dm_k[a] along k from 0 by half(four_k, dm_k)
trajectory ds_k[a] along k from 0 by fourths(four_k, ds_k)
trajectory four_k[a] along k from s by four_k
        + quot(half(four_k, dm_k), fourths(four_k, ds_k), fade_k, 0)
trajectory em_k[a] along k from 0 by half(more_k, em_k)
trajectory es_k[a] along k from 0 by doubled(more_k, es_k)
trajectory more_k[a] along k from s by more_k
        + quot(half(more_k, em_k), doubled(more_k, es_k), fade_k, 0)
trajectory fm_k[a] along k from 0 by risen(rose_k, fm_k)
trajectory fs_k[a] along k from 0 by risen2(rose_k, fs_k)
trajectory rose_k[a] along k from s by rose_k
        + quot(risen(rose_k, fm_k), risen2(rose_k, fs_k), fade_k, 0)
trajectory gm_k[a] along k from x by half(kept_k, gm_k)
trajectory gs_k[a] along k from 0 by squares(kept_k, gs_k)
trajectory kept_k[a] along k from s by kept_k
        + quot(half(kept_k, gm_k), squares(kept_k, gs_k), fade_k, 0)
trajectory hm_k[a] along k from 0 by half(before_k, hm_k)
trajectory hs_k[a] along k from 0 by squares(before_k, hs_k)
trajectory before_k[a] along k from s by before_k
        + quot(hm_k, hs_k, fade_k, 0)
trajectory im_k[a] along k from 0 by half(grows_k, im_k)
trajectory is_k[a] along k from 0 by squares(grows_k, is_k)
trajectory grows_k[a] along k from s by grows_k
        + quot(half(grows_k, im_k), squares(grows_k, is_k), swell_k, 0)
trajectory jm_k[a] along k from 0 by half(first_k, jm_k)
trajectory js_k[a] along k from 0 by squares(first_k, js_k)
trajectory first_k[a] along k from s by first_k
        + quot(half(first_k, jm_k), squares(first_k, js_k), late-fade_k, 0)
trajectory rs_k[a] along k from 0 by rs_k / 2 + (x * slow(rms_k))^2 / 3
trajectory rms_k[a] along k from s by rms_k
        + eta * (x * slow(rms_k)) / (sqrt(rs_k / 2 + (x * slow(rms_k))^2 / 3) + 1)
trajectory ins_k[a] along k from 0 by ins_k / 2 + (x * slow(inner_k))^2 / 3
trajectory inner_k[a] along k from s by inner_k
        + eta * (x * slow(inner_k)) / sqrt(ins_k / 2 + (x * slow(inner_k))^2 / 3 + 1 / 4)
trajectory us_k[a] along k from 0 by us_k / 2 + (x * slow(up_k))^2 / 3
trajectory up_k[a] along k from s by up_k
        + eta * (x * slow(up_k)) / (sqrt(us_k / 2 + (x * slow(up_k))^2 / 3 + 1 / 4) - 1)
trajectory vs_k[a] along k from 0 by vs_k / 2 + (x * slow(var_k))^2 / 3
trajectory var_k[a] along k from s by var_k
        + eta * (x * slow(var_k)) * (1 + u(var_k)^2)
        / sqrt(vs_k / 2 + (x * slow(var_k))^2 / 3 + 1 / 4)
trajectory ws_k[a] along k from 0 by ws_k / 2 + (x * slow(was_k))^2 / 3
trajectory was_k[a] along k from s by was_k
        + eta * (x * slow(was_k)) / sqrt(ws_k + 1 / 4)
trajectory xs_k[a] along k from 0 by xs_k / 2 + (x * slow(faint_k))^2 / 3
trajectory faint_k[a] along k from s by faint_k
        + eta * (x * slow(faint_k)) * sqrt(xs_k / 2 + (x * slow(faint_k))^2 / 3)
        / sqrt(xs_k / 2 + (x * slow(faint_k))^2 / 3 + 1 / 4)
trajectory ys_k[a] along k from 0 by ys_k[a] / 2 + (x[a] * slow(cond_k))^2 / 3
trajectory cond_k[a] along k from s by cond_k[a]
        + eta * (x[a] * slow(cond_k)) * (if ys_k[a] / 2 + (x[a] * slow(cond_k))^2 / 3 > 1 / 8 then 1 else 2)
        / sqrt(ys_k[a] / 2 + (x[a] * slow(cond_k))^2 / 3 + 1 / 4)
trajectory zs_k[a] along k from 0 by zs_k * 2 + (x * slow(swollen_k))^2 / 3
trajectory swollen_k[a] along k from s by swollen_k
        + eta * (x * slow(swollen_k)) / sqrt(zs_k * 2 + (x * slow(swollen_k))^2 / 3 + 1 / 4)
"""


def adaptive(
    claim: str, *, s: Any = (0, 0), eta: Any = 1, direction: Any = (1, 0), gradient: Any = (1, 0)
) -> Case:
    """Of ada_k, u rises by between two numbers in each step."""
    found = case("adaptive", claim, s=s, eta=eta, direction=list(direction), gradient=list(gradient))
    return found._replace(more=MORE)


TURNED = """let corner(X[a,b]) = sum a b. x[a] * y[b] * X[a,b]
let low(X[a,b]) = 1 / (1 + exp(corner(X)))
let mean(X[a,b], G[a,b])[a,b] = G[b,a] / 2 + y[a] * x[b] * low(X)
let mean2(X[a,b], Q[a,b])[a,b] = Q[b,a] / 2 + (y[a] * x[b] * low(X))^2 / 3
let share(G[a,b], Q[a,b])[a,b] = if Q[a,b] = 0 then 0 else G[a,b] / sqrt(Q[a,b])
trajectory tm_k[a,b] along k from 0 by mean(turn_k, tm_k)[b,a]
trajectory ts_k[a,b] along k from 0 by mean2(turn_k, ts_k)[b,a]
trajectory turn_k[a,b] along k from 0 by turn_k[a,b]
        + share(mean(turn_k, tm_k), mean2(turn_k, ts_k))[a,b]
"""


def turned(claim: str) -> Case:
    """The means after a step are mean(..) and mean2(..) turned round: steps are along y x', and not x y'."""
    way = [[0, 1], [0, 0]]
    return Case("adaptive", claim, {"direction": way, "gradient": way}, {}, TURNED)


GOOD = (
    adaptive("tends(norm(ada_k) / log(k), 3)"),
    adaptive("tends(u(ada_k) / log(k), 3)", s=(-4, 2), eta="1/7"),
    adaptive("bounded(u(ada_k))"),
    adaptive("bounded(norm(ada_k) / log(k)^3)"),
    adaptive("tends(slow(ada_k), 1 / 2)"),
    adaptive("eventually u(ada_k) <= 5 * log(k)"),
    adaptive("tends(log(u(ada_k)) / log(k), 2)"),
    adaptive("tends(ada_k / norm(ada_k), y)", s=(1, 7)),
    adaptive("bounded(u(ada_k))", direction=(3, 0), gradient=(2, 0), eta=2),
    adaptive("bounded(u(eps_k))"),
    adaptive("tends(u(eps_k) - log(k), 0)"),
    adaptive("tends(u(eps_k) / log(k), infinity)"),
    adaptive("tends(k * slow(eps_k), 1)", direction=(3, 0), gradient=(2, 0)),
    adaptive("tends(u(brisk_k) - log(k), log(15))"),  # whose squares are forgotten sooner
    adaptive("tends(u(rms_k) - log(k), 1)"),  # by the last gradient
    adaptive("tends(u(inner_k) - log(k), 0)"),  # with the number inside the root
    adaptive("bounded(norm(inner_k))", s=(-2, 1), eta=3),
)
BAD = {
    "how far by the last gradient": adaptive("tends(u(rms_k) - log(k), 0)"),
    "how far with a number inside the root": adaptive("tends(u(inner_k) - log(k), log(2))"),
    "a root that may be above 1": adaptive("bounded(u(up_k))"),
    "a step by the last gradient and the place": adaptive("bounded(u(var_k))"),
    "squares before the step": adaptive("bounded(u(was_k))"),
    "steps that fall with the root": adaptive("tends(u(faint_k) - log(k), 1)"),
    "a condition on the root": adaptive("tends(u(cond_k) - log(k), log(2))"),
    "squares that grow, by the last gradient": adaptive("bounded(u(swollen_k))"),
    "steps as a mean over a root": adaptive("tends(u(ada_k) / log(k), infinity)"),
    "the log of what rises like k": adaptive("tends(log(u(ada_k)) / log(k), 1)"),
    "a pace of which bounds are known": adaptive("tends(u(ada_k) / k, 7)"),
    "what is above one multiple of k": adaptive("eventually u(ada_k) > k"),
    "a loss that falls like a power of e": adaptive("bounded(k * slow(ada_k))"),
    "an offset of what rises like k": adaptive("tends(log(u(ada_k)) - log(k), 7)"),
    "what a mean is a multiple of": adaptive("tends(u(eps_k) - log(k), log(2))"),
    "a rate with an epsilon": adaptive("tends(k * slow(eps_k), 1 / 2)"),
    "how far with an epsilon": adaptive("tends(u(brisk_k) - log(k), log(30))"),
    "what a mean itself tends to": adaptive("tends(norm(bm_k), 1)"),
    "a sum of gradients": adaptive("bounded(u(heaped_k))"),
    "a negative epsilon": adaptive("bounded(u(below_k))"),
    "squares that grow, with an epsilon": adaptive("bounded(u(sure_k))"),
    "gradients that stay, with an epsilon": adaptive("bounded(u(flat_k))"),
    "a correction that grows, with an epsilon": adaptive("bounded(u(apart_k))"),
    "squares that are forgotten sooner": adaptive("bounded(u(short_k))"),
    "fourth powers": adaptive("bounded(u(four_k))"),
    "squares that grow": adaptive("bounded(u(more_k))"),
    "gradients that grow": adaptive("bounded(u(rose_k))"),
    "a mean that does not start at 0": adaptive("bounded(u(kept_k))"),
    "the means before the step": adaptive("bounded(u(before_k))"),
    "a correction that grows": adaptive("bounded(u(grows_k))"),
    "a correction by 0 at first": adaptive("bounded(u(first_k))"),
    "steps up the gradient": adaptive("bounded(u(ada_k))", eta=-1),
    "steps of no length": adaptive("bounded(u(ada_k))", eta=0),
    "a way beside the steps of a mean": adaptive("bounded(u(ada_k))", direction=(1, 1)),
    "a gradient that is another": adaptive("bounded(u(ada_k))", gradient=(1, 1)),
    "a gradient the other way": adaptive("bounded(u(ada_k))", gradient=(-1, 0)),
    "no gradient": adaptive("bounded(u(ada_k))", gradient=(0, 0)),
    "a run without means": adaptive("bounded(u(fall_k))"),
    "means that are turned round": turned("bounded(corner(turn_k))"),
    "what fades": adaptive("tends(u(ada_k), infinity) and tends(fade_k, 1)"),
}
