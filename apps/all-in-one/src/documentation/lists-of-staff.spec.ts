import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string }[];
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: Schema }>> }>>;
}

const { paths, components } = JSON.parse(
  readFileSync(join(process.cwd(), 'docs/operator.openapi.json'), 'utf8'),
) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: Readonly<Record<'schemas' | 'parameters', Readonly<Record<string, object>>>>;
};

const resolved = <One extends { readonly $ref?: string }>(one: One | undefined): One | undefined => {
  const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(one?.$ref ?? '') ?? [];
  return kind && name ? (components[kind as 'schemas'][name] as One) : one;
};

const responseOf = ({ responses }: Operation): Schema | undefined =>
  resolved(resolved(responses['200']?.content?.['application/json']?.schema)?.properties?.['data']);

const isListOfRecords = (schema: Schema | undefined): boolean =>
  schema?.type === 'array' && resolved(schema.items)?.type === 'object';

/** A list of records, or a report that has one. What is within a single record is searched with it. */
function isList(path: string, response: Schema | undefined): boolean {
  if (response?.type === 'array') return true;
  return (
    !path.includes('{') &&
    Object.values(response?.properties ?? {}).some((one) => isListOfRecords(resolved(one)))
  );
}

/** What is not searched, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'bank/collection-accounts/levels': 'counts of the accounts, which bank/collection-accounts searches',
  'books/breaks/levels': 'counts of the breaks, which books/breaks searches',
  'books/proof': 'a calculation over the whole books',
  'books/safeguarding': 'sums at a moment',
  'books/trial-balance': 'sums at a moment',
  'dealing/market': 'what is in force now; dealing/halts and dealing/manual-rates search what was entered',
  'dealing/points': 'what is in force now; dealing/manual-points searches what was entered',
  'dealing/position': 'sums of what dealing/blotter and dealing/hedges search',
  'ops/dead-letters': 'messages that wait at this moment',
  'ops/lag': 'counts at this moment',
  'ops/retention': 'counts at this moment',
  'ops/status': 'how all services are at this moment',
  'ops/stuck': 'records that are searched in their collections',
  'ops/{service}/archive': 'files; their events are in the records that they are about',
  'ops/{service}/outbox': 'messages that wait at this moment',
  'ops/{service}/projections': 'a list of the code',
  'ops/{service}/retention-policies': 'counts at this moment',
  'ops/{service}/runs': 'the last ones; what staff have started is in the audit',
  'ops/{service}/secrets': 'what the code encrypts, counted at this moment',
  'ops/{service}/stuck-records': 'records that are searched in their collections',
  'ops/{service}/waiting-messages': 'messages that wait at this moment',
  'parked-messages': 'each service is asked for its own when they are read',
  'search-fields': 'describes what can be searched',
  'webhook-deliveries': 'a report about given records; webhook-notifications searches them',
};

const lists = Object.entries(paths)
  .flatMap(([path, { get }]) => (get && isList(path, responseOf(get)) ? [{ path, get }] : []))
  .map(({ path, get }) => ({ path, name: path.replace('/operator/v1/', ''), get }));

const isSearched = ({ path, get }: (typeof lists)[number]): boolean =>
  get.parameters.some((one) => resolved(one)?.name === 'q') && `${path}/search` in paths;

test('each list of staff is searched with q, and by POST …/search', () => {
  expect(lists.length).toBeGreaterThan(40);
  expect(
    lists
      .filter((one) => !isSearched(one))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(exceptions));
});
