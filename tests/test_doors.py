"""Nothing that is read is run, and files are opened by `reading` and `writing` alone: what the code names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_rooms import PAPERS, SOURCES, VERIFIER, of_each, tree

RUNS = {  # evaluation, and readers that could do it
    "eval", "exec", "compile", "torch.load", "torch.jit.load", "torch.hub", "yaml.load", "numpy.load",
    "numpy.loadtxt", "numpy.genfromtxt", "numpy.fromregex", "runpy", "code.interact",
}  # fmt: skip
PICKLES = {"pickle", "_pickle", "cPickle", "shelve", "marshal", "dill", "cloudpickle", "joblib", "dbm"}
OPENS = {  # calls that take a path, or a descriptor, and not bytes
    "open", "io.open", "io.open_code", "io.FileIO", "codecs.open", "os.open", "os.fdopen", "os.popen",
    "os.truncate", "os.ftruncate", "os.rename", "os.renames", "os.replace", "os.link", "os.symlink",
    "os.sendfile", "os.copy_file_range", "os.mkfifo", "os.mknod", "gzip.open", "gzip.GzipFile", "bz2.open",
    "bz2.BZ2File", "lzma.open", "lzma.LZMAFile", "tarfile.open", "tarfile.TarFile", "zipfile.ZipFile",
    "zipfile.PyZipFile", "mmap.mmap", "sqlite3.connect", "shutil.copy", "shutil.copy2", "shutil.copyfile",
    "shutil.copyfileobj", "shutil.copytree", "shutil.move", "shutil.make_archive", "shutil.unpack_archive",
    "tempfile.mkstemp", "tempfile.NamedTemporaryFile", "tempfile.TemporaryFile",
    "tempfile.SpooledTemporaryFile", "fileinput.input", "fileinput.FileInput", "linecache.getline",
    "linecache.getlines", "importlib.resources.files", "numpy.save", "numpy.savez", "numpy.savez_compressed",
    "numpy.savetxt", "numpy.fromfile", "numpy.memmap", "numpy.lib.format.open_memmap", "torch.save",
    "torch.from_file", "scipy.io.loadmat", "urllib.request.urlopen", "pandas.read_csv",
    "safetensors.safe_open", "safetensors.torch.load_file", "safetensors.numpy.load_file",
    "logging.FileHandler", "PIL.Image.open",
}  # fmt: skip
# Whatever they are called on. Names that strings and lists have too, as `replace`, are not here.
METHODS = {
    "read_text", "read_bytes", "write_text", "write_bytes", "open", "tofile", "fromfile", "touch",
    "symlink_to", "hardlink_to", "copy_into", "move_into", "extractall", "extract", "savefig", "imsave",
    "from_file", "load_file", "save_file",
}  # fmt: skip
DOORS = {"reading.py", "writing.py"}
FINE = {  # file, and what it names: with no path that a user could have put something behind
    "cli.py": {"os.open(os.devnull, os.O_WRONLY)"},
    "commands/_bench_whole.py": {"(Path(__file__).parent / 'bench_claims.txt').read_text('utf-8')"},
    "report/figures/drawing.py": {  # inside `writing.replacing`
        "canvas.savefig(fresh, dpi=200, metadata=told)"
    },
    "statement/forging.py": {  # inside `writing.scratch`
        "path.write_bytes(document if isinstance(document, bytes) else text(document).encode())"
    },
    "instances/archives.py": {"zipfile.ZipFile(BytesIO(content))", "archive.open(info)", "zipfile.ZipFile"},
    "engine/confined.py": {
        "mmap.mmap(-1, 4096)", "os.open(os.devnull, os.O_RDONLY)", "FileIO(2, 'w', closefd=False)",
    },
    "engine/isolation.py": {"TemporaryFile()"},
    "report/importing.py": {"os.open(os.devnull, os.O_RDONLY)"},
    "formulas/lines.py": {"self.open(e[2], inner)"},  # this one and the next: no files
    "engine/exhaust.py": {"count.open"},
    "verifier/files.py": {
        "open(path, 'rb', opener=_at_once)", "os.open(name, flags | getattr(os, 'O_NONBLOCK', 0))",
    },
}  # fmt: skip


def meant(code: ast.Module) -> dict[str, str]:
    """What each imported name stands for, as `np` for numpy."""
    found: dict[str, str] = {}
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            found |= {a.asname or a.name.partition(".")[0]: a.name if a.asname else a.name.partition(".")[0]
                      for a in node.names}  # fmt: skip
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return found


def full(node: ast.expr, names: dict[str, str]) -> str:
    """A dotted name in full, or nothing."""
    if isinstance(node, ast.Name):
        return names.get(node.id, node.id).removeprefix("builtins.")
    if isinstance(node, ast.Attribute) and (before := full(node.value, names)):
        return f"{before}.{node.attr}".removeprefix("builtins.")
    return ""


def under(named: str, some: set[str]) -> bool:
    return any(named == one or named.startswith(f"{one}.") for one in some)


def named(code: ast.Module) -> Iterator[tuple[ast.expr, str, str]]:
    """Every name that is read, its whole name, and its last part; with getattr also what that asks for."""
    names = meant(code)
    for node in ast.walk(code):
        if isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Load):
            last = node.attr if isinstance(node, ast.Attribute) else ""
            yield node, full(node, names), last
        elif isinstance(node, ast.Call) and full(node.func, names) in ("getattr", "operator.methodcaller"):
            asked = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            yield from ((node, f"{full(node.args[0], names)}.{word}", word) for word in asked[:1])


def runs(code: ast.Module) -> set[str]:
    """What the code names that runs what it reads."""
    found = {whole for _, whole, _ in named(code) if under(whole, RUNS)}
    found |= {
        whole for whole in meant(code).values() if whole.partition(".")[0] in PICKLES or under(whole, RUNS)
    }
    words = {k.arg for n in ast.walk(code) if isinstance(n, ast.Call) for k in n.keywords}
    return found | (words & {"allow_pickle", "weights_only"})


def opened(code: ast.Module) -> set[str]:
    """What the code names that opens a file: each as the call it stands in, or by itself."""
    calls = {id(n.func): n for n in ast.walk(code) if isinstance(n, ast.Call)}
    return {
        ast.unparse(calls.get(id(node), node))
        for node, whole, last in named(code)
        if under(whole, OPENS) or last in METHODS
    }


@of_each([*SOURCES, *PAPERS])
def test_nothing_that_is_read_is_run(path: Path) -> None:
    """No pickle, no evaluation, and no reader that could do either, in anything that is shipped."""
    sent = {"pickle", "pickle.dumps", "pickle.loads"} if path.match("engine/cluster.py") else set[str]()
    assert not runs(tree(path)) - sent  # by one process of a run to another, and read from no file


@of_each([*SOURCES, *PAPERS])
def test_files_are_opened_in_two_places(path: Path) -> None:
    """What a user could put anything in is read by `reading` and written by `writing`, by nothing else."""
    if path.name not in DOORS:
        fine = next(
            (said for end, said in FINE.items() if path.as_posix().endswith(f"ntpcheck/{end}")), set[str]()
        )
        assert not opened(tree(path)) - fine


def test_what_is_fine_is_there() -> None:
    """An exception that nothing needs any more goes."""
    for end, said in FINE.items():
        (path,) = [source for source in SOURCES if source.as_posix().endswith(f"ntpcheck/{end}")]
        assert said <= opened(tree(path)), end


def test_the_verifier_has_one_door() -> None:
    assert [path.name for path in VERIFIER if opened(tree(path))] == ["files.py"]


SNEAKS = {  # each opens a file, by another name than the last
    "open": "open(p)", "alias": "from io import open as see; see(p)", "io": "import io; io.open(p)",
    "codecs": "import codecs as c; c.open(p)", "fdopen": "import os; os.fdopen(3)",
    "copy": "from shutil import copy as c; c(p, q)", "np": "import numpy as np; np.savez(p, a)",
    "fromfile": "import numpy; numpy.fromfile(p)", "method": "p.read_text()",
    "unbound": "map(Path.read_bytes, ps)",
    "held": "read = p.read_text", "getattr": "getattr(p, 'read_bytes')()",
    "gzip": "import gzip; gzip.open(p)",
    "FileIO": "import io; io.FileIO(p)", "tofile": "a.tofile(p)",
    "builtins": "import builtins; builtins.open(p)",
    "methodcaller": "import operator; operator.methodcaller('read_text')(p)", "partial": "partial(open, p)",
    "mmap": "import mmap; mmap.mmap(f, 0)", "zip": "from zipfile import ZipFile as Z; Z(p)",
    "move": "import shutil as s; s.move(p, q)", "sqlite": "import sqlite3; sqlite3.connect(p)",
    "resources": "from importlib import resources; resources.files(m)",
    "torch": "import torch; torch.save(t, p)",
}  # fmt: skip


@pytest.mark.parametrize("way", SNEAKS)
def test_each_way_into_a_file_is_seen(way: str) -> None:
    assert opened(ast.parse(SNEAKS[way]))


@pytest.mark.parametrize(
    "way",
    [
        "eval(x)", "import numpy as n; n.load(p)", "from numpy import load", "from pickle import loads",
        "import torch as t; t.load(p)", "f(p, allow_pickle=True)", "run = exec", "import yaml; yaml.load(p)",
        "getattr(numpy, 'load')(p)", "import builtins; builtins.eval(x)", "import cloudpickle",
    ],
)  # fmt: skip
def test_each_way_to_run_what_is_read_is_seen(way: str) -> None:
    assert runs(ast.parse(way))


def test_what_opens_nothing_is_not_blamed() -> None:
    assert not opened(
        ast.parse("a.replace(b); a.copy(); json.loads(t); list.copy(a); path.stat(); math.copysign(a, b)")
    )
    assert not runs(ast.parse("re.compile(p); model.eval(); json.loads(t); x.load"))
