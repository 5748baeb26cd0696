import type { Claimed } from './deliveries.js';
import type { Receiver } from './fair-scheduler.js';

/** What is done with a claimed attempt. None of them rejects. */
export interface AttemptSteps<Made> {
  /** Sends it; once `cancel` is aborted, it is not sent any more. */
  readonly make: (one: Claimed, cancel: AbortSignal) => Promise<Made>;
  readonly record: (receiver: Receiver, one: Claimed, made: Made) => Promise<void>;
  /** Gives up claims whose attempts have not begun. */
  readonly giveBack: (receiver: Receiver, some: readonly Claimed[]) => Promise<void>;
}

/** An attempt that has not ended. */
interface UnderWay {
  readonly ended: Promise<void>;
  readonly cancel: AbortController;
}

/** What is claimed for a subscription. */
interface Line {
  readonly waiting: { readonly one: Claimed; readonly sinceMs: number }[];
  making: number;
  timer: NodeJS.Timeout | null;
}

/**
 * The attempts that this process has claimed. No more than the receiver's `width` are made at a time; those that were
 * claimed ahead wait for their turn, and not longer than `patienceMs`.
 */
export class ClaimedAttempts<Made> {
  private readonly underWay = new Map<Claimed, UnderWay>();
  private readonly givingBack = new Set<Promise<void>>();
  private readonly lines = new Map<Receiver, Line>();

  constructor(
    private readonly steps: AttemptSteps<Made>,
    private readonly patienceMs: number,
  ) {}

  add(receiver: Receiver, claimed: readonly Claimed[]): void {
    if (claimed.length === 0) return;
    const line = this.lines.get(receiver) ?? { waiting: [], making: 0, timer: null };
    this.lines.set(receiver, line);
    const sinceMs = performance.now();
    line.waiting.push(...claimed.map((one) => ({ one, sinceMs })));
    this.next(receiver, line);
  }

  /** Those of a subscription that wait are given back, and those that have not been sent yet are cancelled. @returns all */
  cancel(subscriptionId: string): Claimed[] {
    const waiting = [...this.lines.keys()].flatMap((receiver) =>
      receiver.subscriptionId === subscriptionId ? this.dismiss(receiver) : [],
    );
    const making = [...this.underWay].filter(([one]) => one.subscriptionId === subscriptionId);
    for (const [, { cancel }] of making) cancel.abort();
    return [...waiting, ...making.map(([one]) => one)];
  }

  /** Gives back those that wait. @returns them */
  dismiss(receiver: Receiver): Claimed[] {
    const line = this.lines.get(receiver);
    const waiting = (line?.waiting.splice(0) ?? []).map(({ one }) => one);
    if (line) this.next(receiver, line);
    if (waiting.length === 0) return [];
    const done = this.steps.giveBack(receiver, waiting).finally(() => this.givingBack.delete(done));
    this.givingBack.add(done);
    return waiting;
  }

  /** Gives back those that wait; resolves when all have ended. */
  async drained(): Promise<void> {
    for (const receiver of this.lines.keys()) this.dismiss(receiver);
    await Promise.all([...this.givingBack, ...[...this.underWay.values()].map(({ ended }) => ended)]);
  }

  /** Those that are being made. */
  get making(): Claimed[] {
    return [...this.underWay.keys()];
  }

  private next(receiver: Receiver, line: Line): void {
    while (line.making < receiver.width) {
      const first = line.waiting.shift();
      if (!first) break;
      this.begin(receiver, line, first.one);
    }
    if (line.waiting.length > 0) line.timer ??= this.timer(receiver, line, this.patienceMs);
    if (line.waiting.length + line.making > 0) return;
    if (line.timer) clearTimeout(line.timer);
    this.lines.delete(receiver);
  }

  /** Gives back those that wait if the first of them has waited too long. */
  private timer(receiver: Receiver, line: Line, ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      line.timer = null;
      const [first] = line.waiting;
      const leftMs = first ? first.sinceMs + this.patienceMs - performance.now() : 0;
      if (leftMs > 0) line.timer = this.timer(receiver, line, leftMs);
      else this.dismiss(receiver);
    }, ms);
  }

  private begin(receiver: Receiver, line: Line, one: Claimed): void {
    const cancel = new AbortController();
    line.making++;
    const made = this.steps.make(one, cancel.signal).then((result) => {
      line.making--;
      this.next(receiver, line);
      return result;
    });
    const ended = made
      .then((result) => this.steps.record(receiver, one, result))
      .finally(() => this.underWay.delete(one));
    this.underWay.set(one, { ended, cancel });
  }
}
