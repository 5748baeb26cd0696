import { type PaymentResource, type SwiftSubmission, schemas } from '@corridor/payments-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  IsAmount,
  IsOneOf,
  IsOptionalField,
  IsText,
  NonProduction,
  Operation,
  Refuses,
  Requires,
  amountOf,
  Idempotent,
} from '@corridor/http';
import { outcomeOf } from '@corridor/kernel';
import { Controller, Param, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Policies } from '../policy/policies.js';
import { FeeBody } from './payment.body.js';
import { PaymentOrders } from './payment-order.js';
import {
  type Event,
  type State,
  authorise,
  complete,
  fail,
  payment,
  release,
  requireAuthorisation,
  send,
  setFee,
  suspend,
} from './payment.js';
import { asMoved, payments } from './payment.view.js';
import { moveSwiftMessage } from './swift-message.js';

type Decide = (row: PaymentResource) => (state: State) => Event[];

class SuspendBody {
  @IsOptionalField()
  @IsText({ max: 512 })
  reason: string | null;
}

class SwiftStatusBody {
  @ApiProperty({ description: 'PENDING, then PROCESSING, then SUCCESS. FAILED from both of the first.' })
  @IsOneOf(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'])
  status: SwiftSubmission['status'];
}

class FailBody {
  @IsOptionalField()
  @IsText({ max: 512 })
  reason: string | null;

  @ApiProperty({
    description: 'Fees kept by the networks from a sent payment, in its currency; less than its amount.',
  })
  @IsOptionalField()
  @IsAmount()
  deduction: number | null;
}

/** Simulates compliance, dates and banks for payments in the sandbox (interface-spec 3.2). */
@ApiTags('Simulators')
@Extension()
@NonProduction()
@Controller('v1/simulators/payments/:id')
export class PaymentSimulatorsController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly orders: PaymentOrders,
    private readonly policies: Policies,
  ) {}

  @Operation(
    'setPaymentFee',
    'Sets the fee of a payment',
    'While it is DRAFT or READY_TO_SEND. `send` takes the fee together with the funds, or neither: a transaction of its own (PAYMENT_FEE). A payment that fails later returns its funds, and not its fee.',
  )
  @Returns(schemas.payment)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('set-fee')
  setFee(@Param('id') id: string, @Body() body: FeeBody, @Command() command: CommandContext) {
    const fee = body.fee?.value ?? null;
    return this.moveTo(
      id,
      () => (state) => setFee(state, { fee }),
      command,
      (row) => row,
    );
  }

  @Operation(
    'requirePaymentAuthorisation',
    'Requires the authorisation of a payment',
    'DRAFT with the sub-status AWAITING_AUTHORISATION, until it is authorised or cancelled.',
  )
  @Returns(schemas.paymentProgress)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('require-authorisation')
  requireAuthorisation(@Param('id') id: string, @Command() command: CommandContext) {
    return this.move(id, () => requireAuthorisation, command);
  }

  @Operation('authorisePayment', 'Authorises a payment', 'DRAFT becomes READY_TO_SEND.')
  @Returns(schemas.paymentProgress)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('authorise')
  authorise(@Param('id') id: string, @Command() command: CommandContext) {
    return this.move(id, () => authorise, command);
  }

  @Operation(
    'suspendPayment',
    'Suspends a payment',
    'READY_TO_SEND with the sub-status SUSPENDED: it is not sent until it is released, also not on its date.',
  )
  @Returns(schemas.paymentProgress)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('suspend')
  suspend(@Param('id') id: string, @Body() body: SuspendBody, @Command() command: CommandContext) {
    const reason = body.reason ?? 'Suspended by the simulator.';
    return this.move(id, () => (state) => suspend(state, { reason }), command);
  }

  @Operation(
    'releasePayment',
    'Releases a suspended payment',
    'READY_TO_SEND with the sub-status AUTHORISED. If its date has passed, it is sent on the next available one.',
  )
  @Returns(schemas.paymentProgress)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('release')
  release(@Param('id') id: string, @Command() command: CommandContext) {
    return this.move(id, () => release, command);
  }

  @Operation('sendPayment', 'Sends a payment', 'READY_TO_SEND becomes SENT: the wallet is debited.')
  @Returns(schemas.paymentProgress)
  @Refuses('illegal_transition', 'step_in_progress', 'insufficient_funds', 'beneficiary_not_usable')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('send')
  async send(@Param('id') id: string, @Command() command: CommandContext) {
    const sending = { beneficiary: await this.orders.payeeOf(id), policy: await this.policies.now() };
    return this.move(id, () => (state) => send(state, sending), command);
  }

  @Operation(
    'movePaymentSwiftMessage',
    'Sets the status of the SWIFT message of a payment',
    'For a PRIORITY payment that is SENT with the sub-status SUBMITTED. Its message is SUCCESS at once: PENDING takes it back, then PROCESSING and SUCCESS follow. FAILED from PENDING or PROCESSING fails the payment, and its money returns to the wallet.',
  )
  @Returns(schemas.payment)
  @Refuses('illegal_transition', 'step_in_progress', 'wallet_full')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('swift-status')
  swiftStatus(
    @Param('id') id: string,
    @Body() { status }: SwiftStatusBody,
    @Command() command: CommandContext,
  ) {
    const move = { status, reason: 'The SWIFT network has not delivered the message.' };
    return this.moveTo(
      id,
      () => (state) => moveSwiftMessage(state, move),
      command,
      (row) => row,
    );
  }

  @Operation(
    'completePayment',
    'Completes a payment',
    'The beneficiary has received the money: SENT with the sub-status COMPLETED.',
  )
  @Returns(schemas.paymentProgress)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('complete')
  complete(@Param('id') id: string, @Command() command: CommandContext) {
    return this.move(id, () => complete, command);
  }

  @Operation(
    'failPayment',
    'Fails a payment',
    'READY_TO_SEND or SENT becomes FAILED. Sent money returns to the wallet, less the deduction. Also for the payment of an instruction, which stays SENT.',
  )
  @Returns(schemas.paymentProgress)
  @Refuses('illegal_transition', 'step_in_progress', 'wallet_full')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('fail')
  fail(@Param('id') id: string, @Body() body: FailBody, @Command() command: CommandContext) {
    const reason = body.reason ?? 'Failed by the simulator.';
    const decide = ({ amount }: PaymentResource) => {
      const deduction = body.deduction && amountOf(amount.ccyCode, body.deduction, '#/deduction');
      return (state: State) => fail(state, { reason, deduction: deduction || null });
    };
    return this.move(id, decide, command);
  }

  private move(id: string, decide: Decide, command: CommandContext) {
    return this.moveTo(id, decide, command, asMoved);
  }

  /** Responds when the effect is visible in every service. */
  private async moveTo(
    id: string,
    decide: Decide,
    command: CommandContext,
    as: (row: PaymentResource) => object,
  ) {
    const { body } = await this.readModels.one(payments, id, command.caller);
    const { data } = JSON.parse(body) as { data: PaymentResource };
    const options = { ...command, outcome: outcomeOf, response: { as } };
    return this.store.handleAndSettle(payment, id, decide(data), options);
  }
}
