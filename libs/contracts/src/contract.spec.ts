import { type Contract, defineContract } from './contract.js';
import { contractErrors } from './contract-errors.js';
import { id, named, part, prefixesOf, text } from './schema.js';

const parcel = named('Parcel', { id: id('par'), weight: text() });

const contract = {
  service: 'parcel-post',
  owns: 'parcels',
  prefixes: { parcel: 'par', sealedParcel: 'spa' },
  permissions: ['parcels:read'],
  problems: {
    parcel_lost: {
      status: 409,
      title: 'Parcel lost',
      meaning: 'Nobody has it.',
      fix: 'Search it.',
      example: { instance: '/v1/parcels' },
    },
  },
  routes: ['/v1/parcels', '/v1/simulators/parcels', '/operator/v1/parcels'],
  messages: {
    'parcel.sent': {
      version: 2,
      description: 'It has left.',
      data: part({ resource: parcel }),
      upcast: { 1: (data: object) => data },
      webhook: true,
    },
    'parcel_post.opened': { version: 1, description: 'It is open.', data: part({}) },
    'sealed_parcel.sent': { version: 1, description: 'It has left.', data: part({}) },
  },
  collections: {
    parcels: { name: 'parcels', item: parcel, order: ['id:DESC'], indexed: ['id'] },
  },
} as const satisfies Contract;

test('a contract without errors comes back as it is', () => {
  expect(defineContract(contract)).toBe(contract);
});

const { 'parcel.sent': sent } = contract.messages;
test.each<[Partial<Contract>, string]>([
  [{ service: 'ParcelPost', messages: {} }, 'service ParcelPost is malformed'],
  [{ prefixes: { Parcel: 'par' }, messages: {} }, 'name of a record Parcel is malformed'],
  [{ prefixes: { parcel: 'p', sealedParcel: 'spa' } }, 'prefix p is malformed'],
  [{ prefixes: { parcel: 'par', sealedParcel: 'par' } }, 'prefix par twice'],
  [{ permissions: ['parcels:read', 'parcels'] }, 'permission parcels is malformed'],
  [{ permissions: ['parcels:read', 'parcels:read'] }, 'permission parcels:read twice'],
  [{ permissions: [] }, 'collection parcels needs the permission parcels:read'],
  [{ problems: { Lost: contract.problems.parcel_lost } }, 'problem Lost is malformed'],
  [
    { problems: { lost: { ...contract.problems.parcel_lost, status: 418 } } },
    'problem lost has the status 418',
  ],
  [
    { problems: { lost: { ...contract.problems.parcel_lost, title: 'Lost.' } } },
    'title of lost Lost. is malformed',
  ],
  [
    { problems: { lost: { ...contract.problems.parcel_lost, meaning: 'Gone' } } },
    'meaning of lost Gone is malformed',
  ],
  [
    {
      problems: {
        gone: {
          status: 409,
          title: 'Gone',
          meaning: 'It is gone.',
          fix: 'Forget it.',
          example: { instance: '/v1/parcels' },
        },
      },
    },
    'the meaning of gone repeats its code',
  ],
  [
    { problems: { one: contract.problems.parcel_lost, two: contract.problems.parcel_lost } },
    'title Parcel lost twice',
  ],
  [{ routes: ['/v1/parcels/'] }, 'route /v1/parcels/ is malformed'],
  [{ routes: ['/v1'] }, 'route /v1 is malformed'],
  [{ routes: ['/operator/v1'] }, 'route /operator/v1 is malformed'],
  [{ routes: ['/staff/v1/parcels'] }, 'route /staff/v1/parcels is malformed'],
  [{ routes: ['/v1/parcels', '/v1/parcels'] }, 'route /v1/parcels twice'],
  [
    { messages: { 'letter.sent': contract.messages['sealed_parcel.sent'] } },
    'message letter.sent is in no namespace of its service, which are parcel_post, parcel, sealed_parcel',
  ],
  [
    { messages: { 'parcel.Sent': contract.messages['sealed_parcel.sent'] } },
    'message parcel.Sent is malformed',
  ],
  [
    { messages: { 'parcel.sent': { ...sent, version: 3 } } },
    'message parcel.sent needs an upcast from each earlier version',
  ],
  [
    { messages: { 'parcel.sent': { ...sent, version: 1 } } },
    'message parcel.sent needs an upcast from each earlier version',
  ],
  [
    { messages: { 'parcel.sent': { ...sent, version: 0, upcast: {} } } },
    'message parcel.sent has the version 0',
  ],
  [
    { messages: { 'parcel.sent': { ...sent, description: 'sent' } } },
    'description of parcel.sent sent is malformed',
  ],
  [
    { messages: { 'parcel.sent': { ...sent, data: part({}) } } },
    'message parcel.sent is for webhooks and has no resource with a title and an id',
  ],
  [
    { collections: { parcels: { ...contract.collections.parcels, order: ['id'] } } },
    'order of parcels id is malformed',
  ],
  [
    { collections: { parcels: { ...contract.collections.parcels, order: [] } } },
    'collection parcels has no order',
  ],
  [
    { collections: { parcels: { ...contract.collections.parcels, indexed: [] } } },
    'collection parcels is not indexed by id',
  ],
])('%j: %s', (wrong, error) => {
  expect(contractErrors({ ...contract, ...wrong })).toEqual([error]);
  expect(() => defineContract({ ...contract, ...wrong })).toThrow(error);
});

test('all errors are reported at once', () => {
  expect(() => defineContract({ ...contract, permissions: [], routes: ['v1'] })).toThrow(
    'the contract of parcel-post: route v1 is malformed; collection parcels needs the permission parcels:read',
  );
});

test('an id says which prefixes it accepts', () => {
  expect(prefixesOf(id('par', 'spa'))).toEqual(['par', 'spa']);
  expect(prefixesOf(text())).toEqual([]);
});
