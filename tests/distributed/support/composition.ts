import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVICES, type ServiceName } from '@corridor/services';

export { SERVICES, type ServiceName };
/** A service's process, or the second one that `replicate` started. */
export type ProcessName = ServiceName | `${ServiceName} 2`;

/** A process that ended unexpectedly. */
export interface Ended {
  readonly ended: string;
  readonly exitCode: number;
}

type RunnerMessage = ({ id: number; error?: string } | Ended) & { url?: undefined };
interface Ready {
  readonly url: string;
  readonly env: { readonly DATABASE_URL: string; readonly KAFKA_BROKERS: string; readonly REDIS_URL: string };
}

/**
 * Six processes with their own Postgres, Kafka and Redis, which can be killed and restarted. They run under a process
 * that stops them all when this one ends, even by `kill -9`.
 */
export class Composition {
  readonly endedUnexpectedly: Ended[] = [];
  private readonly waiting = new Map<number, (message: { error?: string }) => void>();
  private lastId = 0;

  private constructor(
    private readonly runner: ReturnType<typeof spawn>,
    readonly url: string,
    readonly databaseUrl: string,
    readonly brokers: readonly string[],
    readonly redisUrl: string,
    /** Of all processes. */
    readonly logFile: string,
  ) {}

  /**
   * @param name of the log file
   * @param more environment variables of all processes
   */
  static async start(name: string, more: Readonly<Record<string, string>> = {}): Promise<Composition> {
    const logFile = join('.corridor', 'logs', `${name}.log`);
    const runner = spawn(process.execPath, [join(__dirname, 'runner.mjs'), logFile, JSON.stringify(more)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    // If nobody ends it, it does not keep the test's process alive, and ends with it.
    runner.unref();
    for (const stream of [runner.stdin, runner.stdout]) (stream as Socket).unref();
    const lines = createInterface({ input: runner.stdout });
    const composition = await new Promise<Composition>((resolve, reject) => {
      runner.once('exit', (code) => reject(new Error(`the runner ended with ${code}, see ${logFile}`)));
      lines.once('line', (line) => {
        const { url, env } = JSON.parse(line) as Ready;
        const brokers = env.KAFKA_BROKERS.split(',');
        resolve(new Composition(runner, url, env.DATABASE_URL, brokers, env.REDIS_URL, logFile));
      });
    });
    lines.on('line', (line) => composition.receive(JSON.parse(line) as RunnerMessage));
    return composition;
  }

  kill9 = (name: ProcessName) => this.send('kill9', name);
  stop = (name: ProcessName) => this.send('stop', name);
  /** Resolves when it is ready. */
  restart = (name: ProcessName) => this.send('restart', name);
  /** A second process of the service; the gateway's requests go to both. */
  replicate = (name: ServiceName) => this.send('replicate', name);
  killKafka = () => this.send('killKafka');
  /** On the same port, with the same data. */
  startKafka = () => this.send('startKafka');
  killRedis = () => this.send('killRedis');
  /** On the same port, empty. */
  startRedis = () => this.send('startRedis');

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.runner.once('exit', resolve));
    this.runner.stdin?.end();
    await ended;
  }

  private send(command: string, name?: string): Promise<void> {
    const id = ++this.lastId;
    this.runner.stdin?.write(`${JSON.stringify({ id, command, name })}\n`);
    return new Promise((resolve, reject) =>
      this.waiting.set(id, ({ error }) =>
        error === undefined ? resolve() : reject(new Error(`${command} ${name ?? ''}: ${error}`)),
      ),
    );
  }

  private receive(message: RunnerMessage): void {
    if ('ended' in message) {
      this.endedUnexpectedly.push(message);
      return;
    }
    this.waiting.get(message.id)?.(message);
    this.waiting.delete(message.id);
  }
}
