"""inductive-range-check-elimination: counted loops get a loop before them that does most rounds, without the checks of indices.

    ^head(%i : si32):                                  %first, %last = … of the rounds …
      %in = mir.lt %i, %n : si32                       %safe = … x[%first] and x[%last] are there, and four rounds or more …
      mir.cond_br %in, ^body, ^exit                    mir.cond_br %safe, ^main(%first : si32), ^head(%first : si32)
    ^body:                                           ^main(%j : si32):
      %at = mir.cast int_to_int %i : si32 to ui32      %most = mir.le %j, %limit : si32
      %ok = mir.lt %at, %length : ui32                 mir.cond_br %most, ^rounds, ^head(%j : si32)
      mir.assert bounds %ok, "…"                  →  ^rounds:
      … x[%i] …                                        … x[%j] … x[%j + 1] … x[%j + 2] … x[%j + 3] …
      %next = mir.add %i, %one : si32                  %four = mir.add …
      mir.goto ^head(%next : si32)                     mir.goto ^main(%four : si32)
                                                     ^head(%i : si32):
                                                       … as it was: the rounds that are left, or all of them …

An index that grows evenly with the counter is within bounds in all rounds if it is in the first one and in the last one, and does
not wrap between them. That is looked at once. If it is so, the new loop does four rounds at a time, and the old one what remains.
If it is not, the old loop does all of them: so a check fails in the round, at the place and behind the stores that it always did,
or does not, if the loop is left before. It is the scheme of the server compiler of HotSpot (Würthinger, Wimmer and Mössenböck,
"Array bounds check elimination for the Java HotSpot client compiler", 2007) and of LLVM's pass of the same name, which works on
x86 only by what it costs; LLVM unrolls no loop that a check may leave, and so would read memory one round at a time.

Checks of an index that has nothing to do with the counter, as of one that was read from memory, stay in both loops.

A loop is taken if

- no other loop is in it, it is entered at one place, and closed at one;
- its first block compares a counter with what does not change in the loop, and its step is a constant (indices may go with an
  other counter of the loop, as where it is the rounds that are left which are counted);
- some check in it may fail in one round and not in another;
- nothing in it is convergent or called: which threads come together at a barrier is not to depend on their bounds;
- it is small: four rounds of up to `LARGEST_UNROLLED` operations are written out, of more, up to `LARGEST`, one;
- nothing that is computed in it is used where it is left by other ways than the comparison.

It needs `mem2reg`, and comes best behind `narrow-index-arithmetic`, which decides some checks, and a `dce`.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block
from xdsl.passes import ModulePass

from periclase.dialects import mir
from periclase.ir.cfg import has_several_blocks


def _may_be_fit(function: mir.FuncOp) -> bool:
    """Whether there are a branch back and a check, as most small kernels have not."""
    region = function.body_region()
    if not has_several_blocks(region):
        return False
    seen: set[Block] = set()
    for block in region.blocks:
        seen.add(block)
        last = block.last_op
        if last is not None and not seen.isdisjoint(last.successors):
            break
    else:
        return False
    return any(type(op) is mir.AssertOp for block in region.blocks for op in block.ops)


class InductiveRangeCheckElimination(ModulePass):
    """Lets most rounds of counted loops run without the checks of their indices."""

    name = "inductive-range-check-elimination"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at all loops of the module."""
        for function in op.ops:
            if isinstance(function, mir.FuncOp) and not function.is_declaration() and _may_be_fit(function):
                # Most compiles need none of it.
                from periclase.passes.inductive_range_check_elimination.splitting import split_loops

                split_loops(function)
