import { readFileSync } from 'node:fs';
import * as hostile from './corpus/index.js';
import { dealt } from '../support/dealt.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { type World, lists, nestedLists, newWorld } from '../support/routes.js';
import type { RawRequest } from '../support/socket.js';
import { createSubscription } from '../support/subscription.js';
import { JSON_TYPE, lines, noEffect } from '../support/target.js';
import { type Attempt, type ReplyCheck, refused, acceptedOrRefused } from '../support/reply-checks.js';

/** Hostile searches, by GET and by POST, of every collection, also below the client's path. */

let world: World;
let credential: readonly string[];
let subscription: string;
let notification: string;
beforeAll(async () => {
  world = await newWorld();
  credential = lines(world.api.credential);
  subscription = await createSubscription(world.api, { events: ['ping'] }, 'pause');
  const ping = await world.api.post(`/v1/webhook-subscriptions/${subscription}/ping`);
  notification = ping.body.data.id as string;
  await createAndMove(world.api, instructionFor(world.beneficiaryId), 'acknowledge', 'fill', 'send');
});

const get = (target: string, check: ReplyCheck): Attempt => ({
  name: target,
  request: { target, headers: credential },
  check,
});
const post = (
  list: string,
  body: string | Buffer,
  check: ReplyCheck,
  more: Partial<RawRequest> = {},
): Attempt => ({
  name: `${list}/search: ${body.toString()}`,
  request: { method: 'POST', target: `${list}/search`, headers: [...credential, JSON_TYPE], body, ...more },
  check,
});
const expectNoEffect = async (attempts: readonly Attempt[]) =>
  expect(await noEffect(world, attempts)).toEqual([]);

const all = [...lists, ...nestedLists];

it('covers every searchable collection', () => {
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: object };
  const searched = Object.keys(paths).filter(
    (path) => path.startsWith('/v1/') && path.endsWith('/search') && !path.includes('{clientId}'),
  );
  const known = all.map((list) =>
    `${list}/search`.replace('/GBP/', '/{idOrCcyCode}/').replace(':id', '{id}'),
  );
  expect([...known].sort()).toEqual(searched.sort());
});

const own = (list: string) =>
  list.replace(':id', list.includes('webhook-notifications') ? notification : subscription);
const ofClient = (list: string) => own(list).replace('/v1', `/v1/clients/${world.clientId}`);
type Address = readonly [name: string, of: () => string, isAlias: boolean];
const everywhere = [
  ...all.map((list): Address => [list, () => own(list), false]),
  ...all.map((list): Address => [`/v1/clients/…${list.slice(3)}`, () => ofClient(list), true]),
].map(([name, of, isAlias], turn) => [name, of, isAlias, turn] as const);

describe.each(everywhere)('%s', (_, address, isAlias, turn) => {
  const none = async (attempts: readonly Attempt[]) => expectNoEffect(dealt(attempts, turn));

  it('rejects malformed queries without a defect', () =>
    none([
      ...hostile.brokenQueries.map((query) => get(`${address()}?${query}`, refused(400, 431))),
      ...hostile.oddQueries.map((query) => get(`${address()}?${query}`, acceptedOrRefused)),
      ...hostile.brokenSearches.map((q) =>
        get(`${address()}?q=${encodeURIComponent(q)}`, refused(400, 414, 431)),
      ),
    ]));

  it('treats an unusual value literally: no record has it', () =>
    none(
      ['==', '~', '^='].flatMap((operator) =>
        hostile.searchValues
          .filter((value) => value !== '')
          .map((value) =>
            get(
              `${address()}?q=${encodeURIComponent(`${textField(address())} ${operator} "${value}"`)}`,
              (reply) => (reply.status === 200 ? findsNothing(reply) : refused(400)(reply)),
            ),
          ),
      ),
    ));

  it('rejects invalid search bodies', () =>
    none([
      ...hostile.bodies.map((body) => post(address(), body, refused(body.length > 100_000 ? 413 : 400))),
      ...hostile.brokenQueryBodies.map((query) => post(address(), `{"query":${query}}`, refused(400))),
      ...(isAlias ? [] : ['offset', 'limit', 'sortBy', 'cursor', 'query']).flatMap((field) =>
        hostile.values
          .filter((json) => !(field === 'offset' && ['0', '-0'].includes(json)))
          .map((json) => post(address(), `{"${field}":${json}}`, refused(400))),
      ),
    ]));

  it('rejects other content types and invalid credentials, and ignores unknown headers', () =>
    none([
      ...hostile.otherContentTypes.map((type) =>
        post(address(), '{}', refused(400, 415), { headers: [...credential, `Content-Type: ${type}`] }),
      ),
      ...hostile
        .brokenCredentials(credential[0] ?? '')
        .map((lines) => post(address(), '{}', refused(401), { headers: [...lines, JSON_TYPE] })),
      ...hostile.idleHeaders.map((header) =>
        post(address(), '{}', acceptedOrRefused, { headers: [...credential, JSON_TYPE, header] }),
      ),
    ]));

  it('has one path', () =>
    none([
      ...hostile.respelled(address()).map((path) => get(path, acceptedOrRefused)),
      ...hostile
        .respelled(`${address()}/search`)
        .map((target) => post('', '{}', acceptedOrRefused, { target })),
    ]));
});

/** A field of free text of each collection. */
const textField = (address: string): string => {
  const fields: Record<string, string> = {
    wallets: 'ccyCode',
    beneficiaries: 'displayName',
    conversions: 'reference',
    'webhook-subscriptions': 'targetPlatform',
    'webhook-notifications': 'lastError',
    notifications: 'lastError',
    'request-log': 'requestId',
  };
  return (
    fields[address.split('/').at(-1) ?? ''] ?? (address.includes('transactions') ? 'reason' : 'narrative')
  );
};

const findsNothing: ReplyCheck = ({ body }) =>
  body.meta.totalCount === 0 ? null : `finds ${body.meta.totalCount}`;

it("another client's collections are not there, whatever is requested", async () => {
  const stranger = await newWorld();
  const addresses = all.map((list) => own(list).replace('/v1', `/v1/clients/${stranger.clientId}`));
  await expectNoEffect(
    addresses.flatMap((address) => [
      get(address, refused(404)),
      get(`${address}?q=AND(`, refused(400, 404)),
      post(address, '{}', refused(404)),
      post(address, '{"limit":0}', refused(400, 404)),
    ]),
  );
});
