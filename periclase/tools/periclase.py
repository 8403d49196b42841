"""`periclase`: compiles kernels in files in Python or Rust, shows them at every stage, and runs the demonstration.

```text
periclase demo
periclase compile examples/saxpy.py --emit ptx --arch sm_90
periclase compile examples/rust/saxpy.rs --emit ll
periclase pipeline examples/reduction.py:reduce_shuffle
periclase explain PC0203
periclase intrinsics ldmatrix
periclase library build shapes -o shapes.mirlib
periclase doctor
periclase config
```
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from periclase.tools import libraries
from periclase.tools.command import OK, refuse, run_command, write_output

if TYPE_CHECKING:
    from periclase.tools.kernel_files import AnyKernel


@dataclass(frozen=True, slots=True)
class Form:
    """One form that a kernel can be shown in.

    Attributes:
        title: what it is.
        machine: `gpu`, `cpu`, or None where both have it.
        comment: how a line of comment begins, or None for binary code.
    """

    title: str
    machine: str | None
    comment: str | None


FORMS = {
    "mir": Form("as imported", None, "//"),
    "mir-opt": Form("optimised", None, "//"),
    "llvm": Form("llvm dialect", None, "//"),
    "ll": Form("LLVM IR", None, ";"),
    "ptx": Form("PTX", "gpu", "//"),
    "cubin": Form("machine code of the GPU", "gpu", None),
    "sass": Form("assembly of the GPU", "gpu", "//"),
    "obj": Form("machine code of this machine's processor", "cpu", None),
    "asm": Form("assembly of this machine's processor", "cpu", "#"),
}
"""The values of `--emit`, which are the names of the compiler's stages, in their order."""


def target_for(form: str, arch: str | None) -> str | None:
    """The compile target that shows `form`: `arch` if it can, else `cpu` for the forms of the processor.

    Raises:
        ToolError: `arch` is no machine that has this form.
    """
    machine = FORMS[form].machine
    if machine == "cpu":
        if arch not in (None, "cpu"):
            raise refuse(
                "PC0811", f"{arch} has no {form}", f"leave out --arch, or ask for {_forms_of('gpu')}"
            )
        return "cpu"
    if machine == "gpu" and arch == "cpu":
        raise refuse(
            "PC0811", f"the processor has no {form}", f"ask for {_forms_of('cpu')}, or name a GPU by --arch"
        )
    return arch


def _forms_of(machine: str) -> str:
    return ", ".join(name for name, form in FORMS.items() if form.machine in (None, machine))


def compile_command(arguments: argparse.Namespace) -> int:
    """`periclase compile`: one form of one kernel, or the text of every kernel of the file one after another."""
    from periclase.tools.highlight import print_code
    from periclase.tools.kernel_files import find_kernel, find_kernels
    from periclase.tools.stages import stage

    form = FORMS[arguments.emit]
    target = target_for(arguments.emit, arguments.arch)
    one_unit = form.comment is None or form.machine is not None
    kernels = [find_kernel(arguments.kernel)] if one_unit else find_kernels(arguments.kernel)
    outputs = [
        stage(kernel, arguments.emit, target, arguments.passes, locations=arguments.print_debuginfo)
        for kernel in kernels
    ]
    if form.comment is None:
        (output,) = outputs
        write_output(output.code, arguments.output)
        return OK
    text = "\n".join(
        (f"{form.comment} kernel {kernel.name}\n" if len(kernels) > 1 else "") + output.text
        for kernel, output in zip(kernels, outputs, strict=True)
    )
    if arguments.output is None:
        print_code(text, arguments.emit)
    else:
        write_output(text, arguments.output)
    return OK


def pipeline_command(arguments: argparse.Namespace) -> int:
    """`periclase pipeline`: every stage of a kernel as text, each under a header."""
    from periclase.tools.highlight import print_code
    from periclase.tools.kernel_files import find_kernel
    from periclase.tools.stages import stages

    kernel: AnyKernel = find_kernel(arguments.kernel)
    first = True
    rustc_mir: str | None = getattr(kernel, "rustc_mir", None)
    if rustc_mir is not None:
        print(_rule(f"rust: MIR of rustc {getattr(kernel, 'rustc_release', '')}"))
        print_code(rustc_mir, "rust")
        first = False
    for output in stages(kernel, arguments.arch, arguments.passes, last=last_stage(arguments.arch)):
        form = FORMS.get(output.name)
        title = form.title if form is not None else output.name
        count = f", {output.operations} ops" if output.operations is not None else ""
        header = f"{title}{count} ({output.milliseconds:.1f} ms)"
        print(("" if first else "\n") + _rule(f"{output.name}: {header}"))
        first = False
        print_code(output.text, output.name)
    return OK


def last_stage(arch: str | None) -> str:
    """The last stage that the tools of this machine can make for `arch`: what needs an assembler is left out without one."""
    from periclase.codegen.assembler import available_assemblers, find_tool

    if arch == "cpu":
        return "asm"
    if not available_assemblers():
        return "ptx"
    return "sass" if find_tool("nvdisasm") is not None else "cubin"


def _rule(title: str, width: int = 100) -> str:
    """A header line of `width` characters, bright on a terminal."""
    from periclase.tools.command import wants_colour

    line = f"// ==== {title} " + "=" * max(4, width - len(title) - 9)
    return f"\x1b[1;36m{line}\x1b[0m" if wants_colour(sys.stdout) else line


def explain_command(arguments: argparse.Namespace) -> int:
    """`periclase explain`: the page of a diagnostic code; or a list of them."""
    from periclase.tools.explain import print_explanation

    print_explanation(None if arguments.list else arguments.code)
    return OK


def intrinsics_command(arguments: argparse.Namespace) -> int:
    """`periclase intrinsics`: the rows of the intrinsic table, or the proof that they assemble."""
    from periclase.tools.intrinsics import run

    return run(arguments.filter, proof=arguments.check or arguments.every, every=arguments.every)


def demo_command(arguments: argparse.Namespace) -> int:
    """`periclase demo`: the example kernels on a device, each checked against numpy."""
    from periclase.tools.demo import run_demo

    return run_demo(arguments.kernels, arguments.device)


def doctor_command(_: argparse.Namespace) -> int:
    """`periclase doctor`: versions, tools and devices that were found."""
    from periclase.tools.doctor import report

    write_output(report(), None)
    return OK


def config_command(arguments: argparse.Namespace) -> int:
    """`periclase config`: every setting, its value, and where that was said."""
    from periclase.tools.configuration import explanation, report

    write_output(report() if arguments.name is None else explanation(arguments.name), None)
    return OK


def argument_parser() -> argparse.ArgumentParser:
    """The command line of `periclase`."""
    parser = argparse.ArgumentParser(
        prog="periclase", description="GPU kernels in Python, seen at every level."
    )
    parser.add_argument(
        "--version", action="store_true", help="print the versions of Periclase and what it stands on"
    )
    commands = parser.add_subparsers(metavar="COMMAND")

    demo = commands.add_parser("demo", help="run the example kernels and check each against numpy")
    demo.add_argument("kernels", nargs="*", metavar="KERNEL", help="only these (default: all)")
    demo.add_argument("--device", metavar="NAME", default="cpu", help="cpu (default), sim, sim:sm_80, cuda")
    demo.set_defaults(command=demo_command)

    reference = "a file in Python or Rust, and optionally one of its kernels: saxpy.py, saxpy.rs:saxpy"
    architecture = "a GPU target such as sm_90, or cpu (default: what the features used ask for)"
    passes = "a pipeline in textual form, instead of the standard one"

    compiling = commands.add_parser("compile", help="compile a kernel and print it in one form")
    compiling.add_argument("kernel", metavar="FILE[:KERNEL]", help=reference)
    compiling.add_argument("--emit", choices=FORMS, default="ptx", help="the form (default: ptx)")
    compiling.add_argument("--arch", metavar="TARGET", help=architecture)
    compiling.add_argument("--passes", "-p", metavar="TEXT", help=passes)
    compiling.add_argument("--output", "-o", metavar="FILE", help="write to FILE, `-` for standard output")
    compiling.add_argument(
        "--print-debuginfo", action="store_true", help="print the location of each operation of a dialect"
    )
    compiling.set_defaults(command=compile_command)

    pipeline = commands.add_parser("pipeline", help="print a kernel at every stage, one after another")
    pipeline.add_argument("kernel", metavar="FILE[:KERNEL]", help=reference)
    pipeline.add_argument("--arch", metavar="TARGET", help=architecture)
    pipeline.add_argument("--passes", "-p", metavar="TEXT", help=passes)
    pipeline.set_defaults(command=pipeline_command)

    explain = commands.add_parser("explain", help="say what a diagnostic code means")
    explain.add_argument(
        "code", nargs="?", metavar="CODE", help="such as PC0203; PC02, or a word of the title, for a list"
    )
    explain.add_argument("--list", action="store_true", help="list all codes, as without CODE")
    explain.set_defaults(command=explain_command)

    intrinsics = commands.add_parser(
        "intrinsics", help="list the intrinsics and their targets, or prove them"
    )
    intrinsics.add_argument(
        "filter",
        nargs="?",
        metavar="FILTER",
        help="a part of the name, the family or the instruction (default: all)",
    )
    intrinsics.add_argument(
        "--check",
        action="store_true",
        help="assemble the forms of each for the lowest target that it claims, of one with many each choice once",
    )
    intrinsics.add_argument(
        "--every",
        action="store_true",
        help="the same with every form, however many",
    )
    intrinsics.set_defaults(command=intrinsics_command)

    library = commands.add_parser("library", help="build the device library of a package, or show one")
    libraries.add_arguments(library)

    doctor = commands.add_parser("doctor", help="show versions, tools and devices that were found")
    doctor.set_defaults(command=doctor_command)

    config = commands.add_parser("config", help="show every setting, its value and where that comes from")
    config.add_argument(
        "name", nargs="?", metavar="NAME", help="explain one, such as cache.dir (default: list all)"
    )
    config.set_defaults(command=config_command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """The entry point of `periclase`; `argv` without the program's name."""
    parser = argument_parser()
    arguments = parser.parse_args(argv)
    if arguments.version:
        from periclase.tools.doctor import versions

        return run_command(lambda: write_output(versions(), None) or OK)
    if not hasattr(arguments, "command"):
        parser.error(
            "a command is needed: demo, compile, pipeline, explain, intrinsics, library, doctor or config"
        )
    return run_command(lambda: arguments.command(arguments))


if __name__ == "__main__":
    sys.exit(main())
