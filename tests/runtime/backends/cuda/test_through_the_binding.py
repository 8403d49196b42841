"""Every call of the backend through the real binding, down to C and up again to the stand-in."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from driver_library import COMPILER

pytest.importorskip("cuda.bindings.driver", reason="cuda-bindings is not installed")

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library is made for Linux"),
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler"),
]

PREPARED = """
from periclase.record import replace
from pathlib import Path

import test_errors
from driver_library import Library
from fake_cuda_driver import DRIVER_FUNCTIONS
from test_errors import ERRORS, make, make_any

from periclase.diagnostics import DiagnosticError
from periclase.runtime.backends.cuda.driver import Driver
from periclase.runtime.outcome import WROTE

library = Library(None)
binding = library.load(Path({folder!r}))

def through(fake):
    library.fake = fake
    return Driver(binding)

test_errors.Driver = through
fake, tour = make(make_any)
"""


def run(program: str, folder: Path) -> None:
    """In a process of its own: the library stays loaded."""
    paths = [str(Path(__file__).parent), *sys.path]
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path[:0] = {paths!r}\n"
            + PREPARED.format(folder=str(folder))
            + textwrap.dedent(program),
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr


def test_all_that_a_backend_does(tmp_path: Path) -> None:
    run(
        """
        tour.run()
        assert tour.errors == [], tour.errors
        assert [work.outcome for work in tour.works] == [WROTE] * 8
        launch = fake.launches[0]
        assert (launch.grid, launch.block, launch.shared_bytes) == ((16, 1, 1), (1, 1, 1), 60_000)
        assert (launch.cluster, launch.cooperative, launch.slots[1]) == ((16, 1, 1), True, 3)
        backend = tour.backend
        backend.wait_for_stream(1)
        assert backend.receive(lambda stream: stream > 2)
        assert backend.ordinal_of(next(iter(fake.memory))) == 0
        tour.check()
        never = {"cuDevicePrimaryCtxReset", "cuGetErrorString", "cuMemAlloc", "cuMemFree"}
        assert {call.name for call in fake.calls} == set(DRIVER_FUNCTIONS) - never
        """,
        tmp_path,
    )


def test_without_memory_pools_and_after_a_reset(tmp_path: Path) -> None:
    run(
        """
        fake.attributes["MEMORY_POOLS_SUPPORTED"] = 0
        tour.run()
        assert tour.errors == [], tour.errors
        tour.backend.reset()
        tour.works_again()
        assert {"cuMemAlloc", "cuMemFree"} <= set(fake.names())
        tour.backend.close()
        """,
        tmp_path,
    )


def test_errors_and_what_the_jit_compiler_says(tmp_path: Path) -> None:
    run(
        """
        tour.run()
        try:
            tour.backend.load(replace(make_any("set"), code=b"nonsense"))
        except DiagnosticError as error:
            assert "ptxas application ptx input, line 1" in str(error), str(error)
            assert "what CUDA_ERROR_INVALID_PTX means" in str(error), str(error)
        else:
            raise SystemExit("it was taken")
        tour.check()
        for status in ERRORS[::8]:
            fake, tour = make(make_any)
            fake.fail("cuLaunchKernelEx", status)
            fake.fail("cuEventQuery", status)
            tour.run()
            tour.check()
        """,
        tmp_path,
    )
