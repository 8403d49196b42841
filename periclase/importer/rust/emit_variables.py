"""What a debugger is told of the variables of a function in Rust (`debug="full"`), from the `debug` lines of rustc's MIR.

```text
debug total => _5;        // in scope 3 at kernel.rs:9:13: 9:18
→
mir.dbg_value %total, "total" in_slot : !mir.ptr<mut f32>
```

A variable that has a local of its own is in the local's slot; of one that is a constant the value is stated. What rustc has
taken apart is stated part by part. Those that rustc has made a part of something else, or that are only written, have no such
place; those of Rust's own library are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, i64
from xdsl.ir import Attribute, SSAValue

from periclase.diagnostics import DiagnosticError
from periclase.dialects import mir
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.types import StructType, TupleType
from periclase.importer.rust.emit_base import is_library
from periclase.importer.rust.mir_lexer import Cursor, MirText
from periclase.importer.rust.mir_syntax import Character, Constant, DebugVariable, Number, Truth
from periclase.importer.rust.problems import RustProblem, unknown
from periclase.importer.rust.rust_types import Primitive
from periclase.importer.rust.type_parser import parse_type
from periclase.ir.locations import DEBUGGED_LANGUAGE_ATTRIBUTE, FUNCTIONS_ATTRIBUTE

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from periclase.importer.rust.emit_function import FunctionEmitter


class FunctionPlaces:
    """Which function each line of the source is in, as far as something on it was emitted."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, int], str] = {}

    def note(self, file: str, line: int, name: str, *, inlined: bool) -> None:
        """Say that a line of a file is in the function `name`.

        Args:
            inlined: whether that was inlined there; of two functions on a line it is this one that is asked for.
        """
        if inlined:
            self._names[file, line] = name
        else:
            self._names.setdefault((file, line), name)

    def mark(self, module: ModuleOp) -> None:
        """Say it of a module whose debug information is to be full."""
        rows: list[Attribute] = []
        for (file, line), name in sorted(self._names.items()):
            number = IntegerAttr(line, i64)
            rows.append(ArrayAttr([StringAttr(file), number, number, StringAttr(name)]))
        module.attributes[FUNCTIONS_ATTRIBUTE] = ArrayAttr(rows)
        module.attributes[DEBUGGED_LANGUAGE_ATTRIBUTE] = StringAttr("Rust")


def note_variables(emitter: FunctionEmitter, slots: dict[int, SSAValue]) -> None:
    """State the variables of a function that was emitted, behind its parameters.

    Args:
        emitter: of the function.
        slots: the locals that have memory of their own; no others are given any.
    """
    parameters = {local for local, _ in emitter.function.parameters}
    # What is needed for it comes to the end of the block as other operations do.
    goto = emitter.entry.last_op
    assert goto is not None
    goto.detach()
    emitter.block = emitter.entry
    for variable in emitter.body.variables:
        if not variable.source.file or is_library(variable.source.file):
            continue
        emitter.at(variable.source)
        place = variable.place
        if place is None:
            held = _constant(emitter, variable.value)
        else:
            held = None if place.projection else slots.get(place.local)
        if held is None:
            continue
        name, offset, whole = variable.name, 0, None
        if name.startswith("("):
            try:
                name, offset, whole = _part(emitter, name)
            except (DiagnosticError, RustProblem):  # its layout is not known: rustc has it in parts only
                continue
        emitter.effect(
            mir.DbgValueOp.make(
                held,
                name,
                in_slot=place is not None,
                argument=_argument(variable, parameters),
                at=offset,
                of=whole,
                location=emitter.location,
            )
        )
    emitter.effect(goto)


def _argument(variable: DebugVariable, parameters: set[int]) -> int:
    """Which parameter of the function a variable is, from 1; 0 if it is none."""
    place = variable.place
    if place is None or variable.source.scope or variable.name.startswith("("):
        return 0
    return place.local if place.local in parameters else 0


def _constant(emitter: FunctionEmitter, value: Constant | None) -> SSAValue | None:
    if isinstance(value, Number):
        return emitter.constant(value.value, emitter.lower(value.type))
    if isinstance(value, Truth | Character):
        kind = "bool" if isinstance(value, Truth) else "char"
        return emitter.constant(int(value.value), emitter.lower(Primitive(kind)))
    return None


def _part(emitter: FunctionEmitter, text: str) -> tuple[str, int, Attribute]:
    """The variable that a part is of, the part's offset in bytes, and the type of the variable.

    ```text
    ((pair: (f32, u32)).1: u32)   →   pair, 4, (f32, u32)
    ```

    Raises:
        DiagnosticError, RustProblem: where the part lies is not known.
    """
    cursor = Cursor(MirText("<variable>", [text]), 0, 0)
    depth = 0
    while cursor.takes("("):
        depth += 1
    name = cursor.token.text
    cursor.advance()
    cursor.expect(":")
    type = emitter.function.change(parse_type(cursor))
    cursor.expect(")")
    whole, offset = emitter.lower(type), 0
    for _ in range(depth - 1):
        cursor.expect(".")
        index = int(cursor.token.text)
        cursor.advance()
        cursor.expect(":")
        around, shape = emitter.lower(type), emitter.table.shape(type)
        position = shape.places.get((None, index))
        part = emitter.function.change(parse_type(cursor))
        cursor.expect(")")
        if isinstance(around, TupleType | StructType) and position is not None:
            offset += around.field_offsets()[position]
        elif shape.kind != "newtype" or size_of(emitter.lower(part)) != size_of(around):
            unknown(f"where field {index} of `{type}` lies is not known")
        type = part
    return name, offset, whole
