"""``doctor``: what a box stops on this machine."""

import json
from argparse import Namespace

from adt import _console as console
from marking import rubric
from marking.box.interpreters import find, ours
from marking.box.probe import Finding, findings


def arguments(parser: console.Parser) -> None:
    console.options(parser, "json")


def run(arguments: Namespace) -> int:
    found = findings(ours())
    versions = sorted({rubric.read(name).python for name in rubric.names()})
    pythons = {version: find(version) for version in versions}
    if arguments.json:
        print(as_json(found, {v: p.program if p else "" for v, p in pythons.items()}))
    else:
        for finding in found:
            word = "held" if finding.held else "DID NOT HOLD"
            print(f"{finding.tried}: {word} ({finding.seen})")
        for version, python in pythons.items():
            print(f"Python {version}: {python.program if python else 'not installed'}")
        held = all(finding.held for finding in found)
        print("tier: box" if held else "tier: open; 'run' needs --trust-submissions")
    return console.YES if all(finding.held for finding in found) else console.NO


def as_json(found: list[Finding], pythons: dict[str, str]) -> str:
    """Return the findings as JSON."""
    tier = "box" if all(finding.held for finding in found) else "open"
    findings = [finding._asdict() for finding in found]
    report = {"tier": tier, "findings": findings, "pythons": pythons}
    return json.dumps(report, indent=1)
