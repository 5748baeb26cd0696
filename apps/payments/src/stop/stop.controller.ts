import { type PaymentInstructionResource, type PaymentResource, schemas } from '@corridor/payments-contract';
import { EventStore, type ReadModel, ReadModels } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  ForOperator,
  Idempotent,
  IsOptionalField,
  IsText,
  Operation,
  OperatorGuard,
  Refuses,
  Requires,
  Returns,
} from '@corridor/http';
import { asSystem } from '@corridor/kernel';
import { Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { paymentInstruction } from '../payment-instruction/payment-instruction.js';
import { paymentInstructions } from '../payment-instruction/payment-instruction.view.js';
import { stop as stopInstruction } from '../payment-instruction/stop.js';
import { stop as stopPayment } from '../payment/cancel.js';
import { payment } from '../payment/payment.js';
import { payments } from '../payment/payment.view.js';

class StopBody {
  @ApiProperty({ description: 'Why, for the audit: the client does not see it.' })
  @IsText({ max: 500 })
  reason: string;

  @ApiProperty({ description: 'The client sees it. Default: that it was stopped before it was sent.' })
  @IsOptionalField()
  @IsText({ max: 300 })
  publicReason: string | null;
}

/** What staff stop before it is sent (ADR 80). */
@ApiTags('Records')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1')
export class StopController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
  ) {}

  @Operation(
    'stopPayment',
    'Stops a payment of a client before it is sent',
    'While it is DRAFT or READY_TO_SEND: it is FAILED, and no money has moved. Once it is SENT, only the bank can give it back.',
  )
  @Returns(schemas.payment)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('payments:stop')
  @Idempotent()
  @Post('payments/:id/stop')
  async payment(@Param('id') id: string, @Body() body: StopBody, @Command() command: CommandContext) {
    const ofClient = await this.ofClient(payments, id, command);
    const order = { ...body, by: command.caller.user };
    return this.store.handle(payment, id, (state) => stopPayment(state, order), ofClient);
  }

  @Operation(
    'stopPaymentInstruction',
    'Stops a payment instruction of a client before its payment is sent',
    'While it is PENDING, ACKNOWLEDGED or FILLED: it is FAILED. A booked conversion is kept: what it buys stays in the wallet, which statusReason says.',
  )
  @Returns(schemas.paymentInstruction)
  @Refuses('illegal_transition', 'step_in_progress')
  @Requires('payments:stop')
  @Idempotent()
  @Post('payment-instructions/:id/stop')
  async instruction(@Param('id') id: string, @Body() body: StopBody, @Command() command: CommandContext) {
    const ofClient = await this.ofClient(paymentInstructions, id, command);
    const order = { ...body, by: command.caller.user };
    return this.store.handle(paymentInstruction, id, (state) => stopInstruction(state, order), ofClient);
  }

  /** The record and its messages are those of the client; the event has the member of staff. */
  private async ofClient(model: ReadModel, id: string, command: CommandContext): Promise<CommandContext> {
    const { body } = await this.readModels.ofAnyClient(model, id);
    const { client } = (JSON.parse(body) as { data: PaymentResource | PaymentInstructionResource }).data;
    return { ...command, caller: asSystem(command.caller, client) };
  }
}
