/**
 * Looks after a running server: ends it when this process ends, tells when it ends by itself, and keeps its log short.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, statSync, truncateSync } from 'node:fs';
import type { Socket } from 'node:net';
import { isAlive } from './live-process.js';
import type { PostgresFolder } from './postgres-folder.js';

const LOOK_MS = 250;
const LONGEST_LOG = 10 * 2 ** 20;

export interface Guard {
  release(): void;
}

/** @param onEnd is called once if the server ends before the release */
export function guard({ postmaster, log }: PostgresFolder, onEnd: () => void): Guard {
  const pid = postmaster();
  const letGo = pid === undefined ? () => undefined : endWithThisProcess(pid);
  const release = () => {
    clearInterval(looking);
    letGo();
  };
  const looking = setInterval(() => {
    if (pid !== undefined && isAlive(pid)) return shorten(log);
    release();
    onEnd();
  }, LOOK_MS).unref();
  return { release };
}

/**
 * A shell waits at a pipe that only this process holds open, so it notices any end of it, even by `kill -9`. SIGINT makes
 * Postgres end its connections and write all data (a "fast" shutdown).
 */
function endWithThisProcess(pid: number): () => void {
  const script = 'read -r _; kill -INT "$1"';
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    cwd: '/',
    detached: true, // a Ctrl-C does not reach it
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return () => void shell.kill('SIGKILL');
}

/** The server appends to the file, so it goes on at the beginning; what it writes during the copy is lost. */
function shorten(log: string): void {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) < LONGEST_LOG) return;
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
}
