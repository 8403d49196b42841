"""The rules of the house: who may import whom, what is named how, and what importing the package costs.

Everything here reads the sources; nothing is a list that has to be kept up to date by hand.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from periclase.diagnostic_codes import CODES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "periclase"
SOURCES = sorted(path for path in PACKAGE.rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ENTRY_POINTS: dict[str, dict[str, str]] = PROJECT["entry-points"]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCES}


def by_module() -> object:
    return pytest.mark.parametrize("module", MODULES)


# ---------------------------------------------------------------------------------------------------------------------
# Imports


@dataclass(frozen=True)
class Import:
    module: str
    line: int
    lazy: bool


def _is_type_checking(node: ast.If) -> bool:
    return any(
        isinstance(part, ast.Name | ast.Attribute)
        and (part.id if isinstance(part, ast.Name) else part.attr) == "TYPE_CHECKING"
        for part in ast.walk(node.test)
    )


def _imports(node: ast.AST, package: str, lazy: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and _is_type_checking(child):
            for other in child.orelse:
                yield from _imports(other, package, lazy)
            continue
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, child.lineno, lazy)
        elif isinstance(child, ast.ImportFrom):
            base = child.module or ""
            if child.level:
                above = package.split(".")[: len(package.split(".")) - child.level + 1]
                base = ".".join([*above, base] if base else above)
            for alias in child.names:
                full = f"{base}.{alias.name}"
                yield Import(full if full in MODULES else base, child.lineno, lazy)
        elif isinstance(child, ast.Call):
            # importlib.import_module("…") with a literal name counts as well.
            name = child.func.attr if isinstance(child.func, ast.Attribute) else getattr(child.func, "id", "")
            if name == "import_module" and child.args and isinstance(child.args[0], ast.Constant):
                yield Import(str(child.args[0].value), child.lineno, lazy)
        inner_lazy = lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _imports(child, package, inner_lazy)


def imports_of(module: str) -> list[Import]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return list(_imports(ast.parse(path.read_text(), str(path)), package, lazy=False))


LIGHT = frozenset(
    {
        "periclase",
        "periclase.arrays",
        "periclase.closures",
        "periclase.complex_numbers",
        "periclase.constant_arrays",
        "periclase.device_globals",
        "periclase.diagnostic_codes",
        "periclase.diagnostic_text",
        "periclase.diagnostics",
        "periclase.digest",
        "periclase.dynamic_shared",
        "periclase.fast_math",
        "periclase.garbage",
        "periclase.gpu",
        "periclase.generics",
        "periclase.importer.export_names",
        "periclase.importer.reserved_names",
        "periclase.intrinsics",
        "periclase.kernel",
        "periclase.launch_arguments",
        "periclase.partials",
        "periclase.pointers",
        "periclase.record",
        "periclase.setting_rules",
        "periclase.settings",
        "periclase.signature",
        "periclase.specialised",
        "periclase.structs",
        "periclase.types",
        "periclase.views",
    }
)
"""What every layer may import: no IR, no LLVM, no numpy."""

LAYERS: dict[str, frozenset[str]] = {
    "periclase.ir": frozenset(),
    "periclase.dialects": frozenset({"periclase.ir"}),
    "periclase.importer": frozenset({"periclase.ir", "periclase.dialects"}),
    "periclase.interpreter": frozenset({"periclase.ir", "periclase.dialects"}),
    "periclase.passes": frozenset({"periclase.ir", "periclase.dialects"}),
    "periclase.runtime": frozenset(),
    "periclase.codegen": frozenset(
        {"periclase.ir", "periclase.dialects", "periclase.importer", "periclase.passes", "periclase.runtime"}
    ),
    "periclase.mirlib": frozenset(
        {
            "periclase.ir",
            "periclase.dialects",
            "periclase.importer",
            "periclase.passes",
            "periclase.codegen",
        }
    ),
    "periclase.compat": frozenset({"periclase.importer", "periclase.runtime"}),
    "periclase.tools": frozenset(
        {
            "periclase.ir",
            "periclase.dialects",
            "periclase.importer",
            "periclase.passes",
            "periclase.runtime",
            "periclase.codegen",
            "periclase.mirlib",
        }
    ),
}
"""Which layers a layer may import, beside itself and the light modules."""

DOORS: dict[str, frozenset[str]] = {
    "periclase": frozenset({"periclase.runtime.device"}),
    "periclase.device_globals": frozenset({"periclase.runtime.statics"}),
    "periclase.kernel": frozenset(
        {
            "periclase.codegen.compiler",
            "periclase.importer.python.import_kernels",
            "periclase.runtime.artifact",
            "periclase.runtime.call_site",
            "periclase.runtime.gates",
            "periclase.runtime.kernel_parameters",
        }
    ),
    "periclase.launch_arguments": frozenset({"periclase.runtime.call_site"}),
    "periclase.library.tensor_maps": frozenset(
        {"periclase.runtime.buffer", "periclase.runtime.device", "periclase.runtime.tensor_layout"}
    ),
    "periclase.rust": frozenset(
        {
            "periclase.codegen.compiler",
            "periclase.importer.rust.import_kernel",
            "periclase.runtime.artifact_cache",
            "periclase.runtime.call_site",
        }
    ),
    "periclase.specialised": frozenset(
        {
            "periclase.runtime.argument_types",
            "periclase.runtime.call_site",
            "periclase.runtime.kernel_parameters",
        }
    ),
    "periclase.views": frozenset({"periclase.runtime.strided"}),
}
"""Where the light face of the package opens, inside functions only, onto the layers behind it."""

SOURCE_READERS = frozenset(
    {
        "periclase.importer.python.source",
        "periclase.importer.rust.cargo",
        "periclase.importer.rust.driver",
        "periclase.importer.rust.generic_kernels",
        "periclase.importer.rust.kernel_headers",
        "periclase.importer.rust.passed_types",
        "periclase.importer.rust.signatures",
        "periclase.importer.rust.store",
        "periclase.importer.rust.toolchain",
        "periclase.importer.rust.wrapping",
    }
)
"""Parts of the importer that look at source, and at rustc's text, only: free of xDSL, so that the light modules may use them
(lazily)."""


def layer_of(module: str) -> str | None:
    if module in LIGHT or module.startswith("periclase.intrinsics."):
        return None
    for layer in LAYERS:
        if module == layer or module.startswith(layer + "."):
            return layer
    return None


@by_module()
def test_imports_go_down_the_layers(module: str) -> None:
    layer = layer_of(module)
    if module.startswith("periclase.tools"):
        allowed = LAYERS["periclase.tools"]
    elif layer is not None:
        allowed = LAYERS[layer]
    else:
        allowed = frozenset()
    for imported in imports_of(module):
        target = layer_of(imported.module)
        if target is None or target == layer or target in allowed:
            continue
        if layer is None and imported.lazy:
            if imported.module in DOORS.get(module, ()) or imported.module in SOURCE_READERS:
                continue
        pytest.fail(f"{MODULES[module]}:{imported.line}: {module} may not import {imported.module}")


@by_module()
def test_light_modules_and_the_runtime_import_no_compiler(module: str) -> None:
    forbidden = {"xdsl"}
    if layer_of(module) is None or module in SOURCE_READERS:
        forbidden |= {"llvmlite"}
    elif not module.startswith("periclase.runtime"):
        return
    for imported in imports_of(module):
        top = imported.module.partition(".")[0]
        assert top not in forbidden, f"{MODULES[module]}:{imported.line}: {module} imports {imported.module}"


def loaded_after(statement: str) -> set[str]:
    """The top-level packages in `sys.modules` after `statement` ran in a fresh interpreter."""
    code = f"import sys\n{statement}\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


KERNEL = """
from periclase import MutSlice, f32, kernel
from periclase.gpu import thread_idx_x

@kernel
def fill(y: MutSlice[f32], value: f32):
    y[thread_idx_x()] = value
"""


@pytest.mark.parametrize("statement", ["import periclase", KERNEL], ids=["import", "decorate"])
def test_importing_and_decorating_load_nothing_heavy(statement: str) -> None:
    heavy = {"xdsl", "llvmlite", "numpy", "rich", "asyncio", "platformdirs"}
    loaded = sorted(loaded_after(statement) & heavy)
    assert not loaded


def test_the_runtime_loads_no_compiler() -> None:
    loaded = loaded_after("from periclase import open_device\nopen_device('cpu')")
    assert "xdsl" not in loaded


LAUNCH = """
import sys
import numpy
before = set(sys.modules)
sys.path.insert(0, "examples")
from saxpy import saxpy
from periclase import open_device

print(*sorted(set(sys.modules) - before))
before = set(sys.modules)
device = open_device("cpu")
x, y = device.array(numpy.ones(4, "f4")), device.array(numpy.ones(4, "f4"))
saxpy[1, 4](2.0, x, y)
assert y.numpy().tolist() == [3.0] * 4
print(*sorted(set(sys.modules) - before))
"""


OUTSIDE = frozenset(
    [
        "ast",
        "asyncio",
        "concurrent.futures",
        "dataclasses",
        "hashlib",
        "importlib.metadata",
        "importlib.util",
        "inspect",
        "json",
        "llvmlite",
        "logging",
        "pathlib",
        "pkgutil",
        "platformdirs",
        "random",
        "rich",
        "shutil",
        "sqlite3",
        "subprocess",
        "tempfile",
        "tomllib",
        "traceback",
        "xdsl",
    ]
)
"""Modules of others that a launch out of the cache does not load: each takes longer to import than a kernel to launch."""
UNUSED = frozenset(
    [
        "codegen",
        "dialects",
        "importer.python.names",
        "importer.python.typed_tree",
        "intrinsics.model",
        "intrinsics.table",
        "ir",
        "passes",
        "runtime.autotune",
        "runtime.backends.cpu.elf",
        "runtime.backends.cpu.relocations",
        "runtime.backends.cuda",
        "runtime.backends.task_graph",
        "runtime.capture",
        "runtime.failure_report",
        "runtime.graph",
        "runtime.host_arguments",
        "runtime.interop",
        "runtime.kernel_parameters",
        "runtime.observers",
        "runtime.profile",
        "runtime.trace",
        "tools",
    ]
)
"""Likewise, of ours, with all that is in them."""
OF_THE_LAUNCH = frozenset(
    [
        "runtime.backends.cpu",
        "runtime.backends.cpu.backend",
        "runtime.backends.cpu.host",
        "runtime.backends.cpu.image",
        "runtime.backends.cpu.kernels",
        "runtime.backends.cpu.native_executor",
    ]
)
"""What it loads between the imports and the result: a fifth of a millisecond each."""


def modules_of_a_launch(**variables: str) -> tuple[set[str], set[str]]:
    """What `LAUNCH` has loaded in a new process, by its imports and after them, with these variables in its environment and no
    other of ours."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PERICLASE_")}
    done = subprocess.run(
        [sys.executable, "-c", LAUNCH],
        cwd=ROOT,
        env=environment | variables | {"PERICLASE_CONFIG": "off"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    imported, launched = done.stdout.splitlines()
    return set(imported.split()), set(launched.split())


@pytest.mark.parametrize("place", ["XDG_CACHE_HOME", "PERICLASE_CACHE_DIR"])
def test_a_launch_out_of_the_cache_loads_what_it_needs_and_no_more(tmp_path: Path, place: str) -> None:
    """Beyond what numpy imports itself."""
    modules_of_a_launch(**{place: str(tmp_path)})  # fills the cache
    imported, launched = modules_of_a_launch(**{place: str(tmp_path)})
    assert not (imported | launched) & OUTSIDE
    ours = {name.removeprefix("periclase.") for name in imported if name.startswith("periclase.")}
    assert "runtime.gates" in ours, "the search is broken"
    assert not {name for name in ours for one in UNUSED if name == one or name.startswith(one + ".")}
    assert launched == {f"periclase.{name}" for name in OF_THE_LAUNCH}


COLD = frozenset(
    [
        "asyncio",
        "bz2",
        "concurrent.futures",
        "decimal",
        "difflib",
        "fractions",
        "hashlib",
        "importlib.metadata",
        "importlib.readers",
        "importlib.resources.readers",
        "llvmlite.ir",
        "logging",
        "lzma",
        "pathlib",
        "periclase.codegen.assembler",
        "periclase.codegen.libdevice",
        "periclase.codegen.nvptx_limits",
        "periclase.codegen.ptx",
        "periclase.dialects.llvm.float_intrinsics",
        "periclase.dialects.llvm.integer_intrinsics",
        "periclase.dialects.llvm.vector_reductions",
        "periclase.dialects.mir.bits",
        "periclase.dialects.mir.enums",
        "periclase.dialects.mir.float_math",
        "periclase.dialects.mir.rational",
        "periclase.dialects.nvvm.attributes",
        "periclase.dialects.nvvm.dialect",
        "periclase.importer.python.emit_math",
        "periclase.importer.python.foreign_names",
        "periclase.importer.python.shared_alignment",
        "periclase.passes.convert_mir_to_llvm.bits",
        "periclase.passes.convert_mir_to_llvm.enums",
        "periclase.passes.convert_mir_to_llvm.float_math",
        "periclase.passes.convert_nvvm_to_llvm",
        "periclase.passes.narrow_index_arithmetic.narrowing",
        "periclase.runtime.autotune",
        "periclase.tools",
        "rich",
        "shutil",
        "sqlite3",
        "subprocess",
        "tempfile",
        "urllib",
        "xdsl.backend",
        "xdsl.dialects.arith",
        "xdsl.dialects.func",
        "xdsl.dialects.llvm",
        "xdsl.dialects.utils",
        "xdsl.interpreter",
        "xdsl.irdl.declarative_assembly_format",
        "xdsl.parser",
        "xdsl.printer",
        "xdsl.transforms",
        "xdsl.universe",
        "xdsl.utils.dialect_loader",
        "xdsl.xdsl_opt_main",
        "zipfile",
    ]
)
"""What a launch that compiles does not load, nor what is in it: a cold start is little else than imports."""


def test_the_first_compile_of_a_process_loads_no_more_than_it_needs() -> None:
    loaded = set.union(*modules_of_a_launch(PERICLASE_CACHE_DIR="off"))
    assert "periclase.codegen.compiler" in loaded, "nothing was compiled"
    assert not {name for name in loaded for one in COLD if name == one or name.startswith(one + ".")}


COUNT = """
from xdsl.ir import Operation

def below(cls):
    return {one for child in cls.__subclasses__() for one in ({child} | below(child))}

print(sum(name.partition(".")[0] == "periclase" for name in sys.modules))
print(sum(cls.__module__.partition(".")[0] == "periclase" for cls in below(Operation)))
"""
MOST_MODULES, MOST_OPERATIONS = 295, 210
"""Of ours, for a kernel of a few lines: a module takes a fifth of a millisecond to load, a class of operations half as long to
make. Who has a reason to load more writes a greater number here."""


def test_the_first_compile_of_a_process_makes_no_more_classes_than_it_needs() -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PERICLASE_")}
    done = subprocess.run(
        [sys.executable, "-c", LAUNCH + COUNT],
        cwd=ROOT,
        env=environment | {"PERICLASE_CONFIG": "off", "PERICLASE_CACHE_DIR": "off"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    modules, operations = map(int, done.stdout.splitlines()[-2:])
    assert 100 < modules <= MOST_MODULES
    assert 50 < operations <= MOST_OPERATIONS


# ---------------------------------------------------------------------------------------------------------------------
# Files


@by_module()
def test_module_is_of_readable_size_and_says_what_it_is(module: str) -> None:
    text = MODULES[module].read_text()
    assert text.count("\n") <= 800, f"{module} has {text.count(chr(10))} lines"
    assert ast.get_docstring(ast.parse(text)), f"{module} has no docstring"


def test_there_is_no_grab_bag() -> None:
    names = {"utils", "util", "helpers", "helper", "misc", "common"}
    bags = [str(path) for path in SOURCES if path.stem in names or path.parent.name in names]
    assert not bags


# ---------------------------------------------------------------------------------------------------------------------
# Names: one stem for the pass, its file, its class and its tests


def classes_with_base(path: Path, base: str) -> list[str]:
    tree = ast.parse(path.read_text())
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any((b.id if isinstance(b, ast.Name) else getattr(b, "attr", "")) == base for b in node.bases)
    ]


PASSES = ENTRY_POINTS["periclase.passes"]


@pytest.mark.parametrize("name", PASSES)
def test_a_pass_has_one_name(name: str) -> None:
    module, _, class_name = PASSES[name].partition(":")
    assert module == f"periclase.passes.{name.replace('-', '_')}"
    assert class_name.lower() == name.replace("-", "").lower()
    assert getattr(importlib.import_module(module), class_name).name == name
    tests = list((ROOT / "lit" / "passes" / name).glob("*.mlir"))
    assert tests, f"lit/passes/{name}/ holds no test"


def test_every_pass_is_registered() -> None:
    registered = {value.partition(":")[2] for value in PASSES.values()}
    defined = {
        class_name: path
        for path in sorted((PACKAGE / "passes").rglob("*.py"))
        for class_name in classes_with_base(path, "ModulePass")
    }
    assert defined, "no pass was found: the search is broken"
    missing = {name: str(path) for name, path in defined.items() if name not in registered and name[0] != "_"}
    assert not missing, f"not among the entry points: {missing}"


def test_every_folder_of_pass_tests_belongs_to_a_pass() -> None:
    folders = {path.name for path in (ROOT / "lit" / "passes").iterdir() if path.is_dir()}
    assert not folders - set(PASSES)


FAMILIES = sorted(
    path
    for path in (PACKAGE / "dialects").rglob("*.py")
    if re.search(r"^@operation$", path.read_text(), re.MULTILINE)
)


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_a_family_of_operations_has_its_lit_tests(path: Path) -> None:
    folder = ROOT / "lit" / "dialects" / path.parent.name
    names = {path.stem, path.stem.replace("_", "-")}
    found = [
        test for name in names for test in (*folder.glob(f"{name}.mlir"), *(folder / name).glob("*.mlir"))
    ]
    assert found, f"{path.relative_to(ROOT)} has no lit/dialects/{path.parent.name}/{path.stem}.mlir"


@pytest.mark.parametrize("name", ENTRY_POINTS["periclase.dialects"])
def test_every_operation_of_ours_is_in_a_lit_test(name: str) -> None:
    module, _, attribute = ENTRY_POINTS["periclase.dialects"][name].partition(":")
    dialect = getattr(importlib.import_module(module), attribute)
    own = {op.name for op in dialect.operations if op.__module__.startswith("periclase.")}
    assert own
    folders = [ROOT / "lit" / "dialects" / name, *([ROOT / "lit" / "intrinsics"] if name == "nvvm" else [])]
    texts = [path.read_text() for folder in folders for path in folder.rglob("*.mlir")]
    met = {word for text in texts for word in re.findall(rf"\b{name}(?:\.\w+)+", text)}
    assert not own - met


@pytest.mark.parametrize("name", ENTRY_POINTS["periclase.dialects"])
def test_a_dialect_is_what_its_entry_point_says(name: str) -> None:
    module, _, attribute = ENTRY_POINTS["periclase.dialects"][name].partition(":")
    assert getattr(importlib.import_module(module), attribute).name == name


@pytest.mark.parametrize("group", [group for group in ENTRY_POINTS if group.startswith("periclase.")])
def test_entry_points_load(group: str) -> None:
    for value in ENTRY_POINTS[group].values():
        module, _, attribute = value.partition(":")
        loaded: object = importlib.import_module(module)
        for part in attribute.split("."):
            loaded = getattr(loaded, part)
        assert loaded is not None


# ---------------------------------------------------------------------------------------------------------------------
# Diagnostics


def codes_used() -> dict[str, str]:
    """Every literal diagnostic code in the package, with one place where it is used."""
    used: dict[str, str] = {}
    for module, path in MODULES.items():
        if module == "periclase.diagnostic_codes":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and re.fullmatch(r"PC\d{4}", node.value)
            ):
                used.setdefault(node.value, f"{path.relative_to(ROOT)}:{node.lineno}")
    return used


def test_every_diagnostic_code_is_registered() -> None:
    unregistered = {code: place for code, place in codes_used().items() if code not in CODES}
    assert not unregistered


def test_every_registered_code_is_used() -> None:
    assert not set(CODES) - set(codes_used())


def test_codes_are_in_order_and_titles_are_titles() -> None:
    text = (PACKAGE / "diagnostic_codes.py").read_text()
    codes = re.findall(r'^    "(PC\d{4})":', text, re.MULTILINE)
    assert codes == sorted(codes)
    assert len(codes) == len(set(codes)) == len(CODES)
    for code, title in CODES.items():
        assert title, code
        assert not title.endswith("."), f"{code}: {title}"
