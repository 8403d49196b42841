"""Notes of traps in PTX: all assemblers take them, and a launch that goes well executes none of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from periclase import MutSlice, Slice, f32, i64, kernel
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.codegen.compiler import compile_kernel, kernel_ptx

TARGETS = ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_120", "sm_120a"]


@kernel
def gather(x: Slice[f32], index: i64, y: MutSlice[f32]):
    y[index] = x[index + 1]
    assert index < 7, "too far"


def noted(target: str = "sm_90") -> str:
    return compile_kernel(gather, None, target).code.decode()


def test_an_artifact_for_a_gpu_has_a_row_for_each_trap() -> None:
    traps = compile_kernel(gather, None, "sm_90").traps
    kinds = [trap.kind for trap in traps]
    assert sorted(kinds) == ["bounds", "bounds", "user"]
    lines = Path(__file__).read_text().splitlines()
    places = {lines[trap.span.line - 1].strip() for trap in traps if trap.span is not None}
    assert places == {"y[index] = x[index + 1]", 'assert index < 7, "too far"'}


def test_what_is_shown_has_no_notes_and_what_is_launched_has() -> None:
    assert "periclase_trap_note" not in kernel_ptx(gather, "sm_90")
    assert ".visible .global .align 8 .u64 periclase_trap_note;" in noted()


def test_a_note_is_followed_by_its_trap() -> None:
    lines = [line.strip() for line in noted().splitlines()]
    notes = [number for number, line in enumerate(lines) if line.endswith("membar.sys; }")]
    assert len(notes) == 3
    for number in notes:
        behind = [
            line for line in lines[number + 1 :] if line and not line.startswith(("//", "$L__tmp", ".loc"))
        ]
        assert behind[0].startswith("trap;")


def test_what_goes_on_executes_the_same_instructions() -> None:
    def straight(ptx: str) -> list[str]:
        """The instructions from the entry to the first `ret`, without the numbers of registers."""
        body = ptx[ptx.index(".entry") : ptx.index("ret;")]
        found = [line.strip() for line in body.splitlines()]
        return [re.sub(r"\d+", "", line) for line in found if line.endswith(";") and line[0] not in "./$"]

    assert straight(noted()) == straight(kernel_ptx(gather, "sm_90"))


@pytest.mark.skipif(not available_assemblers(), reason="no assembler is installed")
@pytest.mark.parametrize("target", TARGETS)
def test_notes_assemble(target: str) -> None:
    assemble(noted(target), target)
