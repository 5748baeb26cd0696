/**
 * Terminates the child processes when this process ends, even by `kill -9`.
 *
 * A shell reads the pids from a pipe that only this process holds open. When the pipe closes, it sends SIGTERM to the
 * pids that are still listed, and SIGCONT, because a stopped process handles no other signal. Those that are still there after a while are
 * killed. It has its own process group, so a Ctrl-C does not reach it.
 */
import { spawn } from 'node:child_process';

/** Longer than a service takes to end in order, or kills itself. */
const GRACE_SECONDS = 40;

const script = `
pids=' '
grace=$1
while read -r word pid; do
  case $word in
    hold) pids="$pids$pid " ;;
    let) pids="\${pids%%" $pid "*} \${pids#*" $pid "}" ;;
  esac
done
exec 2>/dev/null
for pid in $pids; do kill "$pid"; kill -CONT "$pid"; done
while [ "$grace" -gt 0 ]; do
  left=
  for pid in $pids; do kill -0 "$pid" && left="$left $pid"; done
  pids=$left
  [ -n "$pids" ] || exit 0
  sleep 1
  grace=$((grace - 1))
done
for pid in $pids; do kill -KILL "$pid"; done`;

/** @type {import('node:stream').Writable | undefined} */
let shell;

/**
 * @param {number} pid
 * @param {number} [graceSeconds] of the first call: until those that have not ended are killed
 * @returns {() => void} to be called when the process has ended, because its pid may be reused
 */
export function holdOnLeash(pid, graceSeconds = GRACE_SECONDS) {
  shell ??= startShell(graceSeconds);
  shell.write(`hold ${pid}\n`);
  return () => void shell?.write(`let ${pid}\n`);
}

/** @param {number} graceSeconds */
function startShell(graceSeconds) {
  const child = spawn('/bin/sh', ['-c', script, 'sh', String(graceSeconds)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  child.on('error', () => undefined); // a system without a shell
  child.stdin.on('error', () => undefined);
  /** @type {import('node:net').Socket} */ (child.stdin).unref();
  return child.stdin;
}
