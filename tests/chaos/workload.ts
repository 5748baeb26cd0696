import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@corridor/testing';
import { conversionFor } from '../support/conversion.js';
import { instructionFor } from '../support/instruction.js';
import { paymentFor } from '../support/payment.js';
import type { ChaosClient } from './client.js';
import type { RecordKind } from './history.js';

/** Between two operations: the machine has other work, too. */
const PAUSE_MS = [0, 60] as const;
const PATHS = { instruction: 'payment-instructions', payment: 'payments', conversion: 'conversions' };
type Moving = keyof typeof PATHS;

/** One of a client's concurrent programs: operations of all kinds on records of its own, in stories. */
export class Workload {
  constructor(
    private readonly client: ChaosClient,
    private readonly chance: Chance,
  ) {}

  async work(goOn: () => boolean): Promise<void> {
    const stories = [
      () => this.credit(),
      () => this.instruct(),
      () => this.instruct(),
      () => this.instruct(),
      () => this.pay(),
      () => this.pay(),
      () => this.convert(),
      () => this.quote(),
      () => this.look(),
    ];
    while (goOn()) await this.chance.of(stories)();
  }

  /** @returns whether it is known to be credited */
  async credit(
    ccyCode = this.chance.of(['GBP', 'EUR']),
    amount = this.chance.between(100, 50_000) / 100,
  ): Promise<boolean> {
    const marker = this.client.marker();
    const body = { ccyCode, amount, narrative: marker };
    const effect = { creates: 'funds', marker } as const;
    return (await this.client.act(effect, '/v1/simulators/inbound-funds/credit', body)) !== null;
  }

  /** Creates, advances, and ends an instruction. @returns whether it is known to be SENT */
  async pipeline(): Promise<boolean> {
    const id = await this.createInstruction();
    if (!id) return false;
    if (this.chance.happens(0.3)) await this.setFee('instruction', id);
    for (const [step, to] of STEPS) if (!(await this.simulate('instruction', id, step, to))) return false;
    return true;
  }

  private async instruct(): Promise<void> {
    const ends = this.chance.next();
    if (ends < 0.6) return void (await this.pipeline());
    const id = await this.createInstruction();
    if (!id) return;
    const cancel = () => this.cancel('instruction', id);
    if (ends < 0.7) return void (await cancel());
    const acknowledge = () => this.simulate('instruction', id, 'acknowledge', 'ACKNOWLEDGED');
    if (ends < 0.85) return void (await Promise.all([cancel(), acknowledge()])); // one of them is refused
    if (!(await acknowledge())) return;
    if (ends < 0.92) return void (await this.simulate('instruction', id, 'reject', 'REJECTED'));
    await this.simulate('instruction', id, 'fail', 'FAILED');
  }

  private createInstruction(): Promise<string | null> {
    const terms = {
      sellCcyCode: this.chance.of(['GBP', 'GBP', 'EUR']),
      amount: this.chance.between(100, 20_000) / 100,
      ...this.chance.of([{}, { paymentType: 'PRIORITY', chargeType: 'SHARED' }]),
    };
    return this.create('instruction', instructionFor(this.client.beneficiaryId, terms));
  }

  private async pay(): Promise<void> {
    const amount = { ccyCode: 'EUR', value: this.chance.between(300, 20_000) / 100 };
    const id = await this.create('payment', paymentFor(this.client.beneficiaryId, { amount }));
    if (!id) return;
    if (this.chance.happens(0.2)) return void (await this.cancel('payment', id));
    if (this.chance.happens(0.5)) await this.setFee('payment', id);
    if (!(await this.simulate('payment', id, 'authorise', 'READY_TO_SEND'))) return;
    if (!(await this.simulate('payment', id, 'send', 'SENT'))) return;
    if (this.chance.happens(0.3)) await this.simulate('payment', id, 'fail', 'FAILED');
  }

  private async convert(): Promise<void> {
    const body = conversionFor({ amount: this.chance.between(100, 20_000) / 100 });
    const id = await this.create('conversion', body);
    if (!id) return;
    const exchange = () => this.simulate('conversion', id, 'exchange', 'EXCHANGED');
    const ends = this.chance.next();
    if (ends < 0.5) return void (await exchange());
    if (ends < 0.7) return void (await this.cancel('conversion', id));
    await Promise.all([exchange(), this.cancel('conversion', id)]); // at most one of them
  }

  /** Uses a firm price, half of the time for two records at once: one of them gets it. */
  private async quote(): Promise<void> {
    await this.pause();
    const terms = conversionFor({ amount: this.chance.between(100, 20_000) / 100 });
    const quoteId = await this.client.quote(terms);
    if (!quoteId) return;
    const convert = () => this.create('conversion', { ...terms, quoteId });
    const instruct = () =>
      this.create('instruction', instructionFor(this.client.beneficiaryId, { ...terms, quoteId }));
    const users = this.chance.of([[convert], [instruct], [convert, instruct], [instruct, instruct]]);
    await Promise.all(users.map((use) => use()));
  }

  private setFee(kind: 'instruction' | 'payment', id: string) {
    const fee = { ccyCode: this.chance.of(['GBP', 'EUR']), value: this.chance.between(1, 500) / 100 };
    return this.client.act({ charges: id }, `/v1/simulators/${PATHS[kind]}/${id}/set-fee`, { fee });
  }

  /** Reads records again that this client has seen. */
  private async look(): Promise<void> {
    for (const { record } of this.client.sightings.slice(-3)) {
      const kind = KIND_OF_PREFIX[record.split('_')[0] ?? ''];
      if (kind) await this.client.read(`/v1/${PATHS[kind]}/${record}`);
    }
    await this.pause();
  }

  private async create(kind: Moving, body: object): Promise<string | null> {
    await this.pause();
    const metadata = this.client.marker();
    const effect = { creates: kind, marker: metadata };
    const reply = await this.client.act(effect, `/v1/${PATHS[kind]}`, { ...body, metadata });
    return (reply?.body.data.id as string | undefined) ?? null;
  }

  /** @returns whether it is known to have that status */
  private async simulate(kind: Moving, id: string, step: string, to: string): Promise<boolean> {
    await this.pause();
    const body = step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined;
    const path = `/v1/simulators/${PATHS[kind]}/${id}/${step}`;
    const isDone = (await this.client.act({ moves: id, to }, path, body)) !== null;
    if (this.chance.happens(0.3)) await this.client.read(`/v1/${PATHS[kind]}/${id}`);
    return isDone;
  }

  private cancel = (kind: Moving, id: string) =>
    this.client.act({ moves: id, to: 'CANCELLED' }, `/v1/${PATHS[kind]}/${id}/cancel`, { reason: 'chaos' });

  private pause = () => sleep(this.chance.between(...PAUSE_MS));
}

const STEPS = [
  ['acknowledge', 'ACKNOWLEDGED'],
  ['fill', 'FILLED'],
  ['send', 'SENT'],
] as const;

const KIND_OF_PREFIX: Readonly<Record<string, Exclude<RecordKind, 'funds'>>> = {
  pi: 'instruction',
  pmt: 'payment',
  con: 'conversion',
};
