"""The differential oracle of Rust: a function compiled for the host by rustc itself, and the same one as a kernel.

A file of plain functions, `pub fn name(a: i32, b: u8) -> u64`, becomes a library that applies each to arrays, and a crate with a
kernel for each that does so a thread an element.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from periclase.importer.rust.store import Store
from periclase.importer.rust.toolchain import find_toolchain

TYPES: Final = {
    **{f"{sign}{width}": f"<{sign}{width // 8}" for sign in "iu" for width in (8, 16, 32, 64)},
    "f32": "<f4",
    "f64": "<f8",
}
_FUNCTION: Final = re.compile(r"^pub fn (\w+)\(([^)]*)\) -> (\w+) \{$", re.MULTILINE)

Function = tuple[str, tuple[tuple[str, str], ...], str]
"""A name, the names and types of the parameters, the type of the result."""


def functions_in(text: str) -> list[Function]:
    """The functions that a source has."""
    return [
        (name, tuple(tuple(p.split(": ")) for p in parameters.split(", ")), result)  # type: ignore[misc]
        for name, parameters, result in _FUNCTION.findall(text)
    ]


def host_source(source: Path, functions: list[Function]) -> str:
    """The library for the host."""
    text = [f'#[path = "{source}"]\nmod oracle;\n']
    for name, parameters, result in functions:
        declared = ", ".join(f"{p}: *const {type}" for p, type in parameters)
        given = ", ".join(f"*{p}.add(i)" for p, _ in parameters)
        text.append(
            f'#[unsafe(no_mangle)]\npub unsafe extern "C" fn {name}(n: usize, {declared}, out: *mut {result}) {{\n'
            f"    for i in 0..n {{\n        unsafe {{ *out.add(i) = oracle::{name}({given}) }}\n    }}\n}}\n"
        )
    return "\n".join(text)


def device_source(source: Path, functions: list[Function]) -> str:
    """The crate of kernels."""
    text = [f'use cuda_device::*;\n\n#[path = "{source}"]\nmod oracle;\n']
    for name, parameters, result in functions:
        declared = ", ".join(f"{p}: &[{type}]" for p, type in parameters)
        given = ", ".join(f"{p}[i]" for p, _ in parameters)
        text.append(
            f"#[kernel]\npub fn {name}({declared}, mut out: DisjointSlice<{result}>) {{\n"
            "    let thread = thread::index_1d();\n    let i = thread.get();\n"
            f"    if let Some(slot) = out.get_mut(thread) {{\n        *slot = oracle::{name}({given});\n    }}\n}}\n"
        )
    return "\n".join(text)


class Oracle:
    """The functions of a source, on the host.

    Args:
        source: the file of functions.
        folder: where the crates are made.
    """

    def __init__(self, source: Path, folder: Path):
        self.functions = functions_in(source.read_text(encoding="utf-8"))
        host, self.device_file = folder / "host.rs", folder / "device.rs"
        host.write_text(host_source(source, self.functions), encoding="utf-8")
        self.device_file.write_text(device_source(source, self.functions), encoding="utf-8")
        library = folder / "libhost.so"
        flags = "-O -Cpanic=abort -Cdebug-assertions=off -Coverflow-checks=off -Awarnings --crate-type cdylib"
        rustc = find_toolchain(str(folder), Store(None)).program
        done = subprocess.run(
            [rustc, "--edition", "2024", *flags.split(), str(host), "-o", str(library)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        self._library = ctypes.CDLL(str(library))

    def of(self, name: str) -> Function:
        """The function of that name."""
        return next(function for function in self.functions if function[0] == name)

    def results(self, name: str, arguments: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
        """What the host gives for arrays of arguments."""
        made = np.zeros(len(arguments[0]), TYPES[self.of(name)[2]])
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (*arguments, made)]
        getattr(self._library, name)(ctypes.c_size_t(len(made)), *pointers)
        return made


def arguments_for(function: Function, count: int) -> list[npt.NDArray[Any]]:
    """Arrays of arguments: small ones, large ones, the ends of the types; the same at every run."""
    chance = np.random.default_rng(zlib.crc32(function[0].encode()))
    return [_values(np.dtype(TYPES[type]), count, chance) for _, type in function[1]]


_SPECIAL: Final = (0.0, -0.0, 1.0, -1.5, np.inf, -np.inf, np.nan, 2.5, 0.5, -0.5, 3e9, -3e9, 1e19)


def _values(type: np.dtype[Any], count: int, chance: np.random.Generator) -> npt.NDArray[Any]:
    if type.kind == "f":
        values = (chance.standard_normal(count) * 10.0 ** chance.integers(-3, 12, count)).astype(type)
        values[: len(_SPECIAL)] = _SPECIAL[:count]
    else:
        ends = np.iinfo(type)
        values = chance.integers(ends.min, ends.max, count, dtype=type, endpoint=True)
        small = chance.integers(0, 40, count).astype(type)
        values = np.where(chance.random(count) < 0.4, small, values)
        values[:4] = (ends.min, ends.max, 0, 1)
    chance.shuffle(values)
    return values


def differences(name: str, wanted: npt.NDArray[Any], given: npt.NDArray[Any]) -> list[str]:
    """Where two arrays of results differ in their bits, but for those of NaNs."""
    rows = (wanted.view("u1").reshape(len(wanted), -1) != given.view("u1").reshape(len(given), -1)).any(1)
    if wanted.dtype.kind == "f":
        rows &= ~(np.isnan(wanted) & np.isnan(given))
    return [
        f"{name}, element {i}: {wanted[i]!r} on the host, {given[i]!r} here" for i in np.nonzero(rows)[0][:4]
    ]
