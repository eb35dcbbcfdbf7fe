/* Ternion: how many threads can work at once. */
#include <sched.h>
#include <unistd.h>

#include "cmd/run/cores.h"

unsigned
cores_usable(void)
{
	long count;

#ifdef CPU_COUNT
	cpu_set_t set;

	/* It fails on a machine with more cores than the set has room for. */
	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		return (unsigned)CPU_COUNT(&set);
#endif
	count = sysconf(_SC_NPROCESSORS_ONLN);
	return count > 0 ? (unsigned)count : 1;
}
