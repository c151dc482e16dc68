"""Compile ``kernel.c``, the search of `tree` in C, on machines with a C compiler.

``python3 -m sudoku.exact.kernel`` puts the compiled library into a folder of the user.
From then on, `sudoku.exact` uses it. It makes the same guesses as `tree`, and finds the
same solutions in the same order. A kernel with stronger steps would need fewer guesses,
but find another solution first if there are several.
"""

import argparse
import hashlib
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from sudoku import exact
from sudoku.errors import SudokuError
from sudoku.exact.library import (
    SOURCE,
    Kernel,
    check_folder,
    hash_of,
    library_in,
    trusted_kernel,
)
from sudoku.generating.generator import PuzzleSpec, puzzles


def compile_library() -> Path:
    """Compile ``kernel.c``, and return the library's path.

    Raise SudokuError if it cannot be compiled. Only the user can write in its folder.
    The files are synced to disk before they get their final names.
    """
    if not (folder := exact.cache_folder()):
        raise SudokuError("there is no home folder; set XDG_CACHE_HOME to a full path")
    path = library_in(Path(folder))
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_folder(path.parent)
    library, digest = (path.with_suffix(f".{os.getpid()}{n}") for n in range(2))
    compiler = shlex.split(os.environ.get("CC", "cc"))
    command = [*compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    try:
        compile_with(command)
        digest.write_text(hashlib.sha256(library.read_bytes()).hexdigest(), "ascii")
        for written, name in ((library, path), (digest, hash_of(path))):
            written.chmod(0o700)
            with written.open("rb+") as file:
                os.fsync(file.fileno())
            written.replace(name)
    finally:
        library.unlink(missing_ok=True)
        digest.unlink(missing_ok=True)
    return path


def compile_with(command: list[str]) -> None:
    """Run the compiler by ``command``. Raise SudokuError if it is missing or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        problem = f"cannot run the C compiler {command[0]!r}: {error.strerror}"
        raise SudokuError(f"{problem}; install one, or name it in CC") from None
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no message"])[0]
        raise SudokuError(f"{command[0]} failed: {reason}")


def delete(path: Path) -> None:
    """Delete the library at ``path``, and the file with its hash."""
    path.unlink()
    hash_of(path).unlink()


def remark() -> str:
    """Return why the compiled library is not used, or "" if it is or none exists."""
    folder = Path(exact.cache_folder())
    if not os.path.lexists(library_in(folder)):
        return ""
    try:
        trusted_kernel(folder)
    except (SudokuError, OSError, AttributeError, ValueError) as error:
        return f"the library that was there was not used: {error}"
    return ""


def speedup_over_tree(kernel: Kernel, puzzles: list[str]) -> float:
    """Return how many times as fast as `tree` the kernel solves ``puzzles``.

    Raise SudokuError if their solutions differ.
    """
    ratios = []
    for _ in range(3):
        start = process_time()
        plain = [exact.plain_solve(puzzle, 2) for puzzle in puzzles]
        middle = process_time()
        compiled = list(kernel.solve(puzzles, 2))
        ratios.append((middle - start) / (process_time() - middle))
        if plain != compiled:
            raise SudokuError("the compiled solver finds other solutions")
    return sorted(ratios)[1]


def main(argv: Sequence[str] | None = None) -> int:
    """Compile the kernel, test it, and print its path; return the exit status.

    ``argv`` are the command-line arguments, by default those of ``sys.argv``.
    """
    parser = argparse.ArgumentParser(
        prog="python3 -m sudoku.exact.kernel",
        description="Compile the exact solver with the C compiler that CC names, or cc.",
        epilog="Exit status: 0, done; 2, it cannot be compiled. Needs GCC or Clang.",
    )
    parser.parse_args(argv)
    try:
        if old := remark():
            print(f"note: {old}", file=sys.stderr)
        path = compile_library()
        minimal = puzzles(PuzzleSpec(minimal=True), seed=1)
        samples = [next(minimal) for _ in range(300)]
        try:
            ratio = speedup_over_tree(trusted_kernel(path.parent), samples)
        except (OSError, SudokuError):
            delete(path)
            raise
    except (OSError, SudokuError) as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    print(f"{path}\nsolves puzzles {ratio:.0f} times as fast; delete it to go back")
    return 0


if __name__ == "__main__":
    sys.exit(main())
