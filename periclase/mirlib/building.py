"""Building a device library from a package: every device function, kernel and struct of it, and what these need.

A function whose types are all written down is compiled to optimised `mir`. Of one that is generic, of kernels and structs, and of
the functions and constants of the package that they use, the syntax tree is kept, with what the names in it stand for.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from io import StringIO
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.digest import blake2b
from periclase.importer.export_names import device_export_name, resolve_clashes
from periclase.importer.python.source import SourceFile, parse_file
from periclase.kernel import DeviceFunction, Kernel
from periclase.mirlib.archive import Header, write_archive
from periclase.mirlib.loading import COMPILED, FUTURE_ANNOTATIONS
from periclase.mirlib.meanings import Unstorable, describe
from periclase.mirlib.problems import LibraryError, refuse
from periclase.mirlib.tree_format import encode_tree
from periclase.record import Record
from periclase.structs import is_struct

if TYPE_CHECKING:
    from periclase.importer.python.instance import FunctionInstance

Json = Any
_OPTIMISE = 'rewrite-intrinsic-stubs{target="any"},sroa,mem2reg,canonicalize,sccp,simplify-cfg,cse,dce'


class Compiled(Record):
    """A function that was compiled.

    Attributes:
        symbol: its name in the library.
        freshness: of its result, see `one_name.freshness`.
        digest: of all the `mir` that it is made of.
    """

    symbol: str
    freshness: int
    digest: str


def modules_of(package: str) -> list[ModuleType]:
    """A package, or a single module, and every module in it, imported, by name.

    Raises:
        LibraryError: one can not be imported (PC0808).
    """
    names = [package]
    try:
        root = importlib.import_module(package)
        if hasattr(root, "__path__"):
            found = pkgutil.walk_packages(root.__path__, f"{package}.", onerror=_raise)
            names += sorted(m.name for m in found if m.name.rpartition(".")[2] != "__main__")
        return [importlib.import_module(name) for name in names]
    except LibraryError:
        raise
    except Exception as error:
        raise _not_imported(package, error) from error


def _raise(name: str) -> None:
    importlib.import_module(name)


def _not_imported(package: str, error: Exception) -> LibraryError:
    return refuse(
        "PC0808",
        f"the package `{package}` cannot be imported: {type(error).__name__}: {error}",
        help="run the tool where `import` finds the package, or say where it lies: `--path FOLDER`",
    )


class Builder:
    """Gathers what goes into a library."""

    def __init__(self, package: str):
        """
        Raises:
            LibraryError: the package can not be imported.
        """
        self.package = package
        self.modules = {module.__name__: module for module in modules_of(package)}
        self.definitions: dict[str, dict[str, Json]] = {}
        self.mir: dict[str, str] = {}
        self.calls: dict[str, list[str]] = {}
        self._compiled: dict[FunctionType, Compiled] = {}
        self._owners: dict[int, tuple[str, str]] = {}
        self._pending: list[tuple[str, str]] = []
        for name, module in self.modules.items():
            for key, value in vars(module).items():
                if _is_definition(value) and _home_of(value) == name:
                    self._owners.setdefault(id(value), (name, key))

    def exported(self) -> dict[str, list[str]]:
        """Of each module its device functions, kernels and structs."""
        found: dict[str, list[str]] = {}
        for module, name in self._owners.values():
            value = vars(self.modules[module])[name]
            if isinstance(value, Kernel | DeviceFunction) or (isinstance(value, type) and is_struct(value)):
                found.setdefault(module, []).append(name)
        return {module: sorted(names) for module, names in sorted(found.items())}

    def build(self, version: str = "") -> Header:
        """Gather everything.

        Raises:
            LibraryError: the package has nothing to export, or something that a library can not hold.
            CompileError: a function can not be compiled.
        """
        from periclase import __version__

        exported = self.exported()
        if not exported:
            raise refuse(
                "PC0832",
                f"the package `{self.package}` defines no device function, kernel or struct",
                help="a device function is decorated with @periclase.device",
            )
        self._compile(exported)
        self._pending = [(module, name) for module, names in exported.items() for name in names]
        done: set[tuple[str, str]] = set()
        while self._pending:
            module, name = self._pending.pop(0)
            if (module, name) not in done:
                done.add((module, name))
                self.definitions.setdefault(module, {})[name] = self._define(module, name)
        self._alias()
        names = {module: sorted(found) for module, found in sorted(self.definitions.items())}
        return Header(self.package, version, __version__, names, self.calls)

    def _alias(self) -> None:
        """What a package has from its modules is in the library by both names."""
        for name, module in self.modules.items():
            for key, value in vars(module).items() if hasattr(module, "__path__") else ():
                owner = self._owners.get(id(value))
                if (
                    owner is not None
                    and owner != (name, key)
                    and owner[1] in self.definitions.get(owner[0], ())
                ):
                    self.definitions.setdefault(name, {})[key] = {"alias": list(owner)}

    # Compiled functions

    def _compile(self, exported: dict[str, list[str]]) -> None:
        functions: list[DeviceFunction[..., Any]] = []
        for module, names in exported.items():
            for name in names:
                value = vars(self.modules[module])[name]
                if isinstance(value, DeviceFunction) and _is_concrete(
                    cast("DeviceFunction[..., Any]", value)
                ):
                    functions.append(cast("DeviceFunction[..., Any]", value))
        if not functions:
            return
        from periclase.importer.python.import_kernels import collect_functions

        instances = [found.function for found in collect_functions(functions).functions]
        wanted = {
            i.key: device_export_name(i.qualified_name, i.arguments) for i in instances if not i.is_extern
        }
        names = resolve_clashes(wanted)
        for instance in instances:
            if not instance.is_extern:
                instance.export_name = names[instance.key]
        self._lower(instances)
        marked = {function.function for function in functions}
        for instance in instances:
            if instance.function in marked and not instance.is_extern:
                symbol = instance.export_name
                self._compiled[instance.function] = Compiled(symbol, instance.freshness, self._digest(symbol))

    def _lower(self, instances: list[FunctionInstance]) -> None:
        from xdsl.printer import Printer

        from periclase.codegen.compiler import context, diagnosed
        from periclase.dialects import mir
        from periclase.garbage import paused_collector
        from periclase.importer.python.emit_module import emit_module
        from periclase.ir.symbols import SymbolReferences
        from periclase.passes.pipelines import Pipeline

        with paused_collector(), diagnosed("library"):
            module = emit_module(instances)
            Pipeline.parse(_OPTIMISE).run(context(), module)
        functions = [op for op in module.body.block.ops if isinstance(op, mir.FuncOp)]
        references = SymbolReferences()
        defined = {op.function_name() for op in functions if not op.is_declaration()}
        for op in functions:
            called = [name for inner in op.walk() for name in references.of_op(inner)]
            stream = StringIO()
            Printer(stream=stream, print_debuginfo=True).print_op(op)
            self.mir[op.function_name()] = self._without_folders(stream.getvalue())
            if op.function_name() in defined:
                self.calls[op.function_name()] = sorted({name for name in called if name in defined})

    def _without_folders(self, text: str) -> str:
        """Places are named by the module's path in its package, not by where that lies on this machine."""
        for name, module in self.modules.items():
            file = getattr(module, "__file__", None)
            if file is not None:
                text = text.replace(f'"{file}"', f'"{name.replace(".", "/")}.py"')
        return text

    def _digest(self, symbol: str) -> str:
        digest = blake2b(digest_size=16)
        pending, seen = [symbol], {symbol}
        while pending:
            name = pending.pop()
            digest.update(self.mir[name].encode())
            for other in self.calls.get(name, ()):
                if other not in seen:
                    seen.add(other)
                    pending.append(other)
        return digest.hexdigest()

    # Definitions

    def _define(self, module: str, name: str) -> Json:
        value = vars(self.modules[module])[name]
        file = self._file(module)
        tree, code = self._tree(module, name, value, file)
        made: dict[str, Json] = {"future": bool(code is not None and code.co_flags & FUTURE_ANNOTATIONS)}
        if code is None:
            made["future"] = _asks_for_annotations(file)
        marked = cast("DeviceFunction[..., Any]", value)
        compiled = self._compiled.get(marked.function) if isinstance(value, DeviceFunction) else None
        used: ast.AST = tree
        if compiled is not None:
            assert isinstance(tree, ast.FunctionDef)
            used = tree = _header(tree, compiled)
            made |= {"symbol": compiled.symbol, "freshness": compiled.freshness}
            code = None
        made["names"] = self._names(module, used, code, file)
        made["tree"] = encode_tree(tree)
        return made

    def _file(self, module: str) -> SourceFile:
        path = getattr(self.modules[module], "__file__", None)
        try:
            found = None if path is None else parse_file(path)
        except SyntaxError as error:
            raise CompileError(
                Diagnostic(
                    "PC0107",
                    f"the source of `{module}` has changed: {error.msg}",
                    Span(str(path), error.lineno or 1),
                )
            ) from None
        if found is None:
            raise refuse(
                "PC0832", f"the source of module `{module}` is not available", help="build from the sources"
            )
        return found

    def _tree(
        self, module: str, name: str, value: Any, file: SourceFile
    ) -> tuple[ast.stmt | ast.expr, CodeType | None]:
        from periclase.importer.python.source import SourceUnavailable, function_source

        function = value.function if isinstance(value, Kernel | DeviceFunction) else value
        if isinstance(function, FunctionType) and function.__name__ != "<lambda>":
            try:
                return function_source(function).tree, function.__code__
            except SourceUnavailable as error:
                raise CompileError(Diagnostic("PC0107", error.message, error.span, help=error.help)) from None
        found: ast.stmt | ast.expr | None = None
        for node in ast.parse("".join(file.lines), file.name).body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                found = node
            elif isinstance(node, ast.Assign) and any(
                isinstance(t, ast.Name) and t.id == name for t in node.targets
            ):
                found = node.value
            elif (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Name)
                and node.target.id == name
            ):
                found = node.value or found
        if found is None:
            raise refuse(
                "PC0832",
                f"`{module}.{name}` is not written at the top level of its module, so that a library can not hold it",
                Span(file.name, 1),
                help="define it by a `def`, a `class` or an assignment of its own",
            )
        return found, None

    def _names(self, module: str, tree: ast.AST, code: CodeType | None, file: SourceFile) -> dict[str, Json]:
        """What the global names in a definition stand for."""
        space = vars(self.modules[module])
        used: dict[str, ast.Name] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in space:
                used.setdefault(node.id, node)
        if code is not None:
            assert isinstance(tree, ast.FunctionDef)
            seen = _global_names(code) | {n.id for n in _outside_body(tree) if isinstance(n, ast.Name)}
            used = {name: node for name, node in used.items() if name in seen}
        return {name: self._meaning(module, name, node, file) for name, node in sorted(used.items())}

    def _meaning(self, module: str, name: str, node: ast.Name, file: SourceFile) -> Json:
        value = vars(self.modules[module])[name]
        try:
            found = describe(value, self._own)
        except Unstorable:
            found = None
        if found is not None and not (found[0] == "object" and found[1] in self.modules):
            return found
        if found is not None and found[2] in vars(self.modules[found[1]]):  # such as a type variable
            self._pending.append((found[1], found[2]))
            return ["own", *found[1:]]
        if type(value).__module__.partition(".")[0] in ("typing", "periclase", "types"):
            # An alias of a type, a type variable: it is what its assignment says.
            self._pending.append((module, name))
            return ["own", module, name]
        raise refuse(
            "PC0832",
            f"`{name}` is of type `{type(value).__qualname__}`, which a library can not hold",
            file.span(node),
            help="use a number, a tuple of numbers, a struct, a function or a module",
        )

    def _own(self, value: Any) -> Json | None:
        if isinstance(value, ModuleType):
            return ["own module", value.__name__] if value.__name__ in self.modules else None
        owner = self._owners.get(id(value))
        if owner is None:
            return None
        self._pending.append(owner)
        return ["own", *owner]


def _is_definition(value: Any) -> bool:
    return isinstance(value, Kernel | DeviceFunction | FunctionType | type)


def _home_of(value: Any) -> str:
    return str(getattr(getattr(value, "function", value), "__module__", ""))


def _is_concrete(function: DeviceFunction[..., Any]) -> bool:
    """Whether its types are all written down, and nothing comes from the launch: it means the same to every caller."""
    from periclase.fingerprint import device_globals

    if function.options.extern or device_globals(function):
        return False
    signature = function.signature
    return signature.result is not None and all(p.type is not None for p in signature.parameters)


def _global_names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _global_names(constant)
    return found


def _outside_body(tree: ast.FunctionDef) -> Iterator[ast.AST]:
    """What is evaluated when a function is defined, and annotations of variables in it, of which the bytecode knows nothing."""
    for part in (*tree.decorator_list, tree.args, tree.returns):
        if part is not None:
            yield from ast.walk(part)
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            yield from ast.walk(node.annotation)


def _header(tree: ast.FunctionDef, compiled: Compiled) -> ast.FunctionDef:
    """The function with a body that names what was compiled."""
    from copy import copy

    call = ast.Call(
        ast.Name(COMPILED, ast.Load()), [ast.Constant(tree.name), ast.Constant(compiled.digest)], []
    )
    documentation = [
        s for s in tree.body[:1] if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)
    ]
    made = copy(tree)
    made.body = [*documentation, ast.copy_location(ast.Return(call), tree)]
    return ast.fix_missing_locations(made)


def _asks_for_annotations(file: SourceFile) -> bool:
    return any("from __future__ import" in line and "annotations" in line for line in file.lines)


def build_library(package: str, path: str) -> Header:
    """Build the library of a package and write it to a file.

    Args:
        package: the name by which it is imported; everything in it is imported.
        path: the file, of which the name ends in `.mirlib` by convention.

    Raises:
        LibraryError: it can not be imported, has nothing to export, or something that a library can not hold (PC0832).
        CompileError: a function can not be compiled.
        OSError: the file can not be written.
    """
    from importlib.metadata import PackageNotFoundError, version

    builder = Builder(package)
    try:
        found = version(package.partition(".")[0])
    except PackageNotFoundError:
        found = str(getattr(builder.modules[package], "__version__", ""))
    header = builder.build(found)
    write_archive(path, header, builder.definitions, builder.mir)
    return header
