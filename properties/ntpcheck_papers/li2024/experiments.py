"""Section 5, 6 and Appendix D: the runs behind the figures, drawn from the paper's description.

The authors' public code, github.com/yixiao-huang/next-token-prediction (commit eb66117), has other settings
than Appendix D in places; `Setting` holds either, and `differences` tells where they differ. The code poses
(Graph-SVM) on the pairs of an input's label and tokens alone: paths of such pairs join any two tokens of a
component, and the pairs of i => j are among them, so that its W^mm is the paper's.
The paper's own instances are not published. A run starts at W(0) = 0 and takes a step size within two orders
of magnitude that include the recipe's: from 0.01 to 1.28, or from 0.025 to 0.8.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import torch

from ntpcheck.claim import Domain
from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.domains import plain_figures
from ntpcheck.domains.recipes import by_recipe
from ntpcheck.dynamics.attention_head import Loss
from ntpcheck.instances.attention import AttentionRun

ITERATIONS, INSTANCES = 4000, 100
POWERS, ABOUT = (0, 7), (-2, 3)  # of two, by which step sizes differ from the recipe's


def with_steps(
    generator: torch.Generator, run: AttentionRun, powers: tuple[int, int] = POWERS
) -> AttentionRun:
    """The same runs with step sizes eta 2^j, j from the first of the powers to the last."""
    power = torch.randint(powers[0], powers[1] + 1, run.batch, generator=generator)
    return run.replace(eta=run.eta * 2.0 ** power.double())


def _domain(
    name: str, recipe: recipes.Recipe, powers: tuple[int, int] = POWERS, plainest: Any = None
) -> Domain:
    def sampler(generator: torch.Generator, batch: int) -> AttentionRun:
        return with_steps(generator, recipes.runs(recipe, generator, batch), powers)

    return by_recipe(name, sampler, plain=plainest)


ACYCLIC_RUNS = _domain("runs of Figure 3", recipes.ACYCLIC, plainest=partial(plain_figures.figure_runs, 8, 6))
GENERAL_RUNS = _domain("runs of Figure 4", recipes.GENERAL, plainest=plain_figures.swinging_runs)
# 1024 of these steps go from 0.13 to 4 times as far as 2000 of length 0.1.
HEAD_RUNS = replace(_domain("runs of Figures 5 and 6", recipes.GENERAL_HEAD, ABOUT), weight=8)


@dataclass(frozen=True)
class Setting:
    """How one source draws, trains and reads the runs of a figure.

    floor: what is added to the norm of the gradient before a step divides by it. threshold: softmax weights
    above it count as selected. alongside: W(tau) is compared with the tau-th iterate of the descent that
    leads to W^cyc, not with W^cyc. own: the pseudo cyclic subset and S_cyc hold what is tied to an input's
    label, not to what it selects.
    """

    who: str
    recipe: recipes.Recipe
    loss: Loss
    iterations: int = ITERATIONS
    floor: float = 0.0
    threshold: float = 0.0
    alongside: bool = False
    own: bool = False


PAPER, CODE = "App. D", "authors' code"
ROUNDING = 2.0**-52  # what the authors' code adds to a gradient's norm before it divides by it
HEAD_ITERATIONS = 2000  # the code's; Appendix D names none for Figures 5 and 6, and no threshold
FIGURE_3 = (
    Setting(PAPER, recipes.ACYCLIC, "log"),
    Setting(CODE, recipes.CODE_ACYCLIC, "log", floor=ROUNDING),
)
FIGURE_4 = (
    Setting(PAPER, recipes.GENERAL, "log"),
    Setting(CODE, recipes.CODE_GENERAL, "log", floor=ROUNDING, alongside=True),
)


def _heads(first: Loss, second: Loss) -> tuple[Setting, Setting]:
    return (
        Setting(PAPER, recipes.GENERAL_HEAD, first, HEAD_ITERATIONS, threshold=0.1),
        Setting(CODE, recipes.CODE_HEAD, second, HEAD_ITERATIONS, ROUNDING, 0.01, alongside=True, own=True),
    )


FIGURE_5 = _heads("squared", "squared probability")
FIGURE_6 = _heads("cross-entropy", "cross-entropy")

LABELS = {
    "ordered": "labels first in one order of the tokens",
    "inside": "labels uniform on the input",
    "any": "labels uniform on the vocabulary",
}
GRAPHS = {
    None: "graphs as drawn",
    True: "redrawn until a graph has a cycle",
    False: "redrawn until no graph has a cycle",
}
LOSSES: dict[Loss, str] = {
    "log": "loss -log u, C E^T = I",
    "squared": "loss (1 - u)^2 of the score u, C = E",
    "squared probability": "loss (1 - p)^2 of the label's softmax probability p, C = E",
    "cross-entropy": "cross-entropy, C = E",
}


def told(setting: Setting) -> tuple[str, ...]:
    """Each choice in words, in one order for all settings."""
    recipe, chosen = setting.recipe, setting.threshold > 0
    acyclic = recipe.labels == "ordered" or recipe.cyclic is False
    distance = "distance to W^cyc's own tau-th iterate" if setting.alongside else "distance to W^cyc itself"
    return (
        f"K = {recipe.K}, d = {recipe.d}, n = {recipe.n}, T = {recipe.T}",
        "tokens of an input distinct" if recipe.distinct else "tokens of an input independent",
        LABELS[recipe.labels],
        GRAPHS[recipe.cyclic],
        LOSSES[setting.loss],
        f"W(0) uniform within {recipe.start:.3g}" if recipe.start else "W(0) = 0",
        f"{setting.iterations} steps of {recipe.eta:g} grad / "
        + ("(||grad|| + 2^-52)" if setting.floor else "||grad||"),
        "" if acyclic else distance,
        f"selected above {setting.threshold:g}" if chosen else "",
        f"pseudo ties to {'the label' if setting.own else 'what is selected'}" if chosen else "",
    )


def differences(paper: Setting, code: Setting) -> tuple[str, str]:
    """Two lines: the first setting, and where the second differs from it."""
    first, second = told(paper), told(code)
    other = [new for old, new in zip(first, second, strict=True) if new != old]
    return f"{paper.who}: {'; '.join(filter(None, first))}", f"{code.who}: {'; '.join(other)}; else the same"
