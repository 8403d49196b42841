"""A note of which trap it was: a GPU's driver only says that some thread has stopped.

The module has a global, `periclase_trap_note`, that holds the address of eight bytes which the host can still read when the
context is lost, or 0 if nobody wants to know. Right before it traps, a thread writes one word there:

    63      48 47                                   10 9       0
    | row + 1 | the block, x + X * (y + Y * z)         | thread |

and waits until the host sees it (`membar.sys`). The word is written as one, so that any of the many threads that may trap at
once leaves one that is whole and true, without a word about who was first; and whoever has stopped the launch had written his
before. All of it is in blocks that end the kernel: a launch that goes well executes none of it.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import IntegerAttr, i64

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import pointer
from periclase.passes.convert_nvvm_to_llvm.emitter import Emitter

TRAP_NOTE: Final = "periclase_trap_note"
"""The symbol of the global."""

ROW_SHIFT: Final = 48
BLOCK_SHIFT: Final = 10
LAST_ROW: Final = (1 << 16) - 2
"""What a module has more of is told as this one, which is none of the table's."""

_NOTE: Final = " ".join(
    f"""{{
.reg .pred there;
.reg .b32 one, two, three, thread;
.reg .b64 note, word, part;
ld.global.b64 note, [$0];
setp.ne.b64 there, note, 0;
mov.b32 one, %tid.z; mov.b32 two, %ntid.y; mov.b32 three, %tid.y;
mad.lo.u32 thread, one, two, three;
mov.b32 two, %ntid.x; mov.b32 three, %tid.x;
mad.lo.u32 thread, thread, two, three;
mov.b32 one, %ctaid.z; mov.b32 two, %nctaid.y; mov.b32 three, %ctaid.y;
mad.lo.u32 one, one, two, three;
mov.b32 two, %nctaid.x; mov.b32 three, %ctaid.x;
cvt.u64.u32 part, three;
mad.wide.u32 word, one, two, part;
shl.b64 word, word, {BLOCK_SHIFT};
cvt.u64.u32 part, thread;
or.b64 word, word, part;
cvt.u64.u32 part, $1;
shl.b64 part, part, {ROW_SHIFT};
or.b64 word, word, part;
@there st.relaxed.sys.global.b64 [note], word;
membar.sys;
}}""".splitlines()
)


def note_trap(emit: Emitter, kind: str, message: str) -> None:
    """Note that the thread is about to stop, and why, if this module keeps notes."""
    if emit.traps is None:
        return
    row = min(emit.traps.row(kind, message, emit.location), LAST_ROW)
    emit.texts.variable(
        TRAP_NOTE,
        lambda: llvm.GlobalOp.make(
            TRAP_NOTE,
            i64,
            linkage_name="external",
            address_space=1,
            alignment=8,
            value=IntegerAttr(0, i64),
            location=emit.location,
        ),
    )
    address = emit.insert(llvm.AddressOfOp.make(TRAP_NOTE, pointer(1), location=emit.location))
    emit.assembly(_NOTE, (address, emit.constant(row + 1)))
