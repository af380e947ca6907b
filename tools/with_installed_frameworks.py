"""Run a program with the frameworks of another interpreter: `with_installed_frameworks.py INTERPRETER PROGRAM`.

`make demo` installs no framework, and shows those that the user's own Python has already. Its folders come last on this process's path, so
the demo's own NumPy and mypy win, and only this process sees them: mypy's answers are the same on every machine.
A framework that does not work here (half installed, or built for an older NumPy) is named and left out, instead of breaking the demo. Each
is tried in a process of its own, because the worst ones do not raise but crash.
"""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

# The least that shows that a framework works together with this NumPy; an import alone succeeds for a folder left behind by an uninstall.
_TRIALS = {
    "torch": "import torch; torch.ones(2).sqrt().numpy(); print(torch.__version__)",
    "tensorflow": "import tensorflow as tf; tf.sqrt(tf.ones(2)).numpy(); print(tf.__version__)",
    "jax": "import jax, numpy; numpy.asarray(jax.numpy.sqrt(jax.numpy.ones(2))); print(jax.__version__)",
}
# Where an interpreter looks for packages: its path without the standard library, which is this interpreter's too.
_PACKAGE_FOLDERS = """
import json, os, sys, sysconfig
standard = {os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
standard |= {os.path.join(folder, "lib-dynload") for folder in standard}
print(json.dumps([folder for folder in sys.path if os.path.isdir(folder) and os.path.realpath(folder) not in standard]))
"""
_TRIAL_SECONDS = 120


def package_folders(interpreter: str) -> list[str]:
    """The folders in which `interpreter` finds packages; none if it is gone since the environment was made."""
    try:
        # -P: without the current folder, which is this project's
        answer = subprocess.run([interpreter, "-P", "-c", _PACKAGE_FOLDERS], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    folders: list[str] = json.loads(answer.stdout.splitlines()[-1])
    return [folder for folder in folders if folder not in sys.path]


def start_trial(code: str) -> subprocess.Popen[str]:
    """Try one framework as this process would see it."""
    program = f"import sys; sys.path[:] = {sys.path!r}\n{code}"
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def outcome(trial: subprocess.Popen[str]) -> tuple[bool, str]:
    """Whether the framework works, and its version or the last line of what went wrong."""
    try:
        out, err = trial.communicate(timeout=_TRIAL_SECONDS)
    except subprocess.TimeoutExpired:
        trial.kill()
        trial.communicate()
        return False, f"no answer in {_TRIAL_SECONDS} seconds"
    if trial.returncode == 0:
        return True, out.split()[-1]
    if trial.returncode < 0:
        return False, f"crashed with signal {-trial.returncode}"
    return False, (err.strip().splitlines() or ["failed without a message"])[-1]


def main() -> None:
    interpreter, program = sys.argv[1:]
    sys.path[0] = str(Path(program).resolve().parent)  # as if PROGRAM had been started
    sys.path.extend(package_folders(interpreter))
    trials = {name: start_trial(code) for name, code in _TRIALS.items() if find_spec(name) is not None}
    print(f"Frameworks of {interpreter}:")
    for name in _TRIALS:
        if name not in trials:
            print(f"  {name}: not installed")
            continue
        works, detail = outcome(trials[name])
        print(f"  {name}: {detail}" if works else f"  {name}: left out, it does not work here ({detail})")
        if not works:
            sys.modules[name] = None  # type: ignore[assignment]  # the documented way to make `import NAME` fail
    print(flush=True)
    sys.argv = [program]
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
