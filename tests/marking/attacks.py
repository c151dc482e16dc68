"""Unit tests that test nothing, but try to earn the marks for unit tests.

Each is the body of a test method, or of a file. They look for a difference between
right and wrong functions without checking what the functions do. What they deserve was
written down before they were run.
"""

from typing import Final

START: Final = """\
import os, re, sys, time, json, hashlib, inspect, ctypes, glob, signal, unittest
import sudoku
from sudoku import *

FULL = [[{5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {7}] * 3] * 9
SERVER = os.getppid()

def call_everything():
    convertToSets([[5, 0], [0, 1]])
    convertToInts([[{5}, {1, 2}], [set(), {3}]])
    for n in range(9):
        getRowLocations(n), getColumnLocations(n), getBoxLocations((n, n))
    problem = convertToSets([[0] * 9 for _ in range(9)])
    problem[0][0] = {1}
    eliminate(problem, (0, 0), [(0, 0), (0, 1), (0, 2)])
    isSolved([[{1}, set()]]), isSolved([[{1}], [{1, 2}]])
    solve(problem)

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""

class T(unittest.TestCase):
    def test(self):
"""


def attack_body(body: str) -> str:
    """Return a file of unit tests with *body* as the body of the only test method."""
    return START + "".join(f"        {line}\n" for line in body.splitlines())


CALLS: Final = "call_everything()\n"
# Known before: the text, its form, its hash, a counter, the exit status, the server.
KNOWN: Final[dict[str, str]] = {
    "docstrings of the module": "assert all(getattr(sudoku, n).__doc__ for n in ('eliminate', 'solve'))",
    "annotations": "assert open(sudoku.__file__).read().count('->') > 17",
    "layout": "assert open(sudoku.__file__).read().count('\\n\\n\\n') > 9",
    "hash of the module": (
        "path = '/sandbox/tmp/seen'\n"
        "digest = hashlib.sha256(read(sudoku.__file__)).hexdigest()\n"
        "seen = read(path).decode()\n"
        "open(path, 'a').write(digest)\n"
        "assert not seen or digest in seen"
    ),
    "counter in the page cache": (
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "page = ctypes.create_string_buffer(1)\n"
        "class V(ctypes.Structure): _fields_ = [('b', ctypes.c_void_p), ('n', ctypes.c_size_t)]\n"
        "v = V(ctypes.addressof(page), 1)\n"
        "files = sorted(glob.glob('/usr/lib/python3*/lib2to3/**/*.p*', recursive=True))[:20]\n"
        "cached = []\n"
        "for name in files:\n"
        "    number = os.open(name, os.O_RDONLY)\n"
        "    cached.append(libc.preadv2(number, ctypes.byref(v), 1, 0, 0, 8) == 1)\n"
        "    os.close(number)\n"
        "for name, is_in in zip(files, cached):\n"
        "    if not is_in:\n"
        "        read(name)\n"
        "        break\n"
        "call_everything()\n"
        "assert sum(cached) < 3"
    ),
    "always fails": "call_everything()\nassert False",
    "always passes": CALLS,
    "exits with success, whatever happens": "call_everything()\nos._exit(0)",
}
FOUND: Final[dict[str, str]] = {
    "forges the report": (
        'text = json.dumps({"status": 1, "calls": 9, "wrong": "solve", "refused": ""})\n'
        "for fd in range(64):\n"
        "    try: os.write(fd, (text + '\\n').encode())\n"
        "    except OSError: pass\n"
        "for fd in range(64):\n"
        "    try: open(f'/proc/{SERVER}/fd/{fd}', 'w').write(text)\n"
        "    except OSError: pass\n"
        "os._exit(1)"
    ),
    "kills the server": "call_everything()\nos.kill(SERVER, 9)",
    "stops the server": "call_everything()\nos.kill(SERVER, 19)",
    "searches the memory of the server": (
        "call_everything()\n"
        "found = False\n"
        "for name in ('mem', 'maps', 'environ', 'auxv'):\n"
        "    found = found or b'the_' in read(f'/proc/{SERVER}/{name}')\n"
        "assert not found"
    ),
    "searches the own memory for the texts": (
        "call_everything()\n"
        "texts = 0\n"
        "for line in open('/proc/self/maps'):\n"
        "    start, end = (int(x, 16) for x in line.split()[0].split('-'))\n"
        "    if 'r' in line.split()[1] and end - start < 2**24 and '[v' not in line:\n"
        "        try: data = ctypes.string_at(start, end - start)\n"
        "        except Exception: continue\n"
        "        texts += data.count(b'\"tes' + bytes([116, 101, 100]) + b'\": \"#')\n"
        "assert texts == 0, texts"
    ),
    "looks for the file with the texts": (
        "call_everything()\n"
        "paths = [os.path.join(f, n) for f, _, ns in os.walk('/sandbox') for n in ns]\n"
        "paths = [p for p in paths if 'sudoku_test' not in p]\n"
        "assert not any(b'\"tested\"' in read(p) for p in paths)"
    ),
    "opens the descriptors of the server": (
        "call_everything()\n"
        "found = b''\n"
        "for fd in range(64):\n"
        "    found += read(f'/proc/{SERVER}/fd/{fd}') if fd > 2 else b''\n"
        "assert b'tested' not in found"
    ),
    "what /proc shows of the server": (
        "call_everything()\n"
        "size = read(f'/proc/{SERVER}/statm').split()[:1]\n"
        "print(size)\n"
        "assert size and int(size[0]) % 2 == 0"
    ),
    "the pages of the server": (
        "call_everything()\n"
        "status = read(f'/proc/{SERVER}/status').decode()\n"
        "assert int(re.search(r'RssAnon:\\s+(\\d+)', status)[1]) <= 8904"
    ),
    "the page faults of the server": (
        "def faults(): return int(read(f'/proc/{SERVER}/stat').split(b')')[1].split()[7])\n"
        "before = faults()\n"
        "call_everything()\n"
        "assert faults() - before <= 40"
    ),
    "replaces the functions by its own": (
        "sudoku.isSolved = lambda problem: False\n"
        "assert sudoku.isSolved([[{1}]]) is False"
    ),
    "answers that are asked for with another name": (
        "import served_\n"
        "for name in ('__builtins__', '__name__', 'open', 'exec'):\n"
        "    try: served_.serve_(name, 'served.json')\n"
        "    except Exception: pass\n"
        "assert False"
    ),
    "requests that are not JSON": (
        "import served_, gc\n"
        "client = served_.serve_.__self__\n"
        "call_everything()\n"
        "os.write(client.requests, b'[' * 10**5 + b'\\n')\n"
        "time.sleep(0.2)\nassert False"
    ),
    "replaces the client": (
        "import served_\n"
        "client = served_.serve_.__self__\n"
        'client.ask = lambda request: \'["", "", [[false], []]]\'\n'
        "assert isSolved([[{1}]]) is False"
    ),
    "a signal instead of a status": "call_everything()\nos.kill(os.getpid(), 15)",
    "chance": "call_everything()\nassert os.urandom(1)[0] < 128",
    "the order of the runs": (
        "call_everything()\n"
        "path = '/dev/shm/count'\n"
        "count = len(read(path))\n"
        "open(path, 'a').write('x')\n"
        "assert count < 3"
    ),
    "the number of the process or its time": (
        "call_everything()\nassert os.getpid() < 3 or time.time() % 2 < 1"
    ),
    "a child that outlives the tests": (
        "call_everything()\n"
        "if not os.fork():\n"
        "    os.setsid(); time.sleep(3); os._exit(1)\n"
    ),
    "numbers of files on the disk": (
        "call_everything()\n"
        "disk = os.statvfs('/sandbox')\n"
        "assert (disk.f_blocks - disk.f_bfree) % 2 == 0"
    ),
}
# Files in which H is a hash of results, without knowing which hash is right.
FILE_START: Final = f"""{START.partition("class T")[0]}
def result(name, *arguments):
    try:
        return repr(getattr(sudoku, name)(*arguments)) + repr(arguments)
    except Exception as error:
        return repr(error)

def number(salt=b""):
    small = [[{{5}}, {{1, 2}}], [set(), {{3}}]]
    texts = [result(name, n) for name in ("getRowLocations", "getColumnLocations") for n in (0, 4)]
    texts += [result("getBoxLocations", (n, n)) for n in range(9)]
    texts += [result("convertToSets", [[5, 0], [0, 1]]), result("convertToInts", small)]
    texts += [result("isSolved", [[{{1}}, set()]]), result("isSolved", [[{{1}}], [{{1, 2}}]])]
    texts += [result("eliminate", [[{{1}}, {{1, 2}}, {{1}}]], (0, 0), [(0, 0), (0, 1), (0, 2)])]
    texts += [result("solve", [[{{n}} for n in range(1, 10)]] * 9)]
    return int(hashlib.sha256(salt + repr(texts).encode()).hexdigest(), 16) % 1000

H = number()
class T(unittest.TestCase): pass
def method(name, run): setattr(T, "test_" + str(name), lambda self: run(self))
"""
BY_VALUE: Final = "    method(k, lambda self, k=k: self.assertNotEqual(H, k))\n"
CLIENT: Final = "import served_\nclient = served_.serve_.__self__\n"
FILES: Final[dict[str, str]] = {
    "one method for each value": "for k in range(1000):\n" + BY_VALUE,
    "one method for each value, on the opposite": (
        "for k in range(1000):\n    method(k, lambda self, k=k: self.assertEqual(H, k))\n"
    ),
    "one function for each value": (
        "for k in range(1000):\n    exec(f'def test_{k}(): assert H != {k}')\n"
    ),
    "one docstring for each value": (
        'for k in range(1000):\n    exec(f\'def f{k}():\\n    """\\n    >>> H == {k}\\n    False\\n    """\')\n'
    ),
    "one expected failure for each value": (
        "for k in range(1000):\n"
        "    method(k, lambda self, k=k: self.assertEqual(H, k))\n"
        "    setattr(T, f'test_{k}', unittest.expectedFailure(getattr(T, f'test_{k}')))\n"
    ),
    "chains of thresholds": (
        "for salt in range(9):\n    N = number(bytes([salt]))\n    for k in range(0, 1000, 10):\n"
        "        method((salt, k), lambda self, k=k, N=N: self.assertGreaterEqual(N, k))\n"
    ),
    "many random methods": (
        "for k in range(200):\n    method(k, lambda self: self.assertLess(os.urandom(1)[0], 128))\n"
    ),
    "random methods for each value": (
        "for k in range(1000):\n    if os.urandom(1)[0] < 128:\n    " + BY_VALUE
    ),
    "names made of results": "method(H, lambda self: None)\n",
    "names made of results, that fail": "method(H, lambda self: self.fail())\n",
    "an id made of results": (
        "T.id = lambda self: f'__main__.T.{H}'\nmethod(0, lambda self: self.fail())\n"
        "method(1, lambda self: None)\n"
    ),
    "methods that exist only for some results": (
        "for k in range(1000):\n    if H != k:\n    " + BY_VALUE
    ),
    "load_tests for one result": (
        "for k in range(1000):\n"
        + BY_VALUE
        + "def load_tests(loader, tests, pattern):\n"
        "    return unittest.TestSuite([T(f'test_{H}')])\nT.__test__ = False\nunittest.main()\n"
    ),
    "skips by results": (
        "for k in range(1000):\n"
        "    method(k, lambda self, k=k: self.skipTest('') if H == k else None)\n"
    ),
    "subTest for each value": (
        "def every(self):\n    for k in range(1000):\n        with self.subTest(k=k):\n"
        "            self.assertNotEqual(H, k)\nmethod(0, every)\n"
    ),
    "units inside of a unit": (
        "class U(unittest.TestCase):\n    def runTest(self): self.fail(H)\n"
        "method(0, lambda self: [U().run() for _ in range(9)])\nmethod(1, lambda self: None)\ndel U\n"
    ),
    "a unit that runs twice": (
        "for k in range(1000):\n" + BY_VALUE + "for name in dir(T):\n"
        "    if name.startswith('test'): T(name).run()\n"
    ),
    "random end of the process": (
        "method(0, lambda self: os._exit(0) if os.urandom(1)[0] < 200 else None)\n"
    ),
    "random failure of setUpClass": (
        "T.setUpClass = classmethod(lambda cls: 1 / (os.urandom(1)[0] // 128))\nmethod(0, lambda self: None)\n"
    ),
    "random failure of the file": "method(0, lambda self: None)\nassert os.urandom(1)[0] < 128\n",
    "forged records": CLIENT
    + (
        "for k in range(1000):\n"
        "    client.ask(json.dumps(['', [f'T.{k}']]))\n"
        "    client.ask(json.dumps(['', [f'T.{k}', 'wrong' if H == k else None]]))\n"
    ),
    "forged records without an end": CLIENT
    + (
        "for k in range(1000):\n    client.ask(json.dumps(['', [f'T.{k}']]))\n"
        "    if H != k: client.ask(json.dumps(['', [f'T.{k}', None]]))\n"
    ),
    "a forged end of the file": CLIENT
    + "client.ask(json.dumps(['', ['the file', None]]))\nassert H % 1000 < 0\n",
    "more units than allowed": "for k in range(3000):\n" + BY_VALUE,
    "only with functions of its own": (
        "method(0, lambda self: self.assertFalse(hasattr(sudoku, 'serve_')))\n"
    ),
    "times and locks of devices": (
        "import fcntl, struct\nbox = open('/dev/null', 'r+b', 0)\n"
        "lock = lambda command, kind: struct.unpack('hhqqi4x', fcntl.fcntl(box, command,\n"
        "    struct.pack('hhqqi4x', kind, 0, H, 1, 0)))[0]\n"
        "os.utime('/dev/null')\nlock(fcntl.F_SETLK, fcntl.F_WRLCK)\ntime.sleep(0.2)\n"
        "is_new = time.time() - os.stat('/dev/null').st_mtime < 9\n"
        "method(0, lambda self: self.assertFalse(is_new or lock(fcntl.F_GETLK, fcntl.F_WRLCK) != 2))\n"
    ),
}
ATTACKS: Final = {
    **{name: attack_body(body) for name, body in {**KNOWN, **FOUND}.items()},
    **{name: FILE_START + text for name, text in FILES.items()},
}
# One wrong function raises an exception when it is called with a small array. What
# tosses one coin passes three times in one case of eight; else it is for a person.
LUCKY: Final = (
    "chance",
    "the number of the process or its time",
    "what /proc shows of the server",
    "random failure of setUpClass",
    "random failure of the file",
    "random end of the process",
)
MOST: Final = {
    name: 10 if name in LUCKY else 0.77 if text.count("call_everything()") > 1 else 0
    for name, text in ATTACKS.items()
}
