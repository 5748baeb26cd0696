import { occurrences, replaced } from '../support/fields.js';
import * as hostile from './corpus/index.js';
import { dealt } from '../support/dealt.js';
import { createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { mutations, newWorld, pathOf } from '../support/routes.js';
import { fundedClient } from '../support/system.js';
import { Target } from '../support/target.js';
import { admitted, acceptedOrRefused } from '../support/reply-checks.js';

/** Unusual input that is valid and has no special meaning. */

it('accepts unusual idempotency keys', async () => {
  const { api, beneficiaryId } = await newWorld();
  const create = (key: string) =>
    api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key });
  const ids = new Set<string>();
  for (const key of hostile.strangeKeys) {
    const first = await create(key);
    expect([key, first.status, (await create(key)).text]).toEqual([key, 200, first.text]);
    ids.add(first.body.data.id as string);
  }
  expect(ids.size).toBe(hostile.strangeKeys.length);
});

it('lets no narrative write other fields of a SWIFT message', async () => {
  const { api, beneficiaryId } = await newWorld();
  const narrative = 'rent\r\n:71A:OUR\r\n:59:/EVIL\n-}{5:{MAC:00000000}}\u2028:20:X\u0085\x0b\x1b';
  const body = instructionFor(beneficiaryId, { paymentType: 'PRIORITY', chargeType: 'SHARED', narrative });
  const id = await createAndMove(api, body, 'acknowledge', 'fill', 'send');
  const { linkedPaymentId } = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
  const { message } = (await api.get(`/v1/payments/${linkedPaymentId}`)).body.data.swiftSubmission;
  const tags = message.split('\r\n').flatMap((line: string) => /^:(\d\d[A-Z]?):/.exec(line)?.[1] ?? []);
  expect(tags).toEqual(['20', '23B', '32A', '33B', '36', '50K', '52A', '57A', '59', '70', '71A']);
  expect(message).toMatch(/:71A:SHA\r\n-\}\{5:\{CHK:[0-9A-F]{12}\}\}$/);
});

it.each([
  ['JPY', 999_999_999_999, 1],
  ['GBP', 999_999_999_999.99, 0.01],
  ['KWD', 999_999_999_999.999, 0.001],
])('does not allow a balance in %s beyond the largest amount', async (ccyCode, most, amount) => {
  const { api } = await fundedClient({ [ccyCode]: most });
  const more = await api.post('/v1/simulators/inbound-funds/credit', { ccyCode, amount });
  expect([more.status, more.body.data.status]).toEqual([200, 'REJECTED']);
  expect(more.body.data.statusHistory.at(-1).statusReason).toBe('Wallet full');
  expect((await api.get(`/v1/wallets/${ccyCode}`)).body.data.balance.value).toBe(most);
});

it.each(['EUR', 'GBP'])('responds to every date, selling %s', async (sellCcyCode) => {
  const { api, beneficiaryId } = await newWorld();
  for (const paymentDate of ['9999-12-31', '9999-12-26', '9999-12-25', '2028-02-29']) {
    const body = instructionFor(beneficiaryId, { sellCcyCode, paymentDate, amount: 1 });
    const created = await api.post('/v1/payment-instructions', body);
    expect([paymentDate, acceptedOrRefused(created)]).toEqual([paymentDate, null]);
    if (created.status !== 200) continue;
    for (const step of ['acknowledge', 'fill', 'send'] as const)
      expect(acceptedOrRefused(await simulate(api, created.body.data.id as string, step))).toBeNull();
  }
});

it.each(mutations.filter(({ texts }) => texts).map((mutation, turn) => ({ ...mutation, turn })))(
  '$method $route keeps strange text as it is',
  async ({ turn, ...mutation }) => {
    const { texts = [], route, body } = mutation;
    const target = await Target.of(mutation);
    const issues: string[] = [];
    for (const text of dealt(hostile.texts, turn)) {
      const path = pathOf(route, (await mutation.id?.(target.world)) ?? '');
      const requested = texts.reduce(
        (fields, field) => replaced(fields, field, text),
        body?.(target.world) ?? {},
      );
      const reply = await admitted(target.request({ target: path, body: JSON.stringify(requested) }));
      if (occurrences(reply.body?.data, text) < texts.length)
        issues.push(`${text}: ${reply.status} ${reply.text}`);
    }
    expect(issues).toEqual([]);
  },
);
