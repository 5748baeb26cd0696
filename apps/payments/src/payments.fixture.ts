import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveQuote } from '@corridor/conversions-contract';
import type { CommandContext } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import type { ApprovalRights, Caller, Clock } from '@corridor/kernel';
import { DueWork, type OpenDatabase } from '@corridor/platform';
import { ScreeningProvider } from '@corridor/screening';
import { type TestResponse, delivered, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { PaymentsModule } from './payments.module.js';
import { Reactions } from './reactions.js';
import { RescreeningJob } from './screening/rescreening-job.js';
import { ScreeningJob } from './screening/screening-job.js';
import { service } from './service.js';

/** The service for specs: over HTTP, on its own database, without other services. */

const always = { quotedOn: null, validUntil: null };
export const quotes: LiveQuote[] = [
  { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86', ...always },
  { base: 'EUR', quote: 'USD', bid: '1.07', mid: '1.08', ask: '1.09', ...always },
];

/** Bodies of the sandbox's own beneficiaries: a company and a person in GB, a person in DE. */
export const [londonCompany, londoner, anna] = JSON.parse(
  readFileSync(join(process.cwd(), 'apps/all-in-one/src/seed/beneficiaries.json'), 'utf8'),
) as [object, object, object];

const permissions = [
  'beneficiaries:read',
  'beneficiaries:write',
  'payment-instructions:read',
  'payment-instructions:write',
  'payments:read',
  'payments:write',
  'simulators:execute',
];
const client: Caller = { ...testCaller, permissions };
/** Of staff. */
const compliance: Caller = {
  ...client,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: [
    'records:read',
    ...['screening', 'screening-lists', 'policy', 'fees'].flatMap((of) => [`${of}:read`, `${of}:write`]),
  ],
};

const gbp = (value: number) => ({ ccyCode: 'GBP', value });
const none = { makerLimit: null, isChecker: false, checkerLimit: null };
const user = (id: string, approval: Partial<ApprovalRights>): Caller => ({
  ...client,
  user: { id: `cu_${id}`, name: `Mr ${id}` },
  apiKeyId: `ak_${id}`,
  approval: { ...none, ...approval },
});
const maker = user('Maker', { makerLimit: gbp(500) });
const both = user('Both', { makerLimit: gbp(0), isChecker: true });

/**
 * Names for `as`: the client, another one, one in PRODUCTION, one that may only read instructions; users of the client who are makers or
 * checkers, and checkers elsewhere.
 */
const callers = {
  client,
  stranger: { ...client, client: { id: 'cli_stranger', name: 'Stranger' } },
  production: { ...client, environment: 'PRODUCTION' },
  reader: { ...client, permissions: ['payment-instructions:read'] },
  compliance,
  /** In PRODUCTION. */
  dealer: { ...compliance, environment: 'PRODUCTION', permissions: ['dealing:read', 'dealing:write'] },
  /** In PRODUCTION. */
  operations: { ...compliance, environment: 'PRODUCTION', permissions: ['payments:stop'] },
  /** The same as `compliance`, whose command a second person has approved. */
  complianceApproved: {
    ...compliance,
    approved: { id: 'apr_1', by: { id: 'stf_2', name: 'Bea Costa' } },
  },
  maker,
  makersOtherKey: { ...maker, apiKeyId: null, approval: { ...maker.approval!, isChecker: true } },
  both,
  checker: user('Checker', { isChecker: true }),
  colleague: user('Colleague', { isChecker: true }),
  smallChecker: user('Small', { isChecker: true, checkerLimit: gbp(700) }),
  unquotedChecker: user('Unquoted', { isChecker: true, checkerLimit: { ccyCode: 'JPY', value: 1e9 } }),
  strangeChecker: {
    ...user('Strange', { isChecker: true }),
    client: { id: 'cli_stranger', name: 'Stranger' },
  },
} satisfies Record<string, Caller>;
type Name = keyof typeof callers;

export async function startPayments(clock: Clock): Promise<PaymentsUnderTest> {
  return new PaymentsUnderTest(
    await startTestService(service, PaymentsModule.in('SANDBOX'), { clock, caller: client }),
  );
}

export class PaymentsUnderTest {
  readonly db: OpenDatabase;
  readonly reactions: Reactions;
  /** Of test clocks. */
  readonly dueWork: DueWork;
  readonly screeningProvider: ScreeningProvider;

  constructor(private readonly payments: TestService) {
    this.db = payments.db;
    this.reactions = payments.app.get(Reactions);
    this.dueWork = payments.app.get(DueWork);
    this.screeningProvider = payments.app.get(ScreeningProvider);
  }

  get(path: string, as: Name = 'client'): Promise<TestResponse> {
    return this.payments.get(path, { as: callers[as] });
  }

  post(
    path: string,
    body?: object,
    { as = 'client', key }: { as?: Name; key?: string } = {},
  ): Promise<TestResponse> {
    return this.payments.post(path, body, { as: callers[as], key });
  }

  put(
    path: string,
    body: object,
    { as = 'client', key }: { as?: Name; key?: string } = {},
  ): Promise<TestResponse> {
    return this.payments.put(path, body, { as: callers[as], key });
  }

  /** As a member of staff, whose command a second person has approved. */
  operate(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    as: Name = 'complianceApproved',
  ): Promise<TestResponse> {
    const key = method === 'GET' ? { key: null } : {};
    return this.payments.send(method, `/operator/v1/${path}`, body, { as: callers[as], ...key });
  }

  /** What a second person would read before they approve a command of a controller. */
  async effectOf<C extends object>(
    controller: new (...parts: never[]) => C,
    ask: (controller: C, command: CommandContext) => Promise<unknown>,
  ): Promise<string | null> {
    const command = { caller: callers.compliance, idempotency: null };
    return ask(this.payments.app.get(controller), command).then(
      () => null,
      ({ effect }: { readonly effect?: string }) => effect ?? null,
    );
  }

  /** The spec says when which process rescreens. */
  stopRescreening(): Promise<void> {
    return this.payments.app.get(RescreeningJob).onModuleDestroy();
  }

  /** The same for screening. */
  stopScreening(): Promise<void> {
    return this.payments.app.get(ScreeningJob).onModuleDestroy();
  }

  async publishRates(halted: string[] = []): Promise<void> {
    await this.reactions.onRatesPublished(
      delivered<'conversions.rates_published'>({ quotes, halted, isSimulated: false }),
    );
  }

  async beneficiaryId(body: object = anna, as: Name = 'client'): Promise<string> {
    const { data } = await this.post('beneficiaries', body, { as });
    return (data as { id: string }).id;
  }

  /** The body of a valid instruction, on 20 November 2026. */
  async instructionBody(more: object = {}): Promise<object> {
    return {
      sellCcyCode: 'GBP',
      buyCcyCode: 'EUR',
      fixedSide: 'BUY',
      amount: 1000,
      beneficiaryId: await this.beneficiaryId(),
      paymentDate: '2026-11-20',
      paymentType: 'PRIORITY',
      chargeType: 'OURS',
      narrative: 'Invoice 4711',
      ...more,
    };
  }

  /** The body of a payment that can be sent, on the same day. */
  async paymentBody(more: object = {}): Promise<object> {
    return {
      beneficiaryId: await this.beneficiaryId(),
      amount: { ccyCode: 'EUR', value: 1000 },
      paymentDate: '2026-11-20',
      paymentType: 'PRIORITY',
      chargeType: 'OURS',
      narrative: 'Invoice 4711',
      ...more,
    };
  }

  async instruct(more: object = {}): Promise<{ readonly id: string; readonly indicativePrice: object }> {
    const { data } = await this.post('payment-instructions', await this.instructionBody(more));
    return data as { id: string; indicativePrice: object };
  }

  close(): Promise<void> {
    return this.payments.close();
  }
}
