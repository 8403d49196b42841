"""An example of a package that extends Periclase from outside: a dialect, a pass that finds it, a pass that lowers it."""
