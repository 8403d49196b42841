"""The code of a candidate: which kernels it may launch, and a hash that changes with it and only with it."""

from __future__ import annotations

import enum
import functools
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from python_kernels import PythonKernel

from periclase.runtime.autotune.candidate_code import CandidateCode


def kernel(name: str, **options: Any) -> PythonKernel:
    made = PythonKernel(lambda x: None, "x: in float32", name=name, **options)
    made.symbol = name  # the same in every call of this
    return made


def run(source: str, **names: Any) -> Any:
    """`f` as `source` defines it."""
    namespace: dict[str, Any] = {"__name__": "somewhere", **names}
    exec(compile(textwrap.dedent(source), "source.py", "exec"), namespace)
    return namespace["f"]


def code_of(*candidates: tuple[str, Any, Mapping[str, Any]]) -> CandidateCode:
    made = CandidateCode()
    for candidate in candidates:
        made.add(*candidate)
    return made


def kernels(launch: Any, configuration: Mapping[str, Any] | None = None) -> list[str]:
    return [found.name for found in code_of(("c", launch, configuration or {})).kernels]


def digest(launch: Any, configuration: Mapping[str, Any] | None = None) -> bytes:
    return code_of(("c", launch, configuration or {})).digest()


def test_what_candidates_share_is_looked_at_once() -> None:
    k = kernel("k")
    f, g = run(LAUNCH, k=k), run("def f(x): k[9, 9](x)", k=k)
    both = code_of(("a", f, {"block": 1}), ("b", g, {"block": 2}))
    assert [found.name for found in both.kernels] == ["k"]
    others = [
        code_of(("a", f, {"block": 1}), ("b", g, {"block": 3})),
        code_of(("a", f, {"block": 1}), ("c", g, {"block": 2})),
        code_of(("a", f, {"block": 1}), ("b", f, {"block": 2})),
        code_of(("b", g, {"block": 2}), ("a", f, {"block": 1})),
    ]
    assert len({code.digest() for code in (both, *others)}) == 5


LAUNCH = "def f(x): k[1, 1](x)"


def test_kernels_are_found_in_globals_and_configuration() -> None:
    f = run(LAUNCH, k=kernel("global"), other=kernel("not named"))
    assert kernels(f, {"kernel": kernel("configured"), "block": 64}) == ["global", "configured"]


def test_kernels_are_found_in_closures_defaults_and_containers() -> None:
    inner = kernel("closure")

    def f(x: Any, k: Any = kernel("default")) -> None:
        inner[1, 1](x)
        k[1, 1](x)

    assert sorted(kernels(f)) == ["closure", "default"]
    assert kernels(run("def f(x): table[len(x)][1, 1](x)", table={1: kernel("a"), 2: [kernel("b")]})) == [
        "a",
        "b",
    ]


def test_kernels_are_found_through_functions_and_modules() -> None:
    module = ModuleType("of_the_user")
    module.k = kernel("of the module")  # pyright: ignore
    helper = run("def f(x): k[1, 1](x)", k=kernel("of the helper"))
    f = run(
        "def f(x):\n    helper(x)\n    m.k[1, 1](x)\n    (lambda: nested[1, 1](x))()",
        helper=helper,
        m=module,
        nested=kernel("nested"),
    )
    assert sorted(kernels(f)) == ["nested", "of the helper", "of the module"]


def test_kernels_are_found_behind_decorators_and_in_methods() -> None:
    f = run(LAUNCH, k=kernel("wrapped"))
    assert kernels(functools.cache(f)) == ["wrapped"]

    class Owner:
        def launch(self, x: Any) -> None:
            inside[1, 1](x)

    inside = kernel("method")
    assert kernels(Owner().launch) == ["method"]


class Slotted:
    __slots__ = ("k",)

    def __init__(self, k: Any):
        self.k = k


class Model:
    """An object of the user's, with kernels, and data that changes."""

    shared = kernel("of the class")

    def __init__(self, name: str = "of the object"):
        self.k = kernel(name)
        self.parts = SimpleNamespace(inner=Slotted(kernel(f"{name}, inside")))
        self.table = [1, kernel(f"{name}, in a list")]
        self.calls = 0

    def launch(self, x: Any) -> None:
        self.calls += 1
        self.k[1, 1](x)
        self.further(x)

    def further(self, x: Any) -> None:
        self.table[1][1, 1](x)

    @property
    def any(self) -> Any:
        return self.k

    def __call__(self, x: Any) -> None:
        self.k[2, 1](x)


def test_kernels_are_found_in_attributes_of_objects() -> None:
    model = Model()
    every = "def f(x): o.k[1, 1](x), o.shared[1, 1](x), o.parts.inner.k[1, 1](x)"
    found = ["of the object", "of the class", "of the object, inside"]
    assert sorted(kernels(run(every, o=model))) == sorted(found)
    assert kernels(run("def f(x): C.shared[1, 1](x)", C=Model)) == ["of the class"]
    assert kernels(run("def f(x, o): o.k[1, 1](x)"), {"o": model}) == ["of the object"]
    assert kernels(run("def f(x, o=o): o.k[1, 1](x)", o=model)) == ["of the object"]
    assert kernels((lambda o: lambda x: o.k[1, 1](x))(model)) == ["of the object"]
    assert kernels(run("def f(x): o.any[1, 1](x)", o=model)) == ["of the object"]
    assert kernels(run("def f(x): o.calls", o=SimpleNamespace(k=kernel("not named"), calls=1))) == []


def test_kernels_are_found_through_methods_partial_calls_and_objects_that_are_called() -> None:
    one, two = Model("one"), Model("two")
    assert kernels(one.launch) == ["one", "one, in a list"]
    assert kernels(run("def f(x): o.launch(x)", o=one)) == ["one", "one, in a list"]
    both = code_of(("a", one.launch, {}), ("b", two.launch, {}))
    assert [k.name for k in both.kernels] == ["one", "one, in a list", "two", "two, in a list"]
    assert kernels(functools.partial(run("def f(k, x): k[1, 1](x)"), kernel("bound"))) == ["bound"]
    assert kernels(one) == ["one"]


def test_the_hash_changes_with_kernels_of_objects_and_not_with_their_data() -> None:
    f = "def f(x): o.k[o.calls, 1](x)"
    model, later, other = Model(), Model(), Model()
    later.calls = 5
    other.k = kernel("of the object", broken=True)
    before = digest(run(f, o=model))
    assert digest(run(f, o=later)) == before
    assert digest(run(f, o=other)) != before


def test_a_long_chain_of_objects_ends() -> None:
    class Link:
        kernel: Any = None
        next: Any = None

    Link.__module__ = "somewhere"
    first = link = Link()
    for _ in range(5000):
        link.next = Link()
        link = link.next
    link.kernel, link.next = kernel("k"), first  # and it is a ring
    f = run("def f(x):\n    while True:\n        first.kernel[1, 1](x); first = first.next", first=first)
    assert kernels(f, {"first": first}) == ["k"]


def test_a_kernel_is_found_once() -> None:
    k = kernel("k")
    assert kernels(run("def f(x): (k, again)[0][1, 1](x)", k=k, again=k)) == ["k"]


def test_functions_and_containers_that_hold_themselves_end() -> None:
    table: list[Any] = [kernel("k")]
    table.append(table)
    f = run("def f(x): f(table)", table=table)
    assert kernels(f) == ["k"]
    assert digest(f)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (run(LAUNCH, k=kernel("k")), run("def f(x): k[2, 1](x)", k=kernel("k"))),
        (run(LAUNCH, k=kernel("k")), run(LAUNCH, k=kernel("k", broken=True))),
        (run("def f(x): k[n, 1](x)", k=kernel("k"), n=1), run("def f(x): k[n, 1](x)", k=kernel("k"), n=2)),
        (
            run("def f(x): g(x)", g=run("def f(x): return 1")),
            run("def f(x): g(x)", g=run("def f(x): return 2")),
        ),
        (run("def f(x, n=1): pass"), run("def f(x, n=2): pass")),
        (run("def f(x): return lambda: 1"), run("def f(x): return lambda: 2")),
        (run("def f(x): x.first()"), run("def f(x): x.second()")),
    ],
    ids=["source", "kernel", "global", "helper", "default", "nested", "method"],
)
def test_the_hash_changes_with_the_code(before: Any, after: Any) -> None:
    assert digest(before) != digest(after)


class Mode(enum.Enum):
    ONE = 1
    TWO = 2


def test_the_hash_changes_with_the_configuration() -> None:
    f = run(LAUNCH, k=kernel("k"))
    digests = [
        {},
        {"block": 64},
        {"block": 128},
        {"blocks": 64},
        {"block": (64,)},
        {"k": kernel("a")},
        {"k": kernel("b")},
        {"type": int},
        {"type": float},
        {"mode": Mode.ONE},
        {"mode": Mode.TWO},
    ]
    assert len({digest(f, one) for one in digests}) == len(digests)


def test_the_hash_does_not_change_with_the_place_or_with_objects() -> None:
    f = run(LAUNCH, k=kernel("k"))
    moved = run("# a comment\n\n\ndef f(x): k[1, 1](x)", k=kernel("k"))
    assert digest(f) == digest(moved)
    assert digest(f, {"o": SimpleNamespace(a=1)}) == digest(f, {"o": SimpleNamespace(a=2)})


def test_large_data_is_not_code() -> None:
    data = list(range(100_000))
    assert digest(run("def f(x): return data", data=data)) == digest(
        run("def f(x): return data", data=[*data[:-1], -1])
    )


def test_the_hash_is_the_same_in_every_process() -> None:
    code = textwrap.dedent(
        f"""
        import sys
        sys.path.insert(0, {str(Path(__file__).resolve().parents[2] / "support")!r})
        from python_kernels import PythonKernel
        from periclase.runtime.autotune.candidate_code import CandidateCode
        k = PythonKernel(lambda x: None, "x: in float32", name="k")
        names = {{"a", "b", "c", "d"}}
        def f(x):
            if x in {{"p", "q", "r", "s"}}:
                k[1, 1](names)
        code = CandidateCode()
        code.add("c", f, {{"s": frozenset({{"x", "y", "z"}})}})
        print(code.digest().hex())
        """
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1
