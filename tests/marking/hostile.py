"""Hostile programs: what each does before, or instead of, the right answer.

The reference follows each attack. A program whose attack changes nothing is accepted;
the others end in the verdicts beside them: of a test that compares what is printed, and
of a test that compares a file.
"""

from typing import Final

ATTACKS: Final[dict[str, tuple[str, str, str]]] = {
    # processes and threads
    "fork bomb": ("while True: os.fork()", "RTE", "RTE"),
    "stubborn fork bomb": (
        "while True:\n    try: os.fork()\n    except OSError: pass",
        "TLE",
        "TLE",
    ),
    "thread bomb": (
        "import threading, time\n"
        "while True: threading.Thread(target=time.sleep, args=(9,)).start()",
        "TLE",
        "TLE",
    ),
    "daemon": (
        "if not os.fork():\n    os.setsid()\n"
        "    if os.fork(): os._exit(0)\n    import time; time.sleep(1000)",
        "AC",
        "AC",
    ),
    "daemon without streams": (
        "if not os.fork():\n    os.setsid()\n    os.closerange(0, 64)\n"
        "    import signal, time\n    signal.signal(15, signal.SIG_IGN)\n"
        "    time.sleep(1000)",
        "AC",
        "AC",
    ),
    "kills all": (
        "try: os.kill(-1, 9)\nexcept ProcessLookupError: pass",
        "AC",
        "AC",
    ),
    "kills process 1": (
        "for signal in (15, 9, 19, 2): os.kill(1, signal)\nos.kill(os.getppid(), 9)",
        "AC",
        "AC",
    ),
    "stops": ("os.kill(os.getpid(), 19)", "TLE", "TLE"),
    "stops its children": (
        "for _ in range(5):\n    child = os.fork()\n"
        "    if not child: os.kill(os.getpid(), 19)",
        "AC",
        "AC",
    ),
    # time
    "never ends": ("while True: pass", "TLE", "TLE"),
    "sleeps": ("import time; time.sleep(1000)", "TLE", "TLE"),
    "power tower": ("9 ** 9 ** 9 ** 9", "TLE", "TLE"),
    "ignores signals": (
        "import signal\nfor n in {*range(1, 32)} - {9, 19}: "
        "signal.signal(n, signal.SIG_IGN)\nwhile True: pass",
        "TLE",
        "TLE",
    ),
    # memory
    "a terabyte": ("bytearray(2 ** 40)", "MLE", "MLE"),
    "memory of children": (
        "for _ in range(8):\n    if not os.fork():\n"
        "        x = b'x' * (100 * 2 ** 20); import time; time.sleep(1000)\n"
        "import time; time.sleep(1000)",
        "MLE",
        "MLE",
    ),
    "shared segments": (
        "import ctypes; c = ctypes.CDLL(None); c.shmat.restype = ctypes.c_void_p\n"
        "while True:\n    i = c.shmget(0, 2 ** 26, 0o1600)\n"
        "    a = c.shmat(i, None, 0); ctypes.memset(a, 1, 2 ** 26)\n"
        "    c.shmdt(ctypes.c_void_p(a))",
        "MLE",
        "MLE",
    ),
    "recursion": ("f = lambda: f()\nf()", "RTE", "RTE"),
    "stack overflow": ("import ctypes; ctypes.string_at(1)", "RTE", "RTE"),
    # output
    "prints for ever": ("while True: print('x' * 9999)", "OLE", "OLE"),
    "complains for ever": (
        "while True: print('x' * 9999, file=sys.stderr)",
        "OLE",
        "OLE",
    ),
    "yes": ("os.execv('/usr/bin/yes', ['yes'])", "OLE", "OLE"),
    "large file": ("open('big', 'w').write('x' * 2 ** 24)", "RTE", "RTE"),
    "full disk": (
        "for n in range(9999): open(str(n), 'wb').write(bytes(2 ** 20))",
        "RTE",
        "RTE",
    ),
    "many files": (
        "for n in range(10 ** 9): open(f'/tmp/{n}', 'w').close()",
        "OLE",
        "OLE",
    ),
    "full shared memory": (
        "for n in range(999): open(f'/dev/shm/{n}', 'wb').write(bytes(2 ** 20))",
        "RTE",
        "RTE",
    ),
    "escape codes": ("sys.exit('\\x1b[2J\\x1b]0;title\\x07 = 1')", "RTE", "RTE"),
    "not text": ("sys.stderr.buffer.write(b'\\xff' * 99); os._exit(7)", "RTE", "RTE"),
    # the declared output
    "output is a link": ("os.symlink('/etc/passwd', OUT)\nos._exit(0)", "WA", "NF"),
    "output is a hard link": ("os.link(IN, OUT)\nos._exit(0)", "WA", "NF"),
    "output is a pipe": ("os.mkfifo(OUT)\nos._exit(0)", "WA", "NF"),
    "output is a folder": ("os.mkdir(OUT)\nos._exit(0)", "WA", "NF"),
    "output is a device": ("os.symlink('/dev/zero', OUT)\nos._exit(0)", "WA", "NF"),
    "output is endless": (
        "f = open(OUT, 'wb', 0)\ntry:\n    while True: f.write(bytes(2 ** 16))\n"
        "except OSError: os._exit(0)",
        "WA",
        "OLE",
    ),
    "folder is closed": (
        "import atexit; atexit.register(os.chmod, '.', 0)",
        "AC",
        "NF",
    ),
    "folder is replaced": (
        "os.rename('/sandbox/work', '/sandbox/old'); os.mkdir('/sandbox/work')\n"
        "os.chdir('/sandbox/work'); data = open('/sandbox/old/' + IN, 'rb').read()\n"
        "open(IN, 'wb').write(data)",
        "AC",
        "NF",
    ),
    # the host
    "reads process 1": (
        "for n in ('mem', 'environ', 'maps'):\n"
        "    try: print(open('/proc/1/' + n, 'rb').read(9))\n"
        "    except OSError: pass\n"
        "for n in range(9):\n"
        "    try: print(os.readlink(f'/proc/1/fd/{n}'))\n"
        "    except OSError: pass",
        "AC",
        "AC",
    ),
    "traces process 1": (
        "import ctypes\nif not ctypes.CDLL(None).ptrace(16, 1, 0, 0): print('traced')",
        "AC",
        "AC",
    ),
    "looks for the answers": (
        "for top, folders, names in os.walk('/'):\n"
        "    if top == '/': folders[:] = {*folders} - {'proc', 'usr'}\n"
        "    for name in names:\n"
        "        if name.endswith('_bare.tex') or name in ('SECRET', 'rubric.toml'):\n"
        "            print(top, name)\n"
        "for path in ('/etc/passwd', '/home', '/var', SECRET):\n"
        "    if os.path.exists(path): print(path)",
        "AC",
        "AC",
    ),
    "imports the reference": (
        "for name in ('marking', 'adt', 'pseudoku', 'pytest', 'hypothesis'):\n"
        "    try: __import__(name); print(name)\n"
        "    except ImportError: pass",
        "AC",
        "AC",
    ),
    "connects": (
        "import socket\n"
        "try: socket.create_connection(('127.0.0.1', PORT), 1); print('connected')\n"
        "except OSError: pass\n"
        "try: socket.socket(1).connect('\\0marking'); print('connected')\n"
        "except OSError: pass",
        "AC",
        "AC",
    ),
    "writes to the host": (
        "for path in ('/usr/x', '/x', '/dev/x', '/proc/sys/kernel/hostname', "
        "os.__file__, sys.executable, SECRET):\n"
        "    try: open(path, 'r+b'); print(path)\n"
        "    except OSError: pass",
        "AC",
        "AC",
    ),
    "new namespaces": (
        "import ctypes; c = ctypes.CDLL(None)\n"
        "for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000):\n"
        "    if not c.unshare(flag): print('unshared')\n"
        "if not c.mount(b'x', b'/usr', b'tmpfs', 0, None): print('mounted')",
        "AC",
        "AC",
    ),
    "becomes root": (
        "for f in (os.setuid, os.setgid):\n"
        "    try: f(0); print('root')\n"
        "    except OSError: pass\n"
        "if os.getuid() == 0: print('root')",
        "AC",
        "AC",
    ),
    "lifts its limits": (
        "import resource as r\n"
        "for n in (r.RLIMIT_AS, r.RLIMIT_NPROC, r.RLIMIT_FSIZE, r.RLIMIT_NOFILE):\n"
        "    try: r.setrlimit(n, (-1, -1)); print('lifted')\n"
        "    except (OSError, ValueError): pass",
        "AC",
        "AC",
    ),
    "forges an outcome": (
        "for n in range(3, 64):\n"
        "    try: os.write(n, b'4:exit,1:0,'); print('written')\n"
        "    except OSError: pass",
        "AC",
        "AC",
    ),
    "nested too deep": ("(" * 5000, "SE", "SE"),
}

START: Final = """\
import os, sys
OUT, IN, PORT, SECRET = "{stem}_bare.tex", "{stem}.txt", {port}, {secret!r}
"""


def program(attack: str, reference: str, stem: str, port: int, secret: str) -> str:
    """The reference after an attack; *stem* is the name of the input."""
    start = START.format(stem=stem, port=port, secret=secret)
    return f"{start}{ATTACKS[attack][0]}\n{reference}"
