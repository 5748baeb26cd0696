import type { IncomingMessage } from 'node:http';
import { Excerpt } from './excerpt.js';
import { Failure, type Phase } from './failure.js';

const BEFORE_WRITING: readonly Phase[] = ['looking up the host', 'connecting', 'negotiating TLS'];

/** The deadline of one request, its phase, and the response so far. */
export class Progress {
  phase: Phase = 'looking up the host';
  isCancelled = false;
  readonly excerpt = new Excerpt();
  private response: IncomingMessage | null = null;
  private brokenOff: Failure | null = null;
  private onBreak: ((failure: Failure) => void) | null = null;
  private readonly timer: NodeJS.Timeout;
  private readonly onCancel = () => this.cancelUnwritten();

  constructor(
    deadlineMs: number,
    private readonly cancel?: AbortSignal,
  ) {
    const seconds = deadlineMs / 1000;
    this.timer = setTimeout(
      () => this.breakOff('timeout', `No complete response within ${seconds} s: still ${this.phase}.`),
      deadlineMs,
    );
    cancel?.addEventListener('abort', this.onCancel);
    if (cancel?.aborted) this.cancelUnwritten();
  }

  /** What is done at the deadline or when the request is aborted; it replaces what was given before. */
  whenBrokenOff(onBreak: (failure: Failure) => void): void {
    this.onBreak = onBreak;
  }

  /** @throws Failure at the deadline or when the request is aborted; after that nothing is started */
  throwIfBrokenOff(): void {
    if (this.brokenOff) throw this.brokenOff;
  }

  /** The result of work, limited by the deadline. Its signal is aborted with a {@link Failure}. */
  within<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    this.throwIfBrokenOff();
    const controller = new AbortController();
    return new Promise((resolve, reject) => {
      this.whenBrokenOff((failure) => {
        controller.abort(failure);
        reject(failure);
      });
      work(controller.signal).then(resolve, reject);
    });
  }

  /** The head of the response is here, and of its body the beginning is kept. */
  receive(response: IncomingMessage): void {
    this.response = response.on('data', (chunk: Buffer) => this.excerpt.add(chunk));
  }

  /** The known parts of a response, complete or not. */
  get received(): { readonly status: number | null; readonly excerpt: string | null } {
    return {
      status: this.response?.statusCode ?? null,
      excerpt: this.excerpt.text(this.response?.headers['content-encoding']),
    };
  }

  breakOff(kind: 'timeout' | 'aborted', why: string): void {
    if (this.brokenOff) return;
    this.brokenOff = new Failure(kind, why);
    this.onBreak?.(this.brokenOff);
  }

  end(): void {
    clearTimeout(this.timer);
    this.cancel?.removeEventListener('abort', this.onCancel);
  }

  private cancelUnwritten(): void {
    if (!BEFORE_WRITING.includes(this.phase)) return;
    this.isCancelled = true;
    this.breakOff('aborted', 'The request was cancelled.');
  }
}
