import { type CommandContext, type StoredResponse, isUnavailable } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { type Environment, Refusal, refuse } from '@corridor/kernel';
import { isOfBroker } from '@corridor/messaging';
import { type RunResource, runPrefix } from '@corridor/services';
import type { Ids } from '../ids.js';
import { Job } from '../job.js';
import type { RunningService } from '../service.js';
import { cancelRun, endRun, requestRun, run } from './run.js';
import type { RunArguments, RunKind, RunStep } from './run-kind.js';
import type { SecretUse } from './secrets.js';
import { RENEW_MS, RunProgress, type TakenRun } from './run-progress.js';

/** How often a process looks for runs that nobody executes: those that were started elsewhere, or whose process is gone. */
const LOOK_MS = 2_000;

/**
 * The long work of a service that staff start: it goes on when its process ends, says how far it is, and can be cancelled (ADR 83).
 * A process without messages starts runs, and another one executes them.
 */
export class Runs extends Job {
  private readonly kinds = new Map<string, RunKind>();
  readonly secrets: SecretUse[] = [];
  private readonly progress: RunProgress;
  private readonly underWay = new Set<Promise<void>>();
  private isEnding = false;

  constructor(
    readonly running: RunningService,
    private readonly ids: Ids,
    private readonly environment: Environment,
  ) {
    super(LOOK_MS);
    this.progress = new RunProgress(running.db.database);
  }

  get service(): string {
    return this.running.service.name;
  }

  /** Of the parts of a service that have long work. */
  add<Arguments extends RunArguments>(kind: RunKind<Arguments>): void {
    this.kinds.set(kind.name, kind as unknown as RunKind);
  }

  /** Of the parts of a service that encrypt something. */
  addSecrets(...uses: readonly SecretUse[]): void {
    this.secrets.push(...uses);
  }

  /** Starts a run, or says what it would do. @throws Refusal of its kind */
  async start(
    kind: string,
    args: RunArguments,
    isDryRun: boolean,
    command: CommandContext,
  ): Promise<StoredResponse> {
    const { effect, total } = await this.kindOf(kind).plan(args);
    const request = {
      ...{ service: this.service, kind, arguments: args, dryRun: isDryRun },
      ...{ effect, total, requestedBy: command.caller.user },
    };
    const id = this.ids.next(runPrefix, command);
    const response = await this.running.store.handle(run, id, requestRun(request), command);
    void this.look();
    return response;
  }

  /** What it leaves behind is removed by the process that executes it; here, if that is gone. */
  async cancel(id: string, command: CommandContext): Promise<StoredResponse> {
    const wasOpen = await this.progress.isOpen(id);
    const response = await this.running.store.handle(run, id, cancelRun, command);
    const left = wasOpen ? await this.progress.leftBehind(id) : null;
    if (left) await this.abandon(left);
    return response;
  }

  /** The newest first, at most 100. */
  list(): Promise<RunResource[]> {
    return this.progress.list();
  }

  /** @throws Refusal not_found */
  async get(id: string): Promise<RunResource> {
    const found = await this.progress.find(id);
    if (!found) throw refuse('not_found');
    return found;
  }

  override async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    await super.onModuleDestroy();
    await Promise.all(this.underWay);
  }

  protected override turn(): Promise<void> {
    return this.look();
  }

  private async look(): Promise<void> {
    if (!this.running.carrier.isHere || this.isEnding) return;
    const kinds = [...this.kinds.values()].filter((kind) => kind.isHere?.() ?? true);
    for (const taken of await this.progress.take(kinds.map(({ name }) => name))) {
      const executing = this.execute(taken).finally(() => this.underWay.delete(executing));
      this.underWay.add(executing);
    }
  }

  /** Never rejects: what an outage has stopped is continued. */
  private async execute(taken: TakenRun): Promise<void> {
    const lost = new AbortController();
    const lease = setInterval(() => {
      this.progress.renew(taken.id).then(
        (isMine) => isMine || lost.abort(),
        (error: unknown) => this.log.warn(`${taken.id}: ${String(error)}`),
      );
    }, RENEW_MS);
    try {
      await this.steps(taken, lost.signal);
    } catch (error) {
      this.log.error(`${taken.id} is continued later: ${String(error)}`);
      await this.progress.release(taken.id).catch(() => undefined); // its lease ends
    } finally {
      clearInterval(lease);
    }
  }

  private async steps(taken: TakenRun, signal: AbortSignal): Promise<void> {
    let { position } = taken;
    while (!signal.aborted) {
      if (this.isEnding) return this.progress.release(taken.id);
      const step = await this.step({ ...taken, position }, signal);
      if (step === null || !(await this.progress.save(taken.id, step)))
        return this.abandon({ ...taken, position });
      if (step.result !== undefined) return this.end(taken.id, { type: 'done', result: step.result });
      position = step.position;
    }
    return this.abandon({ ...taken, position });
  }

  /** Unless another process continues it. */
  private async abandon({ id, kind, ...taken }: TakenRun): Promise<void> {
    if (await this.progress.isOpen(id)) return;
    await this.kindOf(kind).abandon?.(taken.arguments, taken.position);
  }

  /** @returns null if the run has failed. @throws the error of an outage */
  private async step({ id, kind, ...taken }: TakenRun, signal: AbortSignal): Promise<RunStep | null> {
    try {
      return await this.kindOf(kind).step(taken.arguments, taken.position, signal);
    } catch (error) {
      if (signal.aborted) return null;
      const isOfKind = error instanceof Refusal && error.code !== 'unavailable';
      if (!isOfKind && (isUnavailable(error) || isOfBroker(error) || error instanceof Refusal)) throw error;
      this.log.error(error);
      const why = (isOfKind && error.detail) || String(error);
      await this.end(id, { type: 'failed', error: why });
      return null;
    }
  }

  private async end(id: string, end: Parameters<typeof endRun>[0]): Promise<void> {
    const caller = systemCaller(this.environment, OPERATOR);
    await this.running.store.handle(run, id, endRun(end), { caller });
  }

  private kindOf(name: string): RunKind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`${this.service} has no runs of the kind ${name}`);
    return kind;
  }
}
