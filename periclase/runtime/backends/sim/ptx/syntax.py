"""A module of PTX, as the parser gives it: names, declarations and instructions, with nothing resolved but scopes.

Registers that are declared in an inner `{ }` of a function are renamed where two scopes use one name, so that within a function a
name means one register.
"""

from __future__ import annotations

from periclase.record import MutableRecord, Record


class Location(Record):
    """Where an instruction comes from: what `.loc` says (PTX ISA, 11.5.2).

    Attributes:
        file: the name that `.file` gives.
        line, column: 1-based; a line of 0 means that it belongs to no line.
        function: what was inlined there, by its name in the debug information; empty where nothing was.
        caller: where that was called.
    """

    file: str
    line: int
    column: int
    function: str = ""
    caller: Location | None = None


class Register(Record):
    """A register; its type is in `Function.registers`."""

    name: str


class Immediate(Record):
    """A constant, as written.

    Attributes:
        value: an integer; or a float's bits as an integer if `floating` is 32 or 64 (`0f3F800000`, `0d…`; a decimal floating
            constant is of 64 bits: PTX ISA, 4.5.2).
        floating: 0 for an integer.
    """

    value: int
    floating: int = 0


class Special(Record):
    """A special register such as `%tid.x`, by its whole name, or a predefined constant such as `WARP_SZ`."""

    name: str


class Symbol(Record):
    """The address of a variable or of a function, and a number of bytes behind it."""

    name: str
    offset: int = 0


class Label(Record):
    """A place in the function."""

    name: str


class Vector(Record):
    """Operands in braces."""

    elements: tuple[Operand, ...]


class Address(Record):
    """An operand in brackets: a register, a symbol or an immediate, and a number of bytes behind it.

    Attributes:
        base: what it counts from.
        offset: bytes.
        coordinates: what stands behind the address in the same brackets, as of a tensor map: `[map, {x, y}]`.
    """

    base: Register | Symbol | Immediate
    offset: int = 0
    coordinates: tuple[Operand, ...] = ()


class Pair(Record):
    """Two destinations or operands, `p|q`."""

    first: Operand
    second: Operand


class Negated(Record):
    """A predicate operand, `!p`."""

    operand: Register


class Sink(Record):
    """The destination `_`: the value is not wanted."""


class Call(Record):
    """The operands of a `call`: `(results), callee, (arguments)`.

    Attributes:
        results: names of parameters in the caller that get the callee's.
        callee: a function, or the register with its address.
        arguments: names of parameters, registers or immediates.
        prototype: of an indirect call; else empty.
    """

    results: tuple[Operand, ...]
    callee: Symbol | Register
    arguments: tuple[Operand, ...]
    prototype: str = ""


Operand = Register | Immediate | Special | Symbol | Label | Vector | Address | Pair | Negated | Sink | Call


class Guard(Record):
    """`@p` or `@!p` in front of an instruction."""

    register: str
    negated: bool


class Instruction(Record):
    """One instruction.

    Attributes:
        opcode: its first word: `add`, `ld`, `cp`, `mma`, `mbarrier`.
        modifiers: the words behind it, in order and without the dots: `("rn", "f32")`, `("shared::cta", "v4", "b32")`.
        operands: in order, destinations first.
        guard: what it is predicated with.
        location: by the last `.loc` in front of it.
        line: its line in the PTX text, 1-based.
        text: as written, on one line, for messages.
    """

    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple[Operand, ...]
    guard: Guard | None = None
    location: Location | None = None
    line: int = 0
    text: str = ""


class Variable(Record):
    """A variable of a module or of a function, or a parameter.

    Attributes:
        name: unique within the module, or within its function.
        space: `global`, `const`, `shared`, `local`, `param`, `reg` (a parameter in a register).
        type: of an element: `b8`, `f32`, …
        count: elements; 1 for a scalar; 0 for an unsized array (`extern .shared`).
        alignment: bytes.
        initial: the bytes that it begins with, as long as it or shorter; what follows them is zero. None: it has no initialiser.
        relocations: of `initial`: where (bytes), whose address is put there, how many bytes wide it is.
        external: whether it is declared here only.
    """

    name: str
    space: str
    type: str
    count: int = 1
    alignment: int = 1
    initial: bytes | None = None
    relocations: tuple[tuple[int, Symbol, int], ...] = ()
    external: bool = False


class Function(MutableRecord):
    """A function or kernel.

    Attributes:
        name: its symbol.
        entry: whether it is a kernel.
        parameters: in order.
        results: of a device function, in order.
        registers: their types by name.
        variables: of its own (`shared` ones are one for a block, all others one for an activation), also `param` ones for calls.
        body: the instructions.
        labels: the index in `body` that each stands in front of (`len(body)` at the end).
        branch_targets: lists of labels that a `brx.idx` picks from, by name.
        directives: `.maxntid`, `.reqntid`, `.minnctapersm`, `.reqnctapercluster`, `.maxnreg` … with their numbers.
        external: whether it is declared here only.
    """

    name: str
    entry: bool
    parameters: tuple[Variable, ...]
    results: tuple[Variable, ...]
    registers: dict[str, str]
    variables: dict[str, Variable]
    body: list[Instruction]
    labels: dict[str, int]
    branch_targets: dict[str, tuple[str, ...]]
    directives: dict[str, tuple[int, ...]]
    external: bool = False


class Module(MutableRecord):
    """A module.

    Attributes:
        version: of PTX, such as (8, 6).
        target: such as `sm_90a`.
        variables: by name.
        functions: by name; declarations without a body are in it only if nothing defines them.
    """

    version: tuple[int, int]
    target: str
    variables: dict[str, Variable]
    functions: dict[str, Function]
