import { Controller, Get, Module, Param, Post, Put, Query } from '@nestjs/common';
import { Body } from './body/body.js';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Caller, type ProblemCode, refuse } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';
import { withMeta } from './stored-response.js';
import { type HttpOptions, configureHttp } from './configure-http.js';
import { type CommandContext, EventStore, type Idempotency } from '@corridor/event-store';
import { Command } from './idempotency/command.js';
import { Operation } from './documentation/operation.js';
import { Idempotent, NoIdempotencyKey } from './idempotency/idempotent.js';
import { Authenticator, Public, TheCaller } from './authentication/authenticator.js';
import { Requires } from './authentication/permission.js';
import { HttpAdapter } from './http-adapter.js';
import { amountOf } from './input/amount-of.js';
import { IsAmount } from './input/is-amount.js';
import { IsCurrencyCode } from './input/is-currency-code.js';
import { IsDate } from './input/is-date.js';
import { IsFlag } from './input/is-flag.js';
import { IsId } from './input/is-id.js';
import { IsList } from './input/is-list.js';
import { IsOneOf } from './input/is-one-of.js';
import { IsOptionalField } from './input/is-optional-field.js';
import { IsRecord } from './input/is-record.js';
import { IsText, text } from './input/is-text.js';
import { checkedQuery } from './input/input-pipe.js';
import { ListQuery } from './search/list-query.js';

/** A small application with one route of each kind, for the specs of this library. */

class Address {
  @IsList(text({ max: 20 }), { min: 1, max: 3 })
  lines: string[];

  @IsOptionalField()
  @IsText({ max: 20 })
  city: string | null;
}

export class Order {
  @IsAmount()
  amount: number;

  @IsCurrencyCode()
  ccyCode: string;

  @IsOptionalField()
  @IsDate()
  on: string | null;

  @IsText({ max: 5 })
  narrative: string;

  @IsOptionalField()
  @IsId('ben')
  beneficiaryId: string | null;

  @IsOptionalField()
  @IsOneOf(['BUY', 'SELL'])
  side: string | null;

  @IsOptionalField()
  @IsFlag()
  urgent: boolean | null;

  @IsOptionalField()
  @IsRecord(() => Address)
  address: Address | null;
}

@Controller('v1')
class SampleController {
  @Requires('payments:write')
  @Operation('createOrder', 'Creates an order')
  @Idempotent()
  @Post('orders')
  order(@Body() order: Order, @Command() command: CommandContext) {
    return { order, minor: Number(amountOf(order.ccyCode, order.amount, '#/amount').minor), command };
  }

  @Requires('payments:read')
  @Get('orders')
  async list(@Query() query: ListQuery) {
    return withMeta([], await checkedQuery(query, ListQuery, () => []));
  }

  @Get('orders/:id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    if (id === 'broken') throw new Error('SELECT secret FROM clients');
    if (id === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    if (id === 'unknown') throw refuse('not_found');
    return { id, client: caller.client };
  }

  @Operation('replayOrder', 'Replays an order')
  @Idempotent()
  @Put('orders/:id/replayed')
  replayed() {
    return { body: '{"data": {"kept":  "verbatim"}}', replayed: true };
  }

  @Operation('refuseOrder', 'Refuses an order')
  @Idempotent({ without: ['pin'], perUser: true })
  @Post('orders/refused/:code')
  refused(@Param('code') code: ProblemCode, @Body() _body: unknown) {
    throw refuse(code);
  }

  @Post('orders/undeclared')
  undeclared() {
    return 'never';
  }

  @NoIdempotencyKey()
  @Post('orders/search')
  search() {
    return [];
  }

  @Public()
  @NoIdempotencyKey()
  @Post('auth/token')
  token(@Body() order: Address) {
    return order;
  }

  @Get('single')
  single(@Query('pair') pair: string) {
    return { pair };
  }
}

export const SAMPLE_CALLER: Caller = {
  environment: 'SANDBOX',
  client: { id: 'cli_1', name: 'First' },
  user: { id: 'cu_1', name: 'Ada' },
  apiKeyId: 'ak_1',
  permissions: ['payments:read', 'payments:write'],
  correlationId: 'request',
  causationId: null,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

/** The stored responses of the sample by key, and the lookups. */
export const sampleStore = {
  responses: new Map<string, string>(),
  lookUps: [] as Idempotency[],
  async storedResponse(idempotency: Idempotency) {
    this.lookUps.push(idempotency);
    const body = this.responses.get(idempotency.key);
    if (body === 'another request') throw refuse('idempotency_key_reused');
    const isSecret = idempotency.key === 'secret';
    return body === undefined ? null : { body, replayed: true, ...(isSecret && { isSecret }) };
  },
};

/** Authenticates every request that names a client; `X-Permissions` restricts the permissions. */
class OpenAuthenticator extends Authenticator {
  async authenticate({ headers }: FastifyRequest): Promise<Caller> {
    const client = headers['x-client'];
    if (typeof client !== 'string') throw refuse('unauthenticated');
    const narrowed = headers['x-permissions'];
    const permissions = typeof narrowed === 'string' ? narrowed.split(',') : SAMPLE_CALLER.permissions;
    return { ...SAMPLE_CALLER, client: { id: client, name: client }, permissions };
  }
}

export async function sampleApp(
  options: HttpOptions = { rateLimit: null },
  authenticator: Authenticator = new OpenAuthenticator(),
): Promise<NestFastifyApplication> {
  @Module({
    controllers: [SampleController],
    providers: [
      { provide: Authenticator, useValue: authenticator },
      { provide: EventStore, useValue: sampleStore },
    ],
  })
  class SampleModule {}
  const app = await NestFactory.create<NestFastifyApplication>(SampleModule, new HttpAdapter(), {
    logger: false,
  });
  await configureHttp(app, options).init();
  return app;
}
