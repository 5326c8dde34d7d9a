# Each goal installs the system packages that it needs and that are lacking (Debian, Ubuntu), and then does its job.

sources = Package.swift Sources Plugins Tests Examples Stores Fuzzing/Package.swift Fuzzing/Sources \
	CommandLine/Package.swift CommandLine/Sources CommandLine/Tests

SECONDS = 10
FORMAT =
PREFIX ?= /usr/local
PLUGIN =
FILTER =
UPDATE =
SANITIZE =
OSIZE =
SEED =

.PHONY: help demo install test api fuzz trial sanitize torture bench docs format lint clean

help:
	@echo "make demo    the examples: a todo list in every format, authors in JSON of a data model"
	@echo "make install the command line basemodel in PREFIX=/usr/local, with its manual and completions"
	@echo "make test    everything that must hold: builds, tests, sanitizer, examples; PLUGIN=JSONFormat for one module's tests alone,"
	@echo "             built with nothing else; FILTER=Golden for the tests of that name"
	@echo "make api     compares the public declarations with those of the last release; UPDATE=1 writes them, in the folder API"
	@echo "make fuzz    damages files of every format and reads them; SECONDS=60 for each, FORMAT=json for one alone"
	@echo "make trial   writes and reads generated types both ways; SECONDS=600, SANITIZE=address, OSIZE=yes"
	@echo "make sanitize  the tests of what reads bytes, and a minute of fuzzing, with AddressSanitizer"
	@echo "make torture thousands of saves killed at random times [KILLS=1000]"
	@echo "make bench   the benchmarks, in a release build; with PEERS=1 against Rust's serde_json, too"
	@echo "make docs    the documentation: one site of all modules, .build/docs/site/index.html"
	@echo "make lint    what swift format would change"
	@echo "make format  change it"
	@echo "make clean   remove all builds"

demo:
	@Scripts/demo.sh

install:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install.sh

test:
	@PLUGIN="$(PLUGIN)" FILTER="$(FILTER)" Scripts/test.sh

api:
	@UPDATE="$(UPDATE)" Scripts/api.sh

fuzz:
	@SECONDS_EACH=$(SECONDS) FORMAT=$(FORMAT) Scripts/fuzz.sh

trial:
	@SECONDS_EACH=$(SECONDS) SANITIZE="$(SANITIZE)" OSIZE="$(OSIZE)" SEED="$(SEED)" Scripts/trial.sh

sanitize:
	@Scripts/sanitize.sh

torture:
	@KILLS="$(KILLS)" Scripts/torture.sh

bench:
	@Scripts/bench.sh

docs:
	@Scripts/docs.sh

lint:
	@swift format lint --recursive --parallel $(sources)

format:
	@swift format --in-place --recursive --parallel $(sources)

clean:
	rm -rf .build Tests/Outsider/.build Examples/*/.build Stores/*/.build Benchmarks/.build Fuzzing/.build CommandLine/.build
