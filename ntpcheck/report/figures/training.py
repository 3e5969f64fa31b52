"""The four-panel training figure: what a run did, with the theory's asymptotics drawn in."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ntpcheck.report.figures.graph import graph_panel
from ntpcheck.report.figures.plane import plane
from ntpcheck.report.figures.svg import Axis, Curve, Panel, plot

STEPS = Axis("steps k", log=True)
LOG_STEPS = Axis("log k", log=True)


def panels(series: Mapping[str, Any]) -> list[str]:
    """A figure of a run as SVG, one text per panel: what it has of training curves, a plane and graphs."""
    drawn = training_panels(series) if "k" in series else []
    drawn += [plane(series["plane"])] if "plane" in series else []
    return drawn + [graph_panel(graph) for graph in series.get("graphs", ())]


def training_panels(series: Mapping[str, Any]) -> list[str]:
    """Loss minus entropy, norm, 1 - cos to W^mm and distance to W*, as SVG.

    series: `k` with `loss_gap`, `norm`, `one_minus_cos`, `distance` along it; `law`, the same four as the
    theory has them; `flow`, the last two along `log_k`, and `law["flow"]` the theory there. The first
    two panels run over k; the last two over log k on a logarithmic axis, where a quantity that falls like
    1/log k is a straight line and gradient flow reaches far beyond any affordable number of steps.
    """
    over_k = [
        Panel("loss minus entropy", STEPS, Axis("", log=True), _curves(series, "loss_gap", "k")),
        Panel("norm of W_k", STEPS, Axis(""), _curves(series, "norm", "k")),
    ]
    over_log_k = [
        Panel("1 - cos(W_k, W^mm)", LOG_STEPS, Axis("", log=True), _curves(series, "one_minus_cos", "log_k")),
        Panel(
            "distance of P_F(W_k) to W*", LOG_STEPS, Axis("", log=True), _curves(series, "distance", "log_k")
        ),
    ]
    return [plot(panel) for panel in [*over_k, *over_log_k]]


def _curves(series: Mapping[str, Any], name: str, over: str) -> list[Curve]:
    steps: Sequence[float] = series["k"]
    x = steps if over == "k" else [math.log(k) if k > 1 else math.nan for k in steps]
    curves: list[Curve] = []
    if name in series:
        curves.append(Curve("gradient descent", x, series[name], "run"))
    flow = series.get("flow", {})
    if over == "log_k" and name in flow:
        # It goes on from where the run stopped.
        curves.append(
            Curve("gradient flow", [x[-1], *flow["log_k"]], [series[name][-1], *flow[name]], "flow")
        )
    law = series.get("law", {})
    if name in law:
        ahead = law.get("flow", {}).get(name, []) if over == "log_k" else []
        ahead = [a if _finite(b) else math.nan for a, b in zip(ahead, flow.get(name, []), strict=False)]
        beyond = flow["log_k"] if ahead else []
        curves.append(Curve("theory", [*x, *beyond], [*law[name], *ahead], "law"))
    return curves


def _finite(value: float | str | None) -> bool:
    # Journals write NaN and infinities as strings. Beyond the flow's end the theory is not drawn either.
    return value is not None and math.isfinite(float(value))
