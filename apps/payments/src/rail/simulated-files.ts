import { createHash } from 'node:crypto';
import type { RailFile, RailFiles, SetAside } from './rail-files.js';

/** Files of a bank that nobody reads, so staff can try in the sandbox what they do with files that are set aside. In memory only. */
export class SimulatedFiles implements RailFiles {
  readonly areAwaited = false;
  private readonly kept = new Map<string, SetAside>();
  private readonly again = new Map<string, SetAside>();

  /** What is read again is set aside again. */
  async collect(found: (file: RailFile) => Promise<void>): Promise<void> {
    for (const file of this.again.values()) {
      await found(file);
      this.again.delete(file.digest);
      this.kept.set(file.digest, file);
    }
  }

  setAside(): Promise<SetAside[]> {
    return Promise.resolve([...this.kept.values()]);
  }

  arrived(): Promise<Date[]> {
    return Promise.resolve([]);
  }

  summary(): Promise<string> {
    return Promise.resolve('the simulated bank reads no files');
  }

  receive(name: string, content: Uint8Array): Promise<SetAside> {
    const digest = createHash('sha256').update(content).digest('hex');
    const file = { digest, name, reason: 'The simulated bank reads no files.' };
    this.kept.set(digest, file);
    return Promise.resolve(file);
  }

  readAgain(digest: string): Promise<void> {
    const file = this.kept.get(digest);
    if (file) this.again.set(digest, file);
    return this.discard(digest);
  }

  discard(digest: string): Promise<void> {
    this.kept.delete(digest);
    return Promise.resolve();
  }
}
