"""False neighbours of what normalised descent does beyond the figures: its rate, and its cycle in S_cyc."""

from functools import partial

import numpy as np

from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, Row, collected
from ntpcheck.checks.optimisers import TOO_LATE
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck_papers.li2024.beyond.normalised import mean_distance
from ntpcheck_papers.li2024.figures.normalised import STEPS, End, normalised

KEPT, HIDDEN = 0.75, 2.0**-40  # of a quantity that should fade as tau doubles; of a side that rounding hides


@floats_only
def _fades(run: AttentionRun, power: float) -> Evidence:
    """tau^power (1 - corr) is at most `KEPT` of what it was at half of the steps, late in the run."""
    (path, times), rows = normalised(run), list[Row]()
    half, last = (path.at(k).cpu().numpy() for k in (STEPS // 2, STEPS))
    for i, frame in enumerate(attention_frames(run)):
        if not frame.moves or len(frame.F) or not times[-1, i] > TOO_LATE:
            rows.append(OPEN)
            continue
        lines = frame.W / np.linalg.norm(frame.W)
        along = [float((W[i] * lines).sum()) for W in (half, last)]
        sides = [float(np.linalg.norm(W[i] - t * lines)) for W, t in zip((half, last), along, strict=True)]
        angles = [side / t for side, t in zip(sides, along, strict=True)]
        seen = min(along) > 0 and min(angles) > HIDDEN
        rows.append(Row(KEPT - 2.0**power * (angles[1] / angles[0]) ** 2, 2.0**-6) if seen else OPEN)
    return collected(run, rows)


def _enlarged(end: End) -> float:
    """What the farther of the two misses eta / 2 by, eight times as large."""
    return 1 / 2 + 8 * (end.far - 1 / 2)


_ends = partial(checked, mean_distance)


CHECKS = {
    "attention/sharper/normalised-direction#wrong-rate/faster": checked(_fades, 3.0),
    "attention/sharper/normalised-direction#wrong-limit/zero": checked(_fades, 2.0),
    "attention/sharper/normalised-cycle#wrong-constant": _ends(lambda end: (end.far + end.near) / 2, 1 / 4),
    "attention/sharper/normalised-cycle#wrong-limit": _ends(lambda end: end.near, 0.0),
    "attention/sharper/normalised-cycle#tightened-bound": _ends(_enlarged, 1 / 2),
}
