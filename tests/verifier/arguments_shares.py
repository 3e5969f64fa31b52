"""Steps along a line that lose a share by a power of k, or that a number scales which grows geometrically."""

from __future__ import annotations

from tests.verifier.argued import Case
from tests.verifier.arguments_paced import paced

OWN = ()
BRAKED = """trajectory fading_k[a] along k from s by fading_k + eta * x * slow(fading_k) - fading_k / (k + 2)
trajectory waning_k[a] along k from s by waning_k + eta / sqrt(sqrt(k + 1)) * x * slow(waning_k)
        - 2 * waning_k / sqrt(k + 1)
trajectory soon_k[a] along k from s by soon_k + eta * x * slow(soon_k) - soon_k / (k + 2)^2
trajectory filled_k[a] along k from s by filled_k + eta * x * slow(filled_k) + filled_k / (k + 2)
trajectory alike_k[a] along k from s by alike_k + eta / (k + 2) * x * slow(alike_k) - alike_k / (k + 2)
trajectory spent_k[a] along k from s by spent_k + eta / (k + 2) * x * slow(spent_k) - spent_k / sqrt(k + 1)
trajectory humped_k[a] along k from s by humped_k + (4 * eta * x * bell(humped_k) - humped_k / 8) / (k + 2)
trajectory odds_k[a] along k from s by odds_k + (eta * x * slow(odds_k) - sqrt(2) * odds_k) / (k + 2)
trajectory grows_k[a] along k from s by grows_k + eta * (k + 2) * x * slow(grows_k) - grows_k / (k + 2)
trajectory easing_k[a] along k from s by easing_k + eta * x * slow(easing_k)
        - slow(easing_k) * easing_k / (k + 2)
trajectory steep_k[a] along k from s by steep_k + eta * x * slow(steep_k) - u(steep_k)^2 * x / (k + 2)
trajectory led_k[a] along k from s by led_k + eta * x * slow(led_k) - led_k / k
trajectory torn_k[a] along k from s by torn_k + eta * x * (slow(torn_k) - 1 / 3) - torn_k / (k + 2)
"""
GROWING = """trajectory six_k along k from 1 by 6 * six_k
trajectory five_k along k from 3 by 5 * five_k
trajectory half_k along k from 1 by half_k / 2
trajectory odd_k along k from 1 by 2 * odd_k + 1
trajectory root_k[a] along k from s by root_k + eta * sqrt(twice_k) * x * slow(root_k)
trajectory hasty_k[a] along k from s by hasty_k + eta * six_k * x * slow(hasty_k)
trajectory rash_k[a] along k from s by rash_k + eta * five_k * x * slow(rash_k)
trajectory two_k[a] along k from s by two_k + eta * twice_k * five_k * x * slow(two_k)
trajectory timed_k[a] along k from s by timed_k + eta * (k + 1) * twice_k * x * slow(timed_k)
trajectory calm_k[a] along k from s by calm_k + eta / twice_k * x * slow(calm_k)
trajectory small_k[a] along k from s by small_k + eta * half_k * x * slow(small_k)
trajectory uneven_k[a] along k from s by uneven_k + eta * odd_k * x * slow(uneven_k)
"""


def braked(claim: str, *, s: tuple[int, int] = (0, 0), eta: int = 1) -> Case:
    """fading_k is log k - log log k + log eta, waning_k log(k) / 4 - log log k + log(2 eta), times x."""
    return paced(claim, s=s, eta=eta)._replace(more=BRAKED)


def growing(claim: str, *, s: tuple[int, int] = (0, 0), eta: int = 1) -> Case:
    """doubled_k is k log 2 + log(eta / log 2), root_k half that and rash_k k log 5 + .., times x."""
    return paced(claim, s=s, eta=eta)._replace(more=GROWING)


GOOD = (
    braked("tends(u(fading_k) / log(k), 2)"),
    braked("tends(exp(u(fading_k)) * log(k) / k, 2)"),
    braked("tends(exp(u(fading_k)) * log(k) / k, 1)", eta=3),
    braked("bounded(u(fading_k) - log(k))"),
    braked("bounded(k * slow(fading_k))"),
    braked("tends(u(waning_k) / log(k), 1 / 2)"),
    braked("tends(exp(4 * u(waning_k)) * log(k)^4 / k, 1)", eta=3),
    braked("tends(u(alike_k), infinity)"),
    braked("tends(u(alike_k), 1)", eta=2),
    braked("eventually u(alike_k) > 1 / 2"),
    growing("bounded(u(doubled_k))"),
    growing("tends(u(doubled_k) / k, 1)", s=(2, 1)),
    growing("tends(exp(u(doubled_k)) / twice_k, eta)", eta=3),
    growing("tends(u(root_k) / k, log(2))"),
    growing("tends(u(rash_k) / k, log(2))"),
    growing("tends(exp(u(rash_k)) / five_k, 1)"),
)
BAD = {
    "what a share that fades leaves": braked("tends(exp(u(fading_k)) * log(k) / k, eta)", eta=3),
    "the pace beside a share that fades": braked("tends(u(fading_k) / log(k), 1)"),
    "steps that fall, less a share": braked("tends(exp(4 * u(waning_k)) * log(k)^4 / k, 16)"),
    "a share that falls too fast": braked("tends(u(soon_k) / log(k), 2)"),
    "a share that is added": braked("bounded(u(filled_k))"),
    "a share that falls as the steps do": braked("bounded(u(alike_k))"),
    "what a share that falls as the steps do leaves": braked("eventually u(alike_k) > 2 / 5"),
    "a share that falls more slowly than steps": braked("tends(u(spent_k), infinity)"),
    "a share beside steps that do not fall": braked("tends(u(humped_k), infinity)"),
    "a share that is no rational": braked("tends(u(odds_k), infinity)"),
    "a share of what grows": braked("tends(u(grows_k) / log(k), 5)"),
    "a share by the coordinate": braked("tends(u(easing_k) / log(k), 2)"),
    "a share of a square": braked("tends(u(steep_k) / log(k), 2)"),
    "a share that has no value at first": braked("tends(u(led_k) / log(k), 2)"),
    "a share, of steps of both signs": braked("tends(u(torn_k) / log(k), 2)"),
    "a share of what starts elsewhere": braked("tends(u(fading_k) / log(k), 2)", s=(2, 0)),
    "a share of what starts beside the line": braked("tends(u(fading_k) / log(k), 2)", s=(0, 2)),
    "steps that double": growing("tends(u(doubled_k) / k, log(2))"),
    "steps that double, but for o(1)": growing("tends(exp(u(doubled_k)) / twice_k, 3 / log(2))", eta=3),
    "steps by a factor of 5": growing("tends(exp(u(rash_k)) / five_k, 1 / log(5))"),
    "steps by a factor of 6": growing("bounded(u(hasty_k))"),
    "steps by two numbers that grow": growing("bounded(u(two_k))"),
    "steps that double, times k": growing("bounded(u(timed_k))"),
    "steps that halve": growing("tends(u(calm_k), infinity)"),
    "steps by a number that halves": growing("tends(u(small_k), infinity)"),
    "steps by a number that is doubled, and 1 more": growing("bounded(u(uneven_k))"),
}
