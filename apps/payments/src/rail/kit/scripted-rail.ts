import { type Handover, PaymentRail, type RailBatch, type RailReport } from '../payment-rail.js';
import type { TestBank } from './rail-kit.js';

/**
 * A bank in memory that does what a test says, and its rail. It recognizes payments by their reference, and keeps its
 * statuses until they are taken.
 */
export class ScriptedRail extends PaymentRail implements TestBank {
  override readonly isSimulated = false;
  override readonly bic = 'CORRGB2LXXX';
  /** What is wrong with it; the contract kit has to notice. */
  readonly flaw: 'executes again' | 'forgets' | 'drops details' | 'works alone' | null;
  readonly executions: string[] = [];
  private readonly statuses: RailReport[] = [];
  private isCollecting = false;
  private mood: 'silent' | 'down' | null = null;

  constructor(flaw: ScriptedRail['flaw'] = null) {
    super();
    this.flaw = flaw;
  }

  override async submit({ payments }: RailBatch, signal: AbortSignal): Promise<Handover> {
    const mood = this.mood;
    if (mood === 'down') throw new Error('the bank is closed');
    for (const { reference } of payments)
      if (this.flaw === 'executes again' || !this.executions.includes(reference))
        this.executions.push(reference);
    if (mood === 'silent') await this.silence(signal);
    return { failures: {}, reports: [] };
  }

  override async collect(take: (reports: readonly RailReport[]) => Promise<void>): Promise<void> {
    if (this.flaw === 'works alone' && this.isCollecting) throw new Error('somebody else has taken it');
    this.isCollecting = true;
    await this.passOn(take).finally(() => (this.isCollecting = false));
  }

  private async passOn(take: (reports: readonly RailReport[]) => Promise<void>): Promise<void> {
    const reports = [...this.statuses];
    if (this.flaw === 'forgets') this.statuses.length = 0;
    if (reports.length > 0) await take(this.flaw === 'drops details' ? reports.map(altered) : reports);
    this.statuses.splice(0, reports.length);
  }

  executed(): Promise<readonly string[]> {
    return Promise.resolve(this.executions);
  }

  says(...reports: readonly RailReport[]): Promise<void> {
    this.statuses.push(...reports);
    return Promise.resolve();
  }

  isSilentOnce(): Promise<void> {
    this.mood = 'silent';
    return Promise.resolve();
  }

  isDown(down: boolean): void {
    this.mood = down ? 'down' : null;
  }

  private silence(signal: AbortSignal): Promise<never> {
    this.mood = null;
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }
}

const altered = (one: RailReport): RailReport => ({ ...one, reason: null, returned: null });
