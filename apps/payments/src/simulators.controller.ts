import { schemas } from '@corridor/payments-contract';
import { EventStore, ReadModels } from '@corridor/event-store';
import {
  Body,
  Returns,
  Command,
  type CommandContext,
  Extension,
  IsFlag,
  NonProduction,
  Operation,
  Refuses,
  Requires,
  Idempotent,
} from '@corridor/http';
import { Clock, type Environment, type Outcome, nowFor, outcomeOf } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Controller, Param, Post, type Type } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Policies } from './policy/policies.js';
import {
  type Event,
  type State,
  acknowledge,
  fail,
  fill,
  outcomeOfSend,
  paymentInstruction,
  reject,
  send,
  setFee,
} from './payment-instruction/payment-instruction.js';
import { PriceMoveBody } from './payment-instruction/moved-price.body.js';
import { movePrice } from './payment-instruction/moved-price.js';
import { asMoved, paymentInstructions } from './payment-instruction/payment-instruction.view.js';
import { FeeBody } from './payment/payment.body.js';
import { PaymentOrders } from './payment/payment-order.js';
import { PaymentSimulatorsController } from './payment/payment-simulators.controller.js';

class FillBody {
  @ApiProperty({ description: 'True: fill at the indicative price. False: fill at the current market rate.' })
  @IsFlag()
  useIndicativeRateForActualRate: boolean;
}

/** interface-spec 4.8: simulates banks, markets and compliance in the sandbox. */
@ApiTags('Simulators')
@NonProduction()
@Controller('v1/simulators/payment-instructions/:id')
export class SimulatorsController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly orders: PaymentOrders,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly policies: Policies,
  ) {}

  @Operation(
    'setPaymentInstructionFee',
    'Sets the fee of a payment instruction',
    'Until it is SENT. `send` takes the fee together with the funds of the payment, or neither: a transaction of its own (PAYMENT_FEE). The payment shows the same fee.',
  )
  @Extension()
  @Returns(schemas.paymentInstruction)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('set-fee')
  async setFee(@Param('id') id: string, @Body() body: FeeBody, @Command() command: CommandContext) {
    await this.readModels.one(paymentInstructions, id, command.caller);
    const fee = body.fee?.value ?? null;
    return this.store.handle(paymentInstruction, id, (state) => setFee(state, { fee }), command);
  }

  @Operation(
    'acknowledgePaymentInstruction',
    'Acknowledges a payment instruction',
    'PENDING becomes ACKNOWLEDGED.',
  )
  @Returns(schemas.paymentInstructionProgress)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('acknowledge')
  acknowledge(@Param('id') id: string, @Command() command: CommandContext) {
    return this.move(id, acknowledge, command);
  }

  @Operation(
    'fillPaymentInstruction',
    'Fills a payment instruction',
    'ACKNOWLEDGED becomes FILLED: the conversion is booked.',
  )
  @Returns(schemas.paymentInstructionProgress)
  @Refuses(
    'illegal_transition',
    'step_in_progress',
    'currency_not_sellable',
    'currency_not_buyable',
    'amount_not_convertible',
    'price_moved',
    'deal_limit_exceeded',
    'exposure_limit_exceeded',
  )
  @Requires('simulators:execute')
  @Idempotent()
  @Post('fill')
  fill(@Param('id') id: string, @Body() body: FillBody, @Command() command: CommandContext) {
    const order = {
      conversionId: this.ids.next('con'),
      now: nowFor(command.caller, this.clock),
      atIndicativePrice: body.useIndicativeRateForActualRate,
    };
    return this.move(id, (state) => fill(state, order), command);
  }

  @Operation(
    'movePaymentInstructionPrice',
    'Moves the price of a payment instruction',
    'As if `fill` had found the market so much worse than the indicative price, beyond the bound of the client: the instruction stays ACKNOWLEDGED and waits with `newPrice`.',
  )
  @Extension()
  @Returns(schemas.paymentInstruction)
  @Refuses('illegal_transition', 'step_in_progress', 'amount_not_convertible')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('move-price')
  async movePrice(@Param('id') id: string, @Body() body: PriceMoveBody, @Command() command: CommandContext) {
    await this.readModels.one(paymentInstructions, id, command.caller);
    return this.store.handle(paymentInstruction, id, (state) => movePrice(state, body), command);
  }

  @Operation(
    'sendPaymentInstruction',
    'Sends a payment instruction',
    'FILLED becomes SENT: the conversion is exchanged, the wallet is debited and the payment is sent.',
  )
  @Returns(schemas.paymentInstructionProgress)
  @Refuses(
    'illegal_transition',
    'step_in_progress',
    'insufficient_funds',
    'wallet_full',
    'beneficiary_not_usable',
  )
  @Requires('simulators:execute')
  @Idempotent()
  @Post('send')
  async send(@Param('id') id: string, @Command() command: CommandContext) {
    const sending = {
      paymentId: this.ids.nextFor('pmt', { caller: command.caller }),
      beneficiary: await this.orders.payeeFor(id, command.caller),
      policy: await this.policies.now(),
      canExpire: command.caller.clientTime !== undefined,
    };
    return this.moveExisting(id, (state) => send(state, sending), command, outcomeOfSend);
  }

  @Operation(
    'rejectPaymentInstruction',
    'Rejects a payment instruction',
    'Simulates a rejection by compliance. Converted funds stay in the bought currency.',
  )
  @Returns(schemas.paymentInstructionProgress)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('reject')
  reject(@Param('id') id: string, @Command() command: CommandContext) {
    return this.move(id, (state) => reject(state, { reason: 'Rejected by the simulator.' }), command);
  }

  @Operation(
    'failPaymentInstruction',
    'Fails a payment instruction',
    'Simulates a processing failure. Converted funds stay in the bought currency.',
  )
  @Returns(schemas.paymentInstructionProgress)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('simulators:execute')
  @Idempotent()
  @Post('fail')
  fail(@Param('id') id: string, @Command() command: CommandContext) {
    return this.move(id, (state) => fail(state, { reason: 'Failed by the simulator.' }), command);
  }

  private async move(id: string, decide: (state: State) => Event[], command: CommandContext) {
    await this.readModels.one(paymentInstructions, id, command.caller);
    return this.moveExisting(id, decide, command);
  }

  /** Responds when the effect is visible in every service. */
  private moveExisting(
    id: string,
    decide: (state: State) => Event[],
    command: CommandContext,
    outcome: (state: State) => Outcome = outcomeOf,
  ) {
    const options = { ...command, outcome, response: { as: asMoved } };
    return this.store.handleAndSettle(paymentInstruction, id, decide, options);
  }
}

/** None in PRODUCTION: there these routes do not exist. */
export const simulatorsIn = (environment: Environment): Type[] =>
  environment === 'PRODUCTION' ? [] : [SimulatorsController, PaymentSimulatorsController];
