"""The dialects: operations, types, attributes, verifiers and folds. How they are lowered stands in `periclase.passes`."""
