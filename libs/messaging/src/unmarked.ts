import type { Published } from './carrier.js';

/** How long a message may be without its mark: several commits share one. */
const MARK_MS = 100;

/** The messages that were published from memory and are not marked in the log yet. */
export class Unmarked {
  private messages: Published[] = [];
  private since = 0;

  /** @param most so many are marked at once */
  constructor(private readonly most: number) {}

  add(messages: readonly Published[], nowMs: number): void {
    if (this.messages.length === 0) this.since = nowMs;
    this.messages.push(...messages);
  }

  /** In how many milliseconds the mark of the first one is due; Infinity if there is none. */
  dueInMs(nowMs: number): number {
    if (this.messages.length === 0) return Infinity;
    return this.messages.length >= this.most ? 0 : this.since + MARK_MS - nowMs;
  }

  /** All of them, in order. They are marked then, or published again under other numbers. */
  take(): Published[] {
    const { messages } = this;
    this.messages = [];
    return messages;
  }
}
