import { type ByteSource, UnreadableFile } from '@corridor/iso20022';
import type { Clock } from '@corridor/kernel';
import { Logger } from '@nestjs/common';
import type { SetAside } from '../payment-rail.js';
import { type Files, join } from './files.js';

/** How long a file may be incomplete: so long somebody may still be writing it. */
const PATIENCE_MS = 60_000;
const REASON = 'reason.txt';

/**
 * Files of the bank, each content read once. A file is moved when all that it says is stored, so what a crash leaves is read again. What
 * cannot be read goes to a folder of its own with the reason.
 */
export class Inbox {
  private readonly log = new Logger('Bank');

  constructor(
    private readonly folder: string,
    private readonly files: Files,
    private readonly clock: Clock,
  ) {}

  /** @param read resolves to what a person has to look at in it, if anything @throws what it throws, except UnreadableFile */
  async take(read: (source: ByteSource) => Promise<readonly string[]>): Promise<void> {
    const arrived = join(this.folder, 'in');
    for (const name of await this.files.names(arrived)) await this.one(join(arrived, name), name, read);
  }

  async setAside(): Promise<SetAside[]> {
    const parent = join(this.folder, 'set-aside');
    const found: SetAside[] = [];
    for (const digest of await this.files.folders(parent)) {
      const names = (await this.files.names(join(parent, digest))).filter((name) => name !== REASON);
      const reason = await this.reasonOf(join(parent, digest, REASON));
      found.push(...names.map((name) => ({ digest, name, reason })));
    }
    return found;
  }

  private async reasonOf(path: string): Promise<string> {
    return (await this.files.exists(path)) ? this.files.text(path) : '';
  }

  private async one(
    path: string,
    name: string,
    read: (source: ByteSource) => Promise<readonly string[]>,
  ): Promise<void> {
    const before = await this.files.seen(path);
    // Another process has just taken it.
    if (!before) return;
    const digest = await this.files.digest(path);
    if (await this.files.exists(join(this.folder, 'read', digest))) {
      this.log.warn(`${name} has come before, and is not read again`);
      return this.file(path, name, 'read', digest);
    }
    const doubts = await this.doubtsAbout({ name, read: () => this.files.read(path) }, read);
    const after = await this.files.seen(path);
    // Somebody is writing it: what it says so far is stored once, and the rest comes with the next look.
    if (after?.size !== before.size || after.changedOn.getTime() !== before.changedOn.getTime()) return;
    if (doubts.length === 0) return this.file(path, name, 'read', digest);
    const { isUnreadable, reason } = reasonOf(doubts);
    const age = this.clock.now().getTime() - before.changedOn.getTime();
    if (isUnreadable && age < PATIENCE_MS) return;
    this.log.error(`${name} is set aside: ${reason}`);
    const folder = join(this.folder, 'set-aside', digest);
    await this.files.makeFolder(folder);
    await this.files.replace(folder, REASON, reason);
    await this.file(path, name, 'set-aside', digest);
  }

  private async doubtsAbout(
    source: ByteSource,
    read: (source: ByteSource) => Promise<readonly string[]>,
  ): Promise<readonly (string | UnreadableFile)[]> {
    try {
      return await read(source);
    } catch (error) {
      if (error instanceof UnreadableFile) return [error];
      throw error;
    }
  }

  private async file(path: string, name: string, to: 'read' | 'set-aside', digest: string): Promise<void> {
    const folder = join(this.folder, to, digest);
    await this.files.makeFolder(folder);
    await this.files.move(path, join(folder, name));
  }
}

function reasonOf(doubts: readonly (string | UnreadableFile)[]) {
  const isUnreadable = doubts.some((one) => one instanceof UnreadableFile);
  const texts = doubts.map((one) => (typeof one === 'string' ? one : `The file is refused: ${one.message}.`));
  const shown = texts.slice(0, 20);
  const more = texts.length - shown.length;
  return { isUnreadable, reason: [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n') };
}
