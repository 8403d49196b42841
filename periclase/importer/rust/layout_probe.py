"""Layouts from rustc itself: a crate of type aliases that it is asked to describe.

`#[rustc_layout(debug)]`, which is `#[rustc_dump_layout(debug)]` from 1.96 on, reports the layout of an alias as an error; so a
probe always "fails", and says everything that is to be known meanwhile, of private types too. An alias that names nothing keeps
rustc from coming so far: it is left out, and the rest asked again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from periclase.diagnostics import CompileError, Diagnostic
from periclase.importer.rust.debug_text import DebugTextError, Value, parse_debug_text
from periclase.importer.rust.driver import RustCrate
from periclase.importer.rust.paths import probe_text
from periclase.importer.rust.toolchain import FLAGS, environment
from periclase.json_text import loads
from periclase.record import Record

_HEAD: Final = (
    "#![feature(rustc_attrs, never_type, f16, f128)]\n#![allow(internal_features, non_camel_case_types)]\n"
)
_PRIVATE: Final = "E0603"
"""Rustc's code for a name that is not for others: the layout is told all the same."""
_HEAD_LINES: Final = _HEAD.count("\n")


class Tag(Record):
    """How an enum tells its variants apart.

    Attributes:
        offset: where the tag is, in bytes.
        size: its size in bytes.
        niche: whether it is a field of the variant `untagged`, whose other values tell the variants `first` to `last` from
            `start` on.
        pointer: whether it is a pointer.
    """

    offset: int
    size: int
    niche: bool
    pointer: bool = False
    untagged: int = 0
    first: int = 0
    last: int = 0
    start: int = 0


class ProbedLayout(Record):
    """A layout as rustc has it.

    Attributes:
        size, align: in bytes.
        offsets: of the fields, in the order of their declaration; of an array none.
        is_union: whether all fields are at the start.
        inhabited: whether there are values.
        single: the number of the only variant that there is, 0 for a struct.
        tag: of an enum with several variants.
        variants: of such an enum, by their numbers.
    """

    size: int
    align: int
    offsets: tuple[int, ...]
    is_union: bool
    inhabited: bool
    single: int | None
    tag: Tag | None
    variants: tuple[ProbedLayout, ...]


def probe_layouts(types: Sequence[str], crate: RustCrate, folder: str) -> Mapping[str, ProbedLayout]:
    """The layouts of the types that rustc knows, among `types` as they stand in the MIR of `crate`.

    Args:
        folder: where the probe may put its file.

    Raises:
        CompileError: it says something else than expected.
    """
    names = [crate.name, *(d.name for d in crate.dependencies)]
    attribute = "rustc_layout" if crate.toolchain.version < (1, 96) else "rustc_dump_layout"
    found: dict[str, ProbedLayout] = {}
    asked: list[str] = list(types)
    while asked:
        lines = [
            f"#[{attribute}(debug)] pub type L{number} = {probe_text(type, crate.name, names)};\n"
            for number, type in enumerate(asked)
        ]
        messages = _run(_HEAD + "".join(lines), crate, folder)
        layouts, wrong = _read(messages, len(asked), crate.toolchain.release)
        for number, layout in layouts.items():
            found[asked[number]] = layout
        if layouts or not wrong:
            break
        asked = [type for number, type in enumerate(asked) if number not in wrong]
    return found


def _run(source: str, crate: RustCrate, folder: str) -> list[dict[str, Any]]:
    import subprocess

    file = os.path.join(folder, "layouts.rs")
    with open(file, "w", encoding="utf-8") as opened:
        opened.write(source)
    done = subprocess.run(
        [
            crate.toolchain.program,
            *FLAGS,
            "--error-format=json",
            "--crate-type=lib",
            "--crate-name=periclase_layouts",
            *crate.ours.arguments,
            f"--extern={crate.name}={crate.metadata}",
            *(f"--extern={d.name}={d.metadata}" for d in crate.dependencies),
            *(f"-L{os.path.dirname(d.metadata)}" for d in crate.dependencies),
            f"--emit=metadata={os.path.join(folder, 'layouts.rmeta')}",
            file,
        ],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    return [loads(line) for line in done.stderr.splitlines() if line.startswith("{")]


def _read(
    messages: list[dict[str, Any]], count: int, release: str
) -> tuple[dict[int, ProbedLayout], set[int]]:
    """The layouts by the numbers of the aliases, and the aliases that something is wrong with."""
    layouts: dict[int, ProbedLayout] = {}
    wrong: set[int] = set()
    for message in messages:
        spans: list[dict[str, Any]] = message.get("spans", [])
        numbers = [int(span["line_start"]) - 1 - _HEAD_LINES for span in spans]
        text: str = message["message"]
        if text.startswith("layout_of("):
            try:
                layouts[numbers[0]] = _layout(parse_debug_text(text[text.index(") = ") + 4 :]))
            except (DebugTextError, KeyError, ValueError, IndexError) as error:
                raise CompileError(
                    Diagnostic(
                        "PC0320",
                        f"rustc describes a layout in a form that is not known: {error}",
                        help="use a version of rustc that was tested",
                    )
                ) from None
        elif text.startswith("cannot find attribute `rustc_"):
            raise CompileError(
                Diagnostic(
                    "PC0320",
                    f"rustc {release} can not be asked how types are laid out as others can: {text}",
                    help="use a version of rustc that was tested: `RUSTC` says which one is run",
                )
            )
        elif message.get("level") == "error" and _code(message) != _PRIVATE:
            wrong.update(number for number in numbers if 0 <= number < count)
    return layouts, wrong


def _code(message: dict[str, Any]) -> str:
    code: dict[str, str] | None = message.get("code")
    return "" if code is None else code["code"]


def _bytes(text: Value) -> int:
    return int(str(text.fields["0"]).split()[0])


def _layout(value: Value) -> ProbedLayout:
    fields: Any = value.fields["fields"]
    align = value.fields["align"]
    while "abi" in align.fields:
        align = align.fields["abi"]
    variants: Any = value.fields["variants"]
    tag: Tag | None = None
    members: tuple[ProbedLayout, ...] = ()
    offsets: tuple[int, ...] = ()
    if isinstance(fields, Value) and fields.name == "Arbitrary":
        offsets = tuple(map(_bytes, fields.fields["offsets"]))
    is_union = isinstance(fields, Value) and fields.name == "Union"
    single: int | None = None
    if isinstance(variants, Value) and variants.name == "Multiple":
        tag = _tag(variants, offsets)
        members = tuple(map(_variant, variants.fields["variants"]))
        offsets = ()
    elif isinstance(variants, Value) and "index" in variants.fields:
        single = int(variants.fields["index"])
    return ProbedLayout(
        _bytes(value.fields["size"]),
        _bytes(align),
        offsets,
        is_union,
        value.fields["uninhabited"] == "false",
        single,
        tag,
        members,
    )


def _variant(value: Value) -> ProbedLayout:
    """One variant of several: a layout like any other up to 1.96, and without what it shares with them from 1.97 on."""
    if value.name != "VariantLayout":
        return _layout(value)
    offsets = tuple(map(_bytes, value.fields["field_offsets"]))
    size, inhabited = _bytes(value.fields["size"]), value.fields["uninhabited"] == "false"
    return ProbedLayout(size, 1, offsets, False, inhabited, None, None, ())


def _tag(variants: Value, offsets: tuple[int, ...]) -> Tag:
    offset = offsets[int(variants.fields["tag_field"])]
    size = _scalar_size(variants.fields["tag"])
    pointer = variants.fields["tag"].fields["value"].name == "Pointer"
    encoding = variants.fields["tag_encoding"]
    if not isinstance(encoding, Value):
        return Tag(offset, size, False, pointer)
    first, last = encoding.fields["niche_variants"].split("..=")
    return Tag(
        offset,
        size,
        True,
        pointer,
        int(encoding.fields["untagged_variant"]),
        int(first),
        int(last),
        int(encoding.fields["niche_start"]),
    )


def _scalar_size(scalar: Value) -> int:
    value = scalar.fields["value"]
    if value.name == "Pointer":
        return 8
    kind = str(value.fields["0"])  # `Int(I8, false)`, `Float(F32)`
    return int(re.sub(r"\D", "", kind)) // 8
