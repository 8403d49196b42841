"""What `rustdoc` says of the items of a crate, as JSON: MIR has names of variants alone, and of structs not the fields.

It takes half a second, and only crates are asked about whose kernels need it; what was read of it is kept for all crates that
declare the same.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from periclase.diagnostics import CompileError, Diagnostic
from periclase.importer.rust.driver import RustCrate, declares_others
from periclase.importer.rust.store import Store, json_dumps
from periclase.importer.rust.toolchain import Toolchain, environment
from periclase.json_text import loads


def items_of(crate: RustCrate, store: Store) -> dict[str, Any]:
    """The rows of the enums and of the structs of a crate: see `enum_tables` and `struct_tables`.

    Raises:
        CompileError: there is no `rustdoc` beside `rustc`, or it fails; or the files declare other types by now.
    """
    name = file_of(crate.toolchain, crate.declared)
    kept = store.read(name)
    if kept is not None:
        return loads(kept.decode())
    found = _rows(_documented(crate, store))
    if declares_others(crate):  # rustdoc reads what is there now
        raise CompileError(
            Diagnostic(
                "PC0342",
                f"the structs and enums of {os.path.basename(crate.root)} can not be had from rustdoc: they were changed after "
                "it was loaded",
                help="load it again",
            )
        )
    store.write(name, json_dumps(found).encode())
    return found


def file_of(toolchain: Toolchain, declared: str) -> str:
    """Where the rows of crates that declare this are kept."""
    return f"{toolchain.key}/items-{declared}.json"


def _rows(document: dict[str, Any]) -> dict[str, Any]:
    from periclase.importer.rust.enum_tables import read_enums
    from periclase.importer.rust.struct_tables import read_structs

    return {"enums": read_enums(document), "structs": read_structs(document)}


class ItemsAhead:
    """The rows of a crate, asked for while `rustc` compiles it. If `rustdoc` fails there are none: they are asked for again.

    Args:
        crate: it, without what is known when it is compiled.
        store: where they are to be kept.
        declarations: of its files as they are now: if they are others when rustc is done, the rows may be of neither.
    """

    def __init__(self, crate: RustCrate, store: Store, declarations: str):
        self.declarations = declarations
        self._crate = crate
        self._store = store
        self._rows: dict[str, Any] | None = None
        self._thread = threading.Thread(target=self._ask, name="periclase rustdoc")
        self._thread.start()

    def _ask(self) -> None:
        try:
            self._rows = _rows(_documented(self._crate, self._store))
        except (CompileError, ValueError):
            self._rows = None

    def join(self) -> None:
        """Wait for rustdoc."""
        self._thread.join()

    def keep(self, declared: str) -> None:
        """Keep the rows as those of crates that declare this."""
        if self._rows is not None:
            self._store.write(file_of(self._crate.toolchain, declared), json_dumps(self._rows).encode())


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
