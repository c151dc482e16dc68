"""``doctor``: test the sandbox on this machine."""

import platform
from argparse import Namespace

from _courseware.terminal import console, messages, options
from marking import rubric
from marking.sandbox.interpreters import find, ours
from marking.sandbox.probe import Finding, findings

ADVICE = {
    "sandbox": "",
    "open": "; 'run' needs --trust-submissions, except for pseudocode",
    "none": "; only answers in pseudocode can be marked here",
}


def arguments(parser: options.Parser) -> None:
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    found = findings(ours())
    versions = sorted({rubric.read(name).python for name in rubric.names()})
    pythons = {version: find(version) for version in versions}
    if arguments.json:
        programs = {v: p.program if p else "" for v, p in pythons.items()}
        held = [finding._asdict() for finding in found]
        console.print_json({"tier": tier(found), "findings": held, "pythons": programs})
    else:
        for finding in found:
            word = "held" if finding.held else "DID NOT HOLD"
            print(f"{finding.tried}: {word} ({finding.seen})")
        for version, python in pythons.items():
            print(f"Python {version}: {python.program if python else 'not installed'}")
        print(f"tier: {tier(found)}{ADVICE[tier(found)]}")
    return messages.YES if all(finding.held for finding in found) else messages.NO


def tier(found: list[Finding]) -> str:
    """Return how this machine runs programs: in a sandbox, openly, or not at all."""
    if platform.system() != "Linux":
        return "none"
    return "sandbox" if all(finding.held for finding in found) else "open"
