"""Random modules of LLVM IR, as text: nearly all that LLVM accepts, most of it nothing that a compiler would write.

Integers of odd widths, vectors and aggregates of anything, every address space, atomics of all orders and scopes, intrinsics of
types that they are seldom asked for, assembly with wrong constraints, names that are no identifiers, arrays of gigabytes, types
and control flow nested hundreds deep, attributes that contradict one another. What of it is not valid is so in types only; what is
valid need not have a lowering. `random_module(seed)` gives always the same text for one seed.
"""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from random_llvm_words import (
    ATTRIBUTES,
    BINARY_FLOAT,
    BINARY_INTEGER,
    BODIES,
    COMPARISONS,
    CONSTRAINED,
    CONSTRAINTS,
    CONVENTIONS,
    COUNTS,
    FLAGGED_INTEGER,
    FLAGS,
    FLOAT_BINARY,
    FLOAT_COMPARISONS,
    FLOAT_REDUCTIONS,
    FLOATS,
    INTEGER_BINARY,
    INTEGERS,
    LINKAGES,
    NAMES,
    ORDERS,
    PARAMETER_ATTRIBUTES,
    READ_REGISTERS,
    REDUCTIONS,
    SANE_ATTRIBUTES,
    SCOPES,
    SPACES,
    TERNARY_FLOAT,
    TERNARY_INTEGER,
    UNARY_FLOAT,
    UNARY_INTEGER,
)


class _Module:
    def __init__(self, seed: int, *, gpu: bool):
        self.random = random.Random(seed)
        self.gpu = gpu
        self.declarations: dict[str, str] = {}
        self.globals: list[tuple[str, int]] = []
        self.functions: list[tuple[str, str, list[str], str]] = []
        self.metadata: list[str] = []
        self._wild: dict[str, bool] = {}
        self.calm = self.random.random() < 0.6
        """Whether it is such a module as compilers give, of common types, which LLVM has to take in this process."""

    def wild(self, what: str) -> bool:
        """Whether this module has `what`, which is mostly refused: else one of them would hide all the rest."""
        if what not in self._wild:
            self._wild[what] = not self.calm and self.random.random() < 0.08
        return self._wild[what]

    def integer(self) -> str:
        """The name of a type of integers."""
        return self.random.choice(INTEGERS[:30] if self.calm else INTEGERS)

    def lanes(self) -> int:
        """The number of elements of a vector."""
        return self.random.choice((2, 4, 8) if self.calm else COUNTS)

    def float(self) -> str:
        return self.random.choice(FLOATS if self.wild("wide floats") else FLOATS[:-2])

    # ---- types

    def scalar(self) -> str:
        r = self.random.random()
        if r < 0.55:
            return self.integer()
        return self.float() if r < 0.85 else self.pointer()

    def space(self) -> int:
        if self.gpu:
            return self.random.choice((0, 1, 1, 3) if self.calm else SPACES if self.wild("spaces") else SPACES[:30])
        return 0 if self.calm else self.random.choice((0, 0, 0, 0, 1, 3))

    def pointer(self) -> str:
        space = self.space()
        return "ptr" if space == 0 else f"ptr addrspace({space})"

    def vector(self, element: str | None = None) -> str:
        if element is None:
            element = self.random.choice((self.integer(), self.float())) if self.calm else self.scalar()
        return f"<{self.lanes()} x {element if not (self.calm and element in ('i1', 'i128')) else 'i32'}>"

    def first_class(self, depth: int = 0) -> str:
        r = self.random.random()
        if r < 0.62 or depth > (0 if self.calm else 3):
            return self.scalar()
        if r < 0.82:
            return self.vector()
        if r < 0.9:
            return f"[{self.random.choice((0 if self.wild('empty') else 2, 1, 2, 3, 9, 40))} x {self.first_class(depth + 1)}]"
        if r < 0.99 or self.calm:
            return self.struct(depth)
        if not self.wild("types"):
            return self.random.choice(("%S", "%Deep"))
        return self.random.choice(("%S", "%Deep", "%Empty", "<vscale x 4 x i32>", 'target("spirv.Image")', "token", "x86_amx"))

    def struct(self, depth: int = 0) -> str:
        parts = ", ".join(
            self.first_class(depth + 1) for _ in range(self.random.choice((0 if self.wild("empty") else 2, 1, 2, 2, 3, 5)))
        )
        return f"<{{ {parts} }}>" if self.random.random() < 0.2 else f"{{ {parts} }}"

    def memory_type(self) -> str:
        if self.wild("sizes") and self.random.random() < 0.1:
            return self.random.choice(
                ("[4294967296 x i8]", "[1099511627776 x [1048576 x i32]]", "[3 x %Deep]", "%Opaque", "void")
            )
        return self.first_class()

    # ---- constants

    def constant(self, type: str) -> str:
        """A constant of `type`, without the type."""
        r = self.random
        if r.random() < 0.15:
            return r.choice(("undef", "poison", "zeroinitializer" if not type.startswith("ptr") else "null"))
        if type == "i1":
            return r.choice(("true", "false"))
        if type.startswith("i") and type[1:].isdigit():
            width = int(type[1:])
            return str(r.choice((0, 1, -1, 2, 3, (1 << (width - 1)) - 1, -(1 << (width - 1)), r.getrandbits(width) >> 1)))
        if type in ("half", "bfloat", "float", "double"):
            return {
                "half": lambda: f"0xH{r.getrandbits(16):04X}",
                "bfloat": lambda: f"0xR{r.getrandbits(16):04X}",
                "float": lambda: r.choice(("0.0", "-0.0", "1.0", "0x7FF0000000000000", "0x7FF8000000000000", "-2.5", "0x36A0000000000000")),
                "double": lambda: f"0x{r.getrandbits(64):016X}",
            }[type]()  # fmt: skip
        if type == "ptr" and self.globals and r.random() < 0.5:
            name, space = r.choice(self.globals)
            return f"@{name}" if space == 0 else f"addrspacecast (ptr addrspace({space}) @{name} to ptr)"
        if type.startswith("ptr"):
            same = [name for name, space in self.globals if type == f"ptr addrspace({space})"]
            if same and r.random() < 0.7:
                name = r.choice(same)
                form = "plain" if self.calm else r.choice(("plain", "element", "plain", "integer"))
                if form == "element":
                    return f"getelementptr (i8, {type} @{name}, i64 {r.choice((0, 1, -1, 4096, 1 << 40))})"
                if form == "integer":
                    return f"inttoptr (i64 add (i64 ptrtoint ({type} @{name} to i64), i64 4) to {type})"
                return f"@{name}"
            return "null" if self.calm else r.choice(("null", f"inttoptr (i64 {r.choice((0, 8, -1))} to {type})"))
        return r.choice(("zeroinitializer", "undef", "poison"))

    # ---- the module

    def global_name(self) -> str:
        r = self.random
        name = r.choice(NAMES) if r.random() < 0.5 and self.wild("names") else f"g{len(self.globals)}"
        return name if name.replace("_", "a").isalnum() and name.isascii() and not name[0].isdigit() else f'"{name}"'

    def add_globals(self) -> None:
        r = self.random
        for _ in range(r.choice((0, 0, 1, 2, 4))):
            name, space = self.global_name(), self.space()
            if any(name == other for other, _ in self.globals):
                continue
            type = self.memory_type()
            external = r.random() < 0.1
            value = "" if external else self.constant(type)
            if space in (3, 5) and not external and not self.wild("initial values"):
                value = "undef"
            kind = "global" if value == "undef" else r.choice(("global", "constant"))
            wild = self.wild("linkage")
            leads = ("", "internal ", "internal ", "private ", "weak ", "common ", "linkonce ", "appending ")
            lead = "external " if external else r.choice(leads if wild else leads[:4])
            extras = (
                "",
                "",
                ", align 16",
                ", align 8",
                ", align 1",
                ", align 4294967296",
                ', section "x"',
                ", comdat",
                ', section "\\00"',
            )
            extra = r.choice(extras if wild else extras[:4])
            tail = r.choice(("thread_local ", "", "unnamed_addr ")) if wild else ""
            place = "" if space == 0 else f"addrspace({space}) "
            self.metadata.append(f"@{name} = {lead}{tail}{place}{kind} {type} {value}{extra}")
            self.globals.append((name, space))
        if r.random() < 0.1 and self.wild("linkage"):
            self.metadata.append("@cyclic = addrspace(1) global ptr addrspace(1) @cyclic")
        if r.random() < 0.3 and self.wild("linkage"):
            self.metadata.append(r.choice(("@al = alias i32, ptr @f0", "@ifn = ifunc void (), ptr @f0", '@llvm.used = appending global [1 x ptr] [ptr @f0], section "llvm.metadata"', "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f0, ptr null }]")))  # fmt: skip

    def attributes(self, choices: Sequence[str], chance: float) -> str:
        found = [choice for choice in (self.random.choice(choices) for _ in range(3)) if self.random.random() < chance]
        return "".join(f" {choice}" for choice in dict.fromkeys(found))

    def text(self) -> str:
        r = self.random
        self.add_globals()
        globals_, self.metadata = self.metadata, []
        bodies = [_Function(self, number).text() for number in range(r.choice((1, 1, 2, 3)))]
        # Declarations whose name the functions themselves have are left out.
        head: list[str] = []
        if self.wild("module assembly") and r.random() < 0.5:
            head.append('module asm "' + r.choice(BODIES) + '"')
        if self.wild("layout"):
            head.append('target datalayout = "' + r.choice(("e", "E-p:32:32", "e-p:64:64", "x", "")) + '"')
        if self.gpu and r.random() < 0.9:
            head.append(
                f'target triple = "{r.choice(("x86_64-linux-gnu", "nvptx", "", "amdgcn") if self.wild("triple") else ("nvptx64-nvidia-cuda",))}"'
            )
        deep = "i32"
        for _ in range(r.choice((3,) if self.calm else (3, 30, 300))):
            deep = f"{{ {deep} }}" if r.random() < 0.7 else f"[2 x {deep}]" if r.random() < 0.05 else f"[1 x {deep}]"
        types = ["%S = type { i32, [3 x i8], double }", f"%Deep = type {deep}", "%Empty = type {}", "%Opaque = type opaque"]
        types = types[:1] if self.calm else types
        return "\n".join((*head, *types, *globals_, *bodies, *self.declarations.values(), *self.metadata)) + "\n"


class _Function:
    def __init__(self, module: _Module, number: int):
        self.module = module
        self.random = module.random
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {}
        self.count = 0
        self.number = number

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def define(self, type: str, text: str) -> str:
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        self.values.setdefault(type, []).append(name)
        return name

    def use(self, type: str) -> str:
        """An operand of `type`: a value that there is, or a constant."""
        known = self.values.get(type)
        if known and self.random.random() < 0.85:
            return self.random.choice(known)
        return self.module.constant(type)

    def known_type(self, accepts: Callable[[str], bool], otherwise: Callable[[], str]) -> str:
        fitting = [type for type in self.values if accepts(type)]
        return self.random.choice(fitting) if fitting and self.random.random() < 0.7 else otherwise()

    def integer_like(self) -> str:
        def otherwise() -> str:
            type = self.module.integer()
            return (
                type if self.random.random() < 0.7 or (self.module.calm and type in ("i1", "i128")) else self.module.vector(type)
            )

        return self.known_type(lambda type: is_integer(element_of(type)), otherwise)

    def float_like(self) -> str:
        def otherwise() -> str:
            type = self.module.float()
            return type if self.random.random() < 0.7 else self.module.vector(type)

        return self.known_type(lambda type: element_of(type) in FLOATS, otherwise)

    def pointer(self) -> tuple[str, str]:
        type = self.known_type(lambda type: type.startswith("ptr"), self.module.pointer)
        return type, self.use(type)

    def text(self) -> str:
        module, r = self.module, self.random
        kernel = module.gpu and r.random() < 0.5
        types = [module.first_class() for _ in range(r.choice((0, 1, 2, 3, 6)))]
        types = [type for type in types if type != "token"]
        parameters: list[str] = []
        for type in ("ptr addrspace(1)", *types) if module.gpu else ("ptr", *types):
            name = self.fresh()
            self.values.setdefault(type, []).append(name)
            attributes = module.attributes(
                PARAMETER_ATTRIBUTES if module.wild("parameter attributes") else PARAMETER_ATTRIBUTES[:1], 0.06
            )
            parameters.append(f"{type}{attributes} {name}")
        result = "void" if kernel or r.random() < 0.5 else module.first_class()
        name = r.choice(NAMES) if r.random() < 0.5 and module.wild("names") else f"f{self.number}"
        name = name if name.isalnum() and name.isascii() and not name[0].isdigit() else f'"{name}"'
        lead = r.choice(LINKAGES if module.wild("linkage") else LINKAGES[:4]) if not kernel else ""
        convention = "ptx_kernel " if kernel else r.choice(CONVENTIONS) if module.wild("conventions") else ""
        attributes = module.attributes(ATTRIBUTES if module.wild("attributes") else SANE_ATTRIBUTES, 0.25)
        variadic = ", ..." if module.wild("variadic") and not kernel else ""
        header = f"define {lead}{convention}{result} @{name}({', '.join(parameters)}{variadic}){attributes} {{"
        self.body(result)
        module.functions.append((name, result, ["ptr addrspace(1)" if module.gpu else "ptr", *types], convention))
        return "\n".join((header, *self.lines, "}"))

    def body(self, result: str) -> None:
        r = self.random
        self.lines.append("entry:")
        blocks = r.choice((1, 1, 2, 4, 8)) if r.random() < 0.98 else 200
        per_block = r.choice((2, 5, 12)) if blocks < 100 else 1
        shape = r.choice(("chain", "nest", "random"))
        entry_values = {type: list(names) for type, names in self.values.items()}
        for block in range(blocks):
            if block:
                self.lines.append(f"b{block}:")
                # Values of the entry dominate all; those of other blocks do not.
                self.values = {type: list(names) for type, names in entry_values.items()}
            for _ in range(r.randint(1, per_block)):
                self.instruction()
            if block == 0:
                entry_values = {type: list(names) for type, names in self.values.items()}
            self.terminate(block, blocks, shape, result)

    def terminate(self, block: int, blocks: int, shape: str, result: str) -> None:
        module, r = self.module, self.random
        if block == blocks - 1 or r.random() < 0.05:
            if r.random() < 0.1:
                self.lines.append("  unreachable")
            elif result == "void":
                self.lines.append("  ret void")
            else:
                self.lines.append(f"  ret {result} {self.use(result)}")
            return
        following = f"%b{block + 1}"
        if shape == "chain":
            self.lines.append(f"  br label {following}")
            return
        other = (
            f"%b{r.randint(1, blocks - 1)}"
            if shape == "random"
            else f"%b{blocks - 1 - block if blocks - 1 - block > 0 else block + 1}"
        )
        kind = r.random()
        if kind < 0.75:
            loop = ", !llvm.loop !0" if r.random() < 0.1 and self.loop_metadata() else ""
            self.lines.append(f"  br i1 {self.use('i1')}, label {following}, label {other}{loop}")
        elif kind < 0.97:
            type = self.module.integer()
            values = dict.fromkeys(r.choice((0, 1, 2, 3, 5, 1)) for _ in range(3))
            width = int(type[1:])
            cases = " ".join(
                f"{type} {value % (1 << width) if width > 1 else value % 2}, label {other}" for value in values if width > 3
            )
            self.lines.append(f"  switch {type} {self.use(type)}, label {following} [ {cases} ]")
        elif not module.wild("addresses of blocks"):
            self.lines.append(f"  br label {following}")
        else:
            self.lines.append(f"  indirectbr ptr blockaddress(@f{self.number}, {following}), [label {following}, label {other}]")

    def loop_metadata(self) -> bool:
        if not any(line.startswith("!0 ") for line in self.module.metadata):
            hint = self.random.choice(('!"llvm.loop.unroll.disable"', '!"llvm.loop.unroll.count", i32 4', '!"llvm.loop.unroll.full"', '!"llvm.loop.vectorize.width", i32 3', '!"nonsense"', '!"llvm.loop.unroll.count", i32 0', '!"llvm.loop.unroll.count", !"x"'))  # fmt: skip
            self.module.metadata += ["!0 = distinct !{!0, !1}", f"!1 = !{{{hint}}}"]
        return True

    # ---- instructions

    def instruction(self) -> None:
        r = self.random
        getattr(self, r.choice(_KINDS if self.module.gpu else _HOST_KINDS))()

    def do_integer(self) -> None:
        type = self.integer_like()
        op = self.random.choice(INTEGER_BINARY)
        flags = self.random.choice(("", "", "nuw ", "nsw ", "nuw nsw ")) if op in ("add", "sub", "mul", "shl") else ""
        if op in ("udiv", "sdiv", "lshr", "ashr"):
            flags = self.random.choice(("", "", "exact "))
        if op == "or":
            flags = self.random.choice(("", "disjoint "))
        self.define(type, f"{op} {flags}{type} {self.use(type)}, {self.use(type)}")

    def do_float(self) -> None:
        type = self.float_like()
        r = self.random
        if r.random() < 0.15:
            self.define(type, f"fneg {r.choice(FLAGS)}{type} {self.use(type)}")
        else:
            self.define(type, f"{r.choice(FLOAT_BINARY)} {r.choice(FLAGS)}{type} {self.use(type)}, {self.use(type)}")

    def do_compare(self) -> None:
        r = self.random
        type = self.float_like() if r.random() < 0.4 else self.integer_like() if r.random() < 0.8 else self.pointer()[0]
        word = "fcmp" if element_of(type) in FLOATS else "icmp"
        predicate = r.choice(FLOAT_COMPARISONS if word == "fcmp" else COMPARISONS)
        self.define(with_element(type, "i1"), f"{word} {predicate} {type} {self.use(type)}, {self.use(type)}")

    def do_select(self) -> None:
        type = self.known_type(lambda type: True, self.module.first_class)
        condition = with_element(type, "i1") if type.startswith("<") and "{" not in type and self.random.random() < 0.6 else "i1"
        self.define(type, f"select {condition} {self.use(condition)}, {type} {self.use(type)}, {type} {self.use(type)}")

    def do_cast(self) -> None:
        r = self.random
        kind = r.choice(("widen", "narrow", "itof", "ftoi", "ftof", "bits", "pointer", "space", "itof", "ftoi"))
        if kind in ("widen", "narrow"):
            type = self.integer_like()
            width = int(element_of(type)[1:])
            other = int(self.module.integer()[1:])
            if other == width:
                return
            word = "trunc" if other < width else r.choice(("zext", "sext"))
            target = with_element(type, f"i{other}")
            self.define(target, f"{word} {type} {self.use(type)} to {target}")
        elif kind == "itof":
            type = self.integer_like()
            if self.module.gpu and int(element_of(type)[1:]) > 64 and not self.module.wild("wide conversions"):
                return
            target = with_element(type, self.module.float())
            self.define(target, f"{r.choice(('sitofp', 'uitofp', 'uitofp nneg'))} {type} {self.use(type)} to {target}")
        elif kind == "ftoi":
            type = self.float_like()
            target = with_element(type, self.module.integer())
            if self.module.gpu and int(element_of(target)[1:]) > 64 and not self.module.wild("wide conversions"):
                return
            word = r.choice(("fptosi", "fptoui"))
            if r.random() < 0.5:
                self.call(f"llvm.{word}.sat.{mangled(target)}.{mangled(type)}", target, (type,))
            else:
                self.define(target, f"{word} {type} {self.use(type)} to {target}")
        elif kind == "ftof":
            type = self.float_like()
            order = ("half", "bfloat", "float", "double", *(("x86_fp80", "fp128") if self.module.wild("wide floats") else ()))
            new = r.choice(order)
            sizes = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "x86_fp80": 80, "fp128": 128}
            before = sizes[element_of(type)]
            if sizes[new] == before:
                return
            target = with_element(type, new)
            self.define(target, f"{'fpext' if sizes[new] > before else 'fptrunc'} {type} {self.use(type)} to {target}")
        elif kind == "bits":
            type = self.known_type(lambda type: bits_of(type) is not None, self.module.vector)
            bits = bits_of(type)
            if bits is None:
                return
            targets = [f"i{bits}"] + [f"<{bits // size} x {name}>" for name, size in (("i1", 1), ("i8", 8), ("i16", 16), ("half", 16), ("i32", 32), ("float", 32), ("i64", 64), ("i3", 3)) if bits % size == 0]  # fmt: skip
            target = r.choice(targets)
            self.define(target, f"bitcast {type} {self.use(type)} to {target}")
        elif kind == "pointer":
            pointer, value = self.pointer()
            if r.random() < 0.5:
                target = self.module.integer()
                self.define(target, f"ptrtoint {pointer} {value} to {target}")
            else:
                type = self.module.integer()
                self.define(pointer, f"inttoptr {type} {self.use(type)} to {pointer}")
        else:
            pointer, value = self.pointer()
            target = self.module.pointer()
            if target != pointer:
                self.define(target, f"addrspacecast {pointer} {value} to {target}")

    def do_memory(self) -> None:
        r = self.random
        kind = r.choice(("load", "store", "load", "store", "alloca", "gep", "gep"))
        pointer, address = self.pointer()
        volatile = r.choice(("", "volatile "))
        aligns = ("", "", ", align 1", ", align 4", ", align 16", ", align 4294967296", ", align 128")
        align = r.choice(aligns if self.module.wild("alignment") else aligns[:5])
        if kind == "load":
            type = self.module.memory_type()
            extra = r.choice(("",) * 6 + (", !nontemporal !2", ", !invariant.load !3", ", !range !4"))
            extra = "" if "!" in extra and not self.access_metadata() else extra
            self.define(
                type,
                f"load {volatile}{type}, {pointer} {address}{align}{extra if type == 'i32' or '!range' not in extra else ''}",
            )
        elif kind == "store":
            type = self.known_type(lambda type: True, self.module.memory_type)
            self.lines.append(f"  store {volatile}{type} {self.use(type)}, {pointer} {address}{align}")
        elif kind == "alloca":
            type = self.module.memory_type()
            counts = ("", "", ", i32 7", f", i32 {self.use('i32')}", ", i64 4294967296", f", i128 {self.use('i128')}")
            count = r.choice(counts if self.module.wild("stack") else counts[:3])
            space = r.choice(("", ", addrspace(5)", ", addrspace(3)")) if self.module.wild("stack") else ""
            target = "ptr" if not space else "ptr" + space.removeprefix(",")
            self.define(target, f"alloca {type}{count}{align}{space}")
        else:
            type = self.module.memory_type()
            index = self.module.integer()
            more = f", i32 {r.choice((0, 1, 2))}" if type.startswith(("{", "[", "<", "%")) and r.random() < 0.5 else ""
            flags = r.choice(("", "inbounds ", "nuw ", "nusw "))
            self.define(pointer, f"getelementptr {flags}{type}, {pointer} {address}, {index} {self.use(index)}{more}")

    def access_metadata(self) -> bool:
        lines = ("!2 = !{i32 1}", "!3 = !{}", "!4 = !{i32 0, i32 7}")
        if not any(line.startswith("!2 ") for line in self.module.metadata):
            self.module.metadata += lines
        return True

    def do_atomic(self) -> None:
        r = self.random
        pointer, address = self.pointer()
        wild = self.module.wild("atomics")
        scope = r.choice(SCOPES if wild else SCOPES[:4])
        scope = f' syncscope("{scope}")' if scope else ""
        volatile = r.choice(("", "", "volatile "))
        align = r.choice(("", ", align 1", ", align 4", ", align 8", ", align 16")) if wild else ", align 8"
        kind = r.choice(("load", "store", "rmw", "rmw", "exchange", "fence"))
        types = ("i8", "i16", "i32", "i64", "float", "double", "half", "bfloat", "ptr", "<2 x half>", "<2 x float>", "<4 x i8>")
        types = types[:8] if self.module.calm else types
        type = r.choice(types if not wild else (*INTEGERS, *types, "ptr addrspace(3)"))
        if not wild and pointer == "ptr addrspace(4)":
            return
        if kind == "fence":
            self.lines.append(f"  fence{scope} {r.choice(ORDERS[2:])}")
        elif kind == "load":
            self.define(
                type,
                f"load atomic {volatile}{type}, {pointer} {address}{scope} {r.choice(('unordered', 'monotonic', 'acquire', 'seq_cst'))}{align or ', align 8'}",
            )
        elif kind == "store":
            self.lines.append(
                f"  store atomic {volatile}{type} {self.use(type)}, {pointer} {address}{scope} {r.choice(('unordered', 'monotonic', 'release', 'seq_cst'))}{align or ', align 8'}"
            )
        elif kind == "exchange":
            if not is_integer(type) and not type.startswith("ptr"):
                type = "i32"
            weak = r.choice(("", "weak "))
            orders = f"{r.choice(ORDERS[1:])} {r.choice(('monotonic', 'acquire', 'seq_cst'))}"
            self.define(
                f"{{ {type}, i1 }}",
                f"cmpxchg {weak}{volatile}{pointer} {address}, {type} {self.use(type)}, {type} {self.use(type)}{scope} {orders}{align}",
            )
        else:
            if element_of(type) in FLOATS:
                op = r.choice(("fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum", "xchg"))
            elif type.startswith(("ptr", "<")):
                op = "xchg"
            else:
                op = r.choice(
                    (
                        "add",
                        "sub",
                        "and",
                        "or",
                        "xor",
                        "nand",
                        "max",
                        "min",
                        "umax",
                        "umin",
                        "xchg",
                        "uinc_wrap",
                        "udec_wrap",
                        "usub_cond",
                        "usub_sat",
                    )
                )
            order = r.choice(ORDERS[1:]) if wild or not self.module.gpu else "monotonic"
            if not scope and not wild:
                scope = ' syncscope("device")'
            self.define(type, f"atomicrmw {volatile}{op} {pointer} {address}, {type} {self.use(type)}{scope} {order}{align}")

    def do_parts(self) -> None:
        r = self.random
        kind = r.choice(("extract", "insert", "shuffle", "field", "field", "freeze", "va"))
        if kind in ("extract", "insert", "shuffle"):
            type = self.known_type(lambda type: type.startswith("<") and "{" not in type, self.module.vector)
            if not type.startswith("<") or "vscale" in type or "{" in type:
                return
            element, count = element_of(type), count_of(type)
            index_type = self.module.integer()
            index = (
                self.use(index_type)
                if r.random() < 0.4 or index_type == "i1"
                else str(r.randrange(count + 1) % (1 << min(60, int(index_type[1:]) - 1)))
            )
            if kind == "extract":
                self.define(element, f"extractelement {type} {self.use(type)}, {index_type} {index}")
            elif kind == "insert":
                self.define(type, f"insertelement {type} {self.use(type)}, {element} {self.use(element)}, {index_type} {index}")
            else:
                new = self.module.lanes()
                mask = ", ".join(
                    r.choice((f"i32 {r.randrange(2 * count)}", f"i32 {r.randrange(2 * count)}", "i32 poison")) for _ in range(new)
                )
                self.define(
                    f"<{new} x {element}>",
                    f"shufflevector {type} {self.use(type)}, {type} {self.use(type)}, <{new} x i32> <{mask}>",
                )
        elif kind == "field":
            type = self.known_type(lambda type: type.startswith(("[", "{")), self.module.struct)
            parts = parts_of(type)
            if not parts:
                return
            index = r.randrange(len(parts)) if r.random() < 0.97 else len(parts)
            part = parts[index % len(parts)]
            if r.random() < 0.5:
                self.define(part, f"extractvalue {type} {self.use(type)}, {index}")
            else:
                self.define(type, f"insertvalue {type} {self.use(type)}, {part} {self.use(part)}, {index}")
        elif kind == "freeze":
            type = self.known_type(lambda type: True, self.module.first_class)
            self.define(type, f"freeze {type} {self.use(type)}")
        elif r.random() < 0.1:
            pointer, address = self.pointer()
            self.define("i32", f"va_arg {pointer} {address}, i32")

    def call(self, name: str, result: str, types: Sequence[str], flags: str = "", last: Sequence[str] = ()) -> None:
        """A call of the intrinsic `name`; `last` are its operands that must be constants, with their types."""
        given = [f"{type} {self.use(type)}" for type in types] + list(last)
        signature = ", ".join(
            (*types, *(text.rpartition(" ")[0] if not text.startswith("metadata") else "metadata" for text in last))
        )
        self.module.declarations.setdefault(name, f"declare {result} @{name}({signature})")
        text = f"call {flags}{result} @{name}({', '.join(given)})"
        if result == "void":
            self.lines.append(f"  {text}")
        else:
            self.define(result, text)

    def do_intrinsic(self) -> None:
        r = self.random
        sane = self.module.gpu and not self.module.wild("intrinsics")
        kind = r.choice(
            ("i1", "if", "i2", "i2", "i3", "f1", "f1", "f2", "f3", "reduce", "class", "memory", "mixed", "masked", "constrained")
        )
        flags = r.choice(FLAGS)
        if kind in ("i1", "if", "i2", "i3"):
            type = self.integer_like()
            suffix = mangled(type)
            if kind == "i1":
                bytes_ = int(element_of(type)[1:]) % 16 == 0
                self.call(f"llvm.{r.choice(UNARY_INTEGER if bytes_ or not sane else UNARY_INTEGER[:2])}.{suffix}", type, (type,))
            elif kind == "if":
                self.call(
                    f"llvm.{r.choice(FLAGGED_INTEGER)}.{suffix}", type, (type,), last=(f"i1 {r.choice(('true', 'false'))}",)
                )
            elif kind == "i2":
                op = r.choice(BINARY_INTEGER[:-4] if sane else BINARY_INTEGER)
                result = f"{{ {type}, {with_element(type, 'i1')} }}" if "overflow" in op else type
                if op in ("scmp", "ucmp"):
                    result = with_element(type, "i8")
                    suffix = f"{mangled(result)}.{suffix}"
                self.call(f"llvm.{op}.{suffix}", result, (type, type))
            else:
                op = r.choice(TERNARY_INTEGER[:2] if sane else TERNARY_INTEGER)
                if ".fix" in op:
                    self.call(f"llvm.{op}.{suffix}", type, (type, type), last=(f"i32 {r.choice((0, 1, 3, 31))}",))
                else:
                    self.call(f"llvm.{op}.{suffix}", type, (type, type, type))
        elif kind in ("f1", "f2", "f3"):
            type = self.float_like()
            suffix = mangled(type)
            if kind == "f1":
                self.call(f"llvm.{r.choice(UNARY_FLOAT[:9] if sane else UNARY_FLOAT)}.{suffix}", type, (type,), flags)
            elif kind == "f2":
                self.call(f"llvm.{r.choice(BINARY_FLOAT[:7] if sane else BINARY_FLOAT)}.{suffix}", type, (type, type), flags)
            else:
                self.call(f"llvm.{r.choice(TERNARY_FLOAT)}.{suffix}", type, (type, type, type), flags)
        elif kind == "reduce":
            if self.module.calm and r.random() < 0.9:
                return
            if r.random() < 0.5:
                type = self.module.vector(self.module.integer())
                self.call(f"llvm.vector.reduce.{r.choice(REDUCTIONS)}.{mangled(type)}", element_of(type), (type,))
            else:
                type = self.module.vector(self.module.float())
                element = element_of(type)
                if r.random() < 0.5:
                    self.call(f"llvm.vector.reduce.{r.choice(FLOAT_REDUCTIONS)}.{mangled(type)}", element, (type,), flags)
                else:
                    self.call(f"llvm.vector.reduce.{r.choice(('fadd', 'fmul'))}.{mangled(type)}", element, (element, type), flags)
        elif kind == "class":
            type = self.float_like()
            self.call(f"llvm.is.fpclass.{mangled(type)}", with_element(type, "i1"), (type,), last=(f"i32 {r.randrange(1024)}",))
        elif kind == "memory":
            first, second = self.pointer()[0], self.pointer()[0]
            size = r.choice(("i32", "i64"))
            count = r.choice((f"{size} {r.choice((0, 1, 3, 64, 1 << 20))}", f"{size} {self.use(size)}"))
            word = r.choice(("memcpy", "memmove", "memset", "memcpy.inline", "memset.inline"))
            if word.startswith("memset"):
                name, types = f"llvm.{word}.{mangled(first)}.{size}", (first, "i8")
            else:
                name, types = f"llvm.{word}.{mangled(first)}.{mangled(second)}.{size}", (first, second)
            self.call(name, "void", types, last=(count, f"i1 {r.choice(('true', 'false'))}"))
        elif kind == "masked":
            if self.module.calm:
                return
            type = self.module.vector(r.choice((self.module.integer(), self.module.float())))
            mask, pointer = with_element(type, "i1"), self.pointer()[0]
            pointers = with_element(type, pointer)
            word = r.choice(
                ("load", "store", "gather", "scatter")
                if sane
                else ("load", "store", "gather", "scatter", "compressstore", "expandload")
            )
            if word == "load":
                self.call(f"llvm.masked.load.{mangled(type)}.{mangled(pointer)}", type, (pointer, mask, type))
            elif word == "store":
                self.call(f"llvm.masked.store.{mangled(type)}.{mangled(pointer)}", "void", (type, pointer, mask))
            elif word == "gather":
                self.call(f"llvm.masked.gather.{mangled(type)}.{mangled(pointers)}", type, (pointers, mask, type))
            elif word == "scatter":
                self.call(f"llvm.masked.scatter.{mangled(type)}.{mangled(pointers)}", "void", (type, pointers, mask))
            elif word == "compressstore":
                self.call(f"llvm.masked.compressstore.{mangled(type)}", "void", (type, "ptr", mask))
            else:
                self.call(f"llvm.masked.expandload.{mangled(type)}", type, ("ptr", mask, type))
        elif kind == "constrained":
            if not sane:
                type = self.float_like()
                op = r.choice(CONSTRAINED)
                self.call(
                    f"llvm.experimental.constrained.{op}.{mangled(type)}",
                    type,
                    (type, type),
                    last=('metadata !"round.dynamic"', 'metadata !"fpexcept.strict"'),
                )
        else:
            getattr(self, r.choice(("mixed_stack",) if sane else ("mixed_powers", "mixed_odd", "mixed_odd", "mixed_stack")))()

    def mixed_powers(self) -> None:
        r = self.random
        type = self.float_like()
        other = with_element(type, r.choice(("i32", "i16", "i64")))
        scalar = element_of(other)
        match r.choice(("powi", "ldexp", "frexp", "modf", "sincos", "lround")):
            case "powi":
                self.call(f"llvm.powi.{mangled(type)}.{mangled(scalar)}", type, (type, scalar))
            case "ldexp":
                self.call(f"llvm.ldexp.{mangled(type)}.{mangled(other)}", type, (type, other))
            case "frexp":
                self.call(f"llvm.frexp.{mangled(type)}.{mangled(other)}", f"{{ {type}, {other} }}", (type,))
            case "lround":
                word = r.choice(("lround", "llround", "lrint", "llrint"))
                self.call(f"llvm.{word}.{mangled(other)}.{mangled(type)}", other, (type,))
            case word:
                self.call(f"llvm.{word}.{mangled(type)}", f"{{ {type}, {type} }}", (type,))

    def mixed_odd(self) -> None:
        r = self.random
        match r.choice(
            (
                "trap",
                "assume",
                "expect",
                "prefetch",
                "clock",
                "thread",
                "frame",
                "var",
                "eh",
                "region",
                "cmp",
                "bits",
                "debug",
                "active",
                "vp",
                "reverse",
                "convert",
                "pseudo",
            )
        ):
            case "trap":
                self.call(
                    r.choice(("llvm.trap", "llvm.debugtrap", "llvm.donothing", "llvm.sideeffect", "llvm.pcmarker")), "void", ()
                )
            case "assume":
                self.call("llvm.assume", "void", ("i1",))
            case "expect":
                type = self.module.integer()
                self.call(f"llvm.expect.{type}", type, (type, type))
            case "prefetch":
                pointer = self.pointer()[0]
                self.call(
                    f"llvm.prefetch.{mangled(pointer)}", "void", (pointer,), last=("i32 0", f"i32 {r.randrange(5)}", "i32 1")
                )
            case "clock":
                self.call(r.choice(("llvm.readcyclecounter", "llvm.readsteadycounter")), "i64", ())
            case "thread":
                self.call(
                    r.choice(
                        (
                            "llvm.thread.pointer.p0",
                            "llvm.sponentry.p0",
                            "llvm.addressofreturnaddress.p0",
                            "llvm.swift.async.context.addr",
                        )
                    ),
                    "ptr",
                    (),
                )
            case "frame":
                self.call(r.choice(("llvm.frameaddress.p0", "llvm.returnaddress")), "ptr", (), last=("i32 0",))
            case "var":
                self.call(r.choice(("llvm.va_start.p0", "llvm.va_end.p0")), "void", ("ptr",))
            case "eh":
                self.call("llvm.eh.unwind.init", "void", ())
            case "region":
                self.call("llvm.threadlocal.address.p0", "ptr", ("ptr",))
            case "cmp":
                self.call("llvm.objectsize.i64.p0", "i64", ("ptr",), last=("i1 true", "i1 false", "i1 false"))
            case "bits":
                self.call("llvm.ptrmask.p0.i64", "ptr", ("ptr", "i64"))
            case "debug":
                self.call("llvm.is.constant.i32", "i1", ("i32",))
            case "active":
                self.call("llvm.get.active.lane.mask.v4i1.i32", "<4 x i1>", ("i32", "i32"))
            case "vp":
                self.call("llvm.vp.add.v4i32", "<4 x i32>", ("<4 x i32>", "<4 x i32>", "<4 x i1>", "i32"))
            case "reverse":
                type = self.module.vector()
                self.call(f"llvm.vector.reverse.{mangled(type)}", type, (type,))
            case "convert":
                self.call("llvm.convert.from.fp16.f32", "float", ("i16",))
            case _:
                self.call("llvm.pseudoprobe", "void", (), last=("i64 1", "i64 1", "i32 0", "i64 -1"))

    def mixed_stack(self) -> None:
        r = self.random
        if r.random() < 0.5 and self.module.wild("stack"):
            saved = self.fresh()
            self.module.declarations.setdefault("llvm.stacksave.p0", "declare ptr @llvm.stacksave.p0()")
            self.module.declarations.setdefault("llvm.stackrestore.p0", "declare void @llvm.stackrestore.p0(ptr)")
            self.lines.append(f"  {saved} = call ptr @llvm.stacksave.p0()")
            self.define("ptr", f"alloca i32, i32 {self.use('i32')}")
            self.lines.append(f"  call void @llvm.stackrestore.p0(ptr {saved})")
        else:
            slot = self.define("ptr", f"alloca {self.module.memory_type()}")
            for word in ("start", "end"):
                self.module.declarations.setdefault(f"llvm.lifetime.{word}.p0", f"declare void @llvm.lifetime.{word}.p0(ptr)")
                self.lines.append(f"  call void @llvm.lifetime.{word}.p0(ptr {slot})")

    def do_nvvm(self) -> None:
        r = self.random
        wild = self.module.wild("nvvm")
        match r.choice(
            ("register", "register", "barrier", "shuffle", "vote", "match", "redux", "float", *(("any",) if wild else ()))
        ):
            case "register":
                word = r.choice(READ_REGISTERS if wild else READ_REGISTERS[:14])
                self.call(f"llvm.nvvm.read.ptx.sreg.{word}", "i64" if word in ("clock64", "globaltimer") else "i32", ())
            case "barrier":
                word = r.choice(
                    (
                        "barrier0",
                        "barrier.cta.sync.aligned.all",
                        "bar.warp.sync",
                        "membar.gl",
                        "membar.cta",
                        *(("fence.sc.cluster", "barrier.cluster.arrive", "cp.async.wait.all", "exit") if wild else ()),
                    )
                )
                self.call(
                    f"llvm.nvvm.{word}", "void", ("i32",) if word in ("barrier.cta.sync.aligned.all", "bar.warp.sync") else ()
                )
            case "shuffle":
                kind, type = r.choice(("down", "up", "bfly", "idx")), r.choice(("i32", "f32"))
                value = "i32" if type == "i32" else "float"
                if r.random() < 0.5:
                    self.call(f"llvm.nvvm.shfl.sync.{kind}.{type}", value, ("i32", value, "i32", "i32"))
                else:
                    self.call(f"llvm.nvvm.shfl.sync.{kind}.{type}p", f"{{ {value}, i1 }}", ("i32", value, "i32", "i32"))
            case "vote":
                kind = r.choice(("all", "any", "uni", "ballot"))
                self.call(f"llvm.nvvm.vote.{kind}.sync", "i32" if kind == "ballot" else "i1", ("i32", "i1"))
            case "match":
                type = r.choice(("i32", "i64"))
                if r.random() < 0.5:
                    self.call(f"llvm.nvvm.match.any.sync.{type}", "i32", ("i32", type))
                else:
                    self.call(f"llvm.nvvm.match.all.sync.{type}p", "{ i32, i1 }", ("i32", type))
            case "redux":
                if not wild:
                    return
                self.call(f"llvm.nvvm.redux.sync.{r.choice(('add', 'umin', 'max', 'and', 'xor', 'fmin'))}", "i32", ("i32", "i32"))
            case "float":
                name, count = r.choice(
                    (
                        ("ex2.approx.f", 1),
                        ("lg2.approx.f", 1),
                        ("sin.approx.f", 1),
                        ("sqrt.rn.f", 1),
                        ("rsqrt.approx.ftz.f", 1),
                        ("div.full", 2),
                        ("fma.rn.f", 3),
                        ("fmax.nan.f", 2),
                        ("saturate.f", 1),
                        ("rcp.rn.f", 1),
                        ("add.rz.f", 2),
                    )
                )
                self.call(f"llvm.nvvm.{name}", "float", ("float",) * count)
            case _:
                # An intrinsic that is there, of types that are not its own.
                name = r.choice(
                    (
                        "f2i.rn",
                        "d2f.rm",
                        "prmt",
                        "sad.i",
                        "mulhi.i",
                        "bitcast.f2i",
                        "fns",
                        "isspacep.shared",
                        "ldu.global.i.i32.p1",
                        "mapa",
                        "nanosleep",
                        "movmatrix.sync.aligned.m8n8.trans.b16",
                        "cp.async.commit.group",
                        "idp4a.s.s",
                        "wgmma.fence.sync.aligned",
                        "tcgen05.fence.before.thread.sync",
                        "setmaxnreg.inc.sync.aligned.u32",
                        "griddepcontrol.wait",
                        "elect.sync",
                        "mma.m16n8k16.row.col.f32.f32",
                        "nothing.here",
                    )
                )
                self.call(
                    f"llvm.nvvm.{name}",
                    r.choice(("i32", "float", "void", "{ i32, i1 }")),
                    [self.module.scalar() for _ in range(r.randrange(4))],
                )

    def do_assembly(self) -> None:
        r = self.random
        result = r.choice(("void", "i32", "i64", "float", "{ i32, i32 }"))
        if not self.module.calm:
            result = r.choice((result, self.module.scalar(), self.module.first_class()))
        types = [
            self.module.scalar() if r.random() < 0.5 and not self.module.calm else r.choice(("i32", "i64", "float"))
            for _ in range(r.randrange(4))
        ]
        letters = {"i32": "r", "i64": "l", "float": "f", "double": "d", "i16": "h", "i1": "b"}
        sensible = not self.module.wild("constraints")
        outputs = (
            []
            if result == "void"
            else ["=" + letters.get(part, r.choice(CONSTRAINTS)) for part in (parts_of(result) or [result])]
        )
        inputs = [letters.get(type, "l") for type in types]
        constraints = [*outputs, *inputs, *r.choice(((), ("~{memory}",), ("~{cc}",), ("~{x",)))]
        if not sensible:
            for _ in range(2):
                if constraints:
                    constraints[r.randrange(len(constraints))] = r.choice(("", "=", "=&", "+", "~", "*", "!")) + r.choice(
                        CONSTRAINTS
                    )
        words = r.choice(
            ("", "sideeffect ", "alignstack ", "inteldialect ", "sideeffect alignstack inteldialect unwind ")[
                : 2 if sensible else 5
            ]
        )
        text = f'call {result} asm {words}"{r.choice(BODIES if not sensible else ("nop;", "// $0", "{", "", "}"))}", "{",".join(constraints)}"({", ".join(f"{type} {self.use(type)}" for type in types)})'
        if result == "void":
            self.lines.append(f"  {text}")
        else:
            self.define(result, text)

    def do_call(self) -> None:
        r = self.random
        tail = r.choice(("", "tail ", "musttail ", "notail ")) if self.module.wild("tail calls") else ""
        kind = r.random()
        if (self.module.functions and kind < 0.5) or (self.module.calm and kind > 0.95 and self.module.functions):
            name, result, types, convention = r.choice(self.module.functions)
            text = f"{tail}call {convention}{result} @{name}({', '.join(f'{type} {self.use(type)}' for type in types)})"
        elif kind < 0.7 and not self.module.calm:
            result, types = (self.module.first_class(), [self.module.first_class() for _ in range(r.randrange(3))])
            text = f"{tail}call {result} {self.use('ptr')}({', '.join(f'{type} {self.use(type)}' for type in types)})"
        elif kind < 0.95:
            known = (
                ("__nv_expf", "float", ["float"]),
                ("__nv_powi", "double", ["double", "i32"]),
                ("vprintf", "i32", ["ptr", "ptr"]),
                ("malloc", "ptr", ["i64"]),
                ("__nv_nothing", "float", ["float"]),
                ("external", self.module.first_class(), [self.module.first_class()]),
                ("memcpy", "ptr", ["ptr", "ptr", "i64"]),
                ("sinf", "float", ["float"]),
                ("__assertfail", "void", ["ptr", "ptr", "i32", "ptr", "i64"]),
                ("__nv_expf", "double", ["double"]),
            )
            name, result, types = r.choice(
                known if self.module.wild("declarations") else known[:4] if self.module.gpu else known[2:4]
            )
            self.module.declarations.setdefault(name, f"declare {result} @{name}({', '.join(types)})")
            text = f"call {result} @{name}({', '.join(f'{type} {self.use(type)}' for type in types)})"
        elif not self.module.calm:
            name, result = "variadic", "i32"
            self.module.declarations.setdefault(name, "declare i32 @variadic(ptr, ...)")
            type = self.module.scalar()
            text = f"call i32 (ptr, ...) @variadic(ptr {self.use('ptr')}, {type} {self.use(type)})"
        else:
            return
        if result == "void":
            self.lines.append(f"  {text}")
        else:
            self.define(result, text)


_HOST_KINDS = (
    *("do_integer",) * 5, *("do_float",) * 4, *("do_compare",) * 2, *("do_select",) * 2, *("do_cast",) * 5,
    *("do_memory",) * 6, *("do_atomic",) * 3, *("do_parts",) * 3, *("do_intrinsic",) * 6, "do_call", "do_call",
)  # fmt: skip
_KINDS = (*_HOST_KINDS, *("do_nvvm",) * 3, *("do_assembly",))


def is_integer(type: str) -> bool:
    """Whether `type` is `i32` or such."""
    return type.startswith("i") and type[1:].isdigit()


def element_of(type: str) -> str:
    """`float` of `<4 x float>`; any other type itself."""
    if type.startswith("<") and " x " in type and not type.startswith(("<{", "<vscale")):
        return type[type.index(" x ") + 3 : -1]
    return type


def count_of(type: str) -> int:
    """4 of `<4 x float>`."""
    return int(type[1 : type.index(" x ")])


def with_element(type: str, element: str) -> str:
    """`type`, a scalar or vector, of other elements."""
    if type.startswith("<") and " x " in type and not type.startswith(("<{", "<vscale")):
        return f"<{count_of(type)} x {element}>"
    return element


def bits_of(type: str) -> int | None:
    """The size of an integer, a float, or a vector of such; None for anything else."""
    element = element_of(type)
    size = int(element[1:]) if is_integer(element) else {"half": 16, "bfloat": 16, "float": 32, "double": 64}.get(element)
    return None if size is None else size * (count_of(type) if type.startswith("<") else 1)


def mangled(type: str) -> str:
    """How intrinsics name a type: `v4f32`."""
    if type.startswith("<") and not type.startswith(("<{", "<vscale")):
        return f"v{count_of(type)}{mangled(element_of(type))}"
    if type.startswith("ptr"):
        return "p" + (type[type.index("(") + 1 : -1] if "(" in type else "0")
    return {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "x86_fp80": "f80", "fp128": "f128"}.get(type, type)


def parts_of(type: str) -> list[str]:
    """The types of the parts of a struct or array."""
    if type.startswith("[") and " x " in type:
        return [type[type.index(" x ") + 3 : -1]] * min(3, int(type[1 : type.index(" x ")]))
    if not type.startswith("{ "):
        return []
    parts, depth, start = [], 0, 2
    for position, character in enumerate(type[:-2]):
        if character in "([{<" and position:
            depth += 1
        elif character in ")]}>":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(type[start:position].strip())
            start = position + 1
    parts.append(type[start:-2].strip())
    return [part for part in parts if part]


def random_module(seed: int, *, gpu: bool) -> str:
    """The module of `seed`, for a GPU or for the processor of this machine."""
    return _Module(seed, gpu=gpu).text()
