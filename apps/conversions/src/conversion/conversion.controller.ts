import { schemas } from '@corridor/contracts';
import { ReadModels } from '@corridor/event-store';
import { Answers, AnswersPage, ListQuery, Operation, Requires, TheCaller } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { conversionView } from './conversion.view.js';

/** interface-spec 4.5 */
@ApiTags('Conversions')
@Controller('v1/conversions')
export class ConversionController {
  constructor(private readonly readModels: ReadModels) {}

  @Operation('getConversion', 'Shows a conversion')
  @Answers(schemas.conversion)
  @Requires('conversions:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(conversionView, id, caller);
  }

  @Operation('searchConversions', 'Searches the conversions')
  @AnswersPage(schemas.conversion)
  @Requires('conversions:read')
  @Get()
  list(@Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.readModels.list(conversionView, query, caller);
  }
}
