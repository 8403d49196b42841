"""From kernels to a `mir` module: collect what they reach, type it, give names, emit."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import CompileError, Diagnostic, Severity
from periclase.generics import ConstantPattern, open_names, open_slots
from periclase.importer.collector import Collection, Origin, Site, collect
from periclase.importer.python.instance import FunctionInstance, Marked, Program, State
from periclase.importer.python.problems import with_article
from periclase.importer.python.type_function import type_function
from periclase.kernel import DeviceFunction, Kernel
from periclase.settings import settings
from periclase.signature import UNIT, Parameter, Signature

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from periclase.types import Type


def import_kernels(
    kernels: Iterable[Kernel[..., object] | DeviceFunction[..., object]],
    *,
    debug: bool = False,
    warnings: list[Diagnostic] | None = None,
    for_cpu: bool = True,
) -> ModuleOp:
    """The `mir` module of some kernels and everything they call.

    Args:
        kernels: what to compile. Device functions among them count only where there is no kernel; they are then exported.
        debug: integer overflow traps, as where a kernel among them asks for it, in every function that is compiled along.
        warnings: receives warnings, which otherwise are printed on stderr.
        for_cpu: whether the module may be compiled for the CPU, and so has what runs there in place of instructions of a GPU.

    Raises:
        CompileError: a function is outside the subset; the error holds all the diagnostics found.
    """
    from periclase.importer.python.emit_module import emit_module

    collection = collect_functions(kernels, debug=debug, warnings=warnings, for_cpu=for_cpu)
    return emit_module([c.function for c in collection.functions])


def collect_functions(
    kernels: Iterable[Kernel[..., object] | DeviceFunction[..., object]],
    *,
    debug: bool = False,
    warnings: list[Diagnostic] | None = None,
    for_cpu: bool = True,
) -> Collection[FunctionInstance]:
    """The typed functions that some kernels reach, in collection order, each with its export name. See `import_kernels`."""
    kernels = list(kernels)
    program = Program(debug=debug or any(isinstance(k, Kernel) and k.options.debug for k in kernels))
    program.cooperative = all(isinstance(k, Kernel) and k.options.cooperative for k in kernels)
    program.for_cpu = for_cpu
    program.variables = any(isinstance(k, Kernel) and k.options.variables for k in kernels)
    roots = [root for marked in kernels if (root := _root(program, marked)) is not None]

    def calls_of(instance: FunctionInstance, origin: Origin) -> Sequence[Site[FunctionInstance]]:
        if not instance.chain:
            instance.chain = origin.chain
        type_function(program, instance)
        if instance.typed is None or instance.source is None:
            return ()
        source = instance.source
        return [Site(call.instance, source.span(call.node)) for call in instance.typed.calls]

    if kernels and all(isinstance(marked, Kernel) for marked in kernels):
        _refuse_only_generic(program, roots)
    collection = collect(roots, calls_of)
    if program.diagnostics:
        raise CompileError(program.diagnostics)
    for collected in collection.functions:
        collected.function.export_name = collected.export_name
        collected.function.variables |= program.variables
        assert collected.function.is_extern or collected.function.state is State.TYPED
    _warn_of_recursion(program, collection)
    _deliver(program.warnings, warnings)
    _note(collection)
    return collection


def _refuse_only_generic(program: Program, roots: Sequence[FunctionInstance]) -> None:
    """See that there is a kernel to compile: one that is generic is none until its types are known."""
    if not roots or not all(root.is_generic for root in roots):
        return
    for root in roots:
        name = open_names(root.signature.parameters)[0]
        kernel = root.function.__name__
        slots = ", ".join(map(_example, open_slots(root.signature).values()))
        program.report(
            Diagnostic(
                "PC0309",
                f"`{kernel}` is generic: its parameter `{name}` has no type until the kernel is launched",
                root.source.parameter_span(name) if root.source is not None else None,
                help=f"launch it, say what it is for (`{kernel}[{slots}]`), "
                f"or annotate the parameter: `{name}: f32`, `{name}: Slice[f32]`",
            )
        )


def _example(slot: Any) -> str:
    """How what is open in a generic kernel may be filled in."""
    if isinstance(slot, Parameter):
        if isinstance(slot.pattern, ConstantPattern):
            return {"int": "4", "bool": "True"}.get(slot.pattern.kind.__name__, "0.5")
        return "f32" if slot.pattern is None else "function"
    return str(next(iter(slot.__constraints__), "f32"))


def _root(program: Program, marked: Marked) -> FunctionInstance | None:
    header = program.header(marked, ())
    if header is None:
        return None
    signature = header[1]
    missing = [p for p in signature.parameters if p.type is None]
    types = tuple(p.type for p in signature.parameters if p.type is not None)
    if isinstance(marked, Kernel):
        known: tuple[Type, ...] | None = getattr(marked, "parameter_types", None)  # of a specialised one
        if known is None and missing:
            return program.new_instance(marked, header, types)
        return _kernel_root(program, marked, signature, known or types)
    if missing:
        return program.new_instance(marked, header, types)
    return program.instance(marked, types)


def _kernel_root(
    program: Program, kernel: Kernel[..., object], signature: Signature, types: tuple[Type, ...]
) -> FunctionInstance | None:
    from periclase.pointers import why_not_passed
    from periclase.types import can_be_passed

    header = program.header(kernel, ())
    assert header is not None
    refused = False
    for parameter, type in zip(signature.parameters, types, strict=True):
        if can_be_passed(type):
            continue
        why, help = why_not_passed(type) or ("", "")
        program.report(
            Diagnostic(
                "PC0309",
                f"the parameter `{parameter.name}` of kernel `{kernel.name}` is {with_article(type)}, which a launch can not "
                f"pass{why}",
                header[0].parameter_span(parameter.name),
                help=help or f"annotate it: `{parameter.name}: f32`, `{parameter.name}: Slice[f32]`",
            )
        )
        refused = True
    if signature.result not in (None, UNIT):
        program.report(
            Diagnostic(
                "PC0211",
                f"a kernel returns nothing, and `{kernel.name}` is annotated `-> {signature.result}`",
                header[0].parameter_span("return"),
                help="store the result in a parameter of type `MutSlice[…]`",
            )
        )
        refused = True
    if refused:
        return None
    return program.instance(kernel, types)


def _warn_of_recursion(program: Program, collection: Collection[FunctionInstance]) -> None:
    """Warn once for each call that closes a cycle in the call graph."""
    finished: set[FunctionInstance] = set()
    for collected in collection.functions:
        if collected.function in finished:
            continue
        path: set[FunctionInstance] = set()
        pending: list[tuple[FunctionInstance, bool]] = [(collected.function, False)]
        while pending:
            instance, leaving = pending.pop()
            if leaving:
                path.discard(instance)
                finished.add(instance)
                continue
            if instance in finished or instance in path:
                continue
            path.add(instance)
            pending.append((instance, True))
            if instance.typed is None or instance.source is None:
                continue
            for call in instance.typed.calls:
                if call.instance in path:
                    program.report(
                        Diagnostic(
                            "PC0308",
                            f"`{call.instance.function.__qualname__}` is recursive: every level takes stack, of which a "
                            "device thread has little",
                            instance.source.span(call.node),
                            Severity.WARNING,
                            help="write a loop where the depth is not small",
                            call_chain=instance.frames,
                        )
                    )
                else:
                    pending.append((call.instance, False))


def _note(collection: Collection[FunctionInstance]) -> None:
    """Say, where verbosity is asked for, what was left out and what comes from other modules."""
    report = settings().report
    for skipped in collection.skipped:
        report(f"{skipped.qualified_name} is left out: its parameters have no types until it is called")
    roots = {c.function.function.__module__ for c in collection.functions if c.origin.last_user_span is None}
    for collected in collection.functions:
        if collected.function.function.__module__ not in roots:
            report(
                f"{collected.function.qualified_name} of another module is compiled along, for `{collected.origin.root}`"
            )


def _deliver(found: Sequence[Diagnostic], receiver: list[Diagnostic] | None) -> None:
    if receiver is not None:
        receiver.extend(found)
    elif found:
        for diagnostic in found:
            print(diagnostic, file=sys.stderr)
