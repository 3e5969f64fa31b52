"""`python -m ntpcheck`, and the console script: Ctrl-C is an answer from the first import on."""

from __future__ import annotations

import io
import signal
import sys
from typing import Any, NoReturn


def main() -> NoReturn:
    """Runs the command line; leaves with 2 after Ctrl-C, whatever that broke on its way."""
    pressed: list[int] = []

    def press(number: int, _: Any) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    def quietly(lost: Any) -> None:
        """A Ctrl-C that came while memory was collected cannot be raised; it is told at the end."""
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(lost)

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without UTF-8 is no reason to stop
    code = 2
    sys.unraisablehook = quietly
    try:
        signal.signal(signal.SIGINT, press)
        from ntpcheck.cli import run

        code = run()
    except BaseException:
        # An import that is interrupted may surface as any error of the module's own.
        if not pressed:
            raise
        sys.stderr.write("ntpcheck: interrupted\n")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if pressed and code != 2:
        sys.stderr.write("ntpcheck: interrupted\n")
    sys.exit(2 if pressed else code)


if __name__ == "__main__":
    main()
