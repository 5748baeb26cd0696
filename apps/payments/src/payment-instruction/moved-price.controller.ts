import { type PaymentInstructionResource, schemas } from '@corridor/payments-contract';
import { EventStore, ReadModels, recordsOfAllClients } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  Extension,
  ForOperator,
  Idempotent,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
  operatorSearches,
} from '@corridor/http';
import { asSystem } from '@corridor/kernel';
import { Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { needsChecker, requireApprover } from '../approval/approval.js';
import { Rates } from '../rates.js';
import { acceptPrice, approvePrice, declinePrice } from './moved-price.js';
import { PriceAcceptanceBody, PriceApprovalBody, PriceRefusalBody } from './moved-price.body.js';
import { MovedPrices } from './moved-prices.js';
import { paymentInstruction } from './payment-instruction.js';
import { paymentInstructions } from './payment-instruction.view.js';
import { waitingFor } from './waiting-for.js';

/** What a client says to a price that has moved (production.md §5). */
@ApiTags('Payment instructions')
@Controller('v1/payment-instructions')
export class MovedPriceController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly rates: Rates,
    private readonly movedPrices: MovedPrices,
  ) {}

  @Operation(
    'acceptPaymentInstructionPrice',
    'Accepts the new price of a payment instruction',
    'While `newPrice.status` is AWAITING_CONSENT: the price has become worse than `indicativePrice` by more than your margin plan allows. The new price is the indicative one from then on, and the instruction is filled unless the market moves as far again. Above the limit of a maker, a checker accepts it.',
  )
  @Extension()
  @Returns(schemas.paymentInstruction)
  @Refuses(
    'price_moved',
    'illegal_transition',
    'step_in_progress',
    'checker_required',
    'maker_cannot_approve',
    'checker_limit_exceeded',
  )
  @Requires('payment-instructions:write')
  @Idempotent()
  @Post(':id/accept-price')
  async accept(
    @Param('id') id: string,
    @Body() { rate }: PriceAcceptanceBody,
    @Command() command: CommandContext,
  ) {
    const { caller } = command;
    const row = await this.readModels.existing<PaymentInstructionResource>(paymentInstructions, id, caller);
    const waiting = waitingFor(row);
    const { quotes } = await this.rates.now();
    if (needsChecker(caller, waiting.amount, quotes)) requireApprover(caller, waiting, quotes);
    return this.movedPrices.agree(id, acceptPrice, { rate }, command);
  }

  @Operation(
    'declinePaymentInstructionPrice',
    'Declines the new price of a payment instruction',
    'While `newPrice.status` is AWAITING_CONSENT: the instruction is REJECTED with the reason, and no money has moved.',
  )
  @Extension()
  @Returns(schemas.paymentInstruction)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('payment-instructions:write')
  @Idempotent()
  @Post(':id/decline-price')
  async decline(@Param('id') id: string, @Body() body: PriceRefusalBody, @Command() command: CommandContext) {
    await this.readModels.one(paymentInstructions, id, command.caller);
    return this.store.handle(paymentInstruction, id, (state) => declinePrice(state, body), command);
  }
}

const ofAllClients = recordsOfAllClients(paymentInstructions);

/** The instructions of all clients, as dealers read those that wait. */
const movedPrices = {
  ...ofAllClients,
  searchable: { ...ofAllClients.searchable, permission: 'dealing:read' },
};

/** What a dealer says to it. */
@ApiTags('Dealing')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/dealing/moved-prices')
export class MovedPricesOfClients {
  constructor(
    private readonly readModels: ReadModels,
    private readonly movedPrices: MovedPrices,
  ) {}

  @Operation(
    'approveMovedPrice',
    'Approves the new price of a payment instruction of a client',
    'Instead of the client, who has agreed to it in another way: the instruction goes on as if the client had accepted it.',
  )
  @Returns(schemas.paymentInstruction)
  @Refuses('price_moved', 'illegal_transition', 'step_in_progress')
  @Requires('dealing:write')
  @Idempotent()
  @Post(':id/approve')
  async approve(
    @Param('id') id: string,
    @Body() { rate, reason }: PriceApprovalBody,
    @Command() command: CommandContext,
  ) {
    const { caller } = command;
    const { body } = await this.readModels.ofAnyClient(paymentInstructions, id);
    const { client } = (JSON.parse(body) as { data: PaymentInstructionResource }).data;
    // The record and its messages are those of the client; the event has the dealer.
    const approval = { rate, reason, by: caller.user };
    const ofClient = asSystem(caller, client);
    return this.movedPrices.agree(id, approvePrice, approval, { ...command, caller: ofClient });
  }
}

export const MovedPriceSearches = operatorSearches(movedPrices, {
  tag: 'Dealing',
  path: 'dealing/moved-prices',
  operation: 'searchMovedPrices',
  words: 'the payment instructions that wait because their price has moved',
  within: () => Promise.resolve({ 'newPrice.status': 'AWAITING_CONSENT' }),
});
