"""Figure 1: what its caption reads off the picture, on one instance."""

from collections.abc import Mapping

import numpy as np

from ntpcheck.reference.frame import Frame
from ntpcheck.target import Comparison

SEPARATES, ALIGNED, IN_CONE, LONGER = (
    "w_3 separates A from B and C",
    "w_3 (almost) aligns with A",
    "words of two contexts lie in their cone",
    "the wider the cone, the longer the word",
)
RULES = {
    SEPARATES: "as a rule: linear/figures/separating-row",
    ALIGNED: "almost: within 18 degrees",
    IN_CONE: "as a rule: linear/figures/cone",
    LONGER: "as a rule: linear/figures/wider-cone",
}
ALMOST = 0.95  # cosine
TIE = 2.0**-30  # cosines of cones this near are those of one cone


def caption(frame: Frame) -> dict[str, bool]:
    """Which of the caption's sentences hold: word 3 follows A alone, the others two contexts each."""
    pairs = np.flatnonzero(frame.support.sum(0) == 2)
    word, A = frame.W[2], frame.H[0]
    return {
        SEPARATES: bool((np.sign(frame.H @ frame.W[2]) == [1, -1, -1]).all()),
        ALIGNED: bool(word @ A >= ALMOST * np.linalg.norm(word) * np.linalg.norm(A)),
        IN_CONE: all(_in_cone(frame, int(v)) for v in pairs),
        LONGER: _wider_is_longer(frame, pairs),
    }


def compared(frame: Frame, told: Mapping[str, int], draws: int) -> tuple[Comparison, ...]:
    """The sentences on the instance shown, and on how many draws each holds."""
    shown = caption(frame)
    return tuple(
        Comparison(
            sentence,
            "yes",
            f"{'yes' if shown[sentence] else 'no'}; on {told[sentence]} of {draws} draws",
            why=why,
        )
        for sentence, why in RULES.items()
    )


def _in_cone(frame: Frame, v: int) -> bool:
    """Row v of W^mm is a nonnegative combination of its two contexts' embeddings."""
    weights = np.linalg.lstsq(frame.H[frame.support[:, v]].T, frame.W[v], rcond=None)[0]
    return bool((weights >= -frame.error).all())


def _wider_is_longer(frame: Frame, pairs: np.ndarray) -> bool:
    """Of every two words the one with the wider cone has the longer row."""
    unit = frame.H / np.linalg.norm(frame.H, axis=1, keepdims=True)
    cosines = [float(np.prod(unit[frame.support[:, v]], axis=0).sum()) for v in pairs]
    lengths = np.linalg.norm(frame.W[pairs], axis=1).tolist()
    return all(
        (lengths[a] - lengths[b]) * (cosines[b] - cosines[a]) > 0
        for a in range(len(pairs))
        for b in range(a)
        if abs(cosines[a] - cosines[b]) > TIE
    )
