import { ReadModels } from '@corridor/event-store';
import { ListQuery, Requires, TheCaller } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { payments } from './payment.view.js';

/** interface-spec 4.5 */
@Controller('v1/payments')
export class PaymentController {
  constructor(private readonly readModels: ReadModels) {}

  @Requires('payments:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(payments, id, caller);
  }

  @Requires('payments:read')
  @Get()
  list(@Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.readModels.list(payments, query, caller);
  }
}
