import * as hostile from './corpus/index.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { type World, newWorld, records } from '../support/routes.js';
import type { RawRequest } from '../support/socket.js';
import { JSON_TYPE, lines, noEffect } from '../support/target.js';
import { type Attempt, type ReplyCheck, refused, acceptedOrRefused } from '../support/reply-checks.js';

/** Records, rates and dates. Searches are tested in a separate file. */
describe('every read', () => {
  let world: World;
  let credential: string[];
  beforeAll(async () => {
    world = await newWorld();
    credential = lines(world.api.credential);
    const body = instructionFor(world.beneficiaryId);
    await createAndMove(world.api, body, 'acknowledge', 'fill', 'send');
  });
  const get = (target: string, check: ReplyCheck, more: Partial<RawRequest> = {}): Attempt => ({
    name: target,
    request: { target, headers: credential, ...more },
    check,
  });

  const expectNoIssues = async (attempts: readonly Attempt[]) =>
    expect(await noEffect(world, attempts)).toEqual([]);

  it.each(records)('finds nothing under a hostile id at %s', (record) =>
    expectNoIssues(
      hostile.ids.map((id) =>
        get(
          record.replace(':id', () => id),
          refused(400, 404),
        ),
      ),
    ),
  );

  it.each(['/v1/wallets', '/v1/wallets/GBP', '/v1/auth/who-am-i'])('ignores a body at %s', async (target) => {
    const response = await world.api.get(target);
    const isSame: ReplyCheck = ({ body }) =>
      JSON.stringify(body?.data) === JSON.stringify(response.body.data)
        ? null
        : `got ${JSON.stringify(body)}`;
    const withBody = (body: string | Buffer) =>
      get(target, isSame, { body, headers: [...credential, JSON_TYPE] });
    await expectNoIssues(hostile.bodies.filter(({ length }) => length < 1_000).map(withBody));
  });

  const pairs = [
    '',
    '%00',
    'GBP',
    'gbpeur',
    'GBP/EUR',
    'GBP-EUR',
    'GBPEU',
    'GBPEURX',
    'GBPEUR,',
    ',GBPEUR',
    'GBPEUR,,EURUSD',
    '%20GBPEUR',
    'GBPEUR;DROP',
    '__proto__',
    '%F0%9F%98%80%F0%9F%98%80',
    '123456',
    'GBPEUR&ccyPairs=EURUSD',
    '[]',
    '*',
    'GBPEUR,'.repeat(1_000),
  ];
  it('rejects malformed currency pairs', () =>
    expectNoIssues([
      get('/v1/rates', refused(400)),
      get('/v1/rates?ccyPairs[]=GBPEUR', refused(400)),
      get('/v1/rates?ccyPairs=GBPEUR&x=1', refused(400)),
      ...pairs.map((pair) => get(`/v1/rates?ccyPairs=${pair}`, refused(400))),
    ]));

  const DATES = '/v1/reference-data/payment-instructions/payment-dates';
  it.each([
    ['SellCcyCode', ['usd', 'XXX', '', '__proto__', 'toString', 'GBP%00', 'GBP&SellCcyCode=EUR', '%ff']],
    ['BuyCcyCode', ['usd', 'XXX', '', '__proto__', 'constructor', 'EUR,USD', 'EUR%20', '%E2%82%AC']],
    [
      'PaymentDate',
      ['2026-02-30', '2026-13-01', '2027-02-29', '0000-00-00', '+275760-09-13', 'today', '1', '', '%00'],
    ],
    ['PaymentDate', ['9999-12-31', '2026-11-21T00:00:00Z', '-2026-01-01', '20261121', '2026-1-1']],
  ])('rejects invalid requests for payment dates: %s %j', (name, values) =>
    expectNoIssues(
      values.map((value) => {
        const requested = { SellCcyCode: 'GBP', BuyCcyCode: 'EUR', PaymentDate: '2030-01-01', [name]: value };
        const query = Object.entries(requested).map(([key, text]) => `${key}=${text}`);
        return get(`${DATES}?${query.join('&')}`, refused(400, 422));
      }),
    ),
  );

  it('handles every path without a defect', () =>
    expectNoIssues(
      [...hostile.paths, ...hostile.respelled('/v1/wallets')].map((path) => get(path, acceptedOrRefused)),
    ));
});
