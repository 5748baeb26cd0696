import { type BeneficiaryResource, type PaymentResource, schemas } from '@corridor/payments-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
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
  recordVersions,
  recordsForStaff,
  searches,
  Idempotent,
} from '@corridor/http';
import { type Caller, Clock, fromResource, todayFor } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import {
  type Waiting,
  approve,
  isLimited,
  needsChecker,
  refuseApproval,
  requireApprover,
  requireChecker,
} from '../approval/approval.js';
import { beneficiaries } from '../beneficiary/beneficiary.view.js';
import { Fees } from '../fees/fees.js';
import { Policies } from '../policy/policies.js';
import { Rates } from '../rates.js';
import { create } from './creation.js';
import { PaymentBody, paymentRules, requestOf } from './payment.body.js';
import { cancel } from './cancel.js';
import { type State, lifecycle, payment } from './payment.js';
import { asCreated, payments } from './payment.view.js';

/** interface-spec 4.5; all writes are extensions (decisions §9). */
@ApiTags('Payments')
@Controller('v1/payments')
export class PaymentController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly rates: Rates,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly policies: Policies,
    private readonly fees: Fees,
  ) {}

  @Operation(
    'createPayment',
    'Creates a payment',
    'From a wallet of the same currency, without a conversion. Its first status is DRAFT.',
  )
  @Extension()
  @ApiBody({ type: PaymentBody })
  @Returns(schemas.payment)
  @Refuses('beneficiary_not_usable', 'payment_date_unavailable')
  @Requires('payments:write')
  @Idempotent()
  @Post()
  async create(@Body() body: unknown, @Command() command: CommandContext) {
    const { environment } = command.caller;
    const today = todayFor(command.caller, this.clock);
    const requested = await checkedBody(body, PaymentBody, paymentRules(environment, today));
    const paymentId = this.ids.nextFor('pmt', command);
    const [beneficiary, feePlan] = await Promise.all([
      this.readModels.find<BeneficiaryResource>(beneficiaries, requested.beneficiaryId, command.caller),
      this.fees.planOf(command.caller.client.id),
    ]);
    const amount = requested.amount.value;
    const quotes = isLimited(command.caller) ? (await this.rates.now()).quotes : [];
    const circumstances = {
      ...{ paymentId, beneficiary, policy: await this.policies.now(), feePlan, today },
      needsChecker: needsChecker(command.caller, amount, quotes),
    };
    return this.store.handle(
      payment,
      paymentId,
      (state) => create(state, requestOf(requested), circumstances),
      {
        ...command,
        response: { as: asCreated },
      },
    );
  }

  @Operation(
    'cancelPayment',
    'Cancels a payment',
    'Only while it is DRAFT. To stop one that is READY_TO_SEND, ask the operator of Corridor.',
  )
  @Extension()
  @Returns(schemas.payment)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('payments:write')
  @Idempotent()
  @Post(':id/cancel')
  async cancel(@Param('id') id: string, @Body() body: CancellationBody, @Command() command: CommandContext) {
    await this.readModels.one(payments, id, command.caller);
    return this.store.handle(payment, id, (state) => cancel(state, body), command);
  }

  @Operation(
    'approvePayment',
    'Approves a payment of another user',
    'For a checker of the client, up to the limit of that checker, while the sub-status is AWAITING_AUTHORISATION: a maker with a lower limit has created it. Then it is screened like any other payment; if its date has passed, it is sent on the next available one.',
  )
  @Extension()
  @Returns(schemas.payment)
  @Refuses('checker_required', 'maker_cannot_approve', 'checker_limit_exceeded', 'illegal_transition')
  @Requires('payments:write')
  @Idempotent()
  @Post(':id/approve')
  async approve(@Param('id') id: string, @Command() command: CommandContext) {
    const waiting = await this.waiting(id, command.caller);
    const by = requireApprover(command.caller, waiting, (await this.rates.now()).quotes);
    return this.store.handle(payment, id, approve<State>(lifecycle, by), command);
  }

  @Operation(
    'rejectPayment',
    'Rejects a payment of another user',
    'For a checker of the client, instead of an approval: the payment is CANCELLED with the reason.',
  )
  @Extension()
  @Returns(schemas.payment)
  @Refuses('checker_required', 'maker_cannot_approve', 'illegal_transition')
  @Requires('payments:write')
  @Idempotent()
  @Post(':id/reject')
  async reject(
    @Param('id') id: string,
    @Body() { reason }: CancellationBody,
    @Command() command: CommandContext,
  ) {
    const by = requireChecker(command.caller, await this.waiting(id, command.caller));
    return this.store.handle(payment, id, refuseApproval<State>(lifecycle, by, reason), command);
  }

  private async waiting(id: string, caller: Caller): Promise<Waiting> {
    const { auditHistory, amount } = await this.readModels.existing<PaymentResource>(payments, id, caller);
    return { makerId: auditHistory.created.by?.id ?? null, amount: fromResource(amount) };
  }

  @Operation('getPayment', 'Returns a payment')
  @Returns(schemas.payment)
  @Requires('payments:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(payments, id, caller);
  }
}

export const PaymentSearches = searches(payments, {
  tag: 'Payments',
  operation: 'searchPayments',
  words: 'the payments',
});

export const PaymentRecords = recordsForStaff(payments, 'a payment');

export const PaymentVersions = recordVersions(payments, payment, {
  tag: 'Payments',
  operation: 'getPaymentVersions',
  one: 'a payment',
});
