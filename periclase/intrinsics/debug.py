"""Traps, breakpoints, printing, and sleeping."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from periclase.intrinsics.model import (
    PTX_ISA,
    Effect,
    Intrinsic,
    OperationTemplate,
    Parameter,
    ParameterKind,
    Requirement,
    integer,
    text,
    value,
)

ROWS: Final = (
    Intrinsic(
        "trap",
        "debug",
        "Stops the whole launch with an error.",
        effect=Effect.WRITE,
        diverges=True,
        template=OperationTemplate("nvvm.trap"),
        ptx="trap;",
        source=PTX_ISA + "trap",
    ),
    Intrinsic(
        "breakpoint",
        "debug",
        "Stops for a debugger, where there is one.",
        effect=Effect.WRITE,
        template=OperationTemplate("nvvm.breakpoint"),
        ptx="brkpt;",
        source=PTX_ISA + "brkpt",
    ),
    Intrinsic(
        "nanosleep",
        "debug",
        "Sleeps for about `duration` nanoseconds: anything from none to twice as long, at most a millisecond.",
        (value("duration", "u32"),),
        effect=Effect.WRITE,
        template=OperationTemplate("nvvm.nanosleep", ("duration",)),
        ptx="nanosleep.u32",
        requirement=Requirement(70, 63),
        source=PTX_ISA + "nanosleep",
    ),
    Intrinsic(
        "pmevent",
        "debug",
        "Triggers the performance monitor event `event` (0…15).",
        (integer("event", tuple(range(16))),),
        effect=Effect.WRITE,
        template=OperationTemplate("nvvm.pmevent", (), MappingProxyType({"eventId": "$event"})),
        ptx="pmevent",
        source=PTX_ISA + "pmevent",
    ),
    Intrinsic(
        "printf",
        "debug",
        "Prints as C's `printf`; `format` is a string literal. Narrow integers and floats are widened as C does, and "
        "each integer conversion gets the length of its value. "
        "Gives the number of arguments, or a negative number if the buffer was full.",
        (text("format"), Parameter("values", kind=ParameterKind.VARIADIC)),
        ("i32",),
        effect=Effect.READ_WRITE,
        template=OperationTemplate("nvvm.printf"),
        expansion="printf",
        ptx="call vprintf",
        source="CUDA C++ Programming Guide, Formatted Output",
    ),
    Intrinsic(
        "device_assert",
        "debug",
        "Stops the whole launch with an error that holds `message` unless `condition` is true.",
        (value("condition", "bool"), text("message", "assertion failed")),
        effect=Effect.WRITE,
        expansion="device_assert",
    ),
    Intrinsic(
        "assert_fail",
        "debug",
        "Reports `message` with the place in the source, then stops the whole launch with an error.",
        (text("message"),),
        effect=Effect.WRITE,
        diverges=True,
        template=OperationTemplate("nvvm.assertfail"),
        expansion="assert_fail",
        ptx="call __assertfail",
        source="CUDA C++ Programming Guide, Assertion",
    ),
)
