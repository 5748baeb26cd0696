/** Notifies requests that wait for a stream when this process has appended to it. */
export class Appends {
  private readonly waiting = new Map<string, Set<() => void>>();

  happened(streamId: string): void {
    this.waiting.get(streamId)?.forEach((wake) => wake());
  }

  /** Resolves at the next append to the stream, at the latest after `ms`. */
  next(streamId: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wakers = this.waiting.get(streamId) ?? new Set();
      this.waiting.set(streamId, wakers);
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        if (wakers.size === 0) this.waiting.delete(streamId);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      wakers.add(wake);
    });
  }
}
