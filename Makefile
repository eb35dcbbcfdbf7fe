# Ternion: builds the library libternion, the command ternion, and their tests.
#
#	make            ./ternion, libternion.a, libternion.so
#	make demo       replays a shipped record
#	make check      all tests, plain and under ASan and UBSan
#	make bench      speed and memory, beside pgn-extract
#
# Knobs, on the command line or in the environment:
CC = gcc
AR = ar
CFLAGS = -O3 -g
PREFIX = /usr/local
DESTDIR =
DEV =      # 1: warnings are errors
SAN =      # 1: with the address and undefined behaviour sanitizers
B = obj    # where objects go; the sanitized build has obj/asan
LTO = $(if $(findstring clang,$(CC)),,-flto=auto -ffat-lto-objects)
SEED =     # of the random games in tests; empty: the fixed one

VERSION = 0.1.0
SOVERSION = 0
DEPS = libpcre2-8 yaml-0.1 yajl zlib libzstd

# --- sources ---------------------------------------------------------------

RULES = all_moves apply attacks bnem_apply bnem_explain bnem_moves bnem_pieces \
	bnem_turns board board_faces board_hex board_mesh explain legal movegen \
	perft position rules variant variant_bnem variant_dreierschach \
	variant_nivichanov variant_siege variant_triumvirate
PARSE = arena coords diag letters marks near notation notation_algebraic \
	notation_coordinate notation_siege notation_triumvirate pattern resolve \
	source strbuf unpack utf8 words
FORMATS = config documents format format_3pf format_board format_html \
	format_json format_lines format_pgn format_svg format_trace \
	format_yaml json json_read pgn_write picture pieces plain \
	position_json record replay report report_checkstyle report_github \
	report_json report_junit report_sarif report_tap report_text schema \
	schema_write snapshot suppress tpf_keys tree turn xml yaml_read
CMD = cell cell_filter check chunk completion configure convert crew criteria \
	diff drawing fmt help inputs main moves options output parse perft \
	position positions progress \
	rewrite select stats step variants

RULES_HEADERS = board.h cellset.h faces.h position.h rules.h siege.h types.h variant.h
PARSE_HEADERS = arena.h coords.h diag.def diag.h letters.h marks.h notation.h \
	resolve.h slice.h source.h spec.h strbuf.h utf8.h
FORMATS_HEADERS = config.h format.h format_3pf.h format_board.h format_svg.h \
	json.h picture.h position_json.h record.h replay.h report.h snapshot.h

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
INCLUDES = -Irules -Iparse -Iformats -Icmd -Itests
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
DEPCFLAGS = $(shell pkg-config --cflags $(DEPS))
LIBS = $(shell pkg-config --libs $(DEPS))
CMOCKA = $(shell pkg-config --cflags --libs cmocka)

ALL_CFLAGS = -std=c11 -D_XOPEN_SOURCE=700 $(WARNINGS) -fno-common -fPIC \
	-fvisibility=hidden \
	$(INCLUDES) -include parse/banned.h $(DEPCFLAGS) \
	$(if $(strip $(DEV)),-Werror) \
	$(if $(strip $(SAN)),$(SANITIZERS),$(LTO)) \
	$(CFLAGS)
ALL_LDFLAGS = $(if $(strip $(SAN)),$(SANITIZERS),$(LTO)) $(CFLAGS) \
	$(LDFLAGS)

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
BENCH_BIN = $(OUT)/tests/bench/chess_games $(OUT)/tests/bench/measure

# --- what is built ---------------------------------------------------------

all: ternion libternion.a libternion.so ternion.pc

ternion: $(OUT)/ternion
	cp $< $@

$(OUT)/ternion: $(CMD_OBJ) $(OUT)/libternion.a
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

libternion.a: $(OUT)/libternion.a
	cp $< $@

$(OUT)/libternion.a: $(LIB_OBJ)
	rm -f $@
	$(AR) rcs $@ $^

libternion.so: libternion.so.$(VERSION)
	ln -sf $< libternion.so.$(SOVERSION)
	ln -sf $< $@

libternion.so.$(VERSION): $(LIB_OBJ)
	$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,libternion.so.$(SOVERSION) \
	    -o $@ $^ $(LIBS)

# Made anew each time: it holds the PREFIX of this call.
ternion.pc:
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' \
	    'includedir=$${prefix}/include/ternion' '' 'Name: ternion' \
	    'Description: Records of three-player chess' \
	    'Version: $(VERSION)' 'Requires.private: $(DEPS)' \
	    'Libs: -L$${libdir} -lternion' 'Cflags: -I$${includedir}' > $@

$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Texts for a page, as lines of C.
$(OUT)/%.inc: formats/%
	@mkdir -p $(@D)
	sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $< > $@

$(OUT)/formats/format_html.o: $(OUT)/page.css.inc $(OUT)/page.js.inc
$(OUT)/formats/format_html.o: INCLUDES += -I$(OUT)

-include $(shell find $(OUT) -name "*.d" 2>/dev/null)

# The rules know neither text nor files: they link alone.
$(OUT)/tests/tools/rules_alone: $(OUT)/tests/tools/rules_alone.o \
    $(RULES:%=$(OUT)/rules/%.o)
	$(CC) $(ALL_LDFLAGS) -o $@ $^

# --- tests -----------------------------------------------------------------

$(OUT)/tests/unit/%: $(OUT)/tests/unit/%.o $(NAIVE_OBJ) $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $^ $(LIBS) $(CMOCKA)

$(OUT)/tests/property/%: $(OUT)/tests/property/%.o $(NAIVE_OBJ) \
    $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $^ $(LIBS)

$(OUT)/tests/fuzz/%: $(OUT)/tests/fuzz/%.o $(OUT)/tests/fuzz/corpus_main.o \
    $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $^ $(LIBS)

$(RANDOM_GAMES): $(OUT)/tests/tools/random_games.o $(OUT)/libternion.a
	$(CC) $(TEST_LDFLAGS) -o $@ $^ $(LIBS)

$(OUT)/tests/bench/%: $(OUT)/tests/bench/%.o
	$(CC) $(TEST_LDFLAGS) -o $@ $^

tests: $(OUT)/ternion $(UNIT_BIN) $(PROPERTY_BIN) $(FUZZ_BIN) \
    $(RANDOM_GAMES) $(OUT)/tests/tools/rules_alone

# One line per failure, and at the end "N passed, N failed".
check: all
	@$(MAKE) --no-print-directory tests
	@$(MAKE) --no-print-directory SAN=1 B=obj/asan tests
	@SEED=$(SEED) tests/run.sh obj obj/asan

asan:
	@$(MAKE) --no-print-directory SAN=1 B=obj/asan tests
	@SEED=$(SEED) tests/run.sh obj/asan

# Rewrites the expected outputs; read the difference like code.
golden: all tests
	@tests/run.sh --golden obj

perft: ternion
	@tests/perft/run.sh ./ternion

# Real fuzzing, a minute for each target; needs clang's runtime.
fuzz:
	@tests/fuzz/run.sh $(FUZZ)

# BENCH_RUNS and BENCH_MB make it shorter or longer.
bench: ternion
	@$(MAKE) --no-print-directory $(RANDOM_GAMES) $(BENCH_BIN)
	@tests/bench/run.sh ./ternion $(RANDOM_GAMES) $(BENCH_BIN)

demo: ternion
	./ternion check --verbose tests/golden/dreierschach/castling.pgn
	./ternion convert -n siege tests/golden/dreierschach/castling.pgn
	./ternion position --to unicode tests/golden/dreierschach/castling.pgn

# --- housekeeping ----------------------------------------------------------

SOURCES = $(wildcard cmd/*.[ch] parse/*.[ch] rules/*.[ch] formats/*.[ch] \
	tests/*/*.[ch])

lint: ternion
	cppcheck --std=c11 --quiet --error-exitcode=1 --inline-suppr \
	    --enable=warning,performance,portability $(INCLUDES) \
	    --suppress=missingIncludeSystem cmd parse rules formats
	clang-format --dry-run --Werror $(SOURCES)
	mandoc -T lint -W warning man/*.[157]
	tests/check_docs.sh

format:
	clang-format -i $(SOURCES)

# Line coverage of the tests, as a table by file.
cover:
	@$(MAKE) --no-print-directory B=obj/cover CFLAGS='-O0 -g --coverage' \
	    LDFLAGS=--coverage tests
	@tests/run.sh obj/cover
	@lcov --quiet --capture --directory obj/cover --no-external \
	    --output-file obj/cover/all.info
	@lcov --quiet --remove obj/cover/all.info '*/tests/*' \
	    --output-file obj/cover/ternion.info
	@lcov --list obj/cover/ternion.info

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
	install -m 644 $(RULES_HEADERS:%=rules/%) $(PARSE_HEADERS:%=parse/%) \
	    $(FORMATS_HEADERS:%=formats/%) $(DESTDIR)$(PREFIX)/include/ternion/
	for page in man/*.[157]; do \
	    install -d $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}; \
	    install -m 644 $$page \
	        $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/; done
	for file in $(COMPLETIONS); do \
	    install -d $(DESTDIR)$(PREFIX)/share/$$(dirname $${file#*:}) && \
	    ./ternion help --completion $${file%%:*} \
	        > $(DESTDIR)$(PREFIX)/share/$${file#*:} || exit 1; done
	install -d $(DESTDIR)$(PREFIX)/share/ternion
	install -m 644 formats/record.schema.json \
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
	for page in man/*.[157]; do \
	    rm -f $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page#man/}; \
	    done

clean:
	rm -rf obj ternion libternion.a libternion.so* ternion.pc

.PHONY: all tests ternion.pc check asan golden perft fuzz bench demo lint format cover \
	install uninstall clean
# Not .SECONDARY: with that an object that is missing, as after a merge that
# adds a source, is not made if the library is newer than the source.
.PRECIOUS: $(OUT)/%.o
