"""`ntpcheck completion`: a script by which a shell completes commands, options and claim ids."""

import click


@click.command("completion", short_help="Print a shell's completion script.")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.option("--program", default="ntpcheck", show_default=True, help="The name that is completed.")
def command(shell: str, program: str) -> int:
    """Print the script that completes commands, options and claim ids in SHELL.

    In bash, run `eval "$(ntpcheck completion bash)"`; in zsh the same with zsh; in fish, `ntpcheck
    completion fish | source`. It completes the command `ntpcheck`, not `python -m ntpcheck`.
    """
    from click.shell_completion import BashComplete, FishComplete, ZshComplete

    from ntpcheck.cli import entry

    class Bash(BashComplete):
        @staticmethod
        def _check_version() -> None:
            """Skipped: the script is only printed here, and another bash may run it."""

    classes = {"bash": Bash, "zsh": ZshComplete, "fish": FishComplete}
    variable = f"_{program.replace('-', '_').upper()}_COMPLETE"
    click.echo(classes[shell](entry, {}, program, variable).source())
    return 0
