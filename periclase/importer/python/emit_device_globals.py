"""Emission of device globals: pointers that functions are given, or variables of a module that has no kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import AddressSpace, CastKind
from periclase.dialects.mir.types import PtrType
from periclase.importer.python.emit_expressions import PLACES, ExpressionEmitter
from periclase.importer.python.mir_types import mir_type, storage_type
from periclase.importer.python.typed_tree import GlobalPlace
from periclase.types import Access, SliceType

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal


def parameter(
    emitter: ExpressionEmitter, held: DeviceGlobal, inputs: list[Attribute], location: LocationAttr
) -> SSAValue:
    """Add a parameter for a device global: of a kernel the buffer that it is, of a device function a pointer to it."""
    target = PtrType.get(storage_type(held.type), True, AddressSpace.GLOBAL)
    is_kernel = emitter.instance.is_kernel
    inputs.append(mir_type(SliceType(held.element, Access.READ_WRITE)) if is_kernel else target)
    made = emitter.entry.insert_arg(inputs[-1], len(emitter.entry.args))
    pointer = emitter.add(mir.ExtractFieldOp.make(made, 0, location=location)) if is_kernel else made
    if pointer.type != target:
        pointer = emitter.add(mir.CastOp.make(pointer, target, CastKind.PTR_TO_PTR, location=location))
    emitter.statics[held] = pointer
    return made


def _global(emitter: ExpressionEmitter, place: GlobalPlace) -> SSAValue:
    held = place.held
    given = emitter.statics.get(held)
    if given is not None:
        return given
    from periclase.importer.python.emit_constants import constant_attribute

    return emitter.add(
        mir.GlobalAllocOp.make(
            storage_type(held.type),
            emitter.declarations.key_of(held),
            initializer=constant_attribute(held.initial, held.type),
            location=emitter.location(place.node),
        )
    )


PLACES[GlobalPlace] = _global
