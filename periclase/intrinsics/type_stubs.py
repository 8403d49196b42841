"""Writes `gpu.pyi` and `names.py` from the table: `python -m periclase.intrinsics.type_stubs`. A test holds them equal to it.

To a type checker an integer of any width is `int`, a float of any width is `float`; `T` keeps the type of its argument.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from periclase.intrinsics.model import REQUIRED, TYPE_VARIABLE, Intrinsic, Parameter, ParameterKind
from periclase.intrinsics.stubs import documentation
from periclase.intrinsics.table import FAMILIES

_HEADER: Final = '''"""The device API: what a kernel can call. Generated from the intrinsic table; do not edit."""

from typing import Literal, NoReturn, TypeVar

from periclase.arrays import local_array as local_array
from periclase.arrays import shared_array as shared_array

_T = TypeVar("_T", int, float)
_Scalar = int | float | bool
'''


_LONGEST_SHOWN: Final = 8
"""Tuples of more elements are written as those of any number."""


def _python_type(name: str) -> str:
    if name == TYPE_VARIABLE:
        return "_T"
    if name == "bool":
        return "bool"
    return "float" if name in ("f16", "bf16", "f32", "f64") else "int"


def _annotation(parameter: Parameter) -> str:
    match parameter.kind:
        case ParameterKind.WORD:
            return f"Literal[{', '.join(repr(choice) for choice in parameter.choices)}]".replace("'", '"')
        case ParameterKind.INTEGER:
            return f"Literal[{', '.join(map(str, parameter.choices))}]" if parameter.choices else "int"
        case ParameterKind.FLAG:
            return "bool"
        case ParameterKind.TEXT:
            return "str"
        case ParameterKind.TYPE:
            return "type | None"
        case ParameterKind.FUNCTION:
            return "object"
        case ParameterKind.VARIADIC:
            return "_Scalar"
        case _:
            return _values_type(parameter)


def _values_type(parameter: Parameter) -> str:
    element = _python_type(parameter.type)
    if not parameter.count:
        return element
    fixed = parameter.count.isdecimal() and int(parameter.count) <= _LONGEST_SHOWN
    return f"tuple[{', '.join([element] * int(parameter.count)) if fixed else f'{element}, ...'}]"


def _parameter(parameter: Parameter) -> str:
    if parameter.kind is ParameterKind.VARIADIC:
        return f"*{parameter.name}: {_annotation(parameter)}"
    if parameter.default is REQUIRED:
        return f"{parameter.name}: {_annotation(parameter)}"
    default = repr(parameter.default).replace("'", '"')
    return f"{parameter.name}: {_annotation(parameter)} = {default}"


def _result(row: Intrinsic) -> str:
    if row.diverges:
        return "NoReturn"
    if any(p.kind is ParameterKind.TYPE for p in row.parameters):
        return "_Scalar"
    if not row.result:
        return "None"
    if row.result_count:
        return f"tuple[{_python_type(row.result[0])}, ...]"
    if len(row.result) == 1:
        return _python_type(row.result[0])
    return f"tuple[{', '.join(map(_python_type, row.result))}]"


def _lines() -> Iterator[str]:
    yield _HEADER
    for family, rows in FAMILIES.items():
        yield f"# {family}"
        for row in rows:
            yield f"def {row.name}({', '.join(map(_parameter, row.parameters))}) -> {_result(row)}:"
            text = documentation(row).split("\n")
            if len(text) == 1:
                yield f'    """{text[0]}"""\n'
            else:
                yield f'    """{text[0]}'
                yield from (f"    {line}" if line else "" for line in text[1:])
                yield '    """\n'


def type_stub_text() -> str:
    """The text of `gpu.pyi`."""
    return "\n".join(_lines()).rstrip("\n") + "\n"


_NAMES_HEADER: Final = '''\
"""The names of the intrinsics with their families, for who needs no more. Generated from the table; do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# A text for each family: every program reads this, and one text is read faster than each name.
_FAMILIES: Final = {
'''
_NAMES_END: Final = '''}

NAMES: Final[Mapping[str, str]] = {
    name: family for family, names in _FAMILIES.items() for name in names.split()
}
"""The family of each intrinsic by its name."""
'''


def names_text() -> str:
    """The text of `names.py`."""
    lines: list[str] = []
    for family, rows in FAMILIES.items():
        names = textwrap.wrap(" ".join(sorted(row.name for row in rows)), 92)
        if len(names) == 1:
            lines.append(f'    "{family}": "{names[0]}",\n')
            continue
        quoted = "".join(f'        "{line} "\n' for line in names[:-1]) + f'        "{names[-1]}"\n'
        lines.append(f'    "{family}": (\n{quoted}    ),\n')
    return _NAMES_HEADER + "".join(lines) + _NAMES_END


GENERATED: Final = {
    Path(__file__).parent.with_name("gpu.pyi"): type_stub_text,
    Path(__file__).with_name("names.py"): names_text,
}
"""The files that are written, and what gives their text."""


def main() -> None:
    """Writes the files."""
    for file, text in GENERATED.items():
        file.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
