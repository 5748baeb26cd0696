import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { countForCluster } from '@corridor/http';
import type { PinoLogger, Variables } from '@corridor/platform';
import { END, type Report, type Role } from './worker.js';

/** Delays before a process that has ended is replaced, in milliseconds: the second for one that soon ends again, and so on. */
const DELAYS_MS = [0, 100, 500, 2_000, 10_000] as const;
/** One that has run for this time starts with the first delay again. */
const STABLE_MS = 30_000;

interface Options {
  readonly webConcurrency: number;
  readonly logger: PinoLogger;
}

/**
 * Runs the services in several processes: one that publishes and delivers all messages, and `webConcurrency` that share the
 * port. This process only watches them, counts requests for the rate limits, and replaces those that end.
 * @throws Error if one of them cannot start; then all have ended
 */
export async function startProcesses(
  variables: Variables,
  { webConcurrency, logger }: Options,
): Promise<{ url: string; close(): Promise<void> }> {
  countForCluster();
  const roles: Role[] = ['messages', ...Array<Role>(webConcurrency).fill('requests')];
  const all = roles.map((role) => new Process(role, variables, logger));
  const close = async () => {
    await Promise.all(all.filter(({ role }) => role === 'requests').map((one) => one.end()));
    await all[0]?.end(); // requests wait for messages
  };
  try {
    const urls = await Promise.all(all.map((one) => one.start()));
    return { url: urls.at(-1) ?? '', close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A process, and those that replace it. */
class Process {
  private worker: Worker | null = null;
  private isEnding = false;
  private timer: NodeJS.Timeout | undefined;
  /** Of processes that soon ended. */
  private inRow = 0;

  constructor(
    readonly role: Role,
    private readonly variables: Variables,
    private readonly logger: PinoLogger,
  ) {}

  /** Resolves with its address when it is ready. @throws Error if it ends before that */
  async start(): Promise<string> {
    cluster.setupPrimary({ args: [this.role] });
    const worker = (this.worker = cluster.fork(this.variables));
    const startedAt = Date.now();
    const url = await readiness(worker, this.role);
    worker.once('exit', (code: number, signal: string | null) => {
      if (this.isEnding) return;
      if (Date.now() - startedAt > STABLE_MS) this.inRow = 0;
      this.replace(`ended with ${signal ?? code}`);
    });
    return url;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    const { worker } = this;
    if (!worker || worker.isDead()) return;
    const ended = once(worker, 'exit');
    if (worker.isConnected()) worker.send(END);
    await ended;
  }

  private replace(why: string): void {
    if (this.isEnding) return;
    const delayMs = DELAYS_MS[Math.min(this.inRow++, DELAYS_MS.length - 1)];
    this.logger.pino.error({ process: this.role, delayMs }, `a process ${why}, and is replaced`);
    this.timer = setTimeout(() => {
      this.start().then(
        () =>
          this.logger.pino.info(
            { process: this.role, pid: this.worker?.process.pid },
            'a process was replaced',
          ),
        (error: Error) => this.replace(`could not start: ${error.message}`),
      );
    }, delayMs);
  }
}

/** Resolves with its address. @throws Error if it ends instead */
function readiness(worker: Worker, role: Role): Promise<string> {
  return new Promise((resolve, reject) => {
    const onMessage = (report: Partial<Report>) => {
      if ('url' in report) resolve(report.url as string);
      if ('failure' in report) reject(new Error(report.failure));
    };
    worker.on('message', onMessage);
    worker.once('exit', (code: number, signal: string | null) =>
      reject(new Error(`its process for ${role} ended with ${signal ?? code}`)),
    );
  });
}
