"""The pytest plugin: options, Hypothesis profiles and a report of verdicts. Inert, and light, until used."""

import json
import os
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.backends import DEVICES
from ntpcheck.profiles import PROFILES
from ntpcheck.writing import write


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ntpcheck", "claims of papers")
    group.addoption("--ntpcheck-profile", choices=tuple(PROFILES), default="quick", help="how hard to look")
    group.addoption("--ntpcheck-device", choices=DEVICES, default="cpu", help="where sweeps run")
    group.addoption("--ntpcheck-report", metavar="FILE", help="write the claims' verdicts as JSON")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "ntpclaim(id): the claim that a test checks")
    report: str | None = config.getoption("--ntpcheck-report")
    if report and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Verdicts(Path(report)))
    # Before Hypothesis' own plugin looks for the profile that --hypothesis-profile names.
    wanted = str(config.getoption("--hypothesis-profile", default=None) or "")
    if wanted.startswith("ntpcheck-"):
        register_profiles()


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report() -> Generator[None]:
    """What leaves this process while tests are collected, so that none is run, is an error with its place."""
    leave, here = os._exit, os.getpid()

    def refused(status: int = 0) -> None:
        # Forks, and threads that end the process because nobody waits for it any more, may.
        if os.getpid() != here or threading.current_thread() is not threading.main_thread():
            leave(status)
        raise RuntimeError(f"a module leaves with os._exit({status}) as it is imported")

    os._exit = refused
    try:
        yield
    finally:
        if os._exit is refused:  # and not what a paper that was loaded meanwhile has brought
            os._exit = leave


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Claims over one domain share their work: `--dist loadgroup` keeps their tests in one process."""
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            for mark in item.iter_markers("ntpclaim"):
                if "group" in mark.kwargs:
                    item.add_marker(pytest.mark.xdist_group(mark.kwargs["group"]))


def register_profiles() -> None:
    """Hypothesis profiles `ntpcheck-quick`, `ntpcheck-ci` and `ntpcheck-nightly`, without a deadline."""
    from hypothesis import settings

    for name, counts in PROFILES.items():
        settings.register_profile(f"ntpcheck-{name}", max_examples=counts["examples"], deadline=None)


class Verdicts:
    """Collects what the suites recorded, from this process or from its workers, and writes it at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[str, dict[str, Any]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == "ntpcheck" and isinstance(value, dict):
                self.found[value["claim"]] = value

    def pytest_sessionfinish(self) -> None:
        claims = [self.found[claim] for claim in sorted(self.found)]
        document = {"schema_version": 1, "claims": claims}
        write(self.path, json.dumps(document, sort_keys=True, indent=1) + "\n")
