/* node compile.mjs SOURCE.zip TARGET.zip: compile the modules of an archive with the
   Python of Pyodide. The names of the other files and their contents stay the same. */
import {readFileSync, writeFileSync} from "node:fs";
import {loadPyodide} from "pyodide";

const [source, target] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile("/source.zip", readFileSync(source));
python.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

with ZipFile("/source.zip") as old, ZipFile("/target.zip", "w") as new:
    for name in sorted(old.namelist()):
        data = old.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True)
            data = _code_to_hash_pyc(code, source_hash(data), checked=False)
            name += "c"
        # The date is the same in each build, so that the archive is the same, too.
        new.writestr(ZipInfo(name), data, ZIP_DEFLATED, 9)
`);
writeFileSync(target, python.FS.readFile("/target.zip"));
