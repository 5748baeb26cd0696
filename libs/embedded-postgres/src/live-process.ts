import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** One that has ended but whose parent has not yet taken note of it (a zombie) is not alive. */
export const isAlive = (pid: number): boolean => startOf(pid) !== null;

/**
 * Distinguishes a process from a later one with the same pid (usual in containers, where pids restart).
 * @returns when it started, in the system's own notation; null when it does not run
 */
export function startOf(pid: number): string | null {
  if (!pidExists(pid)) return null;
  if (existsSync('/proc/self/stat')) return startInProc(pid);
  return (
    attempt(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()) ??
    'unknown'
  );
}

/** Whether the pid exists, even as a zombie; 0 is no process. */
export function pidExists(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Field 22 of /proc/<pid>/stat (proc(5)); the second field, a name in brackets, may itself hold spaces. */
function startInProc(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? ['Z'];
  return state === 'Z' ? null : (rest[18] ?? null);
}

/** Whether a process works in a folder: by its working directory, or where that cannot be seen by its command line. */
export function worksIn(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  if (existsSync('/proc/self/cwd')) return attempt(() => readlinkSync(`/proc/${pid}/cwd`)) === folder;
  const command = attempt(() =>
    execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }),
  );
  return command?.includes(folder) ?? true;
}

/** Processes that work in a folder; none without /proc. */
export function processesIn(folder: string): number[] {
  const names = attempt(() => readdirSync('/proc')) ?? [];
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => attempt(() => readlinkSync(`/proc/${pid}/cwd`)) === folder);
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
