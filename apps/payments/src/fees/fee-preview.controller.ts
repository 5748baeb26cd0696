import {
  Body,
  Extension,
  Operation,
  Requires,
  Returns,
  TheCaller,
  NoIdempotencyKey,
  checkedBody,
} from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { schemas } from '@corridor/payments-contract';
import { Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { FeePreviewBody, feePreviewRules } from './fee-plan.body.js';
import { feeFor, previewOf } from './fee-plan.js';
import { Fees } from './fees.js';

/** What a payment would cost (production.md §7). */
@ApiTags('Payments')
@Controller('v1/payments/fee-preview')
export class FeePreviewController {
  constructor(private readonly fees: Fees) {}

  @Operation(
    'previewPaymentFee',
    'Returns the fee of a payment',
    'As it would be now: a payment keeps the fee that it had when it was created. It is taken when the payment is sent, as a transaction of its own: PAYMENT_FEE.',
  )
  @Extension()
  @ApiBody({ type: FeePreviewBody })
  @Returns(schemas.feePreview)
  @Requires('payments:read')
  @NoIdempotencyKey()
  @Post()
  async preview(@Body() sent: unknown, @TheCaller() { client, environment }: Caller) {
    const body = await checkedBody(sent, FeePreviewBody, feePreviewRules(environment));
    const { kind, amount, paymentType, chargeType } = body;
    const charged = {
      kind: kind ?? 'PAYMENT',
      ccyCode: amount.ccyCode,
      paymentType: paymentType ?? 'REGULAR',
      chargeType,
    } as const;
    return previewOf(feeFor(await this.fees.planOf(client.id), charged));
  }
}
