"""The workflow and the hook that the repository offers: least rights, pinned actions, commands that work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.report.formats.github import LARGEST_SUMMARY, MOST_ANNOTATIONS

ROOT = Path(__file__).parent.parent.parent
WORKFLOW = ROOT / "docs" / "claims.yml"
yaml = pytest.importorskip("yaml")


def read(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # so that `on` stays a word


def steps() -> list[dict[str, Any]]:
    (job,) = read(WORKFLOW)["jobs"].values()
    return job["steps"]


def test_the_workflow_asks_for_no_more_than_to_read() -> None:
    workflow = read(WORKFLOW)
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow["on"]) == {"push", "pull_request"}  # the latter gives strangers' code no secrets
    (job,) = workflow["jobs"].values()
    assert "permissions" not in job
    assert int(job["timeout-minutes"]) <= 60
    (checkout,) = (step for step in steps() if step.get("uses", "").startswith("actions/checkout@"))
    assert checkout["with"] == {"persist-credentials": "false"}


def test_actions_are_pinned_to_commits() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    assert [use for use in used if not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", use)] == []
    assert "${{" not in WORKFLOW.read_text()  # nothing from outside is pasted into a command


def test_the_page_shows_the_file() -> None:
    page = (WORKFLOW.parent / "ci.md").read_text(encoding="utf-8")
    assert f"```yaml\n{WORKFLOW.read_text(encoding='utf-8')}```\n" in page


def carried_out(home: Path, commands: list[str]) -> list[str]:
    """What the commands print in a repository at `home`, each of them as a step of a job."""
    given = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT}:{ROOT / 'properties'}",
        "GITHUB_STEP_SUMMARY": str(home / "summary.md"),
    }
    said = []
    for command in commands:
        words = ["bash", "-e", "-c", command]
        done = subprocess.run(words, cwd=home, env=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    return said


def commands() -> list[str]:
    return [step["run"] for step in steps() if "run" in step]


def test_copied_unchanged_it_checks_the_books_of_a_repository(tmp_path: Path) -> None:
    install, *others = commands()
    assert install.startswith("pip install ")
    assert install.endswith(" -r requirements.txt")
    carried_out(tmp_path, ["python -m ntpcheck new my_theorem", *others])
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert re.match(r"## ntpcheck: [1-9]\d* passed, 0 failed, 0 skipped\n", summary)
    assert "my_theorem/" in summary
    assert "linear/" not in summary


def test_the_ways_to_change_it_that_the_page_names_are_there_to_be_changed() -> None:
    page = (WORKFLOW.parent / "ci.md").read_text(encoding="utf-8")
    assert re.findall(r"in\splace\sof\s`([^`]+)`", page)[:2] == ["*.book", "-r requirements.txt"]
    assert [sum(part in one for one in commands()) for part in ("*.book", "-r requirements.txt")] == [1, 1]


def test_in_a_checkout_of_our_own_its_commands_do_what_the_steps_around_them_need(tmp_path: Path) -> None:
    _, verify, *others = commands()
    assert verify.endswith("verify --profile quick *.book")  # without a book all papers; three claims do here
    said = carried_out(tmp_path, [verify.replace("*.book", "linear/lemma-1"), *others])
    assert len(said) == 3
    summary = tmp_path / "summary.md"
    assert summary.read_text(encoding="utf-8").startswith("## ntpcheck: 3 passed, 0 failed")
    assert summary.stat().st_size <= LARGEST_SUMMARY
    assert said[1].count("::error") <= MOST_ANNOTATIONS
    (upload,) = (step for step in steps() if step.get("uses", "").startswith("actions/upload-artifact@"))
    (run,) = (tmp_path / upload["with"]["path"]).iterdir()
    assert {"index.html", "junit.xml", "journal.ndjson"} <= {path.name for path in run.iterdir()}


def test_the_hook_derives_every_stored_counterexample_again() -> None:
    (hook,) = read(ROOT / ".pre-commit-hooks.yaml")
    assert set(hook) == {"id", "name", "description", "entry", "language", "files"}
    assert hook["language"] == "system"
    assert f"\n{hook['entry']} = " in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    stored = [str(path.relative_to(ROOT)) for path in ROOT.glob("properties/*/*/counterexamples/*.json")]
    chosen = [name for name in stored if re.search(hook["files"], name)]
    assert chosen == stored != []
    words = [sys.executable, "-I", "-S", str(ROOT / "ntpcheck" / "verifier" / "__main__.py"), *chosen]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(": ACCEPTED") == len(chosen)


def test_the_configuration_that_is_shown_runs_the_same_hook() -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```yaml\n(repos:.*?)```", page, re.S)
    (local,) = yaml.load(shown, Loader=yaml.BaseLoader)["repos"]
    (hook,), (offered,) = local["hooks"], read(ROOT / ".pre-commit-hooks.yaml")
    assert hook == {name: offered[name] for name in hook}
