/*
 * Ternion: whether the fast ways are open. Each reads or finds what most texts
 * hold in a shorter way than the general one, and leaves the rest to it. A
 * build with TERNION_NO_FAST goes the general way everywhere: `make check-slow`
 * holds the two to each other.
 */
#ifndef TERNION_RULES_FAST_H
#define TERNION_RULES_FAST_H

#ifdef TERNION_NO_FAST
enum {
	FAST = 0
};
#else
enum {
	FAST = 1
};
#endif

#endif
