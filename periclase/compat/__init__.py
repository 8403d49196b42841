"""Doors for programs that were written for other GPU languages: one package for each, on top of everything else."""
