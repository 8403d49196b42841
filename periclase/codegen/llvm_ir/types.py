"""Types of the dialect → types of LLVM IR, and the suffixes by which overloaded intrinsics name them."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
    IntAttr,
    IntegerType,
    Signedness,
    VectorType,
)
from xdsl.ir import Attribute

from periclase.codegen.llvm_ir.errors import refuse, refuse_type
from periclase.codegen.llvm_ir.names import identifier
from periclase.dialects.llvm.attributes import TokenType
from periclase.dialects.llvm.narrowing import is_integer, is_vector
from periclase.dialects.llvm.types import (
    LLVMArrayType,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMStructType,
    LLVMVoidType,
)

_FLOATS: dict[type[Attribute], tuple[str, str]] = {
    Float16Type: ("half", "f16"),
    BFloat16Type: ("bfloat", "bf16"),
    Float32Type: ("float", "f32"),
    Float64Type: ("double", "f64"),
    Float80Type: ("x86_fp80", "f80"),
    Float128Type: ("fp128", "f128"),
}


class TypeTable:
    """The text of every type of one module; collects the named structs on the way.

    Keyed by identity first: hashing a struct type walks it, and most types of a module are few shared objects.
    """

    def __init__(self) -> None:
        self._by_id: dict[int, str] = {}
        self._kept: list[Attribute] = []
        self._by_type: dict[Attribute, str] = {}
        self.structs: dict[str, str] = {}
        """Name → body of the named structs, in order of first use."""
        self._struct_types: dict[str, LLVMStructType] = {}

    def text(self, type: Attribute) -> str:
        """`type` in LLVM IR.

        Raises:
            CompileError: PC0532, LLVM has no such type.
        """
        known = self._by_id.get(id(type))
        if known is not None:
            return known
        text = self._by_type.get(type)
        if text is None:
            printer = _PRINTERS.get(type.__class__)
            if printer is None:
                refuse_type(type)
            text = self._by_type[type] = printer(self, type)
        self._by_id[id(type)] = text
        self._kept.append(type)
        return text

    def _integer(self, type: Attribute) -> str:
        assert is_integer(type)
        if type.signedness.data is not Signedness.SIGNLESS:
            refuse_type(type)
        return f"i{type.width.data}"

    def _float(self, type: Attribute) -> str:
        return _FLOATS[type.__class__][0]

    def _pointer(self, type: Attribute) -> str:
        assert isinstance(type, LLVMPointerType)
        space = type.addr_space
        return f"ptr addrspace({space.data})" if isinstance(space, IntAttr) and space.data else "ptr"

    def _vector(self, type: Attribute) -> str:
        assert is_vector(type)
        shape = type.get_shape()
        if len(shape) != 1 or shape[0] <= 0 or type.get_num_scalable_dims():
            refuse_type(type)
        return f"<{shape[0]} x {self.text(type.element_type)}>"

    def _array(self, type: Attribute) -> str:
        assert isinstance(type, LLVMArrayType)
        return f"[{type.size.data} x {self.text(type.type)}]"

    def _struct(self, type: Attribute) -> str:
        assert isinstance(type, LLVMStructType)
        name = type.struct_name.data
        if not name:
            return self._struct_body(type)
        reference = f"%{identifier(name)}"
        known = self._struct_types.get(name)
        if known is None:
            self._struct_types[name] = type
            self.structs[name] = self._struct_body(type)
        elif known != type:
            refuse("PC0532", f"two structs have the name '{name}': {known} and {type}", None)
        return reference

    def _struct_body(self, type: LLVMStructType) -> str:
        fields = ", ".join(map(self.text, type.types.data))
        return f"{{ {fields} }}" if fields else "{}"

    def _function(self, type: Attribute) -> str:
        assert isinstance(type, LLVMFunctionType)
        parameters = [self.text(parameter) for parameter in type.inputs.data]
        if type.is_variadic:
            parameters.append("...")
        return f"{self.text(type.output)} ({', '.join(parameters)})"

    def function(self, type: LLVMFunctionType) -> str:
        """A function type, as an indirect or variadic call names it."""
        return self.text(type)


_PRINTERS: dict[type[Attribute], Callable[[TypeTable, Attribute], str]] = {
    IntegerType: TypeTable._integer,  # pyright: ignore[reportPrivateUsage]
    LLVMPointerType: TypeTable._pointer,  # pyright: ignore[reportPrivateUsage]
    VectorType: TypeTable._vector,  # pyright: ignore[reportPrivateUsage]
    LLVMArrayType: TypeTable._array,  # pyright: ignore[reportPrivateUsage]
    LLVMStructType: TypeTable._struct,  # pyright: ignore[reportPrivateUsage]
    LLVMFunctionType: TypeTable._function,  # pyright: ignore[reportPrivateUsage]
    LLVMVoidType: lambda table, type: "void",
    TokenType: lambda table, type: "token",
    **dict.fromkeys(_FLOATS, TypeTable._float),  # pyright: ignore[reportPrivateUsage]
}


def overload_suffix(type: Attribute) -> str:
    """The suffix by which an overloaded intrinsic's name carries `type`: `i32`, `f32`, `v4f32`, `p3`.

    Raises:
        CompileError: PC0532, no intrinsic is overloaded on such a type.
    """
    if is_integer(type):
        return f"i{type.width.data}"
    if type.__class__ in _FLOATS:
        return _FLOATS[type.__class__][1]
    if isinstance(type, LLVMPointerType):
        return f"p{type.addr_space.data if isinstance(type.addr_space, IntAttr) else 0}"
    if is_vector(type):
        return f"v{type.get_shape()[0]}{overload_suffix(type.element_type)}"
    refuse_type(type)
