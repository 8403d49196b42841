"""The collector, by itself on a made-up call graph, and through the Python front end on packages."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import pytest

from periclase.diagnostics import CompileError, Diagnostic, Span
from periclase.importer import reserved_names
from periclase.importer.collector import (
    CalleeFacts,
    CalleeKind,
    Origin,
    Site,
    classify,
    collect,
    select_roots,
)
from periclase.importer.python.import_kernels import collect_functions, import_kernels


@dataclass(eq=False)
class Fake:
    """A function of a made-up program."""

    name: str
    kind: str = "plain"
    calls: list[Fake] = field(default_factory=list)
    arguments: tuple[object, ...] = ()
    is_generic: bool = False
    module: str = "m"
    definition_span: Span | None = None

    @property
    def key(self) -> str:
        return f"{self.module}.{self.name}{self.arguments}"

    @property
    def qualified_name(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def path(self) -> str:
        make = {
            "plain": str,
            "kernel": reserved_names.kernel_name,
            "device": reserved_names.device_name,
            "extern": reserved_names.device_extern_name,
        }[self.kind]
        return f"{self.module}.{make(self.name)}"

    @property
    def is_extern(self) -> bool:
        return self.kind == "extern"


def calls_of(function: Fake, origin: Origin) -> Sequence[Site[Fake]]:
    return [Site(callee, Span("m.py", index + 1)) for index, callee in enumerate(function.calls)]


def test_first_in_first_out_and_each_once() -> None:
    d = Fake("d")
    c = Fake("c", calls=[d])
    b = Fake("b", calls=[d, c])
    a = Fake("a", "kernel", calls=[c, b, c])
    found = collect([a], calls_of)
    assert [f.function.name for f in found.functions] == ["a", "c", "b", "d"]


def test_origin_says_how_a_function_was_reached() -> None:
    c = Fake("c")
    b = Fake("b", calls=[c])
    a = Fake("a", "kernel", calls=[Fake("x"), b])
    found = {f.function.name: f.origin for f in collect([a], calls_of).functions}
    assert found["a"] == Origin("a", True, None)
    assert found["c"].root == "a"
    assert found["c"].root_is_kernel
    assert found["c"].last_user_span == Span("m.py", 1)
    assert [(f.function, f.span.line if f.span else 0) for f in found["c"].chain] == [("a", 2), ("b", 1)]


def test_device_functions_are_roots_only_without_kernels() -> None:
    d, k, generic = Fake("d", "device"), Fake("k", "kernel"), Fake("g", "device", is_generic=True)
    assert select_roots([d, k, generic]) == ([k], [])
    assert select_roots([d, generic, Fake("plain")]) == ([d], [generic])
    found = collect([d, generic], calls_of)
    assert [(f.function.name, f.is_kernel, f.export_name) for f in found.functions] == [("d", False, "d")]
    assert not found.functions[0].origin.root_is_kernel
    assert found.skipped == (generic,)


def test_generic_kernels_are_left_out() -> None:
    generic, k = Fake("g", "kernel", is_generic=True), Fake("k", "kernel")
    found = collect([generic, k], calls_of)
    assert [f.function for f in found.functions] == [k]
    assert found.skipped == (generic,)


def test_recursion_ends() -> None:
    a = Fake("a", "kernel")
    b = Fake("b")
    a.calls, b.calls = [b], [b, b]
    assert [f.function.name for f in collect([a], calls_of).functions] == ["a", "b"]


def test_externs_are_declared_under_their_plain_name_and_not_looked_into() -> None:
    extern = Fake("lib_fma", "extern", calls=[Fake("never")])
    found = collect([Fake("k", "kernel", calls=[extern])], calls_of)
    assert [f.export_name for f in found.functions] == ["k", "lib_fma"]


def test_names_that_clash() -> None:
    k = Fake(
        "m__helper",
        "kernel",
        calls=[Fake("helper"), Fake("f", arguments=("i32",)), Fake("f", arguments=("f32",))],
    )
    names = [f.export_name for f in collect([k], calls_of).functions]
    assert names[0] == "m__helper"
    assert names[1] == "m__helper_1"
    assert len(set(names)) == 4


def test_two_kernels_of_one_name() -> None:
    one, two = Fake("k", "kernel", module="a"), Fake("k", "kernel", module="b")
    with pytest.raises(CompileError) as caught:
        collect([one, two], calls_of)
    assert caught.value.diagnostic.code == "PC0303"
    assert "`a.k` and `b.k`" in str(caught.value)


def test_the_first_rule_that_fits_counts() -> None:
    every = CalleeFacts(True, True, True, True, True)
    assert classify(every) is CalleeKind.STUB
    assert classify(CalleeFacts(False, True, True, True, True)) is CalleeKind.EXTERN
    assert classify(CalleeFacts(False, False, True, True, True)) is CalleeKind.MAPPED
    assert classify(CalleeFacts(False, False, False, True, True)) is CalleeKind.FORBIDDEN
    assert classify(CalleeFacts(False, False, False, False, True)) is CalleeKind.RAISES_ONLY
    assert classify(CalleeFacts()) is CalleeKind.COLLECT


# Through the Python front end


def names_of(*kernels: object) -> list[str]:
    return [f.export_name for f in collect_functions(kernels).functions]  # type: ignore[arg-type]


def test_unreachable_calls_are_not_collected(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        DEBUG = False
        def one(): pass
        def two(): pass
        def three(): pass
        def four(): pass
        @kernel
        def k(a: i32):
            if DEBUG:
                one()
            while DEBUG and a > 0:
                one()
            if not DEBUG:
                two()
            else:
                three()
            if a:
                return
            four()
            return
            three()
        """,
        name="reachable_user",
    )
    assert names_of(module.k) == ["k", "reachable_user__two", "reachable_user__four"]


def test_functions_of_other_modules(load: Callable[..., ModuleType]) -> None:
    load("def helper(v):\n    return v * 2\n", name="other_user")
    module = load(
        "import other_user\n@kernel\ndef k(y: MutSlice[f32]):\n    y[0] = other_user.helper(y[0])\n"
    )
    (own, other) = names_of(module.k)
    assert own == "k"
    assert other.startswith("other_user__helper_TID_")


def test_one_instance_for_each_tuple_of_types(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        def twice(v):
            return v + v
        @kernel
        def k(y: MutSlice[f32], n: MutSlice[i32]):
            y[0] = twice(twice(y[0]))
            n[0] = twice(n[0])
        """
    )
    text = str(import_kernels([module.k]))
    assert text.count("mir.func private @user_module_") == 2
    assert text.count("mir.call @user_module_") == 3


def test_closures_and_their_names(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        def make(factor):
            def scaled(v: f32) -> f32:
                return v * factor
            @kernel
            def k(y: MutSlice[f32]):
                y[0] = scaled(y[0])
            return k
        two, three = make(2), make(3.5)
        """,
        name="closure_user",
    )
    assert names_of(module.two) == ["k", "closure_user__make___locals___scaled"]
    assert "mir.constant 2.000000e+00 : f32" in str(import_kernels([module.two]))
    assert "mir.constant 3.500000e+00 : f32" in str(import_kernels([module.three]))


def test_device_library(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def area(w: f32, h: f32) -> f32:
            return half(w) * h
        @device
        def half(v: f32) -> f32:
            return v * 0.5
        @device
        def generic(v):
            return v
        """,
        name="library_user",
    )
    collection = collect_functions([module.area, module.generic])
    assert [f.export_name for f in collection.functions] == ["area", "library_user__half"]
    assert [f.function.__name__ for f in collection.skipped] == ["generic"]
    text = str(import_kernels([module.area]))
    assert "mir.func @area(" in text
    assert "mir.func private @library_user__half(" in text


def test_extern(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device(extern=True)
        def lib_scale(v: f32, n: i32) -> f32: ...
        @kernel
        def k(y: MutSlice[f32]):
            y[0] = lib_scale(y[0], 3)
        """
    )
    text = str(import_kernels([module.k]))
    assert "mir.func private @lib_scale(f32, si32) -> f32" in text


def test_recursion_is_allowed_with_a_warning(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def factorial(v: i32) -> i32:
            if v < 2:
                return 1
            return v * factorial(v - 1)
        @kernel
        def k(n: MutSlice[i32]):
            n[0] = factorial(n[0])
        """
    )
    warnings: list[Diagnostic] = []
    import_kernels([module.k], warnings=warnings).verify()
    assert [w.code for w in warnings] == ["PC0308"]
    assert "`factorial` is recursive" in str(warnings[0])
    assert warnings[0].span is not None
    assert warnings[0].span.line == 9


def test_recursion_of_types_is_refused(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        def nest(v, n: i32) -> i32:
            if n == 0:
                return 0
            return nest((v, v), n - 1)
        @kernel
        def k(n: MutSlice[i32]):
            n[0] = nest(n[0], 3)
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == "PC0307"


def test_a_plain_function_that_does_not_import_names_its_line(load: Callable[..., ModuleType]) -> None:
    load("def helper(v):\n    text = 'a'\n    return v\n", name="bad_user")
    module = load("import bad_user\n@kernel\ndef k(n: MutSlice[i32]):\n    n[0] = bad_user.helper(n[0])\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    diagnostic = caught.value.diagnostic
    assert diagnostic.span is not None
    assert diagnostic.span.file.endswith("bad_user.py")
    assert [f.function for f in diagnostic.call_chain] == ["k", "helper"]


def test_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    (tmp_path / "seeded.py").write_text(
        textwrap.dedent(
            """
            from periclase import *
            from periclase.gpu import *
            from periclase.fingerprint import fingerprint
            from periclase.importer.python.import_kernels import import_kernels
            def f(v): return v * 2
            def g(v): return f(v) + v
            @kernel
            def k(y: MutSlice[f32], h: MutSlice[u32]):
                i = global_idx_x()
                s, t = g(y[i]), f(i)
                if s > 1.0:
                    y[i] = s
                atomic_add(h, t % len(h), 1)
            print(fingerprint(k))
            print(import_kernels([k]))
            """
        )
    )
    outputs = {
        subprocess.run(
            [sys.executable, "seeded.py"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert "mir.func @k" in outputs.pop()
