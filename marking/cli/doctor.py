"""``doctor``: test the sandbox on this machine."""

import platform
from argparse import Namespace

from _courseware.terminal import console, messages, options
from marking import rubric
from marking.sandbox.interpreters import find_interpreter, own_interpreter
from marking.sandbox.probe import Finding, probe_sandbox

TIER_ADVICE = {
    "sandbox": "",
    "open": "; 'run' needs --trust-submissions, except for pseudocode",
    "none": "; only answers in pseudocode can be marked here",
}


def arguments(parser: options.Parser) -> None:
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    findings = probe_sandbox(own_interpreter())
    versions = sorted(
        {rubric.read_rubric(name).python for name in rubric.rubric_names()}
    )
    pythons = {version: find_interpreter(version) for version in versions}
    if arguments.json:
        programs = {v: p.program if p else "" for v, p in pythons.items()}
        findings_json = [finding._asdict() for finding in findings]
        console.print_json(
            {"tier": tier_of(findings), "findings": findings_json, "pythons": programs}
        )
    else:
        for finding in findings:
            word = "held" if finding.held else "DID NOT HOLD"
            print(f"{finding.tried}: {word} ({finding.seen})")
        for version, python in pythons.items():
            print(f"Python {version}: {python.program if python else 'not installed'}")
        print(f"tier: {tier_of(findings)}{TIER_ADVICE[tier_of(findings)]}")
    return messages.YES if all(finding.held for finding in findings) else messages.NO


def tier_of(findings: list[Finding]) -> str:
    """Return how well this machine can isolate submissions, according to *findings*.

    The result is "sandbox" if every attempt to break out failed, "open" if one
    succeeded, and "none" if this system is not Linux, so that submissions cannot run.
    """
    if platform.system() != "Linux":
        return "none"
    return "sandbox" if all(finding.held for finding in findings) else "open"
