import { Refusal } from '@corridor/kernel';
import { AddressBody } from './address-body.js';
import { checkedBody } from './input-pipe.js';

const read = (body: object) => checkedBody(body, AddressBody, () => []);
const issues = (body: object) =>
  read(body).then(
    () => [],
    (error: unknown) =>
      error instanceof Refusal && (error.extra['errors'] as { pointer: string; code: string }[]),
  );

test('an address needs a line and a country', async () => {
  expect(await read({ lines: ['1 High Street'], countryCode: 'GB' })).toEqual({
    lines: ['1 High Street'],
    city: null,
    state: null,
    postalCode: null,
    countryCode: 'GB',
  });
  expect(await issues({ lines: [], countryCode: 'XX' })).toMatchObject([
    { pointer: '#/lines', code: 'too_few' },
    { pointer: '#/countryCode', code: 'unknown_country' },
  ]);
});

test('an address has at most four lines, and all its parts are limited', async () => {
  const longest = { city: 'c'.repeat(70), state: 's'.repeat(70), postalCode: '9'.repeat(20) };
  const lines = Array.from({ length: 4 }, () => 'l'.repeat(140));
  expect(await issues({ lines, ...longest, countryCode: 'DE' })).toEqual([]);
  const longer = { city: 'c'.repeat(71), state: 's'.repeat(71), postalCode: '9'.repeat(21) };
  expect(await issues({ lines: [...lines, 'l'], ...longer, countryCode: 'DE' })).toMatchObject([
    { pointer: '#/lines', code: 'too_many' },
    { pointer: '#/city', code: 'too_long' },
    { pointer: '#/state', code: 'too_long' },
    { pointer: '#/postalCode', code: 'too_long' },
  ]);
});
