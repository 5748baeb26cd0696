import { pairOf, schemas } from '@corridor/conversions-contract';
import { ReadModels } from '@corridor/event-store';
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
  secondPerson,
} from '@corridor/http';
import { type Caller, Clock, nowOf } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import {
  HaltBody,
  HoursBody,
  LiftBody,
  ManualRateBody,
  distanceOf,
  euroPairOfPath,
  hoursRules,
  manualRateRules,
  pairOfPath,
  percentOf,
  plain,
} from './dealing.body.js';
import { PointsSource } from '../points/points-source.js';
import { DealingDesk } from './dealing-desk.js';
import { hoursText } from './dealing-hours.js';
import {
  ageInSeconds,
  curveResource,
  dealingHoursView,
  haltView,
  hoursResource,
  manualRateView,
} from './dealing.view.js';
import { LiveRates } from './live-rates.js';
import { enterRate, halt, lift, setHours, withdrawRate } from './market-commands.js';
import { marketOrder } from './market-update.js';
import { RateSource } from './rate-source.js';

/** What dealers see and do about rates (production.md §5). */
@ApiTags('Dealing')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing')
export class DealingController {
  constructor(
    private readonly desk: DealingDesk,
    private readonly readModels: ReadModels,
    private readonly live: LiveRates,
    private readonly source: RateSource,
    private readonly points: PointsSource,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'getDealingMarket',
    'Returns the market',
    'The rates at which everybody trades now, with their age, the pairs that are not traded, and the dealing hours. Margins are not part of them.',
  )
  @Returns(schemas.dealingMarket)
  @Requires('dealing:read')
  @Get('market')
  async market() {
    const nowMs = this.clock.now().getTime();
    const [{ quotes, halted }, { published, halts, manual, hours }] = [
      await this.live.market(),
      await this.live.state(),
    ];
    const validity = new Map(published.quotes.map((one) => [pairOf(one), one]));
    const rates = quotes.map(({ base, quote, bid, mid, ask }) => {
      const { quotedOn = null, validUntil = null } = validity.get(base + quote) ?? {};
      return {
        ccyPair: base + quote,
        bid: Number(bid),
        mid: Number(mid),
        ask: Number(ask),
        quotedOn,
        ageSeconds: ageInSeconds(quotedOn, nowMs),
        validUntil,
        isManual: quotedOn !== null && manual[base + quote]?.enteredOn === quotedOn,
      };
    });
    const { curves } = await this.live.points();
    const ages = rates.flatMap(({ ageSeconds }) => ageSeconds ?? []);
    return {
      source: this.source.name,
      trouble: this.source.trouble(),
      oldestAgeSeconds: ages.length > 0 ? Math.max(...ages) : null,
      openHalts: halts.length,
      haltedPairs: halted,
      rates,
      hours: Object.entries(hours).map(([ccyPair, own]) => hoursResource(ccyPair, own)),
      curves: curves && curves.map((one) => curveResource(one, nowOf(this.clock))),
      pointsTrouble: this.points.trouble(),
    };
  }

  @Operation(
    'haltPair',
    'Halts a pair, or all',
    'Nothing is priced or booked in it until the halt is lifted; quotes that were given are honoured until they expire. A pair may be halted several times. One with EUR halts all that are computed from it. Effective with the response in this process, within two seconds in all others.',
  )
  @Returns(schemas.dealingHalt)
  @Requires('dealing:halt')
  @Idempotent()
  @Post('halts')
  halt(@Body() { ccyPair, reason }: HaltBody, @Command() command: CommandContext) {
    const id = this.ids.next('hlt', command);
    const { user: by } = command.caller;
    const halting = { id, ccyPair: ccyPair && marketOrder(ccyPair), reason, now: nowOf(this.clock), by };
    return this.desk.carryOut((state) => halt(state, halting), command, { id, view: haltView });
  }

  @Operation('getHalt', 'Returns a halt')
  @Returns(schemas.dealingHalt)
  @Requires('dealing:read')
  @Get('halts/:id')
  getHalt(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(haltView, id, caller);
  }

  @Operation(
    'liftHalt',
    'Lifts a halt',
    'One of a dealer, or one after a jump of the rate, which is confirmed by this. That of a rate that is too old ends when there is a new one.',
  )
  @Returns(schemas.dealingHalt)
  @Refuses('illegal_transition')
  @Requires('dealing:halt')
  @Idempotent()
  @Post('halts/:id/lift')
  async lift(@Param('id') id: string, @Body() { reason }: LiftBody, @Command() command: CommandContext) {
    await this.readModels.one(haltView, id, command.caller);
    const lifting = { id, reason, now: nowOf(this.clock), by: command.caller.user };
    return this.desk.carryOut((state) => lift(state, lifting), command, { id, view: haltView });
  }

  @Operation(
    'enterRate',
    'Enters the rate of a pair',
    'It replaces that of the source until it expires, also if that is too old or has jumped. Further from the current rate of the source than `RATES_JUMP_PERCENT`, it needs `force`.',
  )
  @ApiBody({ type: ManualRateBody })
  @Returns(schemas.manualRate)
  @Requires('dealing:rates')
  @FourEyes('rates')
  @Idempotent()
  @Put('rates/:ccyPair')
  async enterRate(@Param('ccyPair') pair: string, @Body() body: unknown, @Command() command: CommandContext) {
    const ccyPair = euroPairOfPath(pair);
    const now = nowOf(this.clock);
    const compared = await this.desk.comparisonFor(ccyPair);
    const rules = manualRateRules(now, compared);
    const { bid, ask, expiresOn } = await checkedBody(body, ManualRateBody, rules);
    const distance = distanceOf({ bid, ask }, compared.mids);
    const market = distance
      ? ` The market is ${distance.market}, ${percentOf(distance.share)} away.`
      : ' The source has no current rate.';
    const effect = `${ccyPair} is traded at ${plain(bid)} to ${plain(ask)} until ${expiresOn}.`;
    secondPerson(command, 'rates', effect, market);
    const { user: enteredBy } = command.caller;
    const rate = { ccyPair, bid: plain(bid), ask: plain(ask), enteredOn: now, enteredBy, expiresOn };
    return this.desk.carryOut((state) => enterRate(state, rate), command, {
      id: ccyPair,
      view: manualRateView,
    });
  }

  @Operation('withdrawRate', 'Withdraws the entered rate of a pair', 'That of the source is used again.')
  @Returns(schemas.manualRate)
  @Requires('dealing:rates')
  @Idempotent()
  @Post('rates/:ccyPair/withdraw')
  withdrawRate(@Param('ccyPair') pair: string, @Command() command: CommandContext) {
    const ccyPair = euroPairOfPath(pair);
    const withdrawal = { ccyPair, now: nowOf(this.clock) };
    return this.desk.carryOut((state) => withdrawRate(state, withdrawal), command, {
      id: ccyPair,
      view: manualRateView,
    });
  }

  @Operation(
    'setDealingHours',
    'Sets the dealing hours of a pair',
    'Outside of them it is not quoted. A pair with EUR closes all that are computed from it.',
  )
  @ApiBody({ type: HoursBody })
  @Returns(schemas.dealingHours)
  @Requires('dealing:rates')
  @FourEyes('rates')
  @Idempotent()
  @Put('hours/:ccyPair')
  async setHours(@Param('ccyPair') pair: string, @Body() body: unknown, @Command() command: CommandContext) {
    const ccyPair = pairOfPath(pair);
    const { closes, opens } = await checkedBody(body, HoursBody, hoursRules);
    const hours = closes && opens ? { closes: { ...closes }, opens: { ...opens } } : null;
    const before = hoursText(await this.desk.hoursOf(ccyPair));
    secondPerson(command, 'rates', `${ccyPair} is ${hoursText(hours)} each week. Before: ${before}.`);
    return this.desk.carryOut((state) => setHours(state, { ccyPair, hours }), command, {
      id: ccyPair,
      view: dealingHoursView,
    });
  }
}

export const HaltSearches = operatorSearches(haltView, {
  path: 'dealing/halts',
  tag: 'Dealing',
  operation: 'searchHalts',
  words: 'the halts of pairs',
});

export const ManualRateSearches = operatorSearches(manualRateView, {
  tag: 'Dealing',
  path: 'dealing/manual-rates',
  operation: 'searchManualRates',
  words: 'the rates entered last by dealers, also expired ones',
});
