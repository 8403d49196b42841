"""Pipelines as data: lists of pass specs that can be read, edited, printed and run.

    pipeline = pipelines.ptx("sm_90").insert_after("mem2reg", MyPass())
    print(pipeline)                       # mark-stage{stage="mir"},rewrite-intrinsic-stubs,inline{…},…
    pipeline.run(context, module, [Timing()])

The text form is that of `periclase-opt -p`, and `Pipeline.parse(str(p)) == p`. A pass is imported when it
is run, not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from xdsl.utils.arg_spec import ArgSpec, parse_pipeline
from xdsl.utils.exceptions import ArgSpecParseError

from periclase.diagnostics import CompileError, Diagnostic
from periclase.record import Record, field

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.passes import ModulePass

    from periclase.passes.pass_manager import Instrumentation

Option = str | int | float | bool
"""A value of an option of a pass; an option holds a row of them, an empty one for a mere flag."""

MARK_STAGE = "mark-stage"


def _option_text(name: str, values: tuple[Option, ...]) -> str:
    def one(value: Option) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        return f'"{value}"' if isinstance(value, str) else str(value)

    text = name.replace("_", "-")
    return f"{text}={','.join(map(one, values))}" if values else text


class PassSpec(Record):
    """A pass by name, with its options.

    Attributes:
        name: the name by which the pass is registered.
        options: the options as (name with underscores, values), sorted by name.
        made: the pass itself where the spec was made from one, so that it need not be registered; not
            compared.
    """

    name: str
    options: tuple[tuple[str, tuple[Option, ...]], ...] = ()
    made: ModulePass | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, item: PassLike) -> PassSpec:
        """The spec of a pass, or of its textual form `name{option=value}`.

        Raises:
            CompileError: the text is not one pass (PC0608).
        """
        if isinstance(item, PassSpec):
            return item
        if isinstance(item, str):
            if (
                item.isascii() and item.replace("-", "").isalnum()
            ):  # a name, as most are: to parse it takes long
                return cls(item)
            specs = _parse(item)
            if len(specs) != 1:
                raise CompileError(Diagnostic("PC0608", f"'{item}' is not the text of one pass"))
            return specs[0]
        spec = cls._from_arguments(item.spec())
        return cls(spec.name, spec.options, item)

    @classmethod
    def _from_arguments(cls, arguments: ArgSpec) -> PassSpec:
        parameters = arguments.normalize_parameter_names().parameters
        return cls(
            arguments.name, tuple(sorted((name, tuple(values)) for name, values in parameters.items()))
        )

    def __str__(self) -> str:
        if not self.options:
            return self.name
        return f"{self.name}{{{' '.join(_option_text(name, values) for name, values in self.options)}}}"

    def load(self) -> ModulePass:
        """The pass itself.

        Raises:
            CompileError: no such pass (PC0603, PC0604), or it does not take these options (PC0609).
        """
        if self.made is not None:
            return self.made
        from periclase.ir.registry import passes

        return _make_pass(passes.load(self.name), self)


@cache
def _make_pass(pass_class: type[ModulePass], spec: PassSpec) -> ModulePass:
    """The pass that `spec` says; passes are immutable, and xDSL takes a while to look at their options."""
    if not spec.options and not fields(pass_class):
        return pass_class()
    try:
        return pass_class.from_spec(ArgSpec(spec.name, dict(spec.options)))
    except ValueError as error:
        from periclase.passes.pipeline_errors import wrong_options

        given = [name for name, _ in spec.options]
        raise CompileError(wrong_options(pass_class, given, error)) from error


PassLike: TypeAlias = "PassSpec | ModulePass | str"


def _parse(text: str) -> list[PassSpec]:
    try:
        return [PassSpec._from_arguments(spec) for spec in parse_pipeline(text.strip())]  # pyright: ignore[reportPrivateUsage]
    except ArgSpecParseError as error:
        from periclase.passes.pipeline_errors import unreadable

        raise CompileError(unreadable("PC0608", text.strip(), error)) from error


class Pipeline(Record):
    """An immutable list of pass specs; editing gives a new one.

    Where a pass occurs more than once: `insert_before` means the first occurrence, `insert_after` the last
    one, `replace`, `remove` and `with_options` mean all.
    """

    specs: tuple[PassSpec, ...] = ()

    @classmethod
    def of(cls, *passes: PassLike) -> Pipeline:
        """A pipeline of passes, each a spec, a pass, or the text of one pass.

        Raises:
            CompileError: a text is not one pass (PC0608).
        """
        return cls(tuple(PassSpec.of(item) for item in passes))

    @classmethod
    def parse(cls, text: str) -> Pipeline:
        """The pipeline that `text`, in the form of `str(pipeline)`, says. Names and options are looked at
        when it runs.

        Raises:
            CompileError: it can not be read (PC0608).
        """
        return cls(tuple(_parse(text)))

    def __str__(self) -> str:
        return ",".join(map(str, self.specs))

    def __iter__(self) -> Iterator[PassSpec]:
        return iter(self.specs)

    def __len__(self) -> int:
        return len(self.specs)

    def __contains__(self, name: object) -> bool:
        return any(spec.name == name for spec in self.specs)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the passes, in order."""
        return tuple(spec.name for spec in self.specs)

    def _positions(self, name: str) -> list[int]:
        found = [i for i, spec in enumerate(self.specs) if spec.name == name]
        if not found:
            raise CompileError(
                Diagnostic("PC0610", f"the pipeline has no pass '{name}'", help=f"it is: {self}")
            )
        return found

    def _splice(self, start: int, stop: int, passes: Iterable[PassLike]) -> Pipeline:
        return Pipeline((*self.specs[:start], *map(PassSpec.of, passes), *self.specs[stop:]))

    def insert_before(self, name: str, *passes: PassLike) -> Pipeline:
        """With `passes` before the first pass `name`.

        Raises:
            CompileError: there is none (PC0610).
        """
        position = self._positions(name)[0]
        return self._splice(position, position, passes)

    def insert_after(self, name: str, *passes: PassLike) -> Pipeline:
        """With `passes` behind the last pass `name`.

        Raises:
            CompileError: there is none (PC0610).
        """
        position = self._positions(name)[-1] + 1
        return self._splice(position, position, passes)

    def replace(self, name: str, *passes: PassLike) -> Pipeline:
        """With `passes` in the place of every pass `name`.

        Raises:
            CompileError: there is none (PC0610).
        """
        pipeline = self
        for position in reversed(self._positions(name)):
            pipeline = pipeline._splice(position, position + 1, passes)
        return pipeline

    def remove(self, name: str) -> Pipeline:
        """Without any pass `name`.

        Raises:
            CompileError: there is none (PC0610).
        """
        return self.replace(name)

    def append(self, *passes: PassLike) -> Pipeline:
        """With `passes` at the end."""
        return self._splice(len(self.specs), len(self.specs), passes)

    def prepend(self, *passes: PassLike) -> Pipeline:
        """With `passes` at the start."""
        return self._splice(0, 0, passes)

    def with_options(self, name: str, **options: Option | Sequence[Option]) -> Pipeline:
        """With `options` set, beside those it has, on every pass `name`.

        Raises:
            CompileError: there is none (PC0610).
        """
        specs = list(self.specs)
        for position in self._positions(name):
            merged = dict(specs[position].options)
            for option, value in options.items():
                merged[option] = (value,) if isinstance(value, str | int | float | bool) else tuple(value)
            specs[position] = PassSpec(name, tuple(sorted(merged.items())))
        return Pipeline(tuple(specs))

    def stages(self) -> tuple[str, ...]:
        """The names of the points that the pipeline marks, in order."""
        return tuple(
            str(value)
            for spec in self.specs
            if spec.name == MARK_STAGE
            for option, values in spec.options
            if option == "stage"
            for value in values
        )

    def up_to(self, stage: str) -> Pipeline:
        """The passes up to the point `stage`.

        Raises:
            CompileError: the pipeline marks no such point (PC0610).
        """
        mark = mark_stage(stage)
        if mark not in self.specs:
            raise CompileError(
                Diagnostic(
                    "PC0610",
                    f"the pipeline marks no stage '{stage}'",
                    help=f"it marks {', '.join(self.stages()) or 'none'}",
                )
            )
        return Pipeline(self.specs[: self.specs.index(mark) + 1])

    def run(
        self, context: Context, module: ModuleOp, instrumentation: Sequence[Instrumentation] = ()
    ) -> None:
        """Run all passes on `module`, in place.

        Raises:
            CompileError: a pass can not be had, or fails; the diagnostic names the pass.
        """
        from periclase.passes.pass_manager import run_pipeline

        run_pipeline(self, context, module, instrumentation)


def mark_stage(stage: str) -> PassSpec:
    """The spec that names a point of a pipeline."""
    return PassSpec(MARK_STAGE, (("stage", (stage,)),))


def _to_llvm(*, inline: PassLike) -> Pipeline:
    """From `mir` as imported to the `llvm` and `nvvm` dialects, optimized on the way; common to all targets.

    sroa first, so that one mem2reg promotes all slots; sccp and simplify-cfg before cse, which then sees
    longer blocks.
    """
    return Pipeline.of(
        mark_stage("mir"),
        "rewrite-intrinsic-stubs",
        inline,
        "sroa",
        "mem2reg",
        "canonicalize",
        "sccp",
        "simplify-cfg",
        "cse",
        "narrow-index-arithmetic",
        "dce",
        "symbol-dce",
        "buffer-effects",
        "promise-buffers-apart",
        mark_stage("mir-opt"),
        "convert-mir-to-llvm",
    )


@cache
def ptx(target: str = "sm_75", *, note_traps: bool = False) -> Pipeline:
    """The standard pipeline for a GPU: from `mir` to an `llvm` module for LLVM's NVPTX target.

    Args:
        target: the SM version, as `sm_90`. The passes are the same for all of them at present: what a
            target lacks is told from the ops that stay (`HasTargetRequirements`), when PTX is made.
        note_traps: whether the code notes which trap has stopped a launch, as code that the runtime launches does.

    Raises:
        CompileError: `target` is not of that form (PC0611).
    """
    if not target.startswith("sm_"):
        raise CompileError(Diagnostic("PC0611", f"'{target}' is no GPU target; one looks like 'sm_90'"))
    pipeline = _to_llvm(inline="inline").insert_after("symbol-dce", "hint-unrolling")
    # Behind the first dce, so that what is counted is what is left of a loop.
    pipeline = pipeline.insert_after("dce", "inductive-range-check-elimination")
    pipeline = pipeline.append("convert-nvvm-to-llvm", mark_stage("llvm"))
    return pipeline.with_options("convert-nvvm-to-llvm", note_traps=True) if note_traps else pipeline


@cache
def cpu() -> Pipeline:
    """The standard pipeline for the host: from `mir` to an `llvm` module that runs blocks of threads.

    Functions with convergent ops are inlined whatever their size: a barrier has to be seen from the
    kernel's body.
    """
    pipeline = _to_llvm(inline="inline{convergent=true}")
    for name in ("rewrite-intrinsic-stubs", "convert-mir-to-llvm"):
        pipeline = pipeline.with_options(name, target="cpu")
    return pipeline.append("convert-nvvm-to-cpu", mark_stage("llvm"))
