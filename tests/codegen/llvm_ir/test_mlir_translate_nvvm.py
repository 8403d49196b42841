"""The oracle of nvvm: MLIR 22's own lowering of the same text gives the same LLVM IR.

    our module of llvm and nvvm ── printed ──> mlir-opt --convert-nvvm-to-llvm ──> mlir-translate ──> LLVM IR
                                └─ convert-nvvm-to-llvm ──> our printer ─────────────────────────────> LLVM IR

The corpus: every form of every row of the intrinsic table, every example in the dialect's documentation, every input of the lit
tests of the dialect and of the pass, and the example kernels as the pipeline has them right before `convert-nvvm-to-llvm`.

`OWN` and `DIFFERENT` are the operations that MLIR lacks, or lowers otherwise, with the reasons. In both translations our own
lowering replaces these, so that what surrounds them is compared all the same; that the reasons still hold is tested.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from example_kernels import SMALL, example
from intrinsic_variants import module_of, variants
from mlir_oracle import MLIRRefused, level, needs_mlir, reference, without_hints
from xdsl.context import Context
from xdsl.dialects.builtin import UNKNOWN_LOC, Builtin, ModuleOp, f32, i32
from xdsl.ir import Block, Operation, Region
from xdsl.parser import Parser

from periclase.codegen.compiler import context as compiler_context
from periclase.codegen.compiler import import_module
from periclase.codegen.llvm_ir import print_module
from periclase.dialects import llvm
from periclase.dialects.llvm import LLVM
from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.nvvm import MLIR_OPERATIONS, NVVM, OPERATIONS, PLAIN_OPERATIONS
from periclase.dialects.nvvm.base import NVVMOp
from periclase.intrinsics.table import INTRINSICS
from periclase.ir.builder import OpBuilder
from periclase.kernel import Kernel
from periclase.passes import pipelines
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm

LIT = Path(__file__).resolve().parents[3] / "lit"

pytestmark = needs_mlir


def always(op: NVVMOp) -> bool:
    return True


@dataclass(frozen=True)
class Different:
    """Why MLIR's lowering of an operation is not ours, for which forms of it, and such a form if it is not that of the
    documentation.
    """

    reason: str
    applies: Callable[[NVVMOp], bool] = always
    form: str | None = None


OWN = {
    "nvvm.activemask": "MLIR has no such operation",
    "nvvm.assertfail": "MLIR has the call of `__assertfail` only",
    "nvvm.atomic.cmpxchg": "`llvm.cmpxchg` in MLIR; here PTX text, the order and scope of which LLVM does not drop",
    "nvvm.atomic.load": "`llvm.load atomic` in MLIR; here PTX text, for PTX's memory model",
    "nvvm.atomic.rmw": "`llvm.atomicrmw` in MLIR; LLVM 22 drops its order and scope on NVPTX",
    "nvvm.atomic.store": "`llvm.store atomic` in MLIR; here PTX text, for PTX's memory model",
    "nvvm.cp.async.wait.all": "MLIR has `nvvm.cp.async.wait.group` only",
    "nvvm.fence": "`llvm.fence` in MLIR; here PTX text, for PTX's memory model",
    "nvvm.printf": "MLIR has the call of `vprintf` only",
    "nvvm.trap": "`llvm.intr.trap` in MLIR, which carries no message",
    **{op.name: "MLIR has no operation for this intrinsic" for op in PLAIN_OPERATIONS},
}
"""The operations of the dialect that MLIR 22 does not have."""

DIFFERENT = {
    "nvvm.barrier": Different(
        "MLIR has reductions on barrier 0 and of all threads only",
        lambda op: "reductionOp" in op.properties and len(op.operands) > 1,
        "%r = nvvm.barrier id = %id, #nvvm.reduction<or> %predicate -> i32",
    ),
    "nvvm.barrier.arrive": Different(
        "PTX text in MLIR, which LLVM does not know to be convergent; here the intrinsic"
    ),
    "nvvm.inline_ptx": Different(
        "MLIR says neither that the text is convergent nor that it may access memory"
    ),
    "nvvm.mbarrier.try_wait.parity": Different(
        "PTX text in both; in MLIR not convergent, no access of memory, and with a 32-bit register for a shared address"
    ),
    "nvvm.pmevent": Different(
        "MLIR calls an intrinsic, the mask of which LLVM prints as a number that ptxas refuses"
    ),
    "nvvm.prefetch": Different(
        "MLIR calls intrinsics that LLVM selects from sm_90 on only; PTX has them since sm_20"
    ),
    "nvvm.shfl.sync": Different(
        "MLIR shuffles 32 bits only; ours takes 64 and does it in two",
        lambda op: op.operands[1].type not in (i32, f32),
        "%v = nvvm.shfl.sync bfly %mask, %value, %offset, %clamp : i64 -> i64",
    ),
}
"""The operations that MLIR 22 lowers in another way, or refuses in this form."""


AS_PTX = frozenset(op.name for op in MLIR_OPERATIONS)
"""Intrinsics in MLIR, PTX text here: compared as PTX, in `tests/dialects/nvvm/test_mlir_operations.py`."""


def is_exempt(op: Operation) -> bool:
    if not isinstance(op, NVVMOp):
        return False
    if op.name in AS_PTX:
        return True
    different = DIFFERENT.get(op.name)
    return op.name in OWN or (different is not None and different.applies(op))


# ---------------------------------------------------------------------------------------------------------------------
# The corpus


def parse(text: str) -> ModuleOp:
    module = Parser(_context(), text).parse_module()
    module.verify()
    return module


def _context() -> Context:
    context = Context()
    for dialect in (Builtin, LLVM, NVVM):
        context.load_dialect(dialect)
    return context


def of_rows(name: str) -> ModuleOp | None:
    """A kernel with all forms that the intrinsic table knows of an operation."""
    forms = [
        form
        for row in INTRINSICS.values()
        if row.template is not None and row.template.name == name and row.expansion is None and not row.plain
        for form in variants(row)
    ]
    return module_of(dict(zip(map(str, forms), forms, strict=True)).values()) if forms else None


def of_documentation(op_class: type[Operation]) -> ModuleOp:
    """A function with the example in the docstring."""
    found = re.search(r"```mlir\n(.*?)```", op_class.__doc__ or "", re.DOTALL)
    assert found is not None
    return of_text(textwrap.dedent(found[1]))


def of_text(text: str) -> ModuleOp:
    """A function with the operations of `text`; what they use without defining it are parameters."""
    parser = Parser(_context(), text)
    block = Block()
    while (op := parser.parse_optional_operation()) is not None:
        block.add_op(op)
    for values in parser.forward_ssa_references.values():
        for value in values.values():
            value.replace_all_uses_with(block.insert_arg(value.type, len(block.args)))
    block.add_op(llvm.ReturnOp.create(location=UNKNOWN_LOC))
    types = [argument.type for argument in block.args]
    function = llvm.FuncOp.make("f", types, None, Region(block), kernel=True, location=UNKNOWN_LOC)
    return ModuleOp([function])


def of_kernel(kernel: Kernel[..., object]) -> ModuleOp:
    """The module of a kernel right before `convert-nvvm-to-llvm`."""
    pipeline = pipelines.ptx()
    names = [spec.name for spec in pipeline.specs]
    module = import_module(kernel)
    pipelines.Pipeline(pipeline.specs[: names.index("convert-nvvm-to-llvm")]).run(compiler_context(), module)
    return module


def kernels() -> Iterator[Kernel[..., object]]:
    for path in SMALL:
        yield from (value for value in vars(example(path.stem)).values() if isinstance(value, Kernel))


def lit_inputs() -> Iterator[tuple[str, str]]:
    for folder in ("dialects/nvvm", "passes/convert-nvvm-to-llvm"):
        for path in sorted((LIT / folder).glob("*.mlir")):
            if path.stem != "invalid":
                yield f"{folder}/{path.name}", path.read_text()


KERNELS = list(kernels())
LIT_INPUTS = list(lit_inputs())


# ---------------------------------------------------------------------------------------------------------------------
# The comparison


def use_results(module: ModuleOp) -> None:
    """Stores what the nvvm operations give and nobody uses, so that LLVM keeps it."""
    sink = llvm.GlobalOp.make("sink", i32, address_space=1, location=UNKNOWN_LOC)
    module.body.block.add_op(sink)
    for op in list(module.walk()):
        for result in op.results if isinstance(op, NVVMOp) else ():
            if result.first_use is None:
                builder = OpBuilder.after_op(op)
                place = builder.insert(
                    llvm.AddressOfOp.make("sink", pointer(1), location=UNKNOWN_LOC)
                ).results[0]
                builder.insert(llvm.StoreOp.make(result, place, volatile=True, location=UNKNOWN_LOC))


def ours_of(module: ModuleOp) -> str:
    """The LLVM IR that we make of `module`, as far as MLIR can say it."""
    lower_nvvm(module)
    for op in module.walk():
        if isinstance(op, llvm.InlineAsmOp):
            # MLIR 22 has no way to say so.
            op.attributes.pop("convergent", None)
    return print_module(without_hints(module), debug=False)


def check(module: ModuleOp) -> None:
    """Both ways from `module`, which is changed, to the same LLVM IR."""
    use_results(module)
    lower_nvvm(module, is_exempt)
    theirs = reference(str(module), nvvm=True)
    assert level(ours_of(module), simplify=True) == level(theirs, simplify=True)


@pytest.mark.parametrize("name", sorted(OPERATIONS.keys() - OWN.keys() - AS_PTX))
def test_every_form_of_an_operation(name: str) -> None:
    module = of_rows(name)
    if module is not None:
        check(module)
    check(of_documentation(OPERATIONS[name]))


@pytest.mark.parametrize(("name", "text"), LIT_INPUTS, ids=[name for name, _ in LIT_INPUTS])
def test_inputs_of_the_lit_tests(name: str, text: str) -> None:
    check(parse(text))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_kernels_of_the_examples(kernel: Kernel[..., object]) -> None:
    module = of_kernel(kernel)
    assert any(isinstance(op, NVVMOp) and not is_exempt(op) for op in module.walk())
    check(module)


# ---------------------------------------------------------------------------------------------------------------------
# The tables are true


@pytest.mark.parametrize("name", OWN)
def test_mlir_lacks_the_operation(name: str) -> None:
    with pytest.raises(MLIRRefused, match=f"custom op '{re.escape(name)}' is unknown"):
        reference(str(of_documentation(OPERATIONS[name])), nvvm=True)


@pytest.mark.parametrize("name", DIFFERENT)
def test_mlir_lowers_it_differently(name: str) -> None:
    form = DIFFERENT[name].form
    module = of_documentation(OPERATIONS[name]) if form is None else of_text(form)
    use_results(module)
    try:
        theirs = reference(str(module), nvvm=True)
    except MLIRRefused:
        return
    lower_nvvm(module)
    assert level(print_module(without_hints(module), debug=False), simplify=True) != level(
        theirs, simplify=True
    )
