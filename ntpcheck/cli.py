"""The command line: finds the commands, and turns every error into one line and an exit code."""

import errno
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from enum import IntEnum

import click

import ntpcheck.commands
from ntpcheck import __version__
from ntpcheck.errors import NtpcheckError, closest


class Exit(IntEnum):
    """What an exit code means."""

    AS_EXPECTED, DIFFERENT, INTERRUPTED, INTERNAL, USAGE, NOTHING_SELECTED = range(6)
    NEW_UNDECIDED = 7


UNREAD = 141  # what a shell says of a program whose reader has gone: 128 + SIGPIPE


class Commands(click.Group):
    """One command per module of `ntpcheck.commands`, named after it, imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        modules = (module.name for module in pkgutil.iter_modules(ntpcheck.commands.__path__))
        return sorted(name for name in modules if not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        return importlib.import_module(f"ntpcheck.commands.{cmd_name}").command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            way_out = closest(args[0], names, "`ntpcheck --help` lists them.")
            raise click.UsageError(f"no command {args[0]!r}. {way_out}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="ntpcheck", message="%(prog)s %(version)s")
@click.pass_context
def entry(ctx: click.Context) -> None:
    """Try to break the claims of papers on next-token prediction.

    An argument with a colon names a paper object, module:attribute, and runs its code; one that ends in .book
    names the file of a book; anything else is a glob over claim ids. Exit codes: 0 all as expected, 1 a
    verdict differs, 2 interrupted, 3 internal error, 4 wrong usage or unreadable input, 5 nothing selected, 7
    with --strict: new undecided verdicts, or planted falsehoods that were missed.
    """
    from ntpcheck.commands._settings import defaults

    ctx.default_map = defaults(entry.list_commands(ctx))


def run(arguments: Sequence[str] | None = None) -> int:
    """The exit code of one invocation; errors a user can cause become one line on standard error."""
    output = sys.stdout
    try:
        return entry.main(args=arguments, prog_name="ntpcheck", standalone_mode=False) or 0
    except click.exceptions.NoArgsIsHelpError as help_asked:
        click.echo(help_asked.format_message())
        return Exit.USAGE
    except click.UsageError as error:
        said = error.format_message().strip()
        said += "" if said[-1] in ".?" else "."
        more = f" `{error.ctx.command_path} --help` says more." if error.ctx else ""
        return _say(said + more, Exit.USAGE)
    except NtpcheckError as error:
        return _say(str(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", Exit.INTERRUPTED)
    except SystemExit:
        if sys.stdout is output:
            raise
        # Where nobody reads any more, click puts something else there and leaves with 1.
        return UNREAD
    except BrokenPipeError:
        # Nobody reads any more. Python would complain once more while it flushes on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            said = f"{error.filename or 'the output'} cannot be written: no space is left."
            return _say(f"{said} Make room, and run it again.", Exit.USAGE)
        if os.environ.get("NTPCHECK_DEBUG"):
            import traceback

            traceback.print_exc()
        said = f"internal error: {type(error).__name__}: {error}. NTPCHECK_DEBUG=1 shows the traceback"
        return _say(said, Exit.INTERNAL)


def _say(message: str, code: int) -> int:
    click.echo(f"ntpcheck: {' '.join(message.split())}", err=True)
    return code
