"""Writes all that is kept in files of what follows from the intrinsic table: `python -m periclase.tools.intrinsic_files`.

The type stub `gpu.pyi`, the names (`names.py`), and a lit test for each family and target below `lit/intrinsics`: the PTX of the
first and the last form of each row that is an instruction. Tests hold all of them equal to the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from periclase.codegen.intrinsic_check import lowest_target
from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.model import MlirForm
from periclase.intrinsics.sample_kernels import expected_text, sample_kernel
from periclase.intrinsics.table import FAMILIES
from periclase.intrinsics.type_stubs import GENERATED

LIT: Final = Path(__file__).parents[2] / "lit" / "intrinsics"
"""Where the lit tests are, in a checkout."""


def _samples(family: str) -> Iterator[Form]:
    for row in FAMILIES[family]:
        if row.plain:
            first, *others = forms(row)
            yield first
            if others:
                yield others[-1]


def _lit_test(forms: list[Form], target: str) -> str:
    lines = [
        "// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP",
        "// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx "
        f"--target {target} | filecheck %s",
        "",
        "// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.",
        "",
    ]
    declarations: dict[str, None] = {}
    kernels: list[str] = []
    for form in forms:
        declaration, kernel = sample_kernel(form)
        declarations.update(dict.fromkeys(declaration.split("\n")))
        template = form.row.mlir if form.row.mlir is not None and form.is_mlir() else form.row.template
        assert template is not None
        operation = template.operation if isinstance(template, MlirForm) else template.name
        kernels += [
            f"// OP-LABEL: mir.func @{form.label}(",
            f"// OP: {operation}",
            f"// CHECK-LABEL: .entry {form.label}(",
            *_checks(form),
            kernel,
            "",
        ]
    return "\n".join((*lines, *declarations, "", *kernels)).rstrip("\n") + "\n"


def _checks(form: Form) -> Iterator[str]:
    for instruction in expected_text(form):
        if form.row.llvm is None:
            yield f"// CHECK: {instruction}"
        else:  # LLVM orders the modifiers as it likes
            stem, *modifiers = instruction.split(".")
            yield f"// CHECK: {stem}.{{{{.*}}}}{modifiers[-1]}"


def lit_tests() -> Mapping[str, str]:
    """The lit tests by their paths below `LIT`."""
    tests: dict[str, str] = {}
    for family in FAMILIES:
        groups: dict[str, list[Form]] = {}
        for form in _samples(family):
            groups.setdefault(str(lowest_target(form.requirement)), []).append(form)
        for target, members in groups.items():
            tests[f"{family}/{target.replace('+', '-')}.mlir"] = _lit_test(members, target)
    return tests


def main() -> None:
    """Writes the files, and removes lit tests that nothing is left of."""
    for file, text in GENERATED.items():
        file.write_text(text(), encoding="utf-8")
    tests = lit_tests()
    for path, text in tests.items():
        (LIT / path).parent.mkdir(parents=True, exist_ok=True)
        (LIT / path).write_text(text, encoding="utf-8")
    for file in LIT.glob("*/*.mlir"):
        if file.relative_to(LIT).as_posix() not in tests:
            file.unlink()


if __name__ == "__main__":
    main()
