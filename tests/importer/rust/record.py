"""Writes the MIR text and the layouts that tests without a rustc use: `python tests/importer/rust/record.py`.

Sources beside this file go to `mir-<version>/`, those in `lit/importer/rust/Inputs` beside themselves. Run it when a source
changes, and once for each version of rustc that is supported, with `RUSTC`.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from numpy import float32, zeros

from periclase.importer import reserved_names
from periclase.importer.rust.driver import RustCrate, compile_file
from periclase.importer.rust.generic_kernels import bindings_of, filled_in
from periclase.importer.rust.import_kernel import source_text
from periclase.importer.rust.import_mir import import_rust_mir
from periclase.importer.rust.kernel_headers import kernel_headers
from periclase.importer.rust.layout_table import TypeLayout, TypeQuery, to_json
from periclase.importer.rust.layouts import CrateLayouts
from periclase.importer.rust.store import Store
from periclase.importer.rust.toolchain import FLAGS, environment, find_toolchain
from periclase.importer.rust.wrapping import flattened, function_text, inner_texts, left_to_inline
from periclase.rust import closure

HERE = Path(__file__).resolve().parent
INPUTS = HERE.parents[2] / "lit" / "importer" / "rust" / "Inputs"
CASES = INPUTS.parent / "conformance" / "Inputs"
WITH_PLACES = ("c04_generics", "c24_traps")
"""Cases of which places in the source matter: they are three quarters of a text."""


class Recorder:
    """Answers as rustc does, and keeps the answers."""

    def __init__(self, layouts: CrateLayouts):
        self._layouts = layouts
        self.answers: dict[str, TypeLayout] = {}

    def __call__(self, queries: Sequence[TypeQuery]) -> Mapping[str, TypeLayout]:
        found = self._layouts(queries)
        self.answers.update(found)
        return found


def golden(source: Path, folder: Path) -> None:
    """The text of a source without our crates."""
    with tempfile.TemporaryDirectory() as scratch:
        program = find_toolchain(str(HERE), Store(None)).program
        arguments = [program, *FLAGS, "--crate-type", "lib", "--crate-name", source.stem]
        emit = f"--emit=metadata={scratch}/x.rmeta,mir={folder / source.stem}.mir"
        subprocess.run([*arguments, emit, source.name], cwd=HERE, env=environment(), check=True)


def recorded(source: Path) -> None:
    """The text of a source and its layouts, for all its functions that have names of their own."""
    os.chdir(source.parent)
    store = Store(None)
    crate = compile_file(source.name, store)
    recorder = Recorder(CrateLayouts(crate, store))
    text = source.read_text(encoding="utf-8")
    names = [
        line.split("(")[0].removeprefix("pub fn ") for line in text.split("\n") if line.startswith("pub fn ")
    ]
    import_rust_mir(crate.mir, recorder, roots=names)
    source.with_suffix(".mir").write_text(crate.mir, encoding="utf-8")
    source.with_suffix(".json").write_text(to_json(recorder.answers), encoding="utf-8")


def recorded_case(source: Path) -> None:
    """The text of a case of the conformance suite, as far as its kernels need it, and its layouts.

    A kernel of which rustc's inliner leaves something is recorded where it is the only one, as the crate around it has it.
    """
    os.chdir(source.parent)
    store = Store(None)
    crate = compile_file(source.name, store)
    headers = kernel_headers(crate.mir)
    if all(header.generics for header in headers):
        (header,) = headers
        given = (closure("|x| x * k", k=float32(2)), zeros(1, float32), zeros(1, float32))
        crate, _ = filled_in(crate, header, bindings_of(header, given), given, store)
        roots = [header.path for header in kernel_headers(crate.mir)]
    else:
        whole = [
            h for h in headers if not h.generics and not left_to_inline(function_text(crate.mir, h.path))
        ]
        roots = [header.path for header in whole]
        if not roots:
            (header,) = headers
            crate, path = flattened(crate, header, store)
            roots = [path]
    recorder = Recorder(CrateLayouts(crate, store))
    text = needed_of(crate, roots)
    if source.stem not in WITH_PLACES:
        text = without_places(text)
    extra = [] if crate.inner is None else inner_texts(crate)
    import_rust_mir(text, recorder, extra=extra, source_text=source_text(crate), warnings=[])
    source.with_suffix(".mir").write_text(text, encoding="utf-8")
    source.with_suffix(".json").write_text(to_json(recorder.answers), encoding="utf-8")


_STORAGE = re.compile(r" *Storage(?:Live|Dead)\(_\d+\); *(?://.*)?\n")
_PLACES = re.compile(
    r" *// (?:in |return place in )?scope \d+ at .*|^ *// (?:mir::ConstOperand|\+ span: .*)\n", re.MULTILINE
)
_TWINS = re.compile(r"^// MIR FOR CTFE\n(?:.*\n)*?\}\n", re.MULTILINE)


def needed_of(crate: RustCrate, roots: Sequence[str]) -> str:
    """The declarations of a text that functions need, told by the names in it; without the marks of what is alive."""
    text = _TWINS.sub("", _STORAGE.sub("", crate.mir))
    pieces = re.split(r"(?<=\n)(?=(?:fn|const|static|alloc\d+|\S+::promoted\[\d+\]:?)\b)", text)[1:]
    names = [_name(piece) for piece in pieces]
    wanted = [name in roots for name in names]
    changed = True
    while changed:
        changed = False
        kept = "".join(piece for piece, keep in zip(pieces, wanted, strict=True) if keep)
        for n, name in enumerate(names):
            if not wanted[n] and _is_named(name, kept):
                wanted[n] = changed = True
    return "".join(piece for piece, keep in zip(pieces, wanted, strict=True) if keep)


def without_places(text: str) -> str:
    """The text without what says where something is in the source, and without scopes, which are places too."""
    lines: list[str] = []
    depth, is_declared = 0, False
    for line in _PLACES.sub("", text).split("\n"):
        if line and line[0] not in " }":
            is_declared = True
        stripped = line.strip()
        if stripped.startswith("bb"):
            is_declared = False
        if is_declared and stripped.startswith("scope "):
            depth += 1
        elif is_declared and depth and stripped == "}":
            depth -= 1
        else:
            lines.append(line)
    return "\n".join(lines)


def _name(piece: str) -> str:
    """What a declaration declares."""
    match = re.match(r"fn (.*?)\((?:_\d|\))|(?:const |static mut |static )?(alloc\d+|.*?)(?:: | \()", piece)
    assert match is not None, piece[:80]
    return match[1] or match[2]


def _is_named(name: str, text: str) -> bool:
    if reserved_names.is_kernel(name) or "cuda_device" in name:
        return False
    if "<impl at" in name:
        return f"::{name.rpartition('::')[2]}" in text or name.endswith("::drop")
    parent, _, last = name.rpartition("::")
    if last.startswith(("promoted[", "{closure#", "{constant#", "periclase_options")):
        return f"fn {parent}(" in text or f" {parent}:" in text
    return re.search(rf"(?<![\w:]){re.escape(name)}\b", text) is not None


def main() -> None:
    """Record everything."""
    release = find_toolchain(str(HERE), Store(None)).release.rpartition(".")[0]
    folder = HERE / f"mir-{release}"
    folder.mkdir(exist_ok=True)
    for name in ("basics", "constructs"):
        golden(HERE / f"{name}.rs", folder)
    for source in sorted(INPUTS.glob("*.rs")):
        recorded(source)
    for source in sorted(CASES.glob("c*.rs")):
        recorded_case(source)


if __name__ == "__main__":
    main()
