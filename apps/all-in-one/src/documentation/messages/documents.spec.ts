import { readFileSync } from 'node:fs';
import { contractVersion } from '@corridor/contracts';
import { webhookEventTypes } from '@corridor/webhook-dispatcher-contract';
import { encodeJson } from '@corridor/kernel';
import { messageRegistry } from '@corridor/services';
import { fixtures } from '@corridor/testing';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { topicsDocument, webhooksDocument } from './asyncapi.js';

const plain = (document: object) => JSON.parse(JSON.stringify(document)) as Record<string, any>;
const webhooks = plain(webhooksDocument());
const topics = plain(topicsDocument());
const both = [webhooks, topics].map((document) => [document['info'].title as string, document] as const);

/** The AsyncAPI initiative's own description of its documents. */
const asyncApi3 = validator().compile(
  JSON.parse(
    readFileSync(require.resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json'), 'utf8'),
  ) as object,
);
test.each(both)('%s: the document is one of AsyncAPI 3, of the version of the contract', (_, document) => {
  asyncApi3(document);
  expect(asyncApi3.errors).toBeNull();
  expect(document['info'].version).toBe(contractVersion);
});

test('and anything else is reported', () => {
  const { info: _, ...withoutInfo } = webhooks;
  const shouting = { deliver: { ...webhooks['operations'].deliver, action: 'shout' } };
  expect(asyncApi3(withoutInfo)).toBe(false);
  expect(asyncApi3({ ...webhooks, operations: shouting })).toBe(false);
});

test.each(both)(
  '%s: refers to nothing that is not in it, and holds nothing that nothing refers to',
  (_, document) => {
    const text = JSON.stringify(document);
    const referenced = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path));
    const at = (path: string) => path.split('/').reduce((inner, name) => inner?.[name], document as any);
    expect([...referenced].filter((path) => at(path) === undefined)).toEqual([]);
    const there = ['messages', 'messageTraits', 'schemas'].flatMap((kind) =>
      Object.keys(document['components'][kind]).map((name) => `components/${kind}/${name}`),
    );
    expect(there.filter((path) => !referenced.has(path))).toEqual([]);
  },
);

test('a webhook for each event type, a topic for each service, a message for each that is sources', () => {
  expect(Object.keys(webhooks['channels'].webhooks.messages)).toEqual([...webhookEventTypes]);
  const sources = new Map<string, string>(fixtures().map(({ type, message }) => [type, message.source]));
  const listed = Object.entries<any>(topics['channels'] as object).flatMap(([source, one]) =>
    Object.keys(one.messages).map((type) => [type, source]),
  );
  expect(new Map(listed as [string, string][])).toEqual(sources);
});

/** What an envelope becomes is in the carrier's source; the document must name the same headers. */
test('the headers are those of the carrier', () => {
  const carrier = readFileSync('libs/messaging/src/kafka-records.ts', 'utf8');
  const [, headers = ''] =
    /headers: \{\n([^]*?)\n {4}\}/.exec(carrier.slice(carrier.indexOf('function toRecord'))) ?? [];
  const names = [...headers.matchAll(/^\s*'?([\w-]+)'?:/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(Object.keys(topics['components'].messageTraits.cloudEvents.headers.properties)).toEqual(names);
});

const everyMessage = both.flatMap(([title, { components }]) =>
  Object.keys(components.messages as object).map((name) => [title, name, components] as const),
);
describe.each(everyMessage)('%s: %s', (title, name, { messages, schemas }) => {
  const validate = validator().compile(strict({ ...messages[name].payload, components: { schemas } }));
  test('has examples that are as it says', () => {
    for (const { payload } of messages[name].examples) {
      validate(payload);
      expect([name, validate.errors]).toEqual([name, null]);
    }
  });

  test('says more than that it is an object', () => {
    expect(validate({})).toBe(false);
    const [{ payload }] = messages[name].examples;
    const [member] = Object.keys(payload as object);
    expect(validate({ ...payload, [member as string]: { not: 'this' } })).toBe(false);
  });

  if (title === topics['info'].title)
    test.each(fixtures().filter(({ type }) => type === name))(
      'describes version $version as consumers of today read it',
      ({ message }) => {
        validate(JSON.parse(encodeJson(messageRegistry.read(message).data)));
        expect(validate.errors).toBeNull();
      },
    );
});

test('no bank details are in a webhook', () => {
  const ofWebhooks = JSON.stringify(webhooks);
  expect(ofWebhooks).not.toMatch(/iban|accountNumber|bicSwift|routingCode|swiftSubmission|bankAccount"/i);
  expect(ofWebhooks).toContain('bankCountryCode');
});

/** The same schema, where nothing may be there of which it does not speak. */
function strict(schema: object): object {
  const closed = (_: string, value: any) =>
    value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value;
  return JSON.parse(JSON.stringify(schema), closed) as object;
}

function validator() {
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: true });
  addFormats.default(ajv);
  return ajv;
}
