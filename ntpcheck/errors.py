"""Errors a user can cause, one class per cause. Each message says the value, the rule and the way out."""

from collections.abc import Iterable
from difflib import get_close_matches


def closest(name: str, known: Iterable[str], otherwise: str) -> str:
    """The way out for a name that does not exist: the one it is close to, else another sentence."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"Did you mean {close[0]}?" if close else otherwise


class NtpcheckError(Exception):
    """Bad input; the command line prints the message on one line and leaves with `exit_code`."""

    exit_code = 4


class InvalidInstance(NtpcheckError):
    """An instance breaks a rule of its type (shape, sign, finiteness)."""


class InvalidClaim(NtpcheckError):
    """A claim, domain or paper object is not well formed."""


class UnknownClaim(NtpcheckError):
    """No claim has that id."""


class UnknownAssumption(NtpcheckError):
    """The claim does not make that assumption."""


class UnknownTarget(NtpcheckError):
    """No experiment or figure has that id."""


class UnknownOption(NtpcheckError):
    """A profile, device or setting that does not exist."""


class UnreadableFile(NtpcheckError):
    """A file is missing, too large, or not what it should be."""


class AbsentFile(UnreadableFile):
    """There is no file of that name."""


class UnwritableFile(NtpcheckError):
    """A file cannot be written; what was there before is as it was."""


class WorkerLost(NtpcheckError):
    """A process of a run was ended from outside, as for want of memory."""

    exit_code = 3


RAISED = (Exception, SystemExit, GeneratorExit)  # what foreign code may raise without ending the run
NO_ANSWER = "no answer within"  # how the reason of a verdict begins that the clock has brought
LONGEST_REASON = 500  # letters of what a checker raised: it stands in a table


def in_words(problem: BaseException) -> str:
    """What an exception says, in one short line."""
    try:
        words = str(problem)
    except RAISED:  # a third party's own exception may have no words
        words = "..."
    if len(words) > LONGEST_REASON:
        words = f"{words[:LONGEST_REASON]}..."
    return in_line(" ".join(words.split()))


def in_line(text: str) -> str:
    """The text without anything that a terminal would take for an order."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
