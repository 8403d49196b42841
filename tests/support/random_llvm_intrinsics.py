"""Calls of intrinsics for `random_llvm_ir`."""

# fmt: off
from __future__ import annotations

from collections.abc import Sequence

from random_llvm_function import Writer
from random_llvm_types import element_of, mangled, with_element
from random_llvm_words import (
    BINARY_FLOAT,
    BINARY_INTEGER,
    CONSTRAINED,
    FLAGGED_INTEGER,
    FLAGS,
    FLOAT_REDUCTIONS,
    READ_REGISTERS,
    REDUCTIONS,
    TERNARY_FLOAT,
    TERNARY_INTEGER,
    UNARY_FLOAT,
    UNARY_INTEGER,
)


class Intrinsics(Writer):
    """LLVM's generic intrinsics, usual ones and odd ones, and those of NVPTX."""

    def call(self, name: str, result: str, types: Sequence[str], flags: str = "", last: Sequence[str] = ()) -> None:
        """A call of the intrinsic `name`; `last` are its operands that must be constants, with their types."""
        given = [f"{type} {self.use(type)}" for type in types] + list(last)
        signature = ", ".join(
            (*types, *(text.rpartition(" ")[0] if not text.startswith("metadata") else "metadata" for text in last))
        )
        self.module.declarations.setdefault(name, f"declare {result} @{name}({signature})")
        text = f"call {flags}{result} @{name}({', '.join(given)})"
        if result == "void":
            self.lines.append(f"  {text}")
        else:
            self.define(result, text)

    def do_intrinsic(self) -> None:
        r = self.random
        sane = self.module.gpu and not self.module.wild("intrinsics")
        kind = r.choice(
            ("i1", "if", "i2", "i2", "i3", "f1", "f1", "f2", "f3", "reduce", "class", "memory", "mixed", "masked", "constrained")
        )
        flags = r.choice(FLAGS)
        if kind in ("i1", "if", "i2", "i3"):
            type = self.integer_like()
            suffix = mangled(type)
            if kind == "i1":
                bytes_ = int(element_of(type)[1:]) % 16 == 0
                self.call(f"llvm.{r.choice(UNARY_INTEGER if bytes_ or not sane else UNARY_INTEGER[:2])}.{suffix}", type, (type,))
            elif kind == "if":
                self.call(
                    f"llvm.{r.choice(FLAGGED_INTEGER)}.{suffix}", type, (type,), last=(f"i1 {r.choice(('true', 'false'))}",)
                )
            elif kind == "i2":
                op = r.choice(BINARY_INTEGER[:-4] if sane else BINARY_INTEGER)
                result = f"{{ {type}, {with_element(type, 'i1')} }}" if "overflow" in op else type
                if op in ("scmp", "ucmp"):
                    result = with_element(type, "i8")
                    suffix = f"{mangled(result)}.{suffix}"
                self.call(f"llvm.{op}.{suffix}", result, (type, type))
            else:
                op = r.choice(TERNARY_INTEGER[:2] if sane else TERNARY_INTEGER)
                if ".fix" in op:
                    self.call(f"llvm.{op}.{suffix}", type, (type, type), last=(f"i32 {r.choice((0, 1, 3, 31))}",))
                else:
                    self.call(f"llvm.{op}.{suffix}", type, (type, type, type))
        elif kind in ("f1", "f2", "f3"):
            type = self.float_like()
            suffix = mangled(type)
            if kind == "f1":
                self.call(f"llvm.{r.choice(UNARY_FLOAT[:9] if sane else UNARY_FLOAT)}.{suffix}", type, (type,), flags)
            elif kind == "f2":
                self.call(f"llvm.{r.choice(BINARY_FLOAT[:7] if sane else BINARY_FLOAT)}.{suffix}", type, (type, type), flags)
            else:
                self.call(f"llvm.{r.choice(TERNARY_FLOAT)}.{suffix}", type, (type, type, type), flags)
        elif kind == "reduce":
            if self.module.calm and r.random() < 0.9:
                return
            if r.random() < 0.5:
                type = self.module.vector(self.module.integer())
                self.call(f"llvm.vector.reduce.{r.choice(REDUCTIONS)}.{mangled(type)}", element_of(type), (type,))
            else:
                type = self.module.vector(self.module.float())
                element = element_of(type)
                if r.random() < 0.5:
                    self.call(f"llvm.vector.reduce.{r.choice(FLOAT_REDUCTIONS)}.{mangled(type)}", element, (type,), flags)
                else:
                    self.call(f"llvm.vector.reduce.{r.choice(('fadd', 'fmul'))}.{mangled(type)}", element, (element, type), flags)
        elif kind == "class":
            type = self.float_like()
            self.call(f"llvm.is.fpclass.{mangled(type)}", with_element(type, "i1"), (type,), last=(f"i32 {r.randrange(1024)}",))
        elif kind == "memory":
            first, second = self.pointer()[0], self.pointer()[0]
            size = r.choice(("i32", "i64"))
            count = r.choice((f"{size} {r.choice((0, 1, 3, 64, 1 << 20))}", f"{size} {self.use(size)}"))
            word = r.choice(("memcpy", "memmove", "memset", "memcpy.inline", "memset.inline"))
            if word.startswith("memset"):
                name, types = f"llvm.{word}.{mangled(first)}.{size}", (first, "i8")
            else:
                name, types = f"llvm.{word}.{mangled(first)}.{mangled(second)}.{size}", (first, second)
            self.call(name, "void", types, last=(count, f"i1 {r.choice(('true', 'false'))}"))
        elif kind == "masked":
            if self.module.calm:
                return
            type = self.module.vector(r.choice((self.module.integer(), self.module.float())))
            mask, pointer = with_element(type, "i1"), self.pointer()[0]
            pointers = with_element(type, pointer)
            word = r.choice(
                ("load", "store", "gather", "scatter")
                if sane
                else ("load", "store", "gather", "scatter", "compressstore", "expandload")
            )
            if word == "load":
                self.call(f"llvm.masked.load.{mangled(type)}.{mangled(pointer)}", type, (pointer, mask, type))
            elif word == "store":
                self.call(f"llvm.masked.store.{mangled(type)}.{mangled(pointer)}", "void", (type, pointer, mask))
            elif word == "gather":
                self.call(f"llvm.masked.gather.{mangled(type)}.{mangled(pointers)}", type, (pointers, mask, type))
            elif word == "scatter":
                self.call(f"llvm.masked.scatter.{mangled(type)}.{mangled(pointers)}", "void", (type, pointers, mask))
            elif word == "compressstore":
                self.call(f"llvm.masked.compressstore.{mangled(type)}", "void", (type, "ptr", mask))
            else:
                self.call(f"llvm.masked.expandload.{mangled(type)}", type, ("ptr", mask, type))
        elif kind == "constrained":
            if not sane:
                type = self.float_like()
                op = r.choice(CONSTRAINED)
                self.call(
                    f"llvm.experimental.constrained.{op}.{mangled(type)}",
                    type,
                    (type, type),
                    last=('metadata !"round.dynamic"', 'metadata !"fpexcept.strict"'),
                )
        else:
            getattr(self, r.choice(("mixed_stack",) if sane else ("mixed_powers", "mixed_odd", "mixed_odd", "mixed_stack")))()

    def mixed_powers(self) -> None:
        r = self.random
        type = self.float_like()
        other = with_element(type, r.choice(("i32", "i16", "i64")))
        scalar = element_of(other)
        match r.choice(("powi", "ldexp", "frexp", "modf", "sincos", "lround")):
            case "powi":
                self.call(f"llvm.powi.{mangled(type)}.{mangled(scalar)}", type, (type, scalar))
            case "ldexp":
                self.call(f"llvm.ldexp.{mangled(type)}.{mangled(other)}", type, (type, other))
            case "frexp":
                self.call(f"llvm.frexp.{mangled(type)}.{mangled(other)}", f"{{ {type}, {other} }}", (type,))
            case "lround":
                word = r.choice(("lround", "llround", "lrint", "llrint"))
                self.call(f"llvm.{word}.{mangled(other)}.{mangled(type)}", other, (type,))
            case word:
                self.call(f"llvm.{word}.{mangled(type)}", f"{{ {type}, {type} }}", (type,))

    def mixed_odd(self) -> None:
        r = self.random
        match r.choice(
            (
                "trap",
                "assume",
                "expect",
                "prefetch",
                "clock",
                "thread",
                "frame",
                "var",
                "eh",
                "region",
                "cmp",
                "bits",
                "debug",
                "active",
                "vp",
                "reverse",
                "convert",
                "pseudo",
            )
        ):
            case "trap":
                self.call(
                    r.choice(("llvm.trap", "llvm.debugtrap", "llvm.donothing", "llvm.sideeffect", "llvm.pcmarker")), "void", ()
                )
            case "assume":
                self.call("llvm.assume", "void", ("i1",))
            case "expect":
                type = self.module.integer()
                self.call(f"llvm.expect.{type}", type, (type, type))
            case "prefetch":
                pointer = self.pointer()[0]
                self.call(
                    f"llvm.prefetch.{mangled(pointer)}", "void", (pointer,), last=("i32 0", f"i32 {r.randrange(5)}", "i32 1")
                )
            case "clock":
                self.call(r.choice(("llvm.readcyclecounter", "llvm.readsteadycounter")), "i64", ())
            case "thread":
                self.call(
                    r.choice(
                        (
                            "llvm.thread.pointer.p0",
                            "llvm.sponentry.p0",
                            "llvm.addressofreturnaddress.p0",
                            "llvm.swift.async.context.addr",
                        )
                    ),
                    "ptr",
                    (),
                )
            case "frame":
                self.call(r.choice(("llvm.frameaddress.p0", "llvm.returnaddress")), "ptr", (), last=("i32 0",))
            case "var":
                self.call(r.choice(("llvm.va_start.p0", "llvm.va_end.p0")), "void", ("ptr",))
            case "eh":
                self.call("llvm.eh.unwind.init", "void", ())
            case "region":
                self.call("llvm.threadlocal.address.p0", "ptr", ("ptr",))
            case "cmp":
                self.call("llvm.objectsize.i64.p0", "i64", ("ptr",), last=("i1 true", "i1 false", "i1 false"))
            case "bits":
                self.call("llvm.ptrmask.p0.i64", "ptr", ("ptr", "i64"))
            case "debug":
                self.call("llvm.is.constant.i32", "i1", ("i32",))
            case "active":
                self.call("llvm.get.active.lane.mask.v4i1.i32", "<4 x i1>", ("i32", "i32"))
            case "vp":
                self.call("llvm.vp.add.v4i32", "<4 x i32>", ("<4 x i32>", "<4 x i32>", "<4 x i1>", "i32"))
            case "reverse":
                type = self.module.vector()
                self.call(f"llvm.vector.reverse.{mangled(type)}", type, (type,))
            case "convert":
                self.call("llvm.convert.from.fp16.f32", "float", ("i16",))
            case _:
                self.call("llvm.pseudoprobe", "void", (), last=("i64 1", "i64 1", "i32 0", "i64 -1"))

    def mixed_stack(self) -> None:
        r = self.random
        if r.random() < 0.5 and self.module.wild("stack"):
            saved = self.fresh()
            self.module.declarations.setdefault("llvm.stacksave.p0", "declare ptr @llvm.stacksave.p0()")
            self.module.declarations.setdefault("llvm.stackrestore.p0", "declare void @llvm.stackrestore.p0(ptr)")
            self.lines.append(f"  {saved} = call ptr @llvm.stacksave.p0()")
            self.define("ptr", f"alloca i32, i32 {self.use('i32')}")
            self.lines.append(f"  call void @llvm.stackrestore.p0(ptr {saved})")
        else:
            slot = self.define("ptr", f"alloca {self.module.memory_type()}")
            for word in ("start", "end"):
                self.module.declarations.setdefault(f"llvm.lifetime.{word}.p0", f"declare void @llvm.lifetime.{word}.p0(ptr)")
                self.lines.append(f"  call void @llvm.lifetime.{word}.p0(ptr {slot})")

    def do_nvvm(self) -> None:
        r = self.random
        wild = self.module.wild("nvvm")
        match r.choice(
            ("register", "register", "barrier", "shuffle", "vote", "match", "redux", "float", *(("any",) if wild else ()))
        ):
            case "register":
                word = r.choice(READ_REGISTERS if wild else READ_REGISTERS[:14])
                self.call(f"llvm.nvvm.read.ptx.sreg.{word}", "i64" if word in ("clock64", "globaltimer") else "i32", ())
            case "barrier":
                word = r.choice(
                    (
                        "barrier0",
                        "barrier.cta.sync.aligned.all",
                        "bar.warp.sync",
                        "membar.gl",
                        "membar.cta",
                        *(("fence.sc.cluster", "barrier.cluster.arrive", "cp.async.wait.all", "exit") if wild else ()),
                    )
                )
                self.call(
                    f"llvm.nvvm.{word}", "void", ("i32",) if word in ("barrier.cta.sync.aligned.all", "bar.warp.sync") else ()
                )
            case "shuffle":
                kind, type = r.choice(("down", "up", "bfly", "idx")), r.choice(("i32", "f32"))
                value = "i32" if type == "i32" else "float"
                if r.random() < 0.5:
                    self.call(f"llvm.nvvm.shfl.sync.{kind}.{type}", value, ("i32", value, "i32", "i32"))
                else:
                    self.call(f"llvm.nvvm.shfl.sync.{kind}.{type}p", f"{{ {value}, i1 }}", ("i32", value, "i32", "i32"))
            case "vote":
                kind = r.choice(("all", "any", "uni", "ballot"))
                self.call(f"llvm.nvvm.vote.{kind}.sync", "i32" if kind == "ballot" else "i1", ("i32", "i1"))
            case "match":
                type = r.choice(("i32", "i64"))
                if r.random() < 0.5:
                    self.call(f"llvm.nvvm.match.any.sync.{type}", "i32", ("i32", type))
                else:
                    self.call(f"llvm.nvvm.match.all.sync.{type}p", "{ i32, i1 }", ("i32", type))
            case "redux":
                if not wild:
                    return
                self.call(f"llvm.nvvm.redux.sync.{r.choice(('add', 'umin', 'max', 'and', 'xor', 'fmin'))}", "i32", ("i32", "i32"))
            case "float":
                name, count = r.choice(
                    (
                        ("ex2.approx.f", 1),
                        ("lg2.approx.f", 1),
                        ("sin.approx.f", 1),
                        ("sqrt.rn.f", 1),
                        ("rsqrt.approx.ftz.f", 1),
                        ("div.full", 2),
                        ("fma.rn.f", 3),
                        ("fmax.nan.f", 2),
                        ("saturate.f", 1),
                        ("rcp.rn.f", 1),
                        ("add.rz.f", 2),
                    )
                )
                self.call(f"llvm.nvvm.{name}", "float", ("float",) * count)
            case _:
                # An intrinsic that is there, of types that are not its own.
                name = r.choice(
                    (
                        "f2i.rn",
                        "d2f.rm",
                        "prmt",
                        "sad.i",
                        "mulhi.i",
                        "bitcast.f2i",
                        "fns",
                        "isspacep.shared",
                        "ldu.global.i.i32.p1",
                        "mapa",
                        "nanosleep",
                        "movmatrix.sync.aligned.m8n8.trans.b16",
                        "cp.async.commit.group",
                        "idp4a.s.s",
                        "wgmma.fence.sync.aligned",
                        "tcgen05.fence.before.thread.sync",
                        "setmaxnreg.inc.sync.aligned.u32",
                        "griddepcontrol.wait",
                        "elect.sync",
                        "mma.m16n8k16.row.col.f32.f32",
                        "nothing.here",
                    )
                )
                self.call(
                    f"llvm.nvvm.{name}",
                    r.choice(("i32", "float", "void", "{ i32, i1 }")),
                    [self.module.scalar() for _ in range(r.randrange(4))],
                )
