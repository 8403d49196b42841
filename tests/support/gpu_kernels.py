"""Kernels in PTX for tests of the CUDA backend: they need no compiler of ours."""

from __future__ import annotations

from periclase.runtime.artifact import Artifact, ArtifactKind

PTX = """
.version 6.4
.target sm_75
.address_size 64

// Adds one to each of `count` words.
.visible .entry add_one(.param .u64 words, .param .u64 count)
{
    .reg .pred %out;
    .reg .u32 %r<5>;
    .reg .u64 %d<5>;
    ld.param.u64 %d0, [words];
    ld.param.u64 %d1, [count];
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.u32 %r3, %r0, %r1, %r2;
    cvt.u64.u32 %d2, %r3;
    setp.ge.u64 %out, %d2, %d1;
    @%out bra DONE;
    cvta.to.global.u64 %d0, %d0;
    shl.b64 %d3, %d2, 2;
    add.u64 %d4, %d0, %d3;
    ld.global.u32 %r4, [%d4];
    add.u32 %r4, %r4, 1;
    st.global.u32 [%d4], %r4;
DONE:
    ret;
}

// Takes so many nanoseconds.
.visible .entry spin(.param .u64 nanoseconds)
{
    .reg .pred %more;
    .reg .u64 %d<4>;
    ld.param.u64 %d0, [nanoseconds];
    mov.u64 %d1, %globaltimer;
AGAIN:
    mov.u64 %d2, %globaltimer;
    sub.u64 %d3, %d2, %d1;
    setp.lt.u64 %more, %d3, %d0;
    @%more bra AGAIN;
    ret;
}

// Writes where there is no memory.
.visible .entry fault()
{
    .reg .u64 %d0;
    mov.u64 %d0, 16;
    st.global.u64 [%d0], %d0;
    ret;
}

.visible .entry stop()
{
    trap;
    ret;
}
"""


def gpu_kernel(entry: str, **changes: object) -> Artifact:
    """The artifact of one of the entries."""
    fields: dict[str, object] = {
        "kind": ArtifactKind.PTX,
        "target": "sm_75",
        "kernel": entry,
        "entry": entry,
        "code": PTX.encode(),
    }
    return Artifact(**(fields | changes))  # type: ignore[arg-type]
