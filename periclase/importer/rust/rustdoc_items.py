"""What `rustdoc` says of the items of a crate, as JSON: MIR has names of variants alone, and of structs not the fields.

It takes half a second, and only crates are asked about whose kernels need it; what was read of it is kept.
"""

from __future__ import annotations

import os
from typing import Any

from periclase.diagnostics import CompileError, Diagnostic
from periclase.importer.rust.driver import RustCrate
from periclase.importer.rust.store import Store, json_dumps
from periclase.importer.rust.toolchain import environment
from periclase.json_text import loads


def items_of(crate: RustCrate, store: Store) -> dict[str, Any]:
    """The rows of the enums and of the structs of a crate: see `enum_tables` and `struct_tables`.

    Raises:
        CompileError: there is no `rustdoc` beside `rustc`, or it fails.
    """
    from periclase.importer.rust.enum_tables import read_enums
    from periclase.importer.rust.struct_tables import read_structs

    name = f"{crate.toolchain.key}/items-{crate.key}.json"
    kept = store.read(name)
    if kept is not None:
        return loads(kept.decode())
    document = _documented(crate, store)
    found: dict[str, Any] = {"enums": read_enums(document), "structs": read_structs(document)}
    store.write(name, json_dumps(found).encode())
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
                env=environment(crate.variables),
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
                    f"the structs and enums of {os.path.basename(crate.root)} can not be had from {program}: {said or error}",
                    help="`rustdoc` comes with every installation of Rust; it has to stand beside `rustc`",
                )
            ) from None


def _rustdoc(rustc: str) -> str:
    folder, name = os.path.split(rustc)
    beside = os.path.join(folder, name.replace("rustc", "rustdoc"))
    return beside if os.path.exists(beside) else "rustdoc"
