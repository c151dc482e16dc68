"""Hostile programs, which are in hostile.toml with the verdicts that they get."""

import tomllib
from typing import Final, NamedTuple

from tests.places import ROOT


class Attack(NamedTuple):
    """A program, the verdicts of its two tests, and the row of the threat model or ""."""

    program: str
    verdicts: tuple[str, ...]
    row: str


FILE: Final = (ROOT / "tests" / "marking" / "hostile.toml").read_text("utf-8")
ATTACKS: Final = {
    name: Attack(entry["program"], tuple(entry["verdicts"]), entry.get("row", ""))
    for name, entry in tomllib.loads(FILE).items()
}
ATTACKS["nested too deep"] = Attack("(" * 5000, ("SE", "SE"), "")

# With the numbers of some system calls: they differ between kinds of processors.
START: Final = """\
import ctypes, os, sys
c = ctypes.CDLL(None)
c.mmap.restype = ctypes.c_void_p
(ADD_KEY, REQUEST_KEY, KEYCTL, IOPRIO_SET, PROCESS_VM_READV, CLONE, USERFAULTFD,
 PERF_EVENT_OPEN, BPF, IO_SETUP, PERSONALITY, EXIT) = {{
    "x86_64": (248, 249, 250, 251, 310, 56, 323, 298, 321, 206, 135, 60),
    "aarch64": (217, 218, 219, 30, 270, 220, 282, 241, 280, 0, 92, 93),
}}[os.uname().machine]
OUT, IN, PORT, SECRET = "{stem}_bare.tex", "{stem}.txt", {port}, {secret!r}
"""


def program(attack: str, reference: str, stem: str, port: int, secret: str) -> str:
    """Return the source of an attack, followed by that of the *reference*.

    *attack* is a key of ATTACKS. The attack may use the name *stem* of the input, a
    *port* of this machine, and a *secret* to look for.
    """
    start = START.format(stem=stem, port=port, secret=secret)
    return f"{start}{ATTACKS[attack].program}\n{reference}"
