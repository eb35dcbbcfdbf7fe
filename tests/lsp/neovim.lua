-- Neovim against the language server: nvim --headless -u NONE -i NONE \
--	-c 'luafile neovim.lua'
--
-- Asks for each feature as a user's Neovim does, and prints what it makes of
-- the answers. The settings are those of ternion-lsp(1). $T is a folder for
-- files.
local folder = os.getenv('T')
local client, exit_code
local WAIT = 10000

local function say(...)
  io.stdout:write(table.concat({ ... }, ' '), '\n')
end

local function show_lines(lines)
  for _, line in ipairs(lines) do
    say('  ' .. line)
  end
end

local function buffer_lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

local function put_file(name, text)
  local path = folder .. '/' .. name
  local file = assert(io.open(path, 'w'))
  file:write(text)
  file:close()
  return path
end

-- The first example of the manual's settings for Neovim.
local function manual_settings()
  local lines, inside = {}, false
  for line in io.lines('../../man/ternion-lsp.1') do
    if line == '.Ss Neovim' then
      inside = true
    elseif inside and line == '.Ed' then
      break
    elseif inside and not line:match('^%.') then
      table.insert(lines, (line:gsub('\\%(aq', "'")))
    end
  end
  table.remove(lines, 1) -- the sentence before it
  return table.concat(lines, '\n')
end

-- What the settings start is to be known here.
local start_client = vim.lsp.start_client
vim.lsp.start_client = function(config)
  config.on_exit = function(code)
    exit_code = code
  end
  client = start_client(config)
  return client
end
assert(loadstring(manual_settings()))()

-- Opens a file, and waits for its diagnostics.
local function open(name, text, count)
  vim.cmd('edit ' .. put_file(name, text))
  local buffer = vim.api.nvim_get_current_buf()
  vim.wait(WAIT, function()
    return #vim.diagnostic.get(buffer) == count
  end)
  return buffer
end

local function show_diagnostics(buffer)
  local found = vim.diagnostic.get(buffer)
  table.sort(found, function(a, b)
    if a.lnum ~= b.lnum then
      return a.lnum < b.lnum
    end
    if a.col ~= b.col then
      return a.col < b.col
    end
    return a.message < b.message
  end)
  for _, each in ipairs(found) do
    say(('  %d:%d %d %s'):format(each.lnum, each.col, each.severity,
      each.message))
  end
end

local function ask(buffer, method, params)
  local answers, error = vim.lsp.buf_request_sync(buffer, method, params, WAIT)
  local answer = answers and answers[client] or {}
  if answer.err or error then
    say('  error', vim.inspect(answer.err or error))
  end
  return answer.result
end

local function at(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  return vim.lsp.util.make_position_params(0, 'utf-16')
end

local faulty = [[
[White "Jürgen"]
[Variant "dreierschach"]

1. fg3 {♔ ist frei} ff8 10j8 2. Nd9 *
]]

say('diagnostics')
local buffer = open('faulty.pgn', faulty, 2)
show_diagnostics(buffer)

say('after an edit')
vim.api.nvim_buf_set_text(buffer, 3, 34, 3, 37, { 'Qh7' })
vim.wait(WAIT, function()
  return #vim.diagnostic.get(buffer) == 3
end)
show_diagnostics(buffer)

say('code actions')
local range = vim.lsp.util.make_given_range_params({ 4, 0 }, { 4, 40 }, buffer,
  'utf-16')
range.context = { diagnostics = {} }
local actions = ask(buffer, 'textDocument/codeAction', range)
for _, action in ipairs(actions) do
  say('  ' .. action.title)
  if action.kind == 'source.fixAll.ternion' then
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  end
end
show_lines(buffer_lines(buffer))
vim.wait(WAIT, function()
  return #vim.diagnostic.get(buffer) == 2
end)
say(#vim.diagnostic.get(buffer) .. ' diagnostics')

say('hover')
local hover = ask(buffer, 'textDocument/hover', at(4, 25))
show_lines(vim.lsp.util.convert_input_to_markdown_lines(hover.contents))

say('completion')
vim.api.nvim_buf_set_lines(buffer, 3, 4, false, { '1. fg3 ff8 1' })
local result = ask(buffer, 'textDocument/completion', at(4, 11))
local items = vim.lsp.util.text_document_completion_list_to_complete_items(
  result, '1')
for i = 1, math.min(5, #items) do
  say('  ' .. items[i].word)
end
vim.api.nvim_buf_set_lines(buffer, 3, 4, false, { '1. fg3 ff8 N' })

say('symbols')
vim.api.nvim_buf_set_lines(buffer, 3, 4, false,
  { '1. fg3 ff8 (1.. Nd6', '10j8) 1... 10j8 2. Nh4  *' })
local symbols = ask(buffer, 'textDocument/documentSymbol',
  { textDocument = vim.lsp.util.make_text_document_params() })
for _, item in ipairs(vim.lsp.util.symbols_to_items(symbols, buffer)) do
  say(('  %d:%d %s'):format(item.lnum, item.col, item.text))
end

say('folds')
for _, fold in ipairs(ask(buffer, 'textDocument/foldingRange',
  { textDocument = vim.lsp.util.make_text_document_params() })) do
  say(('  %d-%d %s'):format(fold.startLine, fold.endLine, fold.kind or ''))
end

say('semantic tokens')
local tokens = ask(buffer, 'textDocument/semanticTokens/full',
  { textDocument = vim.lsp.util.make_text_document_params() })
say('  ' .. #tokens.data / 5)

say('formatting')
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = WAIT })
else
  vim.lsp.buf.formatting_sync(nil, WAIT)
end
show_lines(buffer_lines(buffer))

say('formatting of a range')
local json = open('two.json', [[
[{"variant":"dreierschach","plies":["fg3"],"result":"*"},
 {"variant":"dreierschach","plies":["fg3"],"result":"*"}]
]], 0)
range = vim.lsp.util.make_given_range_params({ 2, 4 }, { 2, 5 }, json, 'utf-16')
range.options = { tabSize = 8, insertSpaces = true }
vim.lsp.util.apply_text_edits(ask(json, 'textDocument/rangeFormatting', range),
  json, 'utf-16')
show_lines(buffer_lines(json))

vim.lsp.stop_client(client)
vim.wait(WAIT, function()
  return exit_code ~= nil
end)
say('exit', tostring(exit_code))
vim.cmd('qa!')
