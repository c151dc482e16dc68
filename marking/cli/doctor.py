"""``doctor``: test the sandbox on this machine."""

import json
from argparse import Namespace

from _courseware import console
from marking import rubric
from marking.sandbox.interpreters import find, ours
from marking.sandbox.probe import Finding, findings


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
        tier = "sandbox" if held else "open; 'run' needs --trust-submissions"
        print(f"tier: {tier}")
    return console.YES if all(finding.held for finding in found) else console.NO


def as_json(found: list[Finding], pythons: dict[str, str]) -> str:
    """Return the findings as JSON."""
    tier = "sandbox" if all(finding.held for finding in found) else "open"
    findings = [finding._asdict() for finding in found]
    report = {"tier": tier, "findings": findings, "pythons": pythons}
    return json.dumps(report, indent=1)
