import { isOutage } from '@corridor/event-store';

type Ended = Promise<unknown>;

/** What is at work on the messages of one stream. */
interface StreamWork {
  /** The last message about an unknown record: later ones wait for it. */
  barrier: Ended | null;
  /** By record, the last message since then. */
  readonly last: Map<string, Ended>;
}

/**
 * Handles the messages of a delivery at the same time, except that those of one stream about the same record follow each
 * other. One about an unknown record waits for all earlier ones of its stream, and the later ones wait for it.
 */
export class HandlingOrder<Message> {
  private readonly streams = new Map<string, StreamWork>();
  private readonly all: Ended[] = [];

  constructor(
    private readonly streamOf: (message: Message) => string,
    private readonly recordOf: (message: Message) => string | null,
  ) {}

  add(message: Message, handle: () => Promise<unknown>): void {
    const name = this.streamOf(message);
    const stream = this.streams.get(name) ?? { barrier: null, last: new Map<string, Ended>() };
    this.streams.set(name, stream);
    const record = this.recordOf(message);
    const earlier = record === null ? allOf(stream) : (stream.last.get(record) ?? stream.barrier);
    const handled = earlier ? earlier.then(handle) : handle();
    this.all.push(handled);
    if (record !== null) stream.last.set(record, handled);
    else {
      stream.barrier = handled;
      stream.last.clear();
    }
  }

  /** Resolves, or rejects with an error of one of them, when all have ended. */
  async ended(): Promise<void> {
    const handled = await Promise.allSettled(this.all);
    const errors = handled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    if (errors.length > 0) throw errors.find(isOutage) ?? errors[0];
  }
}

function allOf({ barrier, last }: StreamWork): Ended | null {
  const all = [...(barrier ? [barrier] : []), ...last.values()];
  return all.length > 0 ? Promise.all(all) : null;
}
