import { listOf, searchFields } from '@corridor/contracts';
import { ForOperator, Operation, OperatorGuard, Requires, Returns } from '@corridor/http';
import { described, ofAllClients, searchable, searchables } from '@corridor/search';
import { operatorCollections } from '@corridor/services';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';

/** The searchable fields of the collections that staff search. */
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
    return [
      ...operatorCollections.map((collection) => searchable(collection)),
      ...Object.values(searchables).map(ofAllClients),
    ].map(described);
  }
}
