"""What a kernel promises of its launches: in `mir`, in PTX and machine code, at the launch, and of which target it asks."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from periclase import MutSlice, address_of, f32, kernel, shared_array, u32, u64
from periclase.codegen.assembler import assemble, find_tool
from periclase.definition_errors import DefinitionError
from periclase.diagnostics import CompileError, DiagnosticError
from periclase.gpu import cluster_arrive, cluster_block_rank, cluster_wait, dsmem_load, thread_idx_x
from periclase.library.barriers import Barrier


@kernel(launch_bounds=(128, 2, 64))
def bounded(x: MutSlice[f32]):
    x[thread_idx_x()] = 1.0


@kernel(required_block=(32, 2))
def required(x: MutSlice[f32]):
    x[thread_idx_x()] = 1.0


@kernel(cluster=(2, 1, 1))
def clustered(x: MutSlice[f32]):
    x[thread_idx_x()] = 1.0


@kernel(cooperative=True)
def together(x: MutSlice[f32]):
    x[thread_idx_x()] = 1.0


@kernel(launch_bounds=128, required_block=128, cluster=2)
def all_of_them(x: MutSlice[f32]):
    x[thread_idx_x()] = 1.0


ATTRIBUTES = {
    bounded: (
        "launch_bounds = #mir.launch_bounds<128, min_blocks = 2, max_registers = 64>",
        [".maxntid 128, 1, 1", ".minnctapersm 2", ".maxnreg 64"],
    ),
    required: ("required_block = #mir.block_dims<32, 2, 1>", [".reqntid 32, 2, 1"]),
    clustered: (
        "cluster_dims = #mir.block_dims<2, 1, 1>",
        [".explicitcluster", ".reqnctapercluster 2, 1, 1"],
    ),
    together: ("attributes {kernel, cooperative", []),
    all_of_them: (
        "cluster_dims = #mir.block_dims<2, 1, 1>",
        [".reqntid 128, 1, 1", ".explicitcluster", ".reqnctapercluster 2, 1, 1"],
    ),
}


@pytest.mark.parametrize("each", ATTRIBUTES, ids=lambda each: each.name)
def test_in_mir_and_ptx(each: Any) -> None:
    in_mir, directives = ATTRIBUTES[each]
    assert in_mir in str(each.mir())
    text = each.ptx("sm_90")
    head = text[text.index(".entry") : text.index("{")]
    assert re.findall(r"^\.(?:max|min|req|explicit).*$", head, re.MULTILINE) == directives
    if find_tool("ptxas") is not None:
        assemble(text, "sm_90")


@kernel(cluster=2)
def pair(y: MutSlice[f32]):
    kept = shared_array(1, f32)
    objects = shared_array(1, u64)
    full = Barrier(address_of(objects[0]))
    i = thread_idx_x()
    if i == 0:
        full.init(1)
        kept[0] = 1.0
    cluster_arrive()
    cluster_wait()
    if i == 0:
        full.arrive_at(u32(cluster_block_rank() ^ 1))
    full.wait()
    y[i] = dsmem_load(kept[0], u32(cluster_block_rank() ^ 1))


def test_the_shared_memory_of_the_other_block() -> None:
    text = pair.ptx("sm_90")
    assert "mapa.shared::cluster.u32" in text and "ld.shared::cluster.f32" in text
    assert "mbarrier.arrive.release.cluster.shared::cluster.b64" in text
    if find_tool("ptxas") is not None:
        assemble(text, "sm_90")


def test_clusters_ask_for_a_target() -> None:
    assert re.search(r"^\.target (.*)$", clustered.ptx(), re.MULTILINE)[1] == "sm_90"  # type: ignore[index]
    with pytest.raises(CompileError) as caught:
        clustered.ptx("sm_80")
    text = re.sub(r"\S*test_kernel_attributes\.py", "HERE", str(caught.value))
    assert (
        text.partition("\n   = help")[0]
        == """\
error[PC0502]: '@kernel(cluster=…)' needs sm_90 or later, but the target is sm_80 (from the argument)
  --> HERE:30:1
   |
30 | def clustered(x: MutSlice[f32]):
   | ^"""
    )
    assert "= help: this module runs on sm_90, " in text


@pytest.mark.parametrize(
    "each, block, message",
    [
        (bounded, 256, "the block has 256 threads; the launch bounds of `bounded` allow 128"),
        (required, 64, "`required` was compiled for blocks of (32, 2, 1) threads, not (64, 1, 1)"),
    ],
)
def test_at_the_launch(each: Any, block: int, message: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        each[1, block](np.zeros(256, np.float32))
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("PC0403", message)


def test_promises_that_contradict_each_other() -> None:
    with pytest.raises(DefinitionError) as caught:
        kernel(launch_bounds=64, required_block=(16, 8))
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.help) == (
        "PC0311",
        "a block of 128 threads is required, and the launch bounds allow 64",
        "leave `launch_bounds` out, or name the threads of the block there",
    )
