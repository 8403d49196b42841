"""How many of numba's published CUDA examples run with their imports changed: `python benchmarks/numba_examples.py [FILE…]`.

Without arguments it takes the examples of the documentation that lie in the installed numba (`numba/cuda/tests/doc_examples`),
each a test of its own; a file that is no such test is run as a program. The imports are replaced, and nothing else; each example
runs in a process of its own. Numba is needed for its files, not to run them.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

CHANGES = (
    (r"from numba\.cuda\.testing import", "from numba_cuda_testing import"),
    (r"from numba(\.cuda)?\.tests\.support import", "from numba_cuda_testing import"),
    (r"from numba\.cuda\.random import", "from periclase.compat.numba_cuda.random import"),
    (r"from numba(\.core|\.cuda)?\.types import", "from periclase.compat.numba_cuda.types import"),
    (r"from numba\.cuda import", "from periclase.compat.numba_cuda.cuda import"),
    (r"from numba import", "from periclase.compat.numba_cuda import"),
    (r"\bimport numba\b(?!\.)", "import periclase.compat.numba_cuda as numba"),
)
SECONDS = 300


def changed(text: str) -> str:
    """The text of a program with its imports changed."""
    for theirs, ours in CHANGES:
        text = re.sub(theirs, ours, text)
    return text


def testing() -> types.ModuleType:
    """What the examples of numba's documentation take from its tests: everything that skips lets them run."""
    from contextlib import redirect_stdout
    from io import StringIO

    class captured_stdout(redirect_stdout):
        def __init__(self):
            super().__init__(StringIO())

    def unmarked(*arguments: object) -> object:
        if len(arguments) == 1 and callable(arguments[0]):
            return arguments[0]
        return lambda function: function

    module = types.ModuleType("numba_cuda_testing")
    known = {"CUDATestCase": unittest.TestCase, "unittest": unittest, "captured_stdout": captured_stdout}
    cffi = importlib.util.find_spec("cffi") is not None
    known["skip_unless_cffi"] = unittest.skipUnless(cffi, "needs cffi, and links a library")
    module.__dict__.update(known)
    module.__dict__["__getattr__"] = lambda name: unmarked
    return module


def run(path: Path) -> int:
    """Run one example in this process: the exit status, 5 where all of it was skipped."""
    sys.modules["numba_cuda_testing"] = testing()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_text(changed(path.read_text()))
        is_test = path.name.startswith("test_")
        spec = importlib.util.spec_from_file_location(path.stem if is_test else "__main__", copy)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        if not is_test:
            return 0
        result = unittest.TextTestRunner(stream=sys.stderr).run(
            unittest.defaultTestLoader.loadTestsFromModule(module)
        )
        if not result.wasSuccessful():
            return 1
        return 5 if len(result.skipped) == result.testsRun else 0


def main(arguments: list[str]) -> int:
    """Runs the examples that are named, or numba's own, each in a process of its own, and tells how many ran."""
    if arguments[:1] == ["--one"]:
        return run(Path(arguments[1]))
    paths = [Path(argument) for argument in arguments]
    if not paths:
        numba = importlib.util.find_spec("numba")
        if numba is None or numba.origin is None:
            print("numba is not installed: name files")
            return 2
        paths = sorted((Path(numba.origin).parent / "cuda" / "tests" / "doc_examples").glob("test_*.py"))
    words = {0: "runs", 5: "skipped"}
    counts = {"runs": 0, "skipped": 0, "fails": 0}
    for path in paths:
        environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
        command = [sys.executable, __file__, "--one", str(path)]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS)
            word, said = words.get(done.returncode, "fails"), done.stderr
        except subprocess.TimeoutExpired:
            word, said = "fails", f"took longer than {SECONDS} s"
        counts[word] += 1
        print(f"{word:8} {path.name}", flush=True)
        if word == "fails":
            reasons = [
                line
                for line in said.splitlines()
                if re.match(r"[\w.]*(Error|Failure|Exception|error\[|took)", line)
            ]
            print(f"         {(reasons or said.splitlines() or ['?'])[-1][:200]}")
    print(f"{counts['runs']} of {len(paths)} run, {counts['fails']} fail, {counts['skipped']} are skipped")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
