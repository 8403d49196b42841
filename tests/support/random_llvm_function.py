"""The frame of a function of `random_llvm_ir`: parameters, blocks and control flow, and values to take operands from."""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from random_llvm_module import Module
from random_llvm_types import element_of, is_integer
from random_llvm_words import (
    ATTRIBUTES,
    CONVENTIONS,
    FLOATS,
    LINKAGES,
    NAMES,
    PARAMETER_ATTRIBUTES,
    SANE_ATTRIBUTES,
)


class Writer(ABC):
    """A function in the making: its values by type, its blocks, and how they end."""

    def __init__(self, module: Module, number: int):
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

    @abstractmethod
    def instruction(self) -> None:
        """Write one more."""
