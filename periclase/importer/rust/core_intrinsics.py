"""What the intrinsics of Rust's `core`, and the mathematics of `std`, are in `mir`: a table by name.

A handler takes the emitter, the call and the operands' values, and gives the result, None where there is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, OpResult, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import MAY_LEAVE, CastKind
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.types import PtrType, SliceType, int_type, si32, ui8, ui64
from periclase.importer.rust.rust_types import RustType

if TYPE_CHECKING:
    from periclase.importer.rust.emit_calls import CallEmitter

Values = Sequence[SSAValue]


class IntrinsicCall:
    """A call of an intrinsic: its generic arguments, its result's type in `mir`, the values."""

    def __init__(
        self, emitter: CallEmitter, name: str, generics: Sequence[RustType], result: Attribute, values: Values
    ):
        self.emitter = emitter
        self.name = name
        self.generics = generics
        self.result = result
        self.values = values

    def add(self, op: Any) -> SSAValue:
        """Emit an op; its result."""
        return self.emitter.add(op)

    @property
    def location(self) -> Any:
        """Where the call is."""
        return self.emitter.location

    def fitted(self, value: SSAValue) -> SSAValue:
        """An integer converted to the type of the result."""
        return self.emitter.cast(value, self.result, CastKind.INT_TO_INT)


Handler = Callable[[IntrinsicCall], "SSAValue | None"]


def _unary(op: Any) -> Handler:
    return lambda call: call.add(op.make(call.values[0], location=call.location))


def _binary(op: Any) -> Handler:
    return lambda call: call.add(op.make(call.values[0], call.values[1], location=call.location))


def _count(op: Any) -> Handler:
    return lambda call: call.fitted(call.add(op.make(call.values[0], location=call.location)))


def _first(call: IntrinsicCall) -> SSAValue | None:
    return call.values[0]


def _nothing(call: IntrinsicCall) -> SSAValue | None:
    return None


def _false(call: IntrinsicCall) -> SSAValue | None:
    return call.emitter.constant(0, call.result)


def _fma(call: IntrinsicCall) -> SSAValue | None:
    return call.add(mir.FmaOp.make(*call.values, location=call.location))


def _select(call: IntrinsicCall) -> SSAValue | None:
    return call.add(mir.SelectOp.make(*call.values, location=call.location))


def _checked(operation: Any) -> Handler:
    def handler(call: IntrinsicCall) -> SSAValue | None:
        pair = call.add(operation.make(call.values[0], call.values[1], location=call.location))
        return call.emitter.coerce(pair, call.result)

    return handler


def _volatile_load(call: IntrinsicCall) -> SSAValue | None:
    alignment = 1 if call.name.startswith("unaligned") else None
    op = mir.LoadOp.make(call.values[0], volatile=True, alignment=alignment, location=call.location)
    return call.add(op) if size_of(op.results[0].type) else call.emitter.undefined(call.result)


def _volatile_store(call: IntrinsicCall) -> SSAValue | None:
    pointer = call.emitter.mutable(call.values[0])
    alignment = 1 if call.name.startswith("unaligned") else None
    assert isinstance(pointer.type, PtrType)
    value = call.emitter.coerce(call.values[1], pointer.type.pointee)
    call.emitter.effect(
        mir.StoreOp.make(value, pointer, volatile=True, alignment=alignment, location=call.location)
    )
    return None


def _swap(call: IntrinsicCall) -> SSAValue | None:
    call.emitter.effect(mir.SwapOp.make(*call.values, location=call.location))
    return None


def _copy(overlapping: bool) -> Handler:
    def handler(call: IntrinsicCall) -> SSAValue | None:
        source, target, count = call.values
        call.emitter.copy(source, target, count, overlapping)
        return None

    return handler


def _fill(call: IntrinsicCall) -> SSAValue | None:
    pointer, byte, count = call.values
    call.emitter.effect(mir.MemSetOp.make(call.emitter.mutable(pointer), byte, count, location=call.location))
    return None


def _distance(call: IntrinsicCall) -> SSAValue | None:
    a, b = call.values
    assert isinstance(a.type, PtrType)
    b = call.emitter.coerce(b, a.type)
    return call.fitted(call.add(mir.PtrDiffOp.make(a, b, location=call.location)))


def _offset(call: IntrinsicCall) -> SSAValue | None:
    return call.emitter.offset(call.values[0], call.values[1])


def _wrapping_offset(call: IntrinsicCall) -> SSAValue | None:
    """What `wrapping_add` of a pointer is: to be outside of the object is undefined for an access only."""
    moved = _offset(call)
    # What has no size is not moved.
    if moved is not call.values[0] and isinstance(moved, OpResult):
        moved.op.attributes[MAY_LEAVE] = UnitAttr()
    return moved


def _exact_division(call: IntrinsicCall) -> SSAValue | None:
    return call.add(mir.ExactDivOp.make(*call.values, location=call.location))


def _carrying(call: IntrinsicCall) -> SSAValue | None:
    pair = call.add(mir.CarryingMulAddOp.make(*call.values, location=call.location))
    return call.emitter.coerce(pair, call.result)


def _compare(call: IntrinsicCall) -> SSAValue | None:
    order = call.add(mir.CmpOp.make(*call.values, location=call.location))
    return call.emitter.coerce(order, call.result)


def _power_of_integer(call: IntrinsicCall) -> SSAValue | None:
    """`powi`: the power of the magnitude, and the base's sign where the exponent is odd, which a float may not tell of it."""
    base, exponent = call.values
    location = call.location
    count = call.emitter.cast(exponent, base.type, CastKind.INT_TO_FLOAT)
    magnitude = call.add(mir.AbsOp.make(base, location=location))
    power = call.add(mir.PowOp.make(magnitude, count, location=location))
    one = call.emitter.constant(1, exponent.type)
    odd = call.add(
        mir.EqOp.make(call.add(mir.BitAndOp.make(exponent, one, location=location)), one, location=location)
    )
    signed = call.add(mir.CopySignOp.make(power, base, location=location))
    return call.add(mir.SelectOp.make(odd, signed, power, location=location))


def _bytes_equal(call: IntrinsicCall) -> SSAValue | None:
    target = call.values[0].type
    assert isinstance(target, PtrType)
    size = size_of(target.pointee)
    if not size:
        return call.emitter.constant(1, call.result)
    if size in (1, 2, 4, 8, 16):
        word = int_type(8 * size, False)
        a, b = (
            call.add(mir.LoadOp.make(call.emitter.pointer_to(p, word), alignment=1, location=call.location))
            for p in call.values
        )
        return call.add(mir.EqOp.make(a, b, location=call.location))
    a, b = call.values
    order = compare_bytes(call.emitter, a, b, call.emitter.constant(size, ui64))
    return call.add(mir.EqOp.make(order, call.emitter.constant(0, order.type), location=call.location))


def _compare_bytes(call: IntrinsicCall) -> SSAValue | None:
    a, b, count = call.values
    return compare_bytes(call.emitter, a, b, count)


def compare_bytes(emitter: CallEmitter, a: SSAValue, b: SSAValue, count: SSAValue) -> SSAValue:
    """Emit a loop that compares bytes; gives -1, 0 or 1 as `si32`, like C's `memcmp`."""

    def order(x: SSAValue, y: SSAValue) -> SSAValue:
        location = emitter.location
        less = emitter.add(mir.LtOp.make(x, y, location=location))
        ends = emitter.constant(-1, si32), emitter.constant(1, si32)
        return emitter.add(mir.SelectOp.make(less, *ends, location=location))

    a, b = (emitter.pointer_to(pointer, ui8) for pointer in (a, b))
    return compare_elements(emitter, a, b, count, emitter.constant(0, si32), order)


def compare_elements(
    emitter: CallEmitter,
    a: SSAValue,
    b: SSAValue,
    count: SSAValue,
    alike: SSAValue,
    differing: Callable[[SSAValue, SSAValue], SSAValue],
) -> SSAValue:
    """Emit a loop over the `count` elements behind two pointers; gives what `differing` makes of the first two that differ,
    else `alike`."""
    location = emitter.location
    counter, result = emitter.slot(ui64), emitter.slot(alike.type)
    emitter.store(emitter.constant(0, ui64), counter)
    emitter.store(alike, result)
    head, body, differ, following, exit = (emitter.new_block() for _ in range(5))
    emitter.effect(mir.GotoOp.make(head, location=location))
    emitter.block = head
    index = emitter.load(counter)
    goes_on = emitter.add(mir.LtOp.make(index, count, location=location))
    emitter.effect(mir.CondBranchOp.make(goes_on, body, (), exit, (), location=location))
    emitter.block = body
    x, y = (emitter.load(emitter.add(mir.PtrOffsetOp.make(p, index, location=location))) for p in (a, b))
    same = emitter.add(mir.EqOp.make(x, y, location=location))
    emitter.effect(mir.CondBranchOp.make(same, following, (), differ, (), location=location))
    emitter.block = differ
    emitter.store(differing(x, y), result)
    emitter.effect(mir.GotoOp.make(exit, location=location))
    emitter.block = following
    more = emitter.add(mir.AddOp.make(index, emitter.constant(1, ui64), location=location))
    emitter.store(more, counter)
    emitter.effect(mir.GotoOp.make(head, location=location))
    emitter.block = exit
    return emitter.load(result)


def _transmute(call: IntrinsicCall) -> SSAValue | None:
    return call.emitter.coerce(call.values[0], call.result)


def _size(call: IntrinsicCall) -> SSAValue | None:
    value = call.values[0] if call.values else None
    if value is not None and isinstance(value.type, SliceType):
        length = call.emitter.field(value, 1)
        each = call.emitter.constant(size_of(value.type.element_type), ui64)
        return call.add(mir.MulOp.make(length, each, location=call.location))
    return call.emitter.constant(size_of(call.emitter.lower(call.generics[0])), ui64)


def _masked(call: IntrinsicCall) -> SSAValue | None:
    pointer, mask = call.values
    number = call.emitter.cast(pointer, ui64, CastKind.PTR_TO_INT)
    kept = call.add(mir.BitAndOp.make(number, mask, location=call.location))
    return call.emitter.cast(kept, pointer.type, CastKind.INT_TO_PTR)


def _float_to_int(call: IntrinsicCall) -> SSAValue | None:
    return call.emitter.cast(call.values[0], call.result, CastKind.FLOAT_TO_INT)


def _disjoint_or(call: IntrinsicCall) -> SSAValue | None:
    return call.add(mir.BitOrOp.make(*call.values, location=call.location))


_FLOAT_UNARY: Final = {
    "sqrt": mir.SqrtOp,
    "floor": mir.FloorOp,
    "ceil": mir.CeilOp,
    "trunc": mir.TruncOp,
    "round": mir.RoundOp,
    "rint": mir.RoundEvenOp,
    "nearbyint": mir.RoundEvenOp,
    "round_ties_even_": mir.RoundEvenOp,
    "fabs": mir.AbsOp,
    "sin": mir.SinOp,
    "cos": mir.CosOp,
    "exp": mir.ExpOp,
    "exp2": mir.Exp2Op,
    "log": mir.LogOp,
    "log2": mir.Log2Op,
    "log10": mir.Log10Op,
}
_FLOAT_BINARY: Final = {
    "pow": mir.PowOp,
    "copysign": mir.CopySignOp,
    "minnum": mir.MinOp,
    "maxnum": mir.MaxOp,
    "minimum_number_nsz_": mir.MinOp,
    "maximum_number_nsz_": mir.MaxOp,
}

INTRINSICS: Final[dict[str, Handler]] = {
    "abs": _unary(mir.AbsOp),
    "fabs": _unary(mir.AbsOp),
    "add_with_overflow": _checked(mir.CheckedAddOp),
    "arith_offset": _wrapping_offset,
    "assert_inhabited": _nothing,
    "assert_mem_uninitialized_valid": _nothing,
    "assert_zero_valid": _nothing,
    "assume": _nothing,
    "bitreverse": _unary(mir.BitReverseOp),
    "black_box": _first,
    "bswap": _unary(mir.ByteSwapOp),
    "carrying_mul_add": _carrying,
    "cold_path": _nothing,
    "compare_bytes": _compare_bytes,
    "copy": _copy(True),
    "copy_nonoverlapping": _copy(False),
    "copysignf32": _binary(mir.CopySignOp),
    "copysignf64": _binary(mir.CopySignOp),
    "ctlz": _count(mir.CountLeadingZerosOp),
    "ctlz_nonzero": _count(mir.CountLeadingZerosOp),
    "ctpop": _count(mir.PopCountOp),
    "cttz": _count(mir.CountTrailingZerosOp),
    "cttz_nonzero": _count(mir.CountTrailingZerosOp),
    "disjoint_bitor": _disjoint_or,
    "exact_div": _exact_division,
    "float_to_int_unchecked": _float_to_int,
    "forget": _nothing,
    "is_val_statically_known": _false,
    "likely": _first,
    "mul_with_overflow": _checked(mir.CheckedMulOp),
    "needs_drop": _false,
    "offset": _offset,
    "powif32": _power_of_integer,
    "powif64": _power_of_integer,
    "ptr_mask": _masked,
    "ptr_offset_from": _distance,
    "ptr_offset_from_unsigned": _distance,
    "raw_eq": _bytes_equal,
    "rotate_left": _binary(mir.RotateLeftOp),
    "rotate_right": _binary(mir.RotateRightOp),
    "saturating_add": _binary(mir.SaturatingAddOp),
    "saturating_sub": _binary(mir.SaturatingSubOp),
    "select_unpredictable": _select,
    "size_of": _size,
    "size_of_val": _size,
    "sub_with_overflow": _checked(mir.CheckedSubOp),
    "three_way_compare": _compare,
    "transmute": _transmute,
    "transmute_unchecked": _transmute,
    "typed_swap_nonoverlapping": _swap,
    "unaligned_volatile_load": _volatile_load,
    "unaligned_volatile_store": _volatile_store,
    "unchecked_add": _binary(mir.AddOp),
    "unchecked_div": _binary(mir.DivOp),
    "unchecked_mul": _binary(mir.MulOp),
    "unchecked_rem": _binary(mir.RemOp),
    "unchecked_shl": _binary(mir.ShlOp),
    "unchecked_shr": _binary(mir.ShrOp),
    "unchecked_sub": _binary(mir.SubOp),
    "unlikely": _first,
    "volatile_load": _volatile_load,
    "volatile_store": _volatile_store,
    "wrapping_add": _binary(mir.AddOp),
    "wrapping_mul": _binary(mir.MulOp),
    "wrapping_sub": _binary(mir.SubOp),
    "write_bytes": _fill,
    **{f"{name}{width}": _unary(op) for name, op in _FLOAT_UNARY.items() for width in ("f32", "f64", "f16")},
    **{
        f"{name}{width}": _binary(op) for name, op in _FLOAT_BINARY.items() for width in ("f32", "f64", "f16")
    },
    **{f"{name}{width}": _fma for name in ("fma", "fmuladd") for width in ("f32", "f64", "f16")},
}
"""By name, as in `core::intrinsics`."""

_LIBM: Final[dict[str, Any]] = {
    "acos": mir.AcosOp,
    "acosh": mir.AcoshOp,
    "asin": mir.AsinOp,
    "asinh": mir.AsinhOp,
    "atan": mir.AtanOp,
    "atanh": mir.AtanhOp,
    "cbrt": mir.CbrtOp,
    "cosh": mir.CoshOp,
    "erf": mir.ErfOp,
    "erfc": mir.ErfcOp,
    "expm1": mir.Expm1Op,
    "log1p": mir.Log1pOp,
    "sinh": mir.SinhOp,
    "tan": mir.TanOp,
    "tanh": mir.TanhOp,
    "tgamma": mir.GammaOp,
}
_LIBM_BINARY: Final[dict[str, Any]] = {"atan2": mir.Atan2Op, "hypot": mir.HypotOp}
_LIBM_PATH: Final = re.compile(r"(?:core|std)::(?:sys::cmath|num::(?:imp::)?libm|sys::libm)::(\w+?)(f?)\Z")


def _swap_bytes_between(call: IntrinsicCall) -> SSAValue | None:
    """`core::ptr::swap_chunk::<N>`: exchanges `N` bytes."""
    match = re.match(r"\d+", str(call.generics[0]))
    assert match is not None
    chunk = mir.ArrayType.get(int(match[0]), ui8)
    first, second = (call.emitter.mutable(call.emitter.pointer_to(value, chunk)) for value in call.values)
    call.emitter.effect(mir.SwapOp.make(first, second, location=call.location))
    return None


def _swap_memory(call: IntrinsicCall) -> SSAValue | None:
    """`core::ptr::swap_nonoverlapping_bytes`: exchanges bytes of two places, as many as are given, which is not none."""
    emitter, location = call.emitter, call.location
    first, second = (emitter.mutable(emitter.pointer_to(value, ui8)) for value in call.values[:2])
    count = emitter.coerce(call.values[2], ui64)
    counter = emitter.slot(ui64)
    emitter.store(emitter.constant(0, ui64), counter)
    body, after = emitter.new_block(), emitter.new_block()
    emitter.effect(mir.GotoOp.make(body, location=location))
    emitter.block = body
    index = emitter.load(counter)
    places = [emitter.add(mir.PtrOffsetOp.make(p, index, location=location)) for p in (first, second)]
    emitter.effect(mir.SwapOp.make(*places, location=location))
    following = emitter.add(mir.AddOp.make(index, emitter.constant(1, ui64), location=location))
    emitter.store(following, counter)
    more = emitter.add(mir.LtOp.make(following, count, location=location))
    emitter.effect(mir.CondBranchOp.make(more, body, (), after, (), location=location))
    emitter.block = after
    return None


LIBRARY: Final[dict[str, Handler]] = {
    "core::ptr::swap_nonoverlapping_bytes": _swap_memory,
    "core::ptr::swap_chunk": _swap_bytes_between,
    "core::ptr::const_ptr::<impl *const T>::add": _offset,
    "core::ptr::mut_ptr::<impl *mut T>::add": _offset,
    **{
        f"core::num::<impl T>::{name}": handler
        for name, handler in {
            "wrapping_add": _binary(mir.AddOp),
            "wrapping_sub": _binary(mir.SubOp),
            "wrapping_mul": _binary(mir.MulOp),
            "wrapping_neg": _unary(mir.NegOp),
            "wrapping_shl": _binary(mir.ShlOp),
            "wrapping_shr": _binary(mir.ShrOp),
            "rotate_left": _binary(mir.RotateLeftOp),
            "rotate_right": _binary(mir.RotateRightOp),
            "saturating_add": _binary(mir.SaturatingAddOp),
            "saturating_sub": _binary(mir.SaturatingSubOp),
            "count_ones": _count(mir.PopCountOp),
            "leading_zeros": _count(mir.CountLeadingZerosOp),
            "trailing_zeros": _count(mir.CountTrailingZerosOp),
            "swap_bytes": _unary(mir.ByteSwapOp),
            "reverse_bits": _unary(mir.BitReverseOp),
        }.items()
    },
}
"""Functions of `core` that rustc leaves as calls: those that are never inlined, and in the bodies of constants, where it inlines
nothing, the plainest of all. By their paths, with `T` for the type of an `impl`."""

_OF_IMPL: Final = re.compile(r"<impl (\*(?:const|mut) )?[^>]*>")


def library_function(path: str) -> Handler | None:
    """What a function of `core` is whose body no text has; None for others."""
    return LIBRARY.get(_OF_IMPL.sub(lambda match: f"<impl {match[1] or ''}T>", path))


def mathematics(path: str) -> Handler | None:
    """What a function of C's mathematics that `std` calls is; None for other functions."""
    match = _LIBM_PATH.match(path)
    if match is None:
        return None
    name = match[1]
    for candidate in (name, name + match[2]):
        if candidate in _LIBM:
            return _unary(_LIBM[candidate])
        if candidate in _LIBM_BINARY:
            return _binary(_LIBM_BINARY[candidate])
    return None


__all__ = ["INTRINSICS", "Handler", "IntrinsicCall", "library_function", "mathematics"]
