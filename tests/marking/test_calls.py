"""The filter of system calls: what it denies, and on which processors."""

import ctypes
from errno import ENOSYS
from struct import iter_unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.sandbox import calls
from marking.sandbox.calls import ARCHITECTURES, EPERM, call_filter, call_number
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.job import SandboxError
from marking.sandbox.launcher import Sandbox
from tests.places import ROOT

ALLOWED = -1  # 0 is a call that does nothing
WORD = st.integers(0, 2**64 - 1)
COLUMNS = [(name, machine.column) for name, machine in ARCHITECTURES.items()]


def answer(code: bytes, audit: int, number: int, arguments: tuple[int, ...]) -> int:
    """The error with which a filter ends a call, or ALLOWED: BPF in Python."""
    record = [number, audit, 0, 0]
    for argument in arguments:
        record += [argument & 0xFFFFFFFF, argument >> 32]
    program: list[tuple[int, int, int, int]] = list(iter_unpack("=HBBI", code))
    at = register = 0
    while True:
        operation, if_so, if_not, value = program[at]
        at += 1
        if operation == calls.LOAD:
            register = record[value // 4]
        elif operation == calls.AND:
            register &= value
        elif operation == calls.EQUAL:
            at += if_so if register == value else if_not
        elif operation == calls.AT_LEAST:
            at += if_so if register >= value else if_not
        else:
            assert operation == calls.RETURN_INSTRUCTION
            if value == calls.ALLOW:
                return ALLOWED
            assert value & ~0xFFFF == calls.FAIL_WITH_ERRNO
            return value & 0xFFFF


def rules_of(number: int, column: int) -> list[calls.CallRule]:
    """The rules for a call."""
    return [
        rule
        for rule in calls.DENIED_CALLS
        if number in [numbers[column] for numbers in rule.calls.values()]
    ]


@given(st.data(), st.tuples(*[WORD] * 6))
@pytest.mark.parametrize(("machine", "column"), COLUMNS)
def test_every_call_gets_the_answer_of_its_rule(
    machine: str, column: int, data: st.DataObject, arguments: tuple[int, ...]
) -> None:
    every = [n[column] for rule in calls.DENIED_CALLS for n in rule.calls.values()]
    known = [number for number in every if number is not None]
    number = data.draw(st.sampled_from(known) | st.integers(0, 500))
    rules = rules_of(number, column)
    for argument, _, value in [match for rule in rules for match in rule.matches]:
        if data.draw(st.booleans()):
            listed = list(arguments)
            listed[argument] = value | data.draw(st.integers(0, 2**32 - 1)) << 32
            arguments = tuple(listed)
    errors = [
        rule.error
        for rule in rules
        if rule.denied_if
        == all(
            arguments[match.argument] & match.mask == match.value
            for match in rule.matches
        )
    ]
    expected = errors[0] if errors else ALLOWED
    audit = ARCHITECTURES[machine].audit
    assert answer(call_filter(machine), audit, number, arguments) == expected


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_calls_of_another_kind_of_processor_and_of_x32_are_denied(
    machine: str, audit: int, number: int
) -> None:
    own, filter_ = ARCHITECTURES[machine].audit, call_filter(machine)
    assert audit == own or answer(filter_, audit, number, (0,) * 6) == EPERM
    if machine == "x86_64":
        assert answer(filter_, own, number | calls.X32, (0,) * 6) == EPERM


TABLE = (ROOT / "tests" / "marking" / "calls.txt").read_text("utf-8").splitlines()
NAMED = [line.partition("  #")[0] for line in TABLE if line[0] != "#"]
ANSWERS = {"allowed": ALLOWED, "denied": EPERM, "done": calls.DONE, "absent": ENOSYS}


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("line", NAMED)
def test_a_call_is_denied_by_its_arguments(machine: str, line: str) -> None:
    call, *words, expected = line.split()
    arguments = tuple(int(word, 0) for word in [*words, *["0"] * (6 - len(words))])
    number, audit = call_number(call, machine), ARCHITECTURES[machine].audit
    assert answer(call_filter(machine), audit, number, arguments) == ANSWERS[expected]


@pytest.mark.parametrize(("machine", "column"), COLUMNS)
def test_the_numbers_of_the_calls_are_those_of_libseccomp(
    machine: str, column: int
) -> None:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        pytest.skip("libseccomp is not installed")
    resolve = library.seccomp_syscall_resolve_name_arch
    for rule in calls.DENIED_CALLS:
        for name, numbers in rule.calls.items():
            known = resolve(ARCHITECTURES[machine].audit, name.encode())
            if known != -1:  # a call that is newer than the library
                assert numbers[column] == (known if known >= 0 else None), name


def test_an_unknown_processor_has_no_filter_and_no_sandbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert call_filter("riscv64") == b""
    monkeypatch.setattr("marking.sandbox.launcher.native_filter", lambda: (b"", 0))
    with pytest.raises(SandboxError, match="no filter of system calls is known for"):
        Sandbox("sandbox", own_interpreter()).command(None)
    assert Sandbox("open", own_interpreter()).command(None)[-2:] == ["", "0"]
