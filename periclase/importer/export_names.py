"""Under which names functions are exported: pure functions of qualified names and generic arguments, nothing else.

| what                             | name                                                                   |
| -------------------------------- | ---------------------------------------------------------------------- |
| kernel `m.saxpy`                 | `saxpy`                                                                |
| generic kernel                   | `scale_TID_<32 lower-case hex>`: the hash of its arguments' text       |
| device function `pkg.m.helper`   | `pkg__m__helper`                                                       |
| generic device function          | `pkg__m__helper_TID_<32 lower-case hex>`                               |

Names that would clash are told apart by a number, given out in the sorted order of the qualified names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from periclase.importer.reserved_names import GENERIC_SEPARATOR


def legalise(name: str) -> str:
    """`name` as a symbol of letters, digits and underscores: `.` and `::` become `__`, every other character `_`."""
    dotted = name.replace("::", "__").replace(".", "__")
    text = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in dotted)
    return "_" + text if not text or text[0].isdigit() else text


def canonical_arguments(arguments: Iterable[object]) -> str:
    """The text of a tuple of generic arguments of which the hash is taken: their `str`, each on a line."""
    return "\n".join(map(str, arguments))


def argument_hash(arguments: Iterable[object]) -> str:
    """32 lower-case hexadecimal digits, 128 bits of SHA-256 over `canonical_arguments`. The launcher computes the same."""
    import hashlib  # it loads OpenSSL, and few kernels have arguments

    return hashlib.sha256(canonical_arguments(arguments).encode()).hexdigest()[:32]


def _with_arguments(name: str, arguments: tuple[object, ...]) -> str:
    return f"{name}{GENERIC_SEPARATOR}{argument_hash(arguments)}" if arguments else name


def kernel_export_name(name: str, arguments: tuple[object, ...] = ()) -> str:
    """The exported name of the kernel that the user calls `name`, with its generic arguments."""
    return _with_arguments(legalise(name), arguments)


def device_export_name(qualified_name: str, arguments: tuple[object, ...] = ()) -> str:
    """The exported name of a device function before clashes are resolved."""
    return _with_arguments(legalise(qualified_name), arguments)


def resolve_clashes(wanted: Mapping[str, str], taken: Iterable[str] = ()) -> dict[str, str]:
    """One name each for functions that want names, none twice.

    Args:
        wanted: the wanted name for each function's unique key (qualified name and arguments).
        taken: names that are not to be given (kernels, externs).

    Returns:
        The name for each key. Of several that want the same one, the first in sorted order of the keys gets it and the
        others `_1`, `_2`, …
    """
    used = set(taken)
    names: dict[str, str] = {}
    for key in sorted(wanted):
        name = wanted[key]
        number = 0
        while name in used:
            number += 1
            name = f"{wanted[key]}_{number}"
        used.add(name)
        names[key] = name
    return names
