"""Finding the driver, and errors of its calls as diagnostics."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
from types import ModuleType, SimpleNamespace

import pytest
from fake_cuda_driver import CUresult, FakeDriver

from periclase.diagnostics import LaunchError
from periclase.runtime.backends.cuda import driver as cuda_driver
from periclase.runtime.backends.cuda.backend import create_backend
from periclase.runtime.backends.cuda.driver import STICKY, CudaError, Driver, initialised, load_driver


def sentence(error: BaseException) -> str:
    """The one sentence that an error is."""
    assert isinstance(error, LaunchError)
    assert error.diagnostic.code == "PC0740"
    assert str(error) == f"error[PC0740]: {error.diagnostic.message}"
    assert "\n" not in str(error)
    return error.diagnostic.message


def test_without_the_binding_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda.bindings.driver", None)
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    with pytest.raises(LaunchError) as caught:
        load_driver()
    text = sentence(caught.value)
    assert "cuda-bindings" in text
    assert 'pip install "periclase[cuda]"' in text


@pytest.mark.parametrize(
    "error",
    [ImportError("libstdc++ is too old"), ModuleNotFoundError("no numpy", name="numpy"), OSError("broken")],
)
def test_a_broken_binding_is_one_sentence(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(name: str) -> ModuleType:
        raise error

    monkeypatch.setattr(importlib, "import_module", fail)
    with pytest.raises(LaunchError) as caught:
        load_driver()
    assert f"can not be imported ({error})" in sentence(caught.value)


def test_without_the_library_one_sentence_says_where_to_get_it() -> None:
    def fail(flags: int) -> tuple[object]:
        raise RuntimeError("Failed to dlopen libcuda.so.1")

    with pytest.raises(LaunchError) as caught:
        initialised(Driver(SimpleNamespace(cuInit=fail)))
    text = sentence(caught.value)
    assert "libcuda.so.1" in text
    assert "https://www.nvidia.com/drivers" in text


@pytest.mark.parametrize(
    ("status", "told"), [("CUDA_ERROR_NO_DEVICE", "finds no GPU"), ("CUDA_ERROR_STUB_LIBRARY", "is a stub")]
)
def test_no_gpu_and_a_stub_are_one_sentence(fake: FakeDriver, status: str, told: str) -> None:
    fake.fail("cuInit", status)
    with pytest.raises(LaunchError) as caught:
        initialised(Driver(fake))
    assert told in sentence(caught.value)


def test_other_errors_of_the_first_call_are_named(fake: FakeDriver) -> None:
    fake.fail("cuInit", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH")
    with pytest.raises(
        LaunchError, match=r"cuInit failed: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH \(what .* means\)"
    ):
        initialised(Driver(fake))


def test_a_selector_that_is_no_number_is_refused() -> None:
    for selector in ("x", "-1", "1.0", "¹"):
        with pytest.raises(LaunchError, match="there is no device") as caught:
            create_backend(selector)
        assert caught.value.diagnostic.code == "PC0405"


@pytest.mark.parametrize("status", [status for status in CUresult if status])
def test_every_code_is_an_error_with_its_name_and_description(fake: FakeDriver, status: CUresult) -> None:
    fake.fail("cuDeviceGetCount", status.name)
    driver = initialised(Driver(fake))
    with pytest.raises(CudaError) as caught:
        driver.call("cuDeviceGetCount")
    error = caught.value
    assert (error.call, error.name) == ("cuDeviceGetCount", status.name)
    assert error.sticky == (status.name in STICKY)
    text = str(error)
    assert f"cuDeviceGetCount failed: {status.name}" in text
    assert f"what {status.name} means" in text
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (other.call, other.name, str(other)) == (error.call, error.name, text)


def test_a_driver_that_can_not_describe_an_error_still_names_it(fake: FakeDriver) -> None:
    fake.fail("cuDeviceGetCount", "CUDA_ERROR_INVALID_VALUE")
    fake.fail("cuGetErrorString", "CUDA_ERROR_INVALID_VALUE")
    driver = initialised(Driver(fake))
    with pytest.raises(CudaError, match=r"(?m)cuDeviceGetCount failed: CUDA_ERROR_INVALID_VALUE$"):
        driver.call("cuDeviceGetCount")


def test_a_function_that_the_driver_lacks_is_told() -> None:
    def old(*arguments: object) -> tuple[object]:
        raise RuntimeError('Function "cuLaunchKernelEx" not found')

    driver = Driver(SimpleNamespace(cuLaunchKernelEx=old, cuEventQuery=old))
    for call in (
        lambda: driver.call("cuLaunchKernelEx"),
        lambda: driver.call("cuOther"),
        lambda: driver.query(1),
    ):
        with pytest.raises(
            CudaError, match="the installed CUDA driver or `cuda-bindings` has no cu"
        ) as caught:
            call()
        assert caught.value.name == "CUDA_ERROR_NOT_FOUND"


def test_a_code_that_the_binding_does_not_know_loses_the_context() -> None:
    def new(*arguments: object) -> tuple[object]:
        raise ValueError("12345 is not a valid CUresult")

    with pytest.raises(CudaError, match="does not know") as caught:
        Driver(SimpleNamespace(cuCtxPushCurrent=new)).call("cuCtxPushCurrent")
    assert caught.value.sticky


def test_values_come_back_as_they_are() -> None:
    ok = CUresult.CUDA_SUCCESS
    binding = SimpleNamespace(none=lambda: (ok,), one=lambda: (ok, 5), two=lambda: (ok, 5, 6))
    driver = Driver(binding)
    assert [driver.call(name) for name in ("none", "one", "two")] == [None, 5, (5, 6)]


def test_nothing_of_cuda_is_imported_before_it_is_asked_for() -> None:
    assert cuda_driver.importlib is importlib  # the import is by name, inside `load_driver`
    assert not [name for name in vars(cuda_driver) if name.startswith("cu") and name != "cuda"]
