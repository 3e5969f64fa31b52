"""Where and how numbers are computed: device, threads, determinism. No other file names an accelerator."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

from ntpcheck.errors import UnknownOption

if TYPE_CHECKING:
    import torch

DEVICES = ("auto", "cpu", "cuda")


def device(name: str = "auto") -> torch.device:
    """The torch device behind a name: `auto` is an accelerator if there is one, else the processor.

    Raises UnknownOption for an unknown name, and for an accelerator that is not there.
    """
    if name not in DEVICES:
        raise UnknownOption(f"device {name!r} does not exist. Choose one of {', '.join(DEVICES)}.")
    import torch

    present = torch.cuda.is_available()
    if name == "cuda" and not present:
        raise UnknownOption("device 'cuda' needs a GPU that torch can use; there is none. Use --device cpu.")
    return torch.device("cuda" if present and name != "cpu" else "cpu")


def settle(threads: int = 1) -> None:
    """Pins the thread count and asks for repeatable sums, so that a seed fixes every byte of a run.

    threads: per process. Small matrices gain nothing from more; run more processes instead.
    """
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    import torch
    from threadpoolctl import threadpool_limits

    collect_seldom()
    if not gc.get_freeze_count():
        gc.freeze()  # what is imported by now stays: it need not be looked through for garbage
    threadpool_limits(limits=threads)
    torch.set_num_threads(threads)
    # As use_deterministic_algorithms(True), which would import a compiler that nothing here calls.
    torch.set_deterministic_debug_mode("error")


def collect_seldom() -> None:
    """Has Python look for cycles of dead objects a hundred times less often.

    A run leaves few of them, and looking through all that is imported took a twentieth of its time.
    """
    gc.set_threshold(50_000, 20, 100)


def environment(device_name: str = "cpu") -> dict[str, str]:
    """The versions and machine type that a run's numbers depend on."""
    import platform
    from importlib.metadata import version

    packages = ("torch", "numpy", "scipy", "python-flint", "hypothesis")
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "device": device_name,
        **{name: version(name) for name in packages},
    }


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def machine() -> str:
    """What this runs on, for records: system, processor, cores, and memory where the system tells it."""
    import platform

    told = f"{platform.system()} {platform.machine()}, {cores()} cores"
    if "SC_PHYS_PAGES" not in getattr(os, "sysconf_names", ()):
        return told
    return f"{told}, {os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"
