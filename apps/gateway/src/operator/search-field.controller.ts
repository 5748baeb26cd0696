import { listOf, searchFields } from '@corridor/contracts';
import { ForOperator, Operation, OperatorGuard, Requires, Returns } from '@corridor/http';
import { described, searchable } from '@corridor/search';
import { operatorCollections } from '@corridor/services';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';

/** The searchable fields of the collections that only staff can search. */
@ApiTags('Operator')
@ForOperator()
@UseGuards(OperatorGuard)
@Controller('operator/v1/search-fields')
export class OperatorSearchFieldController {
  @Operation('getStaffSearchFields', 'Lists the searchable fields', 'With the operators of each field.')
  @Returns(listOf(searchFields))
  @Requires('own-account:manage')
  @Get()
  list() {
    return operatorCollections.map((collection) => described(searchable(collection)));
  }
}
