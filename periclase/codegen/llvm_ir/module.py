"""A module of the `llvm` dialect → the text of an LLVM IR module."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from periclase.codegen.llvm_ir.attributes import INERT_PREFIX
from periclase.codegen.llvm_ir.errors import refuse, refuse_attribute, refuse_operation
from periclase.codegen.llvm_ir.functions import FunctionPrinter
from periclase.codegen.llvm_ir.globals import global_text
from periclase.codegen.llvm_ir.metadata import DebugInfo, Metadata
from periclase.codegen.llvm_ir.names import identifier, quoted
from periclase.codegen.llvm_ir.types import TypeTable
from periclase.dialects import llvm
from periclase.dialects.llvm.loops import LoopAnnotationAttr
from periclase.ir.locations import DEBUGGED_LANGUAGE_ATTRIBUTE, FUNCTIONS_ATTRIBUTE

if TYPE_CHECKING:
    from periclase.codegen.llvm_ir.variables import Variables

NVPTX_TRIPLE = "nvptx64-nvidia-cuda"
NVPTX_DATA_LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
"""LLVM 22's layout for `nvptx64`; a test compares it with what LLVM itself says."""


class ModulePrinter:
    """The state of printing one module."""

    def __init__(self, module: ModuleOp, *, target: str | None, debug: bool):
        self.types = TypeTable()
        self.metadata = Metadata()
        self.debug: DebugInfo | None = None
        if debug:
            functions = module.attributes.get(FUNCTIONS_ATTRIBUTE)
            language = module.attributes.get(DEBUGGED_LANGUAGE_ATTRIBUTE)
            self.debug = DebugInfo(
                self.metadata,
                target == "nvptx64",
                functions,
                language.data if isinstance(language, StringAttr) else None,
            )
        self._variables: Variables | None = None
        self.lines: list[str] = []
        self.functions: dict[str, llvm.FuncOp] = {}
        self.globals: dict[str, llvm.GlobalOp] = {}
        self._declared: dict[str, str] = {}
        self._loops: dict[LoopAnnotationAttr, int] = {}
        self._module = module
        self._target = target

    @property
    def variables(self) -> Variables | None:
        """The nodes of variables; None where debug information does not tell of them."""
        if self._variables is None and self.debug is not None and self.debug.is_full:
            from periclase.codegen.llvm_ir.variables import Variables

            self._variables = Variables(self.metadata, self.debug, gpu=self._target == "nvptx64")
        return self._variables

    def declare(self, name: str, result: str, parameters: Sequence[str], op: Operation) -> None:
        """Have an intrinsic declared; every use must have one signature.

        Raises:
            CompileError: PC0534, an earlier use has another signature.
        """
        line = f"declare {result} @{identifier(name)}({', '.join(parameters)})"
        known = self._declared.setdefault(name, line)
        if known != line:
            refuse("PC0534", f"calls @{name} as `{line[8:]}`, elsewhere it is `{known[8:]}`", op)

    def loop(self, annotation: LoopAnnotationAttr) -> int:
        """The number of the node that says `annotation` of a loop; as in MLIR, loops of which the same is said share it."""
        number = self._loops.get(annotation)
        if number is None:
            parts = [f"!{self.metadata.node(text)}" for text in annotation.properties()]
            number = self._loops[annotation] = self.metadata.own(parts)
        return number

    def _collect(self) -> list[Operation]:
        symbols: list[Operation] = []
        for op in self._module.body.ops:
            if isinstance(op, llvm.FuncOp):
                table: dict[str, llvm.FuncOp] | dict[str, llvm.GlobalOp] = self.functions
                self.functions.setdefault(op.sym_name.data, op)
            elif isinstance(op, llvm.GlobalOp):
                table = self.globals
                self.globals.setdefault(op.sym_name.data, op)
            else:
                refuse_operation(op)
            if table[op.sym_name.data] is not op:
                refuse("PC0534", f"there are two symbols @{op.sym_name.data}", op)
            symbols.append(op)
        for name in self.functions.keys() & self.globals.keys():
            refuse("PC0534", f"there are two symbols @{name}", self.functions[name])
        return symbols

    def _head(self) -> list[str]:
        layout, triple = target_description(self._target)
        name = "periclase"
        for key, value in (self._module.attributes | self._module.properties).items():
            if key == "sym_name" and isinstance(value, StringAttr):
                name = value.data
            elif key == "llvm.data_layout" and isinstance(value, StringAttr):
                layout = value.data
            elif key == "llvm.target_triple" and isinstance(value, StringAttr):
                triple = value.data
            elif not key.startswith(INERT_PREFIX):
                refuse_attribute(key, self._module)
        head = [f"source_filename = {quoted(name)}"]
        if layout:
            head.append(f"target datalayout = {quoted(layout)}")
        if triple:
            head.append(f"target triple = {quoted(triple)}")
        return head

    def text(self) -> str:
        """The module's text.

        Raises:
            CompileError: something in it has no form in LLVM IR.
        """
        head = self._head()
        symbols = self._collect()
        globals_ = [global_text(self, op) for op in symbols if isinstance(op, llvm.GlobalOp)]
        for op in symbols:
            if isinstance(op, llvm.FuncOp):
                if self.lines:
                    self.lines.append("")
                FunctionPrinter(self, op).print()
        structs = [f"%{identifier(name)} = type {body}" for name, body in self.types.structs.items()]
        for name in self._declared.keys() & self.functions.keys():
            known = self.functions[name]
            refuse("PC0534", f"@{name} is an intrinsic of LLVM; call it with 'llvm.call_intrinsic'", known)
        sections = [head, structs, globals_, self.lines, list(self._declared.values()), self._metadata()]
        return "\n\n".join("\n".join(section) for section in sections if section) + "\n"

    def _metadata(self) -> list[str]:
        lines: list[str] = []
        if self._variables is not None:
            self._variables.finish()
        unit = None if self.debug is None else self.debug.unit
        if unit is not None:
            version = self.metadata.node('!{i32 2, !"Debug Info Version", i32 3}')
            lines.append(f"!llvm.dbg.cu = !{{!{unit}}}")
            flags = [version]
            if self._target == "nvptx64":
                # The only DWARF version that the PTX assembler takes.
                flags.append(self.metadata.node('!{i32 7, !"Dwarf Version", i32 2}'))
            lines.append(f"!llvm.module.flags = !{{{', '.join(f'!{flag}' for flag in flags)}}}")
        lines.extend(f"!{number} = {text}" for number, text in enumerate(self.metadata.lines))
        return lines


@functools.cache
def target_description(target: str | None) -> tuple[str, str]:
    """The data layout and triple of `nvptx64` or `host`; empty for None."""
    if target is None:
        return "", ""
    if target == "nvptx64":
        return NVPTX_DATA_LAYOUT, NVPTX_TRIPLE
    if target == "host":
        from periclase.runtime.backends.cpu.llvm_binding import binding

        machine = binding().Target.from_default_triple().create_target_machine()
        return str(machine.target_data), str(machine.triple)
    raise ValueError(f"expected 'nvptx64', 'host' or None, got {target!r}")


def print_module(module: ModuleOp, *, target: str | None = None, debug: bool = True) -> str:
    """The text of an LLVM IR module for a module of the `llvm` dialect.

    Every operation, attribute and type is either printed or refused. The module is expected to verify; what would make
    LLVM end the process is the business of `periclase.codegen.llvm_checks`.

    Args:
        module: holds `llvm.func` and `llvm.mlir.global` only; `nvvm` and `mir` operations have been converted.
        target: `nvptx64` or `host` puts that data layout and triple in; None leaves both out.
        debug: whether to print debug locations where operations have one.

    Raises:
        CompileError: PC0530 to PC0534, naming the operation and its place.
    """
    return ModulePrinter(module, target=target, debug=debug).text()
