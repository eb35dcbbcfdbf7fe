#!/usr/bin/env node
/* Runs the command, which is WebAssembly, on the files that Node reaches. */
'use strict';
const fs = require('fs');
const path = require('path');

require('./engine.js')({
	wasmBinary: fs.readFileSync(path.join(__dirname, 'engine.wasm')),
	thisProgram: 'ternion',
	arguments: process.argv.slice(2),
	preRun: ({ ENV }) => {
		for (const name of Object.keys(ENV))
			delete ENV[name];
		Object.assign(ENV, process.env);
	},
});
