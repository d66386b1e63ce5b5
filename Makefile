# `make run` shows the main job, `make test` checks everything. Each sets itself up.
.PHONY: run serve test lint types rooms unit thorough bench large paper paper-long leaderboard kills fuzz api load page-speed lock clean
.DEFAULT_GOAL := run

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements.lock
OUT ?= results

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "cheapbandits needs Python 3.11 or newer; none was found"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(BIN)/python pyproject.toml $(LOCK)
	$(BIN)/python -m pip install -q -c $(LOCK) -e '.[plots]'
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml $(LOCK)
	$(BIN)/python -m pip install -q -c $(LOCK) -e '.[dev]'
	@touch $@ $(VENV)/.run $(VENV)/.serve

# Other libraries' demands must not reach the environment that is tested.
$(VENV)-bench/.ready: $(BIN)/python pyproject.toml
	$(BIN)/python -m venv $(VENV)-bench
	$(VENV)-bench/bin/python -m pip install -q -e '.[bench]'
	@touch $@

run: $(VENV)/.run
	$(BIN)/cheapbandits reproduce --quick --out $(OUT)/paper-quick

$(VENV)/.serve: $(BIN)/python pyproject.toml $(LOCK)
	$(BIN)/python -m pip install -q -c $(LOCK) -e '.[plots,serve]'
	@touch $@

# A server with a demo: the counties half way, and a finished campaign. PORT=0 takes a free one.
PORT ?= 8321
serve: $(VENV)/.serve
	mkdir -p $(OUT)
	$(BIN)/cheapbandits serve --demo --db $(OUT)/demo.db --port $(PORT)

# The types are looked at beside the tests, for without its notes of last time mypy takes half a
# minute of one core; what it finds is shown after them. Either failing fails the whole.
test: lint rooms $(VENV)/.browser
	@said=$$(mktemp); $(MAKE) --no-print-directory types >$$said 2>&1 & types=$$!; \
	trap 'kill $$types; rm -f $$said; exit 130' INT TERM; \
	$(MAKE) --no-print-directory unit; unit=$$?; \
	wait $$types; types=$$?; cat $$said; rm -f $$said; \
	test $$unit -eq 0 && test $$types -eq 0

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

rooms: $(VENV)/.dev
	$(BIN)/lint-imports

# The page's tests need a Chromium: the system's, or one that is fetched; in CI it must be there.
$(VENV)/.browser: $(VENV)/.dev
	$(BIN)/python -m tests.page.browser
	@touch $@

# One thread for the linear algebra: the tests themselves use the cores. Their databases lie in
# memory where there is room: on a disk every commit waits for it, 5 ms here.
# Compiled modules are kept, whatever the shell says: hundreds of processes are started.
FAST := $(shell test "$$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 {print $$4}')" -gt 4000000 \
	2>/dev/null && test -w /dev/shm && echo TMPDIR=/dev/shm)
# Two workers more than cores: many tests wait for a server, a browser or a clock.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 2)
unit: $(VENV)/.dev $(VENV)/.browser
	$(FAST) PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 \
		$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS)

# Every test, the wide forms too that `make test` leaves out.
thorough: $(VENV)/.dev $(VENV)/.browser
	$(MAKE) --no-print-directory unit TESTS="-m 'thorough or not thorough'"

bench: $(VENV)-bench/.ready
	$(VENV)-bench/bin/python -m benchmarks

# A million nodes and the like. The real graphs are looked for under DATA: roads/FLA.gr.xz,
# relief/etopo20.npz, forest/covtype_quant10.npz; what is not there is left out, and said so.
DATA ?= data
large: $(VENV)/.dev
	$(BIN)/python -m benchmarks.large --data $(DATA)

# The full reproduction; what a reader needs of it goes to docs/paper.
paper: $(VENV)/.run
	$(BIN)/cheapbandits reproduce --out $(OUT)/paper
	mkdir -p docs/paper
	cp $(OUT)/paper/report.* $(OUT)/paper/*.png $(OUT)/paper/claims.json $(OUT)/paper/manifest.json docs/paper/

# The same, and fresh runs until every sentence about regret is decided or a cap is reached.
paper-long: $(VENV)/.run
	$(BIN)/cheapbandits reproduce --decide --out $(OUT)/paper
	mkdir -p docs/paper
	cp $(OUT)/paper/report.* $(OUT)/paper/*.png $(OUT)/paper/claims.json $(OUT)/paper/manifest.json docs/paper/

# All policies on all fields, those of DATA among them where they are there; goes on where it
# stopped. The Gaussian process on coordinates joins from the benchmarks. The seeds from 0 were used
# while policies were made: those that are published come from others.
BOARD_SEED ?= 7000
leaderboard: $(VENV)/.dev
	PYTHONPATH=. $(BIN)/cheapbandits leaderboard --out $(OUT)/leaderboard --seed $(BOARD_SEED) \
		--with benchmarks.peers.coordinates_gp $(if $(wildcard $(DATA)),--data $(DATA))
	mkdir -p docs/leaderboard
	cp $(OUT)/leaderboard/report.* $(OUT)/leaderboard/*.png $(OUT)/leaderboard/board.json \
		$(OUT)/leaderboard/performance.csv $(OUT)/leaderboard/manifest.json docs/leaderboard/

# The long form of the kill test: 200 times kill -9 on each database; the counts go to docs.
kills: $(VENV)/.dev
	rm -f docs/kills.jsonl
	CHEAPBANDITS_KILLS=200 CHEAPBANDITS_KILLS_REPORT=docs/kills.jsonl OPENBLAS_NUM_THREADS=1 \
		$(BIN)/python -m pytest tests/campaign/test_faults.py -k kill_9
	@cat docs/kills.jsonl

# Hostile files, names, numbers and command lines; the counts go to docs/fuzz.md.
FUZZ_INPUTS ?= 10000
FUZZ_SECONDS ?= 600
FUZZ_SEED ?= 0
fuzz: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tools.fuzz --inputs $(FUZZ_INPUTS) \
		--seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED) --keep $(OUT)/fuzz

# Made requests on every operation of the API; the counts go to docs/api.md.
API_EACH ?= 100
api: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tools.api --each $(API_EACH)

# 50 clients for a minute on each database, with a server that is killed; goes to docs/load.md.
LOAD_SECONDS ?= 60
load: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tools.load --seconds $(LOAD_SECONDS)

# The page's speed on a real server and browser; goes to docs/page-speed.md. Best on a quiet machine.
page-speed: $(VENV)/.dev $(VENV)/.browser
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tools.page_speed

# Writes the versions that are installed now, after the tests passed with them.
lock: $(VENV)/.dev
	$(BIN)/python -m pip freeze --exclude-editable > $(LOCK)

clean:
	rm -rf $(VENV) $(VENV)-bench $(OUT) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
