"""The module of `random_llvm_ir`: types, constants, globals, and what the module has of the odd things."""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from random_llvm_words import BODIES, COUNTS, FLOATS, INTEGERS, NAMES, SPACES


class Module:
    """What the functions of a random module share: its chances, types, constants and globals."""

    def __init__(self, seed: int, *, gpu: bool):
        self.random = random.Random(seed)
        self.gpu = gpu
        self.declarations: dict[str, str] = {}
        self.globals: list[tuple[str, int]] = []
        self.functions: list[tuple[str, str, list[str], str]] = []
        self.metadata: list[str] = []
        self._wild: dict[str, bool] = {}
        self.debug: bool | None = None
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

    def text(self, body: Callable[[int], str]) -> str:
        """The module; `body` gives the text of the function of a number."""
        r = self.random
        self.add_globals()
        globals_, self.metadata = self.metadata, []
        bodies = [body(number) for number in range(r.choice((1, 1, 2, 3)))]
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
