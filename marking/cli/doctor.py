"""``doctor``: test the sandbox on this machine."""

import platform
from argparse import Namespace

from _courseware.terminal import messages, options
from marking.rubric import read_rubric, rubric_names
from marking.sandbox.interpreters import find_interpreter, own_interpreter
from marking.sandbox.probe import probe_sandbox

TIER_ADVICE = {
    "sandbox": "",
    "open": "; 'run' needs --trust-submissions, except for pseudocode",
    "none": "; only answers in pseudocode can be marked here",
}


def arguments(parser: options.Parser) -> None:
    """Add no arguments to ``parser``."""


def run(arguments: Namespace) -> int:
    findings = probe_sandbox(own_interpreter())
    for finding in findings:
        word = "held" if finding.is_prevented else "DID NOT HOLD"
        print(f"{finding.attempt}: {word} ({finding.observation})")
    for version in sorted({read_rubric(name).python for name in rubric_names()}):
        python = find_interpreter(version)
        program = python.program if python else "not installed"
        print(f"Python {version}: {program}")
    holds = all(finding.is_prevented for finding in findings)
    if holds:
        tier = "sandbox"
    elif platform.system() == "Linux":
        tier = "open"
    else:
        tier = "none"
    print(f"tier: {tier}{TIER_ADVICE[tier]}")
    return messages.YES if holds else messages.NO
