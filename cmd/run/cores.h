/* Ternion: how many threads can work at once. */
#ifndef TERNION_CMD_CORES_H
#define TERNION_CMD_CORES_H

/* The cores that this process may use, which can be fewer than there are; at
 * least 1. */
unsigned cores_usable(void);

#endif
