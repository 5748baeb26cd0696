/**
 * Terminates the child processes when this process ends, even by `kill -9`.
 *
 * A shell reads the pids from a pipe that only this process holds open. When the pipe closes, it sends SIGTERM to the
 * pids that are still listed. It has its own process group, so a Ctrl-C does not reach it.
 */
import { spawn } from 'node:child_process';

const script = `
pids=' '
while read -r word pid; do
  case $word in
    hold) pids="$pids$pid " ;;
    let) pids="\${pids%%" $pid "*} \${pids#*" $pid "}" ;;
  esac
done
for pid in $pids; do kill "$pid"; done 2>/dev/null`;

/** @type {import('node:stream').Writable | undefined} */
let shell;

/** @param {number} pid @returns {() => void} to be called when the process has ended, because its pid may be reused */
export function holdOnLeash(pid) {
  shell ??= startShell();
  shell.write(`hold ${pid}\n`);
  return () => void shell?.write(`let ${pid}\n`);
}

function startShell() {
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  child.on('error', () => undefined); // a system without a shell
  child.stdin.on('error', () => undefined);
  /** @type {import('node:net').Socket} */ (child.stdin).unref();
  return child.stdin;
}
