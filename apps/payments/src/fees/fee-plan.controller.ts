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
import { type Caller, fromResource, moneyText } from '@corridor/kernel';
import { type FeePlanResource, schemas } from '@corridor/payments-contract';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { FeePlanBody, feePlanRules, planIn } from './fee-plan.body.js';
import { type FeePlan, change, create, feePlan } from './fee-plan.js';
import { feePlanView } from './fee-plan.view.js';
import { Fees } from './fees.js';

/** What clients pay for their payments (production.md §7, ADR 58). */
@ApiTags('Fees')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/fees/plans')
export class FeePlanController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly fees: Fees,
    private readonly ids: Ids,
  ) {}

  @Operation(
    'createFeePlan',
    'Creates a fee plan',
    'No client has it before it is assigned, to a client or to all.',
  )
  @ApiBody({ type: FeePlanBody })
  @Returns(schemas.feePlan)
  @Requires('fees:write')
  @FourEyes('fees')
  @Idempotent()
  @Post()
  async create(@Body() body: unknown, @Command() command: CommandContext) {
    const plan = planIn(await checkedBody(body, FeePlanBody, feePlanRules));
    secondPerson(command, 'fees', `There is a fee plan ${quoted(plan.name)}: ${summaryOf(plan)}.`);
    return this.store.handle(feePlan, this.ids.next('fpl', command), create(plan), command);
  }

  @Operation('getFeePlan', 'Returns a fee plan')
  @Returns(schemas.feePlan)
  @Requires('fees:read')
  @Get(':id')
  get(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(feePlanView, id, caller);
  }

  @Operation(
    'changeFeePlan',
    'Changes a fee plan',
    'As a whole, for all clients that have it: effective within two seconds. Payments that exist keep their fee.',
  )
  @ApiBody({ type: FeePlanBody })
  @Returns(schemas.feePlan)
  @Requires('fees:write')
  @FourEyes('fees')
  @Idempotent()
  @Put(':id')
  async change(@Param('id') id: string, @Body() body: unknown, @Command() command: CommandContext) {
    const before = await this.readModels.existing<FeePlanResource>(feePlanView, id, command.caller);
    const plan = planIn(await checkedBody(body, FeePlanBody, feePlanRules));
    secondPerson(
      command,
      'fees',
      `The fee plan ${quoted(before.name)} becomes ${quoted(plan.name)}: ${summaryOf(plan)}. Before: ${summaryOf(planOf(before))}.`,
    );
    const changed = await this.store.handle(feePlan, id, change(plan), command);
    this.fees.forget();
    return changed;
  }
}

const planOf = ({ name, rules }: FeePlanResource): FeePlan => ({
  name,
  rules: rules.map((rule) => ({
    ...rule,
    fee: fromResource(rule.fee),
    correspondentCharge: rule.correspondentCharge && fromResource(rule.correspondentCharge),
  })),
});

/** What the second person approves. */
function summaryOf({ rules }: FeePlan): string {
  const shown = rules.map(({ kind, ccyCode, paymentType, chargeType, fee, correspondentCharge }) => {
    const where = [ccyCode, paymentType, chargeType, kind].filter((one) => one !== null).join(' ');
    const charge = correspondentCharge ? ` and ${moneyText(correspondentCharge)} for OURS` : '';
    return `${where || 'any payment'} ${moneyText(fee)}${charge}`;
  });
  return [...shown, 'otherwise nothing'].join(', ');
}

export const FeePlanSearches = operatorSearches(feePlanView, {
  path: 'fees/plans',
  tag: 'Fees',
  operation: 'searchFeePlans',
  words: 'the fee plans',
});
