import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageType, Messages } from '@corridor/contracts';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import { Door, HttpAdapter, configureHttp } from '@corridor/http';
import { type Caller, Clock, type FieldFault, type Quote } from '@corridor/kernel';
import type { Delivered } from '@corridor/messaging';
import { Ids, type OpenDatabase } from '@corridor/platform';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BeneficiaryController } from './beneficiary/beneficiary.controller.js';
import { PaymentDatesController } from './payment-dates.controller.js';
import { PaymentInstructionController } from './payment-instruction/payment-instruction.controller.js';
import { PaymentRail, SimulatedRail } from './payment-rail.js';
import { PaymentController } from './payment/payment.controller.js';
import { PaymentOrders } from './payment/payment-order.js';
import { Rates } from './rates.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';
import { SimulatorsController } from './simulators.controller.js';

/** The service for specs: over HTTP, on a database of its own, with nobody around it. */

export const quotes: Quote[] = [
  { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' },
  { base: 'EUR', quote: 'USD', bid: '1.07', mid: '1.08', ask: '1.09' },
];

/** Bodies of the sandbox's own beneficiaries: a company and a person in GB, a person in DE. */
export const [londonCompany, londoner, anna] = JSON.parse(
  readFileSync(join(process.cwd(), 'apps/all-in-one/src/seed/beneficiaries.json'), 'utf8'),
) as [object, object, object];

/** An answer as the spec that asked for it knows it. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
  readonly data: any;
  readonly meta: { readonly totalCount: number };
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly FieldFault[];
}

export const faults = ({ status, errors = [] }: Answer) => [
  status,
  ...errors.map(({ pointer, code }) => `${pointer} ${code}`).sort(),
];

/** Names for `as`: the client, another one, one in PRODUCTION, one that may only read instructions. */
const callersOf = (client: Caller): Record<string, Caller> => {
  const permissions = [
    'beneficiaries:read',
    'beneficiaries:write',
    'payment-instructions:read',
    'payment-instructions:write',
    'payments:read',
    'simulators:execute',
  ];
  return {
    client: { ...client, permissions },
    stranger: { ...client, permissions, client: { id: 'cli_stranger', name: 'Stranger' } },
    production: { ...client, permissions, environment: 'PRODUCTION' },
    reader: { ...client, permissions: ['payment-instructions:read'] },
  };
};

export async function startPayments(db: OpenDatabase, clock: Clock, client: Caller) {
  const callers = callersOf(client);
  const door: Door = { admit: async ({ headers }) => callers[String(headers['x-caller'])] ?? client };
  @Module({
    controllers: [
      PaymentInstructionController,
      PaymentController,
      BeneficiaryController,
      PaymentDatesController,
      SimulatorsController,
      Reactions,
    ],
    providers: [
      Rates,
      PaymentOrders,
      { provide: PaymentRail, useClass: SimulatedRail },
      { provide: Clock, useValue: clock },
      { provide: Ids, useValue: new Ids(clock) },
      { provide: Door, useValue: door },
      { provide: Database, useValue: db.database },
      {
        provide: EventStore,
        useValue: new EventStore(service.name, db.database, service.registrations, clock),
      },
      { provide: ReadModels, useValue: new ReadModels(db.database, clock) },
    ],
  })
  class TestModule {}
  const app = await NestFactory.create<NestFastifyApplication>(TestModule, new HttpAdapter(), {
    logger: false,
  });
  await configureHttp(app, { rateLimit: null }).init();
  return new PaymentsUnderTest(app, db, client);
}

export class PaymentsUnderTest {
  readonly reactions: Reactions;
  private keys = 0;

  constructor(
    private readonly app: NestFastifyApplication,
    readonly db: OpenDatabase,
    private readonly client: Caller,
  ) {
    this.reactions = app.get(Reactions);
  }

  get(path: string, as = 'client'): Promise<Answer> {
    return this.ask('GET', path, { 'x-caller': as });
  }

  post(
    path: string,
    payload?: object,
    { as = 'client', key = `key-${++this.keys}` }: { as?: string; key?: string } = {},
  ): Promise<Answer> {
    return this.ask('POST', path, { 'x-caller': as, 'x-idempotency-key': key }, payload);
  }

  /** A message as it reaches the reactions, caused by the client. */
  delivered<Type extends MessageType>(data: Messages[Type]): Delivered<Type> {
    return { data, caller: this.client } as unknown as Delivered<Type>;
  }

  async publishRates(): Promise<void> {
    await this.reactions.onRatesPublished(this.delivered<'conversions.rates_published'>({ quotes }));
  }

  async beneficiaryId(body: object = anna, as = 'client'): Promise<string> {
    const { data } = await this.post('beneficiaries', body, { as });
    return (data as { id: string }).id;
  }

  /** The body of an instruction that can be carried out, on 20 November 2026. */
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

  async instruct(more: object = {}): Promise<{ readonly id: string; readonly indicativePrice: object }> {
    const { data } = await this.post('payment-instructions', await this.instructionBody(more));
    return data as { id: string; indicativePrice: object };
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.db.close();
  }

  private async ask(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    payload?: object,
  ): Promise<Answer> {
    const response = await this.app.inject({ method, url: `/v1/${path}`, headers, payload });
    return {
      status: response.statusCode,
      text: response.body,
      replayed: response.headers['idempotent-replayed'] === 'true',
      ...response.json<Omit<Answer, 'status' | 'text' | 'replayed'>>(),
    };
  }
}
