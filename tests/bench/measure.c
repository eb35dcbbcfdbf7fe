/*
 * Ternion: measures commands in turn, A B A B ..., so that a change of the
 * machine's speed affects all of them alike.
 *
 *	measure RUNS -- COMMAND ARG... [-- COMMAND ARG...]
 *
 * Prints a line for each command: median seconds of CPU, median seconds of the
 * clock, and peak memory in KiB. The standard output of the commands is thrown
 * away.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* wait4 is older than POSIX, and everywhere. */
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

enum {
	COMMANDS_MAX = 128,
	RUNS_MAX = 32
};

struct command {
	char **argv;
	double cpu[RUNS_MAX], clock[RUNS_MAX];
	long peak;
};

static double
seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void
run(struct command *command, int number)
{
	struct rusage usage;
	double begun = now();
	int status, null;
	pid_t child = fork();

	if (child == 0) {
		null = open("/dev/null", O_WRONLY);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		execvp(command->argv[0], command->argv);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child ||
	    !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
		fputs("measure: this failed:", stderr);
		for (char **word = command->argv; *word != NULL; word++)
			fprintf(stderr, " %s", *word);
		fputs("\n", stderr);
		exit(2);
	}
	command->clock[number] = now() - begun;
	command->cpu[number] =
	    seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
	if (usage.ru_maxrss > command->peak)
		command->peak = usage.ru_maxrss;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int
main(int argc, char **argv)
{
	static struct command commands[COMMANDS_MAX];
	int count = 0;
	int runs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0;

	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], "--") != 0)
			continue;
		argv[i] = NULL;
		if (i + 1 == argc || count == COMMANDS_MAX) {
			fputs("measure: too many commands, or one that is "
			      "empty\n",
			    stderr);
			return 2;
		}
		commands[count++].argv = &argv[i + 1];
	}
	if (count == 0 || runs < 1 || runs > RUNS_MAX) {
		fputs("usage: measure RUNS -- COMMAND... [-- COMMAND...]\n",
		    stderr);
		return 2;
	}
	for (int i = 0; i < runs; i++)
		for (int c = 0; c < count; c++)
			run(&commands[c], i);
	for (int c = 0; c < count; c++) {
		struct command *command = &commands[c];

		qsort(command->cpu, (size_t)runs, sizeof(double), by_value);
		qsort(command->clock, (size_t)runs, sizeof(double), by_value);
		printf("%.5f %.5f %ld\n", command->cpu[runs / 2],
		    command->clock[runs / 2], command->peak);
	}
	return 0;
}
