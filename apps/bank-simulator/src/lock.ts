import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Only one process is the bank of a folder. @throws Error if another one is */
export function lock(folder: string, pid: number): void {
  const path = join(folder, 'pid');
  const holder = holderOf(path);
  if (holder !== null && holder !== pid && isRunning(holder))
    throw new Error(`process ${holder} is the bank of ${folder}; end it first, or remove ${path}`);
  rmSync(path, { force: true });
  writeFileSync(path, String(pid), { flag: 'wx' });
}

function holderOf(path: string): number | null {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
