import { type DealingPointsResource, quoteIn, schemas } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import {
  Command,
  type CommandContext,
  Body,
  ForOperator,
  FourEyes,
  Idempotent,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  checkedBody,
  operatorSearches,
  secondPerson,
} from '@corridor/http';
import { CROSS_CURRENCY, Clock, nowOf, refuse } from '@corridor/kernel';
import { Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { plain } from '../rates/dealing.body.js';
import { LiveRates } from '../rates/live-rates.js';
import {
  type Event,
  FORWARD_POINTS,
  type State,
  enterPoints,
  forwardPoints,
  idOfPoints,
  withdrawPoints,
} from './forward-points.js';
import { ManualPointsBody, manualPointsRules, tenorOfPath } from './points.body.js';
import { manualPointsView, pointsInUse } from './points.view.js';
import { PointsSource } from './points-source.js';

/** Forward points that dealers enter by hand (production.md §5, ADR 60). */
@ApiTags('Dealing')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing/points')
export class PointsController {
  constructor(
    private readonly store: EventStore,
    private readonly live: LiveRates,
    private readonly source: PointsSource,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'getForwardPoints',
    'Returns the forward points',
    'Those that are used now, by pair and tenor, with their age: of the source, or entered by a dealer. Dates between two tenors are interpolated by days.',
  )
  @Returns(schemas.dealingPoints)
  @Requires('dealing:read')
  @Get()
  async points(): Promise<DealingPointsResource> {
    const points = pointsInUse(await this.live.points(), nowOf(this.clock));
    return { source: this.source.name, trouble: this.source.trouble(), points };
  }

  @Operation(
    'enterForwardPoints',
    'Enters the forward points of a tenor',
    'Of a pair with EUR: `EURUSD-1M`. They replace those of the source until they expire, also if those are too old; other tenors keep theirs. Effective with the response in this process, within ten seconds in all others.',
  )
  @ApiBody({ type: ManualPointsBody })
  @Returns(schemas.manualPoints)
  @Refuses('rate_unavailable')
  @Requires('dealing:rates')
  @FourEyes('rates')
  @Idempotent()
  @Put(':id')
  async enter(@Param('id') id: string, @Body() body: unknown, @Command() command: CommandContext) {
    const { ccyPair, tenor } = tenorOfPath(id);
    const now = nowOf(this.clock);
    const rules = manualPointsRules({ ccyPair, tenor, mid: await this.midOf(ccyPair), now });
    const { bid, ask, expiresOn } = await checkedBody(body, ManualPointsBody, rules);
    const sides = { bid: plain(bid), ask: plain(ask) };
    const effect = `${ccyPair} has the points ${sides.bid} to ${sides.ask} for ${tenor} until ${expiresOn}.`;
    secondPerson(command, 'rates', effect);
    const { user: enteredBy } = command.caller;
    const points = { ccyPair, tenor, ...sides, enteredOn: now, enteredBy, expiresOn };
    return this.carryOut((state) => enterPoints(state, points), command, idOfPoints(points));
  }

  @Operation(
    'withdrawForwardPoints',
    'Withdraws the entered forward points of a tenor',
    'Those of the source are used again.',
  )
  @Returns(schemas.manualPoints)
  @Requires('dealing:rates')
  @Idempotent()
  @Post(':id/withdraw')
  withdraw(@Param('id') text: string, @Command() command: CommandContext) {
    const id = idOfPoints(tenorOfPath(text));
    const withdrawal = { id, now: nowOf(this.clock) };
    return this.carryOut((state) => withdrawPoints(state, withdrawal), command, id);
  }

  /** The last known rate, which may be too old. @throws Refusal rate_unavailable if there was none yet */
  private async midOf(ccyPair: string): Promise<string> {
    const currency = ccyPair.slice(CROSS_CURRENCY.length);
    const quote =
      quoteIn(await this.live.market(), CROSS_CURRENCY, currency) ??
      (await this.live.lastKnown()).find((one) => one.quote === currency);
    if (!quote) throw refuse('rate_unavailable', `There was no rate of ${ccyPair} yet.`);
    return quote.mid;
  }

  private async carryOut(decide: (state: State) => Event[], command: CommandContext, id: string) {
    const response = { id, view: manualPointsView };
    const done = await this.store.handle(forwardPoints, FORWARD_POINTS, decide, { ...command, response });
    await this.live.refreshPoints();
    return done;
  }
}

export const ManualPointsSearches = operatorSearches(manualPointsView, {
  tag: 'Dealing',
  path: 'dealing/manual-points',
  operation: 'searchManualPoints',
  words: 'the forward points entered last by dealers, also expired ones',
});
