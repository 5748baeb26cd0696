import {
  type RequestedSearch,
  MAX_SORTS,
  type SortDirection,
  operatorNames,
  readQueryBody,
} from '@corridor/search';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { check, issue, fine, isRecord, validated } from '../input/field.js';
import { CheckedLater } from '../input/input-pipe.js';
import { IsOneOf } from '../input/is-one-of.js';
import { IsOptionalField } from '../input/is-optional-field.js';
import { IsRecordList } from '../input/is-record-list.js';
import { IsText } from '../input/is-text.js';
import { IsInteger } from '../input/is-whole-number.js';
import { DEFAULT_LIMIT, LIMITS, MAX_CURSOR, OFFSETS } from './list-query.js';

/** Documents a query; {@link readQueryBody} checks it. */
export class SearchCondition {
  @ApiProperty({
    description: 'The dotted path of a field; not case-sensitive.',
    type: 'string',
    examples: ['status'],
  })
  field: string;

  @ApiProperty({ enum: operatorNames })
  operator: string;

  @ApiProperty({
    description: 'A string, whatever the type of the field.',
    type: 'string',
    examples: ['PENDING'],
  })
  value: string;
}

const conditionOrGroup = () => ({
  oneOf: [{ $ref: getSchemaPath(SearchCondition) }, { $ref: getSchemaPath('SearchGroup') }],
});

@ApiExtraModels(SearchCondition)
export class SearchGroup {
  @ApiProperty({ enum: ['AND', 'OR'] })
  groupOperator: string;

  @ApiProperty({ type: 'array', minItems: 1, items: conditionOrGroup() })
  conditions: unknown[];
}

class SortBy {
  @IsText({ max: 200 })
  field: string;

  @IsOneOf(['ASC', 'DESC'])
  order: SortDirection;
}

/** The body of every POST search (interface-spec 4.1). */
@CheckedLater()
@ApiExtraModels(SearchCondition, SearchGroup)
export class SearchBody {
  @IsOptionalField()
  @ApiProperty(conditionOrGroup())
  @validated(check({ type: 'object' }, (value) => (isRecord(value) ? fine : notAQuery)))
  query: object | null;

  @IsOptionalField()
  @IsRecordList(() => SortBy, { max: MAX_SORTS })
  sortBy: SortBy[] | null;

  @IsOptionalField()
  @IsInteger(OFFSETS)
  offset: number | null;

  @IsOptionalField()
  @IsInteger(LIMITS)
  limit: number | null;

  @ApiProperty({
    description:
      '`meta.nextCursor` of the previous page, instead of an offset; with the same query and order.',
  })
  @IsOptionalField()
  @IsText({ max: MAX_CURSOR })
  cursor: string | null;
}

const notAQuery = issue('not_an_object', 'Must be a condition or a group.');

/** Fields with issues are treated as omitted. */
export const requestedByBody = (
  { query, sortBy, offset, limit, cursor }: SearchBody,
  isFine: (pointer: string) => boolean,
): RequestedSearch => ({
  query: isFine('#/query') ? readQueryBody(query) : { query: null },
  sorts: isFine('#/sortBy')
    ? (sortBy ?? []).map(({ field, order }, i) => ({
        field,
        order,
        place: { pointer: `#/sortBy/${i}/field` },
      }))
    : [],
  offset: isFine('#/offset') ? (offset ?? 0) : 0,
  limit: limit ?? DEFAULT_LIMIT,
  cursor: isFine('#/cursor') && cursor !== null ? { text: cursor, place: { pointer: '#/cursor' } } : null,
});
