"""`periclase library`: builds the device library of a package, and shows what is in one."""

from __future__ import annotations

import argparse
import os
import sys

from periclase.tools.command import OK, refuse


def build_command(arguments: argparse.Namespace) -> int:
    """`periclase library build`: the library of a package that can be imported, here or in `--path`."""
    from periclase.mirlib.archive import SUFFIX
    from periclase.mirlib.building import build_library

    package: str = arguments.package
    if not all(part.isidentifier() for part in package.split(".")):
        raise refuse(
            "PC0813",
            f"`{package}` is no name of a package",
            "write it as `import` takes it, such as `shapes`, and say where it lies by --path",
        )
    output: str = arguments.output or package.rpartition(".")[2] + SUFFIX
    sys.path[:0] = [os.path.abspath(arguments.path or os.curdir)]
    try:
        header = build_library(package, output)
    except OSError as error:
        raise refuse("PC0801", f"cannot write {output}: {error.strerror or error}") from None
    finally:
        del sys.path[0]
    count = sum(map(len, header.modules.values()))
    print(f"{output}: {count} definitions, of which {len(header.symbols)} functions are compiled")
    return OK


def show_command(arguments: argparse.Namespace) -> int:
    """`periclase library show`: what a library has, one line for each definition."""
    from periclase.mirlib.loading import load_library

    library = load_library(arguments.library).__library__
    version = f" {library.version}" if library.version else ""
    print(f"{library.package}{version}, built by Periclase {library.built_by}")
    for module, name, form in library.contents():
        print(f"  {module}.{name}  {form}")
    return OK


def add_arguments(library: argparse.ArgumentParser) -> None:
    """Say what comes behind `periclase library`."""
    actions = library.add_subparsers(metavar="ACTION", required=True)
    build = actions.add_parser("build", help="build the library of a package")
    build.add_argument("package", metavar="PACKAGE", help="the name by which Python imports it")
    build.add_argument("--output", "-o", metavar="FILE", help="the library (default: PACKAGE.mirlib)")
    build.add_argument(
        "--path", metavar="FOLDER", help="where the package lies, if it is not installed (default: here)"
    )
    build.set_defaults(command=build_command)
    show = actions.add_parser("show", help="list what a library has")
    show.add_argument("library", metavar="FILE", help="a library")
    show.set_defaults(command=show_command)
