"""Runs the verifier: as a module, or this folder by itself, `python -I -S FOLDER FILE...`."""

import importlib.util
import signal
import sys
from pathlib import Path


def main() -> int:
    """The command line, without a traceback at Ctrl-C or at a closed pipe."""
    for name in ("SIGINT", "SIGPIPE"):
        signal.signal(getattr(signal, name, signal.SIGINT), signal.SIG_DFL)
    folder = Path(__file__).resolve().parent
    if not __package__:  # run by its path: the folder becomes a package of its own
        spec = importlib.util.spec_from_file_location(
            "ntpcheck_verifier", folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None
        sys.modules["ntpcheck_verifier"] = importlib.util.module_from_spec(spec)
    package = __package__ or "ntpcheck_verifier"
    return importlib.import_module(f"{package}.command").main()


if __name__ == "__main__":
    sys.exit(main())
