"""How much a run of the tests is to try: what each change is tested with, or a night's worth.

`PERICLASE_TEST_PROFILE=nightly` asks for the night's worth; `2000x500` for so many programs of so many steps of the state
machine, and else for what each change is tested with, as does nothing.
"""

from __future__ import annotations

import os
import time
from typing import Final

# Read at import: the suite takes `PERICLASE_*` out of the environment before its tests run.
_PROFILE: Final = os.environ.get("PERICLASE_TEST_PROFILE", "")

NIGHTLY: Final = _PROFILE == "nightly"


def machine_programs(profile: str = _PROFILE) -> tuple[int, int, int]:
    """How many random programs hypothesis makes, how many are made of seeds, and the steps of each."""
    if profile == "nightly":
        return 400, 10_000, 1_000
    programs, _, steps = profile.partition("x")
    return (int(programs), int(programs), int(steps)) if steps else (40, 16, 300)


MACHINE_PROGRAMS, SEEDED_PROGRAMS, MACHINE_STEPS = machine_programs()

RACE_ROUNDS: Final = 10_000 if NIGHTLY else 200
"""Runs of each program that a coarser order would get wrong."""

STRESS_THREADS: Final = 32 if NIGHTLY else 16
STRESS_LAUNCHES: Final = 2_000 if NIGHTLY else 60
"""Of each of these threads."""
STRESS_SECONDS: Final = 3_000.0 if NIGHTLY else 120.0
"""After which the stress counts as a deadlock."""
KILLS: Final = 2_000 if NIGHTLY else 150
"""Rounds in which exceptions are raised into threads of the runtime."""
INTERRUPTS: Final = 1 if NIGHTLY else 13
"""Of so many bytecodes one is interrupted."""

PROGRAM_CHUNKS: Final = 50 if NIGHTLY else 6
"""Runs of random programs."""
PROGRAMS: Final = 1_000 if NIGHTLY else 70
"""Programs of one thread in each of these runs."""
GRID_PROGRAMS: Final = 200 if NIGHTLY else 14
"""Programs of many threads in each."""
PROGRAM_SEED: Final = int(
    os.environ.get("PERICLASE_TEST_SEED", 0 if os.environ.get("CI") else time.time_ns())
)
"""What the programs are made of: in CI always the same ones."""
