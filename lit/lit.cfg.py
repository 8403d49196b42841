"""The lit suite: `lit lit/`. `pytest` runs the same files in one process (tests/test_lit.py), with these settings too.

Features a test can ask for by `// REQUIRES:`
    mlir     `mlir-opt` and `mlir-translate` 22 (`PERICLASE_MLIR_BIN` names their folder; otherwise PATH is searched)
    ptxas    an assembler: the `ptx` extra's or a CUDA toolkit's

Substitutions beside lit's own `%s`, `%S` and `%t`
    %roundtrip           the file through periclase-opt and back, in custom syntax, checked against its CHECK lines
    %generic-roundtrip   the same by way of the generic syntax
    %mlir-opt, %mlir-translate, %ptxas   the tools of the features above
    %examples            the folder of the example kernels
"""

import os
import shutil
import tempfile

import lit.formats

from periclase.codegen.assembler import find_tool

config.name = "Periclase"  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)  # noqa: F821
config.suffixes = [".mlir", ".py", ".ll", ".ptx", ".test"]  # noqa: F821
config.excludes = ["lit.cfg.py", "Inputs"]  # noqa: F821
config.test_source_root = os.path.dirname(os.path.abspath(__file__))  # noqa: F821
config.test_exec_root = os.path.join(tempfile.gettempdir(), f"periclase-lit-{os.getuid()}")  # noqa: F821

for name in ("PERICLASE_MLIR_BIN", "PERICLASE_TARGET", "HOME", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]  # noqa: F821
config.environment["PATH"] = os.environ.get("PATH", os.defpath)  # noqa: F821
config.environment["PERICLASE_CACHE_DIR"] = "off"  # noqa: F821


def find_mlir_tool(name: str) -> str | None:
    folder = os.environ.get("PERICLASE_MLIR_BIN")
    return shutil.which(name, path=folder) if folder else shutil.which(f"{name}-22") or shutil.which(name)


mlir_opt, mlir_translate = find_mlir_tool("mlir-opt"), find_mlir_tool("mlir-translate")
if mlir_opt and mlir_translate:
    config.available_features.add("mlir")  # noqa: F821
ptxas = find_tool("ptxas")
if ptxas:
    config.available_features.add("ptxas")  # noqa: F821

# lit tries substitutions in order, so that a longer name must stand before one that it starts with.
config.substitutions += [  # noqa: F821
    ("%generic-roundtrip", "periclase-opt %s --print-op-generic | periclase-opt | filecheck %s"),
    ("%roundtrip", "periclase-opt %s | periclase-opt | filecheck %s"),
    ("%examples", os.path.join(os.path.dirname(config.test_source_root), "examples")),  # noqa: F821
    ("%mlir-opt", mlir_opt or "mlir-opt"),
    ("%mlir-translate", mlir_translate or "mlir-translate"),
    ("%ptxas", str(ptxas) if ptxas else "ptxas"),
]
