"""Hostile programs, each with what it does before, or instead of, the right answer.

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
        "if c.shmget(0, 2 ** 26, 0o1600) != -1: print('segment')",
        "AC",
        "AC",
    ),
    "recursion": ("f = lambda: f()\nf()", "RTE", "RTE"),
    "stack overflow": ("import ctypes; ctypes.string_at(1)", "RTE", "RTE"),
    # output
    "prints for ever": ("while True: print('x' * 9999)", "TLE", "TLE"),
    "complains for ever": (
        "while True: print('x' * 9999, file=sys.stderr)",
        "TLE",
        "TLE",
    ),
    "yes": ("os.execv('/usr/bin/yes', ['yes'])", "TLE", "TLE"),
    "large file": ("open('big', 'w').write('x' * 2 ** 24)", "AC", "AC"),
    "a file as large as the disk": (
        "open('big', 'w').write('x' * 2 ** 26)",
        "RTE",
        "RTE",
    ),
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
    "forges an outcome": (  # 3 is its own standard output, which the driver kept
        "for n in range(4, 64):\n"
        "    try: os.write(n, b'4:exit,1:0,'); print('written')\n"
        "    except OSError: pass",
        "AC",
        "AC",
    ),
    # the kernel: keys, limits of other processes, memory that no process shows
    "reads the marker's keys": (
        "rings = [c.syscall(KEYCTL, 10, ring, b'user', b'marking', 0)\n"
        "         for ring in (-1, -2, -3, -4, -5)]\n"
        "if max(rings) > 0 or c.syscall(KEYCTL, 0, -3, 0) > 0: print('a key')",
        "AC",
        "AC",
    ),
    "leaves a key": (
        "if c.syscall(ADD_KEY, b'user', b'left', b'x', 1, -3) > 0: print('left')\n"
        "if c.syscall(KEYCTL, 1, b'marking') > 0: print('joined')",
        "AC",
        "AC",
    ),
    "asks for a key": (
        "if c.syscall(REQUEST_KEY, b'user', b'marking', None, 0) > 0: print('a key')",
        "AC",
        "AC",
    ),
    "limits process 1": (
        "import resource as r\n"
        "for n in (r.RLIMIT_NOFILE, r.RLIMIT_CPU, r.RLIMIT_AS, r.RLIMIT_FSIZE):\n"
        "    try: r.prlimit(1, n, (0, 0)); print('limited')\n"
        "    except OSError: pass",
        "AC",
        "AC",
    ),
    "slows process 1": (
        "for call in (lambda: os.setpriority(0, 1, 19),\n"
        "             lambda: os.setpriority(1, 1, 19),\n"
        "             lambda: os.setpriority(2, 0, 19),\n"
        "             lambda: os.sched_setscheduler(1, 5, os.sched_param(0)),\n"
        "             lambda: os.sched_setaffinity(1, [0])):\n"
        "    try: call(); print('slowed')\n"
        "    except OSError: pass\n"
        "if not c.syscall(IOPRIO_SET, 1, 1, 3 << 13): print('slowed')",
        "AC",
        "AC",
    ),
    "crashes for the host to see": (
        "import resource as r\n"
        "for set_ in (r.setrlimit, lambda *words: r.prlimit(0, *words)):\n"
        "    try: set_(r.RLIMIT_CORE, (0, 0)); print('lowered')\n"
        "    except (OSError, ValueError): pass\n"
        "if 'core file size 1 1' not in ' '.join(open('/proc/self/limits').read()"
        ".replace('Max', '').split()): print('a core')",
        "AC",
        "AC",
    ),
    "every signal to process 1": (
        "for n in range(1, 65):\n    for _ in range(9): os.kill(1, n)",
        "AC",
        "AC",
    ),
    "io_uring": ("if c.syscall(425, 8, bytes(256)) != -1: print('made')", "AC", "AC"),
    "memory of another process": (
        "data = ctypes.create_string_buffer(64)\n"
        "for number in (PROCESS_VM_READV, 438, 440, 312):\n"
        "    if c.syscall(number, 1, data, 1, data, 1, 0) >= 0: print(number)",
        "AC",
        "AC",
    ),
    "calls of other kinds": (
        "if c.syscall(0x40000000 + KEYCTL, 0, -3, 1) > 0: print('x32')\n"
        "import mmap\n"
        "if os.uname().machine == 'x86_64':\n"
        "    page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | 32, 7)\n"
        "    page.write(b'\\xb8\\x14\\0\\0\\0\\xcd\\x80\\xc3')\n"  # getpid of i386
        "    at = ctypes.addressof(ctypes.c_char.from_buffer(page))\n"
        "    if ctypes.CFUNCTYPE(ctypes.c_int)(at)() > 0: print('i386')",
        "AC",
        "AC",
    ),
    "new namespaces by clone": (
        "for flag in (0x10000000, 0x20000, 0x20000000):\n"
        "    pid = c.syscall(CLONE, flag | 17, 0, 0, 0, 0)\n"
        "    if not pid: os._exit(0)\n"
        "    if pid > 0: print('cloned')\n"
        "arguments = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, 17)\n"
        "pid = c.syscall(435, arguments, 88)\n"
        "if not pid: os._exit(0)\n"
        "if pid > 0: print('cloned')",
        "AC",
        "AC",
    ),
    "parts of the kernel": (
        "data = ctypes.create_string_buffer(128); data[4:8] = b'\\x80\\0\\0\\0'\n"
        "for call, *rest in ((USERFAULTFD, 1), (PERF_EVENT_OPEN, data, 0, -1, -1, 0),\n"
        "                    (BPF, 0, data, 128), (IO_SETUP, 9, data),\n"
        "                    (430, b'tmpfs', 0), (428, -100, b'/', 1),\n"
        "                    (PERSONALITY, 0x40000)):\n"
        "    if c.syscall(call, *rest) != -1: print(call)",
        "AC",
        "AC",
    ),
    "other families of sockets": (
        "import socket\n"
        "for family in range(46):\n"
        "    for kind in (1, 2, 3, 5):\n"
        "        try: socket.socket(family, kind).close()\n"
        "        except OSError: continue\n"
        "        if family != 1: print(family, kind)",
        "AC",
        "AC",
    ),
    "watches files": (
        "if c.inotify_init() != -1 or c.inotify_init1(0) != -1: print('watching')\n"
        "if c.fanotify_init(0x200, 0) != -1: print('watching')",
        "AC",
        "AC",
    ),
    "shared memory of children": (
        "import mmap, time\n"
        "for _ in range(5):\n"
        "    if not os.fork():\n"
        "        m = mmap.mmap(-1, 130 * 2 ** 20)\n"
        "        for at in range(0, len(m), 4096): m[at] = 1\n"
        "        open('/tmp/full', 'w').close(); time.sleep(1000)\n"
        "time.sleep(.5)\n"
        "if os.path.exists('/tmp/full'): print('full')",
        "AC",
        "AC",
    ),
    "shared memory of which a page is mapped": (
        "import mmap, time\n"
        "for n in range(3):\n"
        "    at = c.mmap(None, 100 * 2 ** 20, 3, 33, -1, 0)\n"
        "    if at in (None, 2 ** 64 - 1): continue\n"
        "    ctypes.memset(at, 1, 100 * 2 ** 20)\n"
        "    c.munmap(ctypes.c_void_p(at + 4096), 100 * 2 ** 20 - 4096); print('kept')",
        "AC",
        "AC",
    ),
    "shared memory of a device": (
        "import mmap\n"
        "try: mmap.mmap(os.open('/dev/zero', os.O_RDWR), 2 ** 20); print('mapped')\n"
        "except OSError: pass",
        "AC",
        "AC",
    ),
    "anonymous files": (
        "for name in ('memfd_create', 'memfd_secret'):\n"
        "    try: f = getattr(c, name)(b'x', 0)\n"
        "    except AttributeError: f = c.syscall(447, 0)\n"
        "    if f != -1: print(name)",
        "AC",
        "AC",
    ),
    "queues": (
        "if c.msgget(0, 0o1600) != -1 or c.semget(0, 9, 0o1600) != -1: print('queue')\n"
        "if c.mq_open(b'/x', os.O_RDWR | os.O_CREAT, 0o600, None) != -1: print('mq')",
        "AC",
        "AC",
    ),
    "buffers of sockets": (
        "import socket\npairs, held = [], 0\n"
        "try:\n"
        "    while True:\n"
        "        pairs.append(socket.socketpair())\n"
        "        for end in pairs[-1]:\n"
        "            try: end.setsockopt(1, socket.SO_SNDBUF, 2 ** 22)\n"
        "            except OSError: pass\n"
        "            end.setblocking(False)\n"
        "            try:\n"
        "                while True: held += end.send(bytes(2 ** 16))\n"
        "            except BlockingIOError: pass\n"
        "except OSError: pass\n"
        "pairs.clear()\n"
        "if held > 2 ** 25: print(held)",
        "AC",
        "AC",
    ),
    "sockets of children": (
        "import socket, time\n"
        "for _ in range(15):\n"
        "    if not os.fork():\n"
        "        pairs = [socket.socketpair() for _ in range(30)]; time.sleep(1000)\n"
        "time.sleep(1000)",
        "MLE",
        "MLE",
    ),
    "pages in a pipe": (
        "r, w = os.pipe(); size = 2 ** 21\n"
        "at = c.mmap(None, 2 * size, 3, 34, -1, 0)\n"
        "ctypes.memset(at, 1, 2 * size)\n"
        "vector = (ctypes.c_uint64 * 2)(at, 1)\n"
        "if c.vmsplice(w, vector, 1, 0) == 1: print('spliced')\n"
        "if c.sendfile(w, os.open(IN, 0), None, 1) == 1: print('sent')",
        "AC",
        "AC",
    ),
    "memory that cannot be looked at": (
        "import time\n"
        "for _ in range(8):\n    if not os.fork():\n"
        "        c.prctl(4, 0, 0, 0, 0)\n"
        "        x = b'x' * (100 * 2 ** 20); time.sleep(1000)\n"
        "time.sleep(1000)",
        "MLE",
        "MLE",
    ),
    "memory without a first thread": (
        "import threading, time\n"
        "def hold():\n    time.sleep(.1)\n"
        "    x = b'x' * (100 * 2 ** 20); time.sleep(1000)\n"
        "for _ in range(7):\n    if not os.fork():\n"
        "        threading.Thread(target=hold).start(); c.syscall(EXIT, 0)\n"
        "time.sleep(1000)",
        "MLE",
        "MLE",
    ),
    # time that several processes use, or make others wait for
    "busy children": (
        "for _ in range(14):\n    if not os.fork(): break\nwhile True: pass",
        "TLE",
        "TLE",
    ),
    "stops and goes on": (
        "import signal, time\n"
        "for _ in range(13):\n    if not os.fork():\n        while True: pass\n"
        "if not os.fork():\n"
        "    while True:\n"
        "        os.kill(os.getppid(), 19); time.sleep(.001)\n"
        "        os.kill(os.getppid(), 18); time.sleep(.001)\n"
        "while True: pass",
        "TLE",
        "TLE",
    ),
    "children that nobody waits for": (
        "import signal, time; signal.signal(17, signal.SIG_IGN)\n"
        "def work():\n    ends = time.time() + .03\n"
        "    while time.time() < ends: pass\n    os._exit(0)\n"
        "while True:\n"
        "    try:\n        if not os.fork(): work()\n"
        "    except OSError: pass",
        "TLE",
        "TLE",
    ),
    "lets others go first": ("os.nice(19)\nwhile True: pass", "TLE", "TLE"),
    "busy threads": (
        "import hashlib, threading\n"
        "def work():\n    while True: hashlib.sha256(bytes(2 ** 20))\n"
        "for _ in range(8): threading.Thread(target=work).start()\nwork()",
        "TLE",
        "TLE",
    ),
    "nested too deep": ("(" * 5000, "SE", "SE"),
}

# With the numbers of some system calls: they differ between kinds of processors.
START: Final = """\
import ctypes, os, sys
c = ctypes.CDLL(None)
c.mmap.restype = ctypes.c_void_p
(ADD_KEY, REQUEST_KEY, KEYCTL, IOPRIO_SET, PROCESS_VM_READV, CLONE, USERFAULTFD,
 PERF_EVENT_OPEN, BPF, IO_SETUP, PERSONALITY, EXIT) = {{
    "x86_64": (248, 249, 250, 251, 310, 56, 323, 298, 321, 206, 135, 60),
    "aarch64": (217, 218, 219, 30, 270, 220, 282, 241, 280, 0, 92, 93),
}}[os.uname().machine]
OUT, IN, PORT, SECRET = "{stem}_bare.tex", "{stem}.txt", {port}, {secret!r}
"""


def program(attack: str, reference: str, stem: str, port: int, secret: str) -> str:
    """Return the source of an attack, followed by that of the *reference*.

    *attack* is a key of ATTACKS. The attack may use the name *stem* of the input, a
    *port* of this machine, and a *secret* to look for.
    """
    start = START.format(stem=stem, port=port, secret=secret)
    return f"{start}{ATTACKS[attack][0]}\n{reference}"
