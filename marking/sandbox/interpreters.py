"""Find the Python interpreters of this machine that can run submissions."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from glob import escape, glob
from shutil import which
from typing import NamedTuple

VERSION_SCRIPT = (
    "import os, sys; print(os.path.realpath(sys.executable)); "
    "print(os.path.realpath(sys.base_prefix)); "
    "print('%d.%d' % sys.version_info[:2])"
)


class Interpreter(NamedTuple):
    """A Python interpreter that can run submissions.

    ``program`` is its path, ``prefix`` its installation folder, and ``version`` such as
    "3.11".
    """

    program: str
    prefix: str
    version: str

    def package_folders(self) -> list[str]:
        """Return the folders of installed packages, which a sandbox must hide."""
        patterns = ("lib*/python3*/site-packages", "lib*/python3*/dist-packages")
        roots = {self.prefix, "/usr", "/usr/local"}
        folders = [
            os.path.realpath(place)
            for root in roots
            for pattern in patterns
            for place in glob(os.path.join(root, pattern))
        ]
        return sorted(set(folders))


def own_interpreter() -> Interpreter:
    """Return the interpreter of this process, outside its virtual environment."""
    # A program of a virtual environment is often a link to this one.
    prefix = os.path.realpath(sys.base_prefix)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    program = os.path.join(prefix, "bin", f"python{version}")
    if not os.path.exists(program):
        program = os.path.realpath(sys.executable)
    return Interpreter(os.path.realpath(program), prefix, version)


@cache
def find_interpreter(version: str) -> Interpreter | None:
    """Return an interpreter of Python ``version``, such as "3.6", or None.

    For "3", this is the interpreter of this process.
    """
    if version == "3" or version == own_interpreter().version:
        return own_interpreter()
    for program in candidate_programs(version):
        try:
            process = subprocess.run(
                [program, "-I", "-c", VERSION_SCRIPT],
                capture_output=True,
                text=True,
                timeout=10,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        lines = process.stdout.splitlines()
        if process.returncode == 0 and len(lines) == 3 and lines[2] == version:
            return Interpreter(*lines)
    return None


def candidate_programs(version: str) -> Iterator[str]:
    """Yield the paths of programs that may be Python ``version``, such as "3.6"."""
    name = f"python{version}"
    places = [which(name), *sorted(glob(f"/opt/python/{version}*/bin/{name}"))]
    pyenv = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    # `glob` skips folders that cannot be read; `Path.glob` raises PermissionError.
    places += sorted(glob(f"{escape(pyenv)}/versions/{version}.*/bin/{name}"))
    yield from (place for place in places if place)


def submission_interpreter(version: str) -> Interpreter:
    """Return an interpreter of Python ``version``, or else that of this process."""
    return find_interpreter(version) or own_interpreter()
