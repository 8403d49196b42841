"""Fences, and the dependence of grids: they change nothing here, but not every one exists."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import kernel, program, run

from periclase.diagnostics import CompileError

HEAD = ".reg .b64 %rd<9>; ld.param.u64 %rd1, [p0];\n"

FENCES = [
    "membar.cta;",
    "membar.gl;",
    "membar.sys;",
    "fence.sc.cluster;",
    "fence.acq_rel.gpu;",
    "fence.acquire.sys;",
    "fence.release.cta;",
    "fence.mbarrier_init.release.cluster;",
    "fence.proxy.alias;",
    "fence.proxy.async;",
    "fence.proxy.async.global;",
    "fence.proxy.async.shared::cta;",
    "fence.proxy.async.shared::cluster;",
    "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;",
    "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;",
    "fence.acquire.sync_restrict::shared::cluster.cluster;",
    "fence.release.sync_restrict::shared::cta.cluster;",
    "fence.proxy.tensormap::generic.release.gpu;",
    "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;",
    "griddepcontrol.wait;",
    "griddepcontrol.launch_dependents;",
]


@pytest.mark.parametrize("text", FENCES)
def test_what_there_is(text: str):
    out = np.zeros(1, np.uint32)
    run(kernel(f"{HEAD}{text} st.global.u32 [%rd1], 1; ret;", "u64"), out, block=1)
    assert out.tolist() == [1]


@pytest.mark.parametrize(
    "text", ["membar.block;", "fence.sc;", "fence.proxy.sparkling;", "griddepcontrol.stay;", "membar.cta.gl;"]
)
def test_what_there_is_not(text: str):
    with pytest.raises(CompileError):
        program(kernel(f"{HEAD}{text} ret;", "u64"))
