"""What runs a job where nothing of the host can be seen: process 1 of the sandbox.

It gets a job through standard input, runs it, and writes the outcome to standard
output. The launcher gives this file to ``python -I -S -c``; therefore it imports only
modules that are built in or load fast, and nothing of this project.

A job and an outcome are lists of byte strings, written as netstrings: ``5:bytes,``.
"""

import _ctypes
import os
import resource
import select
import stat
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
else:
    import _signal  # without the enums of signal, which take long

PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
INTERRUPT, KILL = 2, 9
NO_PROGRAM = 127
TICK = 0.05  # seconds between two looks at what the processes use
PATIENCE = 10  # times the limit: the longest wait while other programs are busy
MOST_FILES = 10_000
OPEN_FILES = 64
SETTLING = 10  # seconds to end all processes


def packed(parts: list[bytes]) -> bytes:
    return b"".join(b"%d:%b," % (len(part), part) for part in parts)


def unpacked(data: bytes) -> list[bytes]:
    parts: list[bytes] = []
    at = 0
    while at < len(data):
        colon = data.index(b":", at)
        end = colon + 1 + int(data[at:colon])
        parts.append(data[colon + 1 : end])
        at = end + 1
    return parts


def read_job() -> list[bytes]:
    """Return the parts of the job. Its pipe stays open as long as somebody waits."""
    digits = b""
    while not digits.endswith(b":"):
        digits += os.read(0, 1) or sys.exit("the job ended early")
    left = int(digits[:-1]) + 1
    pieces: list[bytes] = []
    while left:
        pieces.append(os.read(0, min(left, 2**20)) or sys.exit("the job ended early"))
        left -= len(pieces[-1])
    return unpacked(b"".join(pieces)[:-1])


def call_prctl(option: int, value: int) -> None:
    function = _ctypes.dlsym(_ctypes.dlopen("libc.so.6", 0), "prctl")
    if _ctypes.call_function(function, (option, value, 0, 0, 0)):
        sys.exit("prctl failed")


class Child:
    """The submission's first process, with what it and its children have used."""

    def __init__(self, job: dict[str, bytes], sandbox: bool, folder: int) -> None:
        self.sandbox, self.job, self.folder = sandbox, job, folder
        self.seconds = float(job["seconds"])
        self.memory, self.output = int(job["memory"]), int(job["output"])
        self.processes = int(job["processes"])
        self.how, self.status = b"", 0
        self.cpu, self.peak, self.elapsed = 0.0, 0, 0.0
        self.streams: dict[int, list[bytes]] = {}
        self.start()

    def start(self) -> None:
        """Start the program; the clock runs from its exec."""
        argv, env = unpacked(self.job["argv"]), unpacked(self.job["env"])
        environment = dict(pair.split(b"=", 1) for pair in env)
        started, starting = os.pipe()
        pipes = [os.pipe(), os.pipe()]
        self.pid = os.fork()
        if not self.pid:
            try:
                os.setsid()
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                os.dup2(pipes[0][1], 1)
                os.dup2(pipes[1][1], 2)
                self.limit()
                os.execve(argv[0], argv, environment)
            except BaseException as error:
                os.write(starting, str(error).encode())
            finally:
                os._exit(NO_PROGRAM)
        os.close(starting)
        for reading, writing in pipes:
            os.close(writing)
            os.set_blocking(reading, False)
            self.streams[reading] = []
        failure = os.read(started, 4096)
        if failure:
            sys.exit("no start: " + failure.decode())
        self.began = time.monotonic()

    def limit(self) -> None:
        def most(kind: int, value: int) -> None:
            hard = resource.getrlimit(kind)[1]
            if hard != resource.RLIM_INFINITY:
                value = min(value, hard)
            resource.setrlimit(kind, (value, value))

        seconds = int(self.seconds) + 2
        most(resource.RLIMIT_CORE, 0)
        most(resource.RLIMIT_CPU, seconds)
        most(resource.RLIMIT_FSIZE, self.output + 1)
        most(resource.RLIMIT_NOFILE, OPEN_FILES)
        most(resource.RLIMIT_AS, self.memory)
        most(resource.RLIMIT_MSGQUEUE, 0)
        if self.sandbox:  # elsewhere, the processes of the user would count, too
            most(resource.RLIMIT_NPROC, self.processes + 1)

    def wait(self) -> None:
        """Wait until the program ends or breaks a limit, then end everything."""
        watch = select.poll()
        exit_of_child = os.pidfd_open(self.pid)
        for descriptor in (exit_of_child, *self.streams):
            watch.register(descriptor, select.POLLIN)
        watch.register(0, select.POLLHUP)
        next_look = 0.0
        while not self.how:
            for descriptor, event in watch.poll(TICK * 1000):
                if descriptor == 0:
                    self.how = b"abandoned"
                elif descriptor in self.streams:
                    if not self.drain(descriptor):
                        watch.unregister(descriptor)
            now = time.monotonic()
            self.reap()
            if not self.how and now >= next_look:
                self.look(now - self.began)
                next_look = now + TICK
        self.elapsed = time.monotonic() - self.began
        self.end()
        os.close(exit_of_child)
        for descriptor in self.streams:
            while self.drain(descriptor):
                pass

    def drain(self, descriptor: int) -> bool:
        """Read what there is. Return False at the end of the stream."""
        pieces = self.streams[descriptor]
        try:
            piece = os.read(descriptor, 2**16)
        except BlockingIOError:
            return False
        room = self.output - sum(map(len, pieces))
        if len(piece) > room:
            self.how = b"output"
        pieces.append(piece[:room])
        return bool(piece)

    def reap(self) -> bool:
        """Take the statuses of ended processes. Return whether others are left."""
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
                self.how = self.how or b"exit"
                self.status = os.waitstatus_to_exitcode(status)

    def look(self, elapsed: float) -> None:
        """Set `how` if a limit is broken."""
        pids = processes(self.sandbox)
        if elapsed - waited(self.pid) > self.seconds:
            self.how = b"time"
        elif elapsed > PATIENCE * self.seconds:
            self.how = b"time"
        elif sum(map(private_memory, pids)) + shared_memory() > self.memory:
            self.how = b"memory"
        elif len(pids) > self.processes + 1:
            self.how = b"processes"
        elif self.sandbox:
            disk = os.fstatvfs(self.folder)
            if disk.f_files - disk.f_ffree > MOST_FILES:
                self.how = b"output"

    def end(self) -> None:
        """Kill until no process is left."""
        until = time.monotonic() + SETTLING
        while self.reap():
            for pid in [-1] if self.sandbox else processes(self.sandbox):
                try:
                    os.kill(pid, KILL)
                except ProcessLookupError:
                    pass
            if time.monotonic() > until:
                sys.exit("a process does not end")
            time.sleep(0.001)


def processes(sandbox: bool) -> list[int]:
    """Return the submission's processes: in a sandbox all, else our descendants."""
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    if sandbox:
        return [pid for pid in pids if pid != 1]
    parents = {pid: parent(pid) for pid in pids}
    found = {os.getpid()}
    grown = True
    while grown:
        more = {pid for pid in pids if parents[pid] in found} - found
        found |= more
        grown = bool(more)
    return sorted(found - {os.getpid()})


def stat_of(pid: int | str, name: str) -> str:
    try:
        with open(f"/proc/{pid}/{name}", encoding="latin-1") as file:
            return file.read()
    except OSError:
        return ""


def parent(pid: int) -> int:
    # The name of the program comes before, in parentheses, and may contain anything.
    words = stat_of(pid, "stat").rpartition(")")[2].split()
    return int(words[1]) if words else 0


def waited(pid: int) -> float:
    """Return how many seconds a process has waited for a processor."""
    words = stat_of(pid, "schedstat").split()
    return int(words[1]) / 1e9 if len(words) > 1 else 0


def private_memory(pid: int) -> int:
    words = stat_of(pid, "statm").split()
    return (int(words[1]) - int(words[2])) * 4096 if words else 0


def shared_memory() -> int:
    """Return the bytes in System V segments, which survive their processes."""
    lines = stat_of("sysvipc", "shm").splitlines()
    return sum(int(line.split()[14]) for line in lines[1:])


def collected(
    folder: int, name: bytes, brought: list[bytes], most: int
) -> tuple[bytes, bytes]:
    """Return the state and the content of the output *name*.

    It is read only if it is a plain file with one name that was not there before.
    """
    if name in brought:
        return b"old", b""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY
    try:
        descriptor = os.open(name, flags, dir_fd=folder)
    except FileNotFoundError:
        return b"missing", b""
    except OSError:
        return b"odd", b""
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode) or facts.st_nlink != 1:
        os.close(descriptor)
        return b"odd", b""
    with open(descriptor, "rb") as file:
        data = file.read(most + 1)
    return (b"long", b"") if len(data) > most else (b"file", data)


def main() -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 3)  # what the launcher left there
    _signal.signal(INTERRUPT, _signal.SIG_DFL)  # which process 1 does not die of
    call_prctl(PR_SET_DUMPABLE, 0)
    call_prctl(PR_SET_CHILD_SUBREAPER, 1)
    parts = read_job()
    job = {key.decode(): value for key, value in zip(parts[::2], parts[1::2])}
    sandbox = os.getpid() == 1
    home = "/sandbox" if sandbox else "/tmp/marking-" + os.urandom(8).hex()
    if not sandbox:
        os.mkdir(home, 0o700)
    try:
        sys.stdout.buffer.write(outcome(job, sandbox, home))
        sys.stdout.flush()
    finally:
        if not sandbox:
            from shutil import rmtree  # slow to import

            os.chmod(home, 0o700)
            rmtree(home, ignore_errors=True)


def outcome(job: dict[str, bytes], sandbox: bool, home: str) -> bytes:
    os.chdir(home)
    os.mkdir("work")
    os.mkdir("tmp")
    os.chdir("work")
    folder = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    files = unpacked(job["files"])
    for name, data in zip(files[::2], files[1::2]):
        with open(name, "xb") as file:
            file.write(data)
    child = Child(job, sandbox, folder)
    child.wait()
    outputs: list[bytes] = []
    for name in unpacked(job["outputs"]):
        outputs += [name, *collected(folder, name, files[::2], child.output)]
    numbers = child.status, child.elapsed, child.cpu, child.peak
    streams = [b"".join(pieces) for pieces in child.streams.values()]
    words = [str(number).encode() for number in numbers]
    return packed([child.how, *words, *streams, packed(outputs)])


if __name__ == "__main__":
    main()
