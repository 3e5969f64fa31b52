"""`python -m ntpcheck`, and the console script: Ctrl-C is an answer from the first import on."""

import io
import os
import sys
import threading
from contextlib import suppress
from typing import Any, NoReturn

from ntpcheck import backends, signals

_leave = os._exit


def main() -> NoReturn:
    """Runs the command line; leaves with 2 after Ctrl-C or SIGTERM, whatever that broke on its way."""

    def quietly(lost: Any) -> None:
        """A Ctrl-C that came while memory was collected cannot be raised; it is told at the end."""
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(lost)

    code, told = 2, False
    sys.unraisablehook = quietly
    try:
        signals.listen()
        backends.collect_seldom()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a terminal without UTF-8 is no reason to stop
        from ntpcheck.cli import run

        code = run()
        told = code == 2
    except BaseException:
        # An import that is interrupted may surface as any error of the module's own.
        if not signals.pressed:
            raise
    signals.deaf()
    if signals.pressed and not told:
        sys.stderr.write("ntpcheck: interrupted\n")
    left_by(2 if signals.pressed else code)


def left_by(code: int) -> NoReturn:
    """Ends the process; threads of a third party's code, which would be waited for, end with it."""
    loaded = os._exit is not _leave  # as `report.importing` has it once a third party's code is there
    others = [t for t in threading.enumerate() if t is not threading.main_thread() and not t.daemon]
    if loaded and others:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        _leave(code)
    raise SystemExit(code)  # and not sys.exit, which may be another's


if __name__ == "__main__":
    main()
