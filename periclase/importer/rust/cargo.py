"""Projects of cargo's, without cargo: a crate and the crates beside it that it depends on, each compiled by rustc alone.

What a `Cargo.toml` says is read as far as that goes: the library's first file, the edition, features, and dependencies by path. A
dependency out of a registry, a build script or a proc macro is refused. The device crate is ours, whatever the manifest says of
where it comes from.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn, cast

from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.importer.rust.driver import Dependency, RustCrate, compile_crate, our_crates
from periclase.importer.rust.store import Store
from periclase.importer.rust.toolchain import find_toolchain
from periclase.record import Record

OURS: Final = frozenset({"cuda-device", "cuda_device", "cuda-macros", "cuda_macros"})
"""Dependencies that are the device crate."""
HOST_ONLY: Final = frozenset({"cuda-host", "cuda-core", "cuda-async", "cuda_host", "cuda_core", "cuda_async"})
"""Dependencies of cuda-oxide's projects that no kernel uses."""


class Package(Record):
    """A `Cargo.toml`.

    Attributes:
        manifest: its absolute path.
        name: the name of the crate, as Rust writes it.
        root: the absolute path of the crate's first file.
        edition: `2021`.
        features: the features that are on.
        dependencies: the manifests of the crates that it depends on, by the names that it has for them.
        variables: what cargo has in the environment of rustc, for `env!`.
    """

    manifest: str
    name: str
    root: str
    edition: str
    features: tuple[str, ...]
    dependencies: tuple[tuple[str, str], ...]
    variables: tuple[tuple[str, str], ...] = ()


def _refuse(manifest: str, message: str, help: str | None = None) -> NoReturn:
    raise CompileError(Diagnostic("PC0343", message, Span(manifest, 1), help=help))


def compile_project(manifest: str, store: Store, options: Sequence[str] = ()) -> RustCrate:
    """The crate of a `Cargo.toml`, and those that it depends on.

    Args:
        options: further arguments of rustc.

    Raises:
        CompileError: there is no `rustc`, it refuses a crate, or the project needs cargo.
    """
    manifest = os.path.abspath(manifest)
    packages = list(packages_of(manifest))
    folder = os.path.commonpath([os.path.dirname(package.manifest) for package in packages])
    toolchain = find_toolchain(os.path.dirname(manifest), store)
    ours = our_crates(toolchain, store)
    done: dict[str, tuple[RustCrate, tuple[Dependency, ...]]] = {}
    for package in packages:
        needed: dict[str, Dependency] = {}
        for name, other in package.dependencies:
            crate, below = done[other]
            needed[name] = Dependency(name, crate)
            for dependency in below:
                needed.setdefault(dependency.name, dependency)
        dependencies = tuple(needed.values())
        crate = compile_crate(
            package.name,
            package.root,
            toolchain,
            ours,
            store,
            dependencies=dependencies,
            options=(
                f"--edition={package.edition}",
                *(f'--cfg=feature="{feature}"' for feature in package.features),
                *options,
            ),
            folder=folder,
            variables=package.variables,
        )
        done[package.manifest] = crate, dependencies
    return done[manifest][0]


def packages_of(manifest: str) -> Iterator[Package]:
    """The package and those that it depends on, each behind those that it needs.

    Raises:
        CompileError: one can not be compiled without cargo, or they depend on each other in a circle.
    """
    features = _wanted_features(manifest)
    finished: set[str] = set()
    under_way: list[str] = []

    def visit(path: str) -> Iterator[Package]:
        if path in finished:
            return
        if path in under_way:
            _refuse(path, f"{path} depends on itself")
        under_way.append(path)
        package, wanted = read_package(path, *features[path])
        for other, _, _ in wanted:
            yield from visit(other)
        under_way.pop()
        finished.add(path)
        yield package

    yield from visit(manifest)


def _wanted_features(manifest: str) -> dict[str, tuple[tuple[str, ...], bool]]:
    """The features that a package and those that it depends on are compiled with, and whether the default ones are among them.

    A package that several depend on is one crate, with the features that any of them wants, as cargo has it.
    """
    found: dict[str, tuple[tuple[str, ...], bool]] = {manifest: ((), True)}
    pending = [manifest]
    while pending:
        path = pending.pop()
        for other, features, default in read_package(path, *found[path])[1]:
            known = found.get(other)
            told = known or ((), False)
            both = tuple(sorted({*told[0], *features})), told[1] or default
            if both != known:
                found[other] = both
                pending.append(other)
    return found


def read_package(
    manifest: str, features: tuple[str, ...] = (), default: bool = True
) -> tuple[Package, list[tuple[str, tuple[str, ...], bool]]]:
    """A package, and for each crate that it depends on the manifest, the features that it wants, and whether the default ones.

    Raises:
        CompileError: it can not be read, or needs cargo.
    """
    text = _read_manifest(manifest)
    folder = os.path.dirname(manifest)
    workspace = _Workspace(manifest, text)
    described = workspace.filled_in(_table(text, "package"))
    if "name" not in described:
        _refuse(manifest, f"{manifest} has no package", "name the manifest of the crate that has the kernels")
    library = _table(text, "lib")
    if library.get("proc-macro") or library.get("proc_macro"):
        _refuse(manifest, f"{described['name']} is a proc macro: those are compiled by cargo alone")
    if os.path.exists(os.path.join(folder, str(described.get("build", "build.rs")))):
        _refuse(manifest, f"{described['name']} has a build script, which only cargo runs")
    table = _table(text, "features")
    listed = {name: _texts(manifest, f"what `{name}` turns on", table[name]) for name in table}
    on = _features(listed, features, default)
    dependencies: list[tuple[str, str]] = []
    wanted: list[tuple[str, tuple[str, ...], bool]] = []
    for name, given in _table(text, "dependencies").items():
        told, beside = workspace.dependency(name, given, folder)
        if name in OURS or name in HOST_ONLY or str(told.get("package")) in OURS:
            continue
        if told.get("optional") and name not in on and f"dep:{name}" not in on:
            continue
        if "path" not in told:
            _refuse(
                manifest,
                f"{described['name']} depends on {name}, which does not lie beside it",
                f'only dependencies by path are compiled without cargo: {name} = {{ path = "../{name}" }}',
            )
        other = os.path.normpath(os.path.join(beside, str(told["path"]), "Cargo.toml"))
        called = name.replace("-", "_") if "package" in told else _crate_name(other, name)
        dependencies.append((called, other))
        wanted.append(
            (
                other,
                _texts(manifest, f"the features of {name}", told.get("features", ())),
                told.get("default-features", True) is not False,
            )
        )
    own = _name_of_library(text)
    package = Package(
        manifest,
        own,
        _root(manifest, library),
        str(described.get("edition", "2015")),
        tuple(sorted(feature for feature in on if ":" not in feature and "/" not in feature)),
        tuple(dependencies),
        _variables(manifest, own, described),
    )
    return package, wanted


def _crate_name(manifest: str, named: str) -> str:
    """What a dependency is called that is given no other name: as its library is. Where it has no manifest, as it is `named`."""
    text = _read_manifest(manifest) if os.path.isfile(manifest) else {"package": {"name": named}}
    return _name_of_library(text) or named.replace("-", "_")


def _name_of_library(text: Mapping[str, Any]) -> str:
    """The name of the crate that a manifest describes."""
    name = _table(text, "lib").get("name", _table(text, "package").get("name", ""))
    return str(name).replace("-", "_")


def _read_manifest(manifest: str) -> Mapping[str, Any]:
    import tomllib

    try:
        with open(manifest, "rb") as file:
            text = tomllib.load(file)
    except OSError as error:
        raise CompileError(Diagnostic("PC0801", f"cannot read {manifest}: {error.strerror}")) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        _refuse(manifest, f"{manifest} is not TOML: {error}")
    if _has_zero(text):
        _refuse(manifest, f"{manifest} has a text with a zero byte, which no name, path or variable can have")
    return text


def _has_zero(value: Any) -> bool:
    """Whether there is a zero byte in a text of a manifest's."""
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        table = cast("dict[str, Any]", value)
        return any("\0" in name or _has_zero(item) for name, item in table.items())
    return isinstance(value, list) and any(map(_has_zero, cast("list[Any]", value)))


class _Workspace:
    """The workspace that a package takes fields and dependencies from, which is looked for when it takes one."""

    def __init__(self, manifest: str, text: Mapping[str, Any]):
        self._manifest = manifest
        self._text = text
        self._found: tuple[str, Mapping[str, Any]] | None = None

    def _table(self, of: str) -> tuple[str, Mapping[str, Any]]:
        """A table of the workspace, and the folder that it lies in."""
        if self._found is None:
            self._found = self._find()
        folder, text = self._found
        return folder, _table(_table(text, "workspace"), of)

    def _find(self) -> tuple[str, Mapping[str, Any]]:
        folder = os.path.dirname(self._manifest)
        named = _table(self._text, "package").get("workspace")
        if isinstance(named, str):
            folder = os.path.normpath(os.path.join(folder, named))
            return folder, _read_manifest(os.path.join(folder, "Cargo.toml"))
        while True:
            candidate = os.path.join(folder, "Cargo.toml")
            if os.path.isfile(candidate):
                text = self._text if candidate == self._manifest else _read_manifest(candidate)
                if "workspace" in text:
                    return folder, text
            above = os.path.dirname(folder)
            if above == folder:
                _refuse(
                    self._manifest,
                    f"{self._manifest} takes something from its workspace, and is in none",
                    "put `[workspace]` into a `Cargo.toml` above it, or write the value here",
                )
            folder = above

    def filled_in(self, described: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields of a package, with what `edition.workspace = true` and the like stand for."""
        found = dict(described)
        for name, value in described.items():
            if _is_inherited(value):
                _, table = self._table("package")
                if name not in table:
                    _refuse(self._manifest, f"the workspace of {self._manifest} has no `package.{name}`")
                found[name] = table[name]
        return found

    def dependency(self, name: str, given: Any, folder: str) -> tuple[Mapping[str, Any], str]:
        """What is said of a dependency, and the folder that its path is relative to."""
        if not isinstance(given, dict):
            return {"version": given}, folder
        told = cast("dict[str, Any]", given)
        if not _is_inherited(told) or name in OURS or name in HOST_ONLY:
            return told, folder
        beside, table = self._table("dependencies")
        if name not in table:
            _refuse(self._manifest, f"the workspace of {self._manifest} has no dependency `{name}`")
        shared = table[name]
        whole = cast("dict[str, Any]", shared if isinstance(shared, dict) else {"version": shared})
        features = [
            feature
            for each in (whole, told)
            for feature in _texts(self._manifest, f"the features of {name}", each.get("features", ()))
        ]
        return {**whole, **told, "features": features}, beside


def _is_inherited(value: Any) -> bool:
    return isinstance(value, dict) and cast("dict[str, Any]", value).get("workspace") is True


def _variables(manifest: str, crate: str, described: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What cargo has in the environment of rustc (The Cargo Book, "Environment variables Cargo sets for crates")."""
    version = str(described.get("version", "0.0.0"))
    numbers, _, before = version.partition("+")[0].partition("-")
    major, minor, patch = [*numbers.split("."), "", "", ""][:3]
    authors = _texts(manifest, "the authors", described.get("authors", ()))
    readme = described.get("readme")
    return (
        ("CARGO_CRATE_NAME", crate),
        ("CARGO_MANIFEST_DIR", os.path.dirname(manifest)),
        ("CARGO_MANIFEST_PATH", manifest),
        ("CARGO_PKG_AUTHORS", ":".join(authors)),
        ("CARGO_PKG_DESCRIPTION", str(described.get("description", ""))),
        ("CARGO_PKG_HOMEPAGE", str(described.get("homepage", ""))),
        ("CARGO_PKG_LICENSE", str(described.get("license", ""))),
        ("CARGO_PKG_LICENSE_FILE", str(described.get("license-file", ""))),
        ("CARGO_PKG_NAME", str(described["name"])),
        ("CARGO_PKG_README", readme if isinstance(readme, str) else ""),
        ("CARGO_PKG_REPOSITORY", str(described.get("repository", ""))),
        ("CARGO_PKG_RUST_VERSION", str(described.get("rust-version", ""))),
        ("CARGO_PKG_VERSION", version),
        ("CARGO_PKG_VERSION_MAJOR", major),
        ("CARGO_PKG_VERSION_MINOR", minor),
        ("CARGO_PKG_VERSION_PATCH", patch),
        ("CARGO_PKG_VERSION_PRE", before),
    )


def _texts(manifest: str, what: str, given: Any) -> tuple[str, ...]:
    """A list of texts, as a manifest has it."""
    items = cast("list[Any]", given if isinstance(given, list | tuple) else [None])
    if not all(isinstance(item, str) for item in items):
        _refuse(manifest, f"{manifest}: {what} are no list of texts", 'write `["…", "…"]`')
    return tuple(items)


def _table(text: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = text.get(name, {})
    return cast("Mapping[str, Any]", found) if isinstance(found, dict) else {}


def _root(manifest: str, library: Mapping[str, Any]) -> str:
    folder = os.path.dirname(manifest)
    candidates = [str(library["path"])] if "path" in library else ["src/lib.rs", "src/main.rs"]
    for candidate in candidates:
        path = os.path.normpath(os.path.join(folder, candidate))
        if os.path.isfile(path):
            return path
    _refuse(manifest, f"{manifest}: there is no {' and no '.join(candidates)}")


def _features(table: Mapping[str, tuple[str, ...]], wanted: tuple[str, ...], default: bool) -> set[str]:
    """The features that are on, with those that they turn on."""
    pending = [*wanted, *(("default",) if default and "default" in table else ())]
    on: set[str] = set()
    while pending:
        feature = pending.pop()
        if feature not in on:
            on.add(feature)
            pending += table.get(feature, ())
    return on - {"default"} if "default" not in table else on
