import type { SearchFieldsResource } from '@corridor/contracts';
import { operatorsOf } from './operators.js';
import type { Searchable } from './search.js';

/** The searchable fields of a collection, for clients that build queries. */
export const described = ({ name, catalogue, indexed }: Searchable): SearchFieldsResource => ({
  collection: name,
  fields: catalogue.fields.map((field) => ({
    name: field.name,
    type: field.type,
    operators: operatorsOf(field.type),
    values: field.type === 'Enum' ? field.values : null,
    isSortable: !field.isMany,
    isIndexed: indexed.includes(field.name),
  })),
});
