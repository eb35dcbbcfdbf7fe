# Ternion: builds the library libternion, the command ternion, and their tests.
#
#	make            ./ternion, libternion.a, libternion.so
#	make demo       replays a shipped record
#	make check      the tests, in some minutes
#	make check-all  these and the others: sanitizers, failing calls, packages,
#	                browsers, fuzz corpora, threads, fast ways and general ones
#	make bench      speed and memory, beside pgn-extract
#	make repair-bench  how well faults in records are repaired
#	make deb        a package for Debian
#	make dist       the sources of the last commit, as an archive
#	make static     ./ternion-static, one file that needs no library
#	make static-arm64  the same for arm64; needs Debian's cross compiler
#	make release    all packages and their checksums, in dist/
#	make wheel      the Python package, in dist/
#	make vsix       the extension for VS Code, in dist/; needs npm
#	make desk       a page with the engine, dist/desk.html; needs emscripten
#	make npm        the command for Node, in dist/; needs emscripten
#
# Knobs, on the command line or in the environment:
#
#	DEV=1           builds quickly, with warnings as errors: for daily work
#	SAN=1           with the address and undefined behaviour sanitizers
#	B=obj           the folder for objects; make check-all has obj/asan, too
#	V=1             shows whole commands
#	REPOSITORY      the address of the sources, named in the extension
#	SEED=7          of the random games in tests; empty: the fixed one
#	PREFIX, DESTDIR where `make install` puts things
#	CC, CFLAGS, CPPFLAGS, LDFLAGS, AR, OBJCOPY as everywhere
#
# Changed flags compile everything again.
ifeq ($(origin CC),default)
CC = gcc
endif
B ?= obj
PREFIX ?= /usr/local
OBJCOPY ?= objcopy
CFLAGS ?= $(if $(SAN),-O1 -g1,$(if $(DEV),-O1,-O3) -g)
MAKEFLAGS += --no-builtin-rules
# On all cores, unless the caller says how many (make -j1), or asks for several
# things, of which the first may be `clean`.
ifeq ($(MAKELEVEL)$(word 2,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell nproc)
endif

VERSION = $(call once,VERSION,sed -n \
	's/^.define TERNION_VERSION "\(.*\)"/\1/p' formats/library/ternion.h)
SOVERSION = 0

# Where a shell looks for its completions, below share/.
COMPLETIONS = bash:bash-completion/completions/ternion \
	zsh:zsh/site-functions/_ternion \
	fish:fish/vendor_completions.d/ternion.fish

# --- sources ---------------------------------------------------------------

# objects FOLDER...: an object for each source in the folders and below
objects = $(patsubst %.c,$B/%.o,$(wildcard $(foreach d,$1,$d/*.c $d/*/*.c)))
# programs PREFIX: a program for each source that begins so
programs = $(patsubst %.c,$B/%,$(wildcard $1*.c))

LIB_OBJ = $(call objects,rules parse formats)
CMD_OBJ = $(call objects,cmd)
NAIVE_OBJ = $(call objects,tests/naive)
PAGE = $(patsubst formats/%,$B/formats/%.bytes,$(wildcard formats/page/*.css \
	formats/page/*.html formats/page/*.js formats/draw/*.svg))

UNIT_BIN = $(call programs,tests/unit/test_)
PROPERTY_BIN = $(call programs,tests/property/prop_)
FUZZ_BIN = $(call programs,tests/fuzz/fuzz_)
BENCH_BIN = $(call programs,tests/bench/)
TOOLS_BIN = $(addprefix $B/tests/tools/,random_games random_calls naive_step \
	rules_alone fail_calls.so)
RANDOM_GAMES = $B/tests/tools/random_games

# --- flags -----------------------------------------------------------------

# What a command prints, asked once and only when it is used.
once = $(eval $1 := $(shell $2))$($1)

# The libraries as pkg-config knows them, and Debian's packages of them.
PACKAGES = libpcre2-8=libpcre2-dev yaml-0.1=libyaml-dev yajl=libyajl-dev \
	zlib=zlib1g-dev libzstd=libzstd-dev
TEST_PACKAGES = cmocka=libcmocka-dev
DEPS = $(foreach p,$(PACKAGES),$(firstword $(subst =, ,$p)))
DEPCFLAGS = $(call once,DEPCFLAGS,pkg-config --cflags $(DEPS))
LIBS = $(call once,LIBS,pkg-config --libs $(DEPS))
CMOCKA = $(call once,CMOCKA,pkg-config --cflags --libs cmocka)

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow \
	-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
	-Wwrite-strings -Wcast-qual -Wpointer-arith -Wformat=2 -Wundef -Wvla \
	-Wswitch-enum -Wnull-dereference -Wdouble-promotion

# What makes faults in memory harder to exploit, where the compiler has it.
# FORTIFY is for optimized code, and a level in the caller's flags goes first.
# The sanitizers see more and do without.
accepts = printf '\043include <stdio.h>\n' | \
	$(CC) $1 -O1 -Werror -x c -c -o /dev/null - 2>/dev/null
CF_PROTECTION = $(call once,CF_PROTECTION,$(call \
	accepts,-fcf-protection) && echo -fcf-protection)
FORTIFY = $(call once,FORTIFY,$(call accepts,-U_FORTIFY_SOURCE \
	-D_FORTIFY_SOURCE=3) && echo 3 || echo 2)
HARDENING = -fstack-protector-strong $(CF_PROTECTION) \
	$(if $(filter-out -O0,$(filter -O%,$(CFLAGS))),$(if $(findstring \
	_FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,-U_FORTIFY_SOURCE \
	-D_FORTIFY_SOURCE=$(FORTIFY)))

# Positions are copied, and what is known of a ply is cleared, many times: by
# vectors, where the compiler would take a string instruction, which starts
# slowly. The C library has wider ones, which pay off for whole positions.
comma = ,
IN_VECTORS = vector_loop:256:noalign$(comma)libcall:-1:noalign
BY_VECTORS = -mmemcpy-strategy=$(IN_VECTORS) -mmemset-strategy=$(IN_VECTORS)
COPIES = $(call once,COPIES,$(call accepts,$(BY_VECTORS)) && echo \
	$(BY_VECTORS))

# Functions begin where the processor fetches its next bytes: else how fast one
# is depends, by up to a seventh, on how long those before it happen to be.
SPEED = $(COPIES) -falign-functions=64

SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer

FEATURES = -D_XOPEN_SOURCE=700
# What the compiler and the linker are told alike.
MODE = $(if $(SAN),$(SANITIZERS),$(if $(DEV),,$(SPEED)))
ALL_CFLAGS = -std=c11 $(FEATURES) $(WARNINGS) -fno-common -fPIC \
	-fvisibility=hidden -I. -I$B -include parse/text/banned.h $(DEPCFLAGS) \
	$(if $(DEV),,-ffile-prefix-map=$(CURDIR)=.) \
	$(if $(DEV),-Werror) $(if $(SAN),,$(HARDENING)) $(MODE) \
	$(CPPFLAGS) $(CFLAGS)
ALL_LDFLAGS = $(MODE) -Wl,-z,relro,-z,now $(CFLAGS) $(LDFLAGS)
TEST_LDFLAGS = $(if $(SAN),$(SANITIZERS)) $(CFLAGS) $(LDFLAGS)

# --- what is built ---------------------------------------------------------

all: ternion libternion.a libternion.so ternion.pc man/ternion-diagnostics.7

# run WORD: before a command, which is shown as this word and the target
run = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,printf \
	'  %-5s %s\n' $1 $@;))

ternion: $B/ternion
	$(call run,CP)cp $< $@

$B/ternion: $(CMD_OBJ) $B/libternion.a
	$(call run,LINK)$(CC) $(ALL_LDFLAGS) -pie -o $@ $(CMD_OBJ) \
	    $B/libternion.a $(LIBS)

$B/libternion.a: $(LIB_OBJ) $B/objects
	$(call run,AR)rm -f $@ && $(AR) qcs $@ $(LIB_OBJ)

# The library as others link it shows the functions of ternion.h and nothing
# else: the static one is a single object in which all other names are local.
libternion.a: $B/libternion.o
	$(call run,AR)rm -f $@ && $(AR) qcs $@ $<

$B/libternion.o: $(LIB_OBJ) $B/objects
	$(call run,LINK)$(CC) $(MODE) $(CFLAGS) -r -nostdlib \
	    -o $@ $(LIB_OBJ) && $(OBJCOPY) --localize-hidden $@

libternion.so: libternion.so.$(VERSION)
	@ln -sf $< libternion.so.$(SOVERSION)
	@ln -sf libternion.so.$(SOVERSION) $@

libternion.so.$(VERSION): $(LIB_OBJ) $B/objects formats/library/libternion.map
	$(call run,LINK)$(CC) $(ALL_LDFLAGS) -shared \
	    -Wl,-soname,libternion.so.$(SOVERSION) \
	    -Wl,--version-script=formats/library/libternion.map \
	    -o $@ $(LIB_OBJ) $(LIBS)

# Debian's archive of yajl has the name that its authors gave it.
YAJL_ARCHIVE = $(call once,YAJL_ARCHIVE,[ -e \
	"$$($(CC) -print-file-name=libyajl_s.a)" ] && echo -lyajl_s || echo -lyajl)

# Made again each time: it holds the PREFIX of this call.
ternion.pc: always
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' \
	    'includedir=$${prefix}/include/ternion' '' 'Name: ternion' \
	    'Description: Records of three-player chess' \
	    'Version: $(VERSION)' \
	    'Requires.private: $(filter-out yajl,$(DEPS))' \
	    'Libs: -L$${libdir} -lternion' 'Libs.private: $(YAJL_ARCHIVE)' \
	    'Cflags: -I$${includedir}' > $@

$B/%.o: %.c $B/flags Makefile
	@mkdir -p $(@D)
	$(call run,CC)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Most games do not pass through these, ply by ply: they are compiled in less
# time instead of running in less.
COLD = $(call objects,cmd/lsp cmd/options parse/diag parse/repair \
	$(addprefix formats/,config draw library log page report))
$(COLD): private CFLAGS := $(CFLAGS:-O3=-O1)

# Files without a name, and the cores of a process, are Linux's own.
$B/cmd/run/new_file.o $B/cmd/run/feed.o: private FEATURES = -D_GNU_SOURCE

# Texts for a page and for `help`, as bytes of C.
HELP = $(patsubst cmd/%,$B/%.bytes,$(wildcard cmd/*.txt))
$(PAGE): $B/%.bytes: %
$(HELP): $B/%.bytes: cmd/%
$(PAGE) $(HELP):
	@mkdir -p $(@D)
	$(call run,OD)od -A n -v -t u1 $< | sed 's/[0-9][0-9]*/&,/g' > $@

$B/formats/page/format_html.o $B/formats/draw/svg_drawing.o: $(PAGE)
$B/cmd/help.o $B/cmd/options/usage.o $B/cmd/options/completion.o: $(HELP)

# The explanations of diagnostics, for the program and as a page.
EXPLANATIONS = parse/diag/explanations.awk parse/diag/diag.def \
	parse/diag/explanations.txt

$B/explanations.def: $(EXPLANATIONS)
	@mkdir -p $(@D)
	$(call run,AWK)awk -f $(EXPLANATIONS) > $@

$B/parse/diag/diag.o: $B/explanations.def

man/ternion-diagnostics.7: man/diagnostics.head $(EXPLANATIONS)
	$(call run,AWK){ cat $<; awk -v page=1 -f $(EXPLANATIONS); } > $@

# Two files that are written when what they hold changes: the flags, on which
# all objects depend, and the names of the objects, on which the libraries
# depend, so that nothing remains in them of a source that was removed.
# `make install` and `make deb` take what was built, whatever the flags were.
$B/flags: holds = $(CC) $(AR) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(TEST_LDFLAGS)
$B/objects: holds = $(LIB_OBJ) $(CMD_OBJ)
$B/flags $B/objects: $(if $(filter install deb,$(MAKECMDGOALS)),,always) | \
    libraries
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(holds))' | cmp -s - $@ || \
	    echo '$(subst ','\'',$(holds))' > $@

# Names what is missing once, before the compiler stumbles over each header.
libraries: needs = $(PACKAGES)
test-libraries: needs = $(TEST_PACKAGES)
libraries test-libraries:
	@for tool in $(firstword $(CC)) pkg-config; do \
	    command -v "$$tool" >/dev/null || missing="$$missing $$tool" \
	        packages="$$packages $$tool"; done; \
	[ -n "$$missing" ] || for one in $(needs); do \
	    pkg-config --exists "$${one%=*}" || missing="$$missing $${one%=*}" \
	        packages="$$packages $${one#*=}"; done; \
	[ -z "$$missing" ] || { echo "make: missing:$$missing (on Debian:" \
	    "apt-get install$$packages)" >&2; exit 1; }

# --- tests -----------------------------------------------------------------

# Nobody waits for the tests' own code, but for its compilation.
$B/tests/unit/%.o $B/tests/fuzz/%.o: private override CFLAGS += -O1

# The naive engines are what the program is held to, not what is tested:
# without the sanitizers they take a third of the time.
$(NAIVE_OBJ): private override SAN =

TEST_BIN = $(UNIT_BIN) $(PROPERTY_BIN) $(FUZZ_BIN) $(BENCH_BIN) \
	$(filter-out %.so,$(TOOLS_BIN))
$(UNIT_BIN:%=%.o): | test-libraries
$(PROPERTY_BIN) $B/tests/tools/naive_step: $(NAIVE_OBJ)
# A fuzzer brings a main of its own: tests/fuzz/run.sh leaves this one out.
FUZZ_MAIN = $B/tests/fuzz/corpus_main.o
$(FUZZ_BIN): $(FUZZ_MAIN)
# They have the program's main in themselves.
$B/tests/fuzz/fuzz_command $B/tests/fuzz/fuzz_lsp: \
    $(filter-out %/main.o,$(CMD_OBJ))
# The rules know neither text nor files: they link alone.
$B/tests/tools/rules_alone: $(call objects,rules)
$(filter-out %/rules_alone,$(TEST_BIN)): $B/libternion.a
$(TEST_BIN): %: %.o
	$(call run,LINK)$(CC) $(TEST_LDFLAGS) -o $@ $(filter %.o,$^) \
	    $(if $(filter %.a,$^),$(filter %.a,$^) $(LIBS)) \
	    $(if $(filter $@,$(UNIT_BIN)),$(CMOCKA))

# Nothing but the C library is behind it: the tested program loads it first.
$B/tests/tools/fail_calls.so: tests/tools/fail_calls.c
	@mkdir -p $(@D)
	$(call run,LINK)$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -O1 -fPIC \
	    -shared -o $@ $<

# The whole library, for tests/python.py: with the sanitizers, where it has them.
$B/tests/libternion.so: $B/libternion.a
	@mkdir -p $(@D)
	$(call run,LINK)$(CC) $(TEST_LDFLAGS) -shared -o $@ -Wl,--no-as-needed \
	    -Wl,--whole-archive $< -Wl,--no-whole-archive $(LIBS)

tests: $B/ternion $B/tests/libternion.so $(UNIT_BIN) $(PROPERTY_BIN) $(FUZZ_BIN) $(TOOLS_BIN)

-include $(wildcard $(patsubst %.o,%.d,$(LIB_OBJ) $(CMD_OBJ) $(NAIVE_OBJ) \
	$(TEST_BIN:%=%.o) $(FUZZ_MAIN)))

# One line per failure, and at the end "N passed, N failed".
check: libraries test-libraries
	@$(MAKE) --no-print-directory all tests
	@SEED=$(SEED) tests/run.sh obj

check-all: libraries test-libraries
	@$(MAKE) --no-print-directory all tests
	@$(MAKE) --no-print-directory slow
	@$(MAKE) --no-print-directory threads
	@$(MAKE) --no-print-directory SAN=1 B=obj/asan tests
	@SEED=$(SEED) SECTIONS="$${SECTIONS-all}" tests/run.sh obj obj/asan

asan:
	@$(MAKE) --no-print-directory SAN=1 B=obj/asan tests
	@SEED=$(SEED) tests/run.sh obj/asan

# The program without its fast ways, for the section that compares it.
slow:
	@$(MAKE) --no-print-directory DEV=1 B=$B/slow \
	    CPPFLAGS='$(CPPFLAGS) -DTERNION_NO_FAST' $B/slow/ternion

# Calls from threads, under the sanitizer that knows what they share.
threads:
	@$(MAKE) --no-print-directory SAN=1 SANITIZERS='-fsanitize=thread \
	    -fno-omit-frame-pointer' B=$B/tsan $B/tsan/tests/tools/random_calls

# Rewrites the expected outputs; read the difference like code.
golden: all tests
	@tests/tools/lists.py ./ternion
	@formats/library/bindings.py
	@tests/run.sh --golden obj

# Every call of the C library fails once, under every command.
oom: all tests
	@tests/failures/run.sh $B all

perft: ternion
	@tests/perft/run.sh ./ternion

# Single faults in the sources that no test finds; an hour.
mutants:
	@tests/mutants.py

# Random games through every command, until one differs; an hour.
soak: all tests
	@tests/soak.py ./ternion $(RANDOM_GAMES) $(PROPERTY_BIN)

# Real fuzzing, a minute for each target; needs clang's runtime.
fuzz:
	@tests/fuzz/run.sh

# tests/bench/run.py and curves.py say what BENCH_RUNS, BENCH_MB, BENCH_BASE and
# others do.
bench: ternion
	@$(MAKE) --no-print-directory $(RANDOM_GAMES) $(BENCH_BIN)
	@tests/bench/run.py ./ternion $(RANDOM_GAMES) $(BENCH_BIN)
	@tests/bench/curves.py ./ternion $(RANDOM_GAMES) \
	    $B/tests/bench/measure
	@tests/bench/growth.py ./ternion $(RANDOM_GAMES)
	@tests/bench/instructions.py ./ternion $(RANDOM_GAMES)

# How well faults are repaired; tests/bench/repair.py says what
# REPAIR_GAMES, REPAIR_SEED and others do.
repair-bench: ternion $(RANDOM_GAMES)
	@PYTHONDONTWRITEBYTECODE=1 tests/bench/repair.py ./ternion \
	    $(RANDOM_GAMES)

# A page with every board, seat, theme, label and state, to look at.
gallery: ternion
	@tests/gallery.sh ./ternion gallery

# The pictures of the README.
pictures: ternion
	@tests/gallery.sh ./ternion man readme

demo: DEMO = tests/examples/slip.pgn
demo:
	@$(MAKE) --no-print-directory ternion
	@mkdir -p $B/demo
	@echo '1. ternion check finds the slip of the pen in a record:'
	@./ternion check $(DEMO) || [ $$? -eq 1 ]
	@echo '2. ternion check --fix --diff shows the repair:'
	@./ternion check -q --fix --diff $(DEMO) || [ $$? -eq 1 ]
	@./ternion check -q --fix - < $(DEMO) > $B/demo/game.pgn
	@echo '3. ternion position --to unicode draws the board after move 10:'
	@./ternion position --move 10b --to unicode $B/demo/game.pgn
	@echo '4. ternion convert -n siege names the cells as each player sees them:'
	@./ternion convert -n siege $B/demo/game.pgn | sed -n '/^1\./,+1p'
	@./ternion convert -t html -O $B/demo/game.html $B/demo/game.pgn
	@echo '5. $B/demo/game.html replays the game in a browser.'

# --- housekeeping ----------------------------------------------------------

SOURCES = $(wildcard $(foreach d,cmd parse rules formats tests,$d/*.[ch] $d/*/*.[ch]))

# It looks at every file with what the compiler defines, and at those that know
# other compilers and processors in every way.
CPPCHECK = cppcheck -j $(shell nproc) --std=c11 --quiet --error-exitcode=1 \
	--inline-suppr --enable=warning,performance,portability -I. \
	--suppress=missingIncludeSystem

lint: ternion man/ternion-diagnostics.7
	$(CPPCHECK) -D__GNUC__ -D__SSE2__ cmd parse rules formats
	$(CPPCHECK) rules/board formats/pgn
	clang-format --dry-run --Werror $(SOURCES)
	mandoc -T lint -W warning man/*.[1357]
	tests/check_words.sh
	tests/check_layers.sh
	tests/check_printing.py

# Follows the paths through each function, which takes minutes.
analyze: ternion
	printf '%s\n' $(patsubst $B/%.o,%.c,$(LIB_OBJ) $(CMD_OBJ)) | \
	    xargs -P $(shell nproc) -n 8 clang --analyze -Xclang \
	        -analyzer-werror --analyzer-output text -std=c11 -D_GNU_SOURCE \
	        -I. -I$B -include parse/text/banned.h $(DEPCFLAGS)

format:
	clang-format -i $(SOURCES)

# Line coverage of the tests, as a table by file.
cover:
	@$(MAKE) --no-print-directory B=obj/cover CFLAGS='-O0 -g --coverage' \
	    LDFLAGS=--coverage tests
	@tests/run.sh obj/cover
	@lcov --quiet --capture --directory obj/cover --base-directory . \
	    --no-external --output-file obj/cover/all.info
	@lcov --quiet --remove obj/cover/all.info '*/tests/*' \
	    --output-file obj/cover/ternion.info
	@lcov --list obj/cover/ternion.info

# --- packages --------------------------------------------------------------

# One file for images and machines without the libraries.
STATIC = ternion-static
STATIC_LIBS = $(call once,STATIC_LIBS,pkg-config --static --libs $(DEPS) | \
	sed 's/-lyajl\>/$(YAJL_ARCHIVE)/')

static: $(STATIC)

$(STATIC): $(CMD_OBJ) $B/libternion.a
	$(call run,LINK)$(CC) $(ALL_LDFLAGS) -static-pie -o $@ $^ $(STATIC_LIBS)

# By Debian's cross compiler, with its libraries of the architecture arm64.
static-arm64:
	@PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig \
	    $(MAKE) --no-print-directory B=$B/arm64 \
	    CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar \
	    OBJCOPY=aarch64-linux-gnu-objcopy \
	    STATIC=ternion-static-arm64 ternion-static-arm64

# Of the last commit alone: the same bytes each time, on every machine.
dist:
	@git rev-parse --verify -q HEAD >/dev/null || \
	    { echo "make: dist archives a commit: there is none" >&2; exit 1; }
	git archive --format=tar --prefix=ternion-$(VERSION)/ HEAD | \
	    gzip -9n > ternion-$(VERSION).tar.gz

deb: PREFIX = /usr
deb: all
	rm -rf $B/deb
	$(MAKE) --no-print-directory install DESTDIR=$B/deb PREFIX=/usr
	.ci/deb.sh $(VERSION) $B/deb

# The Python package with the library in it.
wheel: libternion.so.$(VERSION)
	formats/library/python/wheel.py $(VERSION) $< dist

# The extension for VS Code with the program in it; npm gets its packages.
VSCODE = cmd/lsp/vscode
vsix: ternion-static
	cd $(VSCODE) && \
	    npm install --silent --no-audit --no-fund --no-package-lock && \
	    npx esbuild extension.js --bundle --platform=node --minify \
	        --log-level=warning --external:vscode --outfile=dist/extension.js
	$(OBJCOPY) --strip-all ternion-static $B/ternion-vsix
	$(VSCODE)/vsix.py $(VERSION) $B/ternion-vsix dist

# WebAssembly, by emscripten. The libraries are built from Debian's
# sources, which apt fetches, or from those in DESK_SOURCES.
WASM = $B/desk
EMSCRIPTEN = EM_CACHE=$(CURDIR)/$(WASM)/cache EM_FROZEN_CACHE= \
	NODE_PATH=/usr/share/nodejs
# The compiler that emcc runs: emcc itself takes longer to start.
WASM_CC = $$(em-config LLVM_ROOT)/clang$$(em-config CLANG_ADD_VERSION \
	2>/dev/null | sed 's/^./-&/') $$($(EMSCRIPTEN) emcc -Os --cflags)
IN_WASM = $(EMSCRIPTEN) $(MAKE) --no-print-directory B=$(WASM) \
	CC="$(WASM_CC)" AR=emar CFLAGS=-Os HARDENING= PACKAGES= \
	DEPCFLAGS=-I$(WASM)/libraries/include
wasm-libraries:
	@$(EMSCRIPTEN) cmd/desk/libraries.sh $(WASM) $(DESK_SOURCES)

# The page with the engine.
desk: wasm-libraries
	+@$(IN_WASM) $(WASM)/libternion.a
	@$(EMSCRIPTEN) cmd/desk/link.sh $(WASM)
	@cmd/desk/page.py cmd/desk $(WASM)/engine dist/desk.html

# The command for Node, as a package.
npm: wasm-libraries
	+@$(IN_WASM) objects
	@$(EMSCRIPTEN) cmd/npm/pack.sh $(VERSION) $(WASM)

objects: $(CMD_OBJ) $B/libternion.a

# All that a release has, in dist/, with the checksums and a list of the
# libraries inside. One after the other: several of them build in the same folder.
release:
	rm -rf dist
	@for target in dist desk deb static static-arm64 wheel vsix npm; do \
	    $(MAKE) --no-print-directory $$target || exit 1; done
	.ci/release.sh $(VERSION)

# The manual as web pages; needs mandoc.
html: all
	man/site.py ./ternion html

# --- installation ----------------------------------------------------------

TO = $(DESTDIR)$(PREFIX)

# The pages of what `make install` installs, which the Python package is not.
PAGES = $(filter-out %/ternion-python.7, \
	$(wildcard man/*.[1357]) man/ternion-diagnostics.7)

install: all
	install -D -m 755 -t $(TO)/bin ternion
	install -D -m 644 -t $(TO)/lib libternion.a
	install -D -m 755 -t $(TO)/lib libternion.so.$(VERSION)
	cp -P libternion.so libternion.so.$(SOVERSION) $(TO)/lib/
	install -D -m 644 -t $(TO)/lib/pkgconfig ternion.pc
	install -D -m 644 -t $(TO)/lib/cmake/ternion formats/library/*.cmake
	install -D -m 644 -t $(TO)/include/ternion formats/library/ternion.h
	install -D -m 644 -t $(TO)/share/ternion formats/tree/record.schema.json
	for part in syntax ftdetect; do \
	    install -D -m 644 -t $(TO)/share/vim/vimfiles/$$part \
		cmd/lsp/vim/$$part/ternion.vim || exit 1; done
	[ ! -e dist/desk.html ] || \
	    install -D -m 644 -t $(TO)/share/ternion dist/desk.html
	for page in $(sort $(PAGES)); do \
	    install -D -m 644 -t $(TO)/share/man/man$${page##*.} $$page; done
	for file in $(COMPLETIONS); do \
	    install -d $(TO)/share/$$(dirname $${file#*:}) && \
	    ./ternion help --completion $${file%%:*} \
	        > $(TO)/share/$${file#*:} || exit 1; done
	@if [ -z "$(DESTDIR)" ]; then ldconfig 2>/dev/null; \
	    ldconfig -p 2>/dev/null | grep -q $(PREFIX)/lib/libternion || echo \
	    "Programs find libternion after 'sudo ldconfig' if that reads" \
	    "$(PREFIX)/lib, or with LD_LIBRARY_PATH=$(PREFIX)/lib"; fi

uninstall:
	rm -f $(TO)/bin/ternion $(TO)/lib/libternion.a $(TO)/lib/libternion.so* \
	    $(TO)/lib/pkgconfig/ternion.pc
	rm -rf $(TO)/include/ternion $(TO)/share/ternion $(TO)/lib/cmake/ternion
	rm -f $(TO)/share/vim/vimfiles/*/ternion.vim
	for file in $(COMPLETIONS); do rm -f $(TO)/share/$${file#*:}; done
	for page in man/*.[1357]; do \
	    rm -f $(TO)/share/man/man$${page##*.}/$${page#man/}; done

clean:
	rm -rf obj ternion ternion-static* libternion.a libternion.so* ternion.pc \
	    ternion-*.tar.gz ternion_*.deb html dist $(VSCODE)/dist \
	    gallery man/ternion-diagnostics.7

.PHONY: all always libraries test-libraries tests check check-all slow threads asan \
	golden oom perft mutants soak fuzz bench repair-bench gallery pictures demo lint analyze format cover \
	static static-arm64 release wheel vsix wasm-libraries desk npm objects dist deb html install uninstall clean
# Not .SECONDARY: with that an object that is missing, as after a merge that
# adds a source, is not made if the library is newer than the source.
.PRECIOUS: $B/%.o
