import { ReadModels } from '@corridor/event-store';
import { ListQuery, Requires, TheCaller } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { conversionView } from './conversion.view.js';

/** interface-spec 4.5 */
@Controller('v1/conversions')
export class ConversionController {
  constructor(private readonly readModels: ReadModels) {}

  @Requires('conversions:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(conversionView, id, caller);
  }

  @Requires('conversions:read')
  @Get()
  list(@Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.readModels.list(conversionView, query, caller);
  }
}
