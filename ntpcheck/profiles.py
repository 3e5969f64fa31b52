"""How hard each profile looks: the one list, light enough for help texts and the pytest plugin."""

from collections.abc import Mapping

# Hypothesis examples, swept instances and training runs, per domain.
PROFILES: Mapping[str, Mapping[str, int]] = {
    "quick": {"examples": 40, "batch": 512, "trajectories": 24},
    "ci": {"examples": 100, "batch": 3000, "trajectories": 300},
    "nightly": {"examples": 500, "batch": 30000, "trajectories": 3000},
}
