import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export { join };

/** A file as it was when it was looked at. */
export interface Seen {
  readonly size: number;
  readonly changedOn: Date;
}

/** What the rail does with files: each step is complete on the disk when it resolves, or has not happened. */
export class Files {
  async exists(path: string): Promise<boolean> {
    return (await this.seen(path)) !== null;
  }

  /** Null if there is none. */
  async seen(path: string): Promise<Seen | null> {
    try {
      const { size, mtime: changedOn } = await stat(path);
      return { size, changedOn };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** In the order of their names; without folders, and without files that their name says are not complete. */
  async names(folder: string): Promise<string[]> {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && isComplete(entry.name))
      .map(({ name }) => name)
      .sort();
  }

  async folders(parent: string): Promise<string[]> {
    const entries = await readdir(parent, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  /** With what is in it. */
  async removeFolder(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true });
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  }

  async makeFolder(path: string): Promise<void> {
    await mkdir(path, { recursive: true });
  }

  text(path: string): Promise<string> {
    return readFile(path, 'utf8');
  }

  async *read(path: string): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(path)) yield chunk as Uint8Array;
  }

  /** SHA-256 of the content. */
  async digest(path: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of this.read(path)) hash.update(chunk);
    return hash.digest('hex');
  }

  /** Writes a whole file, also over an earlier one of the name. Nobody sees a part of it. */
  async replace(folder: string, name: string, content: string | Uint8Array): Promise<void> {
    const temporary = join(folder, `.${name}.tmp`);
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await this.move(temporary, join(folder, name));
  }

  /** Writes a file, and nobody else can. @returns false if there is one of the name */
  async claim(folder: string, name: string, content: string): Promise<boolean> {
    const temporary = join(folder, `.${name}.${randomUUID()}.tmp`);
    await writeFile(temporary, content, { flush: true });
    try {
      await link(temporary, join(folder, name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
    await syncFolder(folder);
    return true;
  }

  async move(from: string, to: string): Promise<void> {
    await rename(from, to);
    await syncFolder(dirname(to));
    if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
  }
}

/** False if its name says that it is not. */
export const isComplete = (name: string): boolean => !/^\.|\.(tmp|part|filepart|partial)$/i.test(name);

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
