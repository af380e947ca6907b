"""Programs that use EagerPy, on eagertyped and beside the real EagerPy. They need an environment of their own: ``make test-clients``."""
