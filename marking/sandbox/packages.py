"""Packages that a rubric lets programs import, such as numpy.

They are those of the Python that runs the programs. A sandbox contains only the named
ones, read-only.
"""

import sys
from functools import cache
from glob import glob
from importlib.metadata import Distribution
from os.path import exists, join
from typing import NamedTuple

from marking.sandbox.interpreters import Interpreter, own_interpreter

PACKAGES_MOUNT = "/packages"  # their folder in a sandbox


class Package(NamedTuple):
    """An installed package: its version, and the names of its files in ``folder``.

    ``entries`` are names of files and folders, such as ``("numpy", "numpy.libs")``.
    """

    version: str
    folder: str
    entries: tuple[str, ...]


@cache
def find_package(name: str, python: Interpreter) -> Package | None:
    """Return the installed package of ``python`` called ``name`` on PyPI, or None."""
    for distribution in Distribution.discover(name=name, path=_package_folders(python)):
        names = {file.parts[0] for file in distribution.files or ()}
        names |= set((distribution.read_text("top_level.txt") or "").split())
        names -= {"..", "__pycache__"}
        folder = str(distribution.locate_file(""))
        entries = [entry for entry in sorted(names) if exists(join(folder, entry))]
        if entries:
            return Package(distribution.version, folder, tuple(entries))
    return None


def package_versions(names: tuple[str, ...], python: Interpreter) -> dict[str, str]:
    """Return the version of each package in ``names``, or "" if it is not installed."""
    versions = {}
    for name in names:
        package = find_package(name, python)
        versions[name] = package.version if package else ""
    return versions


def _package_folders(python: Interpreter) -> list[str]:
    if python.version == own_interpreter().version:
        ends = ("site-packages", "dist-packages")
        return [folder for folder in sys.path if folder.endswith(ends)]
    return glob(join(python.prefix, f"lib*/python{python.version}/site-packages"))


def mount_arguments(names: tuple[str, ...], python: Interpreter) -> list[str]:
    """Return the options of bubblewrap that mount ``names`` in PACKAGES_MOUNT.

    Packages that are not installed are skipped.
    """
    arguments = []
    for name in names:
        package = find_package(name, python)
        if package is None:
            continue
        for entry in package.entries:
            source = join(package.folder, entry)
            arguments += ["--ro-bind", source, join(PACKAGES_MOUNT, entry)]
    return arguments
