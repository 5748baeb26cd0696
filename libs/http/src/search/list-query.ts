import {
  LISTED,
  LISTED_FOR_STAFF,
  MAX_QUERY_BYTES,
  MAX_SORTS,
  type RequestedSearch,
  parse,
  parseSort,
} from '@corridor/search';
import { ApiProperty } from '@nestjs/swagger';
import { CheckedLater } from '../input/input-pipe.js';
import { IsList } from '../input/is-list.js';
import { IsOptionalField } from '../input/is-optional-field.js';
import { ReadAs } from '../input/read-as.js';
import { IsText, text } from '../input/is-text.js';
import { IsWholeNumber } from '../input/is-whole-number.js';

export const OFFSETS = { min: 0, max: 1_000_000_000 };
export const LIMITS = { min: 1, max: 1000 };
export const DEFAULT_LIMIT = 25;

/** Longer than any valid cursor, which contains the sort values of a record. The URL of a GET is limited to less. */
export const MAX_CURSOR = 65_536;

/** @param listed where the caller can look up the fields */
const described = (listed: string) => ({
  description: `A condition, \`field operator "value"\`, or a group, \`AND(…,…)\` or \`OR(…,…)\`; groups can be nested. \`${listed.replace(' lists them', '')}\` lists the fields and their operators.`,
});

/** The query of every GET search (interface-spec 4.1, decisions §5). */
@CheckedLater()
export class ListQuery {
  @ApiProperty(described(LISTED))
  @IsOptionalField()
  @IsText({ max: MAX_QUERY_BYTES, min: 0 })
  q: string | null;

  @ApiProperty({
    required: false,
    description: '`field:ASC` or `field:DESC`; the parameter can be repeated.',
  })
  @ReadAs((value) => (typeof value === 'string' ? [value] : value))
  @IsList(text({ max: 200 }), { max: MAX_SORTS })
  sortBy: string[] = [];

  @ApiProperty({ required: false, default: 0, description: 'Number of records to skip.' })
  @IsWholeNumber(OFFSETS)
  offset: number = 0;

  @ApiProperty({ required: false, default: DEFAULT_LIMIT, description: 'Maximum number of records.' })
  @IsWholeNumber(LIMITS)
  limit: number = DEFAULT_LIMIT;

  @ApiProperty({
    description:
      '`meta.nextCursor` of the previous page, instead of an offset; with the same `q` and `sortBy`.',
  })
  @IsOptionalField()
  @IsText({ max: MAX_CURSOR })
  cursor: string | null;
}

/** The same for staff. */
@CheckedLater()
export class OperatorListQuery extends ListQuery {
  @ApiProperty(described(LISTED_FOR_STAFF))
  @IsOptionalField()
  @IsText({ max: MAX_QUERY_BYTES, min: 0 })
  override q: string | null;
}

/** Fields with issues are treated as omitted. */
export const requestedByQuery = (
  { q, sortBy, offset, limit, cursor }: ListQuery,
  isFine: (pointer: string) => boolean,
): RequestedSearch => ({
  query: isFine('?q') && q !== null ? parse(q) : { query: null },
  sorts: isFine('?sortBy') ? sortBy.map((sort, i) => parseSort(sort, { pointer: `?sortBy/${i}` })) : [],
  offset: isFine('?offset') ? offset : 0,
  limit,
  cursor: isFine('?cursor') && cursor !== null ? { text: cursor, place: { pointer: '?cursor' } } : null,
});
