"""Device libraries: packages of device functions without their sources.

`building.build_library` makes one from a package, `loading.load_library` reads it. A function whose types are written down is in
it as optimised `mir`, a generic one as a template.
"""
