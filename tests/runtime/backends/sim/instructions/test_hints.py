"""Instructions that change nothing."""

from __future__ import annotations

import numpy as np
import pytest
from ptx_runs import kernel, run

from periclase.diagnostics import CompileError


def ran(body: str) -> list[int]:
    out = np.zeros(32, np.uint32)
    around = """.reg .b32 %r<9>; .reg .b64 %rd<9>;
    mov.u32 %r0, %tid.x;
    ld.param.u64 %rd0, [p0];
    mad.wide.u32 %rd0, %r0, 4, %rd0;
    """
    run(kernel(f"{around}{body}\nst.global.u32 [%rd0], %r0;\nret;", "u64"), out)
    return out.tolist()


@pytest.mark.parametrize(
    "body",
    [
        "nanosleep.u32 1000;",
        "nanosleep.u32 %r0;",
        "pmevent 15;",
        "pmevent.mask 3;",
        "brkpt;",
        "setmaxnreg.inc.sync.aligned.u32 232;",
        "setmaxnreg.dec.sync.aligned.u32 40;",
    ],
)
def test_threads_go_on_as_they_are(body: str):
    assert ran(body) == list(range(32))


@pytest.mark.parametrize("body", ["nanosleep.u64 1000;", "setmaxnreg.inc.u32 232;", "pmevent.some 3;"])
def test_other_forms_are_refused(body: str):
    with pytest.raises(CompileError, match="PC0704"):
        ran(body)
