import { Type } from 'typebox';
import { flag, integer, listOf, named, nullable, oneOf, text, textLike, type RecordOf } from './schema.js';

export const moment = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'When the response was created, in UTC.',
  examples: ['2026-11-21T09:30:00.123Z'],
});

/** interface-spec 2.16 */
export const searchMeta = named('SearchMeta', {
  query: text('The query in its canonical form, or `[None]`.', '[None]'),
  sortBy: listOf(textLike('createdOn:DESC')),
  offset: integer(),
  limit: integer(),
  count: integer('Number of records in this page.'),
  totalCount: integer('Number of matching records.'),
  timestamp: moment,
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description:
      'Send it as `cursor` for the next page; null on the last one. An addition to the published contract.',
    examples: ['WyIx'],
  }),
});

/** The searchable fields of a collection (decisions §5). */
export const searchFields = named('SearchFields', {
  collection: text('Name of the collection, as in paths.', 'payments'),
  fields: listOf(
    named('SearchField', {
      name: text('The dotted path of the field in a record.', 'status'),
      type: oneOf('Id', 'String', 'Number', 'Boolean', 'Date', 'Enum'),
      operators: Type.Array(
        oneOf('==', '!=', '>', '>=', '<', '<=', '~', '!~', '^=', '$=', '<d', '<=d', '>d', '>=d'),
        { description: 'The operators of its type, by their symbols.' },
      ),
      values: nullable(listOf(textLike('SENT'))),
      isSortable: flag('False for fields in lists, of which a record has several values.'),
      isIndexed: flag(
        'Whether a search by it is fast for any number of records: by its values or, for a text, by a part of three characters or more.',
      ),
    }),
  ),
});
export type SearchFieldsResource = RecordOf<typeof searchFields>;
