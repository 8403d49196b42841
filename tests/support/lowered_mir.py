"""Runs `mir` on this machine: lowered by `convert-mir-to-llvm`, printed as LLVM IR, compiled by LLVM, called through ctypes.

A test names input types, a body and an output type; values go in and out as bytes of memory, in the layout of the type:

    add = compile_mir(["si32", "si32"], "%r = mir.add %a, %b : si32", "si32")
    add(to_bytes(1, "si32"), to_bytes(2, "si32")) == to_bytes(3, "si32")
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import struct
from collections.abc import Callable, Sequence

import llvmlite.binding as binding
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.parser import Parser

from periclase.codegen.cpu.support import source as support_source
from periclase.codegen.llvm_ir import print_module
from periclase.dialects.llvm import LLVM
from periclase.dialects.mir import MIR, size_of
from periclase.dialects.nvvm import NVVM
from periclase.passes.convert_mir_to_llvm import ConvertMirToLLVM

Native = Callable[..., bytes]


@functools.cache
def context() -> Context:
    made = Context()
    for dialect in (Builtin, MIR, NVVM, LLVM):
        made.load_dialect(dialect)
    return made


def parse(text: str) -> ModuleOp:
    module = Parser(context(), text).parse_module()
    module.verify()
    return module


def lower(text: str, target: str = "cpu") -> ModuleOp:
    """The module `text` after `convert-mir-to-llvm`, verified."""
    module = parse(text)
    ConvertMirToLLVM(target=target).apply(context(), module)
    module.verify()
    return module


@functools.cache
def _jit() -> tuple[binding.LLJIT, binding.TargetMachine]:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    binding.load_library_permanently("libgcc_s.so.1")  # 128-bit division
    machine = binding.Target.from_default_triple().create_target_machine(jit=True)
    return binding.create_lljit_compiler(machine, suppress_errors=True), machine


_loaded: list[object] = []
_numbers = itertools.count()


def load(llvm_ir: str, symbol: str, optimise: bool, speed: int = 2) -> int:
    """The address of `symbol` in the compiled `llvm_ir`, optimised at the level `speed` if at all."""
    jit, machine = _jit()
    module = binding.parse_assembly(llvm_ir)
    module.verify()
    if optimise:
        builder = binding.create_pass_builder(
            machine, binding.create_pipeline_tuning_options(speed_level=speed)
        )
        builder.getModulePassManager().run(module, builder)
    library = (
        binding.JITLibraryBuilder()
        .add_ir(module)
        .add_ir(binding.parse_assembly(support_source("bfloat16")))
        .export_symbol(symbol)
        .add_current_process()
        .link(jit, f"library{next(_numbers)}")
    )
    _loaded.append(library)  # its code lives as long as it does
    return library[symbol]


def program(inputs: Sequence[str], body: str, output: str, extra: str = "") -> str:
    """The `mir` module of a function that loads `%a`, `%b`, …, runs `body` and stores its `%r`."""
    names = "abcdefgh"[: len(inputs)]
    parameters = [f"%p{name}: !mir.ptr<mut {type}>" for name, type in zip(names, inputs, strict=True)]
    loads = [
        f"  %{name} = mir.load %p{name} : !mir.ptr<mut {type}>"
        for name, type in zip(names, inputs, strict=True)
        if f"%{name}" in body.replace(f"%p{name}", "")
    ]
    return "\n".join(
        [
            extra,
            f"mir.func @f({', '.join([*parameters, f'%out: !mir.ptr<mut {output}>'])}) {{",
            *loads,
            body,
            f"  mir.store %r, %out : !mir.ptr<mut {output}>",
            "  mir.return",
            "}",
        ]
    )


@functools.cache
def _size(type: str) -> int:
    return size_of(Parser(context(), type).parse_type())


def compile_mir(
    inputs: Sequence[str], body: str, output: str, extra: str = "", *, optimise: bool = True
) -> Native:
    """A function from the bytes of the inputs to the bytes of the output.

    An input that the body changes through its pointer `%pa`, … gives its new bytes in `inputs_after` of the function.
    """
    llvm_ir = print_module(lower(program(inputs, body, output, extra)), target="host")
    address = load(llvm_ir, "f", optimise)
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (len(inputs) + 1))(address)
    sizes = [_size(type) for type in inputs]
    result_size = _size(output)

    def call(*arguments: bytes) -> bytes:
        buffers = [aligned(data, size) for data, size in zip(arguments, sizes, strict=True)]
        result = aligned(b"\xa5" * result_size, result_size)
        function(*(buffer.address for buffer in buffers), result.address)
        call.inputs_after = [buffer.bytes() for buffer in buffers]  # type: ignore[attr-defined]
        return result.bytes()

    return call


class aligned:
    """`size` bytes of memory at a multiple of 16, holding `data`."""

    def __init__(self, data: bytes, size: int):
        assert len(data) == size
        self._size = size
        self._buffer = ctypes.create_string_buffer(size + 16)
        self.address = (ctypes.addressof(self._buffer) + 15) & -16
        ctypes.memmove(self.address, data, size)

    def bytes(self) -> bytes:
        return ctypes.string_at(self.address, self._size)


_FLOAT_CODES = {"f16": "<e", "f32": "<f", "f64": "<d"}


def to_bytes(value: float, type: str) -> bytes:
    """A number as the bytes of a value of `type` (`si32`, `ui128`, `i1`, `f32`, …)."""
    if type in _FLOAT_CODES:
        return struct.pack(_FLOAT_CODES[type], value)
    width = 8 if type == "i1" else int(type[2:])
    return (int(value) & ((1 << width) - 1)).to_bytes(width // 8, "little")


def from_bytes(data: bytes, type: str) -> int | float:
    """The inverse of `to_bytes`."""
    if type in _FLOAT_CODES:
        return struct.unpack(_FLOAT_CODES[type], data)[0]
    return int.from_bytes(data, "little", signed=type.startswith("si"))
