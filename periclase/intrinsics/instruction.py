"""How a row is written that is one instruction: its signature as text, and the instruction.

```python
instruction(
    "add_f32",
    "packed",
    "(x: f32, y: f32, rounding: rn|rz|rm|rp = rn, ftz: flag) -> f32",
    "add.{rounding}{ftz?.ftz}.f32 $d, $x, $y;",
    "The sum of `x` and `y`, rounded as `rounding` says.",
)
```

Everything else follows: the stub with its documentation and type hints, the `nvvm` operation with its verifier, the rewrite of
calls into it, its lowering, the check of the target, the page of the documentation, and a lit test. `forms` says what the text of
the instruction may hold.

In a signature stand, in the order of the Python parameters,

    x: f32                   a value; `T` for the row's type variable
    a: u32*4, a: f32*n/2     a tuple of four values, of half as many as the integer parameter `n` says
    tile: shared T           an element of shared memory, passed as a pointer; or of `global` memory, by a `generic` address,
                             or, as `place T`, wherever it is; `read shared T` if the instruction only reads it
    order: relaxed|acquire   one of these words, known at compile time; `count: 1|2|4` of these numbers, `n: int` of all from 0 on
    ftz: flag                True or False, known at compile time, False by default

each with a default behind `=` if it has one, then `-> f32`, `-> u32*4` or `-> (u32, bool)`, if it has a result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from periclase.intrinsics.model import (
    MIR_SPELLINGS,
    PTX_ISA,
    REQUIRED,
    TYPE_VARIABLE,
    Effect,
    Intrinsic,
    MlirForm,
    OperationTemplate,
    Parameter,
    ParameterKind,
    Requirement,
)

_SIGNATURE: Final = re.compile(r"\((?P<parameters>[^()]*)\)(?: -> (?P<result>.+))?")
_PARAMETER: Final = re.compile(r"(?P<name>\w+): (?P<type>.+?)(?: = (?P<default>\w+))?")
_PLACE: Final = re.compile(r"(?P<read>read )?(?P<space>shared|global|generic|place) (?P<type>\w+)")
_VALUES: Final = re.compile(r"(?P<type>\w+)(?:\*(?P<count>[\w*/]+))?")


LIBRARY: Final = "periclase.library.instructions"
"""Where the functions stand that the CPU runs in place of our own instructions."""


class SignatureError(ValueError):
    """A signature is not written as it has to be."""


def _is_type(name: str) -> bool:
    return name == TYPE_VARIABLE or name in MIR_SPELLINGS


def _parameter(text: str) -> Parameter:
    match = _PARAMETER.fullmatch(text.strip())
    if match is None:
        raise SignatureError(f"'{text.strip()}' is no parameter")
    name, type, given = match["name"], match["type"].strip(), match["default"]
    if type == "flag":
        return Parameter(name, "", ParameterKind.FLAG, given == "True")
    if type == "int":
        return Parameter(name, "", ParameterKind.INTEGER, REQUIRED if given is None else int(given, 0))
    if (found := _PLACE.fullmatch(type)) is not None:
        return Parameter(
            name,
            found["type"],
            ParameterKind.PLACE,
            space="" if found["space"] == "place" else found["space"],
            only_read=found["read"] is not None,
        )
    found = _VALUES.fullmatch(type)
    if found is not None and _is_type(found["type"]):
        default = REQUIRED if given is None else int(given, 0)
        return Parameter(name, found["type"], default=default, count=found["count"] or "")
    choices = type.split("|")
    if all(choice.isdecimal() for choice in choices):
        numbers = tuple(int(choice) for choice in choices)
        return Parameter(name, "", ParameterKind.INTEGER, REQUIRED if given is None else int(given), numbers)
    if len(choices) < 2:
        raise SignatureError(f"'{type}' is no type of a parameter")
    return Parameter(name, "", ParameterKind.WORD, REQUIRED if given is None else given, tuple(choices))


def _result(text: str | None) -> tuple[tuple[str, ...], str]:
    if text is None:
        return (), ""
    if text.startswith("("):
        return tuple(part.strip() for part in text[1:-1].split(",")), ""
    found = _VALUES.fullmatch(text)
    if found is None or not _is_type(found["type"]):
        raise SignatureError(f"'{text}' is no result")
    count = found["count"]
    if count is None:
        return (found["type"],), ""
    return ((found["type"],) * int(count), "") if count.isdecimal() else ((found["type"],), count)


def instruction(
    name: str,
    family: str,
    signature: str,
    ptx: str,
    summary: str,
    *,
    types: tuple[str, ...] = (),
    llvm: str | None = None,
    sm: int = 20,
    isa: int = 32,
    only: tuple[str, ...] = (),
    needs: Mapping[str, Requirement] = MappingProxyType({}),
    limits: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    effect: Effect = Effect.PURE,
    convergent: bool = False,
    tied: str = "",
    cpu: str = "",
    operation: str | None = None,
    section: str = "",
    index_range: tuple[int, int] | None = None,
    mlir: MlirForm | None = None,
) -> Intrinsic:
    """The row of an instruction.

    Args:
        name: the Python name.
        family: the file that it stands in.
        signature: parameters and result, see above.
        ptx: the instruction.
        summary: one sentence.
        types: what `T` may be.
        llvm: LLVM's intrinsic, see `Intrinsic.llvm`; without it the text itself is put in.
        sm, isa, only: the lowest target, the PTX version that has it, and the only architectures if it is a matter of those.
        needs: what some words, flags or types ask for beyond that.
        limits: what goes together, see `Intrinsic.limits`.
        effect, convergent: as in `Intrinsic`. What is convergent has effects.
        tied: the parameter whose registers the result takes over.
        cpu: the function that the CPU runs, see `Intrinsic.cpu`; a name without a module is one of `LIBRARY`.
        operation: the operation's name, by default the row's.
        mlir: how MLIR writes the instruction, where it has an operation for it (`mlir`).
        section: of the PTX ISA, by default the instruction's own.
        index_range: as in `Intrinsic`.

    Raises:
        SignatureError: the signature can not be read.
    """
    match = _SIGNATURE.fullmatch(signature)
    if match is None:
        raise SignatureError(f"'{signature}' is no signature")
    parameters = tuple(_parameter(text) for text in match["parameters"].split(",") if text.strip())
    result, result_count = _result(match["result"])
    return Intrinsic(
        name,
        family,
        summary,
        parameters,
        result,
        types,
        index_range=index_range,
        effect=effect,
        convergent=convergent,
        template=OperationTemplate(
            operation or (f"nvvm.{name}" if mlir is None or mlir.is_partial else mlir.operation),
            tuple(p.name for p in parameters if p.is_operand),
            {p.name: f"${p.name}" for p in parameters if p.is_immediate},
        ),
        llvm=llvm,
        ptx=ptx,
        requirement=Requirement(sm, isa, only),
        type_requirements={name: needs[name] for name in types if name in needs},
        word_requirements=needs,
        source=PTX_ISA + (section or ptx.lstrip("{ ").partition(".")[0]),
        result_count=result_count,
        tied=tied,
        cpu=cpu if ":" in cpu or not cpu else f"{LIBRARY}:{cpu}",
        limits=limits,
        plain=True,
        mlir=mlir,
    )


def mlir(
    operation: str,
    operands: str = "",
    properties: str = "",
    result: str = "",
    *,
    lacking: tuple[str, ...] = (),
    constants: tuple[str, ...] = (),
) -> MlirForm:
    """How MLIR writes an instruction.

    Args:
        operation: one of `mlir_operations`, with or without `nvvm.` before it.
        operands: `ptr = $row, sources = $values`: what each group of operands is, in any order. It takes the values of the
            parameter as they are, or as `: type` says, bit by bit: `A = $a: vector<2xf16>`. `ptr<6>` is an address in a register
            as a pointer, `vector` all values of a tuple as one vector (a single one as itself), `struct` as one struct. A word
            in braces, or a number, is a constant (`size = 128`). Where MLIR may leave out a group of one parameter that has a
            default, that is meant.
        properties: `num = {count}, layout = {trans?col|row}`: templates as in the text of an instruction; one that is empty is
            left out.
        result: what the operation gives: empty for the row's own result (a struct if it has several parts), `vector` for one
            vector, otherwise the type of the parts.
        lacking, constants: as in `MlirForm`.
    """
    name = operation if operation.startswith("nvvm.") else f"nvvm.{operation}"
    return MlirForm(name, operands, properties, result, lacking, constants)
