"""Instructions of `random_llvm_ir`, but calls."""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

from random_llvm_function import Writer
from random_llvm_types import bits_of, count_of, element_of, is_integer, mangled, parts_of, with_element
from random_llvm_words import (
    COMPARISONS,
    FLAGS,
    FLOAT_BINARY,
    FLOAT_COMPARISONS,
    FLOATS,
    INTEGER_BINARY,
    INTEGERS,
    ORDERS,
    SCOPES,
)


class Instructions(Writer):
    """Arithmetic, casts, memory, atomics, and the parts of vectors and aggregates."""

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
