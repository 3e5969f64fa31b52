"""Coq's compiler over printed files: whether the kernel accepts one, in what time, and from which axioms."""

import hashlib
import re
import resource
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ntpcheck import reading
from ntpcheck.writing import write

PRELUDE = ("Book", "Values", "Decide", "Objects", "Limits", "Everywhere")
HERE = Path(__file__).parent
GET = "apt-get install --no-install-recommends coq libcoq-interval"
# Two of the reals, that of functions, and the excluded middle. A file that needs another is not accepted.
AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
PROCESSOR_SECONDS = 150  # for one file
MEMORY = 3 << 30  # bytes for one file


@dataclass
class Compiled:
    """accepted: the kernel took every theorem. axioms: what a file prints of what they rest on."""

    accepted: bool
    seconds: float
    axioms: tuple[str, ...]
    reason: str = ""


def missing() -> str:
    """What is not installed, and the way out; empty where all is."""
    if shutil.which("coqc") is None:
        return f"there is no coqc. On Debian and Ubuntu: {GET}"
    where = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=False).stdout.strip()
    if not (Path(where) / "user-contrib" / "Interval").is_dir():
        return f"coqc has no library Interval. On Debian and Ubuntu: {GET}"
    return ""


def digest(text: str) -> str:
    """Of a file and of the part of the prelude that it is compiled with."""
    last = re.search(r"Require Import (\w+)\.", text)
    until = PRELUDE.index(last[1]) + 1 if last else len(PRELUDE)
    parts = [reading.contents(HERE / f"{name}.v") for name in PRELUDE[:until]]
    return hashlib.sha256(b"\0".join([*parts, text.encode()])).hexdigest()[:12]


def prepare(folder: Path) -> None:
    """Compiles the prelude into a folder. Raises RuntimeError with what coqc says."""
    for name in PRELUDE:
        write(folder / f"{name}.v", reading.text(HERE / f"{name}.v"))
        found = compiled(folder, folder / f"{name}.v")
        if found.reason:
            raise RuntimeError(f"{name}.v: {found.reason}")


def compiled(folder: Path, file: Path) -> Compiled:
    """One file through coqc, at low priority, within PROCESSOR_SECONDS and MEMORY."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    folder, file = folder.resolve(), file.resolve()
    words = ["nice", "-n", "1", "coqc", "-q", "-Q", str(folder), "NtpcheckKernel", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=limit, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    axioms = tuple(sorted(set(re.findall(r"^([A-Za-z_][\w'.]*)", done.stdout, re.M)) - {"Axioms", "Closed"}))
    reason = ""
    if done.returncode:
        said = " ".join(done.stderr.split()).replace(f"{folder}/", "")
        slow = spent > PROCESSOR_SECONDS - 1
        much = f"{PROCESSOR_SECONDS} s of processor time" if slow else f"{MEMORY >> 30} GB of memory"
        ended = not said or done.returncode < 0 or "out of memory" in said.lower()
        reason = f"it takes more than {much}" if ended else said[-300:]
    elif set(axioms) - AXIOMS:
        reason = f"it rests on {', '.join(sorted(set(axioms) - AXIOMS))}"
    return Compiled(not reason, round(spent, 1), axioms, reason)


def rest_on(folder: Path, modules: list[str]) -> Compiled:
    """What the theorems of files that were compiled into a folder rest on, all together: each on no more.

    One look at all takes as long as one at a single file, some seconds, most of them in the libraries.
    """
    lines = [f"From NtpcheckKernel Require {name}." for name in modules]
    both = " ".join(f"(conj {name}.accepted" for name in modules) + " I" + ")" * len(modules)
    file = folder / "together.v"
    write(file, "\n".join([*lines, f"Definition together := {both}.", "Print Assumptions together.", ""]))
    found = compiled(folder, file)
    if found.accepted and not found.axioms:
        return Compiled(accepted=False, seconds=found.seconds, axioms=(), reason="it prints no axioms")
    return found
