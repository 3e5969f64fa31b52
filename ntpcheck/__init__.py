"""ntpcheck turns the claims of theory papers on next-token prediction into statements to try to break."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ntpcheck.claim import Assumption, Claim, Domain, Effort, Paper, Planted
    from ntpcheck.diagnosis.answers import diagnose
    from ntpcheck.evidence import Evidence, Outcome, Rigor, Verdict, judge
    from ntpcheck.formulas.asked import Formula, strategy
    from ntpcheck.hunting import hunt
    from ntpcheck.instances.attention import Attending, Attention, AttentionRun
    from ntpcheck.instances.dataset import Dataset, Decoding, Offset, Pair, Run, Samples, Scaled
    from ntpcheck.reference.compatible import compatibility
    from ntpcheck.reference.entropy import entropy
    from ntpcheck.reference.max_margin import max_margin

__version__ = "0.1.0"

# Names are looked up on first use (PEP 562), so that `import ntpcheck` and `--help` need no torch.
_HOMES = {
    "ntpcheck.claim": ("Assumption", "Claim", "Domain", "Effort", "Paper", "Planted"),
    "ntpcheck.evidence": ("Evidence", "Outcome", "Rigor", "Verdict", "judge"),
    "ntpcheck.formulas.asked": ("Formula", "strategy"),
    "ntpcheck.hunting": ("hunt",),
    "ntpcheck.instances.attention": ("Attending", "Attention", "AttentionRun"),
    "ntpcheck.instances.dataset": ("Dataset", "Decoding", "Offset", "Pair", "Run", "Samples", "Scaled"),
    "ntpcheck.reference.compatible": ("compatibility",),
    "ntpcheck.reference.entropy": ("entropy",),
    "ntpcheck.reference.max_margin": ("max_margin",),
    "ntpcheck.diagnosis.answers": ("diagnose",),
}

__all__ = [
    "Assumption", "Attending", "Attention", "AttentionRun", "Claim", "Dataset", "Decoding", "Domain",
    "Effort", "Evidence", "Formula", "Offset", "Outcome", "Pair", "Paper", "Planted", "Rigor", "Run",
    "Samples", "Scaled", "Verdict", "compatibility", "diagnose", "entropy", "hunt", "judge", "max_margin",
    "strategy",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
