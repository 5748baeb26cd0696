import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What the bank does with files: each step is complete on the disk when it returns, or has not happened. */
export class Disk {
  makeFolder(path: string): void {
    mkdirSync(path, { recursive: true });
  }

  exists(path: string): boolean {
    return existsSync(path);
  }

  text(path: string): string {
    return readFileSync(path, 'utf8');
  }

  /** Complete files, in the order of their names. */
  names(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^\.|\.(tmp|part|filepart)$/.test(entry.name))
      .map(({ name }) => name)
      .sort();
  }

  /** Begins the file if there is none. */
  append(path: string, text: string): void {
    this.write(path, 'a', text);
  }

  /** @param length in bytes */
  truncate(path: string, length: number): void {
    truncateSync(path, length);
  }

  /** Writes a whole file, also over an earlier one of the name. Nobody sees a part of it. */
  replace(path: string, text: string): void {
    const temporary = join(dirname(path), `.${path.slice(dirname(path).length + 1)}.tmp`);
    this.write(temporary, 'w', text);
    this.move(temporary, path);
  }

  move(from: string, to: string): void {
    renameSync(from, to);
    for (const folder of new Set([dirname(to), dirname(from)])) this.sync(folder);
  }

  remove(path: string): void {
    rmSync(path, { force: true });
  }

  private write(path: string, flag: 'a' | 'w', text: string): void {
    const isNew = !existsSync(path);
    const file = openSync(path, flag);
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (isNew) this.sync(dirname(path));
  }

  private sync(folder: string): void {
    const open = openSync(folder, 'r');
    try {
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
  }
}
