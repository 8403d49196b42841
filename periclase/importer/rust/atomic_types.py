"""The Rust types of atomics, `DeviceAtomicU32` and its like: each method picks the stub of its order, which rustc then knows.

Written here because Rust's own macros can not put names together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

SCOPES: Final = {"Device": "device", "Block": "block", "System": "system"}
TYPES: Final = {
    "U32": ("u32", "ui32"),
    "I32": ("i32", "si32"),
    "U64": ("u64", "ui64"),
    "I64": ("i64", "si64"),
    "F16": ("f16", "f16"),
    "F32": ("f32", "f32"),
    "F64": ("f64", "f64"),
}
_ORDERS: Final = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
_OF_NUMBERS: Final = {"fetch_add": "add", "fetch_sub": "sub", "swap": "exchange"}
_OF_INTEGERS: Final = {
    "fetch_and": "and",
    "fetch_or": "or",
    "fetch_xor": "xor",
    "fetch_min": "min",
    "fetch_max": "max",
}
_DOES: Final = {
    "fetch_add": "Adds `value`; gives the old number.",
    "fetch_sub": "Subtracts `value`; gives the old number.",
    "swap": "Puts `value`; gives the old number.",
    "fetch_and": "Puts the bitwise and with `value`; gives the old number.",
    "fetch_or": "Puts the bitwise or with `value`; gives the old number.",
    "fetch_xor": "Puts the bitwise exclusive or with `value`; gives the old number.",
    "fetch_min": "Puts the smaller of it and `value`; gives the old number.",
    "fetch_max": "Puts the larger of it and `value`; gives the old number.",
}


def _stubs(operation: str, suffix: str, scope: str, orders: tuple[str, ...] = _ORDERS) -> str:
    return " ".join(f"atomic_{operation}__{suffix}__{order}__{scope}" for order in orders)


def _method(name: str, operation: str, type: str, suffix: str, scope: str) -> str:
    return (
        f"    /// {_DOES[name]}\n"
        "    #[inline(always)]\n"
        f"    pub fn {name}(&self, value: {type}, order: AtomicOrdering) -> {type} {{\n"
        f"        of_order!(order, {_stubs(operation, suffix, scope)} (self.place(), value))\n"
        "    }\n"
    )


def _accesses(type: str, suffix: str, scope: str) -> str:
    # What a load or a store can not be, the strongest that it can be stands for.
    loads = _stubs("load", suffix, scope, ("relaxed", "acquire", "seq_cst", "seq_cst", "seq_cst"))
    stores = _stubs("store", suffix, scope, ("relaxed", "seq_cst", "release", "seq_cst", "seq_cst"))
    return (
        "    /// The number.\n"
        "    #[inline(always)]\n"
        f"    pub fn load(&self, order: AtomicOrdering) -> {type} {{\n"
        f"        of_order!(order, {loads} (self.place()))\n"
        "    }\n\n"
        "    /// Puts `value`.\n"
        "    #[inline(always)]\n"
        f"    pub fn store(&self, value: {type}, order: AtomicOrdering) {{\n"
        f"        of_order!(order, {stores} (self.place(), value))\n"
        "    }\n"
    )


def _exchange(type: str, suffix: str, scope: str) -> str:
    return (
        "    /// Puts `new` if the number is `expected`: `Ok` of the old one then, else `Err` of it.\n"
        "    #[inline(always)]\n"
        "    pub fn compare_exchange(\n"
        "        &self,\n"
        f"        expected: {type},\n"
        f"        new: {type},\n"
        "        success: AtomicOrdering,\n"
        "        _failure: AtomicOrdering,\n"
        f"    ) -> Result<{type}, {type}> {{\n"
        f"        let old = of_order!(success, {_stubs('cas', suffix, scope)} (self.place(), expected, new));\n"
        "        if old == expected { Ok(old) } else { Err(old) }\n"
        "    }\n"
    )


def _types() -> Iterator[str]:
    for prefix, scope in SCOPES.items():
        for word, (type, suffix) in TYPES.items():
            name = f"{prefix}Atomic{word}"
            methods = [_accesses(type, suffix, scope)]
            operations = _OF_NUMBERS if type[0] == "f" else _OF_NUMBERS | _OF_INTEGERS
            if type == "f16":  # which is never exchanged
                operations = {name: op for name, op in operations.items() if op != "exchange"}
            methods += [_method(name, op, type, suffix, scope) for name, op in operations.items()]
            if type[0] != "f":
                methods.append(_exchange(type, suffix, scope))
            yield f"cell!({name} {type});\n\nimpl {name} {{\n" + "\n".join(methods) + "}\n"


def atomic_types_source() -> str:
    """The text of `atomic_types.rs`."""
    return "\n".join(_types())
