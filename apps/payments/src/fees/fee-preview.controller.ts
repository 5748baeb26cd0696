import { EventStore } from '@corridor/event-store';
import {
  Body,
  Command,
  type CommandContext,
  Extension,
  Idempotent,
  Operation,
  Requires,
  Returns,
  checkedBody,
} from '@corridor/http';
import { schemas } from '@corridor/payments-contract';
import { Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { clientFeePlan, feesOf } from './client-fee-plan.js';
import { FeePreviewBody, feePreviewRules } from './fee-plan.body.js';
import { feeFor, previewOf } from './fee-plan.js';
import { Fees } from './fees.js';

/** What a payment would cost (production.md §7). */
@ApiTags('Payments')
@Controller('v1/payments/fee-preview')
export class FeePreviewController {
  constructor(
    private readonly store: EventStore,
    private readonly fees: Fees,
  ) {}

  @Operation(
    'previewPaymentFee',
    'Returns the fee of a payment',
    'As it would be now: a payment keeps the fee that it had when it was created. It is taken when the payment is sent, as a transaction of its own: PAYMENT_FEE.',
  )
  @Extension()
  @ApiBody({ type: FeePreviewBody })
  @Returns(schemas.feePreview)
  @Requires('payments:read')
  @Idempotent()
  @Post()
  async preview(@Body() sent: unknown, @Command() command: CommandContext) {
    const { client, environment } = command.caller;
    const body = await checkedBody(sent, FeePreviewBody, feePreviewRules(environment));
    const { kind, amount, paymentType, chargeType } = body;
    const charged = {
      kind: kind ?? 'PAYMENT',
      ccyCode: amount.ccyCode,
      paymentType: paymentType ?? 'REGULAR',
      chargeType,
    } as const;
    const shown = previewOf(feeFor(await this.fees.planOf(client.id), charged));
    // Nothing happens; the response is kept for its key, as that of every POST (decisions §3).
    return this.store.handle(clientFeePlan, feesOf(client.id), () => [], {
      ...command,
      response: { value: () => shown },
    });
  }
}
