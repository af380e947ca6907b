"""The version, written here only: hatchling reads this file, and importing it costs nothing (importlib.metadata would add milliseconds)."""

__version__ = "0.1.0"
