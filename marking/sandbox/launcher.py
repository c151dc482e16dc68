"""Start sandboxes: each runs one job, in bubblewrap, with a supervisor as process 1.

There are two tiers. In ``sandbox``, bubblewrap gives the job an empty root and its own
users, processes, network and host name. In ``open``, there are only limits and a
folder.

Root never creates a sandbox: process limits do not apply to root, and root inside could
read the memory of process 1. Root first mounts the interpreters where any user may read
them, in a namespace that ends with the job, then becomes an unused user id.
"""

import marshal
import os
import platform
import shutil
import subprocess
from base64 import b64encode
from contextlib import suppress
from functools import cache
from importlib.resources import files
from queue import SimpleQueue
from shlex import quote
from threading import Lock, Timer
from typing import Literal

from marking.sandbox.calls import native_filter
from marking.sandbox.interpreters import Interpreter, own_interpreter
from marking.sandbox.job import Job, Outcome, SandboxError, decode_outcome
from marking.sandbox.packages import PACKAGES_MOUNT, find_package, mount_arguments

Tier = Literal["sandbox", "open", "plain"]

UNUSED_IDS = range(60706, 61184)  # systemd's list of user ids leaves these free
SANDBOX_BYTES = 64 * 2**20  # bytes of files in a sandbox
KILL_FACTOR = 10  # times the limit, as in the supervisor
END = 2**16  # bytes of each end of a stream, as in the supervisor
STARTUP_SECONDS = 60  # seconds that a sandbox may take beside its job
HEADER_BYTES = 2**12  # for the facts around each part of an answer
MAX_STDERR_BYTES = 2**16


class Sandbox:
    """Runs jobs with the interpreter ``python``, any number at the same time.

    ``tier`` is "sandbox", or "open" to run them without isolation. Raise SandboxError
    on other systems than Linux.
    """

    def __init__(self, tier: Tier, python: Interpreter) -> None:
        need_linux()
        self.tier = tier
        self.python = python
        self.lock = Lock()
        self.running: set[subprocess.Popen[bytes]] = set()
        self.closed = False
        self.free_user_ids: SimpleQueue[int] = SimpleQueue()
        if os.geteuid() == 0:
            for number in _unused_ids():
                self.free_user_ids.put(number)

    def run(self, job: Job) -> Outcome:
        """Run ``job``; return its outcome. Raise SandboxError if the sandbox failed."""
        return decode_outcome(self.outcome_bytes(job))

    def outcome_bytes(self, job: Job) -> bytes:
        """Run ``job``; return its outcome as bytes for `decode_outcome`.

        Raise SandboxError if the sandbox failed.
        """
        identity = self.free_user_ids.get() if os.geteuid() == 0 else None
        try:
            return self.answer_of(job, self.command(identity, job.packages))
        finally:
            if identity is not None:
                self.free_user_ids.put(identity)

    def answer_of(self, job: Job, command: list[str]) -> bytes:
        """Start a supervisor with ``command``, run ``job`` in it; return its answer.

        Raise SandboxError if the sandbox failed.
        """
        with self.lock:
            if self.closed:
                raise SandboxError("no sandbox is open")
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd="/",
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
                start_new_session=True,
            )
            self.running.add(process)
        timer = Timer(float(job.seconds) * KILL_FACTOR + STARTUP_SECONDS, process.kill)
        timer.daemon = True
        timer.start()
        try:
            data = job.pack(self.python.program, self.python_path(job))
            return exchange_job(process, data, job)
        finally:
            timer.cancel()
            process.kill()
            process.wait()
            with self.lock:
                self.running.discard(process)

    def close(self) -> None:
        """Kill all running jobs, and start no more."""
        with self.lock:
            self.closed = True
            for process in self.running:
                process.kill()

    def python_path(self, job: Job) -> str:
        """Return the value of PYTHONPATH for the packages of ``job``, or ""."""
        if self.tier == "sandbox":
            return PACKAGES_MOUNT if job.packages else ""
        return os.pathsep.join(self.package_folders(job.packages))

    def package_folders(self, packages: tuple[str, ...]) -> list[str]:
        """Return the folders in which the installed ones of ``packages`` are."""
        packages_found = [find_package(name, self.python) for name in packages]
        return sorted({package.folder for package in packages_found if package})

    def command(
        self, identity: int | None, packages: tuple[str, ...] = ()
    ) -> list[str]:
        """Return the command, as a list of arguments, that starts a supervisor.

        ``identity`` is the user id to become if this process is root, or None.
        ``packages`` are those that the job may import. Raise SandboxError if a program
        is missing or this kind of processor is unknown.
        """
        code, keyctl = native_filter()
        command = [own_interpreter().program, "-I", "-S", "-c", _supervisor_program()]
        command += [code.hex(), str(keyctl)]
        if self.tier == "sandbox":
            if not code:
                machine = os.uname().machine
                raise SandboxError(f"no filter of system calls is known for {machine}")
            command = [*_bubblewrap(self.python, packages), "--", *command]
        if identity is None:
            return command
        user = str(identity)
        drop_rights = [_find_tool("setpriv"), "--reuid", user, "--regid", user]
        drop_rights += ["--clear-groups", "--inh-caps=-all", "--no-new-privs"]
        folders = {*_prefixes(self.python), *self.package_folders(packages)}
        return [*_mount_prefix(folders), *drop_rights, *command]


@cache
def _supervisor_program() -> str:
    """Return the source of a Python program that runs the supervisor.

    The supervisor is in it as compiled code: compiling it in each sandbox would take
    half as long as starting Python.
    """
    source = files("marking.sandbox").joinpath("supervisor.py").read_text("utf-8")
    code = b64encode(marshal.dumps(compile(source, "supervisor", "exec"))).decode()
    load = f"exec(marshal.loads(binascii.a2b_base64({code!r})))"
    return f"import binascii, marshal; {load}"


def exchange_job(process: "subprocess.Popen[bytes]", packed: bytes, job: Job) -> bytes:
    """Send ``packed``, the encoded ``job``, to a supervisor; return its answer.

    Raise SandboxError if there is no answer, or one too long for ``job``.
    """
    assert process.stdin and process.stdout and process.stderr
    with process.stdin, process.stdout, process.stderr:
        try:
            process.stdin.write(packed)
            process.stdin.flush()
        except BrokenPipeError:  # the reason is in its standard error
            with suppress(BrokenPipeError):
                process.stdin.close()  # which writes what is left in the buffer
        answer = process.stdout.read(_max_answer_bytes(job))
        if process.stdout.read(1):
            raise SandboxError("the supervisor's answer is too long")
        message = b"" if answer else process.stderr.read(MAX_STDERR_BYTES)
    if not answer:
        lines = message.decode(errors="replace").strip().splitlines()
        raise SandboxError(lines[-1] if lines else "the sandbox ended early")
    return answer


def _max_answer_bytes(job: Job) -> int:
    """Return a limit for an answer: both streams and the output files, each named."""
    parts = 2 + len(job.outputs)
    max_part_bytes = max(job.output, 2 * END) + HEADER_BYTES
    return parts * max_part_bytes + HEADER_BYTES


def _bubblewrap(python: Interpreter, packages: tuple[str, ...] = ()) -> list[str]:
    """Return the command that creates a sandbox, to be followed by a program.

    The sandbox contains ``python``, the interpreter of this process, and only
    ``packages`` of the installed packages. Raise SandboxError if bubblewrap is not
    installed.
    """
    command = [
        _find_tool("bwrap"),
        "--unshare-all",
        "--unshare-user",
        "--disable-userns",
        "--cap-drop",
        "ALL",
    ]
    command += ["--clearenv", "--die-with-parent", "--as-pid-1", "--new-session"]
    command += ["--hostname", "sandbox", "--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        if os.path.islink(f"/{name}"):
            command += ["--symlink", os.readlink(f"/{name}"), f"/{name}"]
        elif os.path.isdir(f"/{name}"):
            command += ["--ro-bind", f"/{name}", f"/{name}"]
    for prefix in _prefixes(python):
        command += ["--ro-bind", prefix, prefix]
    for folder in {*python.package_folders(), *own_interpreter().package_folders()}:
        command += ["--size", "4096", "--tmpfs", folder, "--remount-ro", folder]
    command += mount_arguments(packages, python)
    # Not /dev/zero: its memory is shared, and stays while a part is mapped.
    for device in ("null", "full", "random", "urandom"):
        command += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    for name in ("/dev/shm", "/tmp"):
        command += ["--symlink", "/sandbox/tmp", name]
    command += ["--proc", "/proc", "--size", str(SANDBOX_BYTES), "--tmpfs", "/sandbox"]
    for name in ("keys", "key-users"):  # the names of the user's keys
        if os.path.exists(f"/proc/{name}"):
            command += ["--ro-bind", "/dev/null", f"/proc/{name}"]
    return [*command, "--remount-ro", "/", "--chdir", "/sandbox"]


def _prefixes(python: Interpreter) -> list[str]:
    """Return the installation folders of ``python`` and this process outside /usr.

    Every sandbox contains /usr.
    """
    prefixes = {own_interpreter().prefix, python.prefix}
    return sorted(
        prefix for prefix in prefixes if os.path.commonpath([prefix, "/usr"]) != "/usr"
    )


def _mount_prefix(folders: set[str]) -> list[str]:
    """Return the start of a command that makes ``folders`` readable for every user.

    It covers each private folder above them with a public one, in a namespace that ends
    with the command. The result is [] if every user can read them already.
    """
    blocked = {folder: first_blocked_folder(folder) for folder in sorted(folders)}
    private = [folder for folder in blocked if blocked[folder]]
    if not private:
        return []
    cover = "mount -t tmpfs -o mode=755,size=64k none"
    lines = ["set -e", f"{cover} /mnt"]
    for number, folder in enumerate(private):
        lines += [f"mkdir /mnt/{number}", f"mount --bind {quote(folder)} /mnt/{number}"]
    for top in sorted({blocked[folder] for folder in private}):
        lines.append(f"{cover} {quote(top)}")
    for number, folder in enumerate(private):
        lines.append(f"mkdir -p -m 755 {quote(folder)}")
        lines.append(f"mount --bind /mnt/{number} {quote(folder)}")
    script = "\n".join([*lines, "cd /", 'exec "$@"'])
    enter = [_find_tool("unshare"), "--mount", "--propagation", "private"]
    return [*enter, "/bin/sh", "-c", script, "sh"]


def first_blocked_folder(prefix: str) -> str:
    """Return the first folder of a path that other users may not enter, or ""."""
    path = ""
    for part in prefix.split("/")[1:]:
        path += f"/{part}"
        if os.stat(path).st_mode & 0o5 != 0o5:
            return path
    return ""


def _find_tool(name: str) -> str:
    """Return the path of a program. Raise SandboxError if it is not installed."""
    path = shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin")
    if path is None:
        package = "bubblewrap" if name == "bwrap" else "util-linux"
        advice = f"install it, on Debian with `apt install {package}`"
        raise SandboxError(f"{package} is not installed: {advice}")
    return path


def need_linux() -> None:
    """Raise SandboxError, with advice, if this system is not Linux."""
    system = platform.system()
    if system == "Linux":
        return
    advice = "on Windows, use WSL 2" if system == "Windows" else "use a Linux machine"
    raise SandboxError(f"programs run only on Linux, with bubblewrap: {advice}")


def _unused_ids() -> list[int]:
    """Return the user ids of UNUSED_IDS that have no name and run no process."""
    import grp  # here, because Windows does not have them
    import pwd

    used_ids = {user.pw_uid for user in pwd.getpwall()}
    used_ids |= {group.gr_gid for group in grp.getgrall()}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):  # of a process that has ended
                used_ids.add(os.stat(f"/proc/{name}").st_uid)
    return [user_id for user_id in UNUSED_IDS if user_id not in used_ids]
