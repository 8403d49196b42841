"""Every form of every row of the intrinsic table, as an nvvm operation in a kernel."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import UNKNOWN_LOC, ModuleOp, i32
from xdsl.ir import Attribute, Block, Region, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.nvvm import OPERATIONS
from periclase.dialects.nvvm.base import LLVM_TYPES, NVVMOp, struct_of
from periclase.intrinsics.model import BySign, Intrinsic, Overload, ParameterKind, Requirement
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm

SPACES = {"": 0, "global": 1, "shared": 3}


@dataclass(frozen=True)
class Variant:
    """A row with its type, its immediates, and the address space of its places."""

    row: Intrinsic
    overload: Overload
    immediates: dict[str, str]
    space: int

    def __str__(self) -> str:
        parts = [self.row.name, *self.overload.suffixes, *self.immediates.values()]
        return ".".join((*parts, str(self.space)))

    @property
    def requirement(self) -> Requirement:
        """What the row claims for this form."""
        return self.row.requirement_for(self.overload.type, tuple(self.immediates.values()))

    def operand_types(self) -> Sequence[Attribute]:
        """The types of the operands that are no constants."""
        assert self.row.template is not None
        types: list[Attribute] = []
        for name in self.row.template.operands:
            if isinstance(name, int):
                continue
            parameter = self.row.parameter(name)
            if name in self.row.template.widened:
                types.append(i32)
            elif parameter.kind is ParameterKind.PLACE:
                types.append(pointer(SPACES.get(parameter.space, 0) if parameter.space else self.space))
            else:
                types.append(LLVM_TYPES[self.overload.type if parameter.type == "T" else parameter.type])  # pyright: ignore
        return types

    def build(self, block: Block, arguments: Sequence[SSAValue]) -> NVVMOp:
        """Appends the operation to `block`."""
        template = self.row.template
        assert template is not None
        given = iter(arguments)
        operands: list[SSAValue] = []
        for name in template.operands:
            if isinstance(name, int):
                constant = llvm.ConstantOp.integer(name, i32, location=UNKNOWN_LOC)
                block.add_op(constant)
                operands.append(constant.results[0])
            else:
                operands.append(next(given))
        words: dict[str, str] = {}
        for name, word in template.attributes.items():
            if isinstance(word, BySign):
                word = word.select(self.overload.type or "")
            words[name] = self.immediates[word[1:]] if word.startswith("$") else word
        names = self.overload.result if template.result_types is None else template.result_types
        results = [LLVM_TYPES[name] for name in names]
        op = OPERATIONS[template.name].from_words(
            operands, words, results if len(results) < 2 else (struct_of(*results),), UNKNOWN_LOC
        )
        block.add_op(op)
        return op


def variants(row: Intrinsic) -> Iterator[Variant]:
    """All forms of a row that is one operation."""
    choices = [[str(choice) for choice in p.choices or (1,)] for p in row.immediates]
    has_free_place = any(p.kind is ParameterKind.PLACE and not p.space for p in row.parameters)
    for overload in row.overloads:
        for words in itertools.product(*choices):
            immediates = dict(zip((p.name for p in row.immediates), words, strict=True))
            if immediates.get("cache") == "cg" and immediates.get("size") != "16":
                continue
            for space in SPACES.values() if has_free_place else (0,):
                if row.name == "prefetch" and space == 3:
                    continue
                if row.name.startswith(("mbarrier", "cp_async_mbarrier")) and space == 1:
                    continue
                yield Variant(row, overload, immediates, space)


def _numbered(types: Sequence[Attribute]) -> Iterator[tuple[Attribute, int]]:
    """Each type with how many of the same stand before it."""
    for index, type in enumerate(types):
        yield type, types[:index].count(type)


def module_of(forms: Iterable[Variant]) -> ModuleOp:
    """A kernel with all `forms`, the operands of each distinct; each result is stored, so that LLVM keeps it."""
    forms = list(forms)
    parameters: dict[tuple[Attribute, int], None] = {}
    for form in forms:
        parameters.update(dict.fromkeys(_numbered(form.operand_types())))
    block = Block(arg_types=[pointer(1), *(type for type, _ in parameters)])
    arguments = dict(zip(parameters, block.args[1:], strict=True))
    for form in forms:
        op = form.build(block, [arguments[parameter] for parameter in _numbered(form.operand_types())])
        for result in op.results:
            block.add_op(llvm.StoreOp.make(result, block.args[0], volatile=True, location=UNKNOWN_LOC))
    block.add_op(llvm.ReturnOp.create(location=UNKNOWN_LOC))
    function = llvm.FuncOp.make(
        "forms",
        [argument.type for argument in block.args],
        None,
        Region(block),
        kernel=True,
        location=UNKNOWN_LOC,
    )
    return ModuleOp([function])


def lowered(module: ModuleOp) -> ModuleOp:
    """The same module after `convert-nvvm-to-llvm`, verified before and after."""
    module.verify()
    lower_nvvm(module)
    module.verify()
    return module
