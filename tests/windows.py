"""Python code that removes what Windows lacks, to put before a program for ``-c``."""

WINDOWS = """
import os, platform, signal, sys, types
import multiprocessing.connection, shutil, subprocess, tempfile  # for the system below
shutil._use_fd_functions = False  # rmtree opens no folder relative to another
subprocess._USE_POSIX_SPAWN = False
for name in ("_curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog",
             "termios", "tty"):
    sys.modules[name] = None
for module, names in {
    os: "chown chroot fchmod fchown fdatasync fork forkpty fstatvfs getegid geteuid "
        "getgid getgroups getloadavg getpgid getsid getuid initgroups killpg lchown "
        "mkfifo mknod nice O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK openpty "
        "pidfd_open posix_spawn pread pwrite sched_getaffinity sched_setaffinity "
        "setgid setpgid setpriority setsid setuid statvfs sync sysconf uname wait3 "
        "wait4",
    signal: "SIGALRM SIGCHLD SIGCONT SIGHUP SIGPIPE SIGQUIT SIGSTOP SIGUSR1 "
        "SIGUSR2 SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm pause pthread_kill "
        "pthread_sigmask setitimer sigpending sigwait",
}.items():
    for name in names.split():
        vars(module).pop(name, None)
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=lambda *words: None)
# What `shutil.which` asks from Python 3.12 on.
shutil._winapi = types.SimpleNamespace(NeedCurrentDirectoryForExePath=lambda name: True)
sys.platform = "win32"
platform.system = lambda: "Windows"
"""
