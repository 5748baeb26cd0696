import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Where a part of a stream is in a file. */
export interface Member {
  readonly file: string;
  readonly at: number;
  readonly bytes: number;
  /** Of its lines. */
  readonly sha256: string;
}

/** A part of a stream, as JSON lines with its digest. */
export interface Lines {
  readonly lines: string;
  readonly sha256: string;
}

export interface WrittenFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly members: readonly Omit<Member, 'file'>[];
}

/** What a file says, or that it says something else. */
export class DamagedFile extends Error {
  constructor(
    readonly file: string,
    why: string,
  ) {
    super(`${file} ${why}`);
  }
}

const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * A folder of compressed files. Each part of a stream is a gzip member of its own: `zcat` prints the whole file, and one part can be read
 * alone. The same parts give the same file, under the same name.
 */
export class ArchiveFolder {
  constructor(private readonly folder: string) {}

  /** Writes a file with its manifest, and reads both back. When it resolves, they are on the disk. */
  async write(
    prefix: string,
    parts: readonly Lines[],
    manifest: Readonly<Record<string, unknown>>,
  ): Promise<WrittenFile> {
    const compressed = parts.map(({ lines }) => gzipSync(lines, { level: 9 }));
    const content = Buffer.concat(compressed);
    const sha256 = digestOf(content);
    const name = `${prefix}-${sha256.slice(0, 16)}.ndjson.gz`;
    let at = 0;
    const members = compressed.map(({ length: bytes }, i) => {
      const member = { at, bytes, sha256: parts[i]?.sha256 ?? '' };
      at += bytes;
      return member;
    });
    await mkdir(this.folder, { recursive: true });
    await this.put(name, content);
    const { length: bytes } = content;
    await this.put(
      `${name}.json`,
      Buffer.from(`${JSON.stringify({ file: name, sha256, bytes, ...manifest })}\n`),
    );
    await this.verify({ name, sha256, members });
    return { name, sha256, bytes, members };
  }

  /** The lines of one part. @throws DamagedFile */
  async read({ file, at, bytes, sha256 }: Member): Promise<string> {
    const buffer = Buffer.alloc(bytes);
    const handle = await open(join(this.folder, file)).catch((error: unknown) => {
      throw new DamagedFile(file, `cannot be read: ${String(error)}`);
    });
    try {
      await handle.read(buffer, 0, bytes, at);
    } finally {
      await handle.close();
    }
    return linesOf(file, buffer, sha256);
  }

  /** @throws DamagedFile */
  async verify({ name, sha256, members }: Pick<WrittenFile, 'name' | 'sha256' | 'members'>): Promise<void> {
    const content = await readFile(join(this.folder, name)).catch((error: unknown) => {
      throw new DamagedFile(name, `cannot be read: ${String(error)}`);
    });
    if (digestOf(content) !== sha256) throw new DamagedFile(name, 'is not what was written');
    for (const { at, bytes, sha256: digest } of members)
      linesOf(name, content.subarray(at, at + bytes), digest);
  }

  /** All or nothing, also if the machine fails. */
  private async put(name: string, content: Buffer): Promise<void> {
    const path = join(this.folder, name);
    const unfinished = await open(`${path}.unfinished`, 'w');
    try {
      await unfinished.writeFile(content);
      await unfinished.sync();
    } finally {
      await unfinished.close();
    }
    await rename(`${path}.unfinished`, path);
    const folder = await open(this.folder);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

function linesOf(file: string, compressed: Buffer, sha256: string): string {
  let lines: string;
  try {
    lines = gunzipSync(compressed).toString();
  } catch (error) {
    throw new DamagedFile(file, `cannot be decompressed: ${String(error)}`);
  }
  if (digestOf(lines) !== sha256) throw new DamagedFile(file, 'is not what was written');
  return lines;
}
