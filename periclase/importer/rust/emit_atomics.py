"""The atomics of `core::sync::atomic`: calls of the intrinsics that `cuda_device`'s own atomics use, for the whole system.

The scope is that of Rust's memory model, which knows no other: `cuda_device` has atomics of a device and of a block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.layout import size_of
from periclase.dialects.mir.types import PtrType, int_type, is_int, is_signed
from periclase.importer.rust.mir_syntax import Call
from periclase.importer.rust.problems import reject, unknown
from periclase.importer.rust.rust_types import Nominal, RustType

if TYPE_CHECKING:
    from periclase.importer.rust.emit_calls import CallEmitter

_ORDERS: Final = {
    "Relaxed": "relaxed",
    "Acquire": "acquire",
    "Release": "release",
    "AcqRel": "acq_rel",
    "SeqCst": "seq_cst",
}
_STRENGTH: Final = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
_OPERATIONS: Final = {
    "xadd": "add",
    "xsub": "sub",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "max": "max",
    "min": "min",
    "umax": "max",
    "umin": "min",
    "xchg": "exchange",
}
_SCOPE: Final = "system"


def atomic(emitter: CallEmitter, name: str, generics: Sequence[RustType], call: Call) -> SSAValue | None:
    """Emit the atomic intrinsic of `core` called `name`; gives its result.

    Raises:
        RustProblem: a device has none for its type.
    """
    operation = name.removeprefix("atomic_")
    orders = [order for type in generics if (order := _order(type)) is not None]
    if operation == "singlethreadfence":
        return None
    if operation == "fence":
        _emit(emitter, f"fence__{orders[0]}__{_SCOPE}", (), ())
        return None
    place, *values = (emitter.value(argument) for argument in call.arguments)
    assert isinstance(place.type, PtrType)
    type = place.type.pointee
    if isinstance(type, PtrType):
        reject(
            "an atomic pointer",
            "no device exchanges pointers whose bits nobody knows",
            "hold an index in an `AtomicU32` or `AtomicU64`",
        )
    if not is_int(type) or size_of(type) not in (4, 8):
        reject(
            f"an atomic of {size_of(type)} bytes",
            "devices have those of 4 and 8 bytes",
            "use `AtomicU32`, `AtomicI32`, `AtomicU64` or `AtomicI64`",
        )
    operand = int_type(8 * size_of(type), is_signed(type))
    place = emitter.mutable(place)
    if operation == "load":
        return _emit(emitter, f"atomic_load__{operand}__{orders[0]}__{_SCOPE}", (place,), (operand,))
    if operation == "store":
        _emit(emitter, f"atomic_store__{operand}__{orders[0]}__{_SCOPE}", (place, *values), ())
        return None
    if operation in ("cxchg", "cxchgweak"):
        order = max(orders, key=_STRENGTH.index)
        if set(orders) == {"acquire", "release"}:
            order = "acq_rel"
        old = _emit(emitter, f"atomic_cas__{operand}__{order}__{_SCOPE}", (place, *values), (operand,))
        assert old is not None
        same = emitter.add(mir.EqOp.make(old, values[0], location=emitter.location))
        pair = emitter.add(mir.ConstructTupleOp.make((old, same), location=emitter.location))
        return emitter.coerce(pair, emitter.lower(emitter.place_type(call.place)))
    found = _OPERATIONS.get(operation)
    if found is None:
        unknown(
            f"the atomic `{operation}` of `core` has no form on a device: write it as a loop of `compare_exchange`"
        )
    return _emit(emitter, f"atomic_{found}__{operand}__{orders[0]}__{_SCOPE}", (place, *values), (operand,))


def _order(type: RustType) -> str | None:
    """The memory order that a generic argument is."""
    return (
        _ORDERS.get(type.path.last.name)
        if isinstance(type, Nominal) and "AtomicOrdering" in str(type)
        else None
    )


def _emit(
    emitter: CallEmitter, stub: str, values: Sequence[SSAValue], results: Sequence[Attribute]
) -> SSAValue | None:
    symbol = emitter.of.intrinsic_symbol(stub, ())
    location: LocationAttr = emitter.location
    emitter.of.declare(symbol, [value.type for value in values], results, location)
    op = mir.CallOp.make(symbol, values, results, location=location)
    emitter.effect(op)
    return op.results[0] if results else None
