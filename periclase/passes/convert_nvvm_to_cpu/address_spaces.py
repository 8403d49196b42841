"""A CPU has one address space: every pointer becomes a plain one, and shared arrays become offsets."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import cast

from xdsl.dialects.builtin import AnyFloat, ArrayAttr, DictionaryAttr, VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import I32_ZERO
from periclase.dialects.llvm.casts import integer_width
from periclase.dialects.llvm.types import LLVMArrayType, LLVMFunctionType, LLVMPointerType, LLVMStructType
from periclase.passes.convert_nvvm_to_cpu.layouts import POINTER
from periclase.record import MutableRecord, field

SHARED_SPACE = 3
_DYNAMIC_ALIGNMENT = 16
"""The least of the dynamic part of shared memory, in bytes, as on a GPU; more where the kernel asks for it. The block driver
allocates at 1024, the most that can be asked for."""

_TYPE_PROPERTIES = (
    "function_type",
    "elem_type",
    "global_type",
    "var_callee_type",
    "arg_attrs",
    "res_attrs",
)


@lru_cache(maxsize=4096)
def plain(attribute: Attribute) -> Attribute:
    """`attribute` with every pointer type in it in address space 0."""
    if isinstance(attribute, LLVMPointerType):
        return POINTER
    if isinstance(attribute, LLVMFunctionType):
        return LLVMFunctionType(
            [plain(t) for t in attribute.inputs.data], plain(attribute.output), attribute.is_variadic
        )
    if isinstance(attribute, LLVMArrayType):
        return LLVMArrayType(attribute.size.data, plain(attribute.type))
    if isinstance(attribute, LLVMStructType):
        return LLVMStructType(attribute.struct_name, ArrayAttr([plain(t) for t in attribute.types.data]))
    if isinstance(attribute, VectorType):
        vector = cast("VectorType[Attribute]", attribute)
        return VectorType(plain(vector.element_type), vector.shape.data)
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([plain(a) for a in cast("ArrayAttr[Attribute]", attribute).data])
    if isinstance(attribute, DictionaryAttr):
        return DictionaryAttr({name: plain(a) for name, a in attribute.data.items()})
    return attribute


def _make_plain(value: SSAValue) -> None:
    type = plain(value.type)
    if type is not value.type:
        value._type = type  # pyright: ignore[reportPrivateUsage]


def strip_address_spaces(module: Operation) -> None:
    """Put every pointer of `module` into address space 0. Casts between spaces vanish."""
    for op in list(module.walk()):
        for name in _TYPE_PROPERTIES:
            attribute = op.properties.get(name)
            if attribute is not None:
                op.properties[name] = plain(attribute)
        for result in op.results:
            _make_plain(result)
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    _make_plain(argument)
        if isinstance(op, llvm.AddrSpaceCastOp):
            op.results[0].replace_all_uses_with(op.operands[0])
            op.detach()
            op.erase()
        elif isinstance(op, llvm.GlobalOp):
            op.properties["addr_space"] = I32_ZERO


class SharedMemory(MutableRecord):
    """Where the shared arrays of a module lie in a block's shared memory.

    Attributes:
        offsets: bytes, by symbol. All dynamic arrays begin at the end of the static part.
        static_bytes: size of the static part, rounded up so that the dynamic part is aligned.
    """

    offsets: dict[str, int] = field(default_factory=dict[str, int])
    static_bytes: int = 0


def lay_out_shared_memory(module: Operation) -> SharedMemory:
    """Give each shared array of `module` its place, and remove the globals. Call before `strip_address_spaces`."""
    layout = SharedMemory()
    dynamic: list[str] = []
    dynamic_alignment = _DYNAMIC_ALIGNMENT
    for op in list(module.regions[0].block.ops):
        if not isinstance(op, llvm.GlobalOp) or op.addr_space.value.data != SHARED_SPACE:
            continue
        size, natural = size_and_alignment(op.global_type)
        alignment = natural if op.alignment is None else op.alignment.value.data
        if size == 0:
            dynamic.append(op.sym_name.data)
            dynamic_alignment = max(dynamic_alignment, alignment)
        else:
            start = _round_up(layout.static_bytes, alignment)
            layout.offsets[op.sym_name.data] = start
            layout.static_bytes = start + size
        op.detach()
        op.erase()
    if dynamic:
        layout.static_bytes = _round_up(layout.static_bytes, dynamic_alignment)
        for name in dynamic:
            layout.offsets[name] = layout.static_bytes
    return layout


def _round_up(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def size_and_alignment(type: Attribute) -> tuple[int, int]:
    """Size and alignment of a type in memory, in bytes, as LLVM lays it out on 64-bit hosts."""
    width = None if isinstance(type, VectorType) else integer_width(type)
    if width is not None:
        size = 1
        while size * 8 < width:
            size *= 2
        return size, size
    if isinstance(type, AnyFloat):
        return type.bitwidth // 8, type.bitwidth // 8
    if isinstance(type, LLVMPointerType):
        return 8, 8
    if isinstance(type, LLVMArrayType):
        size, alignment = size_and_alignment(type.type)
        return size * type.size.data, alignment
    if isinstance(type, LLVMStructType):
        offset, most = 0, 1
        for member in type.types.data:
            size, alignment = size_and_alignment(member)
            offset = _round_up(offset, alignment) + size
            most = max(most, alignment)
        return _round_up(offset, most), most
    if isinstance(type, VectorType):
        vector = cast("VectorType[Attribute]", type)
        size = size_and_alignment(vector.element_type)[0] * prod(vector.get_shape())
        return size, size
    raise ValueError(f"{type} has no size")
