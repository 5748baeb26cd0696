import { StreamHeld, isLocked, isOutage } from '@corridor/event-store';

type Ended = Promise<unknown>;

/** What is at work on the messages of one stream. */
interface StreamWork {
  /** The last message about an unknown record: later ones wait for it. */
  barrier: Ended | null;
  /** By record, the last message since then. */
  readonly last: Map<string, Ended>;
}

/** All messages that could not be handled need a stream that another transaction holds: by message, its id. */
export class HeldMessages<Message> extends Error {
  constructor(readonly streams: ReadonlyMap<Message, string>) {
    super(`${streams.size} messages need streams that another transaction holds`);
  }
}

/**
 * Handles the messages of a delivery at the same time, except that those of one stream about the same record follow each
 * other. One about an unknown record waits for all earlier ones of its stream, and the later ones wait for it.
 */
export class HandlingOrder<Message> {
  private readonly streams = new Map<string, StreamWork>();
  private readonly all: { readonly message: Message; readonly handled: Ended }[] = [];

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
    this.all.push({ message, handled });
    if (record !== null) stream.last.set(record, handled);
    else {
      stream.barrier = handled;
      stream.last.clear();
    }
  }

  /** Resolves when all have ended. @throws HeldMessages, or the error of one that failed for another reason */
  async ended(): Promise<void> {
    const ends = await Promise.allSettled(this.all.map(({ handled }) => handled));
    const held = new Map<Message, string>();
    const causes: unknown[] = [];
    for (const [i, { message }] of this.all.entries()) {
      const end = ends[i];
      if (end?.status !== 'rejected') continue;
      if (end.reason instanceof StreamHeld) held.set(message, end.reason.streamId);
      else causes.push(end.reason);
    }
    if (causes.length > 0) throw causes.find(isOutage) ?? causes.find(isLocked) ?? causes[0];
    if (held.size > 0) throw new HeldMessages(held);
  }
}

function allOf({ barrier, last }: StreamWork): Ended | null {
  const all = [...(barrier ? [barrier] : []), ...last.values()];
  return all.length > 0 ? Promise.all(all) : null;
}
