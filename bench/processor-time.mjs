/** The processor time of programs, from /proc: Linux only. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** Of a clock tick, in milliseconds: 100 ticks a second on every Linux. */
const TICK_MS = 10;

/**
 * The time that a process and its descendants have used so far, in milliseconds by pid. That of ended ones is their parent's.
 * @param {number} root @returns {Map<number, number>}
 */
export function cpuOfTree(root) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)));
  /** @type {Map<number, number>} */
  const found = new Map();
  let parents = [root];
  while (parents.length > 0) {
    const level = all.filter(({ pid, parent }) =>
      found.size === 0 ? pid === root : parents.includes(parent),
    );
    for (const { pid, ms } of level) found.set(pid, ms);
    parents = level.map(({ pid }) => pid);
  }
  return found;
}

/** See proc(5); the second field, a name in brackets, may contain spaces. @param {number} pid */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
    return [{ pid, parent: Number(fields[1]), ms: ticks * TICK_MS }];
  } catch {
    return []; // it has ended
  }
}

/** The last argument of a process, or the folder of its program: `requests`, `ledger`. @param {number} pid */
export function nameOf(pid) {
  const last = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').at(-2) ?? '';
  return basename(last.replace(/\/dist\/main\.js$/, ''));
}
