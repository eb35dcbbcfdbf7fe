/*
 * Calls to the system that emscripten answers in a way that would lose data:
 * its fcntl opens a name again, where a file has none until it is whole; its
 * fstat asks for that name; its fchmod and fchown take the number of another
 * file; its fsync does nothing. And calls that it lacks.
 */
mergeInto(LibraryManager.library, {
	fsetxattr: function() { return -1; },
	getxattr: function() { return -1; },
	listxattr: function() { return 0; },
	sched_getaffinity: function() { return -1; },
	__sched_cpucount: function() { return 1; },

	/* Two descriptors may share a file of Node: the last one closes it. */
	__syscall_fcntl64__deps: ['$SYSCALLS', '$FS'],
	__syscall_fcntl64: function(fd, command) {
		var stream = FS.getStream(fd);
		if (!stream)
			return -{{{ cDefine('EBADF') }}};
		if (command === {{{ cDefine('F_GETFL') }}})
			return stream.flags;
		if (command !== {{{ cDefine('F_DUPFD') }}} &&
		    command !== 1030 /* F_DUPFD_CLOEXEC */)
			return 0;
		var copy = FS.nextfd();
		FS.streams[copy] = Object.assign({}, stream, { fd: copy });
		return copy;
	},
	fd_close__deps: ['$FS'],
	fd_close: function(fd) {
		var stream = FS.getStream(fd);
		if (!stream)
			return {{{ cDefine('EBADF') }}};
		if (FS.streams.some(function(other) {
			return other && other !== stream && other.nfd === stream.nfd;
		})) {
			FS.closeStream(fd);
			return 0;
		}
		try {
			FS.close(stream);
			return 0;
		} catch (error) {
			return error.errno || {{{ cDefine('EIO') }}};
		}
	},
	__syscall_fstat64__deps: ['$SYSCALLS', '$FS'],
	__syscall_fstat64: function(fd, out) {
		try {
			return SYSCALLS.doStat(fs.fstatSync, FS.getStream(fd).nfd, out);
		} catch (error) {
			return -{{{ cDefine('EBADF') }}};
		}
	},
	__syscall_fchmod__deps: ['$FS'],
	__syscall_fchmod: function(fd, mode) {
		try {
			fs.fchmodSync(FS.getStream(fd).nfd, mode);
			return 0;
		} catch (error) {
			return -{{{ cDefine('EPERM') }}};
		}
	},
	__syscall_fchown32__deps: ['$FS'],
	__syscall_fchown32: function(fd, owner, group) {
		try {
			fs.fchownSync(FS.getStream(fd).nfd, owner, group);
			return 0;
		} catch (error) {
			return -{{{ cDefine('EPERM') }}};
		}
	},
	/* Asked by isatty; the width of a terminal is not told. */
	fd_fdstat_get__deps: ['$FS'],
	fd_fdstat_get: function(fd, out) {
		if (!FS.getStream(fd))
			return {{{ cDefine('EBADF') }}};
		HEAP8[out] = require('tty').isatty(fd) ? 2 : 4;
		return 0;
	},
	__syscall_ioctl: function() { return -{{{ cDefine('ENOTTY') }}}; },
	fd_sync__deps: ['$FS'],
	fd_sync: function(fd) {
		try {
			fs.fsyncSync(FS.getStream(fd).nfd);
			return 0;
		} catch (error) {
			/* Windows syncs no folder. */
			return error.code === 'EPERM' || error.code === 'EINVAL' ?
			    {{{ cDefine('EINVAL') }}} : {{{ cDefine('EIO') }}};
		}
	},
});
