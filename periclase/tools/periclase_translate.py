"""`periclase-translate`: IR text in, LLVM IR or PTX out, or rustc's MIR text in and `mir` out; in the manner of `mlir-translate`.

```text
periclase-translate --to-llvmir x.mlir
periclase-translate --to-ptx --target sm_90 x.mlir -o x.ptx
periclase-translate --import-rust-mir --layouts x.json x.mir
```

The module holds `llvm` operations; where there are `nvvm` operations too, `convert-nvvm-to-llvm` is run first. A module that
is not lowered yet is refused with the name of the pass that is missing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from periclase.diagnostics import CompileError, Diagnostic, DiagnosticError
from periclase.tools.command import OK, read_text, refuse, run_command, write_output

_LAYOUTS = ("nvptx64", "host", "none")


def _argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="periclase-translate", description="Translate a module of the llvm dialect to LLVM IR or PTX."
    )
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("--to-llvmir", action="store_true", help="print LLVM IR")
    form.add_argument("--to-ptx", action="store_true", help="print PTX")
    form.add_argument(
        "--import-rust-mir", action="store_true", help="read MIR text that rustc wrote, and print `mir`"
    )
    parser.add_argument("input", nargs="*", help="the file to read; standard input when absent or '-'")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of standard output")
    parser.add_argument(
        "--arch",
        "--target",
        dest="target",
        metavar="TARGET",
        help="the GPU that PTX is for, such as sm_90; by default PERICLASE_TARGET, else what the module needs",
    )
    parser.add_argument(
        "--layout",
        choices=_LAYOUTS,
        help="whose data layout and triple LLVM IR gets; by default nvptx64 where there is a kernel, else none",
    )
    parser.add_argument("--layouts", metavar="FILE", help="the layouts of the types in MIR text, as JSON")
    parser.add_argument(
        "--root",
        action="append",
        default=[],
        metavar="PATH",
        help="a function of MIR text to import; by default the kernels",
    )
    parser.add_argument(
        "--locations", action="store_true", help="show where operations of MIR text come from"
    )
    parser.add_argument("--no-debuginfo", action="store_true", help="leave debug locations out")
    return parser


def translate(text: str, name: str, arguments: argparse.Namespace) -> str:
    """The translation of the IR text `text`, which comes from the file `name`.

    Raises:
        DiagnosticError: it can not be parsed, does not verify, or has no translation.
    """
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.utils.exceptions import ParseError, VerifyException

    from periclase.codegen.llvm_ir import print_module
    from periclase.ir import registry
    from periclase.tools.ir_diagnostics import PlacedParser, parse_diagnostic, verification_diagnostics

    context = Context()
    registry.register_dialects(context)
    try:
        parser = PlacedParser(context, text, name)
        module = parser.parse_module()
    except ParseError as error:
        raise DiagnosticError(parse_diagnostic(error)) from error
    except VerifyException as error:
        raise DiagnosticError(Diagnostic("PC0806", str(error))) from error
    assert isinstance(module, ModuleOp)
    located = not arguments.no_debuginfo and "loc(" in text
    problems = verification_diagnostics(module)
    if problems:
        parser.settle_locations()
        raise DiagnosticError(verification_diagnostics(module))
    operations = list(module.walk())
    is_device = any("nvvm.kernel" in op.attributes or op.name.startswith("nvvm.") for op in operations)
    target = None
    if arguments.to_ptx:
        from periclase.codegen.targets import resolve_target

        try:
            target = resolve_target(arguments.target, module)
        except CompileError:
            parser.settle_locations()
            target = resolve_target(arguments.target, module)
    try:
        if any(op.name.startswith("nvvm.") for op in operations):
            conversion = registry.passes.load("convert-nvvm-to-llvm")
            conversion().apply(context, module)
        layout = arguments.layout or ("nvptx64" if is_device or arguments.to_ptx else "none")
        llvm_ir = print_module(module, target=None if layout == "none" else layout, debug=located)
    except CompileError as error:
        if error.diagnostic.span is not None:
            raise
        # The operation's place in the text is found only now that it is needed.
        parser.settle_locations()
        raise _placed(error, module) from error
    if target is None:
        return llvm_ir
    from periclase.codegen.ptx import emit_ptx

    return emit_ptx(llvm_ir, target)


def _placed(error: CompileError, module: object) -> CompileError:
    """The error again, from a module whose operations know their place; the first one where that changes nothing."""
    from xdsl.dialects.builtin import ModuleOp

    from periclase.codegen.llvm_ir import print_module

    assert isinstance(module, ModuleOp)
    try:
        print_module(module)
    except CompileError as placed:
        return placed
    return error


def _run(argv: Sequence[str] | None) -> int:
    arguments = _argument_parser().parse_args(argv)
    if len(arguments.input) > 1:
        raise refuse(
            "PC0813",
            f"takes one input, got {len(arguments.input)}: {', '.join(arguments.input)}",
            help="call it once for each file",
        )
    if arguments.to_ptx and arguments.layout is not None:
        raise refuse("PC0813", "--layout is for --to-llvmir; PTX has one layout")
    if arguments.to_llvmir and arguments.target is not None:
        raise refuse("PC0813", "--arch is for --to-ptx; LLVM IR is printed for no particular GPU")
    path = arguments.input[0] if arguments.input else "-"
    text, name = read_text(path), "<stdin>" if path == "-" else path
    if arguments.import_rust_mir:
        from periclase.tools.import_rust import imported

        made = imported(text, name, arguments.layouts, arguments.root, locations=arguments.locations)
    else:
        made = translate(text, name, arguments)
    write_output(made, arguments.output)
    return OK


def main(argv: Sequence[str] | None = None) -> int:
    """The entry point of `periclase-translate`; `argv` without the program's name."""
    return run_command(lambda: _run(argv))


__all__ = ["main", "translate"]

if __name__ == "__main__":
    sys.exit(main())
