import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SERVICES, type ServiceName } from '@corridor/services';
import type { NetworkFault } from '../tcp-proxy.mjs';

export { SERVICES, type ServiceName };
/** A service's process, or the second one that `replicate` started. */
export type ProcessName = ServiceName | `${ServiceName} 2` | 'all-in-one';
/** Whether its connections lead through proxies. */
export type Kind = 'distributed' | 'proxied distributed' | 'proxied all-in-one';

/** A process that ended unexpectedly. */
export interface Ended {
  readonly ended: string;
  readonly exitCode: number;
  /** Its last output. */
  readonly tail: string;
}

type RunnerMessage = ({ id: number; error?: string } | Ended) & { url?: undefined };
interface Ready {
  readonly url: string;
  readonly env: Readonly<
    Record<'DATABASE_URL' | 'KAFKA_BROKERS' | 'REDIS_URL' | 'CALLER_SECRET' | 'WEBHOOK_SECRET_KEY', string>
  >;
  readonly links: readonly string[];
  readonly processUrls: readonly string[];
  readonly metricsUrls: Readonly<Record<string, string>>;
}

type Runner = ReturnType<typeof spawn>;

/** Those that have not ended. */
const runners = new Set<Runner>();

async function endOf(runner: Runner): Promise<void> {
  if (runner.exitCode !== null) return;
  const ended = new Promise((resolve) => runner.once('exit', resolve));
  runner.stdin?.end();
  await ended;
}

/**
 * Six processes with their own Postgres, Kafka and Redis, or one with its own Postgres, which can be killed, stopped and
 * restarted. They run under a process that stops them all when this one ends, even by `kill -9`.
 */
export class Composition {
  readonly url: string;
  readonly databaseUrl: string;
  readonly brokers: readonly string[];
  readonly redisUrl: string;
  readonly secrets: Readonly<Record<'CALLER_SECRET' | 'WEBHOOK_SECRET_KEY', string>>;
  /** `ledger → postgres`, if it is proxied. */
  readonly links: readonly string[];
  /** The addresses of the processes themselves, without proxies. */
  readonly processUrls: readonly string[];
  /** By process. */
  readonly metricsUrls: Readonly<Record<string, string>>;
  readonly endedUnexpectedly: Ended[] = [];
  private readonly waiting = new Map<number, (message: { error?: string }) => void>();
  private lastId = 0;

  private constructor(
    private readonly runner: Runner,
    /** Of all processes. */
    readonly logFile: string,
    ready: Ready,
  ) {
    this.url = ready.url;
    this.databaseUrl = ready.env.DATABASE_URL;
    this.brokers = ready.env.KAFKA_BROKERS.split(',');
    this.redisUrl = ready.env.REDIS_URL;
    const { CALLER_SECRET, WEBHOOK_SECRET_KEY } = ready.env;
    this.secrets = { CALLER_SECRET, WEBHOOK_SECRET_KEY };
    this.links = ready.links;
    this.processUrls = ready.processUrls;
    this.metricsUrls = ready.metricsUrls;
    runner.once('exit', (code) => {
      for (const answer of this.waiting.values())
        answer({ error: `the runner ended with ${code}, see ${logFile}` });
    });
  }

  /**
   * @param name of the log file
   * @param settings environment variables of all processes
   * @param folder keeps the data; without it the data is deleted at the end
   */
  static async start(
    name: string,
    settings: Readonly<Record<string, string>> = {},
    kind: Kind = 'distributed',
    folder?: string,
  ): Promise<Composition> {
    const logFile = join('.corridor', 'logs', `${name}.log`);
    const program = join(import.meta.dirname, 'runner.mjs');
    const options = JSON.stringify({ kind, settings, folder });
    const runner = spawn(process.execPath, [program, logFile, options], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    runners.add(runner);
    runner.once('exit', () => runners.delete(runner));
    // If nobody ends it, it does not keep the test's process alive, and ends with it.
    runner.unref();
    for (const stream of [runner.stdin, runner.stdout]) (stream as Socket).unref();
    const lines = createInterface({ input: runner.stdout });
    const composition = await new Promise<Composition>((resolve, reject) => {
      runner.once('exit', (code) => reject(new Error(`the runner ended with ${code}, see ${logFile}`)));
      lines.once('line', (line) => {
        resolve(new Composition(runner, logFile, JSON.parse(line) as Ready));
      });
    });
    lines.on('line', (line) => composition.receive(JSON.parse(line) as RunnerMessage));
    return composition;
  }

  kill9 = (name: ProcessName) => this.send('kill9', name);
  stop = (name: ProcessName) => this.send('stop', name);
  /** Resolves when it is ready. */
  restart = (name: ProcessName) => this.send('restart', name);
  /** A setting of the processes that are started from now on. */
  set = (name: string, value: string) => this.send('set', name, value);
  /** A second process of the service; the gateway's requests go to both. */
  replicate = (name: ServiceName) => this.send('replicate', name);
  stopPostgres = () => this.send('stopPostgres');
  /** On the same port, with the same data. */
  startPostgres = () => this.send('startPostgres');
  killKafka = () => this.send('killKafka');
  /** On the same port, with the same data. */
  startKafka = () => this.send('startKafka');
  killRedis = () => this.send('killRedis');
  /** On the same port, empty. */
  startRedis = () => this.send('startRedis');

  /** SIGSTOP. */
  freeze = (name: ProcessName | 'kafka' | 'redis') => this.send('freeze', name);
  /** SIGCONT. */
  thaw = (name: ProcessName | 'kafka' | 'redis') => this.send('thaw', name);
  /** @param of the replies that are lost */
  disturb = (link: string, fault: NetworkFault, of = '') => this.send('disturb', link, fault, of);
  heal = (link: string) => this.send('heal', link);

  end = (): Promise<void> => endOf(this.runner);

  /** Ends all of this process, also one that is still starting: its `beforeAll` may have taken too long. */
  static async endAll(): Promise<void> {
    await Promise.all([...runners].map(endOf));
  }

  private send(command: string, ...args: string[]): Promise<void> {
    const id = ++this.lastId;
    this.runner.stdin?.write(`${JSON.stringify({ id, command, args })}\n`);
    return new Promise((resolve, reject) =>
      this.waiting.set(id, ({ error }) =>
        error === undefined ? resolve() : reject(new Error(`${command} ${args.join(' ')}: ${error}`)),
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
