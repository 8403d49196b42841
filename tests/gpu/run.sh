#!/usr/bin/env bash
# All tests that need a GPU, and only those: some two minutes on one. Fails where there is no GPU.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
"${PYTHON:-python}" - <<'PY'
import sys
from periclase.diagnostics import DiagnosticError
from periclase.runtime.backends.cuda.backend import create_backend

try:
    create_backend().close()
except DiagnosticError as error:
    sys.exit(str(error))
PY
exec timeout 230 "${PYTHON:-python}" -m pytest -m gpu tests/gpu -p no:cacheprovider "$@"
