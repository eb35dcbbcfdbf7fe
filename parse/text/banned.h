/* Ternion: functions we do without, because each has a safer neighbour. Use
 * of one is a compile error; the Makefile includes this in every file. */
#ifndef TERNION_PARSE_BANNED_H
#define TERNION_PARSE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fortified headers have macros of that name for some compilers. */
#undef sprintf
#undef vsprintf

#pragma GCC poison strcpy strcat strncpy strncat strtok sprintf vsprintf
#pragma GCC poison gets atoi atol atof

#endif
