"""How the supervisor counts time; attacks show how it counts memory and sockets."""

import os

import pytest

from marking.sandbox import supervisor


def stat_line(ticks: tuple[int, int, int, int], nice: int = 0, policy: int = 0) -> str:
    """A line of ``/proc/PID/stat`` of a program with a hostile name."""
    words = ["0"] * 50
    words[0], words[1] = "R", "1"
    words[11:15] = map(str, ticks)
    words[16], words[38] = str(nice), str(policy)
    return f"7 (a) R 9 (b) {' '.join(words)}\n"


IDLE = stat_line((0, 0, 0, 0))


class Proc:
    """A made-up ``/proc``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **files: str) -> None:
        self.files = {"p2_stat": IDLE, "pself_stat": IDLE, **files}
        monkeypatch.setattr(supervisor, "read_proc_file", self.read)

    def read(self, pid: int | str, name: str) -> str:
        return self.files.get(f"p{pid}_{name}".replace("/", "_"), "")


def child(seconds: float = 3) -> supervisor.Child:
    made = object.__new__(supervisor.Child)
    made.pid, made.cpu, made.job = 2, 0.0, supervisor.Job()
    made.job.seconds, made.job.is_pair = seconds, False
    made.waited, made.excused = {}, 0.0
    return made


def test_waiting_for_a_processor_is_excused_for_a_program_that_is_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proc = Proc(monkeypatch)
    made = child()
    proc.files["p2_schedstat"] = "1 4000000000 7"
    assert made.charged_seconds([2], 5.0) == 1.0
    proc.files["p2_schedstat"] = "1 6000000000 7"
    assert made.charged_seconds([2, 3], 7.0) == 3.0
    proc.files["p2_schedstat"] = "1 7500000000 7"
    assert made.charged_seconds([2], 8.5) == 3.0


@pytest.mark.parametrize(("nice", "policy"), [(1, 0), (0, 5), (19, 3)])
def test_waiting_is_not_excused_for_a_program_that_changed_its_priority(
    monkeypatch: pytest.MonkeyPatch, nice: int, policy: int
) -> None:
    stat = stat_line((0, 0, 0, 0), nice, policy)
    Proc(monkeypatch, p2_stat=stat, p2_schedstat="1 4000000000 7")
    assert child().charged_seconds([2], 5.0) == 5.0


def test_the_time_of_all_processes_and_of_ended_children_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks = os.sysconf("SC_CLK_TCK")
    first = stat_line((ticks, 2 * ticks, 3 * ticks, 4 * ticks))
    Proc(monkeypatch, p2_stat=first, p3_stat=stat_line((5 * ticks, 0, 0, 0)))
    made = child()
    made.cpu = 6.0
    assert made.charged_seconds([2, 3, 4], 1.0) == 21.0


def test_a_machine_that_is_too_busy_judges_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proc = Proc(monkeypatch)
    monkeypatch.setattr(supervisor, "processes", lambda sandbox: [2])
    made = child(seconds=1)
    made.job.memory, made.job.processes = 2**20, 16
    made.sandbox, made.peak, made.end_reason = False, 0, b""
    proc.files["p2_schedstat"] = "1 40000000000 7"
    made.check_limits(40.0)
    assert made.end_reason == b""
    proc.files["p2_schedstat"] = "1 40100000000 7"
    with pytest.raises(SystemExit, match="this machine is too busy"):
        made.check_limits(40.1)


def test_without_filters_in_the_kernel_there_is_no_sandbox() -> None:
    made = child()
    made.code = bytes(8)  # which no kernel accepts
    made.sandbox = False
    made.install_filter()
    made.sandbox = True
    with pytest.raises(OSError, match="prctl 22"):
        made.install_filter()
