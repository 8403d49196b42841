"""Calls: intrinsics of `core`, stubs of the device crate, panics, functions of the user's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from xdsl.dialects.builtin import StringAttr, i1
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.types import UNIT, PtrType, is_int, ui8, ui32
from periclase.importer.rust.core_intrinsics import (
    INTRINSICS,
    IntrinsicCall,
    compare_elements,
    library_function,
    mathematics,
)
from periclase.importer.rust.emit_atomics import atomic
from periclase.importer.rust.emit_constants import ConstantEmitter
from periclase.importer.rust.functions import Target, callee_path
from periclase.importer.rust.mir_syntax import Call, ConstantOperand, Operand, Text, Use
from periclase.importer.rust.problems import RustProblem, reject, unknown
from periclase.importer.rust.rust_types import (
    NEVER,
    ConstantArgument,
    FunctionItem,
    Nominal,
    Path,
    Primitive,
    Reference,
    RustType,
    Tuple,
)

STUBS: Final = "cuda_device::stubs::"

_PANICS: Final = {
    "core::option::unwrap_failed": "called `Option::unwrap()` on a `None` value",
    "core::result::unwrap_failed": "called `Result::unwrap()` on an `Err` value",
    "core::panicking::panic_const::panic_const_add_overflow": "attempt to add with overflow",
    "core::panicking::panic_const::panic_const_sub_overflow": "attempt to subtract with overflow",
    "core::panicking::panic_const::panic_const_mul_overflow": "attempt to multiply with overflow",
    "core::panicking::panic_const::panic_const_div_overflow": "attempt to divide with overflow",
    "core::panicking::panic_const::panic_const_rem_overflow": "attempt to calculate the remainder with overflow",
    "core::panicking::panic_const::panic_const_neg_overflow": "attempt to negate with overflow",
    "core::panicking::panic_const::panic_const_shl_overflow": "attempt to shift left with overflow",
    "core::panicking::panic_const::panic_const_shr_overflow": "attempt to shift right with overflow",
    "core::panicking::panic_const::panic_const_div_by_zero": "attempt to divide by zero",
    "core::panicking::panic_const::panic_const_rem_by_zero": "attempt to calculate the remainder with a divisor of zero",
    "core::panicking::panic_bounds_check": "index out of bounds",
    "core::panicking::unreachable_display": "internal error: entered unreachable code",
    "core::slice::index::slice_index_fail": "range out of bounds of the slice",
    "core::slice::index::slice_start_index_len_fail": "range start index out of range for the slice",
    "core::slice::index::slice_end_index_len_fail": "range end index out of range for the slice",
    "core::slice::index::slice_index_order_fail": "slice index starts behind its end",
    "core::slice::copy_from_slice_impl::len_mismatch_fail": "source slice length does not match destination slice length",
    "core::intrinsics::abort": "abort",
    "core::cell::panic_already_borrowed": "already borrowed",
    "core::cell::panic_already_mutably_borrowed": "already mutably borrowed",
}
_OF_THE_HOST: Final = re.compile(
    r"<?std::(?:io|fs|net|thread|time|env|process|os|path|sync::(?:Mutex|RwLock|Condvar|mpsc|Once)|sys|collections|backtrace)\b"
)
_LIBRARY: Final = re.compile(r"<?&*(?:mut )?(?:core|std|alloc)::|<\[|<\(|<\{closure@(?:core|std)")
_PRIVATE_TRAIT: Final = re.compile(r"core::slice::cmp::")
"""Traits that nobody implements but `core`, for any type."""
_HEAP: Final = (
    "alloc::",
    *(f"{crate}::{module}::" for crate in ("std", "core") for module in ("alloc", "vec", "boxed", "string")),
    "__rust_alloc",
    "__rustc::",
)


def is_panic(path: str, call: Call) -> bool:
    """Whether a call is one of Rust's panics, which never come back."""
    if path in _PANICS or path.startswith("core::panicking::"):
        return True
    return call.target is None and path.startswith("core::") and not path.startswith("core::intrinsics::")


class CallEmitter(ConstantEmitter):
    """Emits calls."""

    def call(self, call: Call) -> bool:
        """Emit a call; whether the function goes on behind it."""
        path = callee_path(call)
        if path is None:
            reject(
                "a call through a function pointer",
                "a device has no addresses of functions that the compiler does not see",
                "take the function as a generic parameter: `fn apply<F: Fn(u32) -> u32>(f: F)`",
            )
        plain = path.plain
        if is_panic(plain, call):
            self.effect(mir.PanicOp.make(self.panic_message(plain, call), location=self.location))
            return False
        if plain.startswith("core::intrinsics::"):
            return self._intrinsic(path, plain.removeprefix("core::intrinsics::"), call)
        if plain.startswith(STUBS):
            return self._stub(path, plain.removeprefix(STUBS), call)
        handler = mathematics(plain) or library_function(plain)
        if handler is not None:
            values = [self.value(a, self._expected(call, n)) for n, a in enumerate(call.arguments)]
            generics = [self.function.change(a) for a in path.last.arguments]
            made = IntrinsicCall(self, plain, generics, self.lower(self.place_type(call.place)), values)
            return self._finish(call, handler(made))
        callee_type = call.callee.type if isinstance(call.callee, ConstantOperand) else None
        type = self.function.change(callee_type) if callee_type is not None else None
        changed = type.path if isinstance(type, FunctionItem) else self.function.qualified_path(path)
        target = self.of.linker.find(changed, type if isinstance(type, FunctionItem) else None, self.function)
        if target is None:
            if (
                self._known_trait(changed, call)
                or self._constructor(changed, call)
                or self._order_of_lengths(changed, call)
                or self._equal_floats(changed, call)
            ):
                return True
            self.refuse(changed, call)
        return self._function(target, call)

    def _finish(self, call: Call, result: SSAValue | None) -> bool:
        if call.target is None:
            self.effect(mir.UnreachableOp.make(location=self.location))
            return False
        if result is not None:
            self.write_result(call, result)
        return True

    def write_result(self, call: Call, result: SSAValue) -> None:
        """Put the result of a call in its place."""
        type = self.lower(self.place_type(call.place))
        self.write(call.place, self.coerce(result, type))

    # Panics

    def panic_message(self, path: str, call: Call) -> str:
        """What a panic says: its literal, the template of its format, or what the function is called for."""
        for argument in call.arguments:
            found = self.literal(argument)
            if found is not None:
                return found
        if path in _PANICS:
            return _PANICS[path]
        for argument in call.arguments:
            template = self.of.format_template(self.function, argument)
            if template is not None:
                return template if isinstance(template, str) else template_text(template)
        if path.endswith(
            ("panic_fmt", "panic_nounwind_fmt", "panic_display", "panic_str_2015", "panic_explicit")
        ):
            return "explicit panic"
        if "assert_failed" in path:
            return "assertion failed: the two sides are not as the assertion says"
        return path.rpartition("::")[2].replace("_", " ")

    def literal(self, operand: Operand) -> str | None:
        """The text of an operand that is a string literal, also by way of locals that are assigned once."""
        if isinstance(operand, ConstantOperand):
            return operand.value.value if isinstance(operand.value, Text) else None
        assert isinstance(operand, Use)
        if operand.place.projection:
            return None
        value = self.of.single_value(self.function, operand.place.local)
        return None if value is None else self.literal(value)

    # Intrinsics

    def _intrinsic(self, path: Path, name: str, call: Call) -> bool:
        if name == "unreachable":
            self.effect(mir.UnreachableOp.make(location=self.location))
            return False
        if name == "discriminant_value":
            pointer = self.value(call.arguments[0])
            located = self.pointed(pointer, self.type_of(call.arguments[0]))
            self.write_result(
                call, self.discriminant(self.load(located.pointer), located.type, self.place_type(call.place))
            )
            return True
        generics = [self.function.change(a) for a in path.last.arguments]
        if name.startswith("atomic_"):
            return self._finish(call, atomic(self, name, generics, call))
        handler = INTRINSICS.get(name)
        if handler is None:
            unknown(f"the intrinsic `core::intrinsics::{name}` has no form here")
        values = [self.value(a, self._expected(call, n)) for n, a in enumerate(call.arguments)]
        made = IntrinsicCall(self, name, generics, self.lower(self.place_type(call.place)), values)
        return self._finish(call, handler(made))

    def _expected(self, call: Call, index: int) -> RustType | None:
        """The type of an argument as the callee's type says it."""
        if isinstance(call.callee, ConstantOperand) and isinstance(call.callee.type, FunctionItem):
            parameters = call.callee.type.parameters
            if index < len(parameters):
                return self.function.change(parameters[index])
        return None

    def copy(self, source: SSAValue, target: SSAValue, count: SSAValue, overlapping: bool) -> None:
        """Copy elements from one place to another."""
        target = self.mutable(target)
        assert isinstance(target.type, PtrType)
        if not size_of(target.type.pointee):
            return
        source = self.pointer_to(source, target.type.pointee)
        op = mir.MemMoveOp if overlapping else mir.MemCpyOp
        self.effect(op.make(target, source, count, location=self.location))

    def offset(self, pointer: SSAValue, count: SSAValue) -> SSAValue:
        """A pointer moved by some elements."""
        type = pointer.type
        if not isinstance(type, PtrType):
            unknown(f"a value of {type} is moved like a pointer")
        if not size_of(type.pointee):
            return pointer
        return self.add(mir.PtrOffsetOp.make(pointer, count, location=self.location))

    def discriminant(self, value: SSAValue, type: RustType, wanted: RustType) -> SSAValue:
        """The discriminant of the variant that an enum value is."""
        result = self.lower(wanted)
        if isinstance(value.type, mir.EnumType):
            found = self.add(mir.GetDiscriminantOp.make(value, location=self.location))
            return (
                self.cast(found, result, CastKind.INT_TO_INT)
                if is_int(result)
                else self.coerce(found, result)
            )
        layout = self.table.layout(type)
        number = 0
        if layout is not None and layout.variants:
            inhabited = [v for v in layout.variants if v.inhabited] or list(layout.variants)
            number = inhabited[0].discriminant
        return self.constant(number, result)

    # Stubs of the device crate

    def _stub(self, path: Path, name: str, call: Call) -> bool:
        generics = [
            self.function.change(a) for a in path.last.arguments if not isinstance(a, ConstantArgument)
        ]
        numbers = [
            a.text for a in map(self.function.change, path.last.arguments) if isinstance(a, ConstantArgument)
        ]
        if name == "dynamic_shared":
            return self._dynamic_shared(generics, numbers, call)
        if name == "unroll_hint":
            self.effect(mir.UnrollHintOp.make(_number(numbers[0]), location=self.location))
            return True
        if name == "grid_counter":
            return self._grid_counter(call)
        if name == "inline_ptx":
            return self._inline_ptx(call)
        if name in ("printf", "device_assert", "assert_fail"):
            return self._text_stub(name, generics, call)
        symbol = self.of.intrinsic_symbol(name, [str(_number(number)) for number in numbers])
        values = [
            self._stub_operand(value)
            for n, a in enumerate(call.arguments)
            if size_of((value := self.value(a, self._expected(call, n))).type)
        ]
        return self._call_stub(symbol, values, call)

    def _stub_operand(self, value: SSAValue) -> SSAValue:
        """A value as stubs take it: pointers may be written through, tuples are laid out as those of the table."""
        if isinstance(value.type, PtrType):
            return self.mutable(value)
        if isinstance(value.type, mir.TupleType):
            return self.coerce(value, mir.TupleType.natural(value.type.field_types()))
        return value

    def _call_stub(
        self, symbol: str, values: Sequence[SSAValue], call: Call, attributes: dict[str, str] | None = None
    ) -> bool:
        result = self.place_type(call.place)
        lowered = self.lower(result)
        results: tuple[Attribute, ...] = (lowered,) if result != NEVER and size_of(lowered) else ()
        if results and isinstance(result, Tuple):
            results = (mir.TupleType.natural([self.lower(part) for part in result.elements]),)
        self.of.declare(symbol, [value.type for value in values], results, self.location)
        op = mir.CallOp.make(symbol, values, results, location=self.location)
        for key, text in (attributes or {}).items():
            op.attributes[key] = StringAttr(text)
        self.effect(op)
        return self._finish(call, op.results[0] if results else None)

    def _dynamic_shared(self, generics: Sequence[RustType], numbers: Sequence[str], call: Call) -> bool:
        offset = self.value(call.arguments[0])
        element = self.lower(generics[0])
        align = _number(numbers[0]) if numbers else 0
        base = self.add(mir.DynamicSharedOp.make(element, 0, align or None, location=self.location))
        moved = self.add(mir.PtrOffsetOp.make(self.pointer_to(base, ui8), offset, location=self.location))
        self.write_result(call, self.coerce(moved, self.lower(self.place_type(call.place))))
        return True

    def _grid_counter(self, call: Call) -> bool:
        counter = mir.GlobalAllocOp.make(ui32, "grid.counter", location=self.location)
        self.write_result(call, self.coerce(self.add(counter), self.lower(self.place_type(call.place))))
        return True

    def _inline_ptx(self, call: Call) -> bool:
        """PTX text: its operands are the parts of a tuple, and so are its results where they are several."""
        text = self.literal(call.arguments[0])
        given = self.type_of(call.arguments[1])
        assert text is not None and isinstance(given, Tuple)
        values: list[SSAValue] = []
        if given.elements:
            whole = self.value(call.arguments[1])
            values = [self.part_of(whole, given, None, n, t) for n, t in enumerate(given.elements)]
        result = self.place_type(call.place)
        results = [self.lower(t) for t in (result.elements if isinstance(result, Tuple) else (result,))]
        passed = [_suffix(value.type) for value in values]
        if len(results) == 1:
            numbers = (_suffix(results[0]), *passed)
        else:
            numbers = ("void", *passed, "to", *map(_suffix, results)) if results else ("void", *passed)
        return self._call_stub(self.of.intrinsic_symbol("inline_ptx", numbers), values, call, {"ptx": text})

    def _text_stub(self, name: str, generics: Sequence[RustType], call: Call) -> bool:
        index = 1 if name == "device_assert" else 0
        text = self.literal(call.arguments[index])
        if text is None:
            raise RustProblem(
                "PC0210",
                f"the text of `{name}` is not a literal",
                "write it as a string in quotes, in the call itself",
            )
        rest = [a for n, a in enumerate(call.arguments) if n != index]
        values = [self.value(a, self._expected(call, n)) for n, a in enumerate(call.arguments) if n != index]
        if name != "printf":
            symbol = self.of.intrinsic_symbol(name, ())
            return self._call_stub(symbol, values, call, {"message": text})
        tuple_type = self.type_of(rest[0]) if rest else Tuple(())
        assert isinstance(tuple_type, Tuple)
        parts = [self.part_of(values[0], tuple_type, None, n, t) for n, t in enumerate(tuple_type.elements)]
        symbol, format = self.of.printf(text, [part.type for part in parts])
        return self._call_stub(symbol, parts, call, {"format": format})

    # Functions

    def _function(self, target: Target, call: Call) -> bool:
        function = target.function
        if function.only_panics(self.of.is_ignored):
            raise RustProblem(
                "PC0305",
                f"`{function.qualified_name}` does nothing but panic: there is nothing to run on a device",
                "call a function that has a body for the device, or `panic!` where the thread shall stop",
            )
        self.of.reach(function, self)
        arguments = list(call.arguments)
        given: list[tuple[SSAValue, RustType]] = []
        for n, argument in enumerate(arguments):
            given.append(
                (self.value(argument, self._expected(call, n)), self._argument_type(argument, call, n))
            )
        if target.untupled and len(given) == 2 and isinstance(given[1][1], Tuple):
            packed, tuple_type = given.pop()
            assert isinstance(tuple_type, Tuple)
            given += [
                (self.part_of(packed, tuple_type, None, n, t), t) for n, t in enumerate(tuple_type.elements)
            ]
        parameters = function.parameters
        if target.untupled and len(given) == len(parameters) + 1:
            given.pop(0)  # a function item called through `Fn`: there is no environment
        if len(given) != len(parameters):
            unknown(f"`{function.path}` takes {len(parameters)} arguments, and is given {len(given)}")
        values: list[SSAValue] = []
        for (value, type), (_, wanted) in zip(given, parameters, strict=True):
            lowered = self.lower(wanted)
            if not size_of(lowered):
                continue
            while target.untupled and _depth(type) > max(_depth(wanted), 1):
                assert isinstance(type, Reference)
                value, type = self.load(value), type.target  # a closure called through references to it
            if isinstance(wanted, Reference) and not isinstance(type, Reference) and type == wanted.target:
                value = self.in_memory(value)  # `FnOnce` of a closure that takes itself by reference
            elif not isinstance(wanted, Reference) and isinstance(type, Reference) and type.target == wanted:
                value = self.load(value)
            values.append(self.coerce(value, lowered))
        result = function.result
        lowered = UNIT if result == NEVER else self.lower(result)
        results = (lowered,) if size_of(lowered) else ()
        op = mir.CallOp.make(self.of.symbol(function), values, results, location=self.location)
        self.effect(op)
        return self._finish(call, op.results[0] if results else None)

    def _argument_type(self, operand: Operand, call: Call, index: int) -> RustType:
        return self.type_of(operand, self._expected(call, index))

    def _known_trait(self, path: Path, call: Call) -> bool:
        """Emit a call of an operator's trait for a number, which a generic function that was given types has."""
        if path.trait is None or not isinstance(path.self_type, Primitive):
            return False
        name = path.trait.plain.removeprefix("core::ops::").removeprefix("core::ops::arith::")
        op = _OPERATORS.get(name)
        if op is None or path.trait.last.name != name.rpartition("::")[2]:
            if path.plain == "core::clone::Clone::clone":
                value = self.value(call.arguments[0])
                assert isinstance(value.type, PtrType)
                return self._finish(call, self.load(value))
            return False
        values = [self.value(a, self._expected(call, n)) for n, a in enumerate(call.arguments)]
        values = [self.load(v) if isinstance(v.type, PtrType) else v for v in values]
        return self._finish(call, self.add(op.make(*values, location=self.location)))

    def _constructor(self, path: Path, call: Call) -> bool:
        """Emit a call of `Some`, `Ok` or `Err` as a function, `x.map_or(Ok(()), Err)`, whose bodies no text has."""
        type = self.place_type(call.place)
        if path.plain not in _CONSTRUCTORS or not isinstance(type, Nominal):
            return False
        known = self.table.fields.of(type, path.last.name)
        fields = [(n, self.value(operand, known.get(n))) for n, operand in enumerate(call.arguments)]
        return self._finish(call, self.aggregate(type, path.last.name, fields))

    def _order_of_lengths(self, path: Path, call: Call) -> bool:
        """Emit what `core` compares the lengths of slices with, where their elements were equal: `|a, b| Break(a.cmp(b))`, a
        closure that rustc does not inline, since it is called by way of `FnOnce`. What `partial_cmp` gives is in `Some`.

        Source: rustc 1.95, `library/core/src/slice/cmp.rs`, `SliceOrd::compare`, `SlicePartialOrd::partial_compare`.
        """
        flow = self.place_type(call.place)
        if _ORDER_OF_LENGTHS.match(str(path)) is None or not isinstance(flow, Nominal):
            return False
        given = self.type_of(call.arguments[1])
        assert isinstance(given, Tuple)
        both = self.value(call.arguments[1])
        lengths = [
            self.load(self.part_of(both, given, None, n, type)) for n, type in enumerate(given.elements)
        ]
        order = self.add(mir.CmpOp.make(*lengths, location=self.location))
        inner = flow.arguments[0]
        if isinstance(inner, Nominal) and inner.path.last.name == "Option":
            order = self.aggregate(inner, "Some", [(0, self.coerce(order, self.lower(inner.arguments[0])))])
        broken = self.coerce(order, self.lower(inner))
        return self._finish(call, self.aggregate(flow, "Break", [(0, broken)]))

    def _equal_floats(self, path: Path, call: Call) -> bool:
        """Emit a loop that compares the floats of two slices of one length, which `core` keeps apart, as `==` does."""
        if _EQUAL_FLOATS.match(str(path)) is None:
            return False
        first, second, count = (self.value(a, self._expected(call, n)) for n, a in enumerate(call.arguments))
        alike, unlike = self.constant(1, i1), self.constant(0, i1)
        return self._finish(call, compare_elements(self, first, second, count, alike, lambda _x, _y: unlike))

    def refuse(self, path: Path, call: Call) -> NoReturn:
        """Say why a function can not be called.

        Raises:
            RustProblem: always.
        """
        plain = path.plain
        if plain.startswith(_HEAP) or "::Box" in plain or "::Vec" in plain or "::String" in plain:
            self.of.refuse_heap(path)
        if plain.startswith(("core::fmt::", "std::fmt::", "std::io::")):
            reject(
                f"`{path}`",
                "formatting calls functions through tables",
                "use `gpu_printf!` to print, or give the numbers back to the host",
            )
        if plain.startswith("core::future") or ".poll" in plain:
            reject(f"`{path}`", "there is nothing on a device that runs async code", "write a plain function")
        if _OF_THE_HOST.match(str(path)):
            raise RustProblem(
                "PC0304",
                f"`{path}` of Rust's `std` can not be called on a device: there is no operating system there",
                "do it on the host and pass the result, or use what `core` and `cuda_device` have",
            )
        own = not _LIBRARY.match(str(path)) and (
            path.trait is None or not _PRIVATE_TRAIT.match(str(path.trait))
        )
        for pattern, what, instead in _NEVER_INLINED:
            if not own and pattern.search(str(path)):
                raise RustProblem(
                    "PC0323",
                    f"`{path}` is called, and rustc's text does not hold its body: {what}",
                    instead,
                )
        raise RustProblem(
            "PC0323",
            f"`{path}` is called, and rustc's text does not hold its body",
            "mark the function `#[inline]`, and see that it is not `#[inline(never)]`; functions that a macro makes with one "
            "path, or for several types, can not be told apart otherwise"
            if own
            else "call something smaller of the library, or write what it does as a function of your own; of a kernel in a "
            "private module rustc inlines less: make the module `pub`",
        )


_NEVER_INLINED: Final = (
    (
        re.compile(r"::slice::cmp::"),
        "`==` of slices of a type of one's own goes through a trait of Rust's library",
        "compare their elements: `a.iter().eq(b.iter())`",
    ),
    (
        re.compile(r"::sort::"),
        "Rust's library keeps the sorting of long slices apart",
        "sort at most 20 elements, or write the loop: a sort of a few hundred elements by insertion or by a network",
    ),
    (
        re.compile(r"::unicode::|::grapheme|::unicode_data::"),
        "it looks up Unicode's tables",
        "ask for ASCII alone: `is_ascii_alphabetic()`, `to_ascii_uppercase()`; or give the kernel a table of its own",
    ),
    (
        re.compile(r"::str::|<impl str>"),
        "text is looked through by large functions of Rust's library",
        "take bytes, `&[u8]`, and go over them",
    ),
    (
        re.compile(r"::fmt::|::num::(?:flt2dec|dec2flt|bignum)|FromStr|::from_str"),
        "numbers are written and read by large functions of Rust's library",
        "print with `gpu_printf!`, or do it on the host",
    ),
    (
        re.compile(r"::hash::|SipHasher"),
        "hashing goes through traits of Rust's library",
        "write the few lines of a hash such as FNV-1a or a multiply and shift",
    ),
)
"""Families of `core` that no flag of rustc makes it inline: what they are, and what to write instead."""

_ORDER_OF_LENGTHS: Final = re.compile(
    r"<\{closure@<.* as (?:core|std)::slice::cmp::Slice(?:Partial)?Ord>::(?:partial_)?compare::\{closure#1\}\} as "
)
_EQUAL_FLOATS: Final = re.compile(
    r"<f(?:16|32|64) as (?:core|std)::slice::cmp::SlicePartialEq(?:<.*>)?>::equal_same_length"
)
_CONSTRUCTORS: Final = frozenset(
    {"core::option::Option::Some", "core::result::Result::Ok", "core::result::Result::Err"}
)
_OPERATORS: Final = {
    "Add": mir.AddOp,
    "Sub": mir.SubOp,
    "Mul": mir.MulOp,
    "Div": mir.DivOp,
    "Rem": mir.RemOp,
    "BitAnd": mir.BitAndOp,
    "BitOr": mir.BitOrOp,
    "BitXor": mir.BitXorOp,
    "Neg": mir.NegOp,
    "Not": mir.NotOp,
}


def _depth(type: RustType) -> int:
    """How many references stand before a type."""
    return 1 + _depth(type.target) if isinstance(type, Reference) else 0


def _number(text: str) -> int:
    match = re.match(r"-?\d+", text.replace("_", ""))
    if match is None:
        unknown(f"`{text}` stands where a number is wanted")
    return int(match[0])


def template_text(data: bytes) -> str:
    """The text of a compiled format: pieces behind their lengths, `{}` for each value.

    Source: rustc 1.95, `library/core/src/fmt/mod.rs`, `Arguments`: a byte below 0x80 is the length of a literal piece, 0x80 one
    of two bytes, from 0xc0 on a placeholder, with a field of flags where its bits say so; 0 ends it.
    """
    text: list[str] = []
    at = 0
    while at < len(data) and data[at]:
        byte = data[at]
        at += 1
        if byte < 0x80:
            text.append(data[at : at + byte].decode("utf-8", "replace"))
            at += byte
        elif byte == 0x80:
            length = int.from_bytes(data[at : at + 2], "little")
            text.append(data[at + 2 : at + 2 + length].decode("utf-8", "replace"))
            at += 2 + length
        else:
            text.append("{}")
            at += 4 * (byte & 1) + 2 * (byte >> 1 & 1) + 2 * (byte >> 2 & 1) + 2 * (byte >> 3 & 1)
    return "".join(text)


__all__ = ["CallEmitter", "template_text"]


def _suffix(type: Attribute) -> str:
    """How a symbol names the type of an operand or result of PTX text."""
    return "pointer" if isinstance(type, PtrType) else str(type)
