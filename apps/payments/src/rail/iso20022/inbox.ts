import { createHash } from 'node:crypto';
import { type ByteSource, UnreadableFile, bytesOf } from '@corridor/iso20022';
import type { Clock } from '@corridor/kernel';
import { Logger } from '@nestjs/common';
import type { RailFile, RailFiles, SetAside } from '../rail-files.js';
import type { Arrivals } from './exchange.js';
import { summaryOf } from './file-summary.js';
import { type Files, type Seen, join } from './files.js';

/** How long a file may be incomplete: so long somebody may still be writing it. */
const PATIENCE_MS = 60_000;
const REASON = 'reason.txt';

/**
 * Files of the bank, each content read once. A file is moved when all that it says is stored, so what a crash leaves is read again. What
 * cannot be read goes to a folder of its own with the reason, until staff have it read again or discard it.
 */
export class Inbox implements RailFiles {
  readonly areAwaited = true;
  private readonly log = new Logger('Bank');

  constructor(
    private readonly folder: string,
    private readonly files: Files,
    private readonly clock: Clock,
    private readonly readsAch: boolean,
  ) {}

  /**
   * @param read resolves to what a person has to look at in it, if anything
   * @param found what has become of a file, before it is moved
   * @throws what they throw, except UnreadableFile
   */
  async take(arrivals: Arrivals, read: Read, found: (file: RailFile) => Promise<void>): Promise<void> {
    for (const name of await arrivals.names()) {
      const as = await arrivals.seen(name);
      // Another process has just taken it.
      if (!as) continue;
      const path = await arrivals.fetched(name);
      const isUnchanged = async () => isSame(await arrivals.seen(name), as);
      const isTaken = await this.one({ name, path, as, isUnchanged }, read, found);
      await (isTaken ? arrivals.taken(name, as) : arrivals.left(path));
    }
  }

  async setAside(): Promise<SetAside[]> {
    const parent = await this.made('set-aside');
    const found: SetAside[] = [];
    for (const digest of await this.files.folders(parent)) {
      const names = await this.namesIn(join(parent, digest));
      const reason = await this.reasonOf(join(parent, digest, REASON));
      found.push(...names.map((name) => ({ digest, name, reason })));
    }
    return found;
  }

  async arrived(): Promise<Date[]> {
    const folder = await this.made('in');
    const seen = await Promise.all(
      (await this.files.names(folder)).map((name) => this.files.seen(join(folder, name))),
    );
    return seen.filter((one) => one !== null).map(({ changedOn }) => changedOn);
  }

  summary(name: string, content: Uint8Array): Promise<string> {
    return summaryOf(bytesOf(name, content), this.readsAch);
  }

  async receive(name: string, content: Uint8Array): Promise<null> {
    const digest = createHash('sha256').update(content).digest('hex');
    await this.files.replace(await this.made('in'), unique(digest, name), content);
    return null;
  }

  async readAgain(digest: string): Promise<void> {
    const from = join(this.folder, 'set-aside', digest);
    const arriving = await this.made('in');
    for (const name of await this.namesIn(from))
      await this.files.move(join(from, name), join(arriving, unique(digest, name)));
    await this.files.removeFolder(from);
  }

  async discard(digest: string): Promise<void> {
    const [from, to] = [join(this.folder, 'set-aside', digest), await this.made(join('discarded', digest))];
    for (const name of await this.files.names(from)) await this.files.move(join(from, name), join(to, name));
    await this.files.removeFolder(from);
  }

  private async made(folder: string): Promise<string> {
    const path = join(this.folder, folder);
    await this.files.makeFolder(path);
    return path;
  }

  private async namesIn(folder: string): Promise<string[]> {
    return (await this.files.names(folder)).filter((name) => name !== REASON);
  }

  private async reasonOf(path: string): Promise<string> {
    return (await this.files.exists(path)) ? this.files.text(path) : '';
  }

  /** Whether it was moved away. */
  private async one(
    { name: arrivedAs, path, as, isUnchanged }: Arrived,
    read: Read,
    found: (file: RailFile) => Promise<void>,
  ): Promise<boolean> {
    // It has disappeared or changed while it was fetched.
    if ((await this.files.seen(path))?.size !== as.size) return false;
    const digest = await this.files.digest(path);
    const name = nameOf(digest, arrivedAs);
    for (const known of ['read', 'discarded'] as const) {
      if (!(await this.files.exists(join(this.folder, known, digest)))) continue;
      this.log.warn(`${name} has come before, and is not read again`);
      return this.file(path, name, known, digest);
    }
    const doubts = await this.doubtsAbout({ name, read: () => this.files.read(path) }, read);
    // Somebody is writing it: what it says so far is stored once, and the rest comes with the next look.
    if (!(await isUnchanged())) return false;
    if (doubts.length === 0) {
      await found({ digest, name, reason: null });
      return this.file(path, name, 'read', digest);
    }
    const { isUnreadable, reason } = reasonOf(doubts);
    const age = this.clock.now().getTime() - as.changedOn.getTime();
    if (isUnreadable && age < PATIENCE_MS) return false;
    this.log.error(`${name} is set aside: ${reason}`);
    await found({ digest, name, reason });
    await this.files.replace(await this.made(join('set-aside', digest)), REASON, reason);
    return this.file(path, name, 'set-aside', digest);
  }

  private async doubtsAbout(source: ByteSource, read: Read): Promise<readonly (string | UnreadableFile)[]> {
    try {
      return await read(source);
    } catch (error) {
      if (error instanceof UnreadableFile) return [error];
      throw error;
    }
  }

  private async file(path: string, name: string, to: Kept, digest: string): Promise<true> {
    await this.files.move(path, join(await this.made(join(to, digest)), name));
    return true;
  }
}

interface Arrived {
  readonly name: string;
  readonly path: string;
  readonly as: Seen;
  readonly isUnchanged: () => Promise<boolean>;
}

const isSame = (one: Seen | null, other: Seen): boolean =>
  one?.size === other.size && one.changedOn.getTime() === other.changedOn.getTime();

type Read = (source: ByteSource) => Promise<readonly string[]>;
type Kept = 'read' | 'set-aside' | 'discarded';

/** Under which a file comes that does not come from the bank: a file of the bank with the same name may be there. */
const unique = (digest: string, name: string): string => `${digest}-${name}`;

/** Without what {@link unique} has added. */
function nameOf(digest: string, arrivedAs: string): string {
  const name = arrivedAs.startsWith(`${digest}-`) ? arrivedAs.slice(digest.length + 1) : arrivedAs;
  return name === REASON ? `bank-${name}` : name;
}

function reasonOf(doubts: readonly (string | UnreadableFile)[]) {
  const isUnreadable = doubts.some((one) => one instanceof UnreadableFile);
  const texts = doubts.map((one) => (typeof one === 'string' ? one : `The file is refused: ${one.message}.`));
  const shown = texts.slice(0, 20);
  const more = texts.length - shown.length;
  return { isUnreadable, reason: [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n') };
}
