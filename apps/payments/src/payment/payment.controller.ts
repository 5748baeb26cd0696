import { schemas } from '@corridor/contracts';
import { ReadModels } from '@corridor/event-store';
import { Answers, AnswersPage, ListQuery, Operation, Requires, TheCaller } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Query } from '@nestjs/common';
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

  @Operation('searchPayments', 'Searches the payments')
  @AnswersPage(schemas.payment)
  @Requires('payments:read')
  @Get()
  list(@Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.readModels.list(payments, query, caller);
  }
}
