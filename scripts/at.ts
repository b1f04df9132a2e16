import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { StartProblem, toolEnvironment } from './config.ts';
import { sentenceOf } from './terminal.ts';

const USAGE = "npm run do -- at INSTANT CHECK …, such as at '2026-12-31T23:50:00-03:00' api; TZ names the zone of the processes";
/** Where Linux distributions put the library of their package faketime, the one for programs with threads. */
const LIBRARY = '/usr/lib{,64}{,/*}/faketime/libfaketimeMT.so.1';
/**
 * While a process waits in libfaketime's own epoll_wait, its signal handlers see the real clock. PostgreSQL's time-outs are such a handler,
 * and would never be due. Ours is preloaded before it.
 */
const EPOLL_WAIT = `
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
int epoll_wait(int fd, void *events, int most, int ms) { return (int)syscall(SYS_epoll_pwait, fd, events, most, ms, NULL, 8); }
`;

/** Runs checks while the clock of every process, PostgreSQL's too, shows that instant at their start and goes on from there. */
const folder = mkdtempSync(join(tmpdir(), 'butaca-at-'));
try {
  const [instant = '', ...checks] = process.argv.slice(2);
  if (checks.length === 0 || !/(?:Z|[+-]\d\d:\d\d)$/.test(instant) || Number.isNaN(Date.parse(instant))) throw new StartProblem(USAGE);
  const preloaded = [compiledEpollWait(), installedLibrary()];
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'check.ts'), ...checks], {
    stdio: 'inherit',
    env: { ...toolEnvironment(), ...clockAt(instant), LD_PRELOAD: preloaded.join(delimiter) },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(sentenceOf(error, 'nothing was run'));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

function installedLibrary(): string {
  const [library] = globSync(LIBRARY);
  if (!library) throw new StartProblem('there is no libfaketime here: on Debian, apt-get install faketime');
  return library;
}

function compiledEpollWait(): string {
  const library = join(folder, 'epoll-wait.so');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-x', 'c', '-o', library, '-'], { input: EPOLL_WAIT });
  if (status !== 0) throw new StartProblem('there is no C compiler here: on Debian, apt-get install gcc libc6-dev');
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  return library;
}

function clockAt(instant: string) {
  const seconds = Math.round((Date.parse(instant) - Date.now()) / 1000);
  return {
    // A distance: a clock that starts at an instant would start there anew in every process.
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    // What measures durations and limits belongs to no calendar.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
