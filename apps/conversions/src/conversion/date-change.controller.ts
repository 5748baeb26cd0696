import {
  type ConversionResource,
  type DateChangeQuoteResource,
  schemas,
} from '@corridor/conversions-contract';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  Extension,
  Idempotent,
  Operation,
  Refuses,
  Requires,
  Returns,
  amountOf,
} from '@corridor/http';
import { Clock, encodeJson, existing, nowFor, refuse, subtract, toResource } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LiveRates } from '../rates/live-rates.js';
import { DateChangeBody, DateChangeQuoteBody, DrawdownBody } from './conversion.body.js';
import { type Event, type State, conversion } from './conversion.js';
import { asCreated, conversionView } from './conversion.view.js';
import { type Terms, changeDate, drawDown, quoteDateChange } from './date-change.js';

const REFUSALS = [
  'illegal_transition',
  'step_in_progress',
  'deposit_required',
  'payment_date_unavailable',
  'currency_not_sellable',
  'currency_not_buyable',
  'rate_unavailable',
  'amount_not_convertible',
] as const;

/** Other value dates for booked conversions (production §5; an extension). */
@ApiTags('Conversions')
@Extension()
@Controller('v1/conversions/:id')
export class DateChangeController {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly readModels: ReadModels,
    private readonly rates: LiveRates,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'quoteDateChange',
    'Returns what a conversion becomes on another value date',
    'Or a part of it, which is drawn down. The rate moves by what the market asks for the other date; `cost` is what the client then sells more, or buys less. A difference in its favour is not paid. Until `expiresOn`, one minute later, the same change is made as shown.',
  )
  @Returns(schemas.dateChangeQuote)
  @Refuses(...REFUSALS)
  @Requires('conversions:write')
  @Idempotent()
  @Post('date-change-quote')
  async quote(
    @Param('id') id: string,
    @Body() body: DateChangeQuoteBody,
    @Command() command: CommandContext,
  ) {
    const terms = await this.terms(id, body, command);
    let shown: Event[] = [];
    const decide = (state: State) => (shown = quoteDateChange(state, terms));
    return this.store.handle(conversion, id, decide, {
      ...command,
      response: { as: (row: ConversionResource) => quoteOf(row, shown) },
    });
  }

  @Operation(
    'changeConversionDate',
    'Changes the value date of a conversion',
    'Only while it is BOOKED, with its deposit received if it needs one, and not the conversion of a payment instruction. As its latest quote shows it, if that is for the same date and has not expired; otherwise at the market.',
  )
  @Returns(schemas.conversion)
  @Refuses(...REFUSALS)
  @Requires('conversions:write')
  @Idempotent()
  @Post('change-date')
  async change(@Param('id') id: string, @Body() body: DateChangeBody, @Command() command: CommandContext) {
    const terms = await this.terms(id, { ...body, amount: null }, command);
    return this.store.handle(conversion, id, (state) => changeDate(state, terms), command);
  }

  @Operation(
    'drawConversionDown',
    'Draws a part of a conversion down',
    'The part becomes a conversion of its own, which is returned and settles on the given date, at most the value date of the whole. The rest stays booked, with exactly the remaining amounts, and its deposit. Otherwise as a change of the date.',
  )
  @Returns(schemas.conversion)
  @Refuses(...REFUSALS)
  @Requires('conversions:write')
  @Idempotent()
  @Post('draw-down')
  async drawDown(@Param('id') id: string, @Body() body: DrawdownBody, @Command() command: CommandContext) {
    const terms = await this.terms(id, body, command);
    const conversionId = this.ids.next('con', command);
    const before = await this.store.state(conversion, id);
    const draw = (state: State) => drawDown(state, { ...terms, conversionId });
    return this.database.transaction(async () => {
      const response = await this.store.handle(conversion, conversionId, () => draw(before).drawn, {
        ...command,
        response: { as: asCreated },
      });
      const rest = (state: State) => {
        const { remaining, drawn } = draw(state);
        // Somebody has changed it meanwhile.
        if (encodeJson(drawn) !== encodeJson(draw(before).drawn)) throw refuse('step_in_progress');
        return remaining;
      };
      if (!response.replayed) await this.store.handle(conversion, id, rest, { caller: command.caller });
      return response;
    });
  }

  private async terms(
    id: string,
    { valueDate, amount }: Pick<DateChangeQuoteBody, 'valueDate' | 'amount'>,
    { caller }: CommandContext,
  ): Promise<Terms> {
    await this.readModels.one(conversionView, id, caller);
    const { fixedSide, sellAmount, buyAmount } = existing(await this.store.state(conversion, id));
    const { ccyCode } = fixedSide === 'SELL' ? sellAmount : buyAmount;
    return {
      wish: { valueDate, amount: amount === null ? null : amountOf(ccyCode, amount, '#/amount') },
      market: await this.rates.offerFor(caller.client.id),
      now: nowFor(caller, this.clock),
    };
  }
}

function quoteOf({ id }: ConversionResource, events: readonly Event[]): DateChangeQuoteResource {
  const shown = events.find((event) => event.type === 'date_change_quoted');
  if (!shown) throw new Error(`${id}: no quote of a date change`);
  const { wish, part, price, valueDate, fundByDate, expiresOn } = shown;
  const { sellAmount, buyAmount } = price;
  const more = subtract(sellAmount, part.sellAmount);
  const less = subtract(part.buyAmount, buyAmount);
  return {
    conversionId: id,
    isDrawdown: wish.amount !== null,
    valueDate,
    fundByDate,
    ccyPair: price.ccyPair,
    rate: Number(price.rate),
    sellAmount: toResource(sellAmount),
    buyAmount: toResource(buyAmount),
    cost: toResource(less.minor > 0n ? less : more),
    expiresOn,
  };
}
