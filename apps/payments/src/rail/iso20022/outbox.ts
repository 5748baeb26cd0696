import type { Departures } from './exchange.js';
import { type Files, join } from './files.js';

/**
 * Files that leave, each once. A file is prepared, recorded as sent, and then released to the bank: only that makes it visible, and
 * only that makes what is prepared disappear. So after a crash at any step it is known whether it has left: recorded and not
 * prepared any more. A bank may take it away at once.
 */
export class Outbox {
  constructor(
    private readonly folder: string,
    private readonly files: Files,
  ) {}

  /** A process that ends between recording and releasing it leaves it prepared. */
  async hasLeft(departures: Departures, name: string): Promise<boolean> {
    return (await this.files.exists(join(this.folder, 'sent', name))) && !(await departures.isPrepared(name));
  }

  /** @param content a text, if it has not left before @throws Error if it has not left, for example because the disk is full */
  async send(
    departures: Departures,
    name: string,
    content: () => string,
    signal: AbortSignal,
  ): Promise<void> {
    const sent = join(this.folder, 'sent');
    if (await this.hasLeft(departures, name)) return;
    const text = content();
    await departures.prepare(name, text);
    // Kept: what was sent, and what a status of a whole message is about.
    await this.files.replace(sent, name, text);
    // Whoever gave up waiting repeats it; from here on it counts as sent.
    signal.throwIfAborted();
    await departures.release(name);
  }
}
