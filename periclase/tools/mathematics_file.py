"""Writes the LLVM IR of `periclase.library.exact_functions`: `python -m periclase.tools.mathematics_file`.

The file is kept so that a kernel that needs one of them does not have to compile it. A test holds the digest in its first lines
equal to that of the source.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

from periclase.codegen.compiler import context
from periclase.codegen.exact_functions import FILE, PREFIX
from periclase.codegen.llvm_ir import print_module
from periclase.digest import blake2b
from periclase.importer.python.import_kernels import import_kernels
from periclase.kernel import device
from periclase.library import exact_functions, gamma_roots
from periclase.passes import pipelines

HEADER = """\
; Mathematics of GPUs that libdevice has to more than two units in the last place.
;
; Written from periclase/library/exact_functions.py by periclase.tools.mathematics_file; do not edit.
; source {digest}
"""


def source_digest() -> str:
    """What stands in the file for the source that it was written from."""
    sources = (Path(module.__file__ or "").read_bytes() for module in (exact_functions, gamma_roots))
    return blake2b(b"".join(sources), digest_size=16).hexdigest()


def functions() -> list[Callable[..., object]]:
    """Those that are kept: the public ones, whose names end in their type."""
    return [
        value
        for name, value in vars(exact_functions).items()
        if isinstance(value, FunctionType) and re.fullmatch(r"[a-z]\w*_f(?:32|64)", name) is not None
    ]


def text() -> str:
    """The file's text."""
    public = functions()
    module = import_kernels([device(function) for function in public], for_cpu=False)
    # A product and a sum that became one instruction would have nothing cut off.
    pipelines.ptx().with_options("convert-mir-to-llvm", contract=False).run(context(), module)
    llvm_ir = print_module(module, target="nvptx64", debug=False)
    for function in public:
        llvm_ir = llvm_ir.replace(f"@{function.__name__}(", f"@{PREFIX}{function.__name__}(")
    return HEADER.format(digest=source_digest()) + "\n" + llvm_ir


def main() -> None:
    """Writes it."""
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
