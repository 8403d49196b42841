"""Random kernels of many threads: what `random_sources` writes, and between it barriers, shared memory, warps and atomics.

A thread has `WORDS` elements of `w` and `g` to itself; what others have comes through shared memory, with barriers around.
`total` is changed by atomics that commute, and not read: so there is one right result, whatever the order of the threads.
What a block does together stands where all of its threads come: on the way there are loops and conditions that are the same for
a whole block. What a warp does together is also done by a part of it, whose lanes a mask names, in a branch that only these take;
and some kernels end early for some threads, behind their last barrier.
"""

from __future__ import annotations

from hypothesis import strategies as st
from random_sources import FLOATS, IMPORTS, INTS, Choices, Writer, frame

TOTALS = 6
DYNAMIC = 128
"""Bytes of dynamic shared memory."""
_EXCHANGED = (*INTS, *FLOATS)
"""What shuffles move."""
_MATCHED = ("i32", "u32", "i64", "u64")
_PARTS = (
    ("0xFFFFFFFF", "True"),
    ("0x0000FFFF", "tid % 32 < 16"),
    ("0xFFFF0000", "tid % 32 >= 16"),
    ("0x55555555", "tid % 2 == 0"),
    ("0x80000001", "tid % 32 == 0 or tid % 32 == 31"),
    ("0x00000700", "8 <= tid % 32 <= 10"),
)
"""Masks of lanes, and the condition under which a thread is one of them."""
_SCOPES = ("", *(f", scope='{scope}'" for scope in ("device", "block", "cluster", "system")))
_ORDERS = ("", *(f", order='{order}'" for order in ("relaxed", "acquire", "release", "acq_rel", "seq_cst")))


class GridWriter(Writer):
    """Writes the statements of a thread among others.

    Attributes:
        shared: arrays that a block changes by atomics, with the type of their elements.
    """

    def __init__(self, choices: Choices):
        super().__init__(choices)
        self.shared: dict[str, str] = {}

    def place(self) -> str:
        return f"base + {super().place()}"

    def whole(self, name: str) -> str:
        return f"{name}[base : base + 8]"

    def leave(self, indent: str) -> None:
        self.write(indent, "pass")  # it would not be where the others wait for it

    def together(self, indent: str, depth: int) -> None:
        """Some statements, of which at least one is a meeting of threads."""
        for _ in range(int(self.pick("1", "2"))):
            if self.pick("alone", "together") == "alone":
                self.statement(indent, 1)
        self._meeting(indent, depth)

    def _meeting(self, indent: str, depth: int) -> None:
        kind = self.pick(
            *("warp", "warp", "part", "exchange", "count", "atomic", "dynamic"),
            *(("if", "for") if depth else ()),
        )
        match kind:
            case "warp":
                self._warp(indent, "")
            case "part":
                self._part_of_a_warp(indent)
            case "exchange":
                type = self.pick("i64", "f64", "u8")
                shared = {"i64": "s", "f64": "r", "u8": "b"}[type]
                self.write(indent, "sync_threads()")
                self.write(indent, f"{shared}[tid] = {self.expression(type, 1)}")
                self.write(indent, "sync_threads()")
                other = f"(tid + {self.pick('1', '5', '31')}) % block_dim_x()"
                self.write(indent, f"{self.variable(type)} = {shared}[{other}]")
            case "dynamic":
                self.write(indent, "sync_threads()")
                self.write(indent, f"d[tid] = {self.expression('u16', 1)}")
                self.write(indent, "sync_threads()")
                self.write(indent, f"{self.variable('u16')} ^= d[block_dim_x() - 1 - tid]")
            case "count":
                name = self.pick("sync_threads_count", "sync_threads_and", "sync_threads_or")
                self.write(indent, f"{self.variable('i32')} ^= i32({name}({self.condition(1)}))")
            case "atomic":
                self._atomic(indent)
            case "if":
                self.write(indent, f"if {self.pick('block_idx_x() == 0', 'n > 1')}:")
                self.together(indent + "    ", depth - 1)
                self.write(indent, "else:")
                self.together(indent + "    ", depth - 1)
            case _:
                self.write(indent, f"for {self.fresh('m')} in range({self.pick('2', 'n')}):")
                self.together(indent + "    ", depth - 1)

    def _part_of_a_warp(self, indent: str) -> None:
        """Lanes that a mask names do something together in a branch of theirs, and the others go on alone."""
        mask, condition = self.pick(*(f"{mask};{condition}" for mask, condition in _PARTS)).split(";")
        self.write(indent, f"if {condition}:")
        self._warp(indent + "    ", mask)
        if self.pick("both", "one") == "both":
            self.write(indent, "else:")
            self.statement(indent + "    ", 0)

    def _warp(self, indent: str, mask: str) -> None:
        """What the lanes of a mask do together; all of them if there is none."""
        more = f", mask={mask}" if mask else ""
        match self.pick("shuffle", "vote", "match", "redux", "elect", "all", "sync"):
            case "shuffle":
                type = self.pick(*_EXCHANGED)
                # Only all lanes together have every lane to read from; a lane always has itself.
                kinds = ("up", "down", "xor", "idx") if not mask else ("self",)
                kind = self.pick(*kinds)
                value = self.expression(type, 1)
                if kind == "idx":
                    call = f"shfl_sync({value}, {self.pick('0', '31', 'u32(tid) * 7')}"
                elif kind == "self":
                    call = f"shfl_sync({value}, lane_id()"
                else:
                    call = f"shfl_sync_{kind}({value}, {self.pick('1', '3', '16')}"
                self.write(indent, f"{self.variable(type)} = {call}{more})")
            case "vote":
                name = self.pick("all_sync", "any_sync", "uni_sync")
                self.write(indent, f"{self.variable('i32')} += i32({name}({self.condition(1)}{more}))")
                self.write(indent, f"{self.variable('u32')} ^= ballot_sync({self.condition(1)}{more})")
            case "match":
                type = self.pick(*_MATCHED)
                value = f"{self.expression(type, 1)} & {type}(3)"
                self.write(indent, f"{self.variable('u32')} ^= match_any_sync({value}{more})")
            case "all":
                name = self.fresh("t")
                self.write(indent, f"{name} = match_all_sync({self.expression('i32', 0)} & 1{more})")
                self.write(indent, f"{self.variable('u32')} += {name}[0] + u32({name}[1])")
            case "redux":
                kind, type = self.pick("add", "min", "max", "and", "or", "xor"), self.pick("i32", "u32")
                if kind in ("and", "or", "xor"):
                    type = "u32"
                self.write(
                    indent, f"{self.variable(type)} = redux_sync_{kind}({self.expression(type, 1)}{more})"
                )
            case "elect":
                self.write(indent, f"if elect_sync({mask or '0xFFFFFFFF'}):")
                self.write(indent, f"    {self.variable('i64')} += {self.expression('i64', 1)}")
            case _:
                self.write(indent, f"sync_warp({mask or '0xFFFFFFFF'})")

    def _atomic(self, indent: str) -> None:
        """What comes of these does not depend on who is first."""
        options = self.pick(*_ORDERS) + self.pick(*_SCOPES)
        where = self.pick("grid", "block", "float", "constant")
        if where == "grid":
            kind, place = self.pick(
                "add;0", "sub;block_idx_x() % 2", "xor;5", "min;2", "max;3", "and;4", "or;4"
            ).split(";")
            value = (
                self.expression("i64", 1) if kind not in ("and", "or") else f"i64({'~' * (kind == 'and')}64)"
            )
            self.write(indent, f"atomic_{kind}(total, {place}, {value}{options})")
        elif where == "block":
            kind, place = self.pick("add;0", "sub;0", "xor;1").split(";")
            self.write(
                indent, f"atomic_{kind}({self.use_counts()}, {place}, {self.expression('u32', 1)}{options})"
            )
        elif where == "float":
            type = self.pick("f32", "f64", "f16")
            value = f"{type}(tid % 2)"  # sums of small numbers are exact
            self.write(
                indent, f"atomic_{self.pick('add', 'sub')}({self.use_sums(type)}, 0, {value}{options})"
            )
        else:
            call = self.pick(
                "inc({}, 2, u32(1000)",
                "dec({}, 3, u32(1000)",
                "cas({}, 4, u32(0), u32(7)",
                "exchange({}, 5, u32(9)",
            )
            self.write(indent, f"atomic_{call.format(self.use_counts())}{options})")

    def use_counts(self) -> str:
        """Eight `u32` of the block."""
        self.shared["c"] = "u32"
        return "c"

    def use_sums(self, type: str) -> str:
        """Two floats of the block."""
        self.shared[f"c_{type}"] = type
        return f"c_{type}"


_HEAD = """\
@kernel
def k(w: MutSlice[i64], g: MutSlice[f64], total: MutSlice[i64], n: i32):
    tid = thread_idx_x()
    base = (block_idx_x() * block_dim_x() + tid) * 8
    s = shared_array(64, i64)
    r = shared_array(64, f64)
    b = shared_array(64, u8)
    d = dynamic_shared_array(64, u16)"""


def grid_source(data: bytes) -> str:
    """The text of a module with `@kernel def k(w, g, total, n)`, for blocks of 32 or 64 threads, by these decisions."""
    writer = GridWriter(Choices(data))
    if writer.pick("all", "some") == "some":
        writer.write("    ", f"if {writer.condition(1)}:")
        writer.statement("        ", 1)
    early = writer.pick("late", "late", "early") == "early"
    while True:
        writer.together("    ", 2)
        if writer.choices.over:
            break
    if writer.shared:
        writer.write("    ", "sync_threads()")
    for name, type in writer.shared.items():
        target = writer.variable("i64" if type == "u32" else "f64")
        for k in range(6 if type == "u32" else 1):
            writer.write("    ", f"{target} += {target[2:]}({name}[{k}])")
    if early:
        writer.write("    ", f"if {writer.condition(0)}:")
        writer.write("    ", "    return")
        writer.statement("    ", 1)
    start, end = frame(writer, lambda number: f"base + {number}")
    for name, type in writer.shared.items():
        start += [
            f"    {name} = shared_array(8, {type})",
            "    if tid < 8:",
            f"        {name}[tid] = {type}(0)",
        ]
    if writer.shared:
        start.append("    sync_threads()")
    return "\n".join([IMPORTS + "".join(writer.definitions) + _HEAD, *start, *writer.lines, *end, ""])


def grid_sources() -> st.SearchStrategy[str]:
    """See `grid_source`."""
    return st.binary(min_size=30, max_size=600).map(grid_source)


__all__ = ["DYNAMIC", "TOTALS", "grid_source", "grid_sources"]
