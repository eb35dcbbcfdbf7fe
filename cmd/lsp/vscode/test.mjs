// Tests the grammar with vscode-textmate and the client's protocol against the
// server: node test.mjs TERNION. The last line is "N passed, N failed".
import {spawn} from "node:child_process";
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {fileURLToPath} from "node:url";

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const rpc = require("vscode-jsonrpc/node");
let passed = 0, failed = 0;

function ok(name, good) {
  if (good) passed++; else { failed++; console.log("FAIL " + name); }
}

// --- the grammar

await oniguruma.loadWASM(
  fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const grammar = await new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(
    fs.readFileSync(path.join(here, "ternion.tmLanguage.json"), "utf8"), "t.json"),
}).loadGrammar("source.ternion");

let stack = textmate.INITIAL;

// Words of a line, with a part of the innermost scope that each must have.
function scopes(line, ...expected) {
  const {tokens, ruleStack} = grammar.tokenizeLine(line, stack);
  stack = ruleStack;
  for (const [word, scope] of expected) {
    const at = line.indexOf(word);
    const token = tokens.find((t) => t.startIndex <= at && at < t.endIndex);
    ok(`${word} in "${line}": ${token.scopes.join(" ")}`,
      token.scopes.some((s) => s.includes(scope)));
  }
}

scopes('[White "Ann \\"A\\""]', ["White", "entity.name.tag"], ["Ann", "string"]);
scopes("% theirs", ["theirs", "comment"]);
scopes("1. fg3! {good [%clk 0:05:00]} 1.. Qxc3+ $2 (1.. Nd6 ; rest",
  ["1. ", "numeric"], ["fg3", "move"], ["!", "annotation"], ["good", "comment"],
  ["clk", "command"], ["Qxc3+", "move"], ["$2", "annotation"],
  ["Nd6", "variation"], ["rest", "comment"]);
scopes("10j8) 2. W2b-3c(C) 0-0 (S) 1-0-3", ["10j8", "move"], ["10j8", "variation"],
  ["W2b-3c", "move"], ["(C)", "move"], ["0-0 ", "move"], ["1-0-3", "result"]);
scopes("*", ["*", "result"]);

// --- the server

const server = spawn(process.argv[2], ["lsp"], {stdio: ["pipe", "pipe", "ignore"]});
const connection = rpc.createMessageConnection(
  new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
const diagnostics = {};
const waiting = {};
connection.onNotification("textDocument/publishDiagnostics", ({uri, diagnostics: all}) => {
  diagnostics[uri] = all;
  waiting[uri]?.();
});
connection.listen();

async function open(uri, languageId, text) {
  const come = new Promise((resolve) => { waiting[uri] = resolve; });
  connection.sendNotification("textDocument/didOpen",
    {textDocument: {uri, languageId, version: 1, text}});
  await come;
  return diagnostics[uri];
}

const {capabilities} = await connection.sendRequest("initialize", {
  processId: null, rootUri: null, capabilities: {},
  initializationOptions: {images: true, lenses: true},
});
connection.sendNotification("initialized", {});
ok("capabilities", capabilities.hoverProvider && capabilities.codeLensProvider &&
  capabilities.renameProvider.prepareProvider);
const uri = "file:///a.pgn", textDocument = {uri};
const found = await open(uri, "ternion",
  '[White "Ann"]\n[Variant "dreierschach"]\n\n1. fg3 Bc3 *\n');
ok("a fault", found.length > 0 && found[0].range.start.line === 3);
ok("other texts", (await open("file:///b.yaml", "yaml", "- milk\n- eggs\n")).length === 0);
const board = await connection.sendRequest("ternion/board",
  {textDocument, position: {line: 3, character: 4}});
ok("the board", board.move === "fg3" && board.svg.includes("<svg") &&
  board.variant === "dreierschach");
const lenses = await connection.sendRequest("textDocument/codeLens", {textDocument});
const {contributes, main} = JSON.parse(fs.readFileSync(path.join(here, "package.json")));
ok("lenses are commands of the extension", lenses.length === 2 && lenses.every(
  (lens) => contributes.commands.some((c) => c.command === lens.command.command)));
const edit = await connection.sendRequest("textDocument/rename",
  {textDocument, position: {line: 0, character: 9}, newName: "Dora"});
ok("a new name", edit.changes[uri][0].newText === "Dora");
const report = 'a.pgn:3:4: error: the bishop cannot [move-flank]';
ok("the problem matcher",
  new RegExp(contributes.problemMatchers[0].pattern.regexp).exec(report)?.[6] === "move-flank");
await connection.sendRequest("shutdown");
connection.sendNotification("exit");
await new Promise((resolve) => server.on("exit", resolve));
ok("the server ends well", server.exitCode === 0);

// --- what is packed

const bundle = path.join(here, main);
ok("the bundle has no errors", !fs.existsSync(bundle) ||
  fs.readFileSync(bundle, "utf8").includes("ternion/board"));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
