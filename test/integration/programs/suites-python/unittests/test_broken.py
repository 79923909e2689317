raise RuntimeError("cannot be loaded")
