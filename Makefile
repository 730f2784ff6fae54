# What a person does with a checkout. `make run` is all that a reader of papers needs.
#
# Everything lies in .venv; requirements/install.py makes it, and does nothing when nothing changed. Paths here are
# relative, so a folder with spaces in its name is as good as any other.

# Any of these that is new enough; `make run PYTHON=/path/to/python` chooses another.
PYTHONS = python3 python3.14 python3.13 python3.12 python3.11 python
ENOUGH = import sys; sys.exit(sys.version_info < (3, 11))
IN_VENV = .venv/bin/python
ARGS =

# usage: $(call set_up,LEVEL)
define set_up
@python="$(PYTHON)"; \
if [ -z "$$python" ]; then \
    for name in $(PYTHONS); do \
        if "$$name" -c '$(ENOUGH)' >/dev/null 2>&1; then python="$$name"; break; fi; \
    done; \
fi; \
if [ -z "$$python" ]; then \
    echo "paperreader needs Python 3.11 or newer, and no such python3 is on the PATH: install one, or name it with make run PYTHON=/path/to/python3." >&2; \
    exit 2; \
fi; \
"$$python" -I requirements/install.py $(1)
endef

.DEFAULT_GOAL := help
.PHONY: help setup run test faults fuzz lint format docs wheel bench lock clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

setup: ## make .venv with what the reader needs
	$(call set_up,run)

run: ## set up once, then open the reader (ARGS='FILE' opens a file)
	$(call set_up,run)
	@$(IN_VENV) -m paperreader $(ARGS)

test: ## set up, then run the tests (ARGS='tests/cli -x' runs some)
	$(call set_up,test)
	$(IN_VENV) -m pytest $(ARGS)

faults: ## the long fault tests: kills, power cuts, full disks
	$(call set_up,test)
	PAPERREADER_FAULTS=long $(IN_VENV) -m pytest tests/faults $(ARGS)

fuzz: ## feed damaged files to every reader for ten minutes (ARGS='--each 20 bibtex ris')
	$(call set_up,test)
	$(IN_VENV) tests/formats/fuzz.py $(ARGS)

lint: ## ruff, mypy, and the floors of the house
	$(call set_up,dev)
	$(IN_VENV) -m ruff check
	$(IN_VENV) -m ruff format --check
	$(IN_VENV) -m mypy
	.venv/bin/lint-imports --no-cache

format: ## let ruff lay out the code
	$(call set_up,dev)
	$(IN_VENV) -m ruff check --fix
	$(IN_VENV) -m ruff format

docs: ## write the pages that are made from the code
	$(call set_up,test)
	$(IN_VENV) -m paperreader.cli.pages docs

wheel: ## build dist/*.tar.gz, and from it dist/*.whl
	$(call set_up,dev)
	@rm -rf dist build/sdist && mkdir -p build/sdist
	$(IN_VENV) -m hatchling build -t sdist
	@tar -xzf dist/paperreader-*.tar.gz -C build/sdist --strip-components 1
	cd build/sdist && ../../$(IN_VENV) -m hatchling build -t wheel
	@mv build/sdist/dist/*.whl dist/ && rm -rf build/sdist && ls -l dist

bench: ## measure the reader in a terminal (benchmarks/README.md has the other measurements)
	$(call set_up,test)
	$(IN_VENV) benchmarks/interface.py $(ARGS)

lock: ## renew requirements/*.txt (newest versions that pyproject.toml allows)
	$(call set_up,lock)
	$(IN_VENV) requirements/lock.py $(ARGS)

clean: ## remove what was made, but nothing of yours
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
