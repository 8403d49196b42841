"""The variants of enums in their order, with their discriminants: MIR has their names alone.

Of a crate of the user's they are what `rustdoc` says of it, of Rust's own enums what its documentation says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from periclase.importer.rust.driver import RustCrate
from periclase.importer.rust.rustdoc_items import items_of
from periclase.importer.rust.store import Store
from periclase.record import Record


class EnumTable(Record):
    """An enum.

    Attributes:
        variants: name and discriminant of each variant, by its number.
        discriminant: the type of the discriminants.
    """

    variants: tuple[tuple[str, int], ...]
    discriminant: str = "isize"


def _counted(*names: str, first: int = 0, discriminant: str = "isize") -> EnumTable:
    return EnumTable(tuple((name, first + number) for number, name in enumerate(names)), discriminant)


OF_CORE: Final[Mapping[str, EnumTable]] = {
    "option::Option": _counted("None", "Some"),
    "result::Result": _counted("Ok", "Err"),
    "cmp::Ordering": _counted("Less", "Equal", "Greater", first=-1, discriminant="i8"),
    "ops::ControlFlow": _counted("Continue", "Break"),
    "ops::Bound": _counted("Included", "Excluded", "Unbounded"),
    "num::FpCategory": _counted("Nan", "Infinite", "Zero", "Subnormal", "Normal"),
    "sync::atomic::Ordering": _counted("Relaxed", "Release", "Acquire", "AcqRel", "SeqCst"),
    "convert::Infallible": _counted(),
}
"""Enums of `core` that kernels meet, by their paths in it (The Rust Standard Library, 1.95)."""

OF_DEVICE: Final[Mapping[str, EnumTable]] = {
    "atomic::AtomicOrdering": _counted(
        "Relaxed", "Acquire", "Release", "AcqRel", "SeqCst", discriminant="u8"
    ),
    "ThreadRunMut32": _counted("Full", "Clipped"),
}
"""Enums of the device crate; a test holds them equal to its source."""


def known_enum(path: str) -> EnumTable | None:
    """The variants of an enum of Rust's or ours, by its path without generic arguments; None for any other."""
    crate, _, rest = path.partition("::")
    if crate in ("core", "std", "alloc"):
        return OF_CORE.get(rest)
    if crate == "cuda_device":
        return OF_DEVICE.get(rest)
    return None


def enums_of(crate: RustCrate, store: Store) -> Mapping[str, EnumTable]:
    """The variants of every enum of `crate` that stands in a module, by its path in the crate.

    Raises:
        CompileError: there is no `rustdoc` beside `rustc`, or it fails.
    """
    rows: dict[str, Any] = items_of(crate, store)["enums"]
    return {path: EnumTable(tuple((n, d) for n, d in row[0]), row[1]) for path, row in rows.items()}


def read_enums(document: dict[str, Any]) -> dict[str, Any]:
    """The rows of all enums in a document of rustdoc's: the variants with their discriminants, and the type of these."""
    index: dict[str, Any] = document["index"]
    found: dict[str, Any] = {}
    for number, path in document["paths"].items():
        if path["kind"] != "enum" or path["crate_id"] != 0 or number not in index:
            continue
        variants: list[tuple[str, int]] = []
        following = 0
        for member in index[number]["inner"]["enum"]["variants"]:
            variant = index[str(member)]
            told = variant["inner"]["variant"].get("discriminant")
            value = following if told is None else int(told["value"])
            following = value + 1
            variants.append((variant["name"], value))
        kinds: list[str | None] = [
            attribute["repr"]["int"] for attribute in index[number]["attrs"] if "repr" in attribute
        ]
        found["::".join(path["path"][1:])] = [variants, next(filter(None, kinds), "isize")]
    return found
