/** When the user pressed Enter. */
import { existsSync, readFileSync } from 'node:fs';

/** Ticks of a second in /proc; Linux reports this number on every architecture. */
const TICKS = 100;

/**
 * The start of the npm that runs this process, in milliseconds since 1970; without npm, or without /proc, the start of this
 * process.
 */
export function startedAt() {
  const npm = existsSync('/proc/self/stat') ? npmAbove(process.ppid) : null;
  if (!npm) return Math.round(performance.timeOrigin);
  const upSeconds = Number.parseFloat(readFileSync('/proc/uptime', 'utf8'));
  return Math.round(Date.now() - (upSeconds - npm.ticks / TICKS) * 1000);
}

/**
 * Npm, if it is the parent, or the parent of a shell that is the parent.
 * @param {number} pid @param {number} [generations] @returns {{ ticks: number } | null}
 */
function npmAbove(pid, generations = 2) {
  if (pid <= 1 || generations === 0) return null;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Proc(5): the second field is the name in brackets; the fourth is the parent, the 22nd the start.
  const after = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isNpm = /\(npm\b/.test(stat);
  return isNpm ? { ticks: Number(after[19]) } : npmAbove(Number(after[1]), generations - 1);
}
