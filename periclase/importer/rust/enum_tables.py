"""The variants of enums in their order, with their discriminants: MIR has their names alone.

Of a crate of the user's they are what `rustdoc` says of it, of Rust's own enums what its documentation says.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final

from periclase.diagnostics import CompileError, Diagnostic
from periclase.importer.rust.driver import RustCrate
from periclase.importer.rust.store import Store, json_dumps
from periclase.importer.rust.toolchain import environment
from periclase.json_text import loads
from periclase.record import Record


class EnumTable(Record):
    """An enum.

    Attributes:
        variants: name and discriminant of each variant, by its number.
        discriminant: the type of the discriminants.
    """

    variants: tuple[tuple[str, int], ...]
    discriminant: str = "isize"


def _counted(*names: str, first: int = 0, discriminant: str = "isize") -> EnumTable:
    return EnumTable(tuple((name, first + number) for number, name in enumerate(names)), discriminant)


OF_CORE: Final[Mapping[str, EnumTable]] = {
    "option::Option": _counted("None", "Some"),
    "result::Result": _counted("Ok", "Err"),
    "cmp::Ordering": _counted("Less", "Equal", "Greater", first=-1, discriminant="i8"),
    "ops::ControlFlow": _counted("Continue", "Break"),
    "ops::Bound": _counted("Included", "Excluded", "Unbounded"),
    "num::FpCategory": _counted("Nan", "Infinite", "Zero", "Subnormal", "Normal"),
    "sync::atomic::Ordering": _counted("Relaxed", "Release", "Acquire", "AcqRel", "SeqCst"),
    "convert::Infallible": _counted(),
}
"""Enums of `core` that kernels meet, by their paths in it (The Rust Standard Library, 1.95)."""

OF_DEVICE: Final[Mapping[str, EnumTable]] = {
    "atomic::AtomicOrdering": _counted(
        "Relaxed", "Acquire", "Release", "AcqRel", "SeqCst", discriminant="u8"
    ),
}
"""Enums of the device crate; a test holds them equal to its source."""


def known_enum(path: str) -> EnumTable | None:
    """The variants of an enum of Rust's or ours, by its path without generic arguments; None for any other."""
    crate, _, rest = path.partition("::")
    if crate in ("core", "std", "alloc"):
        return OF_CORE.get(rest)
    if crate == "cuda_device":
        return OF_DEVICE.get(rest)
    return None


def enums_of(crate: RustCrate, store: Store) -> Mapping[str, EnumTable]:
    """The variants of every enum of `crate` that stands in a module, by its path in the crate.

    Raises:
        CompileError: there is no `rustdoc` beside `rustc`, or it fails.
    """
    name = f"{crate.toolchain.key}/enums-{crate.key}.json"
    kept = store.read(name)
    if kept is not None:
        rows: dict[str, Any] = loads(kept.decode())
        return {path: EnumTable(tuple((n, d) for n, d in row[0]), row[1]) for path, row in rows.items()}
    found = _read(_documented(crate, store))
    rows = {path: [table.variants, table.discriminant] for path, table in found.items()}
    store.write(name, json_dumps(rows).encode())
    return found


def _documented(crate: RustCrate, store: Store) -> dict[str, Any]:
    """What `rustdoc` says of the crate, as JSON."""
    import subprocess
    import tempfile

    program = _rustdoc(crate.toolchain.program)
    store = store.writable
    os.makedirs(store.folder, exist_ok=True)
    said = ""
    with tempfile.TemporaryDirectory(dir=store.folder) as folder:
        try:
            done = subprocess.run(
                [
                    program,
                    crate.edition,
                    "-Zunstable-options",
                    "-Zwrite-long-types-to-disk=no",
                    "--output-format=json",
                    "--document-private-items",
                    "--cap-lints=allow",
                    f"--crate-name={crate.name}",
                    *crate.ours.arguments,
                    *(f"--extern={d.name}={d.metadata}" for d in crate.dependencies),
                    *(f"-L{os.path.dirname(d.metadata)}" for d in crate.dependencies),
                    *(option for option in crate.options if not option.startswith("--edition")),
                    f"--out-dir={folder}",
                    os.path.relpath(crate.root, crate.folder),
                ],
                cwd=crate.folder,
                env=environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            said = done.stderr.strip()
            with open(os.path.join(folder, f"{crate.name}.json"), encoding="utf-8") as file:
                return loads(file.read())
        except OSError as error:
            raise CompileError(
                Diagnostic(
                    "PC0342",
                    f"the variants of the enums of {os.path.basename(crate.root)} can not be had from {program}: {said or error}",
                    help="`rustdoc` comes with every installation of Rust; it has to stand beside `rustc`",
                )
            ) from None


def _rustdoc(rustc: str) -> str:
    folder, name = os.path.split(rustc)
    beside = os.path.join(folder, name.replace("rustc", "rustdoc"))
    return beside if os.path.exists(beside) else "rustdoc"


def _read(document: dict[str, Any]) -> dict[str, EnumTable]:
    index: dict[str, Any] = document["index"]
    found: dict[str, EnumTable] = {}
    for number, path in document["paths"].items():
        if path["kind"] != "enum" or path["crate_id"] != 0 or number not in index:
            continue
        variants: list[tuple[str, int]] = []
        following = 0
        for member in index[number]["inner"]["enum"]["variants"]:
            variant = index[str(member)]
            told = variant["inner"]["variant"].get("discriminant")
            value = following if told is None else int(told["value"])
            following = value + 1
            variants.append((variant["name"], value))
        kinds: list[str | None] = [
            attribute["repr"]["int"] for attribute in index[number]["attrs"] if "repr" in attribute
        ]
        found["::".join(path["path"][1:])] = EnumTable(tuple(variants), next(filter(None, kinds), "isize"))
    return found
