"""How many instructions of a GPU some kernels take, so that none is lost again unnoticed.

The numbers are those of `python benchmarks/sass`, which compares them with nvcc's. An assembler of another version may need a few
more or fewer.
"""

from __future__ import annotations

import re

import pytest

from periclase.codegen.assembler import assemble, available_assemblers, disassemble, find_tool
from periclase.tools.demo import demo_folder
from periclase.tools.kernel_files import kernels_of, load_file

ALLOWANCE = 1.10

COUNTS = {
    # Example, kernel: instructions of the version for small launches, with all checks, for sm_80 and sm_90.
    ("saxpy", "saxpy"): (19, 24),
    ("matmul", "matmul"): (129, 148),
    ("reduction", "reduce_shuffle"): (67, 71),
    ("stencil", "stencil"): (96, 105),
    ("histogram", "histogram"): (26, 32),
}

_INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?(?P<name>[A-Z]\w*)", re.MULTILINE)


@pytest.mark.skipif(
    not available_assemblers() or find_tool("nvdisasm") is None, reason="no assembler or no nvdisasm"
)
@pytest.mark.parametrize("place", range(2), ids=["sm_80", "sm_90"])
@pytest.mark.parametrize(("example", "name"), COUNTS)
def test_instructions(example: str, name: str, place: int) -> None:
    kernel = kernels_of(load_file(str(demo_folder() / f"{example}.py")))[name]
    arch = ("sm_80", "sm_90")[place]
    text = kernel.with_unit_strides.with_narrow_indices.ptx(arch=arch)
    sass = disassemble(assemble(text, arch))
    count = sum(found["name"] != "NOP" for found in _INSTRUCTION.finditer(sass))
    assert count <= COUNTS[example, name][place] * ALLOWANCE
