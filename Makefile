# Ternion: builds the library libternion, the command ternion, and their tests.
#
#	make            ./ternion, libternion.a, libternion.so
#	make demo       replays a shipped record
#	make check      all tests, plain and under ASan and UBSan
#	make bench      speed and memory, beside pgn-extract
#	make repair-bench  how well faults in records are repaired
#	make deb        a package for Debian
#	make dist       the sources of the last commit, as an archive
#	make static     ./ternion-static, one file that needs no library
#
# Knobs, on the command line or in the environment:
ifeq ($(origin CC),default)
CC = gcc
endif
CFLAGS ?= $(if $(strip $(SAN)),-O1,-O3) -g
PREFIX ?= /usr/local
DESTDIR ?= # where a package is put together; empty: the machine itself
DEV ?=     # 1: warnings are errors
SAN ?=     # 1: with the address and undefined behaviour sanitizers
B ?= obj   # where objects go; the sanitized build has obj/asan
LTO ?= $(if $(findstring clang,$(CC)),,-flto=auto -ffat-lto-objects)
SEED ?=    # of the random games in tests; empty: the fixed one
OBJCOPY ?= objcopy
# AR, CPPFLAGS and LDFLAGS are what they are everywhere.

VERSION = 0.1.0
SOVERSION = 0

# The libraries as pkg-config knows them, and Debian's packages of them.
DEPS = libpcre2-8 yaml-0.1 yajl zlib libzstd
PACKAGE_libpcre2-8 = libpcre2-dev
PACKAGE_yaml-0.1 = libyaml-dev
PACKAGE_yajl = libyajl-dev
PACKAGE_zlib = zlib1g-dev
PACKAGE_libzstd = libzstd-dev
PACKAGE_cmocka = libcmocka-dev

# --- sources ---------------------------------------------------------------

RULES = bnem/bnem bnem/checks bnem/explain bnem/illumination bnem/leaps bnem/moves bnem/order bnem/outcome bnem/pieces \
	bnem/placement bnem/plain bnem/routes bnem/turns \
	board/board board/board_faces board/board_hex board/board_mesh \
	explain/explain \
	moves/all_moves moves/attacks moves/legal moves/make_move \
	moves/movegen moves/plain \
	outcome perft rules \
	position/material position/position \
	siege/calls siege/declarations siege/explain siege/make_move \
	siege/moves siege/options siege/siege siege/siege_moves siege/sieged \
	variants/dreierschach variants/nivichanov variants/triumvirate \
	variants/variant
PARSE = diag/diag \
	notation/coords notation/dialect notation/letters notation/marks notation/names notation/notation \
	notation/notation_algebraic notation/notation_coordinate \
	notation/notation_siege notation/notation_triumvirate \
	resolve/attempt resolve/candidates resolve/phrase resolve/refuse \
	resolve/resolve resolve/resolve_marks resolve/suggest \
	text/arena text/binary text/globs text/memory text/near text/pattern text/characters \
	text/source text/strbuf text/typographic \
	text/unpack text/utf8 text/width
FORMATS = config/config config/suppress \
	draw/format_html draw/page_board draw/page_moves draw/panel draw/picture draw/pieces draw/signs draw/svg draw/text_board draw/theme \
	game/fates game/guess game/partial game/replay game/replayer game/result game/rewrite_ply game/style_fix \
	game/setup game/snapshot game/tags game/turn \
	position/keys_bnem position/keys_siege position/keys_usual \
	position/position_json position/tpf_games position/tpf_options \
	position/tpf_read position/tpf_values position/tpf_write \
	record/bidi record/documents record/format record/format_3pf record/format_json \
	record/format_pgn record/format_trace record/format_yaml \
	record/json record/json_read record/pgn_comments \
	record/pgn_movetext record/pgn_plain record/pgn_read record/pgn_recover \
	record/pgn_tags record/pgn_tokens record/pgn_write record/record \
	record/schema record/schema_write record/sniff record/trace_bridge \
	record/trace_compare record/trace_log record/trace_read \
	record/trace_record record/tree record/unreplayed \
	record/yaml_read record/yaml_write \
	report/baseline report/report report/report_checkstyle report/report_github \
	report/report_json report/report_junit report/report_sarif report/report_statistics \
	report/report_tap report/report_text report/xml \
	repair/collate repair/gaps repair/instead repair/repair repair/retag repair/search repair/sheet_notes repair/trial repair/typing repair/words \
	ternion/game ternion/move ternion/ply ternion/position \
	ternion/reader ternion/record ternion/ternion
CMD = cell check collate convert fmt help lsp main moves parse perft position select \
	stats step topics variants \
	lsp/actions lsp/complete lsp/document lsp/edits lsp/findings lsp/folding lsp/formatting lsp/hover lsp/judge lsp/lifecycle \
	lsp/look lsp/message lsp/place lsp/server lsp/signature \
	lsp/symbols lsp/sync lsp/text lsp/tokens lsp/transport \
	lsp/typing_place lsp/words \
	options/command_line options/completion options/configure \
	options/job options/options options/repository options/store \
	options/usage options/words \
	run/cell_filter run/choice run/chunk run/cores run/crew run/criteria run/diff run/drawing run/fixing \
	run/folder run/input_file run/key_set run/move_list run/new_file run/openings run/operands \
	run/output \
	run/positions run/progress run/record_step run/rewrite run/run run/standings \
	run/run_report run/tally run/terminal run/totals run/workers

# Where a shell looks for its completions, below share/.
COMPLETIONS = bash:bash-completion/completions/ternion \
	zsh:zsh/site-functions/_ternion \
	fish:fish/vendor_completions.d/ternion.fish

UNIT = $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
PROPERTY = $(patsubst tests/property/%.c,%,$(wildcard tests/property/prop_*.c))
FUZZ = $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
NAIVE = $(wildcard tests/naive/*.c)

# --- flags -----------------------------------------------------------------

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow \
	-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
	-Wwrite-strings -Wcast-qual -Wpointer-arith -Wformat=2 -Wundef -Wvla \
	-Wswitch-enum -Wnull-dereference -Wdouble-promotion
INCLUDES = -I.
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer

# What a command prints, asked once and only when it is used.
once = $(eval $1 := $(shell $2))$($1)
DEPCFLAGS = $(call once,DEPCFLAGS,pkg-config --cflags $(DEPS))
LIBS = $(call once,LIBS,pkg-config --libs $(DEPS))
CMOCKA = $(call once,CMOCKA,pkg-config --cflags --libs cmocka)

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
# slowly.
comma = ,
IN_VECTORS = vector_loop:2048:noalign$(comma)libcall:-1:noalign
BY_VECTORS = -mmemcpy-strategy=$(IN_VECTORS) -mmemset-strategy=$(IN_VECTORS)
COPIES = $(call once,COPIES,$(call accepts,$(BY_VECTORS)) && echo \
	$(BY_VECTORS))

# Functions begin where the processor fetches its next bytes: else how fast one
# is depends, by up to a seventh, on how long those before it happen to be.
ALIGNED = -falign-functions=64

FEATURES = -D_XOPEN_SOURCE=700
ALL_CFLAGS = -std=c11 $(FEATURES) $(WARNINGS) -fno-common -fPIC \
	-fvisibility=hidden $(INCLUDES) -include parse/text/banned.h $(DEPCFLAGS) \
	$(if $(strip $(DEV)),-Werror) \
	$(if $(strip $(SAN)),$(SANITIZERS),$(HARDENING) $(COPIES) $(ALIGNED) \
	    $(LTO)) \
	$(CPPFLAGS) $(CFLAGS)
ALL_LDFLAGS = $(if $(strip $(SAN)),$(SANITIZERS),$(COPIES) $(ALIGNED) $(LTO)) \
	-Wl,-z,relro,-z,now $(CFLAGS) $(LDFLAGS)

# The many programs of the tests are linked without optimizing all of the
# library anew for each.
TEST_LDFLAGS = $(if $(strip $(SAN)),$(SANITIZERS),$(if $(LTO),-fno-lto)) \
	$(CFLAGS) $(LDFLAGS)

OUT := $(strip $(B))
LIB_OBJ = $(RULES:%=$(OUT)/rules/%.o) $(PARSE:%=$(OUT)/parse/%.o) \
	$(FORMATS:%=$(OUT)/formats/%.o)
CMD_OBJ = $(CMD:%=$(OUT)/cmd/%.o)
NAIVE_OBJ = $(NAIVE:%.c=$(OUT)/%.o)
UNIT_BIN = $(UNIT:%=$(OUT)/tests/unit/%)
PROPERTY_BIN = $(PROPERTY:%=$(OUT)/tests/property/%)
FUZZ_BIN = $(FUZZ:%=$(OUT)/tests/fuzz/%)
RANDOM_GAMES = $(OUT)/tests/tools/random_games
FAIL_CALLS = $(OUT)/tests/tools/fail_calls.so
LIBRARY_CALLS = $(OUT)/tests/tools/library_calls
BENCH_BIN = $(OUT)/tests/bench/chess_games $(OUT)/tests/bench/measure

# --- what is built ---------------------------------------------------------

all: ternion libternion.a libternion.so ternion.pc

ternion: $(OUT)/ternion
	cp $< $@

$(OUT)/ternion: $(CMD_OBJ) $(OUT)/libternion.a
	$(CC) $(ALL_LDFLAGS) -pie -o $@ $^ $(LIBS)

$(OUT)/libternion.a: $(LIB_OBJ)
	rm -f $@
	$(AR) qcs $@ $^

# The library as others link it shows the functions of ternion.h and nothing
# else: the static one is a single object in which all other names are local.
libternion.a: $(OUT)/libternion.o
	rm -f $@
	$(AR) qcs $@ $<

$(OUT)/libternion.o: $(LIB_OBJ)
	$(CC) $(if $(strip $(SAN)),$(SANITIZERS),$(LTO)) $(CFLAGS) -r -nostdlib \
	    $(if $(strip $(SAN)),,$(if $(LTO),-flinker-output=nolto-rel)) -o $@ $^
	$(OBJCOPY) --localize-hidden $@

libternion.so: libternion.so.$(VERSION)
	ln -sf $< libternion.so.$(SOVERSION)
	ln -sf $< $@

libternion.so.$(VERSION): $(LIB_OBJ) formats/ternion/libternion.map
	$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,libternion.so.$(SOVERSION) \
	    -Wl,--version-script=formats/ternion/libternion.map \
	    -o $@ $(LIB_OBJ) $(LIBS)

# Made anew each time: it holds the PREFIX of this call.
ternion.pc:
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' \
	    'includedir=$${prefix}/include/ternion' '' 'Name: ternion' \
	    'Description: Records of three-player chess' \
	    'Version: $(VERSION)' 'Requires.private: $(DEPS)' \
	    'Libs: -L$${libdir} -lternion' 'Cflags: -I$${includedir}' > $@

$(OUT)/%.o: %.c | libraries
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Names what is missing once, before the compiler stumbles over each header.
libraries test-libraries:
	@missing= packages=; \
	needs() { pkg-config --exists $$1 2>/dev/null || { \
	    missing="$$missing $$1" packages="$$packages $$2"; }; }; \
	$(foreach l,$(if $(filter test-%,$@),cmocka,$(DEPS)), \
	    needs $l $(PACKAGE_$l);) \
	command -v pkg-config >/dev/null || \
	    missing=' pkg-config' packages=' pkg-config'; \
	[ -z "$$missing" ] || { echo "make: missing:$$missing (on Debian:" \
	    "apt-get install$$packages)" >&2; exit 1; }

# Files without a name, and the cores of a process, are Linux's own.
$(OUT)/cmd/run/new_file.o $(OUT)/cmd/run/cores.o: FEATURES = -D_GNU_SOURCE

# Texts for a page, as bytes of C.
$(OUT)/%.bytes: formats/draw/%
	@mkdir -p $(@D)
	od -A n -v -t u1 $< | sed 's/[0-9][0-9]*/&,/g' > $@

$(OUT)/formats/draw/format_html.o: $(OUT)/page.css.bytes \
    $(OUT)/page.html.bytes $(OUT)/page_record.js.bytes \
    $(OUT)/page_view.js.bytes $(OUT)/page.js.bytes
$(OUT)/formats/draw/format_html.o: INCLUDES += -I$(OUT)

-include $(shell find $(OUT) -type f -name "*.d" 2>/dev/null)

# The rules know neither text nor files: they link alone.
$(OUT)/tests/tools/rules_alone: $(OUT)/tests/tools/rules_alone.o \
    $(RULES:%=$(OUT)/rules/%.o)
	$(CC) $(ALL_LDFLAGS) -o $@ $^

# --- tests -----------------------------------------------------------------

# The naive engines are what the program is held to, not what is tested:
# without the sanitizers they take a third of the time.
$(NAIVE_OBJ): override SAN =

$(UNIT_BIN:%=%.o): | test-libraries
$(OUT)/tests/unit/%: $(OUT)/tests/unit/%.o $(NAIVE_OBJ) $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $^ $(LIBS) $(CMOCKA)

$(OUT)/tests/property/%: $(OUT)/tests/property/%.o $(NAIVE_OBJ) \
    $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $^ $(LIBS)

$(OUT)/tests/fuzz/%: $(OUT)/tests/fuzz/%.o $(OUT)/tests/fuzz/corpus_main.o \
    $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(LIBS)

# They have the program's main in themselves.
$(OUT)/tests/fuzz/fuzz_command $(OUT)/tests/fuzz/fuzz_lsp: \
    $(filter-out %/main.o,$(CMD_OBJ))

$(RANDOM_GAMES): $(OUT)/tests/tools/random_games.o $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $^ $(LIBS)

# Nothing but the C library is behind it, for what is tested loads it first.
$(FAIL_CALLS): tests/tools/fail_calls.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -O1 -fPIC -shared -o $@ $<

$(LIBRARY_CALLS): $(OUT)/tests/tools/library_calls.o $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $^ $(LIBS)

$(OUT)/tests/bench/%: $(OUT)/tests/bench/%.o
	$(CC) $(TEST_LDFLAGS) -o $@ $^

tests: $(OUT)/ternion $(UNIT_BIN) $(PROPERTY_BIN) $(FUZZ_BIN) \
    $(RANDOM_GAMES) $(FAIL_CALLS) $(LIBRARY_CALLS) \
    $(OUT)/tests/tools/rules_alone

# On all cores, unless the caller says how many: make -j1 check.
ON_ALL_CORES = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))

# One line per failure, and at the end "N passed, N failed".
check:
	@$(MAKE) --no-print-directory $(ON_ALL_CORES) all tests
	@$(MAKE) --no-print-directory $(ON_ALL_CORES) SAN=1 B=obj/asan tests
	@SEED=$(SEED) tests/run.sh obj obj/asan

asan:
	@$(MAKE) --no-print-directory $(ON_ALL_CORES) SAN=1 B=obj/asan tests
	@SEED=$(SEED) tests/run.sh obj/asan

# Rewrites the expected outputs; read the difference like code.
golden: all tests
	@tests/run.sh --golden obj

# Every call of the C library fails once, under every command.
oom: all tests
	@tests/failures/run.sh $(OUT) all

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
	@tests/fuzz/run.sh $(FUZZ)

# tests/bench/run.py says what BENCH_RUNS, BENCH_MB, BENCH_BASE and others do.
bench: ternion
	@$(MAKE) --no-print-directory $(RANDOM_GAMES) $(BENCH_BIN)
	@tests/bench/run.py ./ternion $(RANDOM_GAMES) $(BENCH_BIN)

# How well faults are repaired; tests/bench/repair.py says what
# REPAIR_GAMES, REPAIR_SEED and others do.
repair-bench: ternion $(RANDOM_GAMES)
	@tests/bench/repair.py ./ternion $(RANDOM_GAMES)

# A page with every board, seat, theme, label and state, to look at.
.PHONY: gallery
gallery: ternion
	@tests/gallery.sh ./ternion gallery

demo:
	@$(MAKE) --no-print-directory $(ON_ALL_CORES) ternion
	./ternion check --verbose tests/golden/dreierschach/castling.pgn
	./ternion convert -n siege tests/golden/dreierschach/castling.pgn
	./ternion position --to unicode tests/golden/dreierschach/castling.pgn

# --- housekeeping ----------------------------------------------------------

SOURCES = $(wildcard $(foreach d,cmd parse rules formats tests,$(d)/*.[ch] $(d)/*/*.[ch]))

lint: ternion
	cppcheck --std=c11 --quiet --error-exitcode=1 --inline-suppr \
	    --enable=warning,performance,portability $(INCLUDES) \
	    --suppress=missingIncludeSystem cmd parse rules formats
	clang-format --dry-run --Werror $(SOURCES)
	mandoc -T lint -W warning man/*.[1357]
	tests/check_docs.sh
	tests/check_layers.sh

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

# One file for images and machines without the libraries. Debian's libyajl.a
# has the name that its authors gave it.
STATIC_LIBS = $(call once,STATIC_LIBS,pkg-config --static --libs $(DEPS) | \
	sed 's/-lyajl\>/-lyajl_s/')

static: ternion-static

ternion-static: $(CMD_OBJ) $(OUT)/libternion.a
	$(CC) $(ALL_LDFLAGS) -static-pie -o $@ $^ $(STATIC_LIBS)

# Of the last commit alone: the same bytes each time, on every machine.
dist:
	@git rev-parse --verify -q HEAD >/dev/null || \
	    { echo "make: dist archives a commit: there is none" >&2; exit 1; }
	git archive --format=tar --prefix=ternion-$(VERSION)/ HEAD | \
	    gzip -9n > ternion-$(VERSION).tar.gz

deb: PREFIX = /usr
deb: all
	rm -rf $(OUT)/deb
	$(MAKE) --no-print-directory install DESTDIR=$(OUT)/deb PREFIX=/usr
	.ci/deb.sh $(VERSION) $(OUT)/deb

# The manual as web pages; needs mandoc.
.PHONY: html
html:
	man/html.sh html

# --- installation ----------------------------------------------------------

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig \
	    $(DESTDIR)$(PREFIX)/include/ternion
	install -m 755 ternion $(DESTDIR)$(PREFIX)/bin/
	install -m 644 libternion.a $(DESTDIR)$(PREFIX)/lib/
	install -m 755 libternion.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/
	ln -sf libternion.so.$(VERSION) \
	    $(DESTDIR)$(PREFIX)/lib/libternion.so.$(SOVERSION)
	ln -sf libternion.so.$(SOVERSION) $(DESTDIR)$(PREFIX)/lib/libternion.so
	install -m 644 ternion.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/
	install -m 644 formats/ternion/ternion.h \
	    $(DESTDIR)$(PREFIX)/include/ternion/
	for page in man/*.[1357]; do \
	    install -d $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}; \
	    install -m 644 $$page \
	        $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/; done
	for file in $(COMPLETIONS); do \
	    install -d $(DESTDIR)$(PREFIX)/share/$$(dirname $${file#*:}) && \
	    ./ternion help --completion $${file%%:*} \
	        > $(DESTDIR)$(PREFIX)/share/$${file#*:} || exit 1; done
	install -d $(DESTDIR)$(PREFIX)/share/ternion
	install -m 644 formats/record/record.schema.json \
	    $(DESTDIR)$(PREFIX)/share/ternion/

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/ternion \
	    $(DESTDIR)$(PREFIX)/lib/libternion.a \
	    $(DESTDIR)$(PREFIX)/lib/libternion.so* \
	    $(DESTDIR)$(PREFIX)/lib/pkgconfig/ternion.pc
	rm -rf $(DESTDIR)$(PREFIX)/include/ternion \
	    $(DESTDIR)$(PREFIX)/share/ternion
	for file in $(COMPLETIONS); do \
	    rm -f $(DESTDIR)$(PREFIX)/share/$${file#*:}; done
	for page in man/*.[1357]; do \
	    rm -f $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page#man/}; \
	    done

clean:
	rm -rf obj ternion ternion-static libternion.a libternion.so* ternion.pc \
	    ternion-*.tar.gz ternion_*.deb html gallery

.PHONY: all libraries test-libraries tests ternion.pc check asan golden oom perft mutants soak fuzz bench repair-bench demo lint format cover \
	static dist deb install uninstall clean
# Not .SECONDARY: with that an object that is missing, as after a merge that
# adds a source, is not made if the library is newer than the source.
.PRECIOUS: $(OUT)/%.o
