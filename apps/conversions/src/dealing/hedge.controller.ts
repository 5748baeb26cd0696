import { type HedgeResource, schemas } from '@corridor/conversions-contract';
import { EventStore, ReadModels, isUniqueViolation } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  TheCaller,
  checkedBody,
  operatorSearches,
  quoted,
  secondPerson,
} from '@corridor/http';
import { type Caller, type Money, type Quote, fromResource, moneyText, refuse } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Decimal } from 'decimal.js';
import { LiveRates } from '../rates/live-rates.js';
import { HedgeBody, HedgeCancellationBody, hedgeRules, quotedAs } from './hedge.body.js';
import { type HedgeSettings, hedgeSettings } from './hedge-settings.js';
import { type Event, type State, type Trade, cancel, hedge, record } from './hedge.js';
import { type EnteredAlone, HedgesOfDay } from './hedged-alone.js';
import { hedgeView } from './hedge.view.js';
import { LIMIT_CCY, valueOf } from './limits.js';

/** Trades with banks and brokers, which staff record. */
@ApiTags('Dealing')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing/hedges')
export class HedgeController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly ids: Ids,
    private readonly rates: LiveRates,
    private readonly days: HedgesOfDay,
    @Inject(hedgeSettings.KEY) private readonly settings: HedgeSettings,
  ) {}

  @Operation(
    'recordHedge',
    'Records a trade with a bank or broker',
    'Once for its external reference. The position follows at once. Beyond what one dealer may enter alone within a day (UTC), with cancelled hedges, a second person approves it.',
  )
  @ApiBody({ type: HedgeBody })
  @Returns(schemas.hedge)
  @Refuses('already_exists')
  @Requires('dealing:write')
  @FourEyes('hedges')
  @Idempotent()
  @Post()
  async record(@Body() body: unknown, @Command() command: CommandContext) {
    const { buyAmount, sellAmount, rate, counterparty, valueDate, externalReference } = await checkedBody(
      body,
      HedgeBody,
      hedgeRules,
    );
    const { ccyPair = '' } = quotedAs(buyAmount, sellAmount) ?? {};
    const trade = {
      ...{ externalReference, counterparty, buyAmount, sellAmount, ccyPair, valueDate },
      rate: new Decimal(rate).toFixed(),
    };
    const id = this.ids.next('hdg', command);
    try {
      return await this.entered(id, (state) => record(state, trade), command, { trade, does: 'Records' });
    } catch (error) {
      throw isUniqueViolation(error, 'hedge_reference') ? alreadyRecorded() : error;
    }
  }

  @Operation('getHedge', 'Returns a hedge')
  @Returns(schemas.hedge)
  @Requires('dealing:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(hedgeView, id, caller);
  }

  @Operation(
    'cancelHedge',
    'Cancels a hedge',
    'One that was recorded by mistake, or that both sides have cancelled. Its external reference can be recorded again.',
  )
  @Returns(schemas.hedge)
  @Refuses('illegal_transition')
  @Requires('dealing:write')
  @FourEyes('hedges')
  @Idempotent()
  @Post(':id/cancel')
  async cancel(
    @Param('id') id: string,
    @Body() { reason }: HedgeCancellationBody,
    @Command() command: CommandContext,
  ) {
    const found = await this.readModels.find<HedgeResource>(hedgeView, id, command.caller);
    const what = found && { trade: tradeOf(found), does: `For ${quoted(reason)}, cancels` };
    return this.entered(id, (state) => cancel(state, { reason }), command, what);
  }

  /** What has been entered with this idempotency key before counts once, and gets its response. */
  private async entered(
    id: string,
    decide: (state: State) => Event[],
    command: CommandContext,
    what: Entered | null,
  ) {
    const market = await this.rates.lastKnown();
    return this.days.during(command.caller, (before) =>
      this.store.handle(
        hedge,
        id,
        (state: State) => {
          const events = decide(state);
          if (what) this.secondPersonFor(what, before, market, command);
          return events;
        },
        command,
      ),
    );
  }

  /** Above the limit of one dealer, or if nobody knows what it is worth. */
  private secondPersonFor(
    { trade, does }: Entered,
    before: EnteredAlone,
    market: readonly Quote[],
    command: CommandContext,
  ): void {
    const { counterparty, externalReference, buyAmount, sellAmount, ccyPair, rate, valueDate } = trade;
    const earlier = [before.bought, before.sold].map((sums) => valueOf(sums, market));
    const values = [buyAmount, sellAmount].map(({ ccyCode, minor }) => valueOf({ [ccyCode]: minor }, market));
    const most = BigInt(this.settings.aloneUpTo) * 100n;
    const isWithin = (value: Money | null, i: number) =>
      value && earlier[i] && value.minor + earlier[i].minor <= most;
    if (values.every(isWithin)) return;
    const amounts = `${moneyText(buyAmount)} for ${moneyText(sellAmount)} (${ccyPair} ${rate}), value date ${valueDate}`;
    const worth = ` In ${LIMIT_CCY} at the market: ${bothOf(values)}.`;
    const alone =
      Object.keys(before.bought).length > 0
        ? ` Before it, entered alone on ${before.day} (UTC): ${bothOf(earlier)}.`
        : '';
    const effect = `${does} the purchase of ${amounts}, from ${quoted(counterparty)}, ${quoted(externalReference)}.`;
    secondPerson(command, 'hedges', effect, worth + alone);
  }
}

interface Entered {
  readonly trade: Trade;
  /** As the sentence for the second person begins: `Records`. */
  readonly does: string;
}

const tradeOf = ({ buyAmount, sellAmount, rate, ...terms }: HedgeResource): Trade => ({
  ...terms,
  buyAmount: fromResource(buyAmount),
  sellAmount: fromResource(sellAmount),
  rate: String(rate),
});

function bothOf(values: readonly (Money | null)[]): string {
  const [bought, sold] = values.map((value) => (value ? moneyText(value) : 'unknown'));
  return `bought ${bought}, sold ${sold}`;
}

function alreadyRecorded() {
  const detail = 'The trade with this reference is recorded.';
  const issue = { pointer: '#/externalReference', code: 'already_exists', detail };
  return refuse('already_exists', `${issue.pointer}: ${detail}`, { errors: [issue] });
}

export const HedgeSearches = operatorSearches(hedgeView, {
  path: 'dealing/hedges',
  tag: 'Dealing',
  operation: 'searchHedges',
  words: 'the trades with banks and brokers',
});
