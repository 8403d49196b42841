"""Crates around a crate: what rustc's inliner has left of a kernel, and generic kernels with their parameters filled in.

The inliner goes a few levels deep at a time: `data.iter().skip(a).step_by(b)` may leave a call of `nth` behind, whose body is in
`core`. A crate with a function that calls the kernel has it go on where it stopped; so a kernel is wrapped until nothing is left
that it could inline. A generic kernel is wrapped once anyway, by a function that names its types.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Final

from periclase.diagnostics import CompileError
from periclase.digest import blake2b
from periclase.importer import reserved_names
from periclase.importer.rust.driver import CHECKED, Dependency, RustCrate, compile_crate
from periclase.importer.rust.kernel_headers import HeaderParameter, KernelHeader, kernel_headers
from periclase.importer.rust.paths import probe_text
from periclase.importer.rust.rust_types import PRIMITIVES
from periclase.importer.rust.store import Store
from periclase.record import Record

MOST: Final = 6
"""How often a kernel is wrapped at most. Chains of ten adapters take four."""

_CALL: Final = re.compile(r"^\s+(?:\S.* = )?(<?[a-z_&(\[{][^=\n]*)\(.*\) -> (?:\[|unwind|bb)", re.MULTILINE)
_NOT_INLINED: Final = re.compile(
    r"(?:std|core)::(?:(?:intrinsics|panicking|rt|process|fmt|ptr::drop_in_place|hint|sys::cmath|num::libm)\b"
    r"|[\w:]+::\w+_fail(?:ed)?\b|cell::panic_|(?:option|result)::.*::(?:Some|Ok|Err)\Z)"
    r"|<\{closure@<.* as (?:core|std)::slice::cmp::"
)
_OF_CORE: Final = re.compile(
    r"(?:<\{closure@)?<?[&*\[(]*(?:mut |const )?"
    rf"(?:(?:std|core)::|(?:{'|'.join(name for name in PRIMITIVES if name.isalnum())})\b)"
)
"""How a function of `core` is called: by its path, as a method of a type of its own or a primitive one, a closure in one."""


def function_text(mir: str, path: str) -> str:
    """The function `path` in MIR text."""
    start = mir.index(f"fn {path}(")
    return mir[start : mir.index("\n}", start) + 2]


def left_to_inline(text: str) -> list[str]:
    """The callees in the MIR text of a function that the inliner could still do away with: those in `core`. The bodies of the
    user's own functions are in the text."""
    found = [match[1].strip() for match in _CALL.finditer(text)]
    return sorted({callee for callee in found if _OF_CORE.match(callee) and not _NOT_INLINED.match(callee)})


def flattened(crate: RustCrate, header: KernelHeader, store: Store) -> tuple[RustCrate, str]:
    """A crate in which nothing of a kernel is left to inline, as far as that goes, and the kernel's path in it."""
    path = header.path
    left = left_to_inline(function_text(crate.mir, path))
    for _ in range(MOST):
        if not left:
            break
        try:
            wrapped = wrap(crate, header, path, store)
        except CompileError:
            break  # a kernel in a module that nobody else sees; who imports it says what is left
        now = left_to_inline(function_text(wrapped.mir, reserved_names.kernel_name(header.name)))
        if now == left:
            break
        # The types of its parameters are named as that crate names them.
        crate, header, left = wrapped, instance_header(wrapped, header), now
        path = header.path
    return crate, path


class Given(Record):
    """What a function around a kernel has for one of the kernel's parameters.

    Attributes:
        parameters: parameters of its own.
        passed: the expression that it passes.
    """

    parameters: tuple[HeaderParameter, ...]
    passed: str


def wrap(
    crate: RustCrate,
    header: KernelHeader,
    path: str,
    store: Store,
    arguments: tuple[str, ...] = (),
    given: tuple[Given, ...] | None = None,
) -> RustCrate:
    """A crate with one kernel that calls the kernel at `path` of `crate`.

    Args:
        header: of the kernel: its name, and the names and types of its parameters.
        arguments: what a generic kernel is filled in with.
        given: for each parameter of the kernel; None to pass all on as they are.

    Raises:
        CompileError: rustc refuses it.
    """
    names = [crate.name, *(d.name for d in crate.dependencies)]
    if given is None:
        given = tuple(Given((parameter,), f"r#{parameter.name}") for parameter in header.parameters)
    declared = ", ".join(
        f"r#{parameter.name}: {probe_text(parameter.type, crate.name, names)}"
        for each in given
        for parameter in each.parameters
    )
    passed = ", ".join(each.passed for each in given)
    filled = f"::<{', '.join(arguments)}>" if arguments else ""
    text = (
        "#![feature(f16)]\n#![allow(non_snake_case)]\n#[inline]\n"
        f"pub fn {reserved_names.kernel_name(header.name)}({declared}) {{\n"
        f"    {crate.name}::{path}{filled}({passed})\n}}\n"
    )
    depth = _depth(crate) + 1
    name = f"{_innermost(crate).name}_around_{depth}"
    stamp = blake2b(f"{crate.key}\0{text}".encode(), digest_size=12).hexdigest()
    root = store.path(f"{crate.toolchain.key}/around/{stamp}/{name}.rs")
    if not os.path.exists(root):
        store = store.writable
        root = store.path(f"{crate.toolchain.key}/around/{stamp}/{name}.rs")
        store.write(os.path.relpath(root, store.folder), text.encode())
    return compile_crate(
        name,
        root,
        crate.toolchain,
        crate.ours,
        store,
        dependencies=(Dependency(crate.name, crate), *crate.dependencies),
        options=[option for option in crate.options if option == CHECKED],
        inner=crate,
    )


def inner_texts(crate: RustCrate) -> list[tuple[str, str]]:
    """The names and MIR texts of the crates that a crate is around, and of those that they depend on: what it calls is there."""
    found = {inner.name: inner.mir for inner in _chain(crate) if inner is not crate}
    for dependency in crate.dependencies:
        found.setdefault(dependency.crate.name, dependency.crate.mir)
    return list(found.items())


def _chain(crate: RustCrate) -> Iterator[RustCrate]:
    inner: RustCrate | None = crate
    while inner is not None:
        yield inner
        inner = inner.inner


def _depth(crate: RustCrate) -> int:
    return sum(1 for _ in _chain(crate)) - 1


def _innermost(crate: RustCrate) -> RustCrate:
    return [*_chain(crate)][-1]


def instance_header(crate: RustCrate, header: KernelHeader) -> KernelHeader:
    """The header of the one kernel in a crate around another, with the attributes of the kernel that it calls."""
    (own,) = kernel_headers(crate.mir)
    return KernelHeader(own.path, header.name, own.parameters, own.result, header.options, (), header.place)
