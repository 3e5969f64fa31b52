"""The one way out: a file is there whole or not at all, and a folder of a run has one writer at a time."""

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp

from ntpcheck.errors import UnwritableFile

SCRATCH = ("ntpcheck-", ".scratch")  # how the names of temporary folders begin and end


def write(path: Path, content: str | bytes, *, inside: bool = True) -> Path:
    """Puts a file in the place of another at once; the old one stays where that fails.

    Text is UTF-8. inside: whether to make the folder where there is none. Raises UnwritableFile.
    """
    with replacing(path, inside=inside) as fresh:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        try:
            _all(handle, content.encode() if isinstance(content, str) else content)
        finally:
            os.close(handle)
    return path


@contextmanager
def replacing(path: Path, *, inside: bool = True) -> Generator[Path]:
    """A temporary name beside the file, which takes its place once it is whole and on the disk."""
    fresh = path.parent / f".{path.stem}.{os.getpid()}{path.suffix}"
    try:
        with told_of(path):
            if inside:
                path.parent.mkdir(parents=True, exist_ok=True)
            yield fresh
            _settle(fresh)
            os.replace(fresh, path)
            _settle(path.parent)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


@contextmanager
def told_of(path: Path) -> Generator[None]:
    """Turns what goes wrong in writing into one line."""
    try:
        yield
    except OSError as problem:
        raise UnwritableFile(
            f"{path} cannot be written: {problem.strerror or problem}. Make room, or choose another place."
        ) from problem


def _settle(path: Path) -> None:
    """Has a file's bytes, or a folder's names, put on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class _Open:
    """A descriptor that is closed once, at the latest when nobody knows it any more."""

    handle = -1

    def close(self) -> None:
        handle, self.handle = self.handle, -1
        if handle >= 0:
            os.close(handle)

    def __del__(self) -> None:
        self.close()


class Log(_Open):
    """A file that grows by whole lines. Raises UnwritableFile, and leaves no part of a line behind."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with told_of(path):
            self.handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)

    def append(self, line: str, *, settle: bool = False) -> None:
        """settle: whether the line must outlast the machine, and not only this process."""
        with told_of(self.path):
            there = os.fstat(self.handle)
            if not there.st_nlink:
                raise OSError(errno.ENOENT, "somebody has removed it")
            before = there.st_size
            try:
                _all(self.handle, line.encode())
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self.handle, before)
                raise
            if settle:
                os.fsync(self.handle)

    def cut(self, size: int) -> None:
        """Leaves so many bytes of the file."""
        with told_of(self.path):
            os.ftruncate(self.handle, size)


def _all(handle: int, content: bytes) -> None:
    while content:
        content = content[os.write(handle, content) :]


class Lock(_Open):
    """Holds a run's folder until it is closed or this process ends.

    Raises UnwritableFile where another process holds it.
    """

    def __init__(self, folder: Path) -> None:
        with told_of(folder):
            self.handle = os.open(folder, os.O_RDONLY)
        try:
            self.held = _hold(self.handle)
        except BlockingIOError as problem:
            self.close()
            said = f"run {folder.name} is held by another process, which writes to it."
            raise UnwritableFile(f"{said} Wait until that ends.") from problem


def _hold(handle: int) -> bool:
    """Locks a folder for this process alone; False where the system has no such lock."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except (ImportError, OSError):
        return False
    return True


@contextmanager
def scratch() -> Generator[Path]:
    """An empty folder for the time being, held by this process and those that it forks.

    What a killed process has left is removed when the next one asks for such a folder.
    """
    _sweep(Path(gettempdir()))
    with told_of(Path(gettempdir())):
        folder, lock = _fresh()
    try:
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)  # a process that is killed may still be writing there
        lock.close()


def _fresh() -> tuple[Path, Lock]:
    """A new folder and its lock; another one where a sweep has come between the two."""
    folder = Path(mkdtemp(prefix=SCRATCH[0], suffix=SCRATCH[1]))
    try:
        lock = Lock(folder)
    except UnwritableFile as problem:
        if isinstance(problem.__cause__, BlockingIOError | FileNotFoundError):
            return _fresh()
        raise
    return (folder, lock) if folder.exists() else _fresh()


@cache
def _sweep(home: Path) -> None:
    """Removes folders of this user that no process holds; where there are no locks, none."""
    for folder in home.glob(f"{SCRATCH[0]}*{SCRATCH[1]}"):
        with suppress(OSError, UnwritableFile):
            if folder.lstat().st_uid != os.getuid():  # a link of somebody else's, say
                continue
            lock = Lock(folder)
            if lock.held:
                rmtree(folder, ignore_errors=True)
            lock.close()
