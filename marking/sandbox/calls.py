"""The system calls that a submission may not make, and the filter that denies them.

The filter is a program for the kernel (seccomp, in classic BPF). The supervisor
installs it in the submission's first process, and every child inherits it. A denied
call fails with "operation not permitted", so an ordinary program can continue.

Denied are calls that reach beyond the job, that use uncounted memory, or that enter
parts of the kernel with many past faults and no use in coursework. All other calls are
allowed: a correct program must not fail because a newer Python makes a new call.
"""

import os
from functools import cache
from struct import pack
from typing import NamedTuple

DONE = 0  # the call returns 0, as if it had succeeded
EPERM = 1
ENOSYS = 38
ALL_BITS = 0xFFFFFFFF


class ArgumentTest(NamedTuple):
    """A condition on an argument of a system call: argument & mask == value.

    ``argument`` is its position, counted from 0. Only the lower 32 bits are tested.
    """

    argument: int
    mask: int
    value: int


class CallRule(NamedTuple):
    """System calls to deny, and the condition on which they are denied.

    ``calls`` maps names to numbers on x86_64 and aarch64, None if the second lacks the
    call. They are denied if all of ``matches`` hold or, if ``denied_if`` is False,
    unless all hold. A denied call fails with the error number ``error``; if that is
    DONE, it does nothing and succeeds.
    """

    reason: str
    calls: dict[str, tuple[int | None, int | None]]
    matches: tuple[ArgumentTest, ...] = ()
    denied_if: bool = True
    error: int = EPERM


CALLER_ITSELF = ArgumentTest(0, ALL_BITS, 0)  # a process id of 0
NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS … NEWNET


def _deny(
    reason: str,
    calls: str,
    *matches: ArgumentTest,
    denied_if: bool = True,
    error: int = EPERM,
) -> CallRule:
    """Return a rule on ``calls``, such as "inotify_init 253 -, inotify_init1 294 26".

    The numbers are those on x86_64 and aarch64, "-" for a call that the second lacks.
    """
    rows = (call.split() for call in calls.split(","))
    numbers: dict[str, tuple[int | None, int | None]] = {
        name: (int(x86), None if arm == "-" else int(arm)) for name, x86, arm in rows
    }
    return CallRule(reason, numbers, matches, denied_if, error)


DENIED_CALLS = (
    _deny(
        "keys belong to the user and outlive the job",
        "add_key 248 217, request_key 249 218, keyctl 250 219",
    ),
    _deny(
        "process 1 has the same user: its limits and priorities could be changed",
        "prlimit64 302 261, sched_setparam 142 118, sched_setscheduler 144 119, "
        "sched_setaffinity 203 122, sched_setattr 314 274, migrate_pages 256 238, "
        "move_pages 279 239",
        CALLER_ITSELF,
        denied_if=False,
    ),
    _deny(
        "priorities of process 1, or of all processes of the user",
        "setpriority 141 140",
        # PRIO_PROCESS, itself
        ArgumentTest(0, ALL_BITS, 0),
        ArgumentTest(1, ALL_BITS, 0),
        denied_if=False,
    ),
    _deny(
        "priorities of other processes at the disk",
        "ioprio_set 251 30",
        # IOPRIO_WHO_PROCESS, itself
        ArgumentTest(0, ALL_BITS, 1),
        ArgumentTest(1, ALL_BITS, 0),
        denied_if=False,
    ),
    _deny(
        "with another limit than 1, a crash can start a program of the host",
        "prlimit64 302 261",
        ArgumentTest(1, ALL_BITS, 4),  # RLIMIT_CORE
    ),
    _deny("the same limit", "setrlimit 160 164", ArgumentTest(0, ALL_BITS, 4)),
    _deny(
        "memory and files of other processes",
        "ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, "
        "kcmp 312 272, pidfd_getfd 438 438, process_madvise 440 440, "
        "process_mrelease 448 448",
    ),
    _deny(
        "memory that outlives its process or that no process shows",
        "shmget 29 194, msgget 68 186, semget 64 190, memfd_create 319 279, "
        "memfd_secret 447 447",
    ),
    _deny(
        "shared memory stays whole while a part of it is mapped",
        "mmap 9 222",
        ArgumentTest(3, 0x21, 0x21),  # MAP_SHARED and MAP_ANONYMOUS
    ),
    _deny(
        "which pages are in the cache of files: what an earlier job has read",
        "mincore 27 232, cachestat 451 451",
    ),
    _deny(
        "the same, by reading without waiting",
        "preadv2 327 286",
        ArgumentTest(5, 8, 8),  # RWF_NOWAIT
    ),
    _deny(
        "pipes and sockets keep pages that their process has given back",
        "sendfile 40 71, splice 275 76, tee 276 77, vmsplice 278 75",
    ),
    _deny(
        "larger buffers of sockets",
        "setsockopt 54 208",
        # SOL_SOCKET, SO_SNDBUF
        ArgumentTest(1, ALL_BITS, 1),
        ArgumentTest(2, ALL_BITS, 7),
    ),
    _deny(
        "there is no network; other families of sockets reach the host or the kernel",
        "socket 41 198, socketpair 53 199",
        ArgumentTest(0, ALL_BITS, 1),  # AF_UNIX
        denied_if=False,
    ),
    _deny(
        "the machine has only so many for all its users",
        "inotify_init 253 -, inotify_init1 294 26, fanotify_init 300 262, "
        "io_setup 206 0",
    ),
    _deny(
        "calls that go past this filter, or had many faults",
        "io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427, "
        "userfaultfd 323 282, perf_event_open 298 241, bpf 321 280",
    ),
    _deny(
        "namespaces, in which a process has more rights",
        "unshare 272 97, setns 308 268",
    ),
    _deny(
        "new namespaces, as unshare makes",
        "clone 56 220",
        ArgumentTest(0, NEW_NAMESPACES, 0),
        denied_if=False,
    ),
    _deny(
        "a filter cannot see its flags; the C library then calls clone",
        "clone3 435 435",
        error=ENOSYS,
    ),
    _deny(
        "file systems",
        "mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, "
        "open_tree 428 428, move_mount 429 429, fsopen 430 430, fsconfig 431 431, "
        "fsmount 432 432, fspick 433 433, mount_setattr 442 442, "
        "name_to_handle_at 303 264, open_by_handle_at 304 265, quotactl 179 60, "
        "quotactl_fd 443 443",
    ),
    _deny(
        "the machine itself: its kernel, clock, names, swap and log",
        "kexec_load 246 104, kexec_file_load 320 294, init_module 175 105, "
        "finit_module 313 273, delete_module 176 106, reboot 169 142, swapon 167 224, "
        "swapoff 168 225, acct 163 89, syslog 103 116, settimeofday 164 170, "
        "clock_settime 227 112, adjtimex 159 171, clock_adjtime 305 266, "
        "sethostname 170 161, setdomainname 171 162, iopl 172 -, ioperm 173 -, "
        "modify_ldt 154 -",
    ),
    # Sandboxes share the files of /usr and the devices, so one program could see the
    # locks of another. SQLite and `mailbox` stop if a lock is refused, so locking
    # succeeds and does nothing; F_GETLK then finds no lock, and may be called.
    _deny("locks that another sandbox sees", "flock 73 32", error=DONE),
    *(
        _deny(reason, "fcntl 72 25", ArgumentTest(1, mask, value), error=error)
        for reason, mask, value, error in (
            ("locks of records", 0xFFFFFFFE, 6, DONE),  # F_SETLK, F_SETLKW
            ("locks of open files", ALL_BITS, 37, DONE),  # F_OFD_SETLK
            ("the same, with waiting", ALL_BITS, 38, DONE),  # F_OFD_SETLKW
            # F_SETLEASE, F_GETLEASE, F_NOTIFY
            ("leases and watches of shared files", 0xFFFFFFFC, 1024, EPERM),
            ("a hint that stays with a file", ALL_BITS, 1035, EPERM),  # F_GET_RW_HINT
            ("other such hints", 0xFFFFFFFC, 1036, EPERM),  # F_SET_RW_HINT …
        )
    ),
    _deny(
        "the times of a device are those of the host, and its mode lets anyone set them",
        "utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88",
        error=DONE,  # `shutil.copy2` sets the times of its copy
    ),
    _deny(
        "turns off the random addresses of programs",
        "personality 135 92",
        ArgumentTest(0, ALL_BITS, 0xFFFFFFFF),  # only asks
        denied_if=False,
    ),
)


class Architecture(NamedTuple):
    """A kind of processor.

    ``column`` is the index of its call numbers in a rule, and ``audit`` the kernel's
    AUDIT_ARCH constant.
    """

    column: int
    audit: int


ARCHITECTURES = {
    "x86_64": Architecture(0, 0xC000003E),
    "aarch64": Architecture(1, 0xC00000B7),
}

# Instructions of classic BPF, on one 32-bit register.
LOAD = 0x20
AND = 0x54
EQUAL = 0x15
AT_LEAST = 0x35
RETURN_INSTRUCTION = 0x06
NUMBER_AT = 0  # in the kernel's record of a call
AUDIT_AT = 4
ARGUMENTS_AT = 16
ALLOW = 0x7FFF0000
FAIL_WITH_ERRNO = 0x00050000
X32 = 0x40000000  # from here on: second calls of x86_64; others have none


def call_filter(machine: str) -> bytes:
    """Return the seccomp filter, in classic BPF, for a ``machine`` such as "x86_64".

    It is b"" for an unknown machine.
    """
    if machine not in ARCHITECTURES:
        return b""
    column, audit = ARCHITECTURES[machine]
    code = [
        _instruction(LOAD, AUDIT_AT),
        _instruction(EQUAL, audit, 1),
        # such as a call of a 32-bit program
        _instruction(RETURN_INSTRUCTION, FAIL_WITH_ERRNO | EPERM),
        _instruction(LOAD, NUMBER_AT),
        _instruction(AT_LEAST, X32, 0, 1),
        _instruction(RETURN_INSTRUCTION, FAIL_WITH_ERRNO | EPERM),
    ]
    for rule in DENIED_CALLS:
        for numbers in rule.calls.values():
            if (number := numbers[column]) is not None:
                decision = _rule_instructions(rule)
                code += [_instruction(EQUAL, number, 0, len(decision)), *decision]
    return b"".join([*code, _instruction(RETURN_INSTRUCTION, ALLOW)])


def _rule_instructions(rule: CallRule) -> list[bytes]:
    """Return the BPF instructions that decide on a call whose number is in ``rule``."""
    code = [
        _instruction(RETURN_INSTRUCTION, FAIL_WITH_ERRNO | rule.error),
        _instruction(LOAD, NUMBER_AT),
    ]
    for argument, mask, value in reversed(rule.matches):
        # The number of instructions to skip: on to RETURN, or past it.
        if rule.denied_if:
            if_so = 0
            if_not = len(code) - 1
        else:
            if_so = int(len(code) == 2)
            if_not = len(code) - 2
        code = [
            _instruction(LOAD, ARGUMENTS_AT + 8 * argument),
            _instruction(AND, mask),
            _instruction(EQUAL, value, if_so, if_not),
            *code,
        ]
    return code


def _instruction(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    """Return a BPF instruction: operation ``code`` with operand ``value``.

    A comparison skips ``if_so`` instructions if it is true, and ``if_not`` otherwise.
    """
    return pack("=HBBI", code, if_so, if_not, value)


def call_number(call: str, machine: str) -> int:
    """Return the number of ``call``, such as "keyctl", on ``machine``, or 0.

    The call must be in DENIED_CALLS.
    """
    numbers = next(rule.calls[call] for rule in DENIED_CALLS if call in rule.calls)
    return numbers[ARCHITECTURES[machine].column] or 0


@cache
def native_filter() -> tuple[bytes, int]:
    """Return the BPF filter for this machine, and the number of the system call keyctl.

    They are b"" and 0 on an unknown kind of processor.
    """
    machine = os.uname().machine
    if machine not in ARCHITECTURES:
        return b"", 0
    return call_filter(machine), call_number("keyctl", machine)
