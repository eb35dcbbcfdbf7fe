#!/bin/sh
# Links the library and those that it needs as FOLDER/engine.js and .wasm, with
# the functions of ternion.h: cmd/desk/link.sh FOLDER
set -eu

functions=$(grep -o '\bternion_[a-z_]*(' formats/library/ternion.h |
	sort -u | sed 's/\(.*\)(/_\1/' | paste -s -d ,)

emcc -Os -o "$1/engine.js" "$1/libternion.a" "$1"/libraries/lib/*.a \
    -s EXPORTED_FUNCTIONS="$functions,_malloc,_free" \
    -s EXPORTED_RUNTIME_METHODS=UTF8ToString \
    -s MODULARIZE=1 -s EXPORT_NAME=emscripten -s ENVIRONMENT=web \
    -s ALLOW_MEMORY_GROWTH=1 -s DYNAMIC_EXECUTION=0
