"""The plugin's options: ``[tool.eagertyped]`` in pyproject.toml, or ``[eagertyped]`` in mypy.ini or setup.cfg."""

from __future__ import annotations

import configparser
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from eagertyped._rules import Flags
from eagertyped._rules.dtypes import FLOATS

__all__ = ["Options", "OptionsError", "read_options"]

_BOOLEANS = ("jax_enable_x64", "portability")
_CHOICES = dict.fromkeys(_BOOLEANS, ("true", "false")) | {"torch_default_dtype": FLOATS}


class OptionsError(Exception):
    """An option or value that does not exist; the text names the file and the choices."""


@dataclass(frozen=True)
class Options:
    """What the user chose."""

    portability: bool = False
    flags: Flags = field(default_factory=Flags)


def read_options(config_file: str | None) -> Options:
    """Options from mypy's configuration file; from pyproject.toml beside it too, where that is another file.

    Raises
    ------
    OptionsError
        For an unknown option or value.
    """
    if not config_file:
        return Options()
    path = Path(config_file)
    values = _from_toml(path) if path.suffix == ".toml" else _from_ini(path)
    chosen = {}
    for name, value in values.items():
        text = str(value).lower()
        if name not in _CHOICES:
            raise OptionsError(f"{path}: unknown option {name!r} of eagertyped; the options are {', '.join(_CHOICES)}")
        if text not in _CHOICES[name]:
            raise OptionsError(f"{path}: {name} = {value!r} is no choice of eagertyped; the choices are {', '.join(_CHOICES[name])}")
        chosen[name] = text
    flags = Flags(chosen.get("jax_enable_x64") == "true", chosen.get("torch_default_dtype", Flags().torch_default_dtype))
    return Options(chosen.get("portability") == "true", flags)


def _from_toml(path: Path) -> dict[str, object]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError):
        return {}  # mypy has said so already
    found = table.get("tool", {}).get("eagertyped", {})
    return dict(found) if isinstance(found, dict) else {}


def _from_ini(path: Path) -> dict[str, object]:
    parser = configparser.RawConfigParser()
    try:
        parser.read(path, encoding="utf-8")
    except (OSError, configparser.Error):
        return {}
    return dict(parser["eagertyped"]) if parser.has_section("eagertyped") else {}
