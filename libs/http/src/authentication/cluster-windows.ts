import cluster from 'node:cluster';
import { type Use, Windows } from './windows.js';

/** From a process with requests to the first one: the clients of requests to count, in their order. */
interface Counted {
  readonly clients: readonly string[];
  readonly windowMs: number;
}

/** The response to it. */
interface Uses {
  readonly uses: readonly Use[];
}

interface Waiting {
  readonly client: string;
  readonly resolve: (use: Use) => void;
}

/**
 * The windows of all processes of a cluster, which the first process counts, so that limits hold exactly. The requests of one
 * turn of the event loop are counted with one message, and those that arrive before its response with the next one: a message
 * costs both processes more than the work of counting a hundred.
 */
export class ClusterWindows {
  private waiting: Waiting[] = [];
  private asked: readonly Waiting[] = [];

  /** @param ask sends to the first process, whose responses go to {@link receive} */
  constructor(
    private readonly windowMs: number,
    private readonly ask: (counted: Counted) => void,
  ) {}

  count(client: string): Promise<Use> {
    return new Promise((resolve) => {
      const length = this.waiting.push({ client, resolve });
      if (length === 1 && this.asked.length === 0) setImmediate(() => this.askNext());
    });
  }

  receive({ uses }: Uses): void {
    const { asked } = this;
    this.asked = [];
    this.askNext();
    uses.forEach((use, n) => asked[n]?.resolve(use));
  }

  private askNext(): void {
    if (this.waiting.length === 0 || this.asked.length > 0) return;
    this.asked = this.waiting;
    this.waiting = [];
    this.ask({ clients: this.asked.map(({ client }) => client), windowMs: this.windowMs });
  }
}

/** The windows of this process's cluster. If the first process is gone, this one ends too, so nothing waits for ever. */
export function windowsOfCluster(windowMs: number): ClusterWindows {
  const windows = new ClusterWindows(windowMs, (counted) => process.send?.(counted));
  process.on('message', (message) => {
    if (isUses(message)) windows.receive(message);
  });
  return windows;
}

/** Counts in the first process for the others. */
export function countWindowsForCluster(): void {
  const all = new Map<number, Windows>();
  const of = (windowMs: number) => all.get(windowMs) ?? new Windows(windowMs);
  cluster.on('message', (worker, message: unknown) => {
    if (!isCounted(message)) return;
    const windows = of(message.windowMs);
    all.set(message.windowMs, windows);
    const uses = message.clients.map((client) => windows.count(client));
    if (worker.isConnected()) worker.send({ uses } satisfies Uses);
  });
}

const isUses = (message: unknown): message is Uses =>
  typeof message === 'object' && message !== null && 'uses' in message;

const isCounted = (message: unknown): message is Counted =>
  typeof message === 'object' && message !== null && 'windowMs' in message;
