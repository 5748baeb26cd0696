import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { countForCluster } from '@corridor/http';
import type { Application } from '../application.js';
import type { PinoLogger } from '../logger.js';
import { serveMetrics } from '../metrics/metrics-server.js';
import { platformSettings } from '../settings/platform-settings.js';
import type { Variables } from '../settings/setting.js';
import { passOnHealth } from './messages-health.js';
import { CollectedMetrics } from './processes-metrics.js';
import { END, type Report } from './worker.js';

/** Delays before a process that has ended is replaced, in milliseconds: the first, and those after it if it soon ends again. */
const DELAYS_MS = [0, 100, 500, 2_000, 10_000] as const;
/** One that has run for this time is replaced with the first delay. */
const STABLE_MS = 30_000;
/** How long a process may take to end in order: more than the longest wait of a request. */
const END_TIMEOUT_MS = 15_000;

/**
 * Runs a program in several processes, which share its port. This process only watches them, replaces those that end, and
 * counts for the limits of all of them.
 * @param roles the processes: one each, with its role as the first argument, which `ps` shows. Those with the first role
 * end last; in the all-in-one composition that is the one with the messages, and the others report its health
 * @throws Error if one of them cannot start; then all have ended
 */
export async function startProcesses(
  roles: readonly string[],
  variables: Variables,
  logger: PinoLogger,
): Promise<Pick<Application, 'url' | 'metricsUrl' | 'close'>> {
  countForCluster();
  const all = roles.map((role) => new Process(role, variables, logger));
  passOnHealth(() => all[0]?.worker ?? null);
  const endAll = (some: readonly Process[]) => Promise.all(some.map((one) => one.end()));
  const collected = new CollectedMetrics();
  const metrics = await serveMetrics(
    platformSettings.read(variables),
    (format) => collected.page(format),
    logger,
  );
  const close = async () => {
    await endAll(all.filter(({ role }) => role !== roles[0]));
    await endAll(all);
    await metrics.close();
  };
  try {
    const urls = await Promise.all(all.map((one) => one.start()));
    return { url: urls.at(-1) ?? '', metricsUrl: metrics.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A process, and those that replace it. */
class Process {
  /** The last one, which may have ended. */
  worker: Worker | null = null;
  private isEnding = false;
  private timer: NodeJS.Timeout | undefined;
  /** How many have ended soon, one after the other. */
  private inRow = 0;

  constructor(
    readonly role: string,
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
    const timeout = setTimeout(() => {
      this.logger.pino.error({ process: this.role }, 'a process did not end, and is killed');
      worker.process.kill('SIGKILL');
    }, END_TIMEOUT_MS);
    await ended;
    clearTimeout(timeout);
  }

  private replace(why: string): void {
    if (this.isEnding) return;
    const delayMs = DELAYS_MS[Math.min(this.inRow++, DELAYS_MS.length - 1)];
    const { role, logger } = this;
    logger.pino.error({ process: role, delayMs }, `a process ${why}; it is replaced`);
    this.timer = setTimeout(() => {
      this.start().then(
        () => logger.pino.info({ process: role, pid: this.worker?.process.pid }, 'a process was replaced'),
        (error: Error) => this.replace(`could not start: ${error.message}`),
      );
    }, delayMs);
  }
}

/** Resolves with its address. @throws Error if it ends instead */
const readiness = (worker: Worker, role: string): Promise<string> =>
  new Promise((resolve, reject) => {
    worker.on('message', (report: Report | object) => {
      if ('url' in report) resolve(report.url);
      if ('failure' in report) reject(new Error(report.failure));
    });
    worker.once('exit', (code: number, signal: string | null) =>
      reject(new Error(`its process "${role}" ended with ${signal ?? code}`)),
    );
  });
