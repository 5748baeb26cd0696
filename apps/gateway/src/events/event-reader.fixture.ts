import { type Socket, connect } from 'node:net';

export interface ReadEvent {
  readonly id: string;
  readonly eventType: string;
  readonly relatedEntityId: string;
  readonly sequence: number;
  readonly payload: { readonly id: string };
}

/** What a response with events says so far. */
export const eventsIn = (text: string): ReadEvent[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) =>
      (/^data: (.*)$/m.exec(block)?.slice(1) ?? []).map((json) => JSON.parse(json) as ReadEvent),
    );

/** The last id of a response, also one without an event. */
export const lastIdIn = (text: string): string => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';

/** Reads a stream until it ends. */
export class EventReader {
  text = '';
  /** Whether the response was complete; undefined while it goes on. */
  isWhole: boolean | undefined;
  private readonly connection = new AbortController();

  private constructor(readonly response: Response) {}

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
    const connection = new AbortController();
    const reader = new EventReader(await fetch(url, { headers, signal: connection.signal }));
    connection.signal.throwIfAborted();
    reader.connection.signal.addEventListener('abort', () => connection.abort());
    void reader.read();
    return reader;
  }

  get events(): ReadEvent[] {
    return eventsIn(this.text);
  }

  close(): void {
    this.connection.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const part of this.response.body ?? [])
        this.text += decoder.decode(part as Uint8Array, { stream: true });
      this.isWhole = true;
    } catch {
      this.isWhole = false; // broken off
    }
  }
}

/** Asks for a stream and takes nothing of it. */
export function idleReader(url: string, headers: Readonly<Record<string, string>>): Socket {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined); // it is to be disconnected
  socket.pause();
  const lines = Object.entries({ host: hostname, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}
