import { setTimeout as sleep } from 'node:timers/promises';
import { Api, type Reply } from '../api.js';
import { DEMO_STAFF } from '../staff.js';

/** A command with the response 200. */
export interface Acknowledged {
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly text: string;
}

/** The responses that were not final, with their number; a lost connection is `connection`. */
export type Troubles = Record<string, number>;

/** Responses after which a client retries with the same key. */
const COME_AGAIN = ['unavailable', 'idempotency_in_flight', 'step_in_progress'];
const PAUSE_MS = 200;

/**
 * A correct integration: each command has its own key and is retried with that key until there is a final response. Any
 * status from 500 except `unavailable` is a defect and is thrown.
 */
export class PatientClient {
  readonly acknowledged: Acknowledged[] = [];
  readonly troubles: Troubles = {};
  private commands = 0;

  constructor(
    readonly api: Api,
    readonly clientId: string,
    readonly beneficiaryId: string,
  ) {}

  /** Until there is a final response. */
  async command(path: string, body?: object, key = this.freshKey()): Promise<Reply> {
    const reply = await this.final(() => this.api.post(path, body, { key }));
    if (reply.status === 200) this.acknowledged.push({ path, body, key, text: reply.text });
    return reply;
  }

  /** The same under the name that it has in {@link Api}. */
  post = (path: string, body?: unknown, { key }: { readonly key?: string | null } = {}): Promise<Reply> =>
    this.command(path, body as object | undefined, key ?? undefined);

  /** One attempt, with any outcome. */
  once(path: string, body?: object, key = this.freshKey()): Promise<Reply> {
    return this.api.post(path, body, { key });
  }

  /** The record; is required. */
  async read(path: string): Promise<any> {
    const reply = await this.final(() => this.api.get(path));
    if (reply.status !== 200) throw new Error(`GET ${path}: ${reply.status} ${reply.text}`);
    return reply.body.data;
  }

  /** Sends an acknowledged command once more. */
  replay({ path, body, key }: Acknowledged): Promise<Reply> {
    return this.final(() => this.api.post(path, body, { key }));
  }

  private freshKey = () => `${this.clientId} ${++this.commands}`;

  private async final(send: () => Promise<Reply>): Promise<Reply> {
    for (;;) {
      const reply = await send().catch(() => null);
      if (reply && !COME_AGAIN.includes(reply.body?.code)) {
        if (reply.status < 500) return reply;
        throw new Error(`${reply.status} ${reply.text}`);
      }
      const trouble = reply ? `${reply.status} ${reply.body.code}` : 'connection';
      this.troubles[trouble] = (this.troubles[trouble] ?? 0) + 1;
      await sleep(PAUSE_MS);
    }
  }
}

const germanCompany = {
  beneficiaryType: 'COMPANY',
  company: { name: 'Muster Maschinenbau GmbH' },
  address: { lines: ['Hauptstrasse 1'], city: 'Berlin', postalCode: '10115', countryCode: 'DE' },
  bankAccount: {
    bankName: 'Commerzbank',
    bankCountryCode: 'DE',
    ccyCode: 'EUR',
    accountHolderName: 'Muster Maschinenbau GmbH',
    bicSwiftCode: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
  },
};

/**
 * A new client for the test, with a user, a key and a beneficiary in Germany.
 * @param patienceMs after which a request without a response is repeated; by default never
 */
export async function patientClient(
  url: string,
  code: string,
  patienceMs: number | null = null,
): Promise<PatientClient> {
  const apiOf = (credential: Record<string, string>) => new Api(url, credential, true, patienceMs);
  // Also right after a service was started again.
  const operator = apiOf(DEMO_STAFF);
  const patient = new PatientClient(operator, `operator ${code}`, '');
  const created = async (path: string, body: object): Promise<any> => {
    const reply = await patient.command(path, body);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body.data;
  };
  const client = await created('/operator/v1/clients', {
    name: `Client ${code}`,
    code,
    address: { lines: ['1 Test Street'], countryCode: 'GB' },
    clientType: 'Business',
    settings: { baseCcy: 'GBP' },
  });
  const user = await created(`/operator/v1/clients/${client.id}/users`, {
    firstName: 'Ada',
    lastName: code,
    email: `${code}@example.com`,
    password: `password-${code}`,
  });
  const { secret } = await created(`/operator/v1/users/${user.id}/api-keys`, { label: 'test' });
  const api = apiOf({ 'x-api-key': secret });
  const before = new PatientClient(api, `setup ${code}`, '');
  const beneficiary = await before.command('/v1/beneficiaries', germanCompany);
  return new PatientClient(api, client.id, beneficiary.body.data.id);
}
