"""Which results of the paper rest on which, and the sentences too vague to check."""

from __future__ import annotations

RESTS_ON: dict[str, tuple[str, ...]] = {}

UNCHECKED: dict[str, str] = {}
