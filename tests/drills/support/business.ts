import { Chance, until } from '@corridor/testing';
import { Load } from '../../distributed/support/load.js';
import { Api } from '../../support/api.js';
import { Databases } from '../../support/composition/databases.js';
import { violations } from '../../support/composition/invariants.js';
import { PatientClient, patientClient } from '../../support/composition/patient-client.js';
import { instructionFor } from '../../support/instruction.js';
import { Receiver, responding } from '../../support/receiver.js';

/** Of the programs that it works with: a notification that was refused is due soon. */
export const SETTINGS = {
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  WEBHOOK_SWEEP_MS: '1000',
  WEBHOOK_SCHEDULE_SECONDS: '0,1,1,2,2,4,4,8,8,16',
};

/** A client that works with one program after the other, on the same data. */
export class Business {
  private readonly acknowledged = new Map<string, string>();
  private rounds = 0;

  private constructor(
    private client: PatientClient,
    private readonly receiver: Receiver,
    private readonly secret: string,
  ) {}

  static async begin(url: string): Promise<Business> {
    const client = await patientClient(url, 'BUSINESS');
    const receiver = await Receiver.start();
    const subscription = { targetUrl: receiver.url, events: ['payment_instruction.acknowledged'] };
    const { body } = await client.command('/v1/webhook-subscriptions', subscription);
    const load = new Load(client, new Chance(0));
    for (const ccyCode of ['GBP', 'EUR']) {
      await client.command('/v1/wallets', { ccyCode });
      await load.credit(ccyCode, 5_000);
    }
    return new Business(client, receiver, body.data.signingSecret as string);
  }

  close = () => this.receiver.close();

  /** With the credential that it has. */
  goOnAt(url: string): void {
    const { api, clientId, beneficiaryId } = this.client;
    const name = `${clientId} ${this.rounds}`;
    this.client = new PatientClient(new Api(url, api.credential), name, beneficiaryId);
  }

  async work(turns: number): Promise<void> {
    const load = new Load(this.client, new Chance(++this.rounds));
    let left = turns;
    await load.work(() => left-- > 0);
    load.addTo(this.acknowledged);
  }

  /** @returns an instruction that was acknowledged, of which its endpoint does not take the notification */
  async leaveDue(): Promise<string> {
    this.receiver.behaviour = responding(500);
    const body = instructionFor(this.client.beneficiaryId);
    const created = await this.client.command('/v1/payment-instructions', body);
    const id = created.body.data.id as string;
    await this.client.command(`/v1/simulators/payment-instructions/${id}/acknowledge`);
    this.acknowledged.set(id, 'ACKNOWLEDGED');
    await until(() => this.receiver.received.length > 0);
    return id;
  }

  /** Resolves when the notification about the instruction has come. */
  async hears(id: string): Promise<void> {
    const before = this.receiver.received.length;
    this.receiver.behaviour = responding(204);
    const told = () => this.receiver.verified(this.secret, this.receiver.received.slice(before));
    await until(() => told().some(({ relatedEntityId }) => relatedEntityId === id));
  }

  /** What was acknowledged has the status that it had, and the books, records and messages agree. */
  async isAllThere(databaseUrl: string): Promise<void> {
    for (const [id, status] of this.acknowledged) {
      const path = id.startsWith('pi_') ? 'payment-instructions' : 'payments';
      expect([id, (await this.client.read(`/v1/${path}/${id}`)).status]).toEqual([id, status]);
    }
    const found = await this.client.read(
      `/v1/payment-instructions?q=${encodeURIComponent('status == "SENT"')}`,
    );
    expect(found).not.toEqual([]);
    const databases = new Databases(databaseUrl);
    try {
      await until(async () => Object.keys(await violations(databases, this.acknowledged)).length === 0).catch(
        () => undefined, // then the next line says which
      );
      expect(await violations(databases, this.acknowledged)).toEqual({});
    } finally {
      await databases.close();
    }
  }
}
