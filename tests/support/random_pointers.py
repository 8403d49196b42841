"""Random kernels of `mir` that pass pointers around, and how to run them on this machine.

A kernel has `BUFFERS` slices of `LENGTH` elements and a number. It mixes pointers to them with pointers to arrays of its own by
selects, block arguments, tuples, calls, now and then through memory or an integer, and reads and writes through what comes of
it. Every pointer in play points to the first of `LENGTH` elements, every access is inside; all loops end.
"""

from __future__ import annotations

import ctypes
import random

import lowered_mir

from periclase.codegen.llvm_ir import print_module

BUFFERS = 4
LENGTH = 8
PTR = "!mir.ptr<mut si32>"
SLICE = "!mir.slice<mut si32>"
SLOT = f"!mir.ptr<mut {PTR}>"


class _Writer:
    """Writes the body of one function."""

    def __init__(self, r: random.Random, pointers: list[str], numbers: list[str], callees: list[str]):
        self.random = r
        self.pointers = pointers
        self.numbers = numbers
        self.callees = callees
        self.lines: list[str] = []
        self.count = 0

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text: str) -> str:
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return name

    def pointer(self) -> str:
        return self.random.choice(self.pointers[-5:] if self.random.random() < 0.5 else self.pointers)

    def number(self) -> str:
        return self.random.choice(self.numbers)

    def place(self) -> str:
        """A pointer to some element."""
        mask = self.emit(f"mir.constant {LENGTH - 1} : si32")
        index = self.emit(f"mir.bitand {self.number()}, {mask} : si32")
        return self.emit(f"mir.ptr_offset {self.pointer()}[{index}] : {PTR}, si32")

    def condition(self) -> str:
        return self.emit(f"mir.lt {self.number()}, {self.number()} : si32")

    def body(self, statements: int, depth: int = 2) -> None:
        kinds = [
            (self.load, 6),
            (self.store, 4),
            (self.compute, 3),
            (self.own_array, 1),
            (self.select, 3),
            (self.pair, 1),
            (self.bulk, 1),
            (self.through_memory, 0.15),
            (self.through_integer, 0.15),
            (self.call, 2 if self.callees else 0),
            (lambda: self.branch(depth), 2 if depth else 0),
            (lambda: self.loop(depth), 1 if depth else 0),
        ]
        for kind in self.random.choices([k for k, _ in kinds], [w for _, w in kinds], k=statements):
            kind()

    def load(self) -> None:
        self.numbers.append(self.emit(f"mir.load {self.place()} : {PTR}"))

    def store(self) -> None:
        self.lines.append(f"  mir.store {self.number()}, {self.place()} : {PTR}")

    def compute(self) -> None:
        op = self.random.choice(("add", "mul", "bitxor"))
        self.numbers.append(self.emit(f"mir.{op} {self.number()}, {self.number()} : si32"))

    def own_array(self) -> None:
        array = f"!mir.array<{LENGTH} x si32>"
        slot = self.emit(f"mir.alloca {array}")
        zero = self.emit("mir.constant 0 : ui64")
        pointer = self.emit(f"mir.element_addr {slot}[{zero}] : !mir.ptr<mut {array}>, ui64")
        byte, count = self.emit("mir.constant 7 : ui8"), self.emit(f"mir.constant {LENGTH} : ui64")
        self.lines.append(f"  mir.memset {pointer}, {byte}, {count} : {PTR}, ui8, ui64")
        self.pointers.append(pointer)

    def select(self) -> None:
        condition = self.condition()
        self.pointers.append(self.emit(f"mir.select {condition}, {self.pointer()}, {self.pointer()} : {PTR}"))

    def pair(self) -> None:
        type = f"!mir.tuple<{PTR}, si32, {PTR}>"
        made = self.emit(f"mir.construct_tuple {self.pointer()}, {self.number()}, {self.pointer()} : {type}")
        self.pointers.append(self.emit(f"mir.extract_field {made}[{self.random.choice((0, 2))}] : {type}"))
        self.numbers.append(self.emit(f"mir.extract_field {made}[1] : {type}"))

    def bulk(self) -> None:
        count = self.emit(f"mir.constant {LENGTH} : ui64")
        match self.random.randrange(3):
            case 0:
                self.lines.append(
                    f"  mir.memmove {self.pointer()}, {self.pointer()}, {count} : {PTR}, {PTR}, ui64"
                )
            case 1:
                byte = self.emit("mir.constant 3 : ui8")
                self.lines.append(f"  mir.memset {self.pointer()}, {byte}, {count} : {PTR}, ui8, ui64")
            case _:
                self.lines.append(f"  mir.swap {self.place()}, {self.place()} : {PTR}, {PTR}")

    def through_memory(self) -> None:
        slot = self.emit(f"mir.alloca {PTR}")
        self.lines.append(f"  mir.store {self.pointer()}, {slot} : {SLOT}")
        self.pointers.append(self.emit(f"mir.load {slot} : {SLOT}"))

    def through_integer(self) -> None:
        number = self.emit(f"mir.cast ptr_to_int {self.pointer()} : {PTR} to ui64")
        self.pointers.append(self.emit(f"mir.cast int_to_ptr {number} : ui64 to {PTR}"))

    def call(self) -> None:
        callee = self.random.choice(self.callees)
        self.pointers.append(
            self.emit(
                f"mir.call @{callee}({self.pointer()}, {self.pointer()}, {self.number()}) "
                f": ({PTR}, {PTR}, si32) -> {PTR}"
            )
        )

    def nested(self, label: str, depth: int) -> tuple[str, str]:
        """A block of its own; gives a pointer and a number of it. What it defines is not seen behind it."""
        self.lines.append(f"^{label}:")
        pointers, numbers = len(self.pointers), len(self.numbers)
        self.body(self.random.randrange(4), depth - 1)
        found = self.pointer(), self.number()
        del self.pointers[pointers:], self.numbers[numbers:]
        return found

    def branch(self, depth: int) -> None:
        tag, pointer, number = self.fresh()[1:], self.fresh(), self.fresh()
        self.lines.append(f"  mir.cond_br {self.condition()}, ^{tag}a, ^{tag}b")
        for side in "ab":
            p, n = self.nested(f"{tag}{side}", depth)
            self.lines.append(f"  mir.goto ^{tag}c({p}, {n} : {PTR}, si32)")
        self.lines.append(f"^{tag}c({pointer} : {PTR}, {number} : si32):")
        self.pointers.append(pointer)
        self.numbers.append(number)

    def loop(self, depth: int) -> None:
        tag, pointer, turn = self.fresh()[1:], self.fresh(), self.fresh()
        turns = self.emit("mir.constant 3 : si32")
        self.lines.append(f"  mir.goto ^{tag}h({self.pointer()}, {turns} : {PTR}, si32)")
        self.lines.append(f"^{tag}h({pointer} : {PTR}, {turn} : si32):")
        self.pointers.append(pointer)
        p, _ = self.nested(f"{tag}i", depth) if self._enter(f"{tag}i") else ("", "")
        zero, one = self.emit("mir.constant 0 : si32"), self.emit("mir.constant 1 : si32")
        less = self.emit(f"mir.sub {turn}, {one} : si32")
        more = self.emit(f"mir.gt {less}, {zero} : si32")
        self.lines.append(f"  mir.cond_br {more}, ^{tag}h({p}, {less} : {PTR}, si32), ^{tag}o")
        self.lines.append(f"^{tag}o:")

    def _enter(self, label: str) -> bool:
        self.lines.append(f"  mir.goto ^{label}")
        return True


def random_kernel(seed: int) -> str:
    """The module with the kernel `@k` of number `seed`."""
    r = random.Random(seed)
    functions: list[str] = []
    callees: list[str] = []
    for name in ("f", "g")[: r.randrange(3)]:
        writer = _Writer(r, ["%p", "%q"], ["%n"], list(callees))
        writer.body(r.randrange(1, 7), 1)
        functions += [
            f"mir.func private @{name}(%p : {PTR}, %q : {PTR}, %n : si32) -> {PTR} {{",
            *writer.lines,
            f"  mir.return {writer.pointer()} : {PTR}",
            "}",
        ]
        callees.append(name)
    writer = _Writer(r, [], ["%n"], callees)
    for i in r.sample(range(BUFFERS), r.randrange(1, BUFFERS + 1)):  # the others stay as they are
        writer.pointers.append(writer.emit(f"mir.extract_field %x{i}[0] : {SLICE}"))
    writer.body(r.randrange(2, 14))
    parameters = ", ".join([*(f"%x{i} : {SLICE}" for i in range(BUFFERS)), "%n : si32"])
    return "\n".join(
        [
            *functions,
            f"mir.func @k({parameters}) attributes {{kernel}} {{",
            *writer.lines,
            "  mir.return",
            "}",
        ]
    )


def native(text: str) -> Native:
    """The kernel of `text` as a function."""
    module = lowered_mir.lower(text.replace(" attributes {kernel}", ""))
    return Native(lowered_mir.load(print_module(module, target="host"), "k", optimise=False))


class Native:
    """A kernel, compiled: one thread of it."""

    def __init__(self, address: int):
        pair = (ctypes.c_void_p, ctypes.c_uint64)
        self._function = ctypes.CFUNCTYPE(None, *pair * BUFFERS, ctypes.c_int32)(address)

    def __call__(self, contents: list[list[int]], number: int) -> list[list[int]]:
        """What the buffers, which hold `contents` before, hold behind it."""
        arrays = [(ctypes.c_int32 * LENGTH)(*row) for row in contents]
        arguments = [word for array in arrays for word in (ctypes.addressof(array), LENGTH)]
        self._function(*arguments, number)
        return [list(array) for array in arrays]
