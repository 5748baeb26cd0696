import { searchFields } from '@corridor/contracts';
import { Returns, Extension, Operation } from '@corridor/http';
import { described, searchables } from '@corridor/search';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from 'typebox';

/** The searchable fields of every collection, of all services (decisions §5). */
@ApiTags('Reference data')
@Controller('v1/reference-data/search-fields')
export class SearchFieldController {
  @Operation('getSearchFields', 'Lists the searchable fields', 'With the operators of each field.')
  @Returns(Type.Array(searchFields))
  @Extension()
  @Get()
  list() {
    return Object.values(searchables).map(described);
  }
}
