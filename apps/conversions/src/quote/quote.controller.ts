import { schemas } from '@corridor/conversions-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  ConversionOrderBody,
  Extension,
  Idempotent,
  IsDate,
  IsOptionalField,
  Operation,
  Refuses,
  Requires,
  TheCaller,
  checkedBody,
  orderOf,
  recordsForStaff,
  searches,
} from '@corridor/http';
import { type Caller, type CalendarDate, Clock, nowFor, nowOf, todayFor } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiProperty, ApiTags } from '@nestjs/swagger';
import { conversionRules } from '../conversion/conversion.body.js';
import { KnownPolicy } from '../rates/known-policy.js';
import { LiveRates } from '../rates/live-rates.js';
import { firmQuote, give } from './quote.js';
import { quoteView } from './quote.view.js';

class QuoteBody extends ConversionOrderBody {
  @ApiProperty({
    description:
      'What uses the quote must have this value date or payment date: today or later, in UTC, at most 12 months ahead. Default: any date.',
  })
  @IsOptionalField()
  @IsDate()
  valueDate: CalendarDate | null;
}

/** Firm prices (production §5; an extension). */
@ApiTags('Quotes')
@Extension()
@Controller('v1/quotes')
export class QuoteController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly rates: LiveRates,
    private readonly policy: KnownPolicy,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'createQuote',
    'Returns a firm price',
    'Valid for one minute, until `expiresOn`, and for one use: `quoteId` of a conversion or of a payment instruction with the same terms. It is used when that record is created.',
  )
  @ApiBody({ type: QuoteBody })
  @Returns(schemas.quote)
  @Refuses(
    'currency_not_sellable',
    'currency_not_buyable',
    'rate_unavailable',
    'amount_not_convertible',
    'payment_date_unavailable',
  )
  @Requires('conversions:write')
  @Idempotent()
  @Post()
  async create(@Body() body: unknown, @Command() command: CommandContext) {
    const { caller } = command;
    const requested = await checkedBody(body, QuoteBody, conversionRules(todayFor(caller, this.clock)));
    const request = {
      clientId: caller.client.id,
      order: orderOf(requested),
      valueDate: requested.valueDate,
      market: await this.rates.offerFor(caller.client.id),
      now: nowFor(caller, this.clock),
      realNow: nowOf(this.clock),
    };
    const policy = await this.policy.now();
    const id = this.ids.next('quo', command);
    return this.store.handle(firmQuote, id, (state) => give(state, { ...request, policy }), command);
  }

  @Operation('getQuote', 'Returns a quote')
  @Returns(schemas.quote)
  @Requires('conversions:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(quoteView, id, caller);
  }
}

export const QuoteSearches = searches(quoteView, {
  tag: 'Quotes',
  operation: 'searchQuotes',
  words: 'the quotes',
  isExtension: true,
});

export const QuoteRecords = recordsForStaff(quoteView, 'a quote');
