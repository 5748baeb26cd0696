import { readFileSync } from 'node:fs';
import { withCommands } from '@corridor/tools/documentation/commands.mjs';
import { commandIn, commandsOf } from './command.js';
import type { Document } from './document.js';
import { commandHelp } from './help.js';
import { commandTable } from './page.js';

const document = JSON.parse(readFileSync('docs/operator.openapi.json', 'utf8')) as Document;
const commands = commandsOf(document);

/** A document of operations as `GET /clients/{id} getClient`, a list with `[]` at its end. */
function documentOf(...operations: string[]): Document {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const [method = '', path = '', id = ''] = operation.split(' ');
    const data = id.endsWith('[]') ? { type: 'array' } : { type: 'object' };
    const content = { 'application/json': { schema: { properties: { data } } } };
    const responses = { 200: { content } };
    (paths[`/operator/v1${path}`] ??= {})[method.toLowerCase()] = {
      operationId: id.replace('[]', ''),
      summary: id,
      responses,
    };
  }
  return { paths, components: { schemas: {}, parameters: {} } } as unknown as Document;
}

test.each([
  ['GET /hedges searchHedges[]', 'hedges list'],
  ['GET /hedges/{id} getHedge', 'hedges get <id>'],
  ['GET /dealing/position getPosition', 'dealing position'],
  ['GET /dealing/blotter searchBlotter[]', 'dealing blotter list'],
  ['GET /clients/{clientId}/users searchUsers[]', 'clients users list <clientId>'],
  ['GET /timeline/{id} getTimeline', 'timeline get <id>'],
  ['POST /approvals/{id}/approve approve', 'approvals approve <id>'],
  ['POST /users/{userId}/api-keys createApiKey', 'users api-keys create <userId>'],
  ['POST /parked-messages/redrive redriveParkedMessages', 'parked-messages redrive'],
  ['PUT /clients/{id} changeClient', 'clients change <id>'],
  ['PUT /clients/{id}/risk-rating rateClient', 'clients risk-rating set <id>'],
  ['DELETE /dealing/halts/{pair} liftHalt', 'dealing halts remove <pair>'],
])('%s is the command %s', (operation, expected) => {
  const [command] = commandsOf(documentOf(operation));
  expect([...(command?.words ?? []), ...(command?.ids ?? []).map((id) => `<${id}>`)].join(' ')).toBe(
    expected,
  );
});

test('a POST to what can be listed has the first word of its operation id', () => {
  const document = documentOf('GET /dealing/hedges searchHedges[]', 'POST /dealing/hedges recordHedge');
  expect(commandsOf(document).map(({ words }) => words.join(' '))).toEqual([
    'dealing hedges list',
    'dealing hedges record',
  ]);
});

test('each operation has one command, except searches by POST and the login', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const expected = ids.filter((id) => !id.endsWith('ByBody') && id !== 'issueStaffToken');
  expect(commands.map(({ operation }) => operation.operationId).sort()).toEqual(expected.sort());
  const names = commands.map(({ words }) => words.join(' '));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('the longest name that fits is meant', () => {
  const all = commandsOf(documentOf('GET /a getA', 'GET /a/b getB', 'GET /a/{id} getC'));
  expect(commandIn(all, ['a', 'b', 'c'])?.path).toBe('/operator/v1/a/b');
  expect(commandIn(all, ['a', 'x'])?.path).toBe('/operator/v1/a');
  expect(commandIn(all, ['b'])).toBeNull();
});

test('fields are options: of objects with dots, lists repeated, searches without a body', () => {
  const flags = commandIn(commands, ['clients', 'create'])?.flags.map(({ name, type, isList }) => [
    name,
    type,
    isList,
  ]);
  expect(flags).toEqual(
    expect.arrayContaining([
      ['name', 'text', false],
      ['address.lines', 'text', true],
      ['address.country-code', 'text', false],
      ['settings.base-ccy', 'text', false],
    ]),
  );
  expect(commandIn(commands, ['users', 'disable'])?.flags).toEqual([
    expect.objectContaining({ name: 'revoke-api-keys', type: 'boolean', isRequired: false }),
  ]);
  const search = commandIn(commands, ['clients', 'list']);
  expect(search?.flags.map(({ name }) => name)).toEqual(['q', 'sort-by', 'offset', 'limit', 'cursor']);
  expect([search?.isSearch, search?.hasBody, search?.hasKey]).toEqual([true, false, false]);
});

test('help names what no option can give, and how to say no', () => {
  const helpOf = (...words: string[]) => {
    const command = commandIn(commands, words);
    return command ? commandHelp(command) : '';
  };
  expect(helpOf('dealing', 'margin-plans', 'create')).toContain('fields of the body in --body <file>: rules');
  expect(helpOf('users', 'approval', 'set')).toContain(
    'Usage: corridor users approval set <userId> --maker-limit <fields|none> --[no-]is-checker --checker-limit <fields|none> [options]',
  );
  expect(helpOf('users', 'approval', 'set')).toMatch(
    /--maker-limit <fields\|none> .*\(required; --maker-limit\.…, or none for\s+null\)/s,
  );
});

test('docs/cli.md lists all (to update it: npm run openapi)', () => {
  const page = readFileSync('docs/cli.md', 'utf8');
  const words = (text: string) => text.replace(/-{3,}/g, '---').replace(/ +/g, ' ');
  expect(words(page)).toBe(words(withCommands(page, commandTable(commands))));
});
