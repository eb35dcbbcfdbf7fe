#!/bin/sh
# Links the command for Node and packs it: cmd/npm/pack.sh VERSION OBJECTS, where
# OBJECTS is what the build for WebAssembly made. dist/ternion-node.tgz is for
# `npm install`, which wants the files in a folder `package`.
set -eu

version=$1
objects=$2
package=$objects/npm/package
rm -rf "$package"
mkdir -p "$package" dist
# shellcheck disable=SC2046 # names without spaces
emcc -Os -o "$package/engine.js" $(find "$objects/cmd" -name '*.o') \
    "$objects/libternion.a" "$objects"/libraries/lib/*.a \
    --js-library cmd/npm/system.js \
    -s ENVIRONMENT=node -s NODERAWFS=1 -s EXIT_RUNTIME=1 \
    -s ALLOW_MEMORY_GROWTH=1 -s MODULARIZE=1 -s EXPORTED_RUNTIME_METHODS=ENV
cp cmd/npm/ternion.js cmd/npm/README.md LICENSE "$package"
chmod 755 "$package/ternion.js"
sed "s/@VERSION@/$version/" cmd/npm/package.json >"$package/package.json"
tar -czf dist/ternion-node.tgz -C "$objects/npm" --sort=name --owner=0 \
    --group=0 --numeric-owner --mode=go-w --mtime=@0 package
