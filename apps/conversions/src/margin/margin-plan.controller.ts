import { type MarginPlanResource, schemas } from '@corridor/conversions-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  FourEyes,
  Idempotent,
  Operation,
  OperatorGuard,
  Requires,
  Returns,
  TheCaller,
  checkedBody,
  operatorSearches,
  quoted,
  secondPerson,
} from '@corridor/http';
import { type Caller } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { MarginPlanBody, NewMarginPlanBody, asRule, marginPlanRules } from './margin-plan.body.js';
import { type Terms, change, create, marginPlan } from './margin-plan.js';
import { marginPlanView } from './margin-plan.view.js';
import { Margins } from './margins.js';

/** What clients pay on top of the market (production §5, ADR 50). */
@ApiTags('Dealing')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing/margin-plans')
export class MarginPlanController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly margins: Margins,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'createMarginPlan',
    'Creates a margin plan',
    'No client has it before it is assigned, to a client or to all.',
  )
  @ApiBody({ type: NewMarginPlanBody })
  @Returns(schemas.marginPlan)
  @Requires('dealing:margins')
  @FourEyes('margins')
  @Idempotent()
  @Post()
  async create(@Body() body: unknown, @Command() command: CommandContext) {
    const terms = await termsIn(body, NewMarginPlanBody);
    secondPerson(command, 'margins', `There is a margin plan ${quoted(terms.name)}: ${summaryOf(terms)}.`);
    return this.store.handle(marginPlan, this.ids.next('mgp', command), create(terms), command);
  }

  @Operation('getMarginPlan', 'Returns a margin plan')
  @Returns(schemas.marginPlan)
  @Requires('dealing:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(marginPlanView, id, caller);
  }

  @Operation(
    'changeMarginPlan',
    'Changes a margin plan',
    'As a whole, for all clients that have it: all fields are given, null included. Effective within two seconds. What was quoted or booked before keeps its price.',
  )
  @ApiBody({ type: MarginPlanBody })
  @Returns(schemas.marginPlan)
  @Requires('dealing:margins')
  @FourEyes('margins')
  @Idempotent()
  @Put(':id')
  async change(@Param('id') id: string, @Body() body: unknown, @Command() command: CommandContext) {
    const before = await this.readModels.existing<MarginPlanResource>(marginPlanView, id, command.caller);
    const terms = await termsIn(body, MarginPlanBody);
    secondPerson(
      command,
      'margins',
      `The margin plan ${quoted(before.name)} becomes ${quoted(terms.name)}: ${summaryOf(terms)}. Before: ${summaryOf(before)}.`,
    );
    const changed = await this.store.handle(marginPlan, id, change(terms), command);
    this.margins.forget();
    return changed;
  }
}

async function termsIn(body: unknown, type: new () => NewMarginPlanBody): Promise<Terms> {
  const { name, basisPoints, rules, maximumSlippage } = await checkedBody(body, type, marginPlanRules);
  return { name, basisPoints, rules: (rules ?? []).map(asRule), maximumSlippage };
}

/** What the second person approves. */
function summaryOf({ basisPoints, rules, maximumSlippage }: Terms): string {
  const shown = rules.map((one) => {
    const size = one.maximumSize === null ? '' : ` up to EUR ${one.maximumSize}`;
    const tenor = one.maximumTenor === null ? '' : ` up to ${one.maximumTenor}`;
    return `${one.ccyPair ?? one.ccyCode ?? 'any pair'}${size}${tenor} ${one.basisPoints}`;
  });
  const slippage = maximumSlippage === null ? '' : `; slippage up to ${maximumSlippage}`;
  return `${[...shown, `otherwise ${basisPoints}`].join(', ')} basis points${slippage}`;
}

export const MarginPlanSearches = operatorSearches(marginPlanView, {
  path: 'dealing/margin-plans',
  tag: 'Dealing',
  operation: 'searchMarginPlans',
  words: 'the margin plans',
});
