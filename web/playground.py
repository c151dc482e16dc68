"""Build the playground of the site: this project in the browser, with Pyodide.

    python -m web.playground build/site

It needs Node 20 and npm, and the Python package `build`. The packages from npm are
installed with ``npm ci`` if ``web/node_modules`` is missing. The wheel of the project
is built, and its modules are compiled for the Python of Pyodide. Then every command of
the page runs under node with the finished files, and must print what it prints here.

All files except ``index.html`` and ``sw.js`` are in a folder that is named after their
contents, so that the files of two versions never meet.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterator
from contextlib import chdir
from hashlib import sha256
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns, rmtree, which
from subprocess import run
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote
from zipfile import ZipFile

from _courseware.draw.page import asset
from pseudoku import reference
from sudoku.explain import METHODS
from tests.places import ANSWERS, GOLDEN, ROOT
from web.worker import run_command

WEB = ROOT / "web"
SOURCES = WEB / "playground"
PYODIDE = WEB / "node_modules" / "pyodide"
MAX_SITE_BYTES = 8_000_000  # with gzip
SITE_PACKAGES = ("_courseware/", "adt/", "pseudocode/", "pseudoku/", "sudoku/")
EXCLUDED_PACKAGES = ("sudoku/handins/", "pseudoku/handin/")
# What no command of the page imports from the standard library. Pyodide does not start
# without asyncio, and zipfile needs the encoding cp437.
UNUSED_MODULES = re.compile(
    r"(_pyrepl|compileall|concurrent/interpreters|ctypes|curses|dbm|email|ensurepip"
    r"|http|idlelib|mailbox|multiprocessing|pdb|pickletools|plistlib|profile|pydoc"
    r"|pydoc_data|smtplib|sqlite3|tkinter|turtle|unittest|venv|wsgiref|xml"
    r"|xmlrpc|zoneinfo|_pydecimal|_pydatetime|_pyio|ftplib|imaplib|poplib|optparse"
    r"|cProfile|doctest|tarfile|webbrowser|antigravity|this"
    r"|encodings/(?!__init__|aliases|ascii|cp437|cp1252|idna|latin_1|mac_roman|utf_)"
    r"\w+)(/|\.py)"
)
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "connect-src 'self'; worker-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
STATIC = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
QUEUE_AND_STACK = """\
// A queue and a stack: press Walk.
new Vector row(4)
for 1 ≤ i ≤ 4 do
  row[i] ← i
end for
new Queue q
new Stack s
for 1 ≤ i ≤ 4 do
  ENQUEUE[row[i], q]
end for
while EMPTY[q] = FALSE do
  PUSH[HEAD[q], s]
  DEQUEUE[q]
end while
"""
GRIDS = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "5346789126721953481983425678597614234268537917139248569615372842874196353452861.9",
)


class CommandRun(NamedTuple):
    """A command to run in the playground.

    ``program`` is a package, such as "pseudoku", ``words`` are the arguments, and
    ``files`` the texts of its files by name.
    """

    program: str
    words: tuple[str, ...]
    files: dict[str, str]


def build_playground(site: Path) -> None:
    """Build and test the playground in the folder ``playground`` of ``site``.

    Raise SystemExit if Node is not installed, a step fails, or a command prints
    something else in the playground than here.
    """
    if not (which("node") and which("npm")):
        raise SystemExit("playground: install Node 20 and npm, or add --docs-only")
    if not PYODIDE.exists():
        run(["npm", "ci", "--no-audit", "--no-fund"], cwd=WEB, check=True)
    target = site / "playground"
    rmtree(target, ignore_errors=True)
    files = target / "files"
    files.mkdir(parents=True)
    _write_archives(files)
    _write_scripts(files)
    _compare_outputs(files, list(_commands()))
    folder = _digest(files)
    files.rename(target / folder)
    page = SOURCES.joinpath("index.html").read_text("utf-8")
    shell = asset("_courseware.draw", "assets/bench.html")
    page = page.replace("@POLICY@", POLICY).replace("@BENCH@", shell)
    page = page.replace("@ICON@", quote(WEB.joinpath("icon.svg").read_text("utf-8")))
    target.joinpath("index.html").write_text(page.replace("@FOLDER@", folder), "utf-8")
    worker = SOURCES.joinpath("sw.js").read_text("utf-8")
    named = f"const FOLDER = {json.dumps(folder)};\n{worker}"
    target.joinpath("sw.js").write_text(named, "utf-8")
    _report(target)


def _write_archives(files: Path) -> None:
    """Write modules.zip (this project) and python_stdlib.zip into the folder ``files``.

    Both contain only needed modules, compiled for the Python of Pyodide.
    """
    with TemporaryDirectory() as name:
        place = Path(name)
        source = place / "source"
        for part in (*SITE_PACKAGES, "marking/"):
            ignored = ignore_patterns("__pycache__")
            copytree(ROOT / part, source / part, ignore=ignored)
        for part in ("README.md", "LICENSE", "NOTICE", "pyproject.toml", "setup.cfg"):
            copyfile(ROOT / part, source / part)
        build_wheel = [sys.executable, "-m", "build", "--wheel", "--outdir", name]
        run([*build_wheel, str(source)], check=True, capture_output=True)
        archives = {"modules.zip": next(place.glob("*.whl"))}
        archives["python_stdlib.zip"] = PYODIDE / "python_stdlib.zip"
        for name, archive in archives.items():
            with ZipFile(archive) as old, ZipFile(place / name, "w") as new:
                for part in filter(_is_needed, old.namelist()):
                    new.writestr(part, old.read(part))
                if name == "modules.zip":
                    new.write(WEB / "worker.py", "worker.py")
            _run_node("compile.mjs", str(place / name), str(files / name))


def _is_needed(name: str) -> bool:
    """Return whether the playground needs the file ``name`` of our wheel or Python."""
    ours = name.startswith((*SITE_PACKAGES, "marking/")) or ".dist-info/" in name
    if ours:
        return name.startswith(SITE_PACKAGES) and not name.startswith(EXCLUDED_PACKAGES)
    return not UNUSED_MODULES.match(name)


def _write_scripts(files: Path) -> None:
    """Write the page's style and scripts, and Pyodide, into the folder ``files``."""
    for name in STATIC:
        copyfile(PYODIDE / name, files / name)
    text = PYODIDE.joinpath("pyodide-lock.json").read_text("utf-8")
    lock: dict[str, object] = json.loads(text)
    defined = {
        "GRID": GRIDS[0],
        "LOCK": {"info": lock["info"], "packages": {}},
        "METHODS": METHODS,
        "TEXTS": _sample_programs(),
    }
    options = ["--bundle", "--minify", "--format=esm", "--charset=utf8"]
    options += ["--external:./pyodide.mjs", f"--outdir={files}"]
    options += [f"--define:{name}={json.dumps(defined[name])}" for name in defined]
    scripts = [str(SOURCES / name) for name in ("playground.js", "worker.js")]
    command = ["npx", "esbuild", *scripts, *options, "--log-level=warning"]
    run(command, cwd=WEB, check=True)
    style = asset("_courseware.draw", "assets/bench.css")
    style += SOURCES.joinpath("playground.css").read_text("utf-8")
    files.joinpath("playground.css").write_text(style, "utf-8")


def _sample_programs() -> dict[str, str]:
    """Return the programs that the page offers, by title; it opens with the first."""
    answer = ANSWERS.joinpath("mixed_three_mistakes.pseudo").read_text("utf-8")
    templates = GOLDEN.joinpath("pseudoku_templates.txt").read_text("utf-8")
    given = reference.function_texts()["colchecks"].rstrip()  # it is on one line there
    return {
        "An answer with mistakes": answer.partition("\n")[2],
        "Templates of the hand-out": re.sub(r"function COLCHECKS.*", given, templates),
        "A queue and a stack": QUEUE_AND_STACK,
    }


def _commands() -> Iterator[CommandRun]:
    """Yield the command lines that the buttons of the page run, for several inputs."""
    answer, _, statements = _sample_programs().values()
    call = ("--call", "MakeVector(2413)")
    for program, calling in ((answer, call), (statements, ())):
        files = {"answer.txt": program}
        walk = ("trace", "answer.txt", "--json", *calling)
        yield CommandRun("pseudoku", ("judge", "--json", "answer.txt"), files)
        yield CommandRun("pseudoku", ("run", "answer.txt", *calling), files)
        yield CommandRun("pseudoku", walk, files)
        if calling:
            yield CommandRun("pseudoku", (*walk, "--alone"), files)
    exercise = ROOT.joinpath("tests", "exercises", "largest.toml").read_text("utf-8")
    files = {"answer.txt": statements, "exercise.toml": exercise}
    judge = ("judge", "--json", "--exercise", "exercise.toml")
    yield CommandRun("pseudoku", (*judge, "answer.txt"), files)
    yield CommandRun("pseudoku", (*judge[:1], *judge[2:], "--check"), files)
    for grid in GRIDS:
        convert = ("convert", "--format", "line", "grid.txt")
        yield CommandRun("sudoku", convert, {"grid.txt": grid})
        for method in METHODS:
            line = ("explain", "grid.txt", "--json", "--method", method)
            yield CommandRun("sudoku", line, {"grid.txt": grid})


def _compare_outputs(files: Path, requests: list[CommandRun]) -> None:
    """Run each of ``requests`` here and in Pyodide, which is in the folder ``files``.

    Raise SystemExit if the status or the output differs, or if a command fails.
    """
    lines = [json.dumps({"id": k, **one._asdict()}) for k, one in enumerate(requests)]
    printed = _run_node("check.mjs", str(files), stdin="\n".join(lines)).splitlines()
    arguments = sys.argv
    for request, line in zip(requests, printed, strict=True):
        with TemporaryDirectory() as place, chdir(place):
            expected = json.loads(run_command(json.dumps(request._asdict())))
        actual = json.loads(line)
        del actual["id"]
        if actual != expected or expected["status"] > 1:
            command = " ".join((request.program, *request.words))
            problem = f"playground: '{command}' differs in Pyodide:"
            raise SystemExit(f"{problem}\n{actual}\nexpected:\n{expected}")
    sys.argv = arguments


def _digest(files: Path) -> str:
    """Return 12 hexadecimal digits of a hash of the files in the folder ``files``."""
    digest = sha256()
    for path in sorted(files.iterdir()):
        digest.update(f"{path.name} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _report(target: Path) -> None:
    """Print the sizes, compressed with gzip, of each file in ``target``, and their sum.

    Raise SystemExit if the sum is over MAX_SITE_BYTES.
    """
    total = 0
    for path in sorted(path for path in target.rglob("*") if path.is_file()):
        size = len(gzip.compress(path.read_bytes(), 9, mtime=0))
        total += size
        print(f"{size:>9,}  {path.relative_to(target)}")
    print(f"{total:>9,}  bytes with gzip, at most {MAX_SITE_BYTES:,}")
    if total > MAX_SITE_BYTES:
        raise SystemExit("playground: too many bytes")


def _run_node(script: str, *arguments: str, stdin: str = "") -> str:
    command = ["node", str(WEB / script), *arguments]
    process = run(command, cwd=WEB, input=stdin, capture_output=True, encoding="utf-8")
    if process.returncode:
        raise SystemExit(f"playground: {script}: {process.stderr[-2000:]}")
    return process.stdout


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python3 -m web.playground SITE")
    build_playground(Path(sys.argv[1]))
