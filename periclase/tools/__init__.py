"""The command-line tools: `periclase`, `periclase-opt`, `periclase-translate`."""
