import { traceparent } from './traceparent.js';

const valid = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a valid trace context is continued', () => expect(traceparent(valid)).toBe(valid));

test.each([
  undefined,
  '',
  'nonsense',
  [valid, valid],
  valid.toUpperCase(),
  `${valid}-more`,
  valid.replace('00-', 'ff-'),
  '00-00000000000000000000000000000000-b7ad6b7169203331-01',
  '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
])('%j starts a new one', (sent) => {
  const begun = traceparent(sent);
  expect(begun).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(traceparent(sent)).not.toBe(begun);
});
