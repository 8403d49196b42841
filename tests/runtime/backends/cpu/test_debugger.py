"""Kernels with variables in their debug information are told to debuggers, which find lines and variables in them."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from periclase.runtime.backends.cpu import debugger
from periclase.runtime.backends.cpu.elf import read_object
from periclase.runtime.backends.cpu.image import AARCH64, X86_64, map_object
from periclase.runtime.backends.cpu.object_linker import section_places

MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine not in MACHINES, reason="objects are not mapped here"
)

PROGRAM = """\
import numpy as np

from periclase import MutSlice, Slice, f32, i32, kernel, open_device
from periclase.gpu import global_idx_x


@kernel(debug="full")
def scale(a: f32, x: Slice[f32], y: MutSlice[f32], n: i32):
    i = global_idx_x()
    total = f32(0)
    for j in range(n):
        total += a * f32(j)
    if i < len(y):
        y[i] = x[i] * total


@kernel
def plain(y: MutSlice[f32]):
    y[global_idx_x()] = 1.0


def run():
    device = open_device("cpu")
    x, y = device.array(np.ones(64, np.float32)), device.zeros(64, np.float32)
    plain[2, 32](y)
    scale[2, 32](2.5, x, y, 5)
    print(y.numpy()[:2])


if __name__ == "__main__":
    run()
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "debugged_scale.py"
    file.write_text(PROGRAM)
    return file


def object_of_a_function() -> bytes:
    from periclase.codegen import native

    return native.emit_object(
        "@v = global i32 7\ndefine i32 @seven() {\n %x = load i32, ptr @v\n ret i32 %x\n}\n"
    )


@pytest.mark.parametrize("machine", MACHINES.values())
def test_the_library_has_both_symbols(machine: int, tmp_path: Path) -> None:
    image = debugger.interface_library(machine)
    assert image[:4] == b"\x7fELF" and int.from_bytes(image[18:20], "little") == machine
    if machine != MACHINES[os.uname().machine]:
        return
    file = tmp_path / "two.so"
    file.write_bytes(image)
    library = ctypes.CDLL(str(file))
    assert ctypes.c_uint32.in_dll(library, debugger.DESCRIPTOR).value == 1
    library[debugger.FUNCTION]()


def test_the_listed_file_has_the_addresses_of_its_sections() -> None:
    code = object_of_a_function()
    mapping = map_object(code)
    try:
        placed = debugger.placed(code, mapping.address)
        table = int.from_bytes(placed[0x28:0x30], "little")
        elf = read_object(code)
        (symbol,) = (each for each in elf.symbols if each.name == "seven")
        assert symbol.section is not None
        at = table + 64 * symbol.section + 16
        address = int.from_bytes(placed[at : at + 8], "little")
        assert address + symbol.value == mapping.symbols["seven"]
        changed = [index for index in range(len(code)) if code[index] != placed[index]]
        first = {table + 64 * index + 16 for index in section_places(elf)}
        assert all(any(0 <= index - start < 8 for start in first) for index in changed)
    finally:
        mapping.unmap()


def test_files_are_listed_last_first() -> None:
    descriptor, _ = debugger._list_of(MACHINES[os.uname().machine])  # pyright: ignore[reportPrivateUsage]
    code = object_of_a_function()
    debugger.tell(code, 1 << 20)
    first = descriptor.first_entry
    debugger.tell(code, 1 << 21)
    entry = debugger._Entry.from_address(descriptor.first_entry)  # pyright: ignore[reportPrivateUsage]
    assert entry.next_entry == first
    assert debugger._Entry.from_address(first).prev_entry == ctypes.addressof(entry)  # pyright: ignore[reportPrivateUsage]
    assert (descriptor.action_flag, descriptor.relevant_entry) == (1, ctypes.addressof(entry))
    assert ctypes.string_at(entry.symfile_addr, entry.symfile_size) == debugger.placed(code, 1 << 21)


def test_the_library_stays_until_the_process_that_made_it_ends(tmp_path: Path) -> None:
    asked = (
        "import glob, os, sys, warnings\n"
        "from periclase.runtime.backends.cpu import debugger\n"
        f"debugger._list_of({MACHINES[os.uname().machine]})\n"
        "warnings.simplefilter('ignore', DeprecationWarning)\n"  # of fork
        "child = os.fork()\n"
        "if child:\n"
        "    os.waitpid(child, 0)\n"
        f"    print(len(glob.glob({str(tmp_path / '*' / '*.so')!r})))\n"
    )
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", asked],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
    assert list(tmp_path.iterdir()) == []


def test_only_kernels_with_variables_are_listed(program: Path) -> None:
    asked = (
        "import debugged_scale, sys\n"
        "from periclase.runtime.backends.cpu import kernels\n"
        "told = []\n"
        "kernels._tell_debuggers = lambda artifact, mapping: told.append(artifact.kernel)\n"
        "debugged_scale.run()\n"
        "assert told == ['scale'], told\n"
        "debugger = 'periclase.runtime.backends.cpu.debugger'\n"
        "assert debugger not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=program.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("gdb") is None, reason="there is no gdb")
def test_gdb_stops_at_a_line_and_prints_variables(program: Path) -> None:
    line = PROGRAM.splitlines().index("        y[i] = x[i] * total") + 1
    commands = [
        "set auto-load off",
        "set breakpoint pending on",
        f"break debugged_scale.py:{line}",
        "run",
        "print n",
        "print a",
        "ptype x",
        "backtrace 2",
        "delete",
        "continue",
    ]
    told = [part for command in commands for part in ("-ex", command)]
    done = subprocess.run(
        ["gdb", "-nx", "-batch", *told, "--args", sys.executable, str(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    text = done.stdout + done.stderr
    if "ptrace" in text and "not permitted" in text:
        pytest.skip("gdb may not trace processes here")
    assert f"debugged_scale.py:{line}" in text and "y[i] = x[i] * total" in text, text
    assert "$1 = 5" in text and "$2 = 2.5" in text, text
    assert "type = struct Slice[f32] {" in text and "f32 *data;" in text, text
    assert "#0  scale" in text and "[25. 25.]" in text, text
