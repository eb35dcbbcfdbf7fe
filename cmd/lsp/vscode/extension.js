// The client of `ternion lsp`: the server, the board at the cursor, pages,
// conversions and tasks.
const {execFile} = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");
const {LanguageClient} = require("vscode-languageclient/node");

const PAUSE = 80; // milliseconds without a move of the cursor

let client, panel, timer, program;

function findProgram(context) {
  const name = process.platform === "win32" ? "ternion.exe" : "ternion";
  const own = path.join(context.extensionPath, "bin", name);
  return vscode.workspace.getConfiguration("ternion").get("path") ||
    (fs.existsSync(own) ? own : name);
}

// The output of the program for a text; a failure is shown.
function run(args, text) {
  return new Promise((resolve) => {
    const child = execFile(program, args, {maxBuffer: 1 << 28},
      (error, out, said) => {
        // The status 1 is that of records with faults.
        const bad = error && (error.code !== 1 || out === "");
        if (bad) vscode.window.showErrorMessage(said || error.message);
        resolve(bad ? undefined : out);
      });
    child.stdin.on("error", () => {}); // it may end before it has read all
    child.stdin.end(text);
  });
}

function formatOf(document) {
  const ids = {ternion: "pgn", yaml: "yaml", json: "json", jsonl: "jsonl"};
  return document.fileName.endsWith(".3pf") ? "3pf" :
    ids[document.languageId] || "pgn";
}

async function documentOf(uri) {
  return uri ? vscode.workspace.openTextDocument(vscode.Uri.parse(uri)) :
    vscode.window.activeTextEditor?.document;
}

async function drawBoard(document, position) {
  if (!panel || !document) return;
  const board = await client.sendRequest("ternion/board", {
    textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
    position: client.code2ProtocolConverter.asPosition(position),
  }).catch(() => null);
  if (!board || !panel) return;
  panel.title = board.move || "Start";
  panel.webview.html = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy"
content="default-src 'none'; style-src 'unsafe-inline'">
<style>svg { max-width: 100%; max-height: 95vh }</style>${board.svg.replace(/^<\?xml.*?\?>/, "")}`;
}

function follow(editor) {
  clearTimeout(timer);
  if (panel && editor)
    timer = setTimeout(() => drawBoard(editor.document, editor.selection.active), PAUSE);
}

async function showBoard(uri, line) {
  if (!panel) {
    panel = vscode.window.createWebviewPanel("ternion.board", "Board",
      {viewColumn: vscode.ViewColumn.Beside, preserveFocus: true});
    panel.onDidDispose(() => { panel = undefined; });
  }
  const editor = vscode.window.activeTextEditor;
  if (typeof line === "number")
    drawBoard(await documentOf(uri), new vscode.Position(line, 0));
  else
    follow(editor);
}

async function openPage(uri) {
  const document = await documentOf(typeof uri === "string" ? uri : undefined);
  if (!document) return;
  const page = await run(["convert", "-f", formatOf(document), "--to", "html", "-"],
    document.getText());
  if (page === undefined) return;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ternion-"));
  const file = path.join(folder, "games.html");
  fs.writeFileSync(file, page);
  vscode.env.openExternal(vscode.Uri.file(file));
}

async function convert() {
  const document = await documentOf();
  if (!document) return;
  const pick = await vscode.window.showQuickPick([
    ["PGN", "ternion", "--to", "pgn"],
    ["PGN, algebraic", "ternion", "--to", "pgn", "-n", "algebraic"],
    ["PGN, long algebraic", "ternion", "--to", "pgn", "-n", "long"],
    ["PGN, coordinates", "ternion", "--to", "pgn", "-n", "coordinate"],
    ["PGN, Siege Chess", "ternion", "--to", "pgn", "-n", "siege"],
    ["YAML", "yaml", "--to", "yaml"],
    ["JSON", "json", "--to", "json"],
    ["JSON lines", "json", "--to", "jsonl"],
  ].map(([label, language, ...args]) => ({label, language, args})));
  if (!pick) return;
  const content = await run(
    ["convert", "-f", formatOf(document), ...pick.args, "-"], document.getText());
  if (content !== undefined)
    vscode.window.showTextDocument(await vscode.workspace.openTextDocument(
      {language: pick.language, content}));
}

function checkTask(definition, scope) {
  return new vscode.Task(definition, scope, "check " + definition.path, "ternion",
    new vscode.ProcessExecution(program, ["check", "--color", "never", definition.path]),
    "$ternion");
}

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("ternion");
  program = findProgram(context);
  client = new LanguageClient("ternion", "Ternion",
    {command: program, args: ["lsp", ...settings.get("arguments")]}, {
      // In a document without records the server has nothing to say.
      documentSelector: ["ternion", "yaml", "json", "jsonl"],
      initializationOptions: {images: true, lenses: true},
      markdown: {supportHtml: true},
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher("**/.ternion.yaml"),
      },
    });
  context.subscriptions.push(
    vscode.commands.registerCommand("ternion.showBoard", showBoard),
    vscode.commands.registerCommand("ternion.openPage", openPage),
    vscode.commands.registerCommand("ternion.convert", convert),
    vscode.window.onDidChangeTextEditorSelection((e) => follow(e.textEditor)),
    vscode.workspace.onDidChangeTextDocument((e) => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document === e.document) follow(editor);
    }),
    vscode.tasks.registerTaskProvider("ternion", {
      provideTasks: () => (vscode.workspace.workspaceFolders || []).map(
        (folder) => checkTask({type: "ternion", path: "."}, folder)),
      resolveTask: (task) => checkTask(task.definition, task.scope),
    }));
  await client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = {activate, deactivate};
