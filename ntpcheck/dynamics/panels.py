"""What a figure of training shows: five quantities along the steps, the log-time flow, and in theory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ntpcheck.dynamics.flow import HORIZON, Flow, continued
from ntpcheck.dynamics.gradient_descent import gradient_descent, log_spaced
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import cross_entropy_gap
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.law import Law, one_minus_cos

PER_DECADE = 24  # records: enough for a smooth line


@dataclass(frozen=True)
class Panels:
    """Series over s = log k `[K]`; NaN where a quantity is not followed so far."""

    s: Floats
    loss: Floats  # CE(W_k) - H, nats
    norm: Floats  # ||W_k||
    apart: Floats  # 1 - cos(W_k, W^mm)
    corrected: Floats  # 1 - cos(W_k - W*, W^mm)
    distance: Floats  # ||P_F W_k - W*||

    def at(self, s: float) -> dict[str, float]:
        """Every quantity at the record nearest to s."""
        index = int(np.argmin(np.abs(self.s - s)))
        return {name: float(series[index]) for name, series in self.series()}

    def series(self) -> Iterator[tuple[str, Floats]]:
        return ((name, getattr(self, name)) for name in ("loss", "norm", "apart", "corrected", "distance"))


@dataclass(frozen=True)
class Training:
    """One run of gradient descent, the flow that goes on from it, and the asymptotics of both."""

    frame: Frame
    eta: float
    steps: Panels  # k >= 1
    flow: Panels  # from the last step on
    theory: Panels  # over all of it, from log k = 1
    last: Floats  # [V, d] W at the last step
    law: Law
    completed: bool  # the flow reached its horizon


def apart(frame: Frame, W: Floats) -> float:
    """1 - cos(W, W^mm)."""
    square = float((frame.W * frame.W).sum())
    along = float((W * frame.W).sum()) / square
    if along <= 0:
        return 1.0 - along * np.sqrt(square) / float(np.linalg.norm(W))
    rest = W - along * frame.W
    return float(one_minus_cos((rest * rest).sum() / (along * along * square)))


def training(run: Run, steps: int) -> Training:
    """A run on compatible separable data with some token out of support: `steps` steps, then log k = HORIZON.

    The flow's horizon may lie further out: where the bounded part of W is large the direction needs longer.
    """
    frame, eta = frames(run)[0], float(run.eta)
    trajectory = gradient_descent(run, log_spaced(steps, PER_DECADE))
    flow = continued(frame, eta, trajectory, HORIZON)
    assert flow.law is not None
    ahead = followed(run, flow, np.flatnonzero(flow.s >= np.log(steps)))
    s = np.log(trajectory.steps[1:])
    done = measured(run, frame, s, list(trajectory.W[1:].cpu().numpy()))
    theory = asymptotics(flow, np.concatenate([np.linspace(1, 32, 94), np.geomspace(33, flow.s[-1], 40)]))
    last = trajectory.W[-1].cpu().numpy()
    return Training(frame, eta, done, ahead, theory, last, flow.law, flow.completed)


def measured(run: Run, frame: Frame, s: Floats, W: Sequence[Floats]) -> Panels:
    """The five quantities of decoders W `[K][V, d]`."""
    stacked = np.stack(W)
    return Panels(
        np.asarray(s, dtype=float),
        cross_entropy_gap(run, run.embeddings.new_tensor(stacked)).total.cpu().numpy(),
        np.linalg.norm(stacked, axis=(1, 2)),
        np.array([apart(frame, w) for w in stacked]),
        np.array([apart(frame, w - frame.centre) for w in stacked]),
        np.array([float(np.linalg.norm(frame.F @ (w - frame.centre).ravel())) for w in stacked]),
    )


def followed(run: Run, flow: Flow, records: np.ndarray) -> Panels:
    """The same of a flow at some of its records; where the F-part is no longer integrated two of them end."""
    found = measured(run, flow.frame, flow.s[records], [flow.decoder(int(i)) for i in records])
    distance = np.linalg.norm(flow.f[records], axis=1)
    ended = {
        n: np.where(records >= flow.early, np.nan, x)
        for n, x in (("loss", found.loss), ("distance", distance))
    }
    return replace(found, **ended)


def asymptotics(flow: Flow, s: Floats, since: float = 1.0) -> Panels:
    """The laws at log k = s. The corrected iterates' D lacks W*.

    Those of direction and norm say nothing before log k + y is positive; clearly so from `since` on.
    """
    law, frame = flow.law, flow.frame
    assert law is not None
    B = flow.bounded_part(-1)
    along = float((B * frame.W).sum()) / law.square
    side, other = (float(np.linalg.norm(D - along * frame.W)) for D in (B, B - frame.centre))
    late = np.where(s + law.shift < since, np.nan, s)
    return Panels(
        s,
        law.square / law.eta * np.exp(-s),
        np.hypot(np.sqrt(law.square) * (late + law.shift), side),
        law.one_minus_cos(late, side),
        law.one_minus_cos(late, other),
        np.linalg.norm(law.finite) / law.eta * np.exp(-s),
    )
