"""Generic functions and kernels: what fills in their types, under which names they are exported, what is found again."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import dry_run, observe, open_device, real_run
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError, DiagnosticError, LaunchError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
from collections.abc import Callable
from typing import TypeVar
import numpy as np
T = TypeVar("T")
U = TypeVar("U")
F = TypeVar("F", f32, f64)
I = TypeVar("I", bound=int)
N = TypeVar("N", bound=int)

@struct
class Pair:
    low: f32
    high: f32

    def sum(self):
        return self.low + self.high

V = TypeVar("V", bound=Pair)

def added(x: T, y: T) -> T:
    return x + y

def half(x: F) -> F:
    return x * F(0.5)

def bits(x: I) -> I:
    return ~x

def swapped(p: tuple[T, U]) -> tuple[U, T]:
    a, b = p
    return b, a

def first(x: Slice[T], i: isize) -> T:
    return x[i]

def put(x: MutSlice[T], i: isize, value: T):
    x[i] = value

def total(x: Array[T, N]) -> T:
    s = T(0)
    for i in range(N):
        s += x[i]
    return s

def power(x: T, n: Const[int]) -> T:
    r = T(1)
    for _ in unroll(range(n)):
        r *= x
    return r

def chosen(flag: Const[bool], x, y):
    if flag:
        return x
    return y

def stack(x: T, n: Const[int]) -> T:
    held: Array[T, n] = local_array(n, T)
    for i in range(n):
        held[i] = x
    return total(held)

def width(p: V) -> f32:
    return p.high - p.low

def applied(f: Callable[[f64], f64], x: f64) -> f64:
    return f(x)

def wrapped(x: T):
    def inside(y: T) -> T:
        return y + T(1)
    return inside(x)
"""

CALLS = {
    "added(a, 1.5)": 4.0,
    "added(2.5, a)": 5.0,
    "f64(added(k, 2))": 5.0,
    "f64(added(1, 2))": 3.0,
    "half(a)": 1.25,
    "half(3.0)": 1.5,
    "f64(half(x[0]))": 0.5,
    "f64(bits(k))": -4.0,
    "swapped((a, k))[1]": 2.5,
    "f64(swapped((a, k))[0])": 3.0,
    "f64(first(x, 1)) + first(out, 0)": 2.0,
    "power(a, 3)": 15.625,
    "f64(power(k, 4))": 81.0,
    "f64(power(x[1], 0))": 1.0,
    "chosen(True, a, k) + f64(chosen(False, a, k))": 5.5,
    "stack(a, 4)": 10.0,
    "f64(stack(k, 5))": 15.0,
    "f64(width(Pair(1.0, 4.0)))": 3.0,
    "applied(lambda v: v + a, 1.0)": 3.5,
    "wrapped(a) + f64(wrapped(k))": 7.5,
}


@pytest.mark.parametrize("call", CALLS)
def test_functions(call: str, load: Callable[..., ModuleType]) -> None:
    module = load(
        f"{SOURCE}\n@kernel\ndef k_(out: MutSlice[f64], x: Slice[f32], a: f64, k: i32):\n    out[0] = {call}\n"
    )
    dev = open_device("cpu")
    out = dev.zeros(1, np.float64)
    module.k_[1, 1](out, dev.array(np.array([1.0, 2.0], np.float32)), 2.5, 3)
    assert out.numpy().tolist() == [CALLS[call]]
    if find_tool("ptxas") is not None:
        for target in ("sm_75", "sm_120"):
            assemble(module.k_.ptx(target), target)


REFUSED = {
    "added(a, k)": ("PC0212", "`k` does not fit `y: T` of `added`: `T` can not be both f64 and i32"),
    "f64(half(k))": ("PC0212", "`F` is one of f32, f64, not i32"),
    "f64(bits(a))": ("PC0212", "`I` is bound to int, which f64 is not"),
    "f64(bits(True))": ("PC0212", "`I` is bound to int, which bool_ is not"),
    "f64(width(a))": ("PC0212", "`V` is bound to Pair, which f64 is not"),
    "swapped((a, k, k))[0]": ("PC0212", "a tuple of 2 is asked for, not of 3"),
    "swapped(a)[0]": ("PC0212", "a tuple[T, U] is asked for, not f64"),
    "f64(first(a, 0))": ("PC0212", "a Slice[T] is asked for, not f64"),
    "power(a, k)": ("PC0210", "`n` of `power` is known when the kernel is compiled"),
    "power(a, 1.5)": ("PC0212", "it has to be an int"),
    "chosen(1, a, a)": ("PC0212", "it has to be a bool"),
    "applied(a, a)": ("PC0212", "a function is asked for, not f64"),
    "put(x, 0, 1.0)": ("PC0203", "MutSlice[f32]"),
    "wide(k)": ("PC0201", "`T` is in no parameter"),
    "assigned(3)": ("PC0105", "`n` is known when the kernel is compiled, and can not be assigned"),
    "foreign(k)": ("PC0212", "`T` stands for nothing here"),
}


@pytest.mark.parametrize("call", REFUSED)
def test_what_does_not_fit(call: str, load: Callable[..., ModuleType]) -> None:
    module = load(f"""{SOURCE}
def wide(x: i32) -> T:
    return x

def assigned(n: Const[int]):
    n = n + 1
    return n

def foreign(x: i32):
    return T(x)

@kernel
def k_(out: MutSlice[f64], x: Slice[f32], a: f64, k: i32):
    out[0] = {call}
""")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k_])
    code, fragment = REFUSED[call]
    assert caught.value.diagnostics[0].code == code, str(caught.value)
    assert fragment in str(caught.value)


KERNELS = """
@kernel
def scale(x: MutSlice[T], by: T):
    i = thread_idx_x()
    if i < len(x):
        x[i] *= by

@kernel
def move(x, y, offset=1):
    i = thread_idx_x()
    if i < len(x):
        y[i] = x[i] + offset

@kernel
def sums(out: MutSlice[i64], n: Const[int]):
    held = local_array(n, i64)
    for i in unroll(range(n)):
        held[i] = i * i
    s = 0
    for i in range(n):
        s += held[i]
    out[0] = s

@kernel
def map_(f, x: Slice[T], y: MutSlice[U]):
    i = thread_idx_x()
    if i < len(x):
        y[i] = f(x[i])

@kernel
def rows(x, out: MutSlice[f64]):
    i = thread_idx_x()
    if i < x.shape[0]:
        for j in range(x.shape[1]):
            out[i] += x[i, j]

@kernel
def of_parts(p, q: tuple[T, U], out: MutSlice[f64]):
    out[0] = f64(p.sum()) + f64(q[0]) * 10.0 + f64(q[1])
"""


@pytest.fixture
def module(load: Callable[..., ModuleType]) -> ModuleType:
    return load(SOURCE + KERNELS)


@pytest.fixture
def dev() -> Any:
    return open_device("cpu")


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64", "float16", "float32", "float64"])
def test_kernels_take_the_types_of_their_arguments(dtype: str, module: ModuleType, dev: Any) -> None:
    values = np.array([1, 2, 3], dtype)
    x, y = dev.array(values), dev.zeros(3, dtype)
    module.scale[1, 3](x, 3)
    assert x.numpy().tolist() == [3, 6, 9]
    module.move[1, 3](x, y, values.dtype.type(2))
    assert y.numpy().tolist() == [5, 8, 11]
    host = values.copy()
    module.scale[1, 3](host, 2)
    assert host.tolist() == [2, 4, 6]


def test_constants(module: ModuleType, dev: Any) -> None:
    out = dev.zeros(1, np.int64)
    for n in (3, 5, np.int32(3), 5):
        module.sums[1, 1](out, n)
        assert out.numpy().tolist() == [sum(i * i for i in range(n))]
    assert len(module.sums.specialisations) == 2


def test_views_structs_and_tuples(module: ModuleType, dev: Any) -> None:
    values = np.arange(6.0).reshape(2, 3)
    out = dev.zeros(3, np.float64)
    module.rows[1, 4](dev.array(values), out)
    assert out.numpy().tolist() == [3.0, 12.0, 0.0]
    module.rows[1, 4](dev.array(values).T, out)
    assert out.numpy().tolist() == [6.0, 17.0, 7.0]
    module.of_parts[1, 1](module.Pair(1.0, 2.0), (3, np.float32(4.5)), out)
    assert out.numpy()[0] == 3.0 + 30.0 + 4.5


def test_a_second_launch_finds_what_the_first_made(module: ModuleType, dev: Any) -> None:
    x = dev.array(np.ones(4, np.float32))
    for by in (2.0, 3.0, 0.5):
        module.scale[1, 4](x, by)
    assert x.numpy().tolist() == [3.0] * 4
    assert len(module.scale.specialisations) == len(module.scale.launched) == 1
    module.scale[1, 4](x, 2)  # an int fits as well: another key, and the same kernel
    assert (len(module.scale.specialisations), len(module.scale.launched)) == (1, 2)


def test_launcher_and_compiler_name_a_specialisation_alike(module: ModuleType, dev: Any) -> None:
    x = dev.array(np.ones(4, np.float32))
    step, f32 = 2.0, np.float32
    module.scale[1, 4](x, 2.0)
    module.map_[1, 4](lambda v: v * f32(step), x, x)  # `f32` is looked up, `step` travels
    module.of_parts[1, 1](module.Pair(1.0, 2.0), (3, True), dev.zeros(1, np.float64))
    f32 = np.float32
    module.sums[1, 1](dev.zeros(1, np.int64), 3)
    for generic in (module.scale, module.map_, module.of_parts, module.sums):
        (launched,) = generic.specialisations.values()
        digest = hashlib.sha256("\n".join(launched.arguments).encode()).hexdigest()[:32]
        assert launched.name == generic.name == generic.exported_name
        assert launched.exported_name == f"{generic.name}_TID_{digest}"
        assert re.search(r"mir\.func @(\w+)", launched.mir())[1] == launched.exported_name  # type: ignore[index]
        for target in ("cpu", "sm_75"):
            artifact = launched.compile(target)
            assert artifact.entry.startswith(launched.exported_name)
            assert artifact.kernel == generic.name
    assert module.scale[module.f32].arguments == ("x: MutSlice[f32]", "by: f32")


def test_messages_call_a_specialisation_as_it_is_written(module: ModuleType, dev: Any) -> None:
    x = dev.array(np.ones(4, np.int8))
    with pytest.raises(LaunchError) as caught:
        module.scale[1, 4](x, 300)
    assert "`by` of `scale` takes an int8: 300 does not fit" in str(caught.value)
    assert "_TID_" not in str(caught.value)
    module.map_[1, 4](lambda v: v.nothing, x, x)
    with pytest.raises(DiagnosticError) as failed:
        x.numpy()
    assert "`map_` was launched here" in str(failed.value)
    assert "_TID_" not in str(failed.value)


def test_nothing_calls_a_specialisation_by_the_name_that_it_is_exported_under(
    module: ModuleType, dev: Any
) -> None:
    x, array = dev.array(np.ones(4, np.float32)), np.ones(4, np.float32)
    array.flags.writeable = False
    seen: list[Any] = []
    with dev.trace() as trace, dev.profile() as profile, observe(seen.append), dry_run() as dry:
        with real_run():
            module.scale[1, 4](x, 2.0)
        module.map_[1, 4](lambda v: v.nothing, x, x)
    assert [launch.name for launch in trace.launches] == ["scale"]
    assert [launch.kernel for launch in profile.launches] == ["scale"]
    assert [launch.kernel.name for launch in seen] == ["scale", "map_"]
    texts = [str(trace.chrome()), *map(str, dry.errors)]
    with pytest.raises(DiagnosticError) as caught:
        module.scale[1, 4](array, 2.0)
    texts.append(str(caught.value))
    stream = dev.stream()
    stream.prepare()
    stream.start()
    with stream:
        module.map_[1, 4](lambda v: v.nothing, x, x)
    with pytest.raises(DiagnosticError) as caught:
        stream.stop()
    texts.append(str(caught.value))
    x.write(1)
    for arguments in ((x,), (x, object()), (x, 2.0, 3)):
        with pytest.raises(LaunchError) as refused:
            module.scale[1, 4](*arguments)
        texts.append(str(refused.value))
    module.map_[1, 4](lambda v: v.nothing, x, x)
    failure = x.failure()
    assert failure is not None
    assert [root.kernel for root in failure.roots] == ["map_"]
    texts.append(failure.to_json())
    assert not [text for text in texts if "_TID_" in text]


def test_filled_in_by_hand(module: ModuleType, dev: Any) -> None:
    filled = module.scale[module.f64]
    assert filled is module.scale.specialise(T=module.f64)
    x = dev.array(np.ones(4))
    filled[1, 4](x, 3.0)
    assert x.numpy().tolist() == [3.0] * 4
    assert module.scale.specialisations == {filled.parameter_types: filled}
    assert module.sums.specialise(4) is module.sums.specialise(n=4)
    mapped = module.map_[module.half, module.f32, module.f32]
    y = dev.array(np.ones(4, np.float32))
    mapped[1, 4](module.half, y, y)
    assert y.numpy().tolist() == [0.5] * 4
    for target in ("sm_75", "sm_120"):
        for kernel in (filled, mapped, module.sums.specialise(4)):
            text = kernel.ptx(target)
            if find_tool("ptxas") is not None:
                assemble(text, target)


@pytest.mark.parametrize(
    ("fill", "fragment"),
    [
        (lambda m: m.scale[m.f32, m.f32], "is generic in T: these do not fit"),
        (lambda m: m.map_[m.half, m.f32], "is generic in f, T, U: `U` is missing"),
        (lambda m: m.scale.specialise(X=m.f32), "is generic in T: these do not fit"),
        (lambda m: m.scale[str], "is no type on a device"),
        (lambda m: m.sums.specialise(1.5), "it has to be an int"),
        (lambda m: m.sums.specialise("n"), "a number is asked for"),
    ],
)
def test_what_can_not_be_filled_in(fill: Callable[[Any], Any], fragment: str, module: ModuleType) -> None:
    with pytest.raises(LaunchError) as caught:
        fill(module)
    assert caught.value.diagnostic.code == "PC0412"
    assert fragment in str(caught.value)


@pytest.mark.parametrize(
    ("launch", "fragment"),
    [
        (lambda m, x: m.scale[1, 1](x, np.float64(2)), "`T` can not be both f32 and f64"),
        (lambda m, x: m.scale[1, 1](x, "a"), "a value of type str has no type on a device"),
        (lambda m, x: m.move[1, 1](x, [1.0]), "a value of type list has no type on a device"),
        (lambda m, x: m.sums[1, 1](open_device("cpu").zeros(1, np.int64), 2.5), "it has to be an int"),
        (lambda m, x: m.of_parts[1, 1](m.Pair(1.0, 2.0), (1, 2, 3), x), "a tuple of 2 is asked for"),
        (lambda m, x: m.move[1, 1](x, np.zeros(3, "U3")), ""),
    ],
)
def test_arguments_that_do_not_fit(launch: Callable[..., Any], fragment: str, module: ModuleType) -> None:
    x = open_device("cpu").zeros(1, np.float32)
    with pytest.raises(LaunchError) as caught:
        launch(module, x)
    assert fragment in str(caught.value)
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.file == __file__


def test_a_generic_kernel_without_types_is_not_compiled(module: ModuleType) -> None:
    for ask in (module.scale.mir, module.scale.ptx, lambda: module.scale.compile("cpu")):
        with pytest.raises(CompileError) as caught:
            ask()
        assert caught.value.diagnostic.code == "PC0309"
        assert "`scale` is generic: its parameter `x` has no type" in str(caught.value)
    from periclase.importer.python.import_kernels import collect_functions

    with_types = module.move[module.Slice[module.f32], module.MutSlice[module.f32], module.f32]
    collection = collect_functions([module.scale, with_types, module.map_])
    assert [c.function.function.__name__ for c in collection.functions] == ["move"]
    assert [f.function.__name__ for f in collection.skipped] == ["scale", "map_"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters are written so since Python 3.12")
def test_type_parameters(load: Callable[..., ModuleType], dev: Any) -> None:
    module = load("""
def added[T: (f32, f64)](x: T, y: T) -> T:
    def once(v: T) -> T:
        return v + T(0)
    return once(x) + y

def total[T, N: int](x: Array[T, N]) -> T:
    s = T(0)
    for i in range(N):
        s += x[i]
    return s

@kernel
def sums[T](x: Slice[T], y: MutSlice[T], n: Const[int]):
    held = local_array(n, T)
    for i in range(n):
        held[i] = x[i]
    y[0] = added(total(held), 1.0)
""")
    x, y = dev.array(np.array([1, 2, 3], np.float32)), dev.zeros(1, np.float32)
    module.sums[1, 1](x, y, 3)
    assert y.numpy().tolist() == [7.0]
    x, y = dev.array(np.array([1.0, 2.0])), dev.zeros(1, np.float64)
    module.sums[1, 1](x, y, 2)
    assert y.numpy().tolist() == [4.0]
    assert module.sums[module.f32, 3].name in module.sums[module.f32, 3].ptx("sm_75")


def test_functions_in_a_kernel_are_no_roots(load: Callable[..., ModuleType]) -> None:
    module = load("""
@kernel
def outer(y: MutSlice[f32], by: f32):
    @device
    def inner(v: f32) -> f32:
        return v * by
    y[0] = inner(y[0]) + (lambda v: v + by)(y[1])

@device
def helper(f, v: f32) -> f32:
    return f(v)

@device
def library(v: f32) -> f32:
    def inner(w: f32) -> f32:
        return w + v
    return helper(inner, v)
""")
    text = str(import_kernels([module.outer]))
    assert re.findall(r"mir\.func (@?\w+)", text) == ["@outer", "private", "private"]
    text = str(
        import_kernels([module.helper, module.library])
    )  # without kernels, functions that are not generic
    assert re.findall(r"mir\.func (@?\w+)", text) == ["@library", "private", "private"]


def test_mutual_recursion(load: Callable[..., ModuleType], dev: Any) -> None:
    module = load("""
def even(n: i32) -> bool_:
    return n == 0 or odd(n - 1)

def odd(n: i32) -> bool_:
    return n != 0 and even(n - 1)

@kernel
def k_(out: MutSlice[i32]):
    out[0] = 1 if odd(5) else 0
    out[1] = 1 if odd(6) else 0
""")
    warnings: list[Any] = []
    import_kernels([module.k_], warnings=warnings)
    assert {warning.code for warning in warnings} == {"PC0308"}
    out = dev.zeros(2, np.int32)
    module.k_[1, 1](out)
    assert out.numpy().tolist() == [1, 0]


MAYBE = """
from typing import TypeVar
T = TypeVar("T")

@device
def none(value: f32) -> f32 | None:
    return value if value > 1.0 else None

@device
def plain(v: T | None, other: T) -> T:
    return other if v is None else v

@device
def pair(v: tuple[T, T] | None, other: T) -> T:
    return other if v is None else v[1]

@device
def elements(v: Slice[T] | None, other: T) -> T:
    return other if v is None else v[2]

@kernel
def k(y: MutSlice[f32]):
    y[0] = CALL
"""


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("plain(y[1], 5.0)", 2),
        ("plain(None, y[1])", 2),
        ("plain(none(y[0]), 5.0)", 5),
        ("plain(none(y[1]), 5.0)", 2),
        ("plain(7, y[1])", 7),
        ("pair((y[0], y[1]), 5.0)", 2),
        ("pair(None, y[2])", 3),
        ("elements(y, 5.0)", 3),
        ("elements(None, y[1])", 2),
    ],
)
def test_values_that_may_be_none(load: Callable[..., ModuleType], call: str, wanted: float) -> None:
    y = np.array([1, 2, 3], np.float32)
    load(MAYBE.replace("CALL", call)).k[1, 1](y)
    assert y.tolist() == [wanted, 2, 3]


def test_none_that_says_nothing(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        from typing import TypeVar
        T = TypeVar("T")

        @device
        def known(v: T | None) -> bool_:
            return v is not None

        @kernel
        def k(y: MutSlice[f32]):
            y[0] = f32(known(None))

        @kernel
        def generic(v: T | None, y: MutSlice[f32]):
            y[0] = 1.0 if v is None else v
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostics[0]
    assert (found.code, found.message) == (
        "PC0212",
        "`None` does not say what `T` stands for in `v: T | None` of `known`",
    )
    y = np.zeros(1, np.float32)
    module.generic[1, 1](np.float32(2.5), y)
    assert y.tolist() == [2.5]
    with pytest.raises(LaunchError, match="None does not say what `T` stands for"):
        module.generic[1, 1](None, y)
