import { schemas } from '@corridor/contracts';
import { ReadModels } from '@corridor/event-store';
import { Answers, Operation, Requires, TheCaller, searches } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param } from '@nestjs/common';
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
}

export const ConversionSearches = searches(conversionView, {
  tag: 'Conversions',
  operation: 'searchConversions',
  words: 'the conversions',
});
