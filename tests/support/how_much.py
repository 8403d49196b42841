"""How much a run of the tests is to try: `PERICLASE_TEST_PROFILE=nightly` asks for a night's worth, nothing for what CI does."""

from __future__ import annotations

import os

# Read at import: the suite takes `PERICLASE_*` out of the environment before its tests run.
NIGHTLY = os.environ.get("PERICLASE_TEST_PROFILE") == "nightly"
