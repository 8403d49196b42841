"""Settings of the plugin's lit tests: they run the installed `periclase-opt`, which finds the plugin by its entry points."""

import os
import tempfile

import lit.formats

config.name = "periclase-saturate"  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)  # noqa: F821
config.suffixes = [".mlir"]  # noqa: F821
config.test_source_root = os.path.dirname(os.path.abspath(__file__))  # noqa: F821
config.test_exec_root = os.path.join(tempfile.gettempdir(), "periclase-saturate-lit")  # noqa: F821
config.environment["PATH"] = os.environ.get("PATH", os.defpath)  # noqa: F821
