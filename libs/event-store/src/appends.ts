/** Notifies requests that wait for a stream when this process has appended to it. */
export class Appends {
  private readonly waiting = new Map<string, Set<() => void>>();

  happened(streamId: string): void {
    this.waiting.get(streamId)?.forEach((end) => end());
  }

  /** Resolves at the next append to the stream, at the latest after `ms`. */
  next(streamId: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const waiters = this.waiting.get(streamId) ?? new Set();
      this.waiting.set(streamId, waiters);
      const end = () => {
        clearTimeout(timer);
        waiters.delete(end);
        if (waiters.size === 0) this.waiting.delete(streamId);
        resolve();
      };
      const timer = setTimeout(end, ms);
      waiters.add(end);
    });
  }
}
