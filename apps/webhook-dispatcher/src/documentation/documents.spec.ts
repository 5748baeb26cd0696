import { readFileSync } from 'node:fs';
import { webhookEventTypes } from '@corridor/contracts';
import { encodeJson } from '@corridor/kernel';
import { fixture, fixtures } from '@corridor/testing';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { asyncApi } from './asyncapi.js';
import { documents } from './documents.js';

const document = JSON.parse(JSON.stringify(asyncApi())) as Record<string, any>;
const { messages, schemas } = document['components'];

test.each(Object.entries(documents()))(
  '%s is what the code says; where it is not: npm run webhooks:docs',
  (file, text) => {
    expect(readFileSync(file, 'utf8') === text).toBe(true);
  },
);

/** The AsyncAPI initiative's own description of its documents. */
const asyncApi3 = validator().compile(
  JSON.parse(
    readFileSync(require.resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json'), 'utf8'),
  ) as object,
);
test('the document is one of AsyncAPI 3', () => {
  asyncApi3(document);
  expect(asyncApi3.errors).toBeNull();
});

test('and what is none is told', () => {
  const { info: _, ...withoutInfo } = document;
  const shouting = { deliver: { ...document['operations'].deliver, action: 'shout' } };
  expect(asyncApi3(withoutInfo)).toBe(false);
  expect(asyncApi3({ ...document, operations: shouting })).toBe(false);
});

test('refers to nothing that is not in it, and holds nothing that nothing refers to', () => {
  const text = JSON.stringify(document);
  const asked = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path));
  const at = (path: string) => path.split('/').reduce((inner, name) => inner?.[name], document as any);
  expect([...asked].filter((path) => at(path) === undefined)).toEqual([]);
  const there = ['messages', 'messageTraits', 'schemas'].flatMap((kind) =>
    Object.keys(document['components'][kind]).map((name) => `components/${kind}/${name}`),
  );
  expect(there.filter((path) => !asked.has(path))).toEqual([]);
});

test('a webhook for each event type, a topic for each service, a message for each that is said', () => {
  const { webhooks, ...topics } = document['channels'];
  expect(Object.keys(webhooks.messages)).toEqual(webhookEventTypes.map((type) => `webhook.${type}`));
  const said = new Map<string, string>(fixtures().map(({ type, message }) => [type, message.source]));
  const listed = Object.entries<any>(topics).flatMap(([source, one]) =>
    Object.keys(one.messages).map((type) => [type, source]),
  );
  expect(new Map(listed as [string, string][])).toEqual(said);
});

/** What an envelope becomes is in the carrier's source; the document must name the same headers. */
test('the headers are those of the carrier', () => {
  const carrier = readFileSync('libs/messaging/src/kafka-carrier.ts', 'utf8');
  const [, headers = ''] =
    /headers: \{\n([^]*?)\n {4}\}/.exec(carrier.slice(carrier.indexOf('function toRecord'))) ?? [];
  const names = [...headers.matchAll(/^\s*'?([\w-]+)'?:/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(Object.keys(document['components'].messageTraits.cloudEvents.headers.properties)).toEqual(names);
});

describe.each(Object.keys(messages as object))('%s', (name) => {
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

  if (!name.startsWith('webhook.'))
    test('describes what services have said since', () => {
      validate(JSON.parse(encodeJson(fixture(name as 'payment.sent').data)));
      expect(validate.errors).toBeNull();
    });
});

test('no bank details are in a webhook', () => {
  const ofWebhooks = JSON.stringify([
    Object.entries(messages as object).filter(([name]) => name.startsWith('webhook.')),
    Object.entries(schemas as object).filter(([name]) => name.startsWith('Webhook')),
  ]);
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
