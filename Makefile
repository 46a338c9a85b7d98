# Everything that is done with maitred, from a machine that has Python 3.11 or newer and make.
# `make play` sets up what it needs: a virtual environment in .venv, the packages of requirements/play.lock, and
# maitred itself with its page, compiled where there is a C compiler. `make test` adds requirements/test.lock and docs.lock.

PYTHON ?= python3
PY := .venv/bin/python
MAITRED := .venv/bin/maitred
PIP := $(PY) -m pip --disable-pip-version-check --quiet

# Tests run on the source as it stands, or on the compiled package that is installed.
PURE := MAITRED_EXPECT_BUILD=pure PYTHONPATH=src $(PY) -m pytest
COMPILED := MAITRED_EXPECT_BUILD=compiled $(PY) -m pytest
IN_PARALLEL := -n auto --dist worksteal
# A browser is driven with an event loop of its own, which other suites would stumble over in the same process.
PAGE_SUITE := tests/page
# Two browsers on two busy cores can be late: what failed is tried once more, alone, and that is said.
TEST_PAGE := { $(PURE) $(IN_PARALLEL) $(PAGE_SUITE) || { \
	echo "*** What failed in the browser is tried once more, alone:"; $(PURE) --last-failed $(PAGE_SUITE); }; }
COMPILED_SUITES := tests/api tests/kernel tests/games tests/conformance tests/bots tests/table tests/server tests/gym tests/lab/test_understanding.py

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play terminal demo page docs screenshots test cluster-test soak mutants golden fields schema bench peers gym train-test ladder lint lock clean setup tools no-compiler browser FORCE

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile

# Playing

play: setup ## open the house and play in the browser (HOST=0.0.0.0 lets your network in)
	@$(MAITRED) serve --open $(if $(HOST),--host $(HOST))

terminal: setup ## play Delectable against bots, in the terminal
	@$(MAITRED) play delectable

demo: setup ## watch bots play a game of Delectable
	@$(MAITRED) play delectable --watch --seed 7

page: setup ## serve the page from its sources, before a server that runs beside it (MAITRED_SERVER says where)
	@$(PY) build_tools/page.py dev

docs: .venv/docs ## build the documentation as a site of files, and say where it is
	@$(PY) build_tools/documentation.py

screenshots: tools browser ## write pictures of every screen, and of every board in the states that matter, into build/screenshots
	@PYTHONPATH=.:build_tools $(PY) -m tests.page.screenshots build/screenshots

bench: setup ## measure how fast games are played
	@$(MAITRED) bench

peers: setup ## measure our speed beside other packages', and write the table in docs/speed.md
	@$(PY) benchmarks/peers.py

gym: tools ## measure our environments beside other packages', and write the table in docs/gym.md
	@$(PY) benchmarks/gym.py

# PyTorch and its gigabytes stay out of .venv: an environment of its own that sees what .venv has.
build/train/ready: .venv/installed
	@echo "Installing PyTorch for the processor in build/train (a minute, once)"
	@$(PY) -m venv build/train
	@build/train/bin/python -m pip --disable-pip-version-check --quiet install torch==2.13.0
	@$(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
		> "$$(build/train/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/maitred.pth"
	@touch $@

train-test: tools build/train/ready ## learn a game for a minute with examples/ppo.py and with maitred train, and play what was learned
	@build/train/bin/python examples/ppo.py ovens --minutes 1 --out build/train/net.onnx
	@$(MAITRED) sim ovens --players 2 --bots build/train/net.onnx,random --games 40 --json | $(PY) -c 'import json, sys; \
		share = json.load(sys.stdin)["share"]["build/train/net.onnx"]["share"]; \
		print(f"First in {share:.0%} of 40 games against random bots."); sys.exit(share < 0.7)'
	@build/train/bin/python -m pytest -q -p no:cacheprovider -o python_files='check_*.py' tests/train

ladder: setup ## measure the levels of bots in every game (hours), and write the table in docs/bots.md
	@$(PY) benchmarks/ladders.py

# Testing

test: lint browser ## lint, types, all tests on the source, the page in a browser, rules on the compiled package
	@if $(PY) build_tools/installed.py compiled; then \
		echo "Tests on the source (the strength of bots, and games with more seeds, on the compiled package):"; \
		MAITRED_HYPOTHESIS=brief $(PURE) $(IN_PARALLEL) -m "not soak and not strength" --ignore $(PAGE_SUITE) && \
		echo "Tests of the page in a browser:" && \
		$(TEST_PAGE) && \
		echo "Tests on the compiled package:" && \
		$(COMPILED) $(IN_PARALLEL) $(COMPILED_SUITES); \
	else \
		echo "Tests on the source:"; \
		$(PURE) $(IN_PARALLEL) --ignore $(PAGE_SUITE) && \
		echo "Tests of the page in a browser:" && \
		$(TEST_PAGE) && \
		$(MAKE) --no-print-directory no-compiler; \
	fi

soak: mutants browser ## what takes longer: mutants, 20,000 games of every player count, a minute of nonsense per game, 10,000 games in one house, attacks, kills, 100,000 calls of agents, every decision of every player count on one screen
	@if $(PY) build_tools/installed.py compiled; then \
		$(COMPILED) $(IN_PARALLEL) -m soak tests/conformance; \
	else \
		$(PURE) $(IN_PARALLEL) -m soak tests/conformance && $(MAKE) --no-print-directory no-compiler; \
	fi
	@MAITRED_HYPOTHESIS=soak $(PURE) $(IN_PARALLEL) -m "not soak" tests/conformance
	@$(PURE) -s -m soak tests/server tests/agents
	@$(PURE) $(IN_PARALLEL) -m soak $(PAGE_SUITE)

cluster-test: build/cluster/installed ## the lab on a real Ray cluster of two nodes, one of them killed, in an environment of its own
	@RAY_raylet_start_wait_time_s=300 RAY_worker_register_timeout_seconds=300 PYTHONPATH=src:. \
		build/cluster/bin/python -m pytest -q --noconftest -p no:cacheprovider -o filterwarnings=default -o python_files='check_*.py' tests/cluster

build/cluster/installed: requirements/cluster.lock
	@echo "Installing the packages of requirements/cluster.lock into build/cluster (a minute, once)"
	@"$(PYTHON)" -m venv --clear build/cluster
	@build/cluster/bin/python -m pip --disable-pip-version-check --quiet install --no-compile --require-hashes -r requirements/cluster.lock
	@touch $@

browser:
	@$(PY) build_tools/browser.py || [ $$? = 3 -a -z "$$CI" ]

no-compiler:
	@echo
	@echo "*** THE COMPILED PACKAGE WAS NOT TESTED: it is installed as plain Python."
	@printf '*** '; if $(PY) build_tools/native.py --check && [ "$$MAITRED_COMPILE" != 0 ]; then \
		echo "*** But compiling failed (make clean setup says how), so this is a failure."; exit 1; fi
	@if [ -n "$$CI" ]; then echo "*** With CI set this is a failure."; exit 1; fi

lint: tools ## ruff, mypy, what follows from the fields of states, and the page's own checks
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy
	@$(PY) build_tools/fields.py --check
	@$(PY) build_tools/page.py check || [ $$? = 3 -a -z "$$CI" ]

mutants: tools ## break the rules one by one and see that tests notice
	@PYTHONPATH=src $(PY) -m maitred.testing mutants --tests tests/games

golden: tools ## write perft.json and playthrough.txt of every game anew, on purpose
	@PYTHONPATH=src $(PY) -m maitred.testing golden --tests tests/games

fields: tools ## write anew how states are copied, packed and read, from the fields they declare
	@$(PY) build_tools/fields.py

schema: setup ## write the protocol's description in docs/ anew
	@PYTHONPATH=src $(PY) -m maitred.server.schema docs

# Setting up

setup: .venv/installed

tools: .venv/tools .venv/docs setup

ifeq ($(wildcard $(PY)),)
.venv/made: FORCE
endif
.venv/made:
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "There is no $(PYTHON) here: install Python 3.11 or newer, or say which: make PYTHON=/path/to/python3."; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "maitred needs Python 3.11 or newer; $$("$(PYTHON)" --version 2>&1) is too old (say which: make PYTHON=/path/to/python3)."; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot make virtual environments (on Debian or Ubuntu: apt install python3-venv)."; exit 1; }
	@echo "Making a virtual environment in .venv"
	@"$(PYTHON)" -m venv --clear .venv
	@touch $@

.venv/locked: .venv/made requirements/play.lock
	@echo "Installing the packages of requirements/play.lock (some 20 seconds, once)"
	@$(PIP) install --no-compile --require-hashes -r requirements/play.lock
	@touch $@

.venv/tools: .venv/locked requirements/test.lock
	@echo "Installing the packages of requirements/test.lock (some 20 seconds, once)"
	@$(PIP) install --no-compile --require-hashes -r requirements/test.lock
	@touch $@

.venv/docs: .venv/made requirements/docs.lock
	@echo "Installing the packages of requirements/docs.lock (some 20 seconds, once)"
	@$(PIP) install --no-compile --require-hashes -r requirements/docs.lock
	@touch $@

.venv/inputs: .venv/made FORCE
	@$(PY) build_tools/inputs.py > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.venv/installed: .venv/locked .venv/inputs
	@echo "Building and installing maitred (up to a minute when the rules or the page have changed)"
	@$(PIP) install --no-compile --no-deps --no-build-isolation --force-reinstall .
	@$(PY) build_tools/installed.py
	@touch $@

lock: .venv/made ## write the locks in requirements/ anew
	@$(PIP) install uv
	@cd requirements && for lock in play test postgres docs cluster; do ../$(PY) -m uv pip compile --quiet --universal --generate-hashes \
		--python-version 3.11 --no-header --no-annotate --upgrade --output-file $$lock.lock $$lock.in || exit 1; done

clean: ## remove what was set up and built
	@rm -rf .venv build dist web/node_modules web/dist web/src/lib/wire.ts web/src/games/*/shapes.ts .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests build_tools -name __pycache__ -prune -exec rm -rf {} +
