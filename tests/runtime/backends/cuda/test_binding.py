"""The driver's stand-in against the real binding, where that is installed: names, parameters, values of enumerations."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
from fake_cuda_driver import DRIVER_FUNCTIONS, FakeDriver

from periclase.diagnostics import LaunchError
from periclase.runtime.backends.cuda.driver import STICKY, load_driver

binding: Any = pytest.importorskip("cuda.bindings.driver", reason="cuda-bindings is not installed")

ENUMERATIONS = [name for name, value in vars(FakeDriver).items() if hasattr(value, "__members__")]


@pytest.mark.parametrize("name", DRIVER_FUNCTIONS)
def test_parameters_are_the_bindings(name: str) -> None:
    real = list(inspect.signature(getattr(binding, name)).parameters)
    ours = list(inspect.signature(getattr(FakeDriver, name)).parameters)[1:]
    assert ours == real


@pytest.mark.parametrize("name", DRIVER_FUNCTIONS)
def test_as_many_values_come_back(name: str) -> None:
    """The binding's docstrings list what comes back behind the result."""
    returns = re.split(r"\n\s*Returns\s*\n\s*-+\s*\n", getattr(binding, name).__doc__, maxsplit=1)[1]
    returns = re.split(r"\n\s*(?:See Also|Notes)\s*\n", returns, maxsplit=1)[0]
    lines = [line.strip() for line in returns.splitlines()]
    values = [line for line in lines if re.fullmatch(r"\w+ : .*", line) or line == "CUresult"]
    fake = FakeDriver()
    fake.fail(name, "CUDA_ERROR_INVALID_VALUE")
    parameters = list(inspect.signature(getattr(FakeDriver, name)).parameters)[1:]
    fake._stack.append(None)  # pyright: ignore[reportPrivateUsage]
    fake._initialised = True  # pyright: ignore[reportPrivateUsage]
    assert len(getattr(fake, name)(*[None] * len(parameters))) == len(values)


@pytest.mark.parametrize("name", ENUMERATIONS)
def test_enumerations_have_the_bindings_values(name: str) -> None:
    real = getattr(binding, name)
    for member in getattr(FakeDriver, name):
        assert int(getattr(real, member.name)) == member.value
        assert bool(getattr(real, member.name)) == bool(member.value)


def test_every_code_of_the_binding_is_known() -> None:
    assert {code.name: int(code) for code in binding.CUresult} == {
        code.name: int(code) for code in FakeDriver.CUresult
    }


def test_codes_that_end_a_process_or_context_are_sticky() -> None:
    """The binding's docstrings are those of the driver's header."""
    fatal = {
        code.name
        for code in binding.CUresult
        if re.search(
            r"process must be\s+terminated|context cannot\s+be used anymore",
            " ".join((code.__doc__ or "").split()),
        )
    }
    assert "CUDA_ERROR_ILLEGAL_ADDRESS" in fatal
    assert fatal <= STICKY


def test_structures_have_what_a_launch_sets() -> None:
    config = binding.CUlaunchConfig()
    for name in vars(FakeDriver.CUlaunchConfig()):
        assert hasattr(config, name)
    cluster, cooperative = binding.CUlaunchAttribute(), binding.CUlaunchAttribute()
    cluster.id = binding.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
    value = cluster.value  # setting through it changes the attribute
    value.clusterDim.x, value.clusterDim.y, value.clusterDim.z = 4, 2, 1
    cooperative.id = binding.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_COOPERATIVE
    cooperative.value.cooperative = 1
    config.attrs = [cluster, cooperative]
    config.numAttrs = 2
    first, second = config.attrs
    size = first.value.clusterDim
    assert (size.x, size.y, size.z, second.value.cooperative) == (4, 2, 1, 1)
    config.hStream = binding.CUstream(7)
    assert int(config.hStream) == 7


def test_here_the_driver_is_there_or_one_sentence_is() -> None:
    try:
        driver = load_driver()
    except LaunchError as caught:
        error = caught
    else:
        assert driver.call("cuDeviceGetCount") > 0
        return
    assert error.diagnostic.code == "PC0740"
    assert "\n" not in str(error)
