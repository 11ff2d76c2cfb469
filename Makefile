# Two commands for a newcomer: `make run` and `make test`. Both set up what they need first.

PYTHON ?= python3
# Tests run in this many processes: as many as there are cores, but each has a torch host (2 GiB).
JOBS ?= $(shell cores=$$(nproc 2>/dev/null || echo 2); \
  room=$$(awk '/^MemAvailable/ {print int($$2 / 2097152)}' /proc/meminfo 2>/dev/null); \
  [ "$$cores" -le "$${room:-2}" ] || cores=$$room; [ "$$cores" -gt 2 ] && echo "$$cores" || echo 2)
# Inputs of `make fuzz` (3000 take about a minute), and where their random numbers begin.
N ?= 3000
SEED ?= 1
IN_VENV := .venv/bin/python
HEADLESS := QT_QPA_PLATFORM=offscreen $(IN_VENV)
CPP_FILES = $(shell find ops_lib ort_ops resources tests workbench -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.cc')

.PHONY: help run test test-all test-large test-gcc test-clang coverage lint format bench faults fuzz site screenshots headers setup clean

help:
	@echo "make run      set up, then open the window; without a display work headless"
	@echo "make test     set up, then lint, types, and the tests that hold each promise once"
	@echo "make test-large  the same with more random examples, and the tests that take long"
	@echo "make test-all that, and what builds once more with the system's g++ and clang++"
	@echo "make coverage what of the program the tests reach, as pages in htmlcov/"
	@echo "make lint     only ruff, mypy and clang-format"
	@echo "make format   rewrite the sources in the house format"
	@echo "make bench    measure the times that the program promises"
	@echo "make faults   what the program says of kernels that are broken on purpose"
	@echo "make fuzz     damaged and hostile files, read in every way there is: N=100000 for that many"
	@echo "make site     the manual as a web site in build/site"
	@echo "make screenshots  pictures of every page in build/screenshots; those of the manual anew"
	@echo "make headers  fetch ONNX Runtime's official C++ headers (optional)"
	@echo "make clean    remove .venv and everything made from the sources"

run: setup
	@$(IN_VENV) tools/fetch_ort_headers.py --best-effort
	@$(IN_VENV) -m workbench start

test: lint
	@$(IN_VENV) tools/fetch_ort_headers.py --best-effort
	$(HEADLESS) -m pytest -n $(JOBS) --dist worksteal --durations=10 --durations-min=5 $(PYTEST_FLAGS)

# Each pass runs, also where one before it has failed.
test-all:
	$(MAKE) --keep-going --jobs=1 test-large test-gcc test-clang

test-large:
	$(MAKE) test TEST_PROFILE=large

test-gcc: setup
	CXX=g++ $(HEADLESS) -m pytest -n $(JOBS) --dist worksteal tests/ops tests/engine tests/pains

test-clang: setup
	@if command -v clang++ >/dev/null; then \
	  CXX=clang++ $(HEADLESS) -m pytest -n $(JOBS) --dist worksteal tests/ops/test_gallery.py; \
	else echo "The system has no clang++: the gallery was not built with one (Debian: apt install clang)."; fi

coverage: setup
	$(HEADLESS) -m pytest -n $(JOBS) --dist worksteal --cov --cov-report=html --cov-report=term $(PYTEST_FLAGS)

lint: setup
	$(IN_VENV) -m ruff check .
	$(IN_VENV) -m ruff format --check .
	$(IN_VENV) -m mypy workbench
	@test -z "$(CPP_FILES)" || .venv/bin/clang-format --dry-run -Werror $(CPP_FILES)

format: setup
	$(IN_VENV) -m ruff check --fix .
	$(IN_VENV) -m ruff format .
	@test -z "$(CPP_FILES)" || .venv/bin/clang-format -i $(CPP_FILES)

bench: setup
	$(HEADLESS) tools/bench.py

faults: setup
	@$(IN_VENV) tools/fetch_ort_headers.py --best-effort
	$(HEADLESS) tools/faults.py

fuzz: setup
	$(HEADLESS) tools/fuzz.py -n $(N) --seed $(SEED)

# mkdocs is for this alone: it is not among what a set-up installs.
site: setup
	@$(IN_VENV) -c 'import mkdocs' 2>/dev/null || $(IN_VENV) -m pip install -q -c constraints.txt mkdocs-material
	@NO_MKDOCS_2_WARNING=1 $(IN_VENV) tools/site.py

screenshots: setup
	@$(IN_VENV) tools/fetch_ort_headers.py --best-effort
	$(HEADLESS) tools/screenshots.py --manual

headers: setup
	$(IN_VENV) tools/fetch_ort_headers.py

# The environment's own Python is the quickest to tell that nothing is to be done.
setup:
	@if $(IN_VENV) -S -c '' 2>/dev/null; then \
	  $(IN_VENV) -S tools/setup.py $(SETUP_FLAGS); \
	elif command -v $(PYTHON) >/dev/null; then \
	  $(PYTHON) tools/setup.py $(SETUP_FLAGS); \
	else \
	  echo "Op Workbench needs Python 3.11 or newer, and there is no $(PYTHON)." >&2; \
	  echo "On Debian and Ubuntu: sudo apt-get install python3 python3-venv" >&2; exit 1; \
	fi

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
