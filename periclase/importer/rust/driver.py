"""From a file in Rust to its MIR text: our two crates, once, then the user's.

Everything is kept by what it was made of: the toolchain and our sources, and of the user's crate every file that it has, and
every variable of the environment that it asked for. A crate that has not changed starts no `rustc`.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.digest import blake2b
from periclase.importer.rust.store import Store, json_dumps
from periclase.importer.rust.toolchain import FLAGS, Toolchain, environment, find_toolchain
from periclase.json_text import loads
from periclase.record import Record

if TYPE_CHECKING:
    from periclase.importer.rust.rustdoc_items import ItemsAhead

CRATES: Final = os.path.join(os.path.dirname(__file__), "crates")
"""The sources of our crates, a folder each."""
MACROS: Final = "cuda_macros"
DEVICE: Final = "cuda_device"

_KEYWORDS: Final = """
abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop
macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use
virtual where while yield std core alloc test
"""


class Dependency(Record):
    """A crate that a crate depends on.

    Attributes:
        name: how it is called by the crate that depends on it.
        crate: the crate.
    """

    name: str
    crate: RustCrate

    @property
    def metadata(self) -> str:
        """Its `.rmeta`."""
        return self.crate.metadata


class OurCrates(Record):
    """The crates that every kernel depends on, compiled.

    Attributes:
        folder: where they are.
        sources: where their sources are: what a place in the device crate is relative to.
    """

    folder: str
    sources: str

    @property
    def macros(self) -> str:
        """The library of the proc macro."""
        return os.path.join(self.folder, _library(MACROS))

    @property
    def device(self) -> str:
        """The device crate."""
        return os.path.join(self.folder, f"lib{DEVICE}.rmeta")

    @property
    def arguments(self) -> list[str]:
        """How a crate that depends on them is compiled."""
        return [f"--extern={DEVICE}={self.device}", f"--extern={MACROS}={self.macros}", f"-L{self.folder}"]


class RustCrate(Record):
    """A crate of the user's, compiled as far as MIR.

    Attributes:
        name: how it is called; paths in the text have it not.
        root: the absolute path of its first file.
        mir: the text.
        metadata: its `.rmeta`.
        key: a hash of all that it was made of.
        declared: a hash of all that its types are made of: the same for crates that differ in bodies of functions only.
        folder: what relative places in the text are relative to.
        toolchain: who made it.
        ours: our crates that it depends on.
        dependencies: others that it depends on.
        inner: the crate that this is a crate around.
        options: further arguments of rustc.
        variables: of the environment that it is compiled in, which cargo would set.
        files: what it was made of.
        declarations: a hash of what stood in these but for bodies of functions.
    """

    name: str
    root: str
    mir: str
    metadata: str
    key: str
    declared: str
    folder: str
    toolchain: Toolchain
    ours: OurCrates
    dependencies: tuple[Dependency, ...] = ()
    inner: RustCrate | None = None
    options: tuple[str, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()
    declarations: str = ""

    @property
    def edition(self) -> str:
        """The option that says which edition of Rust it is written in."""
        return next((option for option in self.options if option.startswith("--edition")), FLAGS[0])

    def source_file(self, file: str) -> str:
        """The file that a place in the text names: the user's, our device crate's, or as it stands (Rust's own)."""
        if os.path.isabs(file):
            return file
        first = file.partition("/")[0]
        if first == DEVICE:
            return os.path.join(self.ours.sources, file)
        if self.inner is not None and file != os.path.basename(self.root):
            return self.inner.source_file(file)
        return os.path.join(self.folder, file)


def declares_others(crate: RustCrate) -> bool:
    """Whether the files of a crate say something else of types by now than when it was compiled."""
    if not crate.files:
        return False
    try:
        return _declarations(_contents(crate.files)[0], crate.folder) != crate.declarations
    except OSError:
        return True


def crate_name(file: str) -> str:
    """The name of the crate whose first file is `file`."""
    stem = os.path.splitext(os.path.basename(file))[0]
    name = re.sub(r"\W", "_", stem, flags=re.ASCII)
    if (
        name in (MACROS, DEVICE)
        or name in _KEYWORDS.split()
        or not name
        or name[0].isdigit()
        or name.startswith("_")
    ):
        return f"kernel_{name}"
    return name


CHECKED: Final = "-Coverflow-checks=on"
"""The option that has the overflow of integers trap."""


def compile_file(file: str, store: Store, options: Sequence[str] = ()) -> RustCrate:
    """The crate whose first file is `file`.

    Args:
        options: further arguments of rustc.

    Raises:
        CompileError: there is no `rustc`, or it refuses the file; what it says is shown as it is.
    """
    root = os.path.abspath(file)
    folder = os.path.dirname(root)
    if os.path.isdir(root):
        manifest = os.path.join(file, "Cargo.toml")
        help = (
            f"name its manifest: {manifest}" if os.path.isfile(manifest) else "name the first file of a crate"
        )
        raise CompileError(Diagnostic("PC0801", f"cannot read {file}: it is a folder", help=help))
    if not os.path.isfile(root):
        raise CompileError(Diagnostic("PC0801", f"cannot read {file}: no such file"))
    toolchain = find_toolchain(folder, store)
    ours = our_crates(toolchain, store)
    return compile_crate(crate_name(root), root, toolchain, ours, store, options=options)


def our_crates(toolchain: Toolchain, store: Store) -> OurCrates:
    """Our crates, compiled by `toolchain` now or before.

    Raises:
        CompileError: it refuses them.
    """
    name = f"{toolchain.key}/ours-{_sources_stamp()}"
    folder = store.path(name)
    if not os.path.isdir(folder):
        if store.writable is not store:
            return our_crates(toolchain, store.writable)
        warning = toolchain.warning()
        if warning is not None:
            print(warning, file=sys.stderr)
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        with store.new_folder(name) as working:
            _build_our_crates(toolchain, working)
    return OurCrates(folder, os.path.join(folder, "sources"))


def _build_our_crates(toolchain: Toolchain, folder: str) -> None:
    import shutil

    from periclase.importer.rust.atomic_types import atomic_types_source
    from periclase.importer.rust.device_forms import FILES, forms_source, stubs_in
    from periclase.importer.rust.stubs import stubs_source

    # They are the same for everybody: what refuses them is another version than they are written for.
    help = None if toolchain.warning() is None else toolchain.other
    sources = os.path.join(folder, "sources")
    for crate in (MACROS, DEVICE):
        shutil.copytree(os.path.join(CRATES, crate), os.path.join(sources, crate))
    stubs = stubs_source()
    known = stubs_in(stubs)
    written = {"stubs": stubs, "atomic_types": atomic_types_source()}
    written |= {f"{module}_forms": forms_source(module, known) for module in FILES}
    for name, text in written.items():
        with open(os.path.join(sources, DEVICE, f"{name}.rs"), "w", encoding="utf-8") as file:
            file.write(text)
    run_rustc(
        toolchain,
        [
            "--edition=2024",
            "--crate-type=proc-macro",
            f"--crate-name={MACROS}",
            f"-o{os.path.join(folder, _library(MACROS))}",
            f"{MACROS}/lib.rs",
        ],
        sources,
        "the macros of the device crate",
        help=help,
    )
    run_rustc(
        toolchain,
        [
            *FLAGS,
            "--crate-type=lib",
            f"--crate-name={DEVICE}",
            f"--extern={MACROS}={os.path.join(folder, _library(MACROS))}",
            f"--emit=metadata={os.path.join(folder, f'lib{DEVICE}.rmeta')}",
            f"{DEVICE}/lib.rs",
        ],
        sources,
        "the device crate",
        help=help,
    )


def _library(crate: str) -> str:
    return {"win32": f"{crate}.dll", "darwin": f"lib{crate}.dylib"}.get(sys.platform, f"lib{crate}.so")


@cache
def _sources_stamp() -> str:
    """A hash of all that our crates are made from. Of what is in it: installed files have the time of no change of theirs."""
    own = os.path.dirname(__file__)
    package = os.path.dirname(os.path.dirname(own))
    files = [os.path.join(own, name) for name in ("stubs.py", "atomic_types.py", "device_forms.py")]
    for folder in (
        os.path.join(CRATES, MACROS),
        os.path.join(CRATES, DEVICE),
        os.path.join(package, "intrinsics"),
    ):
        files += sorted(entry.path for entry in os.scandir(folder) if entry.name.endswith((".rs", ".py")))
    parts: list[bytes] = []
    for file in files:
        with open(file, "rb") as opened:
            parts += os.path.basename(file).encode(), opened.read()
    return _digest(*parts)


def compile_crate(
    name: str,
    root: str,
    toolchain: Toolchain,
    ours: OurCrates,
    store: Store,
    *,
    dependencies: Sequence[Dependency] = (),
    options: Sequence[str] = (),
    folder: str | None = None,
    inner: RustCrate | None = None,
    variables: Sequence[tuple[str, str]] = (),
) -> RustCrate:
    """The crate `name` whose first file is `root`.

    Args:
        dependencies: what it depends on besides our crates.
        options: further arguments, such as `--cfg=feature="fast"`. An edition among them replaces ours.
        folder: where `rustc` works; None for the folder of `root`. Places in the text are relative to it.
        inner: the crate that this is a crate around.
        variables: for the environment of `rustc`.

    Raises:
        CompileError: `rustc` refuses it.
    """
    folder = folder or os.path.dirname(root)
    identity = [
        root,
        name,
        folder,
        ours.folder,
        list(options),
        [[d.name, d.metadata] for d in dependencies],
        [list(variable) for variable in variables],
    ]
    place = f"{toolchain.key}/crate-{_digest(json_dumps(identity).encode())}"

    def crate(entry: dict[str, Any], mir: str) -> RustCrate:
        key = entry["key"]
        metadata = store.path(f"{place}/{key}/lib{name}.rmeta")
        return RustCrate(
            name,
            root,
            mir,
            metadata,
            key,
            entry["declared"],
            folder,
            toolchain,
            ours,
            tuple(dependencies),
            inner,
            tuple(options),
            tuple(variables),
            tuple(fact[0] for fact in entry["files"]),
            entry["declarations"],
        )

    known = store.read(f"{place}/latest.json")
    if known is not None:
        entry: dict[str, Any] = loads(known.decode())
        mir = store.read(f"{place}/{entry['key']}/mir")
        if mir is not None and _unchanged(entry, store, f"{place}/latest.json", dict(variables)):
            return crate(entry, mir.decode())
    if store.writable is not store:
        return compile_crate(
            name,
            root,
            toolchain,
            ours,
            store.writable,
            dependencies=dependencies,
            options=options,
            folder=folder,
            inner=inner,
            variables=variables,
        )
    working = f"{place}/{os.getpid()}-{os.urandom(4).hex()}"
    before: dict[str, Any] | None = None if known is None else loads(known.decode())
    items = None if before is None else _documented_meanwhile(before, crate(_UNKNOWN, ""), store)
    try:
        try:
            entry = _compile_anew(
                store.path(working), name, root, toolchain, ours, folder, dependencies, options, variables
            )
        finally:
            if items is not None:
                items.join()
        if items is not None and items.declarations == entry["declarations"]:
            items.keep(entry["declared"])
        key = entry["key"]
        final = store.path(f"{place}/{key}")
        try:
            os.rename(store.path(working), final)
        except OSError:
            if not os.path.isdir(final):
                raise
    finally:
        import shutil

        shutil.rmtree(store.path(working), ignore_errors=True)
    store.write(f"{place}/latest.json", json_dumps(entry).encode())
    with open(os.path.join(final, "mir"), encoding="utf-8") as file:
        return crate(entry, file.read())


_UNKNOWN: Final[dict[str, Any]] = {"key": "", "declared": "", "declarations": "", "files": ()}
"""What is known of a crate that is not compiled yet."""


def _documented_meanwhile(before: dict[str, Any], crate: RustCrate, store: Store) -> ItemsAhead | None:
    """Ask rustdoc at once, and not when rustc is done, about a crate that it was asked about, and that declares others now.

    Args:
        before: what was known of the crate before it was changed.
        crate: it, without what is known when it is compiled.
    """
    from periclase.importer.rust import rustdoc_items

    files = [fact[0] for fact in before["files"]]
    try:
        declarations = _declarations(_contents(files)[0], crate.folder)
    except OSError:
        return None
    if declarations == before["declarations"]:
        return None
    if store.read(rustdoc_items.file_of(crate.toolchain, before["declared"])) is None:
        return None
    return rustdoc_items.ItemsAhead(crate, store, declarations)


def _compile_anew(
    working: str,
    name: str,
    root: str,
    toolchain: Toolchain,
    ours: OurCrates,
    folder: str,
    dependencies: Sequence[Dependency],
    options: Sequence[str],
    variables: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """Compile a crate into the folder `working`; gives what is to be known of its files."""
    os.makedirs(working)
    listing = os.path.join(working, "files.d")
    flags = [flag for flag in FLAGS if not (flag.startswith("--edition") and _names_edition(options))]
    arguments = [
        *flags,
        "--crate-type=lib",
        f"--crate-name={name}",
        *ours.arguments,
        *(f"--extern={d.name}={d.metadata}" for d in dependencies),
        *(f"-L{os.path.dirname(d.metadata)}" for d in dependencies),
        *options,
        f"--emit=metadata={os.path.join(working, f'lib{name}.rmeta')},mir={os.path.join(working, 'mir')},dep-info={listing}",
        os.path.relpath(root, folder),
    ]
    before: list[list[str]] = []
    while True:
        started = time.time_ns()
        run_rustc(toolchain, arguments, folder, os.path.basename(root), variables)
        with open(listing, encoding="utf-8") as file:
            files, asked_for = _read_listing(file.read())
        contents, facts, newest = _contents(sorted(os.path.join(folder, file) for file in files))
        # What is written while rustc reads may be the one or the other to it: it reads again, until it is what it was before.
        if newest < started or facts == before:
            break
        before = facts
    set_here = dict(variables)
    asked = [[variable, set_here.get(variable, os.environ.get(variable))] for variable in asked_for]
    with open(os.path.join(working, "mir"), "rb") as file:
        text = file.read()
    made_from = (
        [[fact[0], fact[2]] for fact in facts],
        [d.crate.key for d in dependencies],
        ours.folder,
        asked,
    )
    key = _digest(text, json_dumps(made_from).encode(), toolchain.key.encode())
    types = (
        name,
        list(options),
        [[d.name, d.crate.declared] for d in dependencies],
        ours.folder,
        asked,
        _declarations(contents, folder),
    )
    return {
        "key": key,
        "declared": _digest(json_dumps(types).encode()),
        "declarations": types[-1],
        "files": facts,
        "environment": asked,
    }


def _contents(files: Sequence[str]) -> tuple[dict[str, bytes], list[list[str]], int]:
    """What files hold; of each its name, its size and time, and a hash of what it holds; the time of the newest."""
    contents: dict[str, bytes] = {}
    facts: list[list[str]] = []
    newest = 0
    for file in files:
        status = os.stat(file)
        with open(file, "rb") as opened:
            contents[file] = opened.read()
        facts.append([file, f"{status.st_size}:{status.st_mtime_ns}", _digest(contents[file])])
        newest = max(newest, status.st_mtime_ns)
    return contents, facts, newest


def _declarations(contents: Mapping[str, bytes], folder: str) -> str:
    """A hash of what stands in files but for bodies of functions; of one that is no source, of all of it.

    Where the types of one may depend on lines, those of all do, as it may hold a macro that others use: all of them counts then.
    """
    from periclase.importer.rust.declarations import declarations_of, may_depend_on_places

    sources: dict[str, str] = {}
    parts: list[bytes] = []
    for file, data in contents.items():
        if file.endswith(".rs"):
            sources[file] = data.decode(errors="replace")
        else:
            parts += os.path.relpath(file, folder).encode(), data
    whole = any(may_depend_on_places(source) for source in sources.values())
    for file, source in sources.items():
        said = source if whole else declarations_of(source)
        parts += os.path.relpath(file, folder).encode(), said.encode()
    return _digest(*parts)


def _names_edition(options: Sequence[str]) -> bool:
    return any(option.startswith("--edition") for option in options)


def _unchanged(entry: dict[str, Any], store: Store, name: str, variables: dict[str, str]) -> bool:
    """Whether the crate's files hold what they did; those that only look new are noted, so that they are not read again."""
    if any(variables.get(name, os.environ.get(name)) != value for name, value in entry["environment"]):
        return False
    looks_new = False
    for fact in entry["files"]:
        try:
            status = os.stat(fact[0])
            stamp = f"{status.st_size}:{status.st_mtime_ns}"
            if stamp != fact[1]:
                with open(fact[0], "rb") as file:
                    if _digest(file.read()) != fact[2]:
                        return False
                fact[1] = stamp
                looks_new = True
        except OSError:
            return False
    if looks_new:
        store.write(name, json_dumps(entry).encode())
    return True


def _digest(*parts: bytes) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


def _read_listing(text: str) -> tuple[list[str], list[str]]:
    """The files and the variables that a `.d` file of rustc names."""
    files: list[str] = []
    variables: list[str] = []
    for line in text.splitlines():
        if line.startswith("# env-dep:"):
            variables.append(line[len("# env-dep:") :].partition("=")[0])
        elif line.endswith(":") and not line.startswith("#"):
            files.append(line[:-1].replace("\\ ", " "))
    return files, variables


def run_rustc(
    toolchain: Toolchain,
    arguments: Sequence[str],
    folder: str,
    what: str,
    variables: Sequence[tuple[str, str]] = (),
    help: str | None = None,
) -> None:
    """Run `rustc` in `folder`.

    Args:
        what: what is compiled, for the message.
        variables: for its environment.
        help: what to do if it refuses; None for where the first of its messages is.

    Raises:
        CompileError: it refuses what it is given: its own messages as they are.
    """
    import subprocess

    done = subprocess.run(
        [toolchain.program, "--error-format=json", *arguments],
        cwd=folder,
        env=environment(variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        raise _as_it_says(done.stderr, folder, what, help)


def _as_it_says(output: str, folder: str, what: str, help: str | None) -> CompileError:
    """The error that rustc's messages, one JSON object a line, make: its own text, and the place of the first."""
    rendered: list[str] = []
    first: Span | None = None
    for line in output.splitlines():
        try:
            message: dict[str, Any] = loads(line)
        except ValueError:
            rendered.append(line)
            continue
        if message.get("level") not in ("error", "error: internal compiler error"):
            continue
        rendered.append(str(message.get("rendered", "")).rstrip())
        first = first or _primary_span(message, folder)
    return CompileError(
        Diagnostic(
            "PC0340",
            f"rustc refuses {what}\n\n" + "\n\n".join(text for text in rendered if text),
            help=help or (f"the first place is {first}" if first is not None else None),
        )
    )


def _primary_span(message: dict[str, Any], folder: str) -> Span | None:
    for span in message.get("spans", ()):
        if span.get("is_primary"):
            return Span(
                os.path.join(folder, span["file_name"]),
                span["line_start"],
                span["column_start"] - 1,
                span["line_end"],
                span["column_end"] - 1,
            )
    return None
