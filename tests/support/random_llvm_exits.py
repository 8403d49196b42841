"""What leaves a function in other ways than it returns, for `random_llvm_ir`; and calls that only some machines have."""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

from random_llvm_function import Writer

_OF_MACHINES = (
    ("llvm.x86.sse2.pause", "void", ()), ("llvm.x86.avx2.psad.bw", "<4 x i64>", ("<32 x i8>", "<32 x i8>")),
    ("llvm.x86.rdtsc", "i64", ()), ("llvm.x86.sse42.crc32.32.8", "i32", ("i32", "i8")), ("llvm.x86.avx512.kunpck.bw", "i16", ("i16",)),
    ("llvm.x86.flags.read.u64", "i64", ()), ("llvm.x86.tileloadd64", "void", ("i8", "ptr", "i64")), ("llvm.x86.rdtsc", "i32", ("i32",)),
    ("llvm.aarch64.neon.smax.v4i32", "<4 x i32>", ("<4 x i32>", "<4 x i32>")), ("llvm.amdgcn.workitem.id.x", "i32", ()),
    ("llvm.nvvm.barrier0", "void", ()), ("llvm.nvvm.read.ptx.sreg.tid.x", "i64", ()), ("llvm.nvvm.shfl.sync.down.i32", "i32", ("i32",)),
    ("llvm.nvvm.mma.m16n8k16.row.col.f32.f32", "{ float, float }", ("<2 x half>",)), ("llvm.nvvm.ldg.global.f.f32.p1", "float", ("ptr",)),
    ("llvm.eh.typeid.for.p0", "i32", ("ptr",)), ("llvm.returnaddress", "ptr", ("i32",)), ("llvm.frameaddress.p0", "ptr", ("i32",)),
    ("llvm.stacksave.p0", "ptr", ()), ("llvm.stackrestore.p0", "void", ("ptr",)), ("llvm.coro.size.i64", "i64", ()),
    ("llvm.experimental.deoptimize.i32", "i32", ()), ("llvm.trap", "void", ()), ("llvm.localescape", "void", ("ptr",)),
    ("llvm.vp.add.v4i32", "<4 x i32>", ("<4 x i32>", "<4 x i32>", "<4 x i1>", "i32")), ("llvm.matrix.multiply.v4f32.v4f32.v4f32", "<4 x float>", ("<4 x float>",)),
    ("llvm.masked.gather.v4i32.v4p0", "<4 x i32>", ("<4 x ptr>", "i32", "<4 x i1>", "<4 x i32>")),
    ("llvm.experimental.get.vector.length.i32", "i32", ("i32", "i32", "i1")), ("llvm.threadlocal.address.p0", "ptr", ("ptr",)),
    ("llvm.va_start.p0", "void", ("ptr",)), ("llvm.init.trampoline", "void", ("ptr", "ptr", "ptr")), ("llvm.set.rounding", "void", ("i32",)),
    ("llvm.get.fpenv.i32", "i32", ()), ("llvm.ptrmask.p0.i64", "ptr", ("ptr", "i64")), ("llvm.is.fpclass.f32", "i1", ("float", "i32")),
)


class Exits(Writer):
    """Unwinding, jumps of assembly, tail calls, intrinsics of one machine; and vectors that fill pages."""

    def text(self) -> str:
        found = super().text()
        return found.replace(" {\nentry:", " personality ptr @__gxx_personality_v0 {\nentry:", 1) if "pad " in found else found

    def do_exit(self) -> None:
        """One of them, in a module that has such things."""
        if self.module.wild("exits"):
            getattr(self, f"_{self.random.choice(('machine', 'machine', 'unwind', 'jump', 'bundle', 'vector', 'pads', 'tail'))}")()

    def _machine(self) -> None:
        name, result, types = self.random.choice(_OF_MACHINES)
        self.module.declarations.setdefault(name, f"declare {result} @{name}({', '.join(types)})")
        text = f"call {result} @{name}({', '.join(f'{type} {self.use(type)}' for type in types)})"
        if result == "void":
            self.lines.append(f"  {text}")
        else:
            self.define(result, text)

    def _block(self) -> str:
        self.count += 1
        return f"x{self.count}"

    def _unwind(self) -> None:
        r = self.random
        after, pad, name = self._block(), self._block(), self.fresh()
        self.module.declarations.setdefault("may_throw", "declare i32 @may_throw(...)")
        self.module.declarations.setdefault("__gxx_personality_v0", "declare i32 @__gxx_personality_v0(...)")
        clause = r.choice(("cleanup", "catch ptr null", "filter [0 x ptr] []", "cleanup catch ptr @may_throw"))
        self.lines += [
            f"  {name} = invoke i32 (...) @may_throw(i32 1) to label %{after} unwind label %{pad}",
            f"{pad}:",
            f"  {name}p = landingpad {{ ptr, i32 }} {clause}",
            r.choice((f"  resume {{ ptr, i32 }} {name}p", "  unreachable", f"  br label %{after}")),
            f"{after}:",
        ]

    def _pads(self) -> None:
        after, pad, name = self._block(), self._block(), self.fresh()
        self.module.declarations.setdefault("may_throw", "declare i32 @may_throw(...)")
        self.module.declarations.setdefault("__gxx_personality_v0", "declare i32 @__gxx_personality_v0(...)")
        self.lines += [
            f"  {name} = invoke i32 (...) @may_throw() to label %{after} unwind label %{pad}",
            f"{pad}:",
            f"  {name}p = cleanuppad within none []",
            f"  cleanupret from {name}p unwind to caller",
            f"{after}:",
        ]

    def _jump(self) -> None:
        after, other = self._block(), self._block()
        self.lines += [
            f'  callbr void asm sideeffect "{self.random.choice(("# $0", "jmp ${0:l}", "${1:l}"))}", "!i"() to label %{after} [label %{other}]',
            f"{other}:",
            f"  br label %{after}",
            f"{after}:",
        ]

    def _bundle(self) -> None:
        self.module.declarations.setdefault("llvm.assume", "declare void @llvm.assume(i1)")
        pointer, value = self.pointer()
        what = self.random.choice(('"align"({0} {1}, i64 16)', '"nonnull"({0} {1})', '"deopt"(i32 1)', '"align"({0} {1}, i64 3)', '"x"()', '"kcfi"(i32 7)'))
        self.lines.append(f"  call void @llvm.assume(i1 true) [ {what.format(pointer, value)} ]")

    def _vector(self) -> None:
        type = f"<{self.random.choice((64, 100, 256, 1024, 4096))} x {self.random.choice(('i1', 'i8', 'float', 'i64', 'ptr', 'half'))}>"
        pointer, value = self.pointer()
        loaded = self.define(type, f"load {type}, {pointer} {value}")
        self.lines.append(f"  store {type} {loaded}, {pointer} {self.use(pointer)}")

    def _tail(self) -> None:
        word = self.random.choice(("musttail ", "tail ", "notail "))
        type = self.random.choice(("void (ptr)", "i32 (i32, ...)", "void ()"))
        self.lines.append(f"  {self.fresh() + ' = ' if type[0] == 'i' else ''}{word}call {type} {self.use('ptr')}({'ptr null' if 'ptr' in type else 'i32 1' if 'i32' in type else ''})")
