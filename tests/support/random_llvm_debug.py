"""Debug information for `random_llvm_ir`: nodes that point at one another as they happen to, and records of variables."""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

from random_llvm_function import Writer

_TAGS = ("DW_TAG_pointer_type", "DW_TAG_member", "DW_TAG_typedef", "DW_TAG_inheritance", "DW_TAG_variable", "DW_TAG_null")
_AGGREGATES = ("DW_TAG_structure_type", "DW_TAG_array_type", "DW_TAG_enumeration_type", "DW_TAG_union_type", "DW_TAG_member")
_KINDS = ("FullDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly", "NoDebug")
_STEPS = (
    *("", "", "DW_OP_deref", "DW_OP_LLVM_fragment, 0, 32", "DW_OP_LLVM_fragment, 16, 16", "DW_OP_plus_uconst, 8", "DW_OP_stack_value"),
    *("DW_OP_LLVM_fragment, 32, 999", "DW_OP_LLVM_arg, 0", "DW_OP_LLVM_arg, 3, DW_OP_plus", "DW_OP_constu, 7, DW_OP_swap, DW_OP_xderef"),
    *("DW_OP_LLVM_entry_value, 1", "DW_OP_LLVM_convert, 32, DW_ATE_signed", "DW_OP_deref_size, 99", "DW_OP_bit_piece, 3, 4", "DW_OP_plus"),
)
_NUMBERS = (0, 1, 7, 8, 32, 64, 65535, 65536, 4294967295, 1 << 40)


class Debug(Writer):
    """Metadata of the module's first function with it; every function may use it, if it is its own or not."""

    def has_debug(self) -> bool:
        """Whether this module has debug information."""
        module = self.module
        if module.debug is None:
            module.debug = self.random.random() < 0.15
        return module.debug

    def nodes(self, count: int = 24) -> list[int]:
        """The numbers of the nodes, from 100 on; they are written when they are first asked for."""
        module = self.module
        if any(line.startswith("!100 ") for line in module.metadata):
            return list(range(100, 100 + count))
        module.metadata += [f"!{100 + index} = {self.node(index, count)}" for index in range(count)]
        flags = self.random.choice(("i32 3", "i32 3", "i32 3", "i32 2", 'i64 3', "i32 99"))
        module.metadata += ["!llvm.dbg.cu = !{!100}", "!llvm.module.flags = !{!90}"]
        module.metadata += [f'!90 = !{{i32 2, !"Debug Info Version", {flags}}}']
        return list(range(100, 100 + count))

    def node(self, index: int, count: int) -> str:
        """The node of a number. The first five are what they should be, as far as chance lets them."""
        r = self.random

        def other(wanted: int) -> str:
            return "null" if r.random() < 0.03 else f"!{100 + (r.randrange(count) if r.random() < 0.12 else wanted)}"

        number = r.choice(_NUMBERS) if r.random() < 0.2 else r.randrange(40)
        if index == 0:
            return f"distinct !DICompileUnit(language: DW_LANG_{r.choice(('C', 'Rust', 'C_plus_plus_14'))}, file: {other(1)}, emissionKind: {r.choice(_KINDS)})"
        if index == 1:
            return f'!DIFile(filename: "{r.choice(("a.py", "", "x" * 999))}", directory: "{r.choice(("/d", ""))}")'
        if index in (2, 3):
            part = r.choice(("", "", ", retainedNodes: " + other(6)))
            flags = r.choice(("DISPFlagDefinition", "DISPFlagDefinition | DISPFlagOptimized", "DISPFlagZero"))
            unit = f", unit: {other(0)}" if r.random() < 0.95 else ""
            return f'distinct !DISubprogram(name: "f{index}", scope: {other(1)}, file: {other(1)}, line: {number & 0xFFFFFFFF}, type: {other(4)}, spFlags: {flags}{unit}{part})'
        if index == 4:
            return f"!DISubroutineType(types: {other(5)})"
        if index in (5, 6):
            parts = ", ".join(other(r.randrange(7, count)) for _ in range(r.randrange(4)))
            return f"!{{{parts}}}"
        kind = r.choice(("basic", "derived", "composite", "local", "local", "local", "location", "location", "block", "range", "label"))
        if index < 10:
            kind = ("basic", "local", "location")[index - 7]
        if kind == "basic":
            return f'!DIBasicType(name: "t{index}", size: {number}, encoding: DW_ATE_{r.choice(("signed", "float", "boolean", "address"))})'
        if kind == "derived":
            space = f", dwarfAddressSpace: {number & 0xFFFFFFFF}" if r.random() < 0.2 else ""
            return f"!DIDerivedType(tag: {r.choice(_TAGS)}, baseType: {other(7)}, size: {number}, offset: {number}{space})"
        if kind == "composite":
            return f'!DICompositeType(tag: {r.choice(_AGGREGATES)}, name: "c", baseType: {other(7)}, size: {number}, elements: {other(r.choice((5, 6)))})'
        if kind == "local":
            argument = f"arg: {r.choice((0, 1, 1, 2, 65535))}, "
            return f'!DILocalVariable(name: "v{index}", {argument}scope: {other(2)}, file: {other(1)}, line: {number & 0xFFFFFFFF}, type: {other(7)})'
        if kind == "location":
            inlined = f", inlinedAt: {other(9)}" if r.random() < 0.3 else ""
            lead = r.choice(("", "distinct "))
            return f"{lead}!DILocation(line: {number & 0xFFFFFFFF}, column: {number & 0xFFFF}, scope: {other(r.choice((2, 2, 3)))}{inlined})"
        if kind == "block":
            return f"distinct !DILexicalBlock(scope: {other(2)}, file: {other(1)}, line: {number & 0xFFFFFFFF}, column: {number & 0xFFFF})"
        if kind == "range":
            return f"!DISubrange(count: {r.choice((3, -1, 0, 1 << 62))})"
        return f'!DILabel(scope: {other(2)}, name: "l", file: {other(1)}, line: {number & 0xFFFFFFFF})'

    def told(self, wanted: str) -> str:
        """The reference to a node that is a variable, or a location, for the most part."""
        numbers = self.nodes()
        fitting = [number for number in numbers if any(line.startswith(f"!{number} = ") and wanted in line for line in self.module.metadata)]
        return f"!{self.random.choice(fitting if fitting and self.random.random() < 0.96 else numbers)}"

    def text(self) -> str:
        found = super().text()
        if not self.has_debug() or self.random.random() < 0.1:
            return found
        self.nodes()
        lines = found.split("\n")
        lines[0] = f"{lines[0].removesuffix(' {')} !dbg !{self.random.choice((102, 102, 102, 103))} {{"
        for index, line in enumerate(lines[1:-1], 1):
            plain = line.startswith("  ") and not line.startswith("  #") and "#dbg" not in line
            if plain and (" call " in line or self.random.random() < 0.5):
                lines[index] = f"{line}, !dbg {self.told('!DILocation(')}"
        return "\n".join(lines)

    def do_record(self) -> None:
        """A record of a variable; without debug information nothing."""
        if not self.has_debug():
            return
        r = self.random
        kind = r.choice(("value", "value", "declare", "label", "assign"))
        if kind == "label":
            self.lines.append(f"    #dbg_label({self.told('!DILabel')}, {self.told('!DILocation(')})")
            return
        type = self.known_type(lambda type: True, self.module.scalar)
        if kind == "declare" and r.random() < 0.9:
            type = self.pointer()[0]
        steps = ", ".join(filter(None, (r.choice(_STEPS) for _ in range(r.choice((0, 0, 1, 2))))))
        held = f"{type} {self.use(type)}"
        if r.random() < 0.05:
            held = f"!DIArgList({held}, {held})"
        expression = f"!DIExpression({steps})"
        more = f", !105, ptr undef, {expression}" if kind == "assign" else ""
        self.lines.append(f"    #dbg_{kind}({held}, {self.told('!DILocalVariable')}, {expression}{more}, {self.told('!DILocation(')})")
