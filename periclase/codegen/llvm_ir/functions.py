"""Functions → LLVM IR: blocks, phis, names, debug locations.

Block arguments become phis. LLVM knows a phi's operand by the block it comes from, so a terminator that reaches one block
by several edges with different values gets a block of its own on the further edges. Values are named on first sight, in
whatever order the blocks stand: LLVM resolves names forward.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from xdsl.ir import Block, Operation, SSAValue

from periclase.codegen.llvm_ir import calls
from periclase.codegen.llvm_ir.attributes import INERT_PREFIX, convention_text, function_text, parameter_text
from periclase.codegen.llvm_ir.errors import refuse, refuse_attribute, refuse_operation
from periclase.codegen.llvm_ir.instructions import HANDLERS, attribute_names_allowed, loop_text
from periclase.codegen.llvm_ir.names import identifier, is_plain, quoted
from periclase.codegen.llvm_ir.values import CONSTANTS
from periclase.dialects import llvm
from periclase.ir.interfaces import BranchOpInterface, DebugMarker

if TYPE_CHECKING:
    from periclase.codegen.llvm_ir.module import ModulePrinter

__all__ = ["FunctionPrinter"]

_VISIBILITY = ("", "hidden ", "protected ")
_UNNAMED_ADDR = ("", " local_unnamed_addr", " unnamed_addr")


class FunctionPrinter:
    """Prints one function into `module.lines`."""

    def __init__(self, module: ModulePrinter, function: llvm.FuncOp):
        self.module = module
        self.type = module.types.text
        self._function = function
        self._values: dict[int, str] = {}
        """By the identity of the value, whose own hash is a Python call."""
        self._used: set[str] = set()
        self._counter = 0
        self._labels: dict[Block, str] = {}
        self._edges: dict[tuple[Operation, int], str] = {}
        self._splits: dict[Operation, list[tuple[str, str]]] = {}
        self._incoming: dict[Block, list[tuple[str, tuple[SSAValue, ...]]]] = {}

    def value(self, value: SSAValue) -> str:
        """A value as an operand, without its type."""
        text = self._values.get(id(value))
        if text is None:
            owner = value.owner
            handler = CONSTANTS.get(cast("type[Operation]", owner.__class__))
            if handler is not None:
                assert isinstance(owner, Operation)
                self._check_attributes(owner)
                text = handler(self.module, owner)
            else:
                text = self._new_name(value)
            self._values[id(value)] = text
        return text

    def typed(self, value: SSAValue) -> str:
        """A value as an operand, with its type."""
        return f"{self.type(value.type)} {self.value(value)}"

    def edge(self, op: Operation, index: int) -> str:
        """The label that successor number `index` of a terminator has: the block's, or that of the edge's own block."""
        return self._edges.get((op, index)) or self._labels[op.successors[index]]

    def _new_name(self, value: SSAValue) -> str:
        hint = value.name_hint
        if hint is not None and is_plain(hint) and not hint.startswith("bb"):
            name = hint
            while name in self._used:
                self._counter += 1
                name = f"{hint}.{self._counter}"
        else:
            self._counter += 1
            name = f"v{self._counter}"
            while name in self._used:
                self._counter += 1
                name = f"v{self._counter}"
        self._used.add(name)
        return "%" + name

    def print(self) -> None:
        """Print the function, or its declaration.

        Raises:
            CompileError: something in it has no form in LLVM IR.
        """
        function = self._function
        lines = self.module.lines
        if function.is_declaration():
            if self._is_kernel:
                refuse("PC0534", f"the kernel @{function.sym_name.data} has no body", function)
            lines.append(f"declare {self._header()}")
            return
        subprogram = None
        if self.module.debug is not None:
            subprogram = self.module.debug.function(function, function.sym_name.data)
        tail = "" if subprogram is None else f" !dbg !{subprogram[0]}"
        lines.append(f"define {self._header()}{tail} {{")
        blocks = list(function.body_region().blocks)
        for number, block in enumerate(blocks):
            self._labels[block] = f"bb{number}"
        self._find_edges(blocks)
        if self._incoming.get(blocks[0]):
            refuse(
                "PC0534", f"the entry block of @{function.sym_name.data} is the target of a branch", function
            )
        for block in blocks:
            self._print_block(block, subprogram)
        lines.append("}")

    @property
    def _is_kernel(self) -> bool:
        return "nvvm.kernel" in self._function.attributes

    def _header(self) -> str:
        function = self._function
        name = function.sym_name.data
        declaration = function.is_declaration()
        linkage = function.linkage.linkage.data
        if linkage == "external" or (declaration and linkage in ("private", "internal")):
            linkage = ""
        words = linkage + " " if linkage else ""
        if function.dso_local is not None:
            words += "dso_local "
        words += _VISIBILITY[function.visibility_.value.data]
        convention = "ptx_kernel" if self._is_kernel else convention_text(function.CConv.cconv_name)
        if convention:
            words += convention + " "
        result = ""
        if function.res_attrs is not None:
            result = parameter_text(function.res_attrs.data[0].data, function, self.module.types)
            result = result[1:] + " " if result else ""
        entry = function.body_region().first_block
        parameters: list[str] = []
        for index, type in enumerate(function.function_type.inputs.data):
            attributes = parameter_text(function.parameter_attributes(index), function, self.module.types)
            argument = "" if entry is None else " " + self.value(entry.args[index])
            parameters.append(f"{self.type(type)}{attributes}{argument}")
        if function.function_type.is_variadic:
            parameters.append("...")
        text = f"{words}{result}{self.type(function.function_type.output)} "
        text += f"@{identifier(name)}({', '.join(parameters)})"
        if function.unnamed_addr is not None:
            text += _UNNAMED_ADDR[function.unnamed_addr.value.data]
        text += function_text(function)
        if function.section is not None:
            text += f" section {quoted(function.section.data)}"
        if function.alignment is not None:
            text += f" align {function.alignment.value.data}"
        return text

    def _find_edges(self, blocks: list[Block]) -> None:
        """Note for every block the edges that lead to it, splitting those that LLVM could not tell apart."""
        for block in blocks:
            terminator = block.last_op
            if terminator is None or not terminator.successors:
                continue
            if not isinstance(terminator, BranchOpInterface):
                refuse_operation(terminator)
            label = self._labels[block]
            seen: dict[Block, tuple[SSAValue, ...]] = {}
            for index, target in enumerate(terminator.successors):
                operands = tuple(terminator.successor_operands(index))
                if len(operands) != len(target.args):
                    refuse(
                        "PC0534",
                        f"successor {index} takes {len(target.args)} values, got {len(operands)}",
                        terminator,
                    )
                known = seen.setdefault(target, operands)
                if known is operands or known == operands:
                    self._incoming.setdefault(target, []).append((label, operands))
                    continue
                split = f"{label}.edge{index}"
                self._edges[terminator, index] = split
                self._splits.setdefault(terminator, []).append((split, self._labels[target]))
                self._incoming.setdefault(target, []).append((split, operands))

    def _print_block(self, block: Block, subprogram: tuple[int, str] | None) -> None:
        lines = self.module.lines
        lines.append(f"{self._labels[block]}:")
        if block.args and block is not self._function.body_region().first_block:
            self._print_phis(block)
        debug = self.module.debug if subprogram is not None else None
        value, inert = self.value, CONSTANTS
        op: Operation | None = None
        for op in block.ops:
            handler = HANDLERS.get(op.__class__)
            if handler is None:
                if op.__class__ in inert:
                    continue
                if isinstance(op, DebugMarker):
                    self._print_record(op, subprogram)
                    continue
                handler = calls.handler_of(op.__class__) or refuse_operation(op)
            if op.attributes:
                self._check_attributes(op)
            text = handler(self, op)
            if op.results:
                text = f"{value(op.results[0])} = {text}"
            if debug is not None and subprogram is not None:
                text += debug.suffix(op.location, subprogram[0], subprogram[1])
            lines.append("  " + text)
        if op is None or op.__class__ not in _TERMINATORS:
            refuse("PC0534", "a block does not end in a terminator", op or self._function)
        for label, target in self._splits.get(op, ()):
            lines.append(f"{label}:")
            # The edge may be the one that closes the loop.
            lines.append(f"  br label %{target}{loop_text(self, op)}")

    def _print_record(self, op: DebugMarker, subprogram: tuple[int, str] | None) -> None:
        """Print what a marker says for debuggers, where debug information tells of variables."""
        variables = self.module.variables
        if variables is None or subprogram is None:
            return
        from periclase.dialects.mir.markers import DbgValueOp

        if not isinstance(op, DbgValueOp):
            assert isinstance(op, Operation)
            refuse_operation(op)
        text = variables.record(self, op, *subprogram)
        if text is not None:
            self.module.lines.append(text)

    def _print_phis(self, block: Block) -> None:
        incoming = self._incoming.get(block)
        if not incoming:
            # Unreachable: LLVM allows no phi without operands.
            for argument in block.args:
                self._values[id(argument)] = "poison"
            return
        for index, argument in enumerate(block.args):
            parts = [f"[ {self.value(operands[index])}, %{label} ]" for label, operands in incoming]
            self.module.lines.append(
                f"  {self.value(argument)} = phi {self.type(argument.type)} {', '.join(parts)}"
            )

    def _check_attributes(self, op: Operation) -> None:
        allowed = attribute_names_allowed(op)
        for name in op.attributes:
            if name not in allowed and not name.startswith(INERT_PREFIX):
                refuse_attribute(name, op)


_TERMINATORS = frozenset((llvm.BrOp, llvm.CondBrOp, llvm.SwitchOp, llvm.ReturnOp, llvm.UnreachableOp))
