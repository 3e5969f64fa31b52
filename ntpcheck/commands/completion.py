"""`ntpcheck completion`: what a shell must run to complete commands, options and claim ids."""

from __future__ import annotations

import click


@click.command("completion", short_help="Print a shell's completion script.")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.option("--program", default="ntpcheck", show_default=True, help="The name that is completed.")
def command(shell: str, program: str) -> int:
    """Print the script that completes commands, options and claim ids in SHELL.

    For bash, `eval "$(ntpcheck completion bash)"`; for zsh the same with zsh; for fish `ntpcheck completion
    fish | source`. It completes the installed command, not `python -m ntpcheck`.
    """
    from click.shell_completion import BashComplete, FishComplete, ZshComplete

    from ntpcheck.cli import entry

    class Bash(BashComplete):
        @staticmethod
        def _check_version() -> None:
            """The script is printed for any shell to run, so this one's version says nothing."""

    classes = {"bash": Bash, "zsh": ZshComplete, "fish": FishComplete}
    variable = f"_{program.replace('-', '_').upper()}_COMPLETE"
    click.echo(classes[shell](entry, {}, program, variable).source())
    return 0
