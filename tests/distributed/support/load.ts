import type { Chance } from '@corridor/testing';
import { instructionFor } from '../../support/instruction.js';
import { paymentFor } from '../../support/payment.js';
import type { Reply } from '../../support/api.js';
import type { PatientClient } from '../../support/composition/patient-client.js';

const unexpected = (what: string, { status, text }: { status: number; text: string }) =>
  new Error(`${what}: ${status} ${text}`);

/** A client program: creates instructions and payments of all kinds, advances them, and credits its wallets. */
export class Load {
  readonly acknowledged = new Map<string, string>();
  /** Number of sends refused because of insufficient funds. */
  refusedSends = 0;

  constructor(
    private readonly client: PatientClient,
    private readonly chance: Chance,
  ) {}

  /** Adds the responses of this program. */
  addTo(all: Map<string, string>): void {
    for (const [id, status] of this.acknowledged) all.set(id, status);
  }

  async work(goOn: () => boolean): Promise<void> {
    while (goOn()) {
      const turn = this.chance.next();
      if (turn < 0.15) await this.credit(this.chance.of(['GBP', 'EUR']), this.cents(1, 500));
      else if (turn < 0.25) await this.makeAndEnd();
      else if (turn < 0.45) await this.payWithoutInstruction();
      else await this.pay();
    }
  }

  async credit(ccyCode: string, amount: number): Promise<void> {
    const reply = await this.client.command('/v1/simulators/inbound-funds/credit', { ccyCode, amount });
    if (reply.status !== 200) throw unexpected('credit', reply);
    if (reply.body.data.status !== 'CREDITED') throw unexpected('credit without effect', reply);
  }

  /** All steps; if funds are missing they are credited, and the same request is sent again. */
  private async pay(): Promise<void> {
    const id = await this.create();
    await this.step(id, 'acknowledge', 'ACKNOWLEDGED');
    await this.step(id, 'fill', 'FILLED');
    await this.send(id);
    const { linkedPaymentId, linkedConversionId } = await this.client.read(`/v1/payment-instructions/${id}`);
    await this.client.read(`/v1/payments/${linkedPaymentId}`);
    if (linkedConversionId) await this.client.read(`/v1/conversions/${linkedConversionId}`);
    if (this.chance.next() < 0.3) await this.paymentStep(linkedPaymentId, 'fail', 'FAILED');
  }

  /** From the existing balance; finally it is completed, returned, or still open. */
  private async payWithoutInstruction(): Promise<void> {
    const amount = { ccyCode: 'EUR', value: this.cents(3, 200) };
    const body = paymentFor(this.client.beneficiaryId, {
      amount,
      ...this.chance.of([{}, { paymentType: 'PRIORITY', chargeType: 'SHARED' }]),
    });
    const reply = await this.client.command('/v1/payments', body);
    if (reply.status !== 200) throw unexpected('payment', reply);
    const id = reply.body.data.id as string;
    this.acknowledged.set(id, 'DRAFT');
    await this.paymentStep(id, 'authorise', 'READY_TO_SEND');
    await this.funded(id, 'SENT', () => this.client.command(`/v1/simulators/payments/${id}/send`));
    const end = this.chance.next();
    if (end < 0.3) await this.paymentStep(id, 'complete', 'SENT');
    else if (end < 0.7)
      await this.paymentStep(id, 'fail', 'FAILED', this.chance.of([{}, { deduction: 1.5 }]));
  }

  private async paymentStep(id: string, step: string, to: string, body?: object): Promise<void> {
    this.moved(id, to, await this.client.command(`/v1/simulators/payments/${id}/${step}`, body));
  }

  /** An end before SENT. */
  private async makeAndEnd(): Promise<void> {
    const id = await this.create();
    const path = `/v1/payment-instructions/${id}/cancel`;
    switch (this.chance.of(['cancel', 'reject', 'fail'])) {
      case 'cancel':
        return this.moved(id, 'CANCELLED', await this.client.command(path, { reason: 'chaos' }));
      case 'reject':
        await this.step(id, 'acknowledge', 'ACKNOWLEDGED');
        return this.step(id, 'reject', 'REJECTED');
      default:
        await this.step(id, 'acknowledge', 'ACKNOWLEDGED');
        await this.step(id, 'fill', 'FILLED');
        return this.step(id, 'fail', 'FAILED');
    }
  }

  private async create(): Promise<string> {
    const terms = {
      sellCcyCode: this.chance.of(['GBP', 'GBP', 'EUR']),
      amount: this.cents(1, 200),
      ...this.chance.of([{}, { paymentType: 'PRIORITY', chargeType: 'SHARED' }]),
    };
    const body = instructionFor(this.client.beneficiaryId, terms);
    const reply = await this.client.command('/v1/payment-instructions', body);
    if (reply.status !== 200) throw unexpected('create', reply);
    this.acknowledged.set(reply.body.data.id, 'PENDING');
    return reply.body.data.id as string;
  }

  private send(id: string): Promise<void> {
    return this.funded(id, 'SENT', () =>
      this.client.command(`/v1/simulators/payment-instructions/${id}/send`),
    );
  }

  private async funded(id: string, to: string, send: () => Promise<Reply>): Promise<void> {
    for (;;) {
      const reply = await send();
      if (reply.body.code !== 'insufficient_funds') return this.moved(id, to, reply);
      this.refusedSends++;
      await this.credit('GBP', 300);
      await this.credit('EUR', 300);
    }
  }

  private async step(id: string, step: string, to: string): Promise<void> {
    const body = step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined;
    this.moved(id, to, await this.client.command(`/v1/simulators/payment-instructions/${id}/${step}`, body));
  }

  private moved(id: string, to: string, reply: { status: number; text: string; body: any }): void {
    if (reply.status !== 200 || reply.body.data.status !== to) throw unexpected(`${id} to ${to}`, reply);
    this.acknowledged.set(id, to);
  }

  private cents = (low: number, high: number) => this.chance.between(low * 100, high * 100) / 100;
}

/** Runs programs until the fault is done, and lets each finish its current work. @throws what any of them throws */
export async function under<T>(loads: readonly Load[], deed: () => Promise<T>): Promise<T> {
  let goOn = true;
  const working = Promise.all(loads.map((load) => load.work(() => goOn)));
  try {
    const done = deed();
    await Promise.race([done, working]); // a failing program ends the test, even during the fault
    return await done;
  } finally {
    goOn = false;
    await working;
  }
}
