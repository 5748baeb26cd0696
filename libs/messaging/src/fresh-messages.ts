import type { Appended } from '@corridor/event-store';
import type { Outgoing } from './carrier.js';

/** Streams whose last published version is known, and commits that may wait. */
const MOST_KNOWN = 10_000;
const MOST_WAITING = 1_000;

/**
 * The messages of this process's commits, so that the relay need not read them from the log. A commit is published from
 * memory only if it continues a stream that this relay has published up to there: then nothing of other processes, and no
 * commit that is not known here, comes before it. Otherwise the log decides.
 */
export class FreshMessages {
  private commits: Appended[] = [];
  /** Those in the log when it was read last. */
  private inLog: readonly Appended[] = [];
  /** By stream, the version up to which all is published. */
  private readonly published = new Map<string, number>();
  private isBehind = true;

  add(streams: readonly Appended[]): void {
    if (this.isBehind) return;
    this.commits.push(...streams);
    if (this.commits.length > MOST_WAITING) this.forgetCommits();
  }

  /** There may be messages in the log that are not known here. */
  forgetCommits(): void {
    this.isBehind = true;
    this.commits = [];
  }

  /** Nothing is known any more. */
  forget(): void {
    this.forgetCommits();
    this.published.clear();
  }

  /** The next messages, in order; null if the log has to be read. */
  next(): Outgoing[] | null {
    if (this.isBehind) return null;
    const messages: Outgoing[] = [];
    for (const { id, versionBefore, version, messages: ofCommit } of this.commits) {
      const known = this.published.get(id) ?? 0;
      if (version <= known) continue; // it was in the log
      if (known !== versionBefore) return null;
      messages.push(...ofCommit);
      this.isPublished(id, version);
    }
    this.commits = [];
    return messages;
  }

  /** Before the log is read: what is committed until then is in it. */
  beginRead(): void {
    this.inLog = this.commits;
    this.commits = [];
    this.isBehind = false;
  }

  /** @param read these messages were read, and are published now. @param isAll whether those were all */
  endRead(read: readonly Pick<Outgoing, 'streamId' | 'version'>[], isAll: boolean): void {
    for (const { streamId, version } of read) this.isPublished(streamId, version);
    if (isAll) for (const { id, version } of this.inLog) this.isPublished(id, version);
    else this.forgetCommits();
    this.inLog = [];
  }

  private isPublished(id: string, version: number): void {
    const known = Math.max(version, this.published.get(id) ?? 0);
    this.published.delete(id);
    if (this.published.size >= MOST_KNOWN)
      this.published.delete(this.published.keys().next().value as string);
    this.published.set(id, known);
  }
}
