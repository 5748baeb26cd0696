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
  folder: string | null,
  names: readonly string[],
): Promise<ReadVersion> {
  const files = names.map((name) => fileIn(folder, name));
  const checksum = await checksumOf(files);
  const entries = new Map<string, string>();
  const take = (entry: ListEntry) => void entries.set(entry.id, JSON.stringify(entry));
  const { publishedOn } = await readList(list, files, take);
  if ((await checksumOf(files)) !== checksum)
    throw new UnreadableFile('the files have changed while they were read');
  return { publishedOn, checksum, entries };
}

/** SHA-256 of the files in their order. @throws UnreadableFile if one cannot be read */
export const checksumIn = (folder: string | null, names: readonly string[]): Promise<string> =>
  checksumOf(names.map((name) => fileIn(folder, name)));

async function checksumOf(files: readonly ByteSource[]): Promise<string> {
  const digest = createHash('sha256');
  for (const file of files) for await (const chunk of file.read()) digest.update(chunk);
  return digest.digest('hex');
}

function fileIn(folder: string | null, name: string): ByteSource {
  if (folder === null) throw new UnreadableFile('SCREENING_LISTS is not set');
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
