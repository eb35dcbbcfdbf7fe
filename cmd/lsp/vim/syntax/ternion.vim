" Records of three-player chess.
if exists("b:current_syntax")
  finish
endif

syntax match ternionMove "\<[A-Za-z0-9*@][-A-Za-z0-9:/*@&=>.+#()]*"
syntax match ternionNumber "\<\d\+\.\+"
syntax match ternionResult "\<\d\(/\d\)\=-\d\(/\d\)\=-\d\(/\d\)\=\>\|\s\zs\*"
syntax match ternionNag "\$\d\+\|[!?]\{1,2}"
syntax region ternionTag start="^\[" end="\]\s*$" contains=ternionValue oneline
syntax region ternionValue start=+"+ skip=+\\.+ end=+"+ contained oneline
syntax region ternionComment start="{" end="}" contains=ternionCommand
syntax match ternionCommand "\[%[^]]*\]\|ternion-disable\S*" contained
syntax match ternionComment ";.*$"
syntax match ternionComment "^%.*$"

highlight default link ternionTag Identifier
highlight default link ternionValue String
highlight default link ternionNumber LineNr
highlight default link ternionResult Constant
highlight default link ternionNag Special
highlight default link ternionComment Comment
highlight default link ternionCommand PreProc

let b:current_syntax = "ternion"
