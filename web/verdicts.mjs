/* node verdicts.mjs PROJECT: print what `python3 -m tests.pseudocode.verdicts` prints in the
   folder PROJECT, with the Python of Pyodide. */
import {loadPyodide} from "pyodide";

const python = await loadPyodide();
python.FS.mkdir("/project");
python.FS.mount(python.FS.filesystems.NODEFS, {root: process.argv[2]}, "/project");
process.stdout.write(python.runPython(`
import sys
sys.path.insert(0, "/project")
sys.dont_write_bytecode = True
from tests.pseudocode.verdicts import answers, lines
"".join(f"{line}\\n" for answer in answers() for line in lines(*answer))
`));
