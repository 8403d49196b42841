"""The oracle of the printer: MLIR 22's own `mlir-translate --mlir-to-llvmir` on the same text gives the same LLVM IR.

The corpus is every example in the dialect's documentation, and every input of the lit tests of the printer.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from llvm_modules import parse
from mlir_oracle import level, needs_mlir, reference, without_hints

from periclase.codegen.llvm_ir import print_module
from periclase.dialects.llvm import LLVM

LIT = Path(__file__).resolve().parents[3] / "lit" / "codegen" / "llvm-ir"

pytestmark = needs_mlir

# MLIR 22.1 has no op for these intrinsics; it carries an unknown op of the dialect but can't translate it.
NOT_IN_MLIR = {"llvm.intr.fptosi.sat", "llvm.intr.fptoui.sat"}


def corpus() -> list[tuple[str, str]]:
    """Name and text of every module to compare."""
    found: list[tuple[str, str]] = []
    for op in LLVM.operations:
        example = re.search(r"```mlir\n(.*?)```", op.__doc__ or "", re.DOTALL)
        if example is not None and op.name not in NOT_IN_MLIR:
            found.append((op.name, textwrap.dedent(example[1])))
    for path in sorted(LIT.glob("*.mlir")):
        for number, piece in enumerate(path.read_text().split("// -----")):
            if "NOT-IN-MLIR" not in piece and "not periclase-translate" not in path.read_text():
                found.append((f"{path.name}:{number}", piece))
    return found


CORPUS = corpus()


@pytest.mark.parametrize(("name", "text"), CORPUS, ids=[name for name, _ in CORPUS])
def test_same_llvm_ir_as_mlir(name: str, text: str) -> None:
    module = parse(text)
    ours = print_module(without_hints(module), debug=False)
    simplify = ".edge" in ours
    assert level(ours, simplify=simplify) == level(reference(str(module)), simplify=simplify)


def test_corpus_covers_the_dialect() -> None:
    text = "".join(piece for _, piece in CORPUS)
    assert all(op.name in text for op in LLVM.operations if op.name not in NOT_IN_MLIR)
