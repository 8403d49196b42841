"""Random programs of `mir` whose every effect can be seen, and how to run them on this machine.

A program is a module with `@main(%log, %a, %b) -> ui64` and functions that it calls. What a run does is told by what it
returns and by the log: its first word is a hash of all values logged so far, in order, the second the number of the
assertion that failed (0 for none), the others are written and read at will. The graphs are arbitrary: irreducible loops,
self loops, critical edges, switches, unreachable cycles. Every edge backwards pays from a store of fuel, so that all
runs end.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Sequence

import lowered_mir
from xdsl.dialects.builtin import IntegerAttr, IntegerType, ModuleOp, Signedness
from xdsl.ir import Block, SSAValue

from periclase.codegen.llvm_ir import print_module
from periclase.dialects import mir
from periclase.ir.builder import OpBuilder
from periclase.ir.cfg import erase_ops, split_before
from periclase.passes.convert_mir_to_llvm import ConvertMirToLLVM

LOG = "!mir.ptr<mut ui64>"
LOG_WORDS = 8
INTS = ("si8", "ui8", "si16", "si32", "ui32", "si64", "ui64")
PAIR = "!mir.tuple<ui8, si64>"
NESTED = f"!mir.tuple<si32, {PAIR}>"
ARRAY = "!mir.array<4 x si32>"
FIELDS = {PAIR: ("ui8", "si64"), NESTED: ("si32", PAIR)}
BINARY = (
    *("add", "sub", "mul", "bitand", "bitor", "bitxor"),
    *("min", "max", "saturating_add", "saturating_sub"),
)
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
TYPES = (*INTS, "i1", "f32", PAIR, NESTED, ARRAY)


class _Function:
    """Writes one function."""

    def __init__(self, r: random.Random, name: str, blocks: int, statements: int, callees: Sequence[str]):
        self.random = r
        self.name = name
        self.statements = statements
        self.callees = callees
        self.lines: list[str] = []
        self.count = 0
        self.last = blocks
        self.arguments: dict[str, list[tuple[str, str]]] = {}
        # Successors of the blocks, the fuel gates of the edges backwards among them.
        self.graph: dict[str, list[str]] = {}
        self.values: dict[str, dict[str, list[str]]] = {}
        self.slots: dict[str, list[tuple[str, str]]] = {}

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text: str) -> None:
        self.lines.append("  " + text)

    def make_graph(self) -> None:
        r = self.random
        for i in range(self.last):
            block = f"b{i}"
            self.arguments[block] = (
                [] if i == 0 else [(self.fresh(), r.choice(TYPES)) for _ in range(r.choice((0, 0, 1, 2)))]
            )
        for i in range(self.last):
            kind = r.random()
            number = 0 if kind < 0.08 and i else 1 if kind < 0.3 else 2 if kind < 0.88 else r.randrange(2, 6)
            if i == self.last - 1:
                number = r.choice((0, 1, 2)) if i else 0
            targets: list[str] = []
            for _ in range(number):
                if i + 1 < self.last and r.random() < 0.7:
                    j = min(i + 1 + int(r.expovariate(0.6)), self.last - 1)
                else:
                    j = r.randrange(1, self.last)
                if j > i:
                    targets.append(f"b{j}")
                    continue
                gate = f"g{i}_{len(targets)}"
                self.arguments[gate] = [(self.fresh(), type) for _, type in self.arguments[f"b{j}"]]
                self.graph[gate] = [f"b{j}", "exit"]
                targets.append(gate)
            self.graph[f"b{i}"] = targets
        self.graph["exit"] = []
        self.arguments["exit"] = []

    def dominators(self) -> dict[str, set[str]]:
        """For each reachable block the blocks on every path to it, in an order that has dominators first."""
        order: list[str] = []
        seen = {"b0"}
        stack = [("b0", iter(self.graph["b0"]))]
        while stack:
            block, rest = stack[-1]
            for successor in rest:
                if successor not in seen:
                    seen.add(successor)
                    stack.append((successor, iter(self.graph[successor])))
                    break
            else:
                order.append(block)
                stack.pop()
        order.reverse()
        found = {block: set(order) for block in order}
        found["b0"] = {"b0"}
        changed = True
        while changed:
            changed = False
            for block in order[1:]:
                new = set.intersection(*(found[p] for p in order if block in self.graph[p])) | {block}
                changed |= new != found[block]
                found[block] = new
        return found

    def write(self, private: bool, policy: str | None) -> str:
        self.make_graph()
        dominators = self.dominators()
        unreachable = [block for block in self.graph if block not in dominators]
        attributes = f' attributes {{inline_policy = "{policy}"}}' if policy else ""
        self.lines.append(
            f"mir.func {'private ' if private else ''}@{self.name}(%log: {LOG}, %a: ui64, %b: ui64) -> ui64{attributes} {{"
        )
        for block in [*dominators, *unreachable]:
            if block != "b0":
                arguments = ", ".join(f"{value}: {type}" for value, type in self.arguments[block])
                self.lines.append(f"^{block}({arguments}):" if arguments else f"^{block}:")
            values: dict[str, list[str]] = {}
            slots: list[tuple[str, str]] = []
            for over in sorted(dominators.get(block, {"b0"}) - {block}):
                for type, names in self.values[over].items():
                    values.setdefault(type, []).extend(names)
                slots.extend(self.slots[over])
            outer = {type: len(names) for type, names in values.items()}
            outer_slots = len(slots)
            for value, type in self.arguments[block]:
                values.setdefault(type, []).append(value)
            self.block(block, values, slots)
            self.values[block] = {type: names[outer.get(type, 0) :] for type, names in values.items()}
            self.slots[block] = slots[outer_slots:]
        self.lines.append("}")
        return "\n".join(self.lines)

    def block(self, block: str, values: dict[str, list[str]], slots: list[tuple[str, str]]) -> None:
        r = self.random
        if block == "b0":
            values["ui64"] = ["%a", "%b"]
            self.emit("%fuel = mir.alloca si32")
            self.emit("%zero = mir.constant 0 : si32")
            self.emit("%one = mir.constant 1 : si32")
            self.emit("%full = mir.constant 12 : si32")
            self.emit("mir.store %full, %fuel : !mir.ptr<mut si32>")
            for _ in range(r.randrange(5)):
                self.allocate(values, slots)
        if block.startswith("g"):
            left, less, ok = self.fresh(), self.fresh(), self.fresh()
            self.emit(f"{left} = mir.load %fuel : !mir.ptr<mut si32>")
            self.emit(f"{less} = mir.sub {left}, %one : si32")
            self.emit(f"mir.store {less}, %fuel : !mir.ptr<mut si32>")
            self.emit(f"{ok} = mir.gt {left}, %zero : si32")
            target = self.graph[block][0]
            given = [value for value, _ in self.arguments[block]]
            self.emit(f"mir.cond_br {ok}, {self.target(target, given)}, ^exit")
            return
        for _ in range(r.randrange(self.statements + 1)):
            self.statement(values, slots)
        targets = self.graph[block]
        calls = [self.target(t, [self.value(type, values) for _, type in self.arguments[t]]) for t in targets]
        if not targets:
            if block != "exit" and r.random() < 0.2:
                self.emit(f'mir.panic "{r.randrange(1, 1000)}"')
            else:
                self.emit(f"mir.return {self.value('ui64', values)} : ui64")
        elif len(targets) == 1:
            self.emit(f"mir.goto {calls[0]}")
        elif len(targets) == 2:
            self.emit(f"mir.cond_br {self.value('i1', values)}, {calls[0]}, {calls[1]}")
        else:
            type = r.choice(("ui8", "si32"))
            cases = r.sample(range(6), len(targets) - 1)
            text = ", ".join(f"{case}: {call}" for case, call in zip(cases, calls[1:], strict=True))
            self.emit(f"mir.switch {self.value(type, values)} : {type}, default {calls[0]}, [{text}]")

    def target(self, block: str, given: Sequence[str]) -> str:
        if not given:
            return f"^{block}"
        return f"^{block}({', '.join(given)} : {', '.join(type for _, type in self.arguments[block])})"

    def value(self, type: str, values: dict[str, list[str]]) -> str:
        """A value of `type`: one there is, or a new one."""
        r = self.random
        known = values.setdefault(type, [])
        if known and r.random() < 0.85:
            # Mostly a late one, so that the values of this block and its arguments are used.
            return known[-1 - min(int(r.expovariate(0.4)), len(known) - 1)]
        result = self.fresh()
        if type in INTS:
            low = 0 if type[0] == "u" else -3
            self.emit(f"{result} = mir.constant {r.choice((low, 0, 1, 2, 7, 100))} : {type}")
        elif type == "i1":
            if r.random() < 0.3:
                self.emit(f"{result} = mir.constant {r.choice(('true', 'false'))}")
            else:
                of = r.choice(INTS)
                left, right = self.value(of, values), self.value(of, values)
                self.emit(f"{result} = mir.{r.choice(COMPARISONS)} {left}, {right} : {of}")
        elif type == "f32":
            self.emit(f"{result} = mir.constant {r.choice(('0.0', '-0.0', '1.5'))} : f32")
        elif type == ARRAY:
            parts = [self.value("si32", values) for _ in range(4)]
            self.emit(f"{result} = mir.construct_array {', '.join(parts)} : {ARRAY}")
        else:
            parts = [self.value(field, values) for field in FIELDS[type]]
            self.emit(f"{result} = mir.construct_tuple {', '.join(parts)} : {type}")
        known.append(result)
        return result

    def allocate(self, values: dict[str, list[str]], slots: list[tuple[str, str]]) -> None:
        type = self.random.choice(TYPES)
        value, slot = self.value(type, values), self.fresh()
        self.emit(f"{slot} = mir.alloca {type}")
        self.emit(f"mir.store {value}, {slot} : !mir.ptr<mut {type}>")
        slots.append((slot, type))

    def address(self, values: dict[str, list[str]], slots: list[tuple[str, str]]) -> tuple[str, str] | None:
        """A pointer into memory that has been written, and what is there."""
        r = self.random
        if not slots or r.random() < 0.15:
            result, index = self.fresh(), self.fresh()
            self.emit(f"{index} = mir.constant {r.randrange(2, LOG_WORDS)} : si64")
            self.emit(f"{result} = mir.ptr_offset %log[{index}] : {LOG}, si64")
            return result, "ui64"
        pointer, type = r.choice(slots)
        while type in FIELDS and r.random() < 0.75:
            index, result = r.randrange(2), self.fresh()
            self.emit(f"{result} = mir.field_addr {pointer}[{index}] : !mir.ptr<mut {type}>")
            pointer, type = result, FIELDS[type][index]
        if type == ARRAY and r.random() < 0.75:
            index, result = self.fresh(), self.fresh()
            if r.random() < 0.5:
                self.emit(f"{index} = mir.constant {r.randrange(4)} : ui32")
            else:
                three = self.fresh()
                self.emit(f"{three} = mir.constant 3 : ui32")
                self.emit(f"{index} = mir.bitand {self.value('ui32', values)}, {three} : ui32")
            self.emit(f"{result} = mir.element_addr {pointer}[{index}] : !mir.ptr<mut {type}>, ui32")
            pointer, type = result, "si32"
        return pointer, type

    def to_word(self, value: str, type: str) -> str:
        """The bits of a scalar as `ui64`."""
        if type == "f32":
            bits = self.fresh()
            self.emit(f"{bits} = mir.cast transmute {value} : f32 to ui32")
            value, type = bits, "ui32"
        if type == "ui64":
            return value
        word = self.fresh()
        if type == "i1":
            one, none = self.fresh(), self.fresh()
            self.emit(f"{one} = mir.constant 1 : ui64")
            self.emit(f"{none} = mir.constant 0 : ui64")
            self.emit(f"{word} = mir.select {value}, {one}, {none} : ui64")
        else:
            self.emit(f"{word} = mir.cast int_to_int {value} : {type} to ui64")
        return word

    def statement(self, values: dict[str, list[str]], slots: list[tuple[str, str]]) -> None:
        r = self.random
        kind = r.randrange(24)
        result = self.fresh()
        type = r.choice(INTS)
        if kind < 5:
            name = r.choice(BINARY)
            self.emit(
                f"{result} = mir.{name} {self.value(type, values)}, {self.value(type, values)} : {type}"
            )
            values.setdefault(type, []).append(result)
        elif kind == 5:
            name = r.choice(("shl", "shr"))
            self.emit(
                f"{result} = mir.{name} {self.value(type, values)}, {self.value('ui32', values)} : {type}, ui32"
            )
            values.setdefault(type, []).append(result)
        elif kind == 6:
            odd, one, seven, part = (self.fresh() for _ in range(4))
            self.emit(f"{one} = mir.constant 1 : {type}")
            self.emit(f"{seven} = mir.constant 7 : {type}")
            self.emit(f"{part} = mir.bitand {self.value(type, values)}, {seven} : {type}")
            self.emit(f"{odd} = mir.bitor {part}, {one} : {type}")
            name = r.choice(("div", "rem", "floor_div", "floor_mod"))
            self.emit(f"{result} = mir.{name} {self.value(type, values)}, {odd} : {type}")
            values.setdefault(type, []).append(result)
        elif kind == 7:
            name = r.choice(("checked_add", "checked_sub", "checked_mul"))
            value, flag = self.fresh(), self.fresh()
            pair = f"!mir.tuple<{type}, i1>"
            self.emit(
                f"{result} = mir.{name} {self.value(type, values)}, {self.value(type, values)} : {type}"
            )
            self.emit(f"{value} = mir.extract_field {result}[0] : {pair}")
            self.emit(f"{flag} = mir.extract_field {result}[1] : {pair}")
            values.setdefault(type, []).append(value)
            values.setdefault("i1", []).append(flag)
        elif kind == 8:
            to = r.choice(INTS)
            self.emit(f"{result} = mir.cast int_to_int {self.value(type, values)} : {type} to {to}")
            values.setdefault(to, []).append(result)
        elif kind == 9:
            any_type = r.choice(TYPES)
            condition = self.value("i1", values)
            left, right = self.value(any_type, values), self.value(any_type, values)
            self.emit(f"{result} = mir.select {condition}, {left}, {right} : {any_type}")
            values.setdefault(any_type, []).append(result)
        elif kind == 10:
            name = r.choice(("not", "bitand", "bitor", "bitxor"))
            rest = "" if name == "not" else f", {self.value('i1', values)}"
            self.emit(f"{result} = mir.{name} {self.value('i1', values)}{rest} : i1")
            values.setdefault("i1", []).append(result)
        elif kind == 11:
            tuple_type = r.choice((PAIR, NESTED))
            index = r.randrange(2)
            field = FIELDS[tuple_type][index]
            if r.random() < 0.6:
                self.emit(
                    f"{result} = mir.extract_field {self.value(tuple_type, values)}[{index}] : {tuple_type}"
                )
                values.setdefault(field, []).append(result)
            else:
                new, old = self.value(field, values), self.value(tuple_type, values)
                self.emit(f"{result} = mir.insert_field {new} into {old}[{index}] : {tuple_type}")
                values.setdefault(tuple_type, []).append(result)
        elif kind == 12:
            # An undefined value that does not matter.
            none, masked = self.fresh(), self.fresh()
            self.emit(f"{none} = mir.constant 0 : {type}")
            if r.random() < 0.5:
                self.emit(f"{result} = mir.undef : {type}")
            else:
                slot = self.fresh()
                self.emit(f"{slot} = mir.alloca {type}")
                self.emit(f"{result} = mir.load {slot} : !mir.ptr<mut {type}>")
            self.emit(f"{masked} = mir.bitand {result}, {none} : {type}")
            values.setdefault(type, []).append(masked)
        elif kind in (13, 14, 15):
            found = self.address(values, slots)
            if found is not None:
                pointer, held = found
                volatile = "volatile " if r.random() < 0.05 else ""
                self.emit(f"{result} = mir.load {volatile}{pointer} : !mir.ptr<mut {held}>")
                values.setdefault(held, []).append(result)
        elif kind in (16, 17, 18):
            found = self.address(values, slots)
            if found is not None:
                pointer, held = found
                volatile = "volatile " if r.random() < 0.05 else ""
                self.emit(f"mir.store {volatile}{self.value(held, values)}, {pointer} : !mir.ptr<mut {held}>")
        elif kind == 19:
            self.allocate(values, slots)
        elif kind == 20:
            condition = self.value("i1", values)
            if r.random() < 0.5:
                rare = self.fresh()
                of = r.choice(INTS)
                self.emit(f"{rare} = mir.ne {self.value(of, values)}, {self.value(of, values)} : {of}")
                self.emit(f"{result} = mir.bitor {condition}, {rare} : i1")
                values.setdefault("i1", []).append(result)
                condition = result
            for _ in range(r.choice((1, 1, 2))):
                self.emit(f'mir.assert user {condition}, "{r.randrange(1, 1000)}"')
        elif kind in (21, 22):
            scalar = r.choice((*INTS, "i1", "f32"))
            word = self.to_word(self.value(scalar, values), scalar)
            self.emit(f"mir.call @log(%log, {word}) : ({LOG}, ui64) -> ()")
        elif self.callees:
            callee = r.choice(self.callees)
            left, right = self.value("ui64", values), self.value("ui64", values)
            self.emit(f"{result} = mir.call @{callee}(%log, {left}, {right}) : ({LOG}, ui64, ui64) -> ui64")
            values.setdefault("ui64", []).append(result)


_LOGGER = f"""mir.func private @log(%log: {LOG}, %v: ui64) attributes {{inline_policy = "never"}} {{
  %h = mir.load %log : {LOG}
  %c = mir.constant 1099511628211 : ui64
  %x = mir.bitxor %h, %v : ui64
  %m = mir.mul %x, %c : ui64
  %one = mir.constant 1 : ui64
  %s = mir.add %m, %one : ui64
  mir.store %s, %log : {LOG}
  mir.return
}}"""


def random_program(seed: int, blocks: int = 8, statements: int = 6, functions: int = 2) -> str:
    """The text of a random program: functions of up to `blocks` blocks with up to `statements` statements each."""
    r = random.Random(seed)
    parts = [_LOGGER]
    names: list[str] = []
    for i in range(r.randrange(functions + 1)):
        writer = _Function(r, f"f{i}", r.randrange(1, max(2, blocks // 2)), statements, tuple(names))
        policy = r.choice((None, None, "always", "never"))
        parts.append(writer.write(r.random() < 0.8, policy))
        names.append(f"f{i}")
    parts.append(_Function(r, "main", r.randrange(1, blocks + 1), statements, names).write(False, None))
    return "\n".join(parts)


_UI64 = IntegerType(64, Signedness.UNSIGNED)


def _word(builder: OpBuilder, value: int) -> mir.ConstantOp:
    return builder.insert(mir.ConstantOp.make(IntegerAttr(value, _UI64)))


def _trap(builder: OpBuilder, log: SSAValue, number: int) -> None:
    """Note that assertion `number` failed, and leave the function."""
    cell = builder.insert(mir.PtrOffsetOp.make(log, _word(builder, 1).result))
    builder.insert(mir.StoreOp.make(_word(builder, number).result, cell.result))
    builder.insert(mir.ReturnOp.make(_word(builder, 0).result))


def observe_traps(module: ModuleOp) -> None:
    """Let a failing assertion, and a panic, write its number to the log and end the program instead of trapping."""
    for function in [op for op in module.body.block.ops if isinstance(op, mir.FuncOp)]:
        if function.is_declaration() or function.sym_name.data == "log":
            continue
        region = function.body_region()
        entry = region.first_block
        assert entry is not None
        log = entry.args[0]
        for op in list(function.walk()):
            if isinstance(op, mir.PanicOp):
                _trap(OpBuilder.before_op(op), log, int(op.message.data))
                erase_ops((op,))
            elif isinstance(op, mir.AssertOp):
                block = op.parent
                rest = split_before(op)
                failed = Block()
                region.add_block(failed)
                _trap(OpBuilder.at_end(failed), log, int(op.message.data))
                assert block is not None
                block.add_op(mir.CondBranchOp.make(op.condition, rest, (), failed, ()))
                erase_ops((op,))
            elif isinstance(op, mir.CallOp) and op.callee_name() != "log":
                block = op.parent
                assert op.next_op is not None
                rest = split_before(op.next_op)
                failed = Block()
                region.add_block(failed)
                builder = OpBuilder.at_end(failed)
                builder.insert(mir.ReturnOp.make(_word(builder, 0).result))
                assert block is not None
                builder = OpBuilder.at_end(block)
                cell = builder.insert(mir.PtrOffsetOp.make(log, _word(builder, 1).result))
                number = builder.insert(mir.LoadOp.make(cell.result))
                ok = builder.insert(mir.EqOp.make(number.result, _word(builder, 0).result))
                builder.insert(mir.CondBranchOp.make(ok.result, rest, (), failed, ()))


def run(module: ModuleOp, arguments: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """What `@main` of `module`, which is used up, returns and logs for each pair of arguments."""
    observe_traps(module)
    ConvertMirToLLVM(target="cpu").apply(lowered_mir.context(), module)
    address = lowered_mir.load(print_module(module, target="host"), "main", optimise=False)
    words = ctypes.c_uint64 * LOG_WORDS
    function = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.POINTER(words), ctypes.c_uint64, ctypes.c_uint64)(
        address
    )
    found: list[tuple[int, ...]] = []
    for a, b in arguments:
        log = words()
        returned = function(ctypes.byref(log), a, b)
        found.append((returned if not log[1] else 0, *log))
    return found
