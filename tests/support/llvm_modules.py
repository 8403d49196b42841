"""LLVM IR of text in the llvm dialect, checked by LLVM itself."""

from __future__ import annotations

import functools
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.parser import Parser

from periclase.codegen.llvm_ir import print_module
from periclase.dialects.llvm import LLVM
from periclase.runtime.backends.cpu.llvm_binding import binding


@functools.cache
def llvm() -> Any:
    """`llvmlite.binding`, with every target that it has."""
    binding().initialize_all_targets()
    binding().initialize_all_asmprinters()
    return binding()


def parse(text: str) -> ModuleOp:
    """The verified module of `text`."""
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(LLVM)
    module = Parser(context, text).parse_module()
    module.verify()
    return module


def accepted(llvm_ir: str) -> Any:
    """The module that LLVM reads from `llvm_ir`, verified."""
    module = llvm().parse_assembly(llvm_ir, llvm().create_context())
    module.verify()
    return module


def printed(text: str, **options: Any) -> str:
    """The LLVM IR for the llvm dialect's `text`, after LLVM has accepted it."""
    llvm_ir = print_module(parse(text), **options)
    accepted(llvm_ir)
    return llvm_ir


def body_of(text: str, *, signature: str = "", result: str = "", before: str = "") -> list[str]:
    """The instructions printed for `text`, the body of one function without its terminator where `result` is empty."""
    arrow = f" -> {result}" if result else ""
    end = "" if "llvm.return" in text else "\nllvm.return"
    llvm_ir = printed(f"{before}\nllvm.func @f({signature}){arrow} {{\n{text}{end}\n}}")
    start = llvm_ir.index(" @f(")
    lines = llvm_ir[llvm_ir.index("{\n", start) + 1 : llvm_ir.index("\n}", start)].splitlines()
    return [
        line.strip()
        for line in lines
        if line.strip() and line.strip() != "bb0:" and line.strip() != "ret void"
    ]
