"""Types of LLVM IR as text, taken to pieces and changed: for `random_llvm_ir`."""

from __future__ import annotations


def is_integer(type: str) -> bool:
    """Whether `type` is `i32` or such."""
    return type.startswith("i") and type[1:].isdigit()


def element_of(type: str) -> str:
    """`float` of `<4 x float>`; any other type itself."""
    if type.startswith("<") and " x " in type and not type.startswith(("<{", "<vscale")):
        return type[type.index(" x ") + 3 : -1]
    return type


def count_of(type: str) -> int:
    """4 of `<4 x float>`."""
    return int(type[1 : type.index(" x ")])


def with_element(type: str, element: str) -> str:
    """`type`, a scalar or vector, of other elements."""
    if type.startswith("<") and " x " in type and not type.startswith(("<{", "<vscale")):
        return f"<{count_of(type)} x {element}>"
    return element


def bits_of(type: str) -> int | None:
    """The size of an integer, a float, or a vector of such; None for anything else."""
    element = element_of(type)
    size = (
        int(element[1:])
        if is_integer(element)
        else {"half": 16, "bfloat": 16, "float": 32, "double": 64}.get(element)
    )
    return None if size is None else size * (count_of(type) if type.startswith("<") else 1)


def mangled(type: str) -> str:
    """How intrinsics name a type: `v4f32`."""
    if type.startswith("<") and not type.startswith(("<{", "<vscale")):
        return f"v{count_of(type)}{mangled(element_of(type))}"
    if type.startswith("ptr"):
        return "p" + (type[type.index("(") + 1 : -1] if "(" in type else "0")
    return {
        "half": "f16",
        "bfloat": "bf16",
        "float": "f32",
        "double": "f64",
        "x86_fp80": "f80",
        "fp128": "f128",
    }.get(type, type)


def parts_of(type: str) -> list[str]:
    """The types of the parts of a struct or array."""
    if type.startswith("[") and " x " in type:
        return [type[type.index(" x ") + 3 : -1]] * min(3, int(type[1 : type.index(" x ")]))
    if not type.startswith("{ "):
        return []
    parts, depth, start = [], 0, 2
    for position, character in enumerate(type[:-2]):
        if character in "([{<" and position:
            depth += 1
        elif character in ")]}>":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(type[start:position].strip())
            start = position + 1
    parts.append(type[start:-2].strip())
    return [part for part in parts if part]
