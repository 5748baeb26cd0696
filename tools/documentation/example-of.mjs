/** An example of a JSON Schema: its own `examples`, or else a value derived from its type and the name of the field. */

/** @typedef {Record<string, any>} Json */

/** Strings by field name, if the schema has no example. @type {Record<string, string>} */
const TEXTS = {
  ...{
    firstName: 'Grace',
    lastName: 'Hopper',
    name: 'Northwind Imports Ltd',
    email: 'grace@northwind.example',
  },
  ...{
    displayName: 'Muster Maschinenbau GmbH',
    accountHolderName: 'Muster Maschinenbau GmbH',
    label: 'Tour',
  },
  ...{
    bankName: 'Commerzbank',
    accountNumber: '0532013000',
    iban: 'DE89370400440532013000',
    locale: 'en-GB',
  },
  ...{
    bicSwiftCode: 'COBADEFFXXX',
    routingCode: '200000',
    routingCode1: '37040044',
    routingCodeType1: 'BLZ',
  },
  ...{ routingCode2: '000', routingCodeType2: 'BRANCH_CODE', accountType: 'CHECKING', code: 'NORTHWIND' },
  ...{ receivingAccountNumber: '12345678', receivingAccountIban: 'GB29NWBK60161331926819', city: 'Berlin' },
  ...{ state: 'Berlin', postalCode: '10115', lines: 'Hauptstrasse 1', bankAddress: 'Kaiserplatz, Frankfurt' },
  ...{ address: '1 Harbour Street, Bristol', clientType: 'Business', status: 'ACTIVE', countryCode: 'DE' },
  ...{ companyWebsite: 'https://northwind.example', website: 'https://muster.example', currency: 'GBP' },
  ...{ natureOfBusiness: 'Machinery', identificationType: 'VAT', identificationValue: 'DE123456789' },
  ...{ avatarUrl: 'https://northwind.example/grace.png', reference: 'NW-1042', narrative: 'Invoice 1042' },
  ...{ reason: 'Invoice 1042', purposeCode: 'GDS', metadata: '{"invoice":1042}', statusReason: 'Settled' },
  ...{
    raw: 'ACME LTD 20-00-00 55779911',
    description: 'Payment to Muster Maschinenbau GmbH',
    notes: 'Indicative',
  },
  ...{ targetUrl: 'https://hooks.northwind.example/corridor', targetPlatform: 'Ledger', message: 'Hello' },
  ...{
    lastError: 'The receiver responded with 503.',
    query: '[None]',
    sortBy: 'createdOn:DESC',
    collection: 'payments',
  },
  ...{ system: 'TARGET', source: 'European Central Bank', timeZone: 'Europe/Berlin', cutOff: '17:00' },
  ...{
    weekend: 'Saturday',
    announced: 'The feasts are announced.',
    symbol: '£',
    longCode: 'DEU',
    operators: '==',
  },
  ...{
    accessToken: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
    secret: 'ck_sandbox_shown_once',
    nextCursor: 'WyIx',
  },
  ...{
    signingSecret: `whsec_${Buffer.alloc(32, 'shown once ').toString('base64')}`,
    permissions: 'wallets:read',
  },
  ...{ expiresOn: '2026-11-21T10:30:00.123', values: 'SENT', requestId: 'req_1', traceId: '1' },
};

/** Strings by format, otherwise. */
const SHAPES = [
  '2026-11-21T09:30:00.123Z',
  '2026-11-21T09:30:00.123',
  '2026-11-23',
  'GBP',
  'GBPUSD',
  'GB',
  '17:00',
];

/**
 * @param {Json} schema
 * @param {Record<string, Json>} schemas those that `$ref` means
 * @param {string} [name] of the field
 * @returns {any}
 */
export function exampleOf(schema, schemas, name = '') {
  const { $ref, examples, enum: values, anyOf, oneOf, allOf } = schema;
  if ($ref) return exampleOf(schemas[$ref.split('/').at(-1)] ?? {}, schemas, name);
  if (examples?.length > 0) return examples[0];
  if ('const' in schema) return schema['const'];
  if (values) return values[0];
  if ('default' in schema) return schema['default'];
  const one = (anyOf ?? oneOf)?.find((/** @type {Json} */ each) => each['type'] !== 'null');
  if (one) return exampleOf(one, schemas, name);
  if (allOf)
    return Object.assign({}, ...allOf.map((/** @type {Json} */ each) => exampleOf(each, schemas, name)));
  return byType(schema, schemas, name);
}

/** @param {Json} schema @param {Record<string, Json>} schemas @param {string} name */
function byType(schema, schemas, name) {
  const type = [schema['type']].flat().find((each) => each !== 'null');
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema['properties'] ?? {}).map(([field, each]) => [
          field,
          exampleOf(each, schemas, field),
        ]),
      );
    case 'array':
      return [exampleOf(schema['items'] ?? {}, schemas, name)];
    case 'boolean':
      return true;
    case 'integer':
      return Math.max(schema['minimum'] ?? 1, 1);
    case 'number':
      return Math.max(schema['minimum'] ?? 0, /rate$/i.test(name) ? 1.1765 : 100.25);
    case 'string':
      return text(schema, name);
    default:
      return schema['type'] === 'null' ? null : {};
  }
}

/** @param {Json} schema @param {string} name */
function text({ pattern = '', format, description = '' }, name) {
  const [, prefix] = /^\^\(([a-z]+)[|)]/.exec(pattern) ?? [];
  if (prefix) return `${prefix}_01K00000000000000000000001`;
  if (format === 'date') return '2026-11-23';
  const fits = (/** @type {string | undefined} */ one) => one !== undefined && new RegExp(pattern).test(one);
  return [TEXTS[name], ...(pattern ? SHAPES : []), description].find(fits) || 'Text';
}
