"""Process 1 of the sandbox: runs one job with no view of the host.

The job is read from standard input, and the outcome written to standard output. The
launcher passes this program to ``python -I -S -c``, with the filter of system calls and
the number of the call keyctl as arguments. It imports only modules that load fast, and
nothing of this project.

A job is a dict, written by marshal. An outcome is a list of byte strings, written as
netstrings: ``5:bytes,``.
"""

import ctypes
import errno
import marshal
import os
import resource
import select
import signal
import stat
import sys
import time

PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
KEYCTL_JOIN_SESSION_KEYRING = 1
NO_PROGRAM = 127
POLL_SECONDS = 0.05  # seconds between two looks at what the processes use
# While other programs are busy, a job may last this many times its limit, and longer.
WALL_TIME_FACTOR = 10
STARTING = 30  # seconds more
END = 2**16  # bytes of each end of a stream that is not compared
MAX_FILES = 10_000
OPEN_FILES = 64
QUEUED_SIGNALS = 1024
LARGEST_FILE = 2**26  # bytes: as much as the disk of a sandbox can hold
SOCKET_BYTES = 2**19  # bytes that the buffers of a socket can hold
KILL_SECONDS = 10  # seconds to end all processes


class Job:
    """The job, with the names and values that ``Job.pack`` in job.py has written."""

    argv: list[bytes]
    environment: dict[bytes, bytes]
    files: dict[bytes, bytes]
    folder: bytes
    outputs: list[bytes]
    seconds: float
    memory: int
    output: int
    processes: int
    stdin: bytes
    is_pair: bool
    compares_stdout: bool


def netstrings(parts: list[bytes]) -> bytes:
    """Return ``parts`` as netstrings: ``[b"ab", b""]`` as ``b"2:ab,0:,"``."""
    return b"".join(b"%d:%b," % (len(part), part) for part in parts)


LIBC = ctypes.CDLL(None, use_errno=True)


class Filter(ctypes.Structure):
    """A filter of system calls: its number of instructions, and their address."""

    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def call_prctl(option: int, *values: int) -> None:
    """Change a property of this process by the call prctl, or raise OSError."""
    arguments = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)]
    if LIBC.prctl(option, *arguments[:4]):
        raise OSError(ctypes.get_errno(), f"prctl {option}")


def deny_calls(code: bytes) -> None:
    """Install ``code``, a filter of system calls in BPF, in this process for good.

    Child processes inherit the filter. Raise OSError if the kernel refuses it.
    """
    program = Filter(len(code) // 8, code)
    call_prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(program))


def join_new_keyring(keyctl: int) -> None:
    """Replace the session's keyring of the kernel by a new, empty one.

    ``keyctl`` is the number of the system call. Nothing happens if the kernel has no
    keys or something else, such as Docker, denies the call. Exit on any other error.
    """
    joined = LIBC.syscall(keyctl, KEYCTL_JOIN_SESSION_KEYRING, None)
    if joined < 0 and ctypes.get_errno() not in (errno.ENOSYS, errno.EPERM):
        sys.exit(f"no new keyring: {os.strerror(ctypes.get_errno())}")


class Stream:
    """The standard output or error of a program, kept up to ``limit`` bytes.

    If ``limit`` is None, only the start and the end are kept.
    """

    def __init__(self, limit: "int | None") -> None:
        self.limit = limit
        self.start = bytearray()
        self.rest = bytearray()
        self.dropped = 0

    def add(self, piece: bytes) -> bool:
        """Add ``piece``. Return False if the stream exceeds its limit."""
        limit = END if self.limit is None else self.limit
        free_bytes = limit - len(self.start)
        self.start += piece[:free_bytes]
        if self.limit is not None:
            return len(piece) <= free_bytes
        self.rest += piece[free_bytes:]
        if len(self.rest) > 2 * END:
            self.dropped += len(self.rest) - END
            del self.rest[:-END]
        return True

    def data(self) -> bytes:
        """Return the bytes kept; a line in the middle says how many were left out."""
        dropped = self.dropped + max(0, len(self.rest) - END)
        note = b"\n[%d bytes are left out here]\n" % dropped if dropped else b""
        return bytes(self.start) + note + bytes(self.rest[-END:])


class Child:
    """The first process of the submission, and the resources of all its processes.

    ``code`` is the filter of system calls, ``folder`` the descriptor of the working
    folder, and ``sandbox`` whether this is process 1 of a sandbox. After `wait`,
    ``end_reason`` is b"exit" or the exceeded limit.
    """

    def __init__(self, job: Job, code: bytes, sandbox: bool, folder: int) -> None:
        self.job = job
        self.code = code
        self.sandbox = sandbox
        self.folder = folder
        self.end_reason = b""
        self.status = 0
        self.cpu = 0.0
        self.peak = 0
        self.elapsed = 0.0
        self.waited: dict[int, float] = {}
        self.excused = 0.0
        self.streams: dict[int, Stream] = {}
        self.start()

    def start(self) -> None:
        """Start the program, and the clock. Exit if it cannot be started."""
        failure_reader, failure_writer = os.pipe()
        stdout_reader, stdout_writer = os.pipe()
        stderr_reader, stderr_writer = os.pipe()
        stdin = os.memfd_create("stdin")
        with open(stdin, "wb", closefd=False) as file:
            file.write(self.job.stdin)
        self.pid = os.fork()
        if not self.pid:
            try:
                self.execute(stdin, stdout_writer, stderr_writer)
            except BaseException as error:
                os.write(failure_writer, str(error).encode())
            finally:
                os._exit(NO_PROGRAM)
        for descriptor in (failure_writer, stdin, stdout_writer, stderr_writer):
            os.close(descriptor)
        stdout_limit = self.job.output if self.job.compares_stdout else None
        self.streams[stdout_reader] = Stream(stdout_limit)
        self.streams[stderr_reader] = Stream(None)
        for descriptor in self.streams:
            os.set_blocking(descriptor, False)
        # The pipe is closed, and empty, once the program has replaced this one.
        failure = os.read(failure_reader, 4096)
        if failure:
            sys.exit("Python does not start: " + failure.decode())
        self.began = time.monotonic()

    def execute(self, stdin: int, stdout: int, stderr: int) -> None:
        """Become the program, in the new process. The arguments are descriptors."""
        os.setsid()
        # Opened again, it can be read and not written.
        os.dup2(os.open(f"/proc/self/fd/{stdin}", os.O_RDONLY), 0)
        os.dup2(stdout, 1)
        os.dup2(stderr, 2)
        self.set_limits()
        self.install_filter()
        os.execve(self.job.argv[0], self.job.argv, self.job.environment)

    def set_limits(self) -> None:
        """Set the limits that the kernel enforces, in the new process."""
        set_limit(resource.RLIMIT_CORE, 1)  # 0 does not keep a core from being piped
        # If the supervisor has to wait; the kernel's ticks are 12 % from the true time.
        set_limit(resource.RLIMIT_CPU, int(4 * self.job.seconds) + 10)
        set_limit(resource.RLIMIT_FSIZE, LARGEST_FILE)
        set_limit(resource.RLIMIT_NOFILE, OPEN_FILES)
        set_limit(resource.RLIMIT_AS, self.job.memory)
        set_limit(resource.RLIMIT_MSGQUEUE, 0)
        set_limit(resource.RLIMIT_SIGPENDING, QUEUED_SIGNALS)
        set_limit(resource.RLIMIT_NICE, 0)
        set_limit(resource.RLIMIT_RTPRIO, 0)
        if self.sandbox:  # elsewhere, the processes of the user would count, too
            set_limit(resource.RLIMIT_NPROC, self.job.processes + 1)

    def install_filter(self) -> None:
        """Install the filter of system calls, in the new process."""
        # Here, not by bubblewrap in process 1: the filter then also holds without a
        # sandbox, and process 1 can still join a new keyring.
        try:
            deny_calls(self.code)
        except OSError:
            if self.sandbox:
                raise
            # Kernels that cannot make a sandbox may not have filters either.

    def wait(self) -> None:
        """Wait until the program ends or exceeds a limit; end all its processes."""
        watch = select.poll()
        exit_of_child = os.pidfd_open(self.pid)
        for descriptor in (exit_of_child, *self.streams):
            watch.register(descriptor, select.POLLIN)
        watch.register(0, select.POLLHUP)
        next_check = 0.0
        while not self.end_reason:
            for descriptor, event in watch.poll(POLL_SECONDS * 1000):
                if descriptor == 0:
                    self.end_reason = b"abandoned"
                elif descriptor in self.streams and not self.drain(descriptor):
                    watch.unregister(descriptor)
            now = time.monotonic()
            self.reap()
            if not self.end_reason and now >= next_check:
                self.check_limits(now - self.began)
                next_check = now + POLL_SECONDS
        self.elapsed = time.monotonic() - self.began
        self.kill_all()
        os.close(exit_of_child)
        for descriptor in self.streams:
            while self.drain(descriptor):
                pass  # what the program has printed at the end

    def drain(self, descriptor: int) -> bool:
        """Read bytes of a stream. Return False at its end, or if none are available.

        Set ``end_reason`` if the stream exceeds its limit.
        """
        try:
            piece = os.read(descriptor, 2**16)
        except BlockingIOError:
            return False
        if not self.streams[descriptor].add(piece):
            self.end_reason = b"output"
        return bool(piece)

    def reap(self) -> bool:
        """Collect the statuses of ended processes. Return whether others are left."""
        while True:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if not pid:
                return True
            self.cpu += used.ru_utime + used.ru_stime
            self.peak = max(self.peak, used.ru_maxrss * 1024)
            if pid == self.pid:
                self.end_reason = self.end_reason or b"exit"
                self.status = os.waitstatus_to_exitcode(status)

    def check_limits(self, elapsed: float) -> None:
        """Set ``end_reason`` if a limit is exceeded ``elapsed`` seconds after the start.

        Exit if the machine is too busy to give the program a processor.
        """
        pids = processes(self.sandbox)
        used = memory_of(pids, self.job.memory) + sockets(self.sandbox) * SOCKET_BYTES
        self.peak = max(self.peak, used)
        if self.charged_seconds(pids, elapsed) > self.job.seconds:
            self.end_reason = b"time"
        elif elapsed > WALL_TIME_FACTOR * self.job.seconds + STARTING:
            sys.exit("this machine is too busy: the program had no processor")
        elif used > self.job.memory:
            self.end_reason = b"memory"
        elif len(pids) > self.job.processes + 1:
            self.end_reason = b"processes"
        elif self.sandbox:
            disk = os.fstatvfs(self.folder)
            if disk.f_files - disk.f_ffree > MAX_FILES:
                self.end_reason = b"output"

    def charged_seconds(self, pids: list[int], elapsed: float) -> float:
        """Return the seconds that count: elapsed time, or CPU time if that is more.

        ``pids`` are the processes of the job. Waiting for a processor is excused only
        while the program is alone in the job, or with our server of unit tests, at
        normal priority. Otherwise a job could make itself wait.
        """
        waited = {pid: seconds_waited(pid) for pid in pids}
        normal = priority("self")
        if self.is_alone(pids) and all(priority(pid) == normal for pid in pids):
            new_waits = [waited[pid] - self.waited.get(pid, 0) for pid in pids]
            self.excused += max(new_waits)
        self.waited.update(waited)
        cpu = self.cpu + sum(cpu_time(pid) for pid in pids)
        return max(elapsed - self.excused, cpu)

    def is_alone(self, pids: list[int]) -> bool:
        """Return whether the program, or the pair of unit tests, started no other."""
        most = 2 if self.job.is_pair else 1
        return self.pid in pids and len(pids) <= most

    def kill_all(self) -> None:
        """Kill all processes of the job. Exit if one does not end."""
        until = time.monotonic() + KILL_SECONDS
        while self.reap():
            targets = [-1] if self.sandbox else processes(self.sandbox)
            for pid in targets:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            if time.monotonic() > until:
                sys.exit("a process does not end")
            time.sleep(0.001)


def set_limit(kind: int, value: int) -> None:
    """Set a limit of this process to ``value``, or to its maximum if that is lower."""
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def processes(sandbox: bool) -> list[int]:
    """Return the numbers of the submission's processes.

    In a ``sandbox``, they are all processes but process 1; otherwise, the descendants
    of this process.
    """
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    if sandbox:
        return [pid for pid in pids if pid != 1]
    parents = {pid: parent(pid) for pid in pids}
    descendants: set[int] = set()
    children = {os.getpid()}
    while children:
        children = {pid for pid in pids if parents[pid] in children} - descendants
        descendants |= children
    return sorted(descendants)


def read_proc_file(pid: int | str, name: str) -> str:
    """Return the text of the file ``/proc/PID/NAME``, or "" if it cannot be read."""
    try:
        with open(f"/proc/{pid}/{name}", encoding="latin-1") as file:
            return file.read()
    except OSError:
        return ""


def stat_fields(pid: int | str) -> list[str]:
    """Return the fields of ``/proc/PID/stat`` from the state on, or [] if ended."""
    return read_proc_file(pid, "stat").rpartition(")")[2].split()


def parent(pid: int) -> int:
    """Return the number of the parent of a process, or 0 if the process has ended."""
    words = stat_fields(pid)
    return int(words[1]) if words else 0


def cpu_time(pid: int) -> float:
    """Return the CPU seconds of a process and of the children it has waited for."""
    return sum(map(int, stat_fields(pid)[11:15])) / os.sysconf("SC_CLK_TCK")


def priority(pid: int | str) -> list[str]:
    """Return the nice value and the scheduling policy of a process, or []."""
    words = stat_fields(pid)
    return [*words[16:17], *words[38:39]]


def seconds_waited(pid: int) -> float:
    """Return the seconds for which a process has waited for a processor."""
    words = read_proc_file(pid, "schedstat").split()
    return int(words[1]) / 1e9 if len(words) > 1 else 0


def memory_of(pids: list[int], limit: int) -> int:
    """Return the bytes of memory that the processes ``pids`` use together.

    Shared pages count once if the plain sum exceeds ``limit``; reading them is slow.
    """
    all_pages = "VmRSS VmSwap HugetlbPages"
    parts = "Pss SwapPss Private_Hugetlb Shared_Hugetlb"
    total = sum(proc_bytes(pid, "status", all_pages) for pid in pids)
    if total <= limit:
        return total
    return sum(
        # A process can hide the list of its pages, but not their number.
        proc_bytes(pid, "smaps_rollup", parts) or proc_bytes(pid, "status", all_pages)
        for pid in pids
    )


def proc_bytes(pid: int, name: str, keys: str) -> int:
    """Return the sum of the sizes called ``keys`` in ``/proc/PID/NAME``, in bytes.

    ``keys`` is a text such as "VmRSS VmSwap".
    """
    lines = read_proc_file(pid, name).splitlines()
    first_key = keys.split()[0]
    if not any(line.startswith(first_key) for line in lines):
        # The first thread has ended. Others may continue, with all of the memory.
        lines = read_proc_file(pid, f"task/{last_thread(pid)}/{name}").splitlines()
    kibibytes = {}
    for line in lines:
        key, _, value = line.partition(":")
        if key in keys.split():
            kibibytes[key] = int(value.split()[0])
    return sum(kibibytes.values()) * 1024


def last_thread(pid: int) -> int:
    """Return the highest thread number of a process, or ``pid`` if it has ended."""
    try:
        return max(map(int, os.listdir(f"/proc/{pid}/task")), default=pid)
    except OSError:
        return pid


def sockets(sandbox: bool) -> int:
    """Return the number of Unix sockets in a sandbox, or 0 without a sandbox."""
    if not sandbox:
        return 0
    lines = read_proc_file("net", "unix").count("\n")
    return max(lines - 1, 0)  # the first line has the headings


def collect_output(
    folder: int, name: bytes, staged_names: list[bytes], max_bytes: int
) -> tuple[bytes, bytes]:
    """Return the state and the content of the output file ``name`` in ``folder``.

    ``folder`` is a descriptor, and ``staged_names`` are the files that the program was
    given. The state is b"file", or else b"missing", b"odd" (not plain, or with hard
    links), b"long" (more than ``max_bytes``) or b"old" (staged); the content is then
    empty.
    """
    if name in staged_names:
        return b"old", b""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY
    try:
        descriptor = os.open(name, flags, dir_fd=folder)
    except FileNotFoundError:
        return b"missing", b""
    except OSError:
        return b"odd", b""
    file_status = os.fstat(descriptor)
    if not stat.S_ISREG(file_status.st_mode) or file_status.st_nlink != 1:
        os.close(descriptor)
        return b"odd", b""
    with open(descriptor, "rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        return b"long", b""
    return b"file", data


def main() -> None:
    """Run the job on standard input, and write its outcome to standard output."""
    code = bytes.fromhex(sys.argv[1])
    keyctl = int(sys.argv[2])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 3)  # what the launcher left there
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # which process 1 does not die of
    call_prctl(PR_SET_DUMPABLE, 0)
    call_prctl(PR_SET_CHILD_SUBREAPER, 1)
    call_prctl(PR_SET_NO_NEW_PRIVS, 1)
    if keyctl:
        join_new_keyring(keyctl)
    job = Job()
    job.__dict__.update(marshal.load(sys.stdin.buffer))  # which the launcher keeps open
    sandbox = os.getpid() == 1
    home = "/sandbox" if sandbox else "/tmp/marking-" + os.urandom(8).hex()
    if not sandbox:
        os.mkdir(home, 0o700)
    try:
        sys.stdout.buffer.write(run_job(job, code, sandbox, home))
        sys.stdout.flush()
    finally:
        if not sandbox:
            from shutil import rmtree  # slow to import

            os.chmod(home, 0o700)
            rmtree(home, ignore_errors=True)


def run_job(job: Job, code: bytes, sandbox: bool, home: str) -> bytes:
    """Run ``job`` in the folder ``home``, and return its outcome as netstrings.

    ``code`` is the filter of system calls, and ``sandbox`` whether this is process 1 of
    one.
    """
    os.chdir(home)
    os.mkdir("work")
    os.mkdir("tmp")
    os.chdir("work")
    for name, data in job.files.items():
        if b"/" in name:
            os.makedirs(os.path.dirname(name), exist_ok=True)
        with open(name, "xb") as file:
            file.write(data)
    os.makedirs(job.folder or b".", exist_ok=True)
    os.chdir(job.folder or b".")
    folder = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    child = Child(job, code, sandbox, folder)
    child.wait()
    staged = [name[len(job.folder) :] for name in job.files]
    outputs: list[bytes] = []
    for name in job.outputs:
        outputs += [name, *collect_output(folder, name, staged, job.output)]
    numbers = child.status, child.elapsed, child.cpu, child.peak
    streams = [stream.data() for stream in child.streams.values()]
    words = [str(number).encode() for number in numbers]
    return netstrings([child.end_reason, *words, *streams, netstrings(outputs)])


if __name__ == "__main__":
    main()
