"""One kernel of a crate as a `mir` module, with what its attributes say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import AnyFloat, DenseArrayBase, UnitAttr, i64
from xdsl.irdl import IRDLOperation

from periclase.dialects import mir
from periclase.dialects.mir.attributes import (
    BUFFERS_APART,
    SMALL_LAUNCH,
    BlockDimsAttr,
    FastMathAttr,
    LaunchBoundsAttr,
)
from periclase.importer.rust.import_mir import import_rust_mir
from periclase.importer.rust.layouts import CrateLayouts
from periclase.importer.rust.source_files import source_reader
from periclase.importer.rust.wrapping import inner_texts

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from periclase.importer.rust.driver import RustCrate
    from periclase.importer.rust.functions import SourceText
    from periclase.importer.rust.passed_types import Leaf
    from periclase.importer.rust.store import Store
    from periclase.kernel import KernelOptions


def import_kernel(
    crate: RustCrate,
    store: Store,
    path: str,
    name: str,
    options: KernelOptions,
    *,
    narrow_indices: bool = False,
    buffers_apart: bool = False,
    for_cpu: bool = True,
    leaves: Mapping[int, Sequence[Leaf]] | None = None,
    constants: Mapping[str, bytes] | None = None,
) -> ModuleOp:
    """The `mir` module of the kernel at `path` in `crate`, under the name `name`, and of all it calls.

    Args:
        store: where layouts are kept.
        narrow_indices: whether it is for launches that are small.
        buffers_apart: whether it is for launches whose buffers lie apart.
        for_cpu: whether the module has what the CPU runs in place of instructions of a GPU.
        leaves: what each parameter that is made of parts comes as, by its number.
        constants: what statics in constant memory hold in place of what they are written with, by their paths.

    Raises:
        CompileError: it does something that kernels can not.
    """
    module = import_rust_mir(
        crate.mir,
        CrateLayouts(crate, store),
        name=crate.name,
        roots=(path,),
        names={path: name},
        extra=inner_texts(crate),
        span_file=crate.source_file,
        source_text=source_text(crate),
        debug=options.debug,
        for_cpu=for_cpu,
        leaves=leaves,
        static_values=constants,
        variables=options.variables,
    )
    for op in module.body.block.ops:
        if isinstance(op, mir.FuncOp) and op.sym_name.data == name:
            _put_options(op, options, narrow_indices)
            if buffers_apart:
                op.attributes[BUFFERS_APART] = UnitAttr()
    return module


def import_functions(crate: RustCrate, store: Store, names: Mapping[str, str]) -> ModuleOp:
    """The `mir` module of device functions, exported for others, and of all that they call.

    Args:
        names: the names that they are exported under, by their paths.

    Raises:
        CompileError: one does something that no device can.
    """
    return import_rust_mir(
        crate.mir,
        CrateLayouts(crate, store),
        name=crate.name,
        roots=tuple(names),
        names=names,
        extra=inner_texts(crate),
        span_file=crate.source_file,
        source_text=source_text(crate),
    )


def source_text(crate: RustCrate) -> SourceText:
    """Reads spans of the files that a crate is made of, as rustc names them."""
    return source_reader(crate.source_file)


def _put_options(function: mir.FuncOp, options: KernelOptions, narrow_indices: bool) -> None:
    bounds = options.launch_bounds
    if bounds is not None:
        values = (bounds.max_threads, bounds.min_blocks, bounds.max_registers)
        function.properties["launch_bounds"] = LaunchBoundsAttr(values)
    if options.required_block is not None:
        function.properties["required_block"] = BlockDimsAttr(options.required_block)
    if options.cluster is not None:
        function.properties["cluster_dims"] = BlockDimsAttr(options.cluster)
    if options.cooperative:
        function.properties["cooperative"] = UnitAttr()
    if options.fastmath:
        flags = FastMathAttr.of(*options.fastmath)
        for op in function.walk():
            # rustc has inlined what it calls, so all of it is the kernel's own.
            if not isinstance(op, IRDLOperation) or "fastmath" not in op.get_irdl_definition().properties:
                continue
            if any(isinstance(value.type, AnyFloat) for value in op.operands):
                op.properties["fastmath"] = flags
    if narrow_indices:
        function.attributes[SMALL_LAUNCH] = DenseArrayBase.from_list(i64, [])
