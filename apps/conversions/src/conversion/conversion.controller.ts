import { type ConversionResource, schemas } from '@corridor/conversions-contract';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  CancellationBody,
  Command,
  type CommandContext,
  Extension,
  Operation,
  Refuses,
  Requires,
  TheCaller,
  checkedBody,
  orderOf,
  recordVersions,
  recordsForStaff,
  searches,
  Idempotent,
} from '@corridor/http';
import { type Caller, Clock, nowFor, todayFor } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { within } from '../dealing/within.js';
import { Credit } from '../dealing/credit.js';
import { firmQuote, pricingFor, use } from '../quote/quote.js';
import { KnownPolicy } from '../rates/known-policy.js';
import { LiveRates } from '../rates/live-rates.js';
import { ConversionBody, conversionRules } from './conversion.body.js';
import { type Deal, deal } from './booking.js';
import { type State, conversion, outcomeOfCancellation } from './conversion.js';
import { asCreated, conversionView } from './conversion.view.js';
import { cancellationQuoteOf } from './cancellation-quote.js';
import { outcomeOfDeposit, payDeposit } from './deposit.js';
import { cancel, quoteCancellation } from './ending.js';

/** In the SANDBOX a cancellation is free (interface-spec 3.3). */
const isCharged = ({ environment }: Caller): boolean => environment === 'PRODUCTION';

/** interface-spec 4.5; all writes are extensions (decisions §9). */
@ApiTags('Conversions')
@Controller('v1/conversions')
export class ConversionController {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly readModels: ReadModels,
    private readonly rates: LiveRates,
    private readonly credit: Credit,
    private readonly policy: KnownPolicy,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'createConversion',
    'Books a conversion',
    'At the current market rate, or at that of a quote. It needs no funds and no wallets: the client can fund it until `fundByDate`. The funds are exchanged on the value date, which opens a missing wallet of the bought currency.',
  )
  @Extension()
  @ApiBody({ type: ConversionBody })
  @Returns(schemas.conversion)
  @Refuses(
    'currency_not_sellable',
    'currency_not_buyable',
    'rate_unavailable',
    'amount_not_convertible',
    'payment_date_unavailable',
    'deal_limit_exceeded',
    'exposure_limit_exceeded',
    'quote_not_found',
    'quote_used',
    'quote_expired',
    'quote_mismatch',
  )
  @Requires('conversions:write')
  @Idempotent()
  @Post()
  async create(@Body() body: unknown, @Command() command: CommandContext) {
    const requested = await checkedBody(
      body,
      ConversionBody,
      conversionRules(todayFor(command.caller, this.clock)),
    );
    const conversionId = this.ids.next('con', command);
    const terms = {
      conversionId,
      order: orderOf(requested),
      given: null,
      market: await this.rates.offerFor(command.caller.client.id),
      now: nowFor(command.caller, this.clock),
      valueDate: requested.valueDate,
      metadata: requested.metadata,
    };
    const options = { ...command, response: { as: asCreated } };
    const { quoteId } = requested;
    const policy = await this.policy.now();
    return this.credit.during(command.caller, (check, deposits) => {
      const checked = { ...terms, check: within(policy, terms.order, check), deposits };
      if (quoteId !== null) return this.createAt(quoteId, checked, options);
      return this.store.handle(conversion, conversionId, (state) => deal(state, checked), options);
    });
  }

  /** The conversion and the use of its quote in one transaction. */
  private async createAt(
    quoteId: string,
    terms: Deal,
    command: CommandContext & { readonly response: object },
  ) {
    const { conversionId, order, valueDate: date, now } = terms;
    const by = { type: 'CONVERSION', id: conversionId } as const;
    const wanted = { by, clientId: command.caller.client.id, order, date, now };
    const quoted = await this.store.state(firmQuote, quoteId);
    return this.database.transaction(async () => {
      const decide = (state: State) => {
        const { valueDate, ...given } = pricingFor(quoted, wanted);
        return deal(state, { ...terms, given, valueDate: date ?? valueDate });
      };
      const response = await this.store.handle(conversion, conversionId, decide, command);
      if (!response.replayed)
        await this.store.handle(firmQuote, quoteId, (state) => use(state, wanted), {
          caller: command.caller,
        });
      return response;
    });
  }

  @Operation(
    'cancelConversion',
    'Cancels a conversion',
    'Only while it is BOOKED, and not the conversion of a payment instruction. A received deposit comes back to the wallet first. In PRODUCTION the conversion is closed out at the market: a loss is charged to the wallet of the sold currency, as the cancellation quote shows it if that has not expired; a gain is not paid. In the SANDBOX it costs nothing. To reverse an exchanged conversion, book one in the opposite direction.',
  )
  @Extension()
  @Returns(schemas.conversion)
  @Refuses(
    'illegal_transition',
    'step_in_progress',
    'wallet_full',
    'insufficient_funds',
    'currency_not_sellable',
    'currency_not_buyable',
    'rate_unavailable',
    'amount_not_convertible',
  )
  @Requires('conversions:write')
  @Idempotent()
  @Post(':id/cancel')
  async cancel(@Param('id') id: string, @Body() body: CancellationBody, @Command() command: CommandContext) {
    const { caller } = command;
    await this.readModels.one(conversionView, id, caller);
    const market = isCharged(caller) ? await this.rates.offerFor(caller.client.id) : null;
    const cancellation = { ...body, market, now: nowFor(caller, this.clock) };
    const options = { ...command, outcome: outcomeOfCancellation };
    return this.store.handleAndSettle(conversion, id, (state) => cancel(state, cancellation), options);
  }

  @Operation(
    'quoteConversionCancellation',
    'Returns what it costs to cancel a conversion',
    'The bought currency is sold again at the market: `loss` is what is then missing of the sold amount. Until `expiresOn`, one minute later, a cancellation is charged as shown: `charge`, and `transactions` that would be created. A gain is not paid. In the SANDBOX `charge` is zero.',
  )
  @Extension()
  @Returns(schemas.cancellationQuote)
  @Refuses(
    'illegal_transition',
    'step_in_progress',
    'currency_not_sellable',
    'currency_not_buyable',
    'rate_unavailable',
    'amount_not_convertible',
  )
  @Requires('conversions:write')
  @Idempotent()
  @Post(':id/cancellation-quote')
  async quoteCancellation(@Param('id') id: string, @Command() command: CommandContext) {
    const { caller } = command;
    await this.readModels.one(conversionView, id, caller);
    const terms = { market: await this.rates.offerFor(caller.client.id), now: nowFor(caller, this.clock) };
    let shown: ReturnType<typeof quoteCancellation> = [];
    const decide = (state: State) => (shown = quoteCancellation(state, terms));
    const as = (row: ConversionResource) => cancellationQuoteOf(row, shown, isCharged(caller));
    return this.store.handle(conversion, id, decide, { ...command, response: { as } });
  }

  @Operation(
    'payConversionDeposit',
    'Pays the deposit of a conversion',
    'From the wallet of the sold currency, until the `fundByDate` of the deposit: AWAITING_DEPOSIT becomes DEPOSIT_RECEIVED. It comes back when the conversion is exchanged, together with the exchange, or cancelled.',
  )
  @Extension()
  @Returns(schemas.conversion)
  @Refuses('illegal_transition', 'step_in_progress', 'insufficient_funds')
  @Requires('conversions:write')
  @Idempotent()
  @Post(':id/pay-deposit')
  async payDeposit(@Param('id') id: string, @Command() command: CommandContext) {
    await this.readModels.one(conversionView, id, command.caller);
    const now = nowFor(command.caller, this.clock);
    const options = { ...command, outcome: outcomeOfDeposit };
    return this.store.handleAndSettle(conversion, id, (state) => payDeposit(state, { now }), options);
  }

  @Operation('getConversion', 'Returns a conversion')
  @Returns(schemas.conversion)
  @Requires('conversions:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(conversionView, id, caller);
  }
}

export const ConversionSearches = searches(conversionView, {
  tag: 'Conversions',
  operation: 'searchConversions',
  words: 'the conversions',
});

export const ConversionRecords = recordsForStaff(conversionView, 'a conversion');

export const ConversionVersions = recordVersions(conversionView, conversion, {
  tag: 'Conversions',
  operation: 'getConversionVersions',
  one: 'a conversion',
});
