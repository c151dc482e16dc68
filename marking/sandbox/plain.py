"""Run this project's own programs on data, without a sandbox, on any system.

Such a job is the judge of pseudocode, which executes nothing of an answer. It runs in
this process's interpreter, isolated from the environment, in a temporary folder. Time
is limited everywhere, memory on Linux, and processor time on Linux and macOS.
"""

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from marking.sandbox.job import Job, SandboxError, encode_netstrings

# Arguments: the bytes of memory; the seconds; the program, then its own arguments.
LIMITED = """\
import sys
memory, seconds, program, *sys.argv[1:] = sys.argv[1:]
try:
    import resource
except ImportError:  # on Windows
    pass
else:
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    if sys.platform == "linux":  # macOS has the limit, but does not enforce it
        resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
exec(compile(program, "judge", "exec"))
"""


class PlainBackend:
    """Runs jobs that execute no code of a student, any number at the same time."""

    def __init__(self) -> None:
        self.closed = False

    def outcome_bytes(self, job: Job) -> bytes:
        """Run ``job``; return its outcome as bytes for `job.decode_outcome`.

        Raise SandboxError if Python cannot be started, or after `close`.
        """
        if self.closed:
            raise SandboxError("the run has ended")
        option, program, *words = job.argv
        assert option == "-c"
        limits = [str(job.memory), str(int(job.seconds) + 2)]
        command = [sys.executable, "-I", "-X", "utf8", "-c", LIMITED, *limits, program]
        with TemporaryDirectory(
            prefix="marking-", ignore_cleanup_errors=True
        ) as folder:
            for name, data in job.files.items():
                Path(folder, name).write_bytes(data)
            began = time.monotonic()
            how = b"exit"
            status = 0
            try:
                done = subprocess.run(
                    [*command, *words],
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    cwd=folder,
                    timeout=job.seconds,
                )
                status = done.returncode
                stdout = done.stdout
                stderr = done.stderr
            except subprocess.TimeoutExpired:
                how = b"time"
                stdout = b""
                stderr = b""
            except OSError as error:
                raise SandboxError(
                    f"Python does not start: {error.strerror}"
                ) from error
        seconds = str(time.monotonic() - began).encode()
        if len(stdout) > job.output:
            how = b"output"
            stdout = b""
        numbers = str(status).encode(), seconds, b"0", b"0"
        return encode_netstrings([how, *numbers, stdout, stderr[-(2**16) :], b""])

    def close(self) -> None:
        """Start no more jobs; running jobs end by themselves."""
        self.closed = True
