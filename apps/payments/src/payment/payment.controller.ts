import { schemas } from '@corridor/contracts';
import { ReadModels } from '@corridor/event-store';
import { Answers, Operation, Requires, TheCaller, searches } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { payments } from './payment.view.js';

/** interface-spec 4.5 */
@ApiTags('Payments')
@Controller('v1/payments')
export class PaymentController {
  constructor(private readonly readModels: ReadModels) {}

  @Operation('getPayment', 'Shows a payment')
  @Answers(schemas.payment)
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
