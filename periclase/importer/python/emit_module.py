"""Emission of a module: the collected functions in their order, then the declarations of what they call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Attribute, Operation

from periclase.dialects.mir import FuncOp
from periclase.importer.python.emit_function import FunctionEmitter
from periclase.importer.python.instance import FunctionInstance
from periclase.importer.python.library_frames import inline_what_traps
from periclase.importer.python.linked_functions import Linker
from periclase.importer.python.mir_types import mir_type, result_types
from periclase.ir.locations import FUNCTIONS_ATTRIBUTE, location_of_span

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal


class Declarations:
    """What the functions of a module share: the external functions that they call, each declared once, and device globals.

    Attributes:
        statics: the device globals that each function has to be given.
    """

    def __init__(self, statics: Mapping[FunctionInstance, Sequence[DeviceGlobal]] | None = None):
        self.statics = statics or {}
        self._declared: dict[str, FuncOp] = {}
        self._keys: dict[DeviceGlobal, str] = {}

    def key_of(self, held: DeviceGlobal) -> str:
        """The key of a device global that is a variable of the module: its name, with a number where that is taken."""
        found = self._keys.get(held)
        if found is None:
            name, number = held.qualified_name, 0
            while (found := name if not number else f"{name}.{number}") in self._keys.values():
                number += 1
            self._keys[held] = found
        return found

    def declare(
        self, symbol: str, inputs: Sequence[Attribute], outputs: Sequence[Attribute], location: LocationAttr
    ) -> None:
        """Declare `symbol`, unless that has been done."""
        if symbol not in self._declared:
            self.add(FuncOp.make(symbol, inputs, outputs, visibility="private", location=location))

    def add(self, declaration: FuncOp) -> None:
        """Take a declaration, unless there is one of that name."""
        self._declared.setdefault(declaration.function_name(), declaration)

    def operations(self) -> Iterable[Operation]:
        """The declarations, in the order of first use."""
        return self._declared.values()


def emit_module(instances: Sequence[FunctionInstance]) -> ModuleOp:
    """The module of typed functions that have their export names."""
    statics: Mapping[FunctionInstance, Sequence[DeviceGlobal]] = {}
    if any(instance.device_globals for instance in instances):
        from periclase.importer.python.device_globals import needed

        statics = needed(instances)
    declarations = Declarations(statics)
    functions: list[FuncOp] = []
    libraries: list[FuncOp] = []
    linker = Linker((instance.export_name for instance in instances), declarations.add)
    for instance in instances:
        if instance.is_extern:
            inputs = [mir_type(t) for t in instance.parameter_types]
            location = location_of_span(instance.definition_span)
            declarations.declare(instance.export_name, inputs, result_types(instance.result_type), location)
        elif instance.linked is not None:
            linker.add(instance.linked, instance.export_name)
        else:
            emitter = FunctionEmitter(instance, declarations)
            functions.append(emitter.emit())
            if emitter.library is not None:
                libraries.append(functions[-1])
    linked = list(linker.functions())
    functions += linked
    libraries += linked
    if libraries:
        inline_what_traps(libraries, functions)
    module = ModuleOp([*functions, *declarations.operations()])
    if any(instance.variables for instance in instances):
        from periclase.importer.python.emit_variables import functions_attribute

        own = [
            each
            for each in instances
            if each.source is not None and not each.is_extern and each.linked is None
        ]
        module.attributes[FUNCTIONS_ATTRIBUTE] = functions_attribute(own)
    return module
