"""The Python front end: annotated Python functions → `mir`, with a diagnostic at the user's line for everything else."""
