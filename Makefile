# Everything a contributor runs. Each environment is made once and again only when what it holds changes. Paths are relative, so that a
# checkout in a folder with spaces works; tools run as `python -m`, so that no script's first line depends on where the checkout lies.

# Another interpreter: make PYTHON=python3.12 ... Its installed frameworks are what `make demo` shows.
PYTHON ?=
# Test processes; the tests of one framework stay in one of them (tests/conftest.py), so more than five bring little.
JOBS ?= 2
# Further arguments for pytest: make test PYTEST_ARGS="-k sum"
PYTEST_ARGS ?=

PY := .venv/bin/python
DEMO_PY := .venv-demo/bin/python
CLIENTS_PY := .venv-clients/bin/python
# By PATH, because --verifytypes takes no notice of --pythonpath.
PYRIGHT := PATH="$$PWD/.venv/bin:$$PATH" $(PY) -m pyright
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
INPUTS := pyproject.toml constraints.txt

# One thread per worker: the tensors are tiny, and idle pools of three frameworks would fight for the cores.
export OMP_NUM_THREADS ?= 1
# TensorFlow's start-up notes would bury the results. (oneDNN's one stays unless it is off; it would also round differently per machine.)
export TF_CPP_MIN_LOG_LEVEL ?= 3
export TF_ENABLE_ONEDNN_OPTS ?= 0
# No look-up of newer pyright releases: the pinned one is meant.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.DELETE_ON_ERROR:
.PHONY: help demo test lint types bench fuzz test-clients clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 22

# Sets $$python to the user's choice, or to the first interpreter that is new enough.
define choose-python
	set -e; for python in $(if $(PYTHON),"$(PYTHON)",python3 python python3.13 python3.12 python3.11) ''; do \
	  if [ -z "$$python" ]; then echo 'eagertyped needs Python 3.11 or newer: make PYTHON=/path/to/python ...' >&2; exit 1; fi; \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then break; fi; \
	done; python=$$("$$python" -c 'import sys; print(sys.executable)')
endef

# $(call make-environment,FOLDER): a new environment if the last set-up did not finish, for a half-written one is not to be trusted (pip's
# cache makes that cheap); the same one if only its inputs changed. The stamp goes first, so that an interruption is noticed.
define make-environment
	@$(choose-python); if [ -f $(1)/.complete ]; then rm $(1)/.complete; else \
	  echo "Making $(1) with $$python"; "$$python" -m venv --clear $(1); echo "$$python" > $(1)/.made-by; fi
endef

# pip first: dependency groups need 25.1. The project last and without its dependencies, which are then there already.
.venv/.complete: $(INPUTS)
	$(call make-environment,.venv)
	@echo 'Installing the four frameworks and the tools into .venv (some gigabytes, once)'
	@$(PY) $(PIP_INSTALL) 'pip>=25.1'
	@$(PY) $(PIP_INSTALL) --group test typing_extensions
	@$(PY) $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv-clients/.complete: $(INPUTS)
	$(call make-environment,.venv-clients)
	@echo 'Installing the four frameworks, EagerPy and its users into .venv-clients (some gigabytes, once)'
	@$(CLIENTS_PY) $(PIP_INSTALL) 'pip>=25.1'
	@$(CLIENTS_PY) $(PIP_INSTALL) --group clients typing_extensions
	@$(CLIENTS_PY) $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv-demo/.complete: $(INPUTS)
	$(call make-environment,.venv-demo)
	@echo 'Installing NumPy and mypy into .venv-demo'
	@$(DEMO_PY) $(PIP_INSTALL) --editable '.[mypy]'
	@touch $@

# A folder that only the benchmarks see: in the tests `import eagerpy` must not find the real one.
.venv/bench/.complete: .venv/.complete
	@rm -rf .venv/bench
	@$(PY) $(PIP_INSTALL) --no-deps --target .venv/bench --group bench
	@touch $@

# Made anew for another interpreter (say, in an activated environment that has frameworks), whose packages may not fit the old one's release.
# The oldest mypy that pyproject.toml allows, in a folder that only its tests see; what it depends on is in .venv.
.venv/oldest-mypy/.complete: .venv/.complete
	@rm -rf .venv/oldest-mypy
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --target .venv/oldest-mypy \
	  "$$(sed -n 's/^mypy = \["mypy>=\(.*\)"\]$$/mypy==\1.*/p' pyproject.toml)"
	@touch $@

# mypy runs inside examples/ and without a configuration file: that is what a user of the package gets.
demo: ## Run the example on NumPy and on every framework already installed, then mypy on a right and a wrong program
	@$(choose-python); if [ "$$python" != "$$(cat .venv-demo/.made-by 2>/dev/null)" ]; then rm -f .venv-demo/.complete; fi
	@$(MAKE) --no-print-directory .venv-demo/.complete
	@$(DEMO_PY) tools/with_installed_frameworks.py "$$(cat .venv-demo/.made-by)" examples/demo.py
	@printf '\n$$ mypy --strict examples/typed_right.py\n'
	@cd examples && ../$(DEMO_PY) -m mypy --strict --config-file= typed_right.py
	@printf '\n$$ mypy --strict examples/typed_wrong.py   (wrong on purpose)\n'
	@cd examples && status=0; ../$(DEMO_PY) -m mypy --strict --config-file= typed_wrong.py || status=$$?; \
	  if [ $$status -ne 1 ]; then echo 'typed_wrong.py: mypy should have reported errors' >&2; exit 1; fi
	@printf '\nThe right program passed and the errors of the wrong one were found, as they should be.\n'

test: lint types .venv/oldest-mypy/.complete ## Install everything pinned, then lint, types and every test
	$(PY) -m pytest -q -n $(JOBS) --dist loadgroup $(PYTEST_ARGS)

lint: .venv/.complete ## Style and likely bugs (ruff); no file over 600 lines
	$(PY) -m ruff check .
	@find . -name '.?*' -prune -o -type f \( -name '*.py' -o -name '*.pyi' \) -exec awk \
	  'FNR == 601 { print FILENAME ": more than 600 lines"; long = 1 } END { exit long }' {} +

types: .venv/.complete ## mypy --strict (pyproject.toml says on what), and pyright knows the type of every public name
	$(PY) -m mypy
	$(PYRIGHT) --verifytypes eagertyped --ignoreexternal

bench: .venv/bench/.complete ## Time per call, against a hand-written slot class and EagerPy
	PYTHONPATH=.venv/bench $(PY) -m benchmarks

fuzz: .venv/.complete .venv/oldest-mypy/.complete ## Every property test with many more examples (Hypothesis profile `fuzz`)
	$(PY) -m pytest -q -n $(JOBS) --dist loadgroup -m hypothesis --hypothesis-profile fuzz $(PYTEST_ARGS)

test-clients: .venv-clients/.complete ## gudhi, POT and Foolbox on eagertyped, beside the real EagerPy
	$(CLIENTS_PY) -m pytest -q $(PYTEST_ARGS) tests/clients

clean: ## Remove the environments, caches and built files
	rm -rf .venv .venv-demo .venv-clients .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist examples/.mypy_cache
	find . -type d -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
