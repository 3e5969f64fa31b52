"""Settings come from the command line, the environment, the project, and defaults, in this order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.conftest import Type


def project(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(text)


def shown(typed: Type) -> dict[str, tuple[object, str]]:
    rows = json.loads(typed("config", "show", "--json").out)["settings"]
    return {row["key"]: (row["value"], row["source"]) for row in rows}


@pytest.mark.usefixtures("folder")
def test_without_anything_defaults_are_shown(typed: Type) -> None:
    assert shown(typed)["profile"] == ("quick", "default")
    assert shown(typed)["seed"] == (0, "default")
    assert typed("config", "show").out.startswith("profile  quick    default\n")


def test_the_environment_goes_before_the_project(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project(folder, '[tool.ntpcheck]\nseed = 5\nprofile = "ci"\n')
    monkeypatch.setenv("NTPCHECK_SEED", "7")
    found = shown(typed)
    assert found["seed"] == (7, "NTPCHECK_SEED")
    assert found["profile"] == ("ci", str(folder / "pyproject.toml"))


@pytest.mark.usefixtures("paper")
def test_a_command_takes_the_projects_settings_and_the_command_line_before_them(
    typed: Type, folder: Path
) -> None:
    project(folder, "[tool.ntpcheck]\nseed = 5\n")
    for arguments, seed in (((), 5), (("--seed", "6"), 6)):
        answer = typed("verify", "toy/identity", "--json", *arguments)
        assert json.loads(answer.out)["run"]["seed"] == seed


def test_a_project_above_the_current_folder_counts(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project(folder, "[tool.ntpcheck]\nseed = 5\n")
    (folder / "below").mkdir()
    monkeypatch.chdir(folder / "below")
    assert shown(typed)["seed"] == (5, str(folder / "pyproject.toml"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[tool.ntpcheck]\nsed = 5\n",
            "sets 'sed' in [tool.ntpcheck], which is no setting. Did you mean seed?",
        ),
        ('[tool.ntpcheck]\ncolour = "red"\n', "Known are profile, device, seed"),
        ('[tool.ntpcheck]\nprofile = "quik"\n', "'quik' is not one of 'quick', 'ci', 'nightly'."),
        ("[tool.ntpcheck]\nseed = -1\n", "-1 is not in the range x>=0."),
        ("[tool.ntpcheck]\nseed = 1.5\n", "'1.5' is not a valid whole number."),
        ("[tool.ntpcheck]\nworkers = true\n", "'True' is not a valid whole number."),
        ("[tool.ntpcheck\n", "is not TOML"),
        ("[tool]\nntpcheck = 3\n# tool.ntpcheck", "is no table"),
    ],
)
def test_a_setting_that_is_none_is_one_line_with_the_way_out(
    typed: Type, folder: Path, text: str, said: str
) -> None:
    project(folder, text)
    answer = typed("claims")
    assert (answer.code, answer.err.count("\n")) == (4, 1)
    assert said in answer.err


@pytest.mark.usefixtures("folder")
def test_an_unknown_variable_is_one_line_with_the_way_out(
    typed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NTPCHECK_PROFIL", "ci")
    answer = typed("claims")
    assert answer.code == 4
    assert answer.err.endswith("which is no setting. Did you mean NTPCHECK_PROFILE?\n")


@pytest.mark.usefixtures("folder")
def test_a_wrong_variable_is_told_by_show(typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NTPCHECK_SEED", "one")
    answer = typed("config", "show")
    assert answer.code == 4
    assert answer.err.startswith("ntpcheck: the environment sets NTPCHECK_SEED = 'one'. ")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_the_shells_own(typed: Type, shell: str) -> None:
    answer = typed("completion", shell, "--program", "ntpcheck")
    assert (answer.code, answer.err) == (0, "")
    assert f"_NTPCHECK_COMPLETE={shell}_complete" in answer.out


@pytest.mark.usefixtures("paper")
def test_claim_ids_are_completed() -> None:
    from click.shell_completion import ShellComplete

    from ntpcheck.cli import entry

    completer = ShellComplete(entry, {}, "ntpcheck", "_NTPCHECK_COMPLETE")
    for command in ("claims", "show", "verify", "hunt"):
        found = completer.get_completions([command], "toy/s")
        assert [item.value for item in found] == ["toy/softmax-floor"]
