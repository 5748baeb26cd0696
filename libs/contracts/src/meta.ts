import { Type } from 'typebox';
import { flag, integer, listOf, named, nullable, oneOf, text, type RecordOf } from './schema.js';

export const moment = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'When this was answered, in UTC.',
});

/** interface-spec 2.16 */
export const searchMeta = named('SearchMeta', {
  query: text('The query as it was understood, or `[None]`.'),
  sortBy: listOf(text()),
  offset: integer(),
  limit: integer(),
  count: integer('Records in this page.'),
  totalCount: integer('Records that match.'),
  timestamp: moment,
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: 'Send it as `cursor` for the next page; null on the last one. An addition of Corridor’s.',
  }),
});

/** What a collection can be searched by (decisions §5). */
export const searchFields = named('SearchFields', {
  collection: text('As it is called in paths.'),
  fields: listOf(
    named('SearchField', {
      name: text('The dotted path of the field in a record.'),
      type: oneOf('Id', 'String', 'Number', 'Boolean', 'Date', 'Enum'),
      operators: Type.Array(
        oneOf('==', '!=', '>', '>=', '<', '<=', '~', '!~', '^=', '$=', '<d', '<=d', '>d', '>=d'),
        { description: 'The operators of its type, by their symbols.' },
      ),
      values: nullable(listOf(text())),
      isSortable: flag('Fields in lists are not: a record has several of them.'),
      isIndexed: flag('Whether a search by it is fast however many records there are.'),
    }),
  ),
});
export type SearchFieldsResource = RecordOf<typeof searchFields>;
