autocmd BufRead,BufNewFile *.pgn,*.3pf setfiletype ternion
