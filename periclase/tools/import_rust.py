"""What `periclase-translate --import-rust-mir` does: MIR text of rustc in, a module of `mir` out, without a rustc.

rustc is asked for layouts of types when a crate is compiled; here they come from a file, as `layout_table.to_json` writes them.
The source, which tells a few things that the text does not, is read where it lies beside the text.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence

from periclase.tools.command import read_text


def imported(text: str, name: str, layouts: str | None, roots: Sequence[str], *, locations: bool) -> str:
    """The text of the module for MIR text that comes from the file `name`.

    Args:
        layouts: the file with the layouts of types; None where no type needs one.
        roots: the functions to import; without any the kernels.
        locations: whether the text shows where operations come from.

    Raises:
        DiagnosticError: the text is malformed, or something in it has no form on a device.
    """
    from xdsl.printer import Printer

    from periclase.importer.rust.import_mir import import_rust_mir
    from periclase.importer.rust.layout_table import RecordedLayouts, from_json
    from periclase.importer.rust.source_files import source_reader

    table = RecordedLayouts({} if layouts is None else from_json(read_text(layouts)))
    folder = os.path.dirname(name)
    sources = source_reader(lambda file: os.path.join(folder, file))
    module = import_rust_mir(text, table, name=name, roots=roots or None, source_text=sources)
    module.verify()
    output = io.StringIO()
    Printer(stream=output, print_debuginfo=locations).print_op(module)
    return output.getvalue() + "\n"
