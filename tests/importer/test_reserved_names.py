"""Reserved names: made by the decorators, read by the collector."""

from __future__ import annotations

import hashlib

import pytest

from periclase import device, f64, kernel
from periclase.diagnostics import CompileError
from periclase.importer import reserved_names


def test_hash_is_that_of_its_text() -> None:
    assert hashlib.sha256(b"periclase + python").hexdigest()[:8] == reserved_names.HASH


def test_kinds_exclude_each_other() -> None:
    kernel_path = "m." + reserved_names.kernel_name("k")
    device_path = "m." + reserved_names.device_name("d")
    extern_path = "m." + reserved_names.device_extern_name("e")
    kinds = (reserved_names.is_kernel, reserved_names.is_device, reserved_names.is_device_extern)
    for position, path in enumerate((kernel_path, device_path, extern_path)):
        assert [kind(path) for kind in kinds] == [index == position for index in range(3)]


@pytest.mark.parametrize("separator", [".", "::"])
def test_only_the_final_segment_counts(separator: str) -> None:
    nested = separator.join(("m", reserved_names.kernel_name("k"), "<locals>", "inner"))
    assert not reserved_names.is_kernel(nested)
    assert reserved_names.is_kernel(separator.join(("m", "outer", reserved_names.kernel_name("k"))))


def test_user_name_takes_the_prefix_off() -> None:
    for make in (reserved_names.kernel_name, reserved_names.device_name, reserved_names.device_extern_name):
        assert reserved_names.user_name("a.b." + make("saxpy")) == "saxpy"
    assert reserved_names.user_name("a.b.plain") == "plain"
    assert reserved_names.user_name(reserved_names.kernel_name("extern_x")) == "extern_x"


def test_a_name_like_a_prefix_without_the_hash_is_free_of_meaning() -> None:
    assert not reserved_names.is_kernel("m.periclase_kernel_saxpy")
    assert reserved_names.is_reserved("periclase_kernel_saxpy")


@pytest.mark.parametrize("decorate", [kernel, device])
def test_users_can_not_take_reserved_names(decorate) -> None:
    def periclase_mine() -> None: ...

    with pytest.raises(CompileError) as caught:
        decorate(periclase_mine)
    assert caught.value.diagnostic.code == "PC0301"
    assert "`periclase_`" in str(caught.value)


def test_names_of_the_compilers_own_symbols_are_reserved() -> None:
    def __periclase_exact_tan_f32(x: f64) -> f64: ...

    with pytest.raises(CompileError) as caught:
        device(extern=True)(__periclase_exact_tan_f32)
    assert caught.value.diagnostic.code == "PC0301"
    assert "starts with `__periclase_`" in caught.value.diagnostic.message


def test_decorators_make_them() -> None:
    @kernel
    def k() -> None: ...

    @device
    def d() -> None: ...

    @device(extern=True)
    def e() -> None: ...

    assert reserved_names.is_kernel(k.reserved_name)
    assert reserved_names.is_device(d.reserved_name)
    assert reserved_names.is_device_extern(e.reserved_name)
