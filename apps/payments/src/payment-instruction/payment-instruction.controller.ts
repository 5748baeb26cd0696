import {
  type BeneficiaryResource,
  type PaymentInstructionResource,
  schemas,
} from '@corridor/payments-contract';
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
import { type Caller, Clock, dateOf, nowFor } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import {
  type Waiting,
  approve,
  needsChecker,
  refuseApproval,
  requireApprover,
  requireChecker,
} from '../approval/approval.js';
import { beneficiaries } from '../beneficiary/beneficiary.view.js';
import { Fees } from '../fees/fees.js';
import { Policies } from '../policy/policies.js';
import { Margins } from '../margins.js';
import { Rates } from '../rates.js';
import { create, createAtQuote } from './creation.js';
import { PaymentInstructionBody, paymentInstructionRules, requestOf } from './payment-instruction.body.js';
import { type State, cancel, lifecycle, paymentInstruction } from './payment-instruction.js';
import { asCreated, paymentInstructions } from './payment-instruction.view.js';
import { outcomeOfCreation } from './quoted-creation.js';
import { waitingFor } from './waiting-for.js';

/** interface-spec 4.3 */
@ApiTags('Payment instructions')
@Controller('v1/payment-instructions')
export class PaymentInstructionController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly rates: Rates,
    private readonly margins: Margins,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly policies: Policies,
    private readonly fees: Fees,
  ) {}

  @Operation(
    'createPaymentInstruction',
    'Creates a payment instruction',
    'Conversion and payment in one request: the currencies to sell and to buy, the fixed side, the beneficiary and the payment date.',
  )
  @ApiBody({ type: PaymentInstructionBody })
  @Returns(schemas.paymentInstruction)
  @Refuses(
    'beneficiary_not_usable',
    'currency_not_sellable',
    'currency_not_buyable',
    'rate_unavailable',
    'amount_not_convertible',
    'payment_date_unavailable',
    'quote_not_found',
    'quote_used',
    'quote_expired',
    'quote_mismatch',
    'quote_not_held',
    'step_parked',
  )
  @Requires('payment-instructions:write')
  @Idempotent()
  @Post()
  async create(@Body() body: unknown, @Command() command: CommandContext) {
    const { environment } = command.caller;
    const now = nowFor(command.caller, this.clock);
    const requested = await checkedBody(
      body,
      PaymentInstructionBody,
      paymentInstructionRules(environment, dateOf(now)),
    );
    const [beneficiary, rates, plan, feePlan] = await Promise.all([
      this.readModels.find<BeneficiaryResource>(beneficiaries, requested.beneficiaryId, command.caller),
      this.rates.now(),
      this.margins.planOf(command.caller.client.id),
      this.fees.planOf(command.caller.client.id),
    ]);
    const circumstances = {
      ...{ beneficiary, policy: await this.policies.now(), market: { ...rates, plan }, feePlan, now },
      needsChecker: needsChecker(command.caller, requested.amount, rates.quotes),
    };
    const [id, request] = [this.ids.next('pi', command), requestOf(requested)];
    const options = { ...command, response: { as: asCreated } };
    const { quoteId } = requested;
    if (quoteId === null)
      return this.store.handle(
        paymentInstruction,
        id,
        (state) => create(state, request, circumstances),
        options,
      );
    const decide = (state: State) => createAtQuote(state, quoteId, request, circumstances);
    return this.store.handleAndSettle(paymentInstruction, id, decide, {
      ...options,
      outcome: outcomeOfCreation,
    });
  }

  @Operation(
    'cancelPaymentInstruction',
    'Cancels a payment instruction',
    'Only while it is PENDING. To stop one that is ACKNOWLEDGED or FILLED, ask the operator of Corridor.',
  )
  @Returns(schemas.paymentInstruction)
  @Refuses('instruction_not_pending', 'step_in_progress')
  @Requires('payment-instructions:write')
  @Idempotent()
  @Post(':id/cancel')
  async cancel(@Param('id') id: string, @Body() body: CancellationBody, @Command() command: CommandContext) {
    await this.readModels.one(paymentInstructions, id, command.caller);
    return this.store.handle(paymentInstruction, id, (state) => cancel(state, body), command);
  }

  @Operation(
    'approvePaymentInstruction',
    'Approves a payment instruction of another user',
    'For a checker of the client, up to the limit of that checker, while `authorisation.status` is AWAITING_AUTHORISATION: a maker with a lower limit has created it. It stays PENDING and is processed from then on; if its date has passed, it is paid on the next available one.',
  )
  @Extension()
  @Returns(schemas.paymentInstruction)
  @Refuses('checker_required', 'maker_cannot_approve', 'checker_limit_exceeded', 'illegal_transition')
  @Requires('payment-instructions:write')
  @Idempotent()
  @Post(':id/approve')
  async approve(@Param('id') id: string, @Command() command: CommandContext) {
    const waiting = await this.waiting(id, command.caller);
    const by = requireApprover(command.caller, waiting, (await this.rates.now()).quotes);
    return this.store.handle(paymentInstruction, id, approve<State>(lifecycle, by), command);
  }

  @Operation(
    'refusePaymentInstruction',
    'Rejects a payment instruction of another user',
    'For a checker of the client, instead of an approval: the instruction is REJECTED with the reason.',
  )
  @Extension()
  @Returns(schemas.paymentInstruction)
  @Refuses('checker_required', 'maker_cannot_approve', 'illegal_transition')
  @Requires('payment-instructions:write')
  @Idempotent()
  @Post(':id/reject')
  async reject(
    @Param('id') id: string,
    @Body() { reason }: CancellationBody,
    @Command() command: CommandContext,
  ) {
    const by = requireChecker(command.caller, await this.waiting(id, command.caller));
    return this.store.handle(paymentInstruction, id, refuseApproval<State>(lifecycle, by, reason), command);
  }

  private async waiting(id: string, caller: Caller): Promise<Waiting> {
    const row = await this.readModels.existing<PaymentInstructionResource>(paymentInstructions, id, caller);
    return waitingFor(row);
  }

  @Operation('getPaymentInstruction', 'Returns a payment instruction')
  @Returns(schemas.paymentInstruction)
  @Requires('payment-instructions:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(paymentInstructions, id, caller);
  }
}

export const PaymentInstructionSearches = searches(paymentInstructions, {
  tag: 'Payment instructions',
  operation: 'searchPaymentInstructions',
  words: 'the payment instructions',
});

export const PaymentInstructionRecords = recordsForStaff(paymentInstructions, 'a payment instruction');

export const PaymentInstructionVersions = recordVersions(paymentInstructions, paymentInstruction, {
  tag: 'Payment instructions',
  operation: 'getPaymentInstructionVersions',
  one: 'a payment instruction',
});
