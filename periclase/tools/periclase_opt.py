"""`periclase-opt`: reads IR text, runs passes over it, prints IR text; in the manner of `mlir-opt`.

```text
periclase-opt x.mlir -p 'rewrite-intrinsic-stubs,mem2reg,convert-mir-to-llvm'
periclase-opt x.mlir --split-input-file --verify-diagnostics
```

It is xDSL's `xdsl-opt` with these differences. Our dialects and passes, and those of every installed package that names
them in the entry points `periclase.dialects` and `periclase.passes`, come before xDSL's of the same name (so `llvm` is
ours). What is read and what each pass leaves behind is checked for SSA form too: dominance, and the operands of branches.
An error is a diagnostic with file and line on stderr and exit code 1, never a traceback; `--verify-diagnostics` prints the
errors of each piece of input on standard output instead and exits with 0.
"""

from __future__ import annotations

import argparse
import functools
import os
import re
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import IO

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Dialect
from xdsl.passes import ModulePass, PassPipeline
from xdsl.universe import Universe
from xdsl.utils.arg_spec import ArgSpec, parse_pipeline
from xdsl.utils.exceptions import ArgSpecParseError, ParseError, PassFailedException, VerifyException
from xdsl.xdsl_opt_main import xDSLOptMain

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.ir import registry
from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes.pipeline_errors import unreadable, wrong_options
from periclase.tools.command import (
    OK,
    REFUSED,
    ToolError,
    did_you_mean,
    print_diagnostics,
    read_bytes,
    refuse,
    run_command,
    write_output,
)
from periclase.tools.ir_diagnostics import PlacedParser, parse_diagnostic, verification_diagnostics

SEPARATOR = b"// -----"


class PericlaseOptMain(xDSLOptMain):
    """The driver of `periclase-opt`. For a tool of your own, subclass it and override `register_all_passes` and so on."""

    _parser: PlacedParser | None = None

    def __init__(
        self, description: str = "Periclase's modular optimizer driver", args: Sequence[str] | None = None
    ):
        super().__init__(description, args)

    # -----------------------------------------------------------------------------------------------------------------
    # What there is: ours first, then xDSL's

    def register_all_dialects(self) -> None:
        """Register the dialects of the entry points `periclase.dialects`, then xDSL's of other names."""
        factories: dict[str, Callable[[], Dialect]] = dict(Universe.get_multiverse().all_dialects)
        for name in registry.dialects.names():
            factories[name] = functools.partial(registry.dialects.load, name)
        for name, factory in factories.items():
            self.ctx.register_dialect(name, factory)

    def register_all_passes(self) -> None:
        """Register the passes of the entry points `periclase.passes`, then xDSL's of other names."""
        super().register_all_passes()
        for name in registry.passes.names():
            self.register_pass(name, functools.partial(registry.passes.load, name))

    def register_all_targets(self) -> None:
        """Register xDSL's targets but its way to LLVM, which knows no kernels: that is `periclase-translate`'s."""
        super().register_all_targets()
        self.available_targets.pop("llvm", None)

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        """Add our own arguments to xDSL's."""
        super().register_all_arguments(arg_parser)
        arg_parser.prog = "periclase-opt"
        arg_parser.add_argument(
            "--show-passes", action="store_true", help="list the passes, ours first, and stop"
        )

    # -----------------------------------------------------------------------------------------------------------------
    # Input, passes, output

    def setup_pipeline(self) -> None:
        """Read the list of passes.

        Raises:
            ToolError: a pass that does not exist, an option that it does not have, or text that can not be read.
        """
        try:
            specs = list(parse_pipeline(self.args.passes))
            unknown = [spec.name for spec in specs if spec.name not in self.available_passes]
            if unknown:
                hint = did_you_mean(unknown[0], self.available_passes, shown=registry.passes.names())
                raise refuse("PC0603", f"there is no pass `{unknown[0]}`", hint)
            for spec in specs:
                self._check_options(spec)
            super().setup_pipeline()
        except ArgSpecParseError as error:
            raise ToolError(unreadable("PC0803", self.args.passes, error)) from error
        except ValueError as error:
            raise refuse("PC0803", f"`{self.args.passes}`: {error}") from error
        verify_and_report = self.pipeline.callback
        assert verify_and_report is not None

        def callback(previous: ModulePass | None, module: ModuleOp, following: ModulePass | None) -> None:
            try:
                verify_and_report(previous, module, following)
                if self.args.disable_verify or not verify_ssa(module):
                    return
            except VerifyException:
                # xDSL stops at the first fault and does not say where: `diagnose` looks again.
                pass
            raise DiagnosticError(self.diagnose(module, previous))

        self.pipeline = PassPipeline(self.pipeline.passes, callback)

    def _check_options(self, spec: ArgSpec) -> None:
        pass_class = self.available_passes[spec.name]()
        try:
            pass_class.from_spec(spec)
        except ValueError as error:
            raise ToolError(wrong_options(pass_class, list(spec.parameters), error)) from error

    def diagnose(self, module: ModuleOp, previous: ModulePass | None) -> list[Diagnostic]:
        """What is wrong with `module`, which does not verify as it was read or as the pass `previous` left it."""
        if self._parser is not None:
            self._parser.settle_locations()
        found = verification_diagnostics(module)
        if previous is None:
            return found
        return [
            diagnostic.with_note(f"the module verified before pass `{previous.name}`") for diagnostic in found
        ]

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        """Open the input. Any file name is taken for MLIR's text unless xDSL reads its extension."""
        path = self.args.input_file
        extension = os.path.splitext(path or "")[1].removeprefix(".")
        return BytesIO(
            read_bytes(path or "-")
        ), extension if extension in self.available_frontends else "mlir"

    def get_input_name(self) -> str:
        """What diagnostics call the input."""
        return self.args.input_file if self.args.input_file not in (None, "-") else "<stdin>"

    def parse_chunk(self, chunk: IO[bytes], file_extension: str, start_offset: int = 0) -> ModuleOp | None:
        """Parse one piece of the input, noting where each operation stands."""
        self._parser = None
        if (self.args.frontend or file_extension) != "mlir":
            return super().parse_chunk(chunk, file_extension, start_offset)
        try:
            text = chunk.read().decode("utf-8")
        except UnicodeDecodeError as error:
            raise refuse("PC0801", f"cannot read {self.get_input_name()}: it is not UTF-8 text") from error
        self._parser = PlacedParser(self.ctx, text, self.get_input_name(), start_offset)
        return self._parser.parse_module(not self.args.no_implicit_module)

    def process(self, chunk: IO[bytes], file_extension: str, offset: int) -> str:
        """The output for one piece of the input.

        Raises:
            DiagnosticError: it can not be parsed, does not verify, or a pass refuses it.
        """
        try:
            module = self.parse_chunk(chunk, file_extension, offset)
            if module is None:
                return ""
            try:
                self.apply_passes(module)
            except DiagnosticError as error:
                raise self._placed(error, chunk, file_extension, offset) from error
            return self.output_resulting_program(module)
        except ParseError as error:
            raise DiagnosticError(parse_diagnostic(error, offset)) from error
        except PassFailedException as error:
            # Some of xDSL's passes begin with the text of the module.
            reason = re.sub(r"^ModuleOp\(.*?^\) ", "the module ", str(error), flags=re.MULTILINE | re.DOTALL)
            raise DiagnosticError(Diagnostic("PC0812", f"a pass failed: {reason}")) from error
        except VerifyException as error:
            # Raised while an attribute was made, by the parser or by a pass.
            raise DiagnosticError(Diagnostic("PC0806", str(error))) from error

    def _placed(
        self, error: DiagnosticError, chunk: IO[bytes], extension: str, offset: int
    ) -> DiagnosticError:
        """The error again, of the same passes on a module whose operations know their place in the text.

        Only done once something is wrong: what is printed without errors shows the locations that were read.
        """
        if self._parser is None or all(diagnostic.span is not None for diagnostic in error.diagnostics):
            return error
        chunk.seek(0)
        module = self.parse_chunk(chunk, extension, offset)
        if module is None:
            return error
        self._parser.settle_locations()
        try:
            self.apply_passes(module)
        except DiagnosticError as placed:
            return placed
        return error

    def run(self) -> None:
        """Do the work and leave with the exit code; `run_to_code` for those who stay."""
        sys.exit(self.run_to_code())

    def run_to_code(self) -> int:
        """Process every piece of the input and give back the exit code."""
        if self.args.show_passes:
            own = registry.passes.names()
            write_output("\n".join([*own, *sorted(set(self.available_passes) - set(own))]), None)
            return OK
        chunks, file_extension = self.prepare_input()
        code = OK
        written: list[str] = []
        for number, (chunk, offset) in enumerate(chunks):
            output = "// -----\n" if number > 0 else ""
            try:
                output += self.process(chunk, file_extension, offset)
            except DiagnosticError as error:
                expected = self.args.verify_diagnostics or (
                    self.args.parsing_diagnostics and error.diagnostic.code == "PC0802"
                )
                if expected:
                    output += "\n\n".join(map(str, error.diagnostics)) + "\n"
                else:
                    print_diagnostics(error.diagnostics)
                    code = REFUSED
            finally:
                chunk.close()
            if self.args.output_file is None:
                write_output(output, None)
            written.append(output)
        if self.args.output_file is not None and code == OK:
            write_output("".join(written), self.args.output_file)
        return code


def main(argv: Sequence[str] | None = None) -> int:
    """The entry point of `periclase-opt`; `argv` without the program's name."""
    check_attributes = Attribute.__post_init__
    try:
        return run_command(lambda: PericlaseOptMain(args=argv).run_to_code())
    finally:
        # `--disable-verify` switches the checks of attributes off in the whole process.
        Attribute.__post_init__ = check_attributes


if __name__ == "__main__":
    sys.exit(main())
