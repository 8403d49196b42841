"""Where threads go on: `bra`, `brx`, `call`, `ret`, `exit`, `trap` (PTX ISA, 9.7.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.backends.sim.machine.faults import TRAP, UNDEFINED, Fault
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.machine.memory import LOCAL_START
from periclase.runtime.backends.sim.machine.program import nbytes
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Call, Label, Register, Symbol

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.activation import Activation
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.machine.wave import Wave
    from periclase.runtime.backends.sim.ptx.syntax import Function, Instruction, Operand, Variable

Array = np.ndarray[Any, Any]

_U32 = np.dtype(np.uint32)
_U64 = np.dtype(np.uint64)


def _forms(current: Instruction, decoder: Decoder, *known: str) -> None:
    for modifier in current.modifiers:
        if modifier not in known:
            decoder.refuse(f"it does not know `.{modifier}` here")


def _target(decoder: Decoder, label: str) -> int:
    found = decoder.function.labels.get(label)
    if found is None:
        decoder.refuse(f"there is no label `{label}`")
    return found


@instruction("bra", flow=True)
def decode_branch(current: Instruction, decoder: Decoder) -> Step:
    """`bra`: on at a label (9.7.12.2)."""
    _forms(current, decoder, "uni")
    (label,) = current.operands
    if not isinstance(label, Label | Symbol):
        decoder.refuse("it does not branch to a label")
    target = _target(decoder, label.name)

    def step(group: Group) -> None:
        group.wave.scheduler.go(group.activation, target, group.threads)

    return step


@instruction("brx", flow=True)
def decode_indexed_branch(current: Instruction, decoder: Decoder) -> Step:
    """`brx.idx`: on at the label that a list has at an index (9.7.12.3). An index beyond it is undefined: here a fault."""
    _forms(current, decoder, "idx", "uni")
    index, names = current.operands
    if not isinstance(names, Label | Symbol) or names.name not in decoder.function.branch_targets:
        decoder.refuse("it names no list of labels")
    targets = [_target(decoder, name) for name in decoder.function.branch_targets[names.name]]
    read = decoder.read(index, _U32)

    def step(group: Group) -> None:
        chosen = np.broadcast_to(read(group), group.size)
        beyond = chosen >= len(targets)
        if beyond.any():
            first = int(np.argmax(beyond))
            raise Fault(
                UNDEFINED,
                f"branches by index {int(chosen[first])} of {len(targets)} labels",
                int(group.threads[first]),
            )
        for index in np.unique(chosen):
            group.wave.scheduler.go(group.activation, targets[int(index)], group.threads[chosen == index])

    return step


@instruction("ret", flow=True)
def decode_return(current: Instruction, decoder: Decoder) -> Step:
    """`ret`: on behind the call; from a kernel, the end of the thread (9.7.12.5)."""
    _forms(current, decoder, "uni")
    return leave


def leave(group: Group) -> None:
    """The group returns from the function in which it is."""
    activation = group.activation
    if activation.caller is None:
        group.wave.scheduler.exit(group.threads)
        return
    if activation.returns is not None:
        activation.returns(group)
    group.wave.scheduler.go(activation.caller, activation.resume, group.threads)


@instruction("exit", flow=True)
def decode_exit(current: Instruction, decoder: Decoder) -> Step:
    """`exit`: the end of the thread (9.7.12.6)."""
    _forms(current, decoder)

    def step(group: Group) -> None:
        group.wave.scheduler.exit(group.threads)

    return step


@instruction("trap", flow=True)
def decode_trap(current: Instruction, decoder: Decoder) -> Step:
    """`trap`: the launch fails (9.7.19.4)."""
    _forms(current, decoder)

    def step(group: Group) -> None:
        raise Fault(TRAP, "trapped", int(group.threads[0]))

    return step


@instruction("call", flow=True)
def decode_call(current: Instruction, decoder: Decoder) -> Step:
    """`call`: a function, by its name or its address (9.7.12.4). Arguments and results are in parameters of the caller."""
    _forms(current, decoder, "uni")
    (operand,) = current.operands
    if not isinstance(operand, Call):
        decoder.refuse("it names no function")
    if isinstance(operand.callee, Symbol):
        return _call_of(operand.callee.name, operand, decoder)
    read = decoder.read(operand.callee, _U64)
    known: dict[str, Step] = {}

    def step(group: Group) -> None:
        addresses = np.broadcast_to(read(group), group.size)
        for address in np.unique(addresses):
            some = group.narrow(addresses == address)
            name = decoder.program.function_at(int(address))
            if name is None:
                raise Fault(UNDEFINED, f"calls {int(address):#x}, where no function is", int(some.threads[0]))
            if name not in known:
                known[name] = _call_of(name, operand, decoder)
            known[name](some)

    return step


def _call_of(name: str, call: Call, decoder: Decoder) -> Step:
    """The step of a call of the function `name`."""
    callee = decoder.module.functions.get(name)
    if callee is None:
        decoder.refuse(f"there is no function `{name}`")
    if len(callee.parameters) != len(call.arguments) or len(callee.results) != len(call.results):
        decoder.refuse(f"`{name}` has not as many parameters or results as this call")
    if callee.external:
        return _external_call(callee, call, decoder)
    code = decoder.program.code(name)
    resume = decoder.pc + 1
    given = list(zip(callee.parameters, call.arguments, strict=True))
    gotten = list(zip(callee.results, call.results, strict=True))
    pass_arguments = [_passing(formal, actual, code, decoder) for formal, actual in given]
    give_results = [_giving(formal, actual, code, decoder) for formal, actual in gotten]

    def returns(group: Group) -> None:
        for give in give_results:
            give(group)

    def step(group: Group) -> None:
        scheduler = group.wave.scheduler
        activation = scheduler.activate(code, group.activation, resume)
        activation.returns = returns
        for give in pass_arguments:
            give(group, activation)
        scheduler.go(activation, 0, group.threads)

    return step


def _rows(wave: Wave) -> Array:
    """Local memory, a row a thread."""
    return wave.memory.local.view(np.dtype(np.uint8)).reshape(wave.size, -1)


def _passing(
    formal: Variable, actual: Operand, code: Any, decoder: Decoder
) -> Callable[[Group, Activation], None]:
    """What gives a parameter of the callee its value."""
    if formal.space == "reg" or not isinstance(actual, Symbol):
        return _passing_value(formal, actual, code, decoder)
    size, there = nbytes(formal), code.local_offsets[formal.name]
    here = _local_offset(actual, decoder)

    def copy(group: Group, activation: Activation) -> None:
        rows = _rows(group.wave)
        source = LOCAL_START + group.activation.local_base + here
        target = LOCAL_START + activation.local_base + there
        rows[group.threads, target : target + size] = rows[group.threads, source : source + size]

    return copy


def _passing_value(
    formal: Variable, actual: Operand, code: Any, decoder: Decoder
) -> Callable[[Group, Activation], None]:
    dtype = DTYPES[formal.type]
    read = decoder.read(actual, dtype)
    if formal.space == "reg":
        from periclase.runtime.backends.sim.machine.decoder import Decoder as Other
        from periclase.runtime.backends.sim.machine.group import Group as Threads

        write = Other(code, decoder.instruction, 0).write(Register(formal.name), dtype)

        def give(group: Group, activation: Activation) -> None:
            write(Threads(group.wave, activation, group.threads), read(group))

        return give
    there = code.local_offsets[formal.name]

    def store(group: Group, activation: Activation) -> None:
        rows = _rows(group.wave)
        target = LOCAL_START + activation.local_base + there
        values = np.ascontiguousarray(np.broadcast_to(read(group), group.size))
        rows[group.threads, target : target + dtype.itemsize] = values.view(np.uint8).reshape(group.size, -1)

    return store


def _giving(formal: Variable, actual: Operand, code: Any, decoder: Decoder) -> Callable[[Group], None]:
    """What gives the caller a result; the group is still in the callee."""
    from periclase.runtime.backends.sim.machine.decoder import Decoder as Other
    from periclase.runtime.backends.sim.machine.group import Group as Threads

    dtype = DTYPES[formal.type]
    if formal.space == "reg" or isinstance(actual, Register):
        read = Other(code, decoder.instruction, 0).read(Register(formal.name), dtype)
        write = decoder.write(actual, dtype)

        def give(group: Group) -> None:
            caller = group.activation.caller
            assert caller is not None
            write(Threads(group.wave, caller, group.threads), read(group))

        return give
    size, there = nbytes(formal), code.local_offsets[formal.name]
    if not isinstance(actual, Symbol):
        decoder.refuse("a result goes to no parameter")
    here = _local_offset(actual, decoder)

    def copy(group: Group) -> None:
        activation = group.activation
        assert activation.caller is not None
        rows = _rows(group.wave)
        source = LOCAL_START + activation.local_base + there
        target = LOCAL_START + activation.caller.local_base + here
        rows[group.threads, target : target + size] = rows[group.threads, source : source + size]

    return copy


def _local_offset(actual: Symbol, decoder: Decoder) -> int:
    offset = decoder.code.local_offsets.get(actual.name)
    if offset is None:
        decoder.refuse(f"`{actual.name}` is no parameter of this function")
    return offset


def _external_call(callee: Function, call: Call, decoder: Decoder) -> Step:
    """The step of a call of what the machine has itself."""
    external = decoder.program.externals.get(callee.name)
    if external is None:
        decoder.refuse(f"`{callee.name}` is only declared, and the simulator has no such function")
    reads = [
        _argument(formal, actual, decoder)
        for formal, actual in zip(callee.parameters, call.arguments, strict=True)
    ]
    writes = [
        _result(formal, actual, decoder) for formal, actual in zip(callee.results, call.results, strict=True)
    ]
    behind = decoder.pc + 1

    def step(group: Group) -> None:
        result = external(group, [np.broadcast_to(read(group), group.size) for read in reads])
        if result is not None:
            for write in writes:
                write(group, result)
        group.wave.scheduler.go(group.activation, behind, group.threads)

    return step


def _argument(formal: Variable, actual: Operand, decoder: Decoder) -> Callable[[Group], Array]:
    dtype = DTYPES[formal.type]
    if not isinstance(actual, Symbol):
        return decoder.read(actual, dtype)
    address = decoder.address(actual)
    return lambda group: group.wave.memory.load(group, "param", address(group), dtype)


def _result(formal: Variable, actual: Operand, decoder: Decoder) -> Callable[[Group, Array], None]:
    dtype = DTYPES[formal.type]
    if not isinstance(actual, Symbol):
        return decoder.write(actual, dtype)
    address = decoder.address(actual)

    def write(group: Group, values: Array) -> None:
        group.wave.memory.store(group, "param", address(group), values.astype(dtype))

    return write
