#!/usr/bin/env bash
# All tests that need a GPU, and only those: some two minutes on one. Fails where there is no GPU.
#
# It needs Python with this package, pytest and numpy, and NVIDIA's driver with `cuda-bindings`: no toolkit, no network, no compiler
# but our own. What each test proves is in its docstring. The report: a line a test as it ends, the figures, and in the folder
# $OUT (else build/gpu) report.txt, report.xml and figures.jsonl, so that nothing is lost where the time is cut off.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
python="${PYTHON:-python}"
out="${OUT:-build/gpu}"
mkdir -p "$out"
export PERICLASE_FIGURES="$(realpath "$out")/figures.jsonl"
export PERICLASE_CACHE_DIR="$(realpath "$out")/cache"
rm -f "$PERICLASE_FIGURES"
"$python" - <<'PY' 2>&1 | tee "$out/report.txt"
import sys
from periclase.diagnostics import DiagnosticError
from periclase.runtime.backends.cuda.backend import create_backend

try:
    backend = create_backend()
except DiagnosticError as error:
    sys.exit(str(error))
print(f"{backend.gpu.name}, compute capability {'.'.join(map(str, backend.gpu.capability))}, target {backend.target}")
backend.close()
PY
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
timeout --signal=INT --kill-after=10 230 "$python" -m pytest -v -s --tb=short --durations=10 -m gpu tests/gpu \
    -p no:cacheprovider --junitxml="$out/report.xml" "$@" 2>&1 | tee -a "$out/report.txt"
status="${PIPESTATUS[0]}"
echo "exit status $status, $SECONDS s; the report is in $out" | tee -a "$out/report.txt"
exit "$status"
