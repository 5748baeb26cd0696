import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { type ByteSource, UnreadableFile } from '@corridor/iso20022';
import { type ListEntry, type ListName, readList } from '@corridor/screening';

export interface ReadVersion {
  readonly publishedOn: string | null;
  /** SHA-256 of the files in their order, hexadecimal. */
  readonly checksum: string;
  /** JSON of each entry by its id. */
  readonly entries: ReadonlyMap<string, string>;
}

/**
 * Reads a list from files of a folder as a stream.
 * @throws UnreadableFile also if a file cannot be read
 */
export async function readVersion(
  list: ListName,
  folder: string,
  names: readonly string[],
): Promise<ReadVersion> {
  const files = names.map((name) => fileIn(folder, name));
  const digest = createHash('sha256');
  for (const file of files) for await (const chunk of file.read()) digest.update(chunk);
  const entries = new Map<string, string>();
  const take = (entry: ListEntry) => void entries.set(entry.id, JSON.stringify(entry));
  const { publishedOn } = await readList(list, files, take);
  return { publishedOn, checksum: digest.digest('hex'), entries };
}

function fileIn(folder: string, name: string): ByteSource {
  if (basename(name) !== name || name === '..')
    throw new UnreadableFile(`${name}: it must be a file in the folder of lists, without a path`);
  return {
    name,
    async *read() {
      try {
        yield* createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>;
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === undefined) throw error;
        throw new UnreadableFile(`${name}: it cannot be read (${code})`, { cause: error });
      }
    },
  };
}
