import { join } from 'node:path';
import { decodeJson, encodeJson } from '@corridor/kernel';
import type { Disk } from './disk.js';
import type { Decision } from './events.js';

/**
 * All that has happened in the bank, one decision a line, each on the disk before anything follows from it (ADR 61). A line without its
 * end is a decision that was not made.
 */
export class Journal {
  private readonly path: string;

  constructor(
    folder: string,
    private readonly disk: Disk,
  ) {
    this.path = join(folder, 'journal.ndjson');
  }

  /** What others may read while the bank works. */
  decisions(): Decision[] {
    return this.lines().map((line) => decodeJson<Decision>(line));
  }

  /** For the bank itself: also removes a line that was not completed. */
  open(): Decision[] {
    const lines = this.lines();
    const complete = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    if (this.disk.exists(this.path)) this.disk.truncate(this.path, complete);
    return lines.map((line) => decodeJson<Decision>(line));
  }

  append(decision: Decision): void {
    this.disk.append(this.path, `${encodeJson(decision)}\n`);
  }

  private lines(): string[] {
    return this.disk.exists(this.path) ? this.disk.text(this.path).split('\n').slice(0, -1) : [];
  }
}
